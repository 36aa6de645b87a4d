// The pictures on the cards of Spieleflut: a cover for each game, its scene by genre and its details by the card; one big thing for each
// activity; an octagon, a triangle or a square for what is done to others (SPF-2.4, SPF-3.5).

import { at, box, dice, dot, line, oval, path, shade, short, star, svg } from "../tables/ink.js";
import { strokes } from "./signs.js";

const INK = "#1f2328";
const WOOD = "#5a3a24";
const SIDE = 200; // of a picture
const GENRE = { // deep, middle, light
  action: ["#b3362b", "#e8673c", "#ffd27a"],
  adventure: ["#1f6f74", "#4fa79a", "#f6e3a8"],
  rpg: ["#5a3b8c", "#8d6cc0", "#f2d36b"],
  strategy: ["#5c6b2f", "#93a34c", "#f1e6b8"],
  sport: ["#1f5f9e", "#58a0d8", "#ffffff"],
};
const ACTIVITY = { zocken: ["#cfe0e6", "#1f6a80"], schreiben: ["#f1e3b4", "#8a6a10"], upload: ["#d9e6c8", "#4c7a1f"] };
const CATEGORY = { manipulation: ["#f0d9b4", "#b35a10"], disturbance: ["#d9cfe0", "#6a3a86"], event: ["#cfe0d3", "#2b6b47"] };

const times = (count, draw) => Array.from({ length: count }, (_, n) => draw(n)).join("");
const ground = (colour) => box(0, 0, SIDE, SIDE, 0, colour);
const turned = (degrees, inner, x = 100, y = 100) => `<g transform="translate(${short(x)} ${short(y)}) rotate(${short(degrees)})">${inner}</g>`;

/* --- covers --- */

const HEROES = [
  "M-16 60V20C-22 6-16-8-4-12A13 13 0 1 1 10-12C20-8 24 4 20 18V60H6V34H-2V60ZM18 0L46-22 52-16 22 12Z",
  "M-40 44L-30 20H-6L4 4H34L40 20H52V44ZM-6 8L-46-8",
  "M-20 60L-8 22-22 4-12-14A14 14 0 1 1 10-16L24 4 40-4 44 4 24 18 14 14 20 34 34 60H18L4 36-6 60Z",
];

const FINDS = [ // a door, a ship, a palm, a chest
  (light) => path("M-22 40V-6a22 22 0 0 1 44 0V40Z", WOOD) + path("M-16 40V-4a16 16 0 0 1 32 0V40Z", light) + dot(9, 18, 3, INK),
  () => path("M-44 20H44L30 42H-30Z", WOOD) + line("M0 20V-44", WOOD, 5) + path("M4-42C36-34 40-4 38 10H4ZM-4-30C-30-20-32 0-30 10H-4Z", "#fff8e4"),
  () => line("M-30 44C-34 6-6 0 8-46", WOOD, 8)
    + path("M8-46c-20-18-40-8-44 6 14-8 28-8 44-6zM8-46c6-20 30-20 42-8-16 0-28 2-42 8zM8-46c20-6 36 8 36 22-10-12-20-18-36-22z", "#2e6b3f"),
  () => path("M-40 30L-30-20H30L40 30Z", "#c79a5a") + path("M-34-20H34L26-38H-26Z", "#a8743a") + line("M0-38V30", "#6b4426", 5) + dot(0, -6, 7, "#6b4426"),
];

const LEGENDS = [ // a castle, a sword, a dragon, a mage
  (chance, [, , light]) => path("M-52 64V-6h12v-14h12v14h16v-44h24v44h16v-14h12v14h12V64Z", INK) + path("M0-78L22-66 0-54Z", light) + line("M0-50V-78", INK, 4)
    + box(-7, -34, 14, 18, 7, light) + box(-9, 38, 18, 26, 9, light),
  (chance, [, , light]) => turned(chance.whole(20, 45), path("M-8 40V-64L0-78 8-64V40Z", "#eef1f3") + path("M0-78L8-64V40H0Z", "#bcc4ca")
    + box(-28, 38, 56, 10, 5, light) + box(-6, 46, 12, 28, 5, "#6b4426") + dot(0, 78, 8, light), 0, 0),
  (chance, [deep, , light]) => path("M-60 56C-64 6-30-14-8-10C-8-36 12-52 36-48L62-34 44-26C50-8 38 6 24 12C44 26 48 44 42 60H22C24 44 12 36 2 40C-10 46-12 56-8 62Z", INK)
    + path("M-30-4C-54-30-70-20-78-34C-64-58-30-44-14-12Z", shade(deep, 0.2)) + dot(36, -36, 4, light) + path("M62-34l14-4-8 8Z", "#e8673c"),
  (chance, [, , light]) => path("M-40 40C-48-10-30-56 0-62C30-56 48-10 40 40 20 60-20 60-40 40Z", INK) + path("M-22 6C-24-22-10-36 0-38C10-36 24-22 22 6 12 18-12 18-22 6Z", "#eadfc4")
    + dot(-8, -8, 3.5, INK) + dot(8, -8, 3.5, INK) + line("M52 58V-50", "#6b4426", 6) + dot(52, -56, 10, light),
];

const GAMES = [ // a race, a ball, a steering wheel
  (chance, light) => path("M84 66H116L190 200H10Z", "#4b5056") + line("M100 74V86M100 98V118M100 134V166", "#fff", 5)
    + path("M84 66L10 200H0L80 66ZM116 66L190 200H200L120 66Z", "#fff")
    + at(100, 138, path("M-34 24V6L-22-16H22L34 6V24Z", chance.pick(["#b3362b", "#2b6b47", "#6a3a86"])) + path("M-24 2L-16-12H16L24 2Z", "#cfe3ee")
      + box(-38, 14, 14, 18, 4, INK) + box(24, 14, 14, 18, 4, INK) + dot(-24, 12, 4, light) + dot(24, 12, 4, light)),
  (chance) => times(4, (n) => path(`M0 ${70 + n * 34}H200V${87 + n * 34}H0Z`, "#5d9a55")) + line("M20 96H180M50 96V74H150V96", "#fff", 4)
    + at(chance.number(80, 120), 138, dot(0, 0, 34, "#fff") + path(star(0, 0, 5, 14, 11), INK)
      + times(5, (n) => `<path d="M0-16V-34M-10-33h20" stroke="${INK}" stroke-width="5" transform="rotate(${n * 72 + 36})"/>`)),
  () => line("M30 70V22", "#fff", 5) + times(12, (n) => box(32 + (n % 4) * 12, 22 + Math.floor(n / 4) * 10, 12, 10, 0, (n + Math.floor(n / 4)) % 2 ? "#fff" : INK))
    + at(110, 120, `<circle r="52" fill="none" stroke="${INK}" stroke-width="20"/><circle r="38" fill="none" stroke="#d5dadd" stroke-width="5"/>`
      + times(5, (n) => `<rect x="-4" y="-38" width="8" height="36" fill="#d5dadd" transform="rotate(${n * 72})"/>`) + dot(0, 0, 11, "#b3362b")),
];

const COVERS = {
  action(chance, [deep, middle, light]) {
    const [x, y] = [chance.number(80, 120), chance.number(80, 104)];
    const ray = (n) => {
      const from = (n * Math.PI) / 7 + chance.number(0, 0.2);
      const end = (angle) => `${short(x + 220 * Math.cos(angle))} ${short(y + 220 * Math.sin(angle))}`;
      return path(`M${short(x)} ${short(y)}L${end(from)}L${end(from + 0.22)}Z`, middle, 'opacity=".55"');
    };
    const shard = () => {
      const size = chance.number(4, 9);
      return path(`M${short(chance.number(10, 190))} ${short(chance.number(14, 150))}l${short(size)} ${short(-size * 1.4)} ${short(size)} ${short(size)} ${short(-size * 1.2)} ${short(size * 0.8)}Z`, INK);
    };
    return ground(deep) + times(14, ray) + path(star(x, y, chance.whole(9, 13), 78, 48), light) + path(star(x, y, chance.whole(8, 11), 52, 32), "#fff")
      + at(x, y + 30, path(chance.pick(HEROES), INK)) + times(7, shard) + path("M0 166L30 152 54 164 86 150 120 166 150 150 200 164V200H0Z", INK);
  },
  adventure(chance, [deep, middle, light]) {
    const ridge = (n) => {
      const y = 92 + n * 22;
      const points = Array.from({ length: 9 }, (_, step) => `L${step * 25} ${short(y + chance.number(-16, 14))}`);
      return path(`M0 ${y + 20}${points.join("")}V200H0Z`, shade(deep, 0.45 - n * 0.22));
    };
    const sky = ground(middle) + dot(chance.number(50, 150), chance.number(44, 70), 26, light) + times(3, ridge);
    const x = chance.number(70, 130);
    return sky + at(x, 112, chance.pick(FINDS)(light)) + line(`M0 190C50 160 90 188 ${short(x)} 156`, light, 4, 'stroke-dasharray="2 10"');
  },
  rpg(chance, colours) {
    const [deep, middle, light] = colours;
    return ground(shade(deep, -0.3)) + dot(100, 86, 66, deep) + dot(100, 86, 48, middle)
      + times(16, () => dot(chance.number(6, 194), chance.number(6, 120), chance.number(1, 2.4), light))
      + at(100, 94, chance.pick(LEGENDS)(chance, colours)) + path("M0 162C50 146 150 146 200 162V200H0Z", INK);
  },
  strategy(chance, [deep, middle, light]) {
    const [size, half] = [24, 24 * 0.866];
    const lands = [shade(middle, 0.35), shade(middle, 0.15), middle, shade(deep, 0.2), "#e2cf95", "#a9c9cf"];
    const land = (n) => {
      const [column, row] = [(n % 7) - 1, Math.floor(n / 7) - 1];
      const [x, y] = [column * size * 1.5, row * half * 2 + (column % 2 ? half : 0)];
      const corners = Array.from({ length: 6 }, (_, k) => `${short(x + (size - 1) * Math.cos((k * Math.PI) / 3))} ${short(y + (size - 1) * Math.sin((k * Math.PI) / 3))}`);
      const hill = chance.chance(0.16) ? path(`M${short(x - 8)} ${short(y + 8)}L${short(x)} ${short(y - 10)}L${short(x + 8)} ${short(y + 8)}Z`, shade(deep, -0.35)) : "";
      return path(`M${corners.join("L")}Z`, chance.pick(lands)) + hill;
    };
    const towers = chance.whole(2, 4);
    const tower = (n) => at(40 + n * (130 / towers) + chance.number(0, 16), chance.number(56, 130), oval(0, 30, 22, 7, "#000", 'opacity=".22"')
      + path("M-18 30V0h-4v-18h9v7h8v-7h10v7h8v-7h9V0h-4V30Z", ["#b3362b", "#1f5f9e", "#fdfaf2", INK][n]) + box(-5, 12, 10, 18, 5, n === 2 ? INK : "#fdfaf2"));
    return ground(light) + times(70, land) + times(towers, tower) + path("M0 176H200V200H0Z", shade(deep, -0.3));
  },
  sport(chance, [, middle, light]) {
    return ground(middle) + path("M0 70C50 58 150 58 200 70V200H0Z", "#4f8a4a") + chance.pick(GAMES)(chance, light);
  },
};

/* --- activities --- */

const THINGS = {
  zocken(chance, colour) {
    const pixel = () => box(chance.whole(0, 11) * 18, chance.whole(0, 11) * 18, 14, 14, 2, shade(colour, 0.72));
    return times(30, pixel) + turned(chance.number(-10, 10), path("M-46-34H46C72-34 84-8 86 28C88 50 76 58 64 52C52 46 46 34 36 24H-36C-46 34-52 46-64 52C-76 58-88 50-86 28C-84-8-72-34-46-34Z", colour)
      + box(-58, -8, 34, 11, 3, "#fff") + box(-46.5, -19.5, 11, 34, 3, "#fff") + dot(36, 8, 8, "#f2c230") + dot(54, -8, 8, "#e8673c") + dot(0, -16, 5, shade(colour, 0.62)), 100, 104);
  },
  schreiben(chance, colour) {
    const lean = chance.number(-10, 10);
    const row = (n) => line(`M-48 ${n * 18 - 48}H${short(chance.number(-4, 50))}`, shade(colour, 0.5), 6);
    return turned(lean / 2, box(-66, -74, 132, 160, 6, "#fffdf6") + times(6, row)) + turned(38 + lean, box(-13, -86, 26, 96, 3, "#e2a53a") + box(-13, -100, 26, 18, 6, "#d77f86")
      + box(-13, -86, 26, 8, 0, "#aab3b6") + path("M-13 10H13L0 46Z", "#f3d9b4") + path("M-5 32H5L0 46Z", INK), 124, 116);
  },
  upload(chance, colour) {
    const y = chance.whole(120, 134);
    const wave = (n) => `<circle cx="100" cy="${y}" r="${52 + n * 32}" fill="none" stroke="${shade(colour, 0.66)}" stroke-width="8"/>`;
    return times(3, wave) + path("M42 150a34 34 0 0 1 6-66 46 46 0 0 1 88-8 38 38 0 0 1 24 74Z", "#fff") + path("M100 70L140 116H116V164H84V116H60Z", colour);
  },
};

/* --- manipulations, disturbances, events --- */

const SHAPES = {
  manipulation: "M64 14H136L186 64V136L136 186H64L14 136V64Z",
  disturbance: "M100 10L194 176H6Z",
  event: "M26 26H174V174H26Z",
};

function notice(chance, category) {
  const [paper, colour] = CATEGORY[category];
  const [width, lean] = [chance.whole(6, 10), chance.number(0, 180)];
  const stripes = times(20, (n) => `<rect x="${(n - 8) * 26}" y="-80" width="${width}" height="360" fill="${shade(colour, 0.7)}"/>`);
  const y = category === "disturbance" ? 72 : 58; // a triangle is wide below
  return ground(paper) + `<g transform="rotate(${short(lean)} 100 100)">${stripes}</g>` + path(SHAPES[category], colour, `stroke="${colour}" stroke-width="8" stroke-linejoin="round"`)
    + `<g transform="translate(60 ${y}) scale(3.4)" color="#fff">${strokes(category)}</g>`;
}

/**
 * @typedef {object} Printed what `printed` of the app takes from the card data
 * @property {string} id
 * @property {"review" | "activity" | "manipulation" | "event"} kind
 * @property {string} [activity]
 * @property {string} [genre]
 * @property {string} [category]
 *
 * @param {Printed} card
 * @returns {string} its picture
 */
export function picture({ id, kind, activity, genre, category }) {
  const chance = dice(`spieleflut:${id}`);
  if (kind === "review") return svg(SIDE, SIDE, COVERS[genre](chance, GENRE[genre]));
  if (kind === "activity") return svg(SIDE, SIDE, ground(ACTIVITY[activity][0]) + THINGS[activity](chance, ACTIVITY[activity][1]));
  return svg(SIDE, SIDE, notice(chance, category));
}

/** @returns {string} waves, on the back of every card */
export function reverse() {
  return svg(SIDE, 280, times(7, (n) => line(`M-10 ${50 + n * 32}c20-26 40-26 55 0s35 26 55 0 40-26 55 0 35 26 65 0`, "currentColor", 3 + n)));
}

// The pictures on the cards of Ka-Mel-Oh!: a desert by the id of the card, a body by race, gear by class, a face by id. Items lie on a rug.

import { at, box, dice, dot, line, oval, path, shade, short, svg } from "../tables/ink.js";
import { bodyOf } from "./bodies.js";
import { CLOTH, FUR, INK, SKIES } from "./colours.js";
import { gearOf } from "./gear.js";
import { objectOf } from "./items.js";

const DAYS = ["morning", "noon", "noon", "dusk", "dust", "after_rain"];
const NIGHTS = ["night", "dusk"];
const STARS = 14;
const GOLDEN = 1; // frequency class of the golden camel (KMO-1.3)
const ECHOES = 3;
const FRONT = ["Geist", "Pflanze", "Mensch", "Maschine"]; // seen from the front, with two eyes
const SIDE_EYES = {
  Kamel: [-4, -1, 13], Dromedar: [-4, -1, 13], Lama: [-4, -2, 11], Vogel: [2, -2, 13], Krabbler: [-4, 0, 13], Echse: [0, -4, 12], Nager: [2, 0, 14],
};
const HAT = {
  Kamel: -11, Dromedar: -11, Lama: -15, Vogel: -13, Krabbler: -13, Geist: -26, Maschine: -10, Pflanze: -25, Mensch: -14, Echse: -12, Nager: -16,
};
const MEAN = ["Krieger", "Plagegeist", "Dieb"];
const SLEEPY = /schlaf|Rentner|Pyjama/i;

/**
 * @typedef {object} Printed what `printed` of the app takes from the card data
 * @property {string} id
 * @property {"yellow" | "violet" | "blue" | "green"} kind
 * @property {string} [type]
 * @property {number} hk frequency class
 * @property {number} price
 * @property {number | null} [ap] as are `dp` and `lp`: none where they are computed
 * @property {string} name_de
 * @property {string} class_de
 * @property {string} [race_de]
 *
 * @param {Printed} card
 * @returns {string} its picture, which says nothing that the data does not say
 */
export function picture(card) {
  return svg(200, 150, card.race_de ? monster(card) : item(card));
}

/** @returns {string} the other side of every card: dunes */
export function reverse() {
  const dunes = [60, 110, 160, 210].map((y, n) =>
    line(`M0 ${y}C20 ${y} 28 ${y - 34} 44 ${y - 34}S60 ${y - 8} 72 ${y - 8} 86 ${y - 34} 100 ${y - 34} 130 ${y} 200 ${y}`, "currentColor", 4, n % 2 ? 'transform="translate(200 0) scale(-1 1)"' : ""));
  return svg(200, 280, dunes.join(""));
}

function monster(card) {
  const random = dice(`kameloh:${card.id}`);
  const { race_de: race, class_de: kind } = card;
  const fur = random.pick(FUR[race]);
  const cloth = random.pick(CLOTH);
  const body = bodyOf(race, fur, shade(fur, -0.25), random);
  const { back = "", lance = "", pack = "", chest, mask, hat, front = "" } = gearOf(kind, body, cloth, random);
  const [x, y, size] = body.head;
  const tilt = FRONT.includes(race) ? 0 : random.number(-12, 4);
  const step = random.number(-3, 3);
  const dressed = [
    body.art, pack, chest && at(...body.chest, chest), mask && at(x, y, mask, `scale(${size})`), face(random, card, body.head),
    hat && at(x + (FRONT.includes(race) ? 0 : 2), y + HAT[race] * size, hat, `rotate(${short(tilt)}) scale(${short(size)})`), front,
  ];
  return [
    scene(random, card), card.kind === "violet" && echoes(), oval(98, body.feet + 1, 56, 6, "#000", 'opacity=".2"'), back, lance,
    at(step, 0, dressed.filter(Boolean).join("")),
  ].filter(Boolean).join("");
}

/** Mutations and fusions glow. */
function echoes() {
  return Array.from({ length: ECHOES }, (_, n) =>
    `<ellipse cx="100" cy="84" rx="${62 + n * 20}" ry="${52 + n * 18}" fill="none" stroke="#e7d6ff" stroke-width="2" opacity="${0.7 - n * 0.2}" stroke-dasharray="${2 + n * 3} ${6 + n * 2}"/>`).join("");
}

function scene(random, { kind, race_de: race, hk }) {
  const time = random.pick(kind === "violet" || race === "Geist" ? NIGHTS : DAYS);
  const [sky, low, sun, far, near] = SKIES[time];
  const [x, y] = [random.number(25, 60), random.number(24, 44)];
  return [
    box(0, 0, 200, 150, 0, sky), path("M0 70C50 58 140 62 200 72V150H0Z", low), hk === GOLDEN && rays([100, 78], 16, 0.18, 190, sun, 'opacity=".55"'), dot(x, y, 15, sun),
    time === "night" ? dot(x + 7, y - 4, 13, sky) + stars(random) : random.chance(0.6) && cloud(random.number(120, 170), random.number(16, 34)), horizon(random, far),
    path(`M0 ${short(random.number(94, 100))}C40 82 70 104 118 94S180 84 200 96V150H0Z`, far),
    path(`M0 ${short(random.number(116, 122))}C46 104 88 126 130 116S186 110 200 118V150H0Z`, near),
    line("M14 136c10-4 20-4 30 0M150 140c10-4 18-4 28 0", shade(near, -0.16), 2),
  ].filter(Boolean).join("");
}

function rays([x, y], count, width, length, colour, more) {
  return Array.from({ length: count }, (_, n) => {
    const turn = (n * 2 * Math.PI) / count;
    const [one, other] = [turn - width / 2, turn + width / 2].map((angle) => `${short(x + length * Math.cos(angle))} ${short(y + length * Math.sin(angle))}`);
    return path(`M${x} ${y}L${one}L${other}Z`, colour, more);
  }).join("");
}

function stars(random) {
  return Array.from({ length: STARS }, () => dot(random.number(4, 196), random.number(5, 62), random.number(0.8, 1.9), "#f3e8c8")).join("");
}

function cloud(x, y) {
  return oval(x, y, 22, 6, "#fff", 'opacity=".7"') + oval(x + 10, y - 5, 12, 5, "#fff", 'opacity=".7"');
}

const HORIZONS = [
  (dark, light) => path("M128 96L158 48L192 96Z", dark) + path("M158 48L192 96H166Z", light) + path("M104 96L122 68L142 96Z", dark) + path("M122 68L142 96H126Z", light),
  (dark, light) => path("M132 98V62l8-6h16l6 8h14l8 6V98Z", dark) + line("M140 70h34M138 80h40", light, 2),
  () => line("M168 100C166 84 170 74 168 58", "#6f4a2c", 4) +
    path("M168 58c-14-8-22-2-26 6 10-5 18-5 26-6zM168 58c-6-12-14-14-22-11 9 2 16 6 22 11zM168 58c3-12 12-15 20-11-9 2-14 6-20 11zM168 58c13-7 21-1 24 7-9-5-16-6-24-7z", "#3f7b4d"),
  () => path("M140 98V66c0-6 9-6 9 0v14h7V72c0-5 7-5 7 0v14c0 4-3 5-6 5h-8v7Z", shade("#4f8f52", -0.1)),
  (dark) => path("M120 98h60v-8h-6V70a6 6 0 0 0-12 0v20h-8V78a6 6 0 0 0-12 0v12h-8v-8h-6v8h-8Z", dark),
];

/** Pyramids, a mesa, a palm, a cactus, a town. */
function horizon(random, far) {
  return random.pick(HORIZONS)(shade(far, -0.12), shade(far, 0.18));
}

/** Eyes and mouth. */
function face(random, { race_de: race, class_de: kind, name_de: name }, [x, y, size]) {
  const front = FRONT.includes(race);
  const [left, up, gap] = front ? [-9, 0, race === "Maschine" ? 13 : 18] : SIDE_EYES[race];
  const sleepy = random.chance(0.35) || SLEEPY.test(name);
  const radius = race === "Maschine" ? 5 : 6.2;
  const eyes = [0, 1].map((n) => eye(left + n * gap, up, radius * (n && !front ? 0.82 : 1), { front, sleepy, brow: MEAN.includes(kind) && (n ? "right" : "left") }));
  return at(x, y, eyes.join("") + mouth(random, race), `scale(${size})`);
}

function eye(x, y, r, { front, sleepy, brow }) {
  const lid = r + 0.6;
  return [
    dot(x, y, r, "#fffaf0"), dot(x + (front ? 0 : 1.6), y + 0.8, r * 0.46, INK),
    sleepy && path(`M${short(x - lid)} ${short(y)}A${short(lid)} ${short(lid)} 0 0 1 ${short(x + lid)} ${short(y)}Z`, "#8a6a55") + line(`M${short(x - r)} ${short(y)}H${short(x + r)}`, INK, 1.8),
    brow === "left" && line(`M${short(x - 6)} ${short(y - r - 4)}L${short(x + 4)} ${short(y - r + 1)}`, INK, 3),
    brow === "right" && line(`M${short(x - 4)} ${short(y - r + 1)}L${short(x + 6)} ${short(y - r - 4)}`, INK, 3),
  ].filter(Boolean).join("");
}

const MOUTHS = [
  (y) => line(`M-7 ${y}C-3 ${y + 5} 3 ${y + 5} 7 ${y}`, INK, 2.4),
  (y) => oval(0, y + 1, 4, 5, INK),
  (y) => line(`M-7 ${y + 2}C-3 ${y - 2} 3 ${y - 2} 7 ${y + 2}`, INK, 2.4),
  (y) => line(`M-6 ${y}L6 ${y - 2}`, INK, 2.4),
];
const BEARD = "M0 11C-5 7-12 9-14 14C-9 15-4 15 0 13C4 15 9 15 14 14C12 9 5 7 0 11Z";

/** Races seen from the side have theirs with the body. */
function mouth(random, race) {
  if (race === "Maschine") return line("M-8 8h18", INK, 2.2, 'stroke-dasharray="3 3"');
  if (!FRONT.includes(race)) return "";
  const drawn = random.pick(MOUTHS)(race === "Mensch" ? 15 : 14);
  return drawn + (race === "Mensch" && random.chance(0.6) ? path(BEARD, random.pick(["#3a2a20", "#6b4a2c", "#d8d2c6"])) : "");
}

function item(card) {
  const random = dice(`kameloh:${card.id}`);
  const [colour, rug] = [random.pick(CLOTH), random.pick(CLOTH)];
  const [ground, ray] = card.kind === "blue" ? ["#cfe0ea", "#b9d2e1"] : ["#d5e3cf", "#c2d6ba"];
  return [
    box(0, 0, 200, 150, 0, ground), rays([100, 70], 12, 0.26, 180, ray, ""), path("M28 122L58 106H146L176 122L160 140H42Z", rug),
    line("M44 122L64 111H140L158 122L148 133H54Z", "#fff4d8", 2, 'stroke-dasharray="5 4"'),
    line("M42 140l-4 6M56 140l-3 6M72 140l-2 6M90 140v6M108 140v6M126 140l2 6M144 140l3 6M158 140l4 6", rug, 2), oval(100, 118, 40, 6, "#000", 'opacity=".2"'),
    at(100, 72, objectOf(card, colour), `rotate(${short(random.number(-6, 6))}) scale(1.12)`),
  ].join("");
}

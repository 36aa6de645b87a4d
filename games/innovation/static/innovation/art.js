// The drawings of Innovation: the six icons, and in the picture place of each card a seal grown from its id. Its hand follows the age:
// carved strokes, engraved rosettes, gears with orbits, pixels.

import { box, dice, dot, line, path, short, star, svg } from "../tables/ink.js";

const INK = { blue: "#1f5f9e", red: "#b3362b", green: "#2e7449", yellow: "#8a6700", purple: "#6b4794" };
const WHITE = "#fff";

const ICONS = {
  crown: "M3 7l4.5 4L12 4l4.5 7L21 7l-2 12H5z",
  leaf: "M20.5 3.5c.8 8-1 16-10 16-2 0-3.6-.6-4.8-1.7L4 20.5l-1-.9 2-2.9C2.8 9.5 9.5 4.5 20.5 3.5zM6.8 15.5c2-3.3 5-5.7 8.7-7-3 2.2-5.4 4.7-7.2 8z",
  lightbulb: "M12 2a7 7 0 0 1 4.2 12.6c-.7.6-1 1.2-1.1 2.4H8.9c-.1-1.2-.4-1.8-1.1-2.4A7 7 0 0 1 12 2zM9 18.5h6V20H9zM10 21.2h4l-1 1.3h-2z",
  castle: "M3 3h3.5v2.5h3V3h5v2.5h3V3H21v6l-2 2v10h-5v-4a2 2 0 0 0-4 0v4H5V11L3 9z",
  factory: "M3 21V3.5h3.5V12l5.5-4v4l5.5-4v4H21v9z",
  clock: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.3 4h2.4v5.6l4 2.4-1.2 2-5.2-3.1z",
};

/** The six icons, in the order in which they are told. */
export const ICON_NAMES = Object.keys(ICONS);

/**
 * @param {string} name
 * @returns {string} the drawing of an icon, in the colour of the text around it
 */
export function sign(name) {
  return `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${ICONS[name]}" fill="currentColor" fill-rule="evenodd"/></svg>`;
}

/**
 * @param {{id: string, age: number, color: string}} card
 * @returns {string} its seal, which says nothing that the data does not say
 */
export function seal({ id, age, color }) {
  const random = dice(`innovation:${id}`);
  const ink = INK[color];
  const draw = age <= 3 ? carved : age <= 6 ? engraved : age <= 8 ? geared : dotted;
  return `<svg class="seal" viewBox="0 0 100 100" aria-hidden="true" focusable="false">${draw(random, ink, age)}</svg>`;
}

const STROKES = [
  line("M50 44V18", WHITE, 5),
  line("M50 42V24L42 16M50 24L58 16", WHITE, 4.5),
  dot(50, 24, 6, WHITE) + line("M50 44V34", WHITE, 4),
  line("M42 18C50 12 58 18 58 26S50 34 50 44", WHITE, 4.5),
];

function carved(random, ink, age) {
  const count = age + random.whole(2, 4);
  const turn = random.number(0, 360);
  const marks = Array.from({ length: count }, (_, n) =>
    `<g transform="rotate(${short(turn + (360 / count) * n)} 50 50)">${STROKES[random.whole(0, 3) % (age + 1)]}</g>`);
  const middle = random.chance(0.5) ? dot(50, 50, 7, WHITE) : ring(8, 4);
  return path("M50 6C74 4 95 24 94 50S76 96 50 94 5 74 6 50 26 8 50 6Z", ink) + marks.join("") + middle;
}

const POINTS = 120; // of a closed line

function engraved(random, ink) {
  const [petals, twist] = [random.whole(5, 9), random.whole(2, 4)];
  const [radius, depth] = [random.number(18, 24), random.number(10, 18)];
  const lines = [0, 1, 2].map((turn) => {
    const points = Array.from({ length: POINTS + 1 }, (_, n) => {
      const angle = (n / POINTS) * Math.PI * 2;
      const out = radius + depth * Math.sin(petals * angle + (turn * Math.PI) / 3);
      return `${short(50 + out * Math.cos(angle) + twist * Math.cos(petals * angle))} ${short(50 + out * Math.sin(angle))}`;
    });
    return line(`M${points.join("L")}`, WHITE, 1.6);
  });
  return dot(50, 50, 45, ink) + lines.join("") + ring(40, 1.6);
}

function geared(random, ink) {
  const [teeth, orbits] = [random.whole(9, 14), random.whole(3, 6)];
  const ways = Array.from({ length: orbits }, (_, n) =>
    `<ellipse cx="50" cy="50" rx="28" ry="${short(random.number(7, 12))}" fill="none" stroke="${WHITE}" stroke-width="2.5" transform="rotate(${short((180 / orbits) * n + random.number(-4, 4))} 50 50)"/>`);
  return path(star(50, 50, teeth, 47, 38), ink, `stroke="${ink}" stroke-width="4" stroke-linejoin="round"`) + ring(31, 3) + ways.join("") + dot(50, 50, 5, WHITE);
}

function dotted(random, ink) {
  const side = 12;
  const cell = (x, y) => box(14 + x * side, 14 + y * side, side - 1.5, side - 1.5, 1.5, WHITE);
  const cells = Array.from({ length: 18 }, (_, n) => (random.chance(0.52) ? cell(n % 3, Math.floor(n / 3)) + cell(5 - (n % 3), Math.floor(n / 3)) : ""));
  return box(6, 6, 88, 88, 10, ink) + (cells.join("") || box(38, 38, 24, 24, 3, WHITE));
}

function ring(radius, width) {
  return `<circle cx="50" cy="50" r="${radius}" fill="none" stroke="${WHITE}" stroke-width="${width}"/>`;
}

/** @returns {string} the other side of every card, on which its age is printed */
export function reverse() {
  const rings = [34, 48, 62, 76].map((radius, n) =>
    `<circle cx="140" cy="100" r="${radius}" fill="none" stroke="currentColor" stroke-width="2.5" stroke-dasharray="${3 + n * 4} ${6 + n}"/>`);
  return svg(280, 200, rings.join(""));
}

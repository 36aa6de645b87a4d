// What the monsters of Ka-Mel-Oh! wear and carry, by class: hat, load, weapon, tool.

import { at, box, dot, line, oval, path, shade, short, star } from "../tables/ink.js";
import { CLOTH, INK } from "./colours.js";

/**
 * @typedef {object} Gear drawings, those that the class has
 * @property {string} [back] behind the body, where it stands
 * @property {string} [lance] behind the body too
 * @property {string} [pack] on its back
 * @property {string} [chest] from the point there, as is `mask` from the head and `hat` from above it
 * @property {string} [mask]
 * @property {string} [hat]
 * @property {string} [front] before it all
 */

const GEAR = {
  Krieger: (random, body, cloth) => ({
    lance: at(body.hand[0] + 4, body.hand[1] + 6, line("M-14 34L22-78", "#6b4426", 4.5) + path("M17-74l6-22 8 22Z", "#cfd6d8") +
      path("M20-66L52-60 15-48Z", cloth)),
    hat: path("M-16-2C-16-16-8-22 0-22S16-16 16-2Z", "#aab3b6") + path("M-17-4h34v4h-34Z", "#7b868a") +
      path("M0-21C-4-36-20-36-24-27C-16-28-10-25-5-19Z", cloth),
  }),
  Fahrzeug: (random, body, cloth) => ({
    back: [0, 1, 2].map((i) => oval(34 - i * 11, 88 - i * 9, 8 + i * 3, 6 + i * 2.5, "#fff", `opacity="${0.75 - i * 0.2}"`)).join("") +
      line("M62 98L44 94", "#5c646a", 6),
    hat: line("M-16 0C-10-6 10-6 18 0", "#4b3a2c", 4) + dot(-5, -4, 6, "#bfe0e6", 'stroke="#4b3a2c" stroke-width="2.5"') +
      dot(10, -4, 5.5, "#bfe0e6", 'stroke="#4b3a2c" stroke-width="2.5"'),
  }),
  Artist: (random, body, cloth) => ({
    hat: path("M-12 4L2-34 14 4Z", cloth) + line("M-7-8L9-8M-3-20L6-20", "#fff4d8", 3.5) + dot(2, -35, 5, "#fff4d8"),
    front: [[-2, -18], [12, -34], [27, -20]].map(([x, y], i) => dot(body.hand[0] + 8 + x, body.hand[1] + y - 8, 6, [cloth, "#f2c230", "#fff4d8"][i])).join(""),
  }),
  Gewächs: (random, body, cloth) => {
    const count = random.whole(5, 8);
    const petal = (n) => `<ellipse cx="0" cy="-12" rx="6" ry="10" fill="${cloth}" transform="rotate(${short((360 / count) * n)})"/>`;
    return { hat: at(0, -8, Array.from({ length: count }, (_, n) => petal(n)).join("") + dot(0, 0, 6.5, "#f2c230")) };
  },
  Plagegeist: (random) => ({
    hat: path("M-14 2C-22-8-18-20-10-24C-12-14-8-6-2-2ZM14 2C22-8 18-20 10-24C12-14 8-6 2-2Z", "#3b2c2a"),
    front: Array.from({ length: 4 }, () => fly(random.number(20, 180), random.number(20, 70))).join(""),
  }),
  Lasttier: (random, body, cloth) => {
    const [x, y] = body.back;
    const saddle = random.pick(CLOTH);
    return { pack: path(`M${x - 26} ${y + 12}H${x + 24}L${x + 30} ${y + 44}C${x + 12} ${y + 50} ${x - 14} ${y + 50} ${x - 32} ${y + 44}Z`, cloth) +
      line(`M${x - 30} ${y + 36}C${x - 12} ${y + 42} ${x + 12} ${y + 42} ${x + 28} ${y + 36}`, "#fff4d8", 2.5, 'stroke-dasharray="1 5"') +
      box(x - 24, y - 6, 30, 20, 3, "#8a5a34") + line(`M${x - 15} ${y - 6}v20M${x - 3} ${y - 6}v20`, "#5e3a20", 3) +
      box(x + 4, y, 20, 14, 3, saddle) + box(x - 14, y - 20, 22, 14, 3, shade(saddle, 0.35)) +
      line(`M${x - 30} ${y + 14}C${x - 8} ${y - 34} ${x + 10} ${y - 30} ${x + 28} ${y + 14}`, "#e8d2a4", 2) };
  },
  Händler: (random, body, cloth) => ({
    hat: path("M-11 2L-8-18H8L11 2Z", "#a3271f") + line("M0-18C8-20 12-14 12-6", "#2a211c", 2) + dot(12, -5, 3, "#2a211c"),
    front: at(body.hand[0] + 16, body.hand[1] + 14, path("M-14 22C-20 6-8-2-6-8H6C8-2 20 6 14 22Z", "#a77b3f") + line("M-7-8H7", "#5e3f1c", 3) +
      path("M1 2c5 0 8 4 7 9s-6 8-10 7-5-6-4-10 4-6 7-6z", "#5a2f1a")),
  }),
  Gelehrter: (random, body) => ({
    hat: path("M-20-8L0-18L22-8L0 2Z", "#28323b") + path("M-10-4V4C-4 8 6 8 12 4V-4L0 2Z", "#1c242b") + line("M22-8V6", "#d9a514", 2),
    front: at(body.hand[0] + 12, body.hand[1] + 6, path("M-18-8C-10-14-4-12 0-8C4-12 10-14 18-8V12C10 8 4 8 0 12C-4 8-10 8-18 12Z", "#fff4d8") +
      line("M0-8V12M-13-4h8M-13 1h8M5-4h8M5 1h8", "#7d6a4a", 1.6)),
  }),
  Gespenst: (random, body) => ({
    front: line(`M52 104C64 122 84 124 100 116S136 116 148 104`, "#5c646a", 4, 'stroke-dasharray="7 5"') + dot(152, 110, 11, "#3b4247") +
      line("M152 99v-6", "#3b4247", 4),
    back: line("M40 60C34 50 44 44 40 34M166 66C172 54 160 48 166 36", "#fff", 3, 'opacity=".6"'),
  }),
  Magier: (random, body) => ({
    hat: path("M-22 4C-10 0 10 0 24 4L10-6L2-40L-10-6Z", "#37307a") + path(star(0, -16, 5, 5, 2.2), "#f2d36b") +
      path(star(6, -4, 5, 3, 1.4), "#f2d36b"),
    front: at(body.hand[0] + 14, body.hand[1], line("M-6 26L14-26", "#4b2f1c", 4) + path(star(16, -32, 5, 12, 5), "#f2d36b") +
      dot(30, -44, 2, "#fff") + dot(4, -46, 2, "#fff")),
  }),
  Bürokrat: (random, body) => ({
    chest: path("M-4-6h8l3 26-7 8-7-8Z", "#1f3f66"),
    hat: box(-15, -6, 32, 6, 3, "#2b333a") + path("M-10-5V-16H12V-5Z", "#2b333a") + line("M-10-9H12", "#c8a14a", 2.5),
    front: at(body.hand[0] + 14, body.hand[1], path("M-14-20H16V18H-14Z", "#fffaf0", 'transform="rotate(8)"') +
      line("M-8-10h16M-8-4h16M-8 2h10", "#8b9298", 1.8, 'transform="rotate(8)"') +
      `<circle cx="6" cy="10" r="8" fill="none" stroke="#a8232a" stroke-width="2.5"/>` + line("M1 10h10", "#a8232a", 2)),
  }),
  Wächter: (random, body) => ({
    hat: path("M-18 0C-14-14 14-14 20 0C24 0 26 3 24 5H-16Z", "#1f5f9e") + dot(2, -5, 3, "#f2d36b"),
    front: at(body.hand[0] + 16, body.hand[1] + 10, `<circle r="15" fill="none" stroke="#fffaf0" stroke-width="8"/><circle r="15" fill="none" stroke="#c2352b" stroke-width="8" stroke-dasharray="11.8 11.8"/>`),
  }),
  Dieb: (random, body) => ({
    mask: path("M-18-5C-10-9 14-9 22-5V6C14 10-10 10-18 6Z", "#2a2422"),
    front: at(body.hand[0] + 14, body.hand[1] + 6, path("M-16 20C-22-2-8-10-4-14H8C12-10 24-2 18 20C8 26-8 26-16 20Z", "#8c7a5c") +
      line("M-4-14L-10-24M8-14L14-24", "#8c7a5c", 4) + line("M-6 2h16M-6 8h16", "#5e5038", 2)),
  }),
};

/**
 * @param {string} kind class of the monster, by its German name
 * @param {import("./bodies.js").Body} body
 * @param {string} cloth
 * @param {ReturnType<typeof import("../tables/ink.js").dice>} random
 * @returns {Gear}
 */
export function gearOf(kind, body, cloth, random) {
  return GEAR[kind](random, body, cloth);
}

function fly(x, y) {
  return dot(x, y, 2.6, INK) + oval(x - 3, y - 3, 3.5, 2, "#fff", 'opacity=".8"') + oval(x + 3, y - 3, 3.5, 2, "#fff", 'opacity=".8"');
}

// What lies behind the pictures: a net for SEO, rings as on banknotes for affiliates, a grid for neutral cards, stripes for all others.

import { box, dot, line, short } from "../tables/ink.js";
import { FACTION, PLAIN } from "./colours.js";

const NODES = 9;
const PATTERNS = { seo: net, affiliate: rings, neutral: grid };

/**
 * @typedef {object} Printed what `printed` of the app takes from the card data
 * @property {string} id
 * @property {"user" | "equipment" | "website" | "mission" | "white_hat" | "black_hat" | "ebook" | "special"} type
 * @property {"seo" | "affiliate" | "neutral" | null} faction
 * @property {"common" | "uncommon" | "rare" | "legendary"} rarity
 * @property {boolean} persoenlichkeit whether it is a personality (OMG-6.1)
 * @property {{S: number, A: number, V: number, W: number} | null} stats of users
 * @property {{actions: number, op: number}} cost
 * @property {string} name_de
 * @property {"base" | "seocalypse"} set
 */

/**
 * @param {ReturnType<typeof import("../tables/ink.js").dice>} chance of the card
 * @param {string | null} faction
 * @returns {string} a ground of 200 by 150
 */
export function ground(chance, faction) {
  const [colour, pattern] = FACTION[faction] ?? PLAIN;
  return box(0, 0, 200, 150, 0, colour) + (PATTERNS[faction] ?? stripes)(chance, pattern);
}

function net(chance, colour) {
  const nodes = Array.from({ length: NODES }, () => [chance.number(0, 200), chance.number(0, 140)]);
  const links = nodes.slice(1).map(([x, y], n) => line(`M${short(x)} ${short(y)}L${short(nodes[n][0])} ${short(nodes[n][1])}`, colour, 2.5));
  return links.join("") + nodes.map(([x, y]) => dot(x, y, chance.number(4, 9), colour)).join("");
}

function rings(chance, colour) {
  const ring = (n) => `<circle cx="100" cy="78" r="${26 + n * 15}" fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="${chance.whole(2, 9)} ${chance.whole(4, 9)}"/>`;
  return Array.from({ length: chance.whole(5, 8) }, (_, n) => ring(n)).join("");
}

function grid(chance, colour) {
  const step = chance.pick([16, 20, 24]);
  let drawn = "";
  for (let y = 0; y < 150; y += step) {
    for (let x = (y / step) % 2 ? step / 2 : 0; x < 210; x += step) drawn += box(x, y, step / 2.4, step / 2.4, 2, colour);
  }
  return drawn;
}

function stripes(chance, colour) {
  const turn = short(chance.number(-30, 30));
  return Array.from({ length: 13 }, (_, n) => `<rect x="${(n - 4) * 30}" y="-60" width="13" height="280" fill="${colour}" transform="rotate(${turn} 100 75)"/>`).join("");
}

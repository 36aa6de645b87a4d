// The pictures on the cards of Online Marketing Generals, drawn from the card data, and the other side of the cards: a net of links.

import { dice, dot, line, short, svg } from "../tables/ink.js";
import { portrait } from "./portrait.js";
import { thing } from "./things.js";

const ACROSS = 4; // nodes of the net in each direction

/**
 * @param {import("./ground.js").Printed} card
 * @returns {string} its picture, which says nothing that the data does not say
 */
export function picture(card) {
  return svg(200, 150, card.type === "user" ? portrait(card) : thing(card));
}

/** @returns {string} the drawing on the back, in the colour of the text around it */
export function reverse() {
  const chance = dice("back");
  const nodes = Array.from({ length: ACROSS * ACROSS }, (_, n) => [(n % ACROSS) * 54 + 20 + chance.number(-9, 9), Math.floor(n / ACROSS) * 64 + 46 + chance.number(-12, 12)]);
  const link = ([x, y], [to, down]) => line(`M${short(x)} ${short(y)}L${short(to)} ${short(down)}`, "currentColor", 3);
  return svg(200, 280, nodes.map((node, n) => (n % ACROSS < ACROSS - 1 ? link(node, nodes[n + 1]) : "") + (nodes[n + ACROSS] && n % 3 ? link(node, nodes[n + ACROSS]) : "")
    + dot(...node, chance.number(5, 10), "currentColor")).join(""));
}

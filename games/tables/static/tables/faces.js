// The printed side of a card, at every size: drawn by the game where it brings drawings, else paper with the name.

import { html } from "./html.js";
import { hyphenate } from "./hyphens.js";

/**
 * @typedef {object} Drawings what a game may bring in its `faces.js`
 * @property {(card: any, name: any) => any} face the inside of a card, from its data
 * @property {() => any} back
 */

/** @type {Drawings | null} */
let drawings = null;
let printed = {};

/**
 * @param {Drawings} own those of the game
 * @param {Record<string, any>} cards what is printed on its cards, by id
 */
export function bring(own, cards) {
  drawings = own;
  printed = cards;
}

/** @returns {Record<string, any>} what is printed on its cards, by id */
export function printedCards() {
  return printed;
}

/** @returns {boolean} whether the game draws its cards, so that they can be told apart at any size */
export function draws() {
  return drawings !== null;
}

/**
 * The initial, and the text that the card's title says too, are ornaments.
 * @param {object} props
 * @param {string} props.c id of the card
 * @param {import("./words.js").Words} props.words
 * @param {boolean} [props.text] whether its text is printed too, where there is no drawing
 * @param {string[]} [props.marks] what it carries beside what is printed
 * @param {number} [props.copies] how many lie there
 */
export function Face({ c, words, text, marks = [], copies = 1 }) {
  const name = words.card(c);
  const card = printed[c];
  return html`
    ${drawings && card ? drawings.face(card, hyphenate(name)) : html`<${Plain} ...${{ c, name, words, text }} />`}
    ${copies > 1 && html`<b class="card__copies num" aria-hidden="true" data-printed=${`×${copies}`}></b>`}
    ${marks.length > 0 && html`<span class="card__marks">${marks.map((mark) => html`<span class="card__mark">${mark}</span>`)}</span>`}`;
}

function Plain({ c, name, words, text }) {
  return html`<span class="face">
    <span class="face__ink" aria-hidden="true" data-printed=${name.slice(0, 1)}></span>
    <span class="face__name">${hyphenate(name)}</span>
    ${text && html`<span class="face__text" aria-hidden="true" data-printed=${hyphenate(cardText(c, words))}></span>`}
  </span>`;
}

/** The other side. */
export function Back() {
  return html`<i class="back" data-drawn=${draws()}>${drawings?.back()}</i>`;
}

/**
 * @param {string} c id of a card
 * @param {import("./words.js").Words} words
 * @returns {string} what is printed on it beside its name, or nothing
 */
export function cardText(c, words) {
  return words.has(`card.${c}.text`) ? words.fill(`card.${c}.text`) : "";
}

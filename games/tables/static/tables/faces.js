// The printed side of a card, at every size: drawn by the game where it brings drawings, else paper with the name.

import { html, useMemo } from "./html.js";
import { hyphenate } from "./hyphens.js";
import { Prose } from "./prose.js";

/**
 * @typedef {object} Drawings what a game may bring in its `faces.js`
 * @property {(card: any, name: any, words: import("./words.js").Words, text?: any, now?: any) => any} face the inside of a card, from its data;
 *   `text`: all of it, for a large card; `now`: what is not as printed at the moment, where the board of the game says so
 * @property {(kind?: string | number) => any} back where there are several, which
 * @property {boolean} [reads] whether large cards carry their text
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

/** @returns {boolean} whether a large card needs no text beside it */
export function reads() {
  return Boolean(drawings?.reads);
}

/**
 * The initial, and the text that the card's title says too, are ornaments.
 * @param {object} props
 * @param {string} props.c id of the card
 * @param {import("./words.js").Words} props.words
 * @param {boolean} [props.text] whether its text is printed too, where there is no drawing
 * @param {boolean} [props.large] whether there is room for its whole text
 * @param {string[]} [props.marks] what it carries beside what is printed
 * @param {number} [props.copies] how many lie there
 * @param {any} [props.now] what is not as printed, as the drawings of the game have it
 */
export function Face({ c, words, text, large, marks = [], copies = 1, now }) {
  const name = words.card(c);
  const card = printed[c];
  const whole = () => large && html`<${Prose} text=${words.text(c)} words=${words} />`;
  const drawn = useMemo(() => (drawings && card ? drawings.face(card, hyphenate(name), words, whole(), now) : null), [c, words.catalogue, words.options, large, JSON.stringify(now)]); // most stay as they are
  return html`
    ${drawn ?? html`<${Plain} ...${{ c, name, words, text }} />`}
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

/**
 * The other side.
 * @param {{kind?: string | number}} props which, where a game has several
 */
export function Back({ kind }) {
  return html`<i class="back" data-drawn=${draws()}>${drawings?.back(kind)}</i>`;
}

/**
 * @param {string} c id of a card
 * @param {import("./words.js").Words} words
 * @returns {string} what is printed on it beside its name, in words, or nothing
 */
export function cardText(c, words) {
  return words.plain(words.text(c));
}

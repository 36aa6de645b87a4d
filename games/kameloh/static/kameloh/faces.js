// The faces of the cards of Ka-Mel-Oh!: a frame by kind, the price on a date, the medal of the frequency class, and AP, DP and LP (KMO-1.2, KMO-1.3).

import { html } from "../tables/html.js";
import { picture, reverse } from "./art.js";
import { sign } from "./signs.js";

/** Large cards carry their whole text. */
export const reads = true;

const KIND = { yellow: "camel", violet: "swap", blue: "gear", green: "plus" };
const DUNG_HEAP = 4; // the frequency class that no camel stands for
const LONG_WORD = 9; // letters that fit in a line of the head
const LONG_NAME = 18;

/** The values of a monster, and their signs. */
export const VALUES = { ap: "sword", dp: "shield", lp: "heart" };

const pictures = new Map();

/**
 * @param {import("./art.js").Printed} card
 * @param {any} name as it is to be shown
 * @param {import("../tables/words.js").Words} words
 * @param {any} [text] what it does, how it comes about and its flavour, for a large card
 * @param {{ap?: number, dp?: number, lp?: number}} [now] values that are not as printed
 * @returns {any} the inside of a card of any size
 */
export function face(card, name, words, text, now = {}) {
  const { id, kind, hk, price } = card;
  if (!pictures.has(id)) pictures.set(id, { __html: picture(card) });
  return html`
    <span class="face face--kameloh" data-kind=${kind} data-hk=${hk}>
      <span class="heading">
        <span class="price" aria-hidden="true">${drawn("date")}<b>${price}</b></span>
        <span class="face__name" data-fit=${fit(String(name))}>${name}</span>
        <span class="sr">, ${spoken(card, now, words)}</span>
        <span class="medal" aria-hidden="true">${drawn(hk === DUNG_HEAP ? "dung" : "camel")}</span>
      </span>
      <span class="picture" aria-hidden="true" dangerouslySetInnerHTML=${pictures.get(id)}></span>
      <span class="type" aria-hidden="true">${drawn(KIND[kind])}${type(card, words)}</span>
      ${text && html`<span class="rules" aria-hidden="true">${text}</span>`}
      ${card.race_de && text && html`<span class="moves" aria-hidden="true"><b>${words.fill("face.attack")}</b> ${inWords(card, "attack", words)}<br /><b>${words.fill("face.defence")}</b> ${inWords(card, "defence", words)}</span>`}
      ${card.race_de
        ? html`<span class="values" aria-hidden="true">${Object.entries(VALUES).map(([value, name]) => html`
            <span class="value" data-value=${value} data-change=${change(card[value], now[value])}>${drawn(name)}<b>${now[value] ?? card[value] ?? "?"}</b></span>`)}</span>`
        : html`<span class="gist" aria-hidden="true">${gist(card, words)}</span>`}
    </span>`;
}

/** @returns {any} the back of a card */
export function back() {
  return html`<span class="face__art" dangerouslySetInnerHTML=${{ __html: reverse() }}></span>`;
}

function drawn(name) {
  return html`<span class="sign" dangerouslySetInnerHTML=${{ __html: sign(name) }}></span>`;
}

/** What is printed beside the name: kind, values, price, medal. */
function spoken(card, now, words) {
  const values = card.race_de ? Object.keys(VALUES).map((value) => words.fill(`face.${value}`, { count: now[value] ?? card[value] ?? "?" })) : [];
  return [words.fill(`face.kind.${card.kind}`), ...values, words.fill("face.price", { count: card.price }), words.fill(`face.medal.${card.hk}`)].join(", ");
}

function type(card, words) {
  return [inWords(card, "class", words), card.race_de && inWords(card, "race", words)].filter(Boolean).join(" · ");
}

/** A printed word in the language in which the card is read. */
function inWords(card, what, words) {
  return card[`${what}_${words.fill("face.language")}`];
}

/** What fits on an item in the hand: the beginning of what it does. */
function gist(card, words) {
  return words.plain(words.text(`kameloh.${card.id}`).split("\n\n")[0]);
}

function change(printed, now) {
  if (now === undefined || printed === null || now === printed) return undefined;
  return now > printed ? "up" : "down";
}

/** How far a name must shrink so that its longest part fits. */
function fit(name) {
  const longest = Math.max(...name.split(/[\s\u00ad-]+/).map((part) => part.length));
  return longest > LONG_WORD || name.replaceAll("\u00ad", "").length > LONG_NAME ? "tight" : "loose";
}

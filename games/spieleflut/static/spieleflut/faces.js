// The faces of the cards of Spieleflut: reviews are game boxes with stars and genre on the spine and what they need below the cover,
// activities one big thing, all others a shape with its name (SPF-2.4, SPF-3.5).

import { html } from "../tables/html.js";
import { picture, reverse } from "./art.js";
import { sign } from "./signs.js";

/** The activities in the order in which they are done. */
export const ACTIVITIES = ["zocken", "schreiben", "upload"];

const LONG_WORD = { review: 11, other: 12 }; // letters that fit in a line of the name
const LONG_NAME = 22;

const pictures = new Map();

/**
 * @typedef {object} Review what reviews have printed on them besides
 * @property {number} stars
 * @property {string} genre
 * @property {Record<string, number>} required by activity
 * @property {Record<string, number>} extra by activity: what would make it TOP
 * @property {number} deadline
 * @property {number} points
 *
 * @param {import("./art.js").Printed & Partial<Review>} card
 * @param {any} name as it is to be shown
 * @param {import("../tables/words.js").Words} words
 * @returns {any} the inside of a card of any size
 */
export function face(card, name, words) {
  const { id, kind, activity, category } = card;
  if (!pictures.has(id)) pictures.set(id, { __html: picture(card) });
  const cover = html`<span class="picture" aria-hidden="true" dangerouslySetInnerHTML=${pictures.get(id)}></span>`;
  if (kind === "review") return html`<${Box} ...${{ card, name, words, cover }} />`;
  return html`
    <span class="face face--spieleflut" data-thing=${activity ?? category}>
      ${cover}
      <span class="face__name" data-fit=${fit(String(name), LONG_WORD.other)}>${name}</span>
      ${category && html`<span class="sr">, ${words.fill(`value.kind.${category}`)}</span>`}
    </span>`;
}

function Box({ card, name, words, cover }) {
  const { stars, genre, required, extra, deadline, points } = card;
  return html`
    <span class="face face--spieleflut face--box" data-genre=${genre}>
      <span class="spine" aria-hidden="true"><span class="spine__stars">${stars ? Array.from({ length: stars }, () => drawn("star")) : "0"}</span>${drawn(genre)}</span>
      ${cover}
      <span class="face__name" data-fit=${fit(String(name), LONG_WORD.review)}>${name}</span>
      <span class="sr">, ${spoken(card, words)}</span>
      <span class="needs" aria-hidden="true">${ACTIVITIES.map((activity) => html`
        <span class="need" data-thing=${activity}>${drawn(activity)}${activity !== "upload" && html`<b>${required[activity]}</b>`}${extra[activity] > 0 && html`<i>+${extra[activity]}</i>`}</span>`)}</span>
      <span class="terms" aria-hidden="true"><span>${drawn("timer")}<b>${deadline}</b></span><span>${drawn("reach")}<b>${points}</b></span></span>
    </span>`;
}

/** @returns {any} the back of a card */
export function back() {
  return html`<span class="face__art" dangerouslySetInnerHTML=${{ __html: reverse() }}></span>`;
}

function drawn(name) {
  return html`<span class="sign" dangerouslySetInnerHTML=${{ __html: sign(name) }}></span>`;
}

/** What the text of the card, which is told besides, leaves out. */
function spoken({ deadline, points }, words) {
  return [words.fill("value.kind.review"), words.fill("face.deadline", { count: deadline }), words.fill("face.points", { count: points })].join(", ");
}

/** How far a name must shrink so that its longest part fits. */
function fit(name, most) {
  const longest = Math.max(...name.split(/[\s\u00ad-]+/).map((part) => part.length));
  return longest > most || name.replaceAll("\u00ad", "").length > LONG_NAME ? "tight" : "loose";
}

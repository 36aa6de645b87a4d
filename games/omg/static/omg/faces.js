// The faces of the cards of Online Marketing Generals: the type on a tab in the colour of the faction, the faction on the picture with the
// lozenges of the rarity, below it S, A, V and W of users, what other cards do (OMG-1.3 to OMG-1.5).

import { html } from "../tables/html.js";
import { picture, reverse } from "./art.js";
import { sign } from "./signs.js";

/** Large cards carry their whole text. */
export const reads = true;

const RARITY = { common: 1, uncommon: 2, rare: 3, legendary: 4 };
const STATS = ["S", "A", "V"];
const LONG_WORD = 11; // letters that fit in a line of the head
const LONG_NAME = 17;
const WHOLE_GIST = 66; // letters of a text that fit on a card in the hand

const pictures = new Map();

/**
 * @param {import("./ground.js").Printed} card
 * @param {any} name as it is to be shown
 * @param {import("../tables/words.js").Words} words
 * @param {any} [text] what it does and its flavour, for a large card
 * @param {{s?: number, a?: number, v?: number, w?: number}} [now] values that are not as printed
 * @returns {any} the inside of a card of any size
 */
export function face(card, name, words, text, now = {}) {
  const { id, type, faction, rarity, stats, cost, persoenlichkeit, set } = card;
  if (!pictures.has(id)) pictures.set(id, { __html: picture(card) });
  return html`
    <span class="face face--omg" data-type=${type} data-faction=${faction ?? "none"} data-rarity=${rarity} data-set=${set}>
      <span class="omg-head">
        <span class="omg-type" aria-hidden="true">${drawn(type)}</span>
        <span class="face__name" data-fit=${fit(String(name))}>${name}</span>
        <span class="sr">, ${spoken(card, now, words)}</span>
      </span>
      <span class="picture" aria-hidden="true">
        <span class="picture__drawn" dangerouslySetInnerHTML=${pictures.get(id)}></span>
        ${faction && html`<span class="omg-faction">${drawn(faction)}</span>`}
        ${persoenlichkeit && html`<span class="omg-crown">${drawn("crown")}</span>`}
        <span class="omg-rarity">${Array.from({ length: RARITY[rarity] }, () => html`<i></i>`)}</span>
      </span>
      <span class="omg-kind" aria-hidden="true">${kind(card, words).join(" · ")}</span>
      ${text && html`<span class="omg-text" data-flavour=${words.fill("face.language") === "de"} aria-hidden="true">${text}</span>`}
      ${stats
        ? html`<span class="omg-stats" aria-hidden="true">${STATS.map((stat) => html`<span data-change=${change(stats[stat], now[stat.toLowerCase()])}><i>${stat}</i><b>${now[stat.toLowerCase()] ?? stats[stat]}</b></span>`)}<span class="omg-value" data-change=${change(stats.W, now.w)}>${drawn("basket")}<b>${now.w ?? stats.W}</b></span></span>`
        : html`<span class="omg-gist" aria-hidden="true">${gist(id, words)}</span>${cost.op > 0 && html`<span class="omg-price" aria-hidden="true">${cost.op} OP</span>`}`}
    </span>`;
}

/** @returns {any} the back of a card */
export function back() {
  return html`<span class="face__art" dangerouslySetInnerHTML=${{ __html: reverse() }}></span>`;
}

function drawn(name) {
  return html`<span class="sign" dangerouslySetInnerHTML=${{ __html: sign(name) }}></span>`;
}

function kind({ type, faction, persoenlichkeit }, words) {
  return [words.fill(`face.type.${type}`), faction && words.fill(`face.faction.${faction}`), persoenlichkeit && words.fill("face.personality")].filter(Boolean);
}

/** What is printed beside the name: type, faction, values or price, rarity. */
function spoken(card, now, words) {
  const { stats, cost, rarity, set } = card;
  const values = stats && { s: now.s ?? stats.S, a: now.a ?? stats.A, v: now.v ?? stats.V, w: now.w ?? stats.W };
  const more = [values ? words.fill("face.stats", values) : cost.op > 0 && words.fill("face.op", { count: cost.op }), words.fill(`face.rarity.${rarity}`)];
  return [...kind(card, words), ...more, set === "seocalypse" && words.fill("face.set.seocalypse")].filter(Boolean).join(", ");
}

/** What fits on a card in the hand: what it does, without its flavour. */
function gist(id, words) {
  const text = words.plain(words.text(`omg.${id}`).split("\n\n")[0]);
  return html`<span class="omg-gist__text" data-fit=${text.length > WHOLE_GIST ? "tight" : "loose"}>${text}</span>`;
}

function change(printed, now) {
  if (now === undefined || now === printed) return undefined;
  return now > printed ? "up" : "down";
}

/** How far a name must shrink so that its longest part fits. */
function fit(name) {
  const longest = Math.max(...name.split(/[\s\u00ad-]+/).map((part) => part.length));
  return longest > LONG_WORD || name.replaceAll("\u00ad", "").length > LONG_NAME ? "tight" : "loose";
}

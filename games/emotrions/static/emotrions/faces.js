// The faces of the cards of Emotrions, in colour to the edge: the value in a round badge above, a notched one below, or a dashed ring (EMO-2).

import { html } from "../tables/html.js";
import { picture, reverse } from "./art.js";

const drawn = new Map();

/**
 * @param {{id: string, value: number, sign: string, mark: string, look: {background: string, foreground: string}}} card
 * @param {any} name as it is to be shown
 * @returns {any} the inside of a card of any size
 */
export function face(card, name) {
  const { id, sign, mark, value, look } = card;
  if (!drawn.has(id)) drawn.set(id, { __html: picture(card) });
  return html`
    <span class="face face--emotrions" data-sign=${sign} style=${{ "--bg": look.background, "--fg": look.foreground }}>
      <span class="face__art" aria-hidden="true" dangerouslySetInnerHTML=${drawn.get(id)}></span>
      <span class="face__name">${name}</span>
      <span class="emotion" aria-hidden="true" data-printed=${sign === "neutral" ? "0" : `${mark}${Math.abs(value)}`}></span>
    </span>`;
}

/** @returns {any} the back of a card */
export function back() {
  return html`<span class="face__art" dangerouslySetInnerHTML=${{ __html: reverse() }}></span>`;
}

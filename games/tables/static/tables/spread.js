// All cards of a pile side by side, each with its text: what lies open may be looked through (UX-4.9).

import { Face } from "./faces.js";
import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";
import { Prose } from "./prose.js";

/**
 * @param {object} props
 * @param {string} props.name of the pile
 * @param {any} props.about how many cards there are, and in which order
 * @param {{c: string, key: string}[]} props.cards as `keyed` has them
 * @param {import("./words.js").Words} props.words
 * @param {() => void} props.onClose
 */
export function Spread({ name, about, cards, words, onClose }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  return html`
    <dialog class="help spread" ref=${dialog} aria-labelledby="spread-h" onclose=${onClose}>
      <div class="row between"><h2 id="spread-h">${name}</h2>
        <button type="button" class="btn btn--plain btn--icon" aria-label=${words.fill("ui.close")} onclick=${() => dialog.current.close()}><${Icon} name="close" /></button></div>
      <p class="small soft">${about}</p>
      <ol class="spread__cards">${cards.map(({ c, key }) => html`
        <li key=${key}><span class="card card--hand" data-card=${c}><${Face} c=${c} words=${words} /></span><div class="spread__text"><${Prose} text=${words.text(c)} words=${words} /></div></li>`)}</ol>
    </dialog>`;
}

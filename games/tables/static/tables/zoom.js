// A card at its full size, with all of its text (UX-4.8): by a key on the card that has the focus, or by a long touch.

import { Face, draws, reads } from "./faces.js";
import { hyphenate } from "./hyphens.js";
import { html, useLayoutEffect, useRef, useState } from "./html.js";
import { Icon } from "./icon.js";
import { Prose } from "./prose.js";

/** Cards that can be looked at. */
export const CARD = "[data-card]";

const LONG = 450;
const STILL = 10; // px that a resting finger may move

/**
 * @param {string} what selector of the elements it is about
 * @param {(element: HTMLElement) => void} act
 */
export function useLongTouch(what, act) {
  const acting = useRef(act);
  acting.current = act;
  useLayoutEffect(() => {
    let timer = 0;
    let from = null;
    let done = false;
    const begin = (event) => {
      const element = event.target.closest(what);
      clearTimeout(timer);
      done = false;
      if (!element || event.pointerType === "mouse") return; // a slow click is still a click
      from = event;
      timer = setTimeout(() => {
        done = true;
        acting.current(element);
      }, LONG);
    };
    const move = (event) => from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL && clearTimeout(timer);
    const end = () => clearTimeout(timer);
    const swallow = (event) => {
      if (!done || (event.type === "click" && !event.detail)) return; // by keyboard
      done = event.type !== "click";
      event.preventDefault();
      event.stopPropagation();
    };
    const heard = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end, click: swallow, contextmenu: swallow };
    for (const [kind, hear] of Object.entries(heard)) document.addEventListener(kind, hear, true);
    return () => {
      clearTimeout(timer);
      for (const [kind, hear] of Object.entries(heard)) document.removeEventListener(kind, hear, true);
    };
  }, []);
}

/**
 * @param {object} props
 * @param {string} props.card its id
 * @param {import("./words.js").Words} props.words
 * @param {import("./languages.js").Languages} props.languages
 * @param {() => void} props.onClose
 */
export function Zoom({ card, words, languages, onClose }) {
  const dialog = useRef(null);
  const [foreign, setForeign] = useState(null); // the words of the other language, where the card is read in it
  useLayoutEffect(() => dialog.current.showModal(), []);
  const turn = async () => setForeign(foreign ? null : (await languages.words())?.at(words.names, words.options) ?? null);
  const shown = foreign ?? words;
  return html`
    <dialog class="zoom" ref=${dialog} aria-labelledby="zoom-h" onclose=${onClose}>
      <div class="zoom__tools">
        <button type="button" class="btn btn--plain btn--s" aria-pressed=${Boolean(foreign)} aria-label=${words.fill("ui.other_language")}
          onclick=${turn}>${(foreign ? languages.own : languages.other).toUpperCase()}</button>
        <button type="button" class="btn btn--plain btn--icon zoom__close" aria-label=${words.fill("ui.close")}
          onclick=${() => dialog.current.close()}><${Icon} name="close" /></button>
      </div>
      <div class="zoom__all" lang=${foreign ? languages.other : shown.foreign(card) ?? languages.own}><${Whole} card=${card} words=${shown} id="zoom-h" /></div>
    </dialog>`;
}

/**
 * A card with all of its text.
 * @param {object} props
 * @param {string} props.card its id
 * @param {import("./words.js").Words} props.words
 * @param {string} [props.id] for its heading; left out: nobody is told more than is on the page already
 */
export function Whole({ card, words, id }) {
  const name = words.card(card);
  const heading = (text, of = "") => (id ? html`<h2 class=${of} id=${id}>${text}</h2>` : html`<p class=${`${of} zoom__name`}>${text}</p>`);
  return draws()
    ? html`<div class="zoom__card"><div class="card card--zoom" aria-hidden=${reads() || undefined}><${Face} ...${{ c: card, words }} large=${reads()} /></div></div>
        <div class=${reads() ? "sr" : "zoom__text"}>${heading(name)}<div class="face__all"><${Prose} text=${words.text(card)} words=${words} /></div></div>`
    : html`<div class="card card--zoom"><div class="face">
        <span class="face__ink" aria-hidden="true" data-printed=${name.slice(0, 1)}></span>
        ${heading(hyphenate(name), "face__name")}
        <div class="face__all"><${Prose} text=${words.text(card)} words=${words} /></div>
      </div></div>`;
}

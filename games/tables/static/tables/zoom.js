// A card at its full size, with all of its text (UX-4.8): by a key on the card that has the focus, or by a long touch.

import { Face, cardText, draws } from "./faces.js";
import { hyphenate } from "./hyphens.js";
import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";

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
 * @param {() => void} props.onClose
 */
export function Zoom({ card, words, onClose }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  const name = words.card(card);
  return html`
    <dialog class="zoom" ref=${dialog} aria-labelledby="zoom-h" onclose=${onClose}>
      <button type="button" class="btn btn--plain btn--icon zoom__close" aria-label=${words.fill("ui.close")}
        onclick=${() => dialog.current.close()}><${Icon} name="close" /></button>
      ${draws()
        ? html`<div class="zoom__card"><div class="card card--zoom"><${Face} c=${card} words=${words} /></div></div>
            <div class="zoom__text"><h2 id="zoom-h">${name}</h2><p class="face__all">${cardText(card, words)}</p></div>`
        : html`<div class="card card--zoom"><div class="face">
            <span class="face__ink" aria-hidden="true" data-printed=${name.slice(0, 1)}></span>
            <h2 class="face__name" id="zoom-h">${hyphenate(name)}</h2>
            <p class="face__all">${cardText(card, words)}</p>
          </div></div>`}
    </dialog>`;
}

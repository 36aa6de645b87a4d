// A card that a mouse rests on is shown whole beside it (UX-4.8): never over the prompt, and gone with Escape or the mouse.

import { CARD, Whole } from "./zoom.js";
import { html, useLayoutEffect, useRef, useState } from "./html.js";

const REST = 300; // ms
const GRACE = 150; // ms in which the mouse may go over to what is shown
const GAP = 10; // px

/** @param {{words: import("./words.js").Words, off: boolean}} props `off`: something else has all attention */
export function Preview({ words, off }) {
  const box = useRef(null);
  const [shown, show] = useState(null);
  useLayoutEffect(() => {
    let timer = 0;
    let on = null;
    const later = (act, delay) => {
      clearTimeout(timer);
      timer = setTimeout(act, delay);
    };
    const away = () => {
      clearTimeout(timer);
      on = null;
      show(null);
    };
    const over = (event) => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      if (box.current?.contains(event.target)) return clearTimeout(timer);
      const card = event.target.closest?.(`#table ${CARD}`);
      if (card === on) return;
      on = card;
      if (card) later(() => card.isConnected && show({ card: card.dataset.card, at: card.getBoundingClientRect() }), REST);
      else later(away, GRACE);
    };
    const heard = { pointerover: over, pointerdown: away, scroll: away, wheel: away, keydown: away, blur: away };
    for (const [kind, hear] of Object.entries(heard)) document.addEventListener(kind, hear, { capture: true, passive: true });
    document.addEventListener("pointerleave", away);
    return () => {
      clearTimeout(timer);
      for (const [kind, hear] of Object.entries(heard)) document.removeEventListener(kind, hear, { capture: true });
      document.removeEventListener("pointerleave", away);
    };
  }, []);
  useLayoutEffect(() => {
    if (!shown || off) return;
    const { width, height } = box.current.getBoundingClientRect();
    const place = beside(shown.at, { width, height }, innerWidth, innerHeight, document.getElementById("prompt").getBoundingClientRect());
    box.current.hidden = !place;
    if (place) for (const side of ["left", "top"]) box.current.style[side] = `${place[side]}px`;
  });
  if (!shown || off) return null;
  return html`<div class="preview" ref=${box} aria-hidden="true"><${Whole} card=${shown.card} words=${words} /></div>`;
}

/**
 * @param {DOMRect} card
 * @param {{width: number, height: number}} size of what is shown
 * @param {number} width of the window
 * @param {number} height
 * @param {DOMRect} prompt that must stay free
 * @returns {{left: number, top: number} | null} a place above, beside or below the card; null if there is none
 */
export function beside(card, size, width, height, prompt) {
  const within = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
  const middle = within(card.left + card.width / 2 - size.width / 2, width - size.width);
  const level = within(card.top + card.height / 2 - size.height / 2, height - size.height);
  const places = [
    { left: middle, top: card.top - size.height - GAP },
    { left: card.right + GAP, top: level }, { left: card.right + GAP, top: prompt.bottom + GAP },
    { left: card.left - size.width - GAP, top: level }, { left: card.left - size.width - GAP, top: prompt.bottom + GAP },
    { left: middle, top: card.bottom + GAP },
  ];
  const fits = ({ left, top }) => left >= 0 && top >= 0 && left + size.width <= width && top + size.height <= height;
  const covers = ({ left, top }) => left < prompt.right && left + size.width > prompt.left && top < prompt.bottom && top + size.height > prompt.top;
  return places.find((place) => fits(place) && !covers(place)) ?? null;
}

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
      if (card) later(() => card.isConnected && show({ card: card.dataset.card, at: card.getBoundingClientRect(), free: ["#prompt", card.closest("#hand") && "#hand"] }), REST);
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
    const free = shown.free.filter(Boolean).map((part) => document.querySelector(part).getBoundingClientRect());
    const place = beside(shown.at, { width, height }, { width: innerWidth, height: innerHeight }, free);
    box.current.hidden = !place;
    if (place) for (const side of ["left", "top"]) box.current.style[side] = `${place[side]}px`;
  });
  if (!shown || off) return null;
  return html`<div class="preview" ref=${box} aria-hidden="true"><${Whole} card=${shown.card} words=${words} /></div>`;
}

/**
 * @param {DOMRect} card
 * @param {{width: number, height: number}} size of what is shown
 * @param {{width: number, height: number}} page
 * @param {DOMRect[]} free what must stay so: the prompt, and for a card of the hand the others there
 * @returns {{left: number, top: number} | null} a place above, beside or below the card; null if there is none
 */
function beside(card, size, page, free) {
  const within = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
  const middle = within(card.left + card.width / 2 - size.width / 2, page.width - size.width);
  const level = within(card.top + card.height / 2 - size.height / 2, page.height - size.height);
  const below = free[0].bottom + GAP;
  const above = (free[1] ?? card).top - size.height - GAP;
  const [right, left] = [card.right + GAP, card.left - size.width - GAP];
  const places = [[middle, above], [right, level], [right, below], [left, level], [left, below], [middle, card.bottom + GAP]];
  const fits = ([x, y]) => x >= 0 && y >= 0 && x + size.width <= page.width && y + size.height <= page.height;
  const covers = ([x, y]) => free.some((part) => x < part.right && x + size.width > part.left && y < part.bottom && y + size.height > part.top);
  const place = places.find((one) => fits(one) && !covers(one));
  return place ? { left: place[0], top: place[1] } : null;
}

// Cards are dragged from the hand onto the board (UX-4.3): the same as touching them, for whoever likes to. Mouse, pen and touch.
// Games may mark zones of the board as `data-loose`, whose cards can be dragged too.

import { pressed, ready, single, touchCard } from "./choice.js";
import { useLayoutEffect, useRef } from "./html.js";

const CARD = ":is(#hand, #board [data-loose=true]) .card[data-key]";
const AWAY = 7; // px after which it is no click any more

/**
 * @typedef {object} Load what somebody drags
 * @property {string[]} keys of the cards
 * @property {import("./choice.js").Staged} staged as if the cards had been touched
 * @property {import("./state.js").Option[]} options that these cards make; none while more are needed
 *
 * @param {import("./state.js").Prompt} prompt
 * @param {import("./choice.js").Staged} staged
 * @param {import("./choice.js").HandCard[]} hand
 * @param {string} key of the card that is dragged: what is staged comes with it, if that goes together
 * @returns {Load | {why: import("./state.js").Text}}
 */
export function carried(prompt, staged, hand, key) {
  const result = pressed(prompt, staged, hand).includes(key) ? { staged } : touchCard(prompt, staged, hand, key);
  if ("why" in result) return result;
  const keys = pressed(prompt, result.staged, hand);
  return { keys, staged: result.staged, options: single(prompt) ? ready(prompt, result.staged, hand) : [] };
}

/**
 * @param {Load} load
 * @param {string} [zone] where it was let go
 * @returns {import("./state.js").Option | undefined} what that plays: of several options the one that is about this zone
 */
export function played({ options }, zone) {
  const fitting = options.length > 1 ? options.filter(({ refs = [] }) => refs.includes(zone)) : options;
  return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * @param {object} deeds
 * @param {(key: string) => Load | null} deeds.carry what comes along with a card; null: it stays, and why has been said
 * @param {(load: Load, zone?: string) => void} deeds.drop it was let go on the board
 */
export function useDrag(deeds) {
  const latest = useRef(deeds);
  latest.current = deeds;
  useLayoutEffect(() => {
    let from = null; // where the pointer went down, on which card
    let hold = null; // what is being dragged
    let over = false; // a drag has just ended: its click is none

    const begin = (event) => {
      over = false;
      const card = event.isPrimary && event.button === 0 ? event.target.closest?.(CARD) : null;
      from = card && !hold ? { x: event.clientX, y: event.clientY, card, id: event.pointerId } : null;
    };
    const move = (event) => {
      if (hold && event.pointerId === hold.id) return follow(event);
      if (!from || event.pointerId !== from.id) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y].map(Math.abs);
      if (Math.hypot(x, y) < AWAY) return;
      if (event.pointerType !== "mouse" && x > y) return stop(); // sideways the hand scrolls
      lift(event);
    };
    const lift = (event) => {
      const { card, id } = from;
      from = null;
      over = true;
      const load = latest.current.carry(card.dataset.key);
      if (!load) return;
      const cards = load.keys.map((key) => document.querySelector(`:is(#hand, #board [data-loose=true]) [data-key="${CSS.escape(key)}"]`)).filter(Boolean);
      hold = { id, load, cards, ghost: ghostOf(cards), home: card.closest("#board [data-zone]") };
      for (const one of cards) one.dataset.dragged = "true";
      mark(load);
      follow(event);
    };
    const follow = ({ clientX, clientY }) => {
      hold.ghost.style.transform = `translate(${clientX}px, ${clientY}px)`;
      hold.target = targetAt(clientX, clientY, hold.home);
      document.getElementById("board").dataset.drop = hold.target ? "over" : "open";
      for (const zone of document.querySelectorAll("#board [data-zone][data-drop]")) {
        zone.dataset.drop = zone.dataset.zone === hold.target?.zone ? "over" : "open";
      }
    };
    const end = (event) => {
      if (hold && event.pointerId === hold.id) {
        const { load, home } = hold;
        const target = targetAt(event.clientX, event.clientY, home);
        stop();
        if (target) latest.current.drop(load, target.zone);
      }
      from = null;
    };
    const stop = () => {
      from = null;
      if (!hold) return;
      hold.ghost.remove();
      for (const one of hold.cards) delete one.dataset.dragged;
      for (const one of document.querySelectorAll("[data-drop]")) delete one.dataset.drop;
      hold = null;
    };
    const onkeydown = (event) => {
      if (!hold || event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      stop();
    };
    const onclick = (event) => {
      if (!over || !event.detail) return;
      over = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const ontouchmove = (event) => hold && event.preventDefault();
    const heard = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: stop, keydown: onkeydown, click: onclick, dragstart: stop };
    for (const [kind, hear] of Object.entries(heard)) document.addEventListener(kind, hear, true);
    document.addEventListener("touchmove", ontouchmove, { passive: false });
    return () => {
      stop();
      for (const [kind, hear] of Object.entries(heard)) document.removeEventListener(kind, hear, true);
      document.removeEventListener("touchmove", ontouchmove);
    };
  }, []);
}

/** Where it may be let go: on the board, and best on what the options are about. */
function mark({ options }) {
  const refs = new Set(options.flatMap((option) => option.refs ?? []));
  document.getElementById("board").dataset.drop = "open";
  for (const zone of document.querySelectorAll("#board [data-zone]")) if (refs.has(zone.dataset.zone)) zone.dataset.drop = "open";
}

/** @returns {{zone?: string} | undefined} the board there, and the zone of it; none where the card comes from */
function targetAt(x, y, home) {
  const element = document.elementFromPoint(x, y);
  if (!element?.closest("#board") || home?.contains(element)) return undefined;
  return { zone: element.closest("[data-zone]")?.dataset.zone };
}

/** What follows the pointer: the cards as they look. */
function ghostOf(cards) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(...cards.map(likeness));
  document.getElementById("table").after(ghost);
  return ghost;
}

/**
 * A card as it looks, to fly or to be dragged over the board: nobody reads it and nothing can be done with it.
 * @param {HTMLElement} card of the page
 * @returns {HTMLElement}
 */
export function likeness(card) {
  const copy = document.createElement("div");
  copy.className = card.className;
  for (const part of card.children) if (!part.matches(".sr")) copy.append(part.cloneNode(true));
  return copy;
}

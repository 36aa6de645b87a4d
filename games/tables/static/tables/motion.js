// Cards fly from where they were to where they go (UX-4.5, UX-7.6). The board already shows the truth; this only flies over it,
// takes no input and can be left out at any moment.

import { score, stepOf } from "./flights.js";
import { likeness } from "./drag.js";
import { isKnown, recall } from "./memory.js";

const EASE = "cubic-bezier(.3, .9, .3, 1)";
const HURRY = 4; // how much faster what is playing ends when more has come
const GLIDE = 200; // ms in which cards make room
const [CARD_WIDTH, CARD_HEIGHT] = [64, 90];
const FADE = 180; // ms, instead of a flight where the system wants less motion
const SHARE = 0.7; // of a step in which one card flies: cards of the same step follow each other

/** The speeds there are. */
export const SPEEDS = ["off", "fast", "normal", "slow"];

/** @returns {string} how fast this user wants to see cards move: as set for the whole site, else as this browser remembers */
export function speed() {
  const set = document.documentElement.dataset.motion;
  const chosen = isKnown() ? set : recall("motion", set);
  return SPEEDS.includes(chosen) ? chosen : "normal";
}

/** Plays what events tell over the board of this page. */
export class Motion {
  /** @param {HTMLElement} board the element in which everything lies that moves */
  constructor(board) {
    this.board = board;
    this.layer = document.createElement("div");
    this.layer.className = "flights";
    this.layer.setAttribute("aria-hidden", "true");
    board.after(this.layer);
    this.playing = new Set();
    this.covers = new Set(); // what hides cards that are still in the air
    this.less = matchMedia("(prefers-reduced-motion: reduce)");
    this.less.addEventListener("change", () => this.skip());
  }

  /** @returns {boolean} whether cards fly */
  get busy() {
    return this.layer.childElementCount > 0;
  }

  /** Everything lies where it belongs, at once. */
  skip() {
    for (const animation of [...this.playing]) animation.finish();
  }

  /**
   * To be called before the page shows what has happened; what is returned, after it does.
   * @param {{e: string, v: number, args: any}[]} events
   * @param {{view: any, asked: boolean}} next what the page will show; `asked`: this viewer is to answer something, so that all
   *   lies open at once and is only flown over
   * @param {any} view what it shows now
   * @param {(v: number) => void} [onAction] told of each action as it begins, and of -1 at the end
   * @returns {() => void}
   */
  prepare(events, next, view, onAction = () => {}) {
    const pace = speed();
    const actions = pace === "off" || document.hidden || !view || !next.view ? [] : score(events, view.zones ?? {});
    if (!actions.length) return () => onAction(-1);
    const before = measure(this.board, view.zones);
    if (this.less.matches) return () => this.fade(before, onAction);
    for (const { flights } of actions) for (const flight of flights) flight.from = before.source(flight);
    return () => this.start(actions, pace, before, next, onAction);
  }

  start(actions, pace, before, { view, asked }, onAction) {
    let at = this.hurry();
    if (asked) for (const cover of [...this.covers]) cover.finish();
    this.board.dataset.flies = "";
    this.settle(before);
    const after = measure(this.board, view.zones);
    for (const action of actions) {
      const step = stepOf(action, pace);
      for (const flight of action.flights) this.fly(flight, action, { at, step, after, asked });
      for (const flip of action.flips) this.flip(flip, { at, step, after });
      this.tell(at, () => onAction(action.v));
      at += action.steps * step;
    }
    this.tell(at, () => onAction(-1));
  }

  /** What is playing gets faster; returns how long it still takes. */
  hurry() {
    const left = [...this.playing].map((animation) => {
      animation.updatePlaybackRate(HURRY);
      return (animation.effect.getComputedTiming().endTime - (animation.currentTime ?? 0)) / HURRY;
    });
    return Math.max(0, ...left);
  }

  /** Cards that only make room for others glide to their new places. */
  settle(before) {
    for (const [key, { rect }] of before.keyed) {
      const card = this.board.querySelector(`[data-zone] [data-key="${CSS.escape(key)}"]`);
      if (!card) continue;
      const now = card.getBoundingClientRect();
      const [x, y] = [rect.left - now.left, rect.top - now.top];
      if (Math.hypot(x, y) > 1) this.play(card, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: GLIDE, easing: EASE });
    }
  }

  /** One card goes its way, step by step, and lies still between the steps. */
  fly({ c, path, from }, action, { at, step, after, asked }) {
    const last = path.at(-1);
    const target = after.place(last.zone, c);
    const places = [from?.rect, ...path.slice(1, -1).map(({ zone }) => after.spot(zone)), target?.rect];
    if (places.some((rect) => !rect)) return;
    const together = action.flights.filter(({ path: other }) => other.at(-1).step === last.step);
    const lag = ((1 - SHARE) * step * together.findIndex(({ path: other }) => other === path)) / together.length;
    const end = at + (last.step + 1) * step;
    const frames = [];
    const add = (time, place, opacity) => frames.push({ offset: time / end, transform: over(places[place], target.rect), opacity, easing: EASE });
    add(0, 0, from.open ? 1 : 0);
    path.slice(1).forEach(({ step: n }, leg) => {
      const begins = at + n * step + lag;
      if (!leg && !from.open && begins > 0) add(begins, 0, 0);
      add(begins, leg, 1);
      add(begins + step * SHARE, leg + 1, 1);
    });
    add(end, places.length - 1, 1);
    const flier = target.node ? likeness(target.node) : from.node;
    for (const side of ["left", "top", "width"]) flier.style[side] = `${target.rect[side]}px`;
    this.layer.append(flier);
    this.play(flier, frames, { duration: end }, () => flier.remove());
    if (!target.node || !target.alone || asked) return;
    const cover = this.play(target.node, [{ opacity: 0 }, { opacity: 0 }], { duration: end }, () => this.covers.delete(cover));
    this.covers.add(cover);
  }

  /** Cards that are turned over turn. */
  flip({ zone, cards, step: n }, { at, step, after }) {
    for (const c of cards) {
      const { node } = after.place(zone, c) ?? {};
      if (node) this.play(node, [{ transform: "rotateY(90deg)" }, { transform: "none" }], { delay: at + n * step, duration: step, easing: EASE });
    }
  }

  /** Less motion: what is new fades in, and the ring of what is new says where. */
  fade(before, onAction) {
    for (const [key, { node }] of measure(this.board, {}).keyed) {
      if (!before.keyed.has(key)) this.play(node, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
    }
    onAction(-1);
  }

  tell(wait, call) {
    if (wait) this.play(this.layer, [{ opacity: 1 }, { opacity: 1 }], { duration: wait }, call);
    else call();
  }

  play(node, frames, timing, done = () => {}) {
    const animation = node.animate(frames, timing);
    const end = () => this.playing.delete(animation) && done();
    this.playing.add(animation);
    animation.addEventListener("finish", end);
    animation.addEventListener("cancel", end);
    return animation;
  }
}

/** Where everything lies on the page. */
function measure(board, zones) {
  const keyed = new Map();
  const used = new Set();
  for (const node of board.querySelectorAll("[data-zone] .card[data-key]")) keyed.set(node.dataset.key, { node, rect: node.getBoundingClientRect() });
  const pile = (zone) => board.querySelector(`[data-zone="${CSS.escape(zone ?? "")}"]`);

  /** A zone as a whole: its face-down cards, else the place for cards, else whoever it belongs to. */
  const spot = (zone) => {
    const box = pile(zone);
    if (!box) return middle(board.querySelector(`[data-seat="${zones[zone]?.owner}"]`));
    return box.querySelector(".backs .back:last-child")?.getBoundingClientRect() ?? middle(box.querySelector(".pile__cards, .slot-empty") ?? box);
  };

  /** A card there, each of several in turn; `alone`: it is no heap of copies. */
  const place = (zone, c) => {
    const all = c ? [...(pile(zone)?.querySelectorAll(`.card[data-card="${CSS.escape(c)}"]`) ?? [])] : [];
    const node = all.find((one) => one.dataset.fresh && !used.has(one)) ?? all.find((one) => !used.has(one)) ?? all.at(-1);
    used.add(node);
    const rect = node ? node.getBoundingClientRect() : spot(zone);
    return rect && { rect, node, alone: Boolean(node?.dataset.fresh) && !node.matches(".card--chip") };
  };

  /** Where a card flies from, and what it looks like there. */
  const source = ({ c, path }) => {
    const found = place(path[0].zone, c);
    return found && { rect: found.rect, open: Boolean(found.node), node: found.node ? likeness(found.node) : back(pile(path[0].zone)) };
  };
  return { keyed, spot, place, source };
}

/** A place for a card in the middle of something. */
function middle(box) {
  if (!box) return undefined;
  const { left, top, width, height } = box.getBoundingClientRect();
  return new DOMRect(left + (width - CARD_WIDTH) / 2, top + (height - CARD_HEIGHT) / 2, CARD_WIDTH, CARD_HEIGHT);
}

/** The other side of a card, as it looks there. */
function back(box) {
  const drawn = (box ?? document).querySelector(".back")?.cloneNode(true);
  return drawn ?? Object.assign(document.createElement("i"), { className: "back" });
}

/** How something that lies at `home` is drawn at `place`. */
function over(place, home) {
  const x = place.left + place.width / 2 - home.left - home.width / 2;
  const y = place.top + place.height / 2 - home.top - home.height / 2;
  const scale = Math.sqrt((place.width * place.height) / (home.width * home.height || 1));
  return `translate(${x}px, ${y}px) scale(${Math.min(2, Math.max(0.4, scale))})`;
}

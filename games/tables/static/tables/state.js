// What this page knows of the table: folds what the server sends into one state (PRO section 5). Pure.

import { check } from "./check.js";
import { changes } from "./changes.js";

/**
 * @typedef {{key: string, args?: Record<string, any>}} Text named, to be said by `Words`
 * @typedef {{c: string, k?: number}} Card
 * @typedef {object} Zone
 * @property {string} name
 * @property {number} count
 * @property {string} visibility
 * @property {string} order
 * @property {number} [owner]
 * @property {Card[]} [cards]
 * @property {Card} [top]
 * @property {string} [back] of all cards that lie face down
 * @property {(string | number)[]} [backs] where they have several: of each
 *
 * @typedef {object} Option
 * @property {string} id
 * @property {Text} label
 * @property {"primary" | "normal" | "pass" | "danger"} role
 * @property {boolean} [confirm] asks once more
 * @property {string[]} [cards] the multiset of card ids it uses
 * @property {string[]} [refs] zones and seats it is about
 * @property {Record<string, any>} [effect] what it would do, as far as everybody may know
 *
 * @typedef {object} Prompt
 * @property {string} id
 * @property {number} issued
 * @property {string} kind
 * @property {Text} text
 * @property {Option[]} options
 * @property {{min: number, max: number, ordered: boolean}} pick
 * @property {boolean} secret
 * @property {"own" | "window" | "common"} clock whose time the answer takes
 * @property {string[]} [answer] the sealed answer, as long as it can be replaced
 * @property {string} [stop] the class of the window, in games that have some
 * @property {{of: string, why: Text}[]} [why_not] why cards of my hand, by their ids, and what lies in zones, by theirs, cannot be used now
 * @property {boolean} [urgent] whether it is about an attack or about something of this viewer's
 *
 * @typedef {{v: number, by?: number, by_clock?: boolean, auto?: boolean, e?: string, key: string, args: Record<string, any>}} Line of the log
 *
 * @typedef {{seat: number, left_ms: number, running: boolean, window_ms?: number, deadline?: string}} SeatClock
 *
 * @typedef {object} State
 * @property {number} v the version shown; -1 before the first message
 * @property {number} epoch
 * @property {number | "spectator"} viewer
 * @property {number} near the seat from which this page looks at the table; set by the page itself
 * @property {any} table game, options, status, seats, outcome
 * @property {{zones: Record<string, Zone>, seats: Record<string, any>[]} | null} view null before the game begins
 * @property {Prompt[]} prompts of this viewer
 * @property {{seat: number, kind: string}[]} waiting whom everybody waits for
 * @property {{allowed: boolean, why?: Text}} undo
 * @property {Record<string, "answer" | "never" | "once" | "rest">} stops when this viewer wants to be asked, by kind of question or class of window, if not always
 * @property {Record<string, "always" | "answer" | "never">} usual how each class of windows is asked as long as nothing else is wished
 * @property {{when: string, card: string, targets: string[]}[]} [orders] what is played without asking this viewer, where that can be ordered
 * @property {{card: string, when: Record<string, string[]>, least: number, most: number}[]} [offers] what can be ordered: occasions with the targets for each
 * @property {{mode: string, seats: SeatClock[], at: number} | null} clocks as they were `at` that instant of `performance.now()`
 * @property {Line[]} log
 * @property {number} own version of the viewer's last own act that is in the log; -1 if none is
 * @property {{commit: string, secret?: string} | null} fairness
 * @property {import("./changes.js").Changes} changed by the last message
 */

/** @type {State} */
export const BLANK = {
  v: -1, epoch: 0, viewer: "spectator", near: 0, table: null, view: null, prompts: [], waiting: [], undo: { allowed: false }, stops: {}, usual: {}, clocks: null, log: [], own: -1,
  fairness: null, changed: changes(null, null, [], {}),
};

const LONGEST_LOG = 2000;
const NO_NEWS = { news: [], events: [], missed: [], needs: "" };

/**
 * Take in a `sync`, an `update` or a `clock`; what is not known is left aside (PRO-1.7).
 * @param {State} state
 * @param {{t: string, v?: number, d: any}} message
 * @param {number} now when it came, as `performance.now()` has it
 * @returns {{state: State, news: Line[], events: object[], missed: Line[], needs: "" | "missed" | "snapshot"}} `news`: new lines of the
 *   log; `events`: what happened; `missed`: lines of what happened while the connection was gone (UX-5.5); `needs`: what to ask the
 *   server for, because an update is missing or the view is not what it should be
 */
export function receive(state, message, now) {
  const { t, d } = message;
  if (t === "clock") return { ...NO_NEWS, state: { ...state, clocks: { ...d, at: now } } };
  if (t !== "sync" && t !== "update") return { ...NO_NEWS, state };
  const step = fold(state, message);
  if (t === "update" && step.state === state) return step; // too late, or too early
  return { ...step, state: { ...step.state, clocks: d.clocks ? { ...d.clocks, at: now } : null } };
}

function fold(state, message) {
  if (message.t === "update") return update(state, message.d);
  if (message.d.mode === "events") return updates({ ...state, epoch: message.d.epoch }, message.d.updates);
  const whole = snapshot(state, message);
  const known = state.v >= 0 && state.epoch === whole.epoch;
  return { ...NO_NEWS, state: whole, missed: known ? whole.log.filter(({ v }) => v > state.v) : [] };
}

/**
 * JSON Merge Patch (RFC 7396).
 * @param {any} target
 * @param {any} patch
 * @returns {any} a new value; the target stays as it was
 */
export function merge(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function updates(state, payloads) {
  const [news, events] = [[], []];
  for (const payload of payloads) {
    const step = update(state, payload);
    state = step.state;
    news.push(...step.news);
    events.push(...step.events);
    if (step.needs) return { state, news, events, missed: news, needs: step.needs };
  }
  return { state, news, events, missed: news, needs: "" };
}

function update(state, payload) {
  if (payload.v <= state.v) return { ...NO_NEWS, state };
  if (payload.from !== state.v) return { ...NO_NEWS, state, needs: "missed" };
  const view = payload.view ?? merge(state.view, payload.merge);
  const news = payload.events.filter((event) => event.log).map((event) => ({ ...event.log, by: event.by, by_clock: event.by_clock, e: event.e }));
  const acted = payload.events.filter((event) => event.by === state.viewer && !payload.auto?.some(({ v }) => v === event.v)).map((event) => event.v);
  const next = {
    ...state, view, v: payload.v, prompts: payload.prompts, waiting: payload.waiting_for, undo: payload.undo,
    ...preferred(payload),
    log: marked([...state.log, ...news], payload.auto).slice(-LONGEST_LOG), own: Math.max(state.own, ...acted),
    table: payload.table ?? state.table, fairness: payload.fairness ?? state.fairness,
    changed: changes(state.view, view, payload.events, state.changed),
  };
  const right = payload.view || check(view) === payload.check;
  return { state: next, news, events: payload.events, missed: [], needs: right ? "" : "snapshot" };
}

function preferred({ prefs: { stops = {}, usual = {}, orders, offers } = {} }) {
  return { stops, usual, orders, offers };
}

/** The log with what nobody was asked for marked as such; a pass, of which nothing else is told, has a line of its own (OMG-11.12). */
function marked(log, auto = []) {
  const silent = auto.filter(({ v }) => v > log[0]?.v && !log.some((line) => line.v === v));
  return [
    ...log.map((line) => (auto.some(({ v }) => v === line.v) ? { ...line, auto: true } : line)),
    ...silent.map(({ v, seat }) => ({ v, by: seat, e: "by_itself", key: "log.by_itself", args: { seat }, auto: true })),
  ].sort((one, other) => one.v - other.v);
}

/** Everything anew; lines of the log that the server no longer sends, and who acted, are kept from before. */
function snapshot(state, { v, d }) {
  const tail = d.log_tail ?? [];
  const known = d.epoch === state.epoch ? state.log : [];
  const actors = new Map(known.map((line) => [line.v, line]));
  const log = marked([
    ...known.filter((line) => tail.length && line.v < tail[0].v),
    ...tail.map((line) => ({ by: actors.get(line.v)?.by, ...line })),
  ], d.auto);
  const acted = log.filter((line) => line.by === d.viewer && !line.auto).map((line) => line.v);
  return {
    ...BLANK, v: v ?? 0, epoch: d.epoch, viewer: d.viewer, table: d.table, view: d.view ?? null, prompts: d.prompts ?? [],
    waiting: d.waiting_for ?? [], undo: d.undo ?? BLANK.undo, ...preferred(d), log, own: Math.max(-1, ...acted), fairness: d.fairness ?? null,
    changed: changes(null, null, [], {}),
  };
}

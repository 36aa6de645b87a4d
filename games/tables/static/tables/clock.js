// Clocks as they are shown (UX-4.10): they count down by themselves between two messages, and warn of the own one running out.

import { html, useEffect, useState } from "./html.js";
import { Icon } from "./icon.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below these a clock looks different, and the own one says so once. */
const WARNINGS = [30 * SECOND, 10 * SECOND];

/**
 * @typedef {object} Time of one seat at an instant
 * @property {number} ms left: for an answer in a window, else on the seat's own clock
 * @property {boolean} running
 * @property {boolean} open whether it is a window, which takes nobody's own time
 * @property {string} [deadline]
 */

/**
 * @param {import("./state.js").State} state
 * @param {number | string} seat
 * @param {number} now as `performance.now()` has it
 * @returns {Time | null} null for whoever is not timed
 */
export function timeOf({ clocks }, seat, now) {
  const clock = clocks?.seats.find((one) => one.seat === seat);
  if (!clock) return null;
  const open = clock.window_ms !== undefined;
  const running = open || clock.running;
  const left = open ? clock.window_ms : clock.left_ms;
  return { ms: running ? Math.max(0, left - (now - clocks.at)) : left, running, open, deadline: clock.deadline };
}

/**
 * @param {import("./state.js").State} state
 * @returns {boolean} whether a clock runs that has less than a minute left
 */
export function hurries(state) {
  const times = (state.clocks?.seats ?? []).map(({ seat }) => timeOf(state, seat, performance.now()));
  return times.some(({ ms, running }) => running && ms < MINUTE);
}

/**
 * `4:12`, `1:04:12`, `2 T 4 Std`.
 * @param {number} ms
 * @param {import("./words.js").Words} words
 * @returns {string}
 */
export function spell(ms, words) {
  const seconds = Math.ceil(ms / SECOND);
  if (ms >= DAY) return words.fill("ui.time_days", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/**
 * The clock of a seat. Screen readers may ask for it; it does not speak by itself.
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {number | string} props.seat
 * @param {boolean} [props.large] in the prompt bar, with the date of a deadline
 */
export function Clock({ state, words, seat, large }) {
  const [, tick] = useState(0);
  const time = timeOf(state, seat, performance.now());
  const left = time?.running ? time.ms % SECOND || SECOND : 0;
  useEffect(() => {
    if (!left) return undefined;
    const timer = setTimeout(() => tick((count) => count + 1), left);
    return () => clearTimeout(timer);
  });
  if (!time) return null;
  const shown = spell(time.ms, words);
  const level = time.running ? levelOf(time.ms) : "";
  const label = words.fill(time.open ? "ui.time_window" : "ui.time_left", { time: shown });
  return html`
    <span class=${large ? "clock" : "clock clock--s"} role="timer" aria-label=${label} data-running=${time.running} data-open=${time.open} data-level=${level}>
      <${Icon} name=${level ? "bell" : time.open ? "hand" : "timer"} /><span class="clock__time">${shown}</span>
      ${large && time.deadline && html`<span class="clock__date">${words.fill("ui.time_until", { date: dated(time.deadline) })}</span>`}
    </span>`;
}

/** Says once, as it happens, that the own time is nearly up. */
export class Warnings {
  /** @param {(key: string, urgent: boolean) => void} say */
  constructor(say) {
    this.say = say;
    this.timer = 0;
  }

  /**
   * @param {import("./state.js").State} state
   * @param {number} [said] the limit that was told last: a timer may be a little early
   */
  watch(state, said = Infinity) {
    clearTimeout(this.timer);
    const time = timeOf(state, state.viewer, performance.now());
    const waits = state.prompts.some((prompt) => !prompt.answer);
    const next = time?.running && waits ? WARNINGS.find((limit) => limit < Math.min(time.ms, said)) : undefined;
    if (next === undefined || time.ms - next > DAY) return;
    this.timer = setTimeout(() => {
      this.say(`ui.time_warning_${next / SECOND}`, next === WARNINGS.at(-1));
      this.watch(state, next);
    }, time.ms - next);
  }
}

function levelOf(ms) {
  if (ms > WARNINGS[0]) return "";
  return ms > WARNINGS[1] ? "low" : "last";
}

function dated(deadline) {
  const shape = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(document.documentElement.lang, shape).format(new Date(deadline));
}

// What has happened: the log (UX-4.6), and the strip with what the others did since my last move (UX-4.5).

import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";

const HEADINGS = ["turn_began", "phase_began"];
const STRIP = 3;
const AT_END = 24;

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {boolean} props.open as a sheet, where the page is narrow
 * @param {() => void} props.onClose
 */
export function Log({ state, words, open, onClose }) {
  const box = useRef(null);
  const follow = useRef(true);
  const last = state.log.length;
  const since = state.own >= 0 ? state.log.findIndex((line) => line.v > state.own) : -1;

  // Kept at the end, unless somebody is reading further up.
  useLayoutEffect(() => {
    if (follow.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last, open, state.own]);
  const onscroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    follow.current = scrollHeight - scrollTop - clientHeight < AT_END;
  };
  return html`
    <section class="side" id="side" aria-labelledby="log-h" data-open=${open}>
      <div class="side__head"><h2 id="log-h">${words.fill("ui.log")}</h2>
        <button type="button" class="btn btn--plain btn--icon btn--s side__close" aria-label=${words.fill("ui.log_close")}
          onclick=${onClose}><${Icon} name="close" /></button>
      </div>
      <div class="log" id="log" role="log" aria-live="off" aria-labelledby="log-h" tabindex="0" ref=${box} onscroll=${onscroll}>
        ${!last && html`<p class="soft">${words.fill("ui.log_empty")}</p>`}
        ${last > 0 && state.log[0].v > 0 && html`<p class="soft">${words.fill("ui.lines_skipped")}</p>`}
        <ol>
          ${state.log.map((line, n) => html`
            ${n === since && html`<li key="since" class="log__since">${words.fill("ui.log_since")}</li>`}
            <li key=${n} class=${lineClass(line, state)}>${words.say(line)}${line.by_clock && html` <${TimeOut} words=${words} />`}</li>`)}
        </ol>
      </div>
    </section>`;
}

/**
 * @param {{state: import("./state.js").State, words: import("./words.js").Words}} props
 */
export function LastMove({ state, words }) {
  const { lines, main } = recent(state);
  if (!main) return null;
  const cards = main.args.cards ?? [];
  return html`
    <section class="last" aria-labelledby="last-h">
      <h2 id="last-h">${words.fill(main.v > state.own && state.own >= 0 ? "ui.log_since" : "ui.last_move")}</h2>
      <p>${lines.map((line, n) => html`<span key=${`${line.v}.${n}`} class=${line === main ? "last__now" : ""}>${words.say(line)}</span> `)}</p>
      ${cards.length > 0 && html`<p class="last__cards" aria-hidden="true">${cards.map((card) => html`<span class="slip">${words.card(card)}</span>`)}</p>`}
    </section>`;
}

/** Marks what the clock did for somebody (UX-4.6). */
function TimeOut({ words }) {
  return html`<span class="log__clock"><${Icon} name="timer" />${words.fill("ui.by_clock")}</span>`;
}

/** The last action with what came of it, after what else has happened since my last move; `main` says what was done. */
function recent(state) {
  const told = state.log.filter((line) => !HEADINGS.includes(line.e));
  const v = told.at(-1)?.v;
  const action = told.filter((line) => line.v === v).slice(0, STRIP);
  const before = told.filter((line) => line.v < v && line.v > state.own && state.own >= 0);
  return { lines: [...before, ...action].slice(-STRIP), main: action[0] };
}

function lineClass(line, state) {
  return [HEADINGS.includes(line.e) && "log__turn", line.args.seat === state.viewer && "me"].filter(Boolean).join(" ");
}

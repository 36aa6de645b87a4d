// What has happened: the log (UX-4.6), and the strip with what the others did since my last move (UX-4.5).

import { Face, draws } from "./faces.js";
import { asText, concerns, depths, isHeading } from "./story.js";
import { copyText } from "./clipboard.js";
import { html, useLayoutEffect, useRef, useState } from "./html.js";
import { Icon } from "./icon.js";
import { useRoving } from "./focus.js";

const STRIP = 3;
const AT_END = 24;
const COPIED_FOR = 3_000;

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {boolean} props.open as a sheet, where the page is narrow
 * @param {() => void} props.onClose
 * @param {(card: string) => void} props.onZoom
 * @param {import("./past.js").Past} props.past
 * @param {(version: number) => void} props.onLook shows the board as it was
 */
export function Log({ state, words, open, onClose, onZoom, past, onLook }) {
  const box = useRef(null);
  const follow = useRef(true);
  const [whose, setWhose] = useState(-1);
  const [looked, look] = useState(-1); // which line somebody asks about
  const last = state.log.length;
  const depth = depths(state.log);
  const told = state.log.map((line, n) => ({ line, n, depth: depth[n] })).filter(({ line }) => whose < 0 || concerns(line, whose));
  const since = state.own >= 0 ? told.find(({ line }) => line.v > state.own) : undefined;
  const pieces = told.map(({ line }) => words.pieces(line));
  const stops = pieces.map((parts) => 1 + parts.filter((part) => typeof part !== "string").length);
  let all = 0;
  const first = stops.map((count) => (all += count) - count);
  const { props, tab } = useRoving(all, true);

  // Kept at the end, unless somebody is reading further up.
  useLayoutEffect(() => {
    if (follow.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last, open, state.own, whose]);
  const onscroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    follow.current = scrollHeight - scrollTop - clientHeight < AT_END;
  };
  return html`
    <section class="side" id="side" aria-labelledby="log-h" data-open=${open}>
      <div class="side__head"><h2 id="log-h">${words.fill("ui.log")}</h2>
        ${last > 0 && html`<${Filter} ...${{ state, words, whose }} onWhose=${setWhose} />`}
        ${last > 0 && html`<${Copy} words=${words} text=${() => asText(told.map(({ line }) => line), told.map((one) => one.depth), words)} />`}
        <button type="button" class="btn btn--plain btn--icon btn--s side__close" aria-label=${words.fill("ui.log_close")}
          onclick=${onClose}><${Icon} name="close" /></button>
      </div>
      <div class="log" id="log" role="log" aria-live="off" aria-labelledby="log-h" tabindex="0" ref=${box} onscroll=${onscroll}>
        ${!last && html`<p class="soft">${words.fill("ui.log_empty")}</p>`}
        ${last > 0 && state.log[0].v > 0 && html`<p class="soft">${words.fill("ui.lines_skipped")}</p>`}
        <ol ...${props}>
          ${told.map(({ line, n, depth: deep }, at) => html`
            ${line === since?.line && html`<li key="since" class="log__since">${words.fill("ui.log_since")}</li>`}
            <li key=${n} class=${lineClass(line, state)} data-depth=${deep || undefined} onclick=${(event) => event.target.closest("button") || look(looked === n ? -1 : n)}>
              <span>${said(pieces[at], first[at], { words, tab, onZoom, n })}${(line.by_clock || line.auto) && html` <${Mark} ...${{ line, words }} />`}</span>
              <button type="button" class="log__v num" data-key=${`v${n}`} tabindex=${tab(first[at] + stops[at] - 1)} aria-expanded=${looked === n}
                data-printed=${line.v} aria-label=${words.fill("ui.log_version", { version: line.v })} onclick=${() => look(looked === n ? -1 : n)}></button>
              ${looked === n && html`<span class="log__at" role="status">${words.fill("ui.log_at", { version: line.v, head: state.v })}
                ${past.has(line.v) && line.v < state.v && html` <button type="button" class="log__card" onclick=${() => onLook(line.v)}>${words.fill("ui.past_look")}</button>`}</span>`}
            </li>`)}
        </ol>
      </div>
    </section>`;
}

/** A sentence, in which cards can be looked at. */
function said(parts, at, { words, tab, onZoom, n }) {
  let stop = at;
  return parts.map((part, place) => (typeof part === "string" ? part : html`
    <button type="button" class="log__card" data-key=${`c${n}.${place}`} data-card=${part.c} lang=${words.foreign(part.c)} aria-haspopup="dialog"
      tabindex=${tab(stop++)} onclick=${() => onZoom(part.c)}>${words.card(part.c)}</button>`));
}

function Filter({ state, words, whose, onWhose }) {
  return html`
    <select class="log__whose" aria-label=${words.fill("ui.log_whose")} value=${String(whose)} onchange=${(event) => onWhose(Number(event.target.value))}>
      <option value="-1">${words.fill("ui.log_all")}</option>
      ${state.table.seats.map(({ seat }) => html`<option key=${seat} value=${String(seat)}>${words.name(seat)}</option>`)}
    </select>`;
}

function Copy({ words, text }) {
  const [done, setDone] = useState(0);
  useLayoutEffect(() => {
    const timer = done && setTimeout(() => setDone(0), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [done]);
  const onclick = async () => {
    await copyText(text());
    setDone(Date.now());
  };
  return html`
    <button type="button" class="btn btn--plain btn--s log__copy" onclick=${onclick}>${words.fill(done ? "ui.log_copied" : "ui.log_copy")}</button>
    <span class="sr" role="status">${done ? words.fill("ui.log_copied") : ""}</span>`;
}

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {boolean} [props.stays] also before anything has happened, so that nothing moves when it does (UX-6.5)
 */
export function LastMove({ state, words, stays }) {
  const { lines, main } = recent(state);
  if (!main) return stays && html`<section class="last" aria-labelledby="last-h"><h2 id="last-h">${words.fill("ui.last_move")}</h2><p>${words.fill("ui.log_empty")}</p></section>`;
  const cards = main.args.cards ?? [];
  return html`
    <section class="last" aria-labelledby="last-h">
      <h2 id="last-h">${words.fill(main.v > state.own && state.own >= 0 ? "ui.log_since" : "ui.last_move")}</h2>
      <p tabindex=${stays ? 0 : undefined}>${lines.map((line, n) => html`<span key=${`${line.v}.${n}`} class=${line === main ? "last__now" : ""}>${words.say(line)}</span> `)}</p>
      ${cards.length > 0 && html`<p class="last__cards" aria-hidden="true">${cards.map((card) => draws() ? html`<span class="card card--mini"><${Face} c=${card} words=${words} /></span>` : html`<span class="slip">${words.card(card)}</span>`)}</p>`}
    </section>`;
}

/** Marks what the clock did for somebody (UX-4.6), and what was done by itself. */
function Mark({ line, words }) {
  return html`<span class="log__clock">${line.by_clock && html`<${Icon} name="timer" />`}${words.fill(line.by_clock ? "ui.by_clock" : "ui.by_itself")}</span>`;
}

/** The last action with what came of it, after what else has happened since my last move; `main` says what was done. */
function recent(state) {
  const told = state.log.filter((line) => !isHeading(line) && line.e !== "by_itself");
  const v = told.at(-1)?.v;
  const action = told.filter((line) => line.v === v).slice(0, STRIP);
  const before = told.filter((line) => line.v < v && line.v > state.own && state.own >= 0);
  return { lines: [...before, ...action].slice(-STRIP), main: action[0] };
}

function lineClass(line, state) {
  return [isHeading(line) && "log__turn", line.args.seat === state.viewer && "me"].filter(Boolean).join(" ");
}

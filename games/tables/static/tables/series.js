// Several games that count as one (RNK-5): which of them this is, how they stand together, the pause, and the way to the others.

import { html, useEffect, useState } from "./html.js";
import { spell } from "./clock.js";

const SECOND = 1000;

/** When the end of a pause was told, as `performance.now()` has it. */
const told = new WeakMap();

/**
 * @param {string} table the id of a table
 * @returns {string} its address
 */
function address(table) {
  return new URL(`../${table}/`, location.href).pathname;
}

/**
 * @param {import("./state.js").State} state
 * @returns {string} the address of the game that is to be played after this one; empty if there is none
 */
export function onward({ table }) {
  const { series } = table ?? {};
  const next = series?.games.slice(series.number).find((game) => game.table);
  return next && !series.over ? address(next.table) : "";
}

/**
 * @param {import("./state.js").State} before
 * @param {import("./state.js").State} after
 * @returns {boolean} whether the next game has begun under the eyes of somebody who plays in it
 */
export function goesOn(before, after) {
  return before.table?.series?.pause !== undefined && after.viewer !== "spectator" && onward(before) === "" && onward(after) !== "";
}

/**
 * Says that this user is ready for the next game.
 * @param {number | undefined} starter the side that is to begin, from whoever may choose
 * @returns {Promise<string>} why it could not be said; empty if it could
 */
export async function sendReady(starter) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams(starter === undefined ? {} : { starter: String(starter) });
  const headers = { "X-CSRFToken": token, Accept: "application/json" };
  const answer = await fetch(`${location.pathname}weiter/`, { method: "POST", headers, body });
  return answer.ok ? "" : (await answer.json()).detail ?? "";
}

/**
 * The way to the next game, for those who play and those who watch.
 * @param {{state: import("./state.js").State, words: import("./words.js").Words}} props
 */
export function Onward({ state, words }) {
  const to = onward(state);
  const own = state.viewer === "spectator" ? "ui.series_watch" : "ui.series_go";
  return to && html`<a class="btn btn--main" href=${to}>${words.fill(named(own, state.table.series))}</a>`;
}

/**
 * The button by which whoever plays is ready for the next game; two where they may choose who begins.
 * @param {{state: import("./state.js").State, words: import("./words.js").Words, onReady: (starter?: number) => void}} props
 */
export function Ready({ state, words, onReady }) {
  const { sides, pause } = state.table.series ?? {};
  if (!pause?.seats.includes(state.viewer)) return null;
  if (pause.ready.includes(state.viewer)) return html`<p class="soft">${words.fill("ui.series_ready_you")}</p>`;
  const button = (key, starter) => html`
    <button type="button" key=${key} class="btn btn--main" onclick=${(event) => event.detail > 1 || onReady(starter)}>${words.fill(key)}</button>`;
  if (!pause.chooser?.includes(state.viewer)) return button("ui.series_ready");
  const own = sides.findIndex((side) => side.includes(state.viewer));
  return [button("ui.series_ready_first", own), button("ui.series_ready_second", 1 - own)];
}

/**
 * All games of the series with what they were worth, the sums, and what decides if they are level.
 * @param {{state: import("./state.js").State, words: import("./words.js").Words}} props
 */
export function Series({ state, words }) {
  const { series } = state.table;
  if (!series) return null;
  const games = Array.from({ length: series.over ? series.games.length : Math.max(series.of, series.games.length) }, (_, n) => series.games[n] ?? {});
  return html`
    <h3 id="series-h">${heading(series, words)}</h3>
    <p role="status">${sentence(series, words)}</p>
    ${series.pause && html`<${Pause} pause=${series.pause} words=${words} />`}
    <div class="table-wrap">
      <table class="table" aria-labelledby="series-h">
        <thead><tr>
          <th scope="col">${words.fill("ui.player")}</th>
          ${games.map(({ table }, n) => html`<th scope="col" class="r">${table && n + 1 !== series.number ? html`<a href=${address(table)}>${name(series, n, words)}</a>` : name(series, n, words)}</th>`)}
          <th scope="col" class="r">${words.fill(sum(series))}</th>
        </tr></thead>
        <tbody>
          ${series.sides.map((seats, side) => html`
            <tr key=${side} class=${seats.includes(state.viewer) ? "is-me" : ""}>
              <th scope="row">${words.joined(seats.map((seat) => words.name(seat)))}</th>
              ${games.map(({ points }) => html`<td class="r">${points ? shown(points[side], series) : "\u2013"}</td>`)}
              <td class="r"><b>${shown(series.totals[side], series)}</b></td>
            </tr>`)}
        </tbody>
      </table>
    </div>
    ${!series.over && html`<p class="small soft">${words.fill("ui.series_ties", { ties: words.joined(series.ties.map((tie) => words.fill(`ui.series_tie_${tie}`))) })}</p>`}`;
}

/**
 * Who is missing for the next game, and how long it waits.
 * @param {{pause: Record<string, any>, words: import("./words.js").Words}} props
 */
function Pause({ pause, words }) {
  const [, tick] = useState(0);
  if (!told.has(pause)) told.set(pause, performance.now());
  const left = pause.left_ms === undefined ? undefined : Math.max(0, pause.left_ms - (performance.now() - told.get(pause)));
  useEffect(() => {
    if (!left) return undefined;
    const timer = setTimeout(() => tick((count) => count + 1), left % SECOND || SECOND);
    return () => clearTimeout(timer);
  });
  const missing = pause.seats.filter((seat) => !pause.ready.includes(seat));
  return html`
    <p role="status">
      ${words.fill("ui.series_pause")}
      ${" "}${words.fill("ui.series_missing", { seats: missing, count: missing.length })}
      ${pause.chooser && ` ${words.fill("ui.series_chooser", { seats: pause.chooser, count: pause.chooser.length })}`}
    </p>
    ${left !== undefined && html`<p role="timer">${words.fill("ui.series_pause_left", { time: spell(left, words) })}</p>`}`;
}

/** What the series is called. */
function heading({ kind, of }, words) {
  return words.fill(kind === "return_match" ? "ui.series" : `ui.series_${kind}`, { n: of });
}

/** What a game is called: those that a tie policy asked for are counted for themselves. */
function name({ kind, games }, n, words) {
  const purpose = games[n]?.purpose ?? "game";
  if (purpose === "game" && kind === "return_match") return words.fill(n ? "ui.series_second" : "ui.series_first");
  const count = purpose === "game" ? n + 1 : games.slice(0, n + 1).filter((game) => game.purpose === purpose).length;
  return words.fill(`ui.series_${purpose}`, { n: count });
}

function sum({ kind, halves }) {
  if (kind === "best_of" || kind === "single") return "ui.series_wins";
  return halves ? "ui.score" : "ui.series_sum";
}

function shown(points, { halves }) {
  if (!halves) return points;
  return `${points > 1 || points === 0 ? Math.floor(points / 2) : ""}${points % 2 ? "\u00bd" : ""}`;
}

/** A text that a return match has words of its own for. */
function named(key, { kind }) {
  return kind === "return_match" ? key : `${key}_on`;
}

/**
 * @param {import("./state.js").State} state
 * @param {import("./words.js").Words} words
 * @returns {string} what came of a series of several games that is over; empty for all else
 */
export function verdict({ table: { series } }, words) {
  return series?.over && series.games.length > 1 ? sentence(series, words) : "";
}

function sentence(series, words) {
  const { over, winner, reason, games, number, sides, pause } = series;
  if (over && reason === "closed") return words.fill(named("ui.series_closed", series));
  if (over && reason === "double_forfeit") return words.fill("ui.series_nobody");
  if (over && winner === undefined) return words.fill(named("ui.series_drawn", series));
  if (over) return won(series, { seats: sides[winner], count: sides[winner].length }, words);
  if (pause) return "";
  return words.fill(named(games.length > number ? "ui.series_begun" : "ui.series_waits", series));
}

function won(series, who, words) {
  const own = `ui.series_won_${series.reason}`;
  if (series.kind === "return_match" && words.has(own)) return words.fill(own, who);
  const by = `ui.series_by_${series.reason}`;
  return [words.fill(named("ui.series_won", series), who), words.has(by) && words.fill(by)].filter(Boolean).join(" ");
}

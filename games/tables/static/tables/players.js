// Who sits at the table (UX-4.7): name, whether bot or guest, whose turn it is, and the public numbers of each.

import { Clock } from "./clock.js";
import { Facts } from "./facts.js";
import { html } from "./html.js";
import { Icon } from "./icon.js";
import { Presence, Viewers } from "./presence.js";

const MANY = 3;

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {import("./presence.js").Around} props.around
 */
export function Players({ state, words, around }) {
  return html`
    <section class="players" id="players" aria-labelledby="players-h" data-many=${state.table.seats.length > MANY}>
      <h2 id="players-h">${words.fill("ui.players")}</h2>
      <div class="players__strip" role="group" aria-labelledby="players-h" tabindex="0"><ul>
        ${state.table.seats.map(({ seat }) => html`
          <li key=${seat} class="player" data-seat=${seat} data-turn=${isAsked(state, seat)} data-me=${seat === state.viewer}><${Player} ...${{ state, words, around, seat }} /></li>`)}
      </ul>
      <${Viewers} around=${around} words=${words} />
      ${state.view && html`<${Facts} view=${state.view} words=${words} />`}</div>
    </section>`;
}

/**
 * One player: who it is and where they are, their clock and their numbers.
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {import("./presence.js").Around} props.around
 * @param {number} props.seat
 * @param {string[]} [props.numbers] which of them are shown; left out: all
 */
export function Player({ state, words, around, seat, numbers }) {
  const rows = state.view?.seats ?? [];
  const shown = words.sorted("fact", informative(rows)).filter((name) => !numbers || numbers.includes(name));
  const { kind, left } = state.table.seats[seat];
  return html`
    <span class="avatar" aria-hidden="true">${initials(words.name(seat))}</span>
    <div class="player__who">
      <h3 class="player__name" id=${`player-${seat}`}>${words.name(seat)}</h3>
      <p class="player__meta">${meta(state, seat, kind, left, words)}</p>
      ${kind !== "bot" && seat !== state.viewer && html`<p class="player__meta"><${Presence} one=${around.seats[seat]} words=${words} /></p>`}
    </div>
    <${Clock} ...${{ state, words, seat }} />
    <dl class="counters">
      ${shown.map((name) => html`
        <div class="counter" data-word=${typeof rows[seat]?.[name] === "string"}><dt>${words.fill(`fact.${name}`)}</dt><dd class="num">${words.value(name, rows[seat]?.[name])}</dd></div>`)}
    </dl>`;
}

/**
 * @param {import("./state.js").State} state
 * @param {number} seat
 * @returns {boolean} whether everybody waits for this seat
 */
export function isAsked(state, seat) {
  return state.waiting.some((one) => one.seat === seat);
}

/** Numbers always; words only where the players differ in them. */
export function informative(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const plain = names.filter((name) => rows.every((row) => typeof row[name] !== "object"));
  return plain.filter((name) => rows.some((row) => typeof row[name] === "number") || new Set(rows.map((row) => row[name])).size > 1);
}

function meta(state, seat, kind, left, words) {
  const turn = isAsked(state, seat);
  const parts = [
    seat === state.viewer && words.fill("ui.you"),
    kind === "bot" && words.fill("ui.bot"),
    kind === "guest" && words.fill("ui.guest"),
    left && words.fill(`left.${left}`),
    turn && html`<b class="player__turn"><${Icon} name="hand" />${words.fill("ui.turn")}</b>`,
  ].filter(Boolean);
  return parts.map((part, n) => (n ? [", ", part] : part));
}

function initials(name) {
  return name.split(" ").at(-1).slice(0, 2).toUpperCase();
}

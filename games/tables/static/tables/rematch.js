// Playing again with the same people (UX-4.15): who wishes it, who is still missing, and the way there.

import { html } from "./html.js";

/**
 * @param {import("./state.js").State} state
 * @returns {string} the address of the rematch; empty as long as there is none
 */
export function address({ table }) {
  return table?.rematch?.table ? new URL(`../${table.rematch.table}/`, location.href).pathname : "";
}

/**
 * @param {import("./state.js").State} before
 * @param {import("./state.js").State} after
 * @returns {boolean} whether a rematch of this viewer has begun under their eyes
 */
export function begins(before, after) {
  const { votes = [] } = after.table?.rematch ?? {};
  return before.table?.status === "finished" && !address(before) && address(after) !== "" && votes.includes(after.viewer);
}

/**
 * The button at the end of a game: wishes a rematch, takes the wish back, or leads there.
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {(agree: boolean) => void} props.onVote
 * @param {boolean} props.main whether nothing else is more likely to come next
 */
export function Again({ state, words, onVote, main }) {
  const { rematch } = state.table;
  if (!rematch) return null;
  if (rematch.table) return html`<a class="btn btn--main" href=${address(state)}>${words.fill("ui.rematch_go")}</a>`;
  if (!rematch.seats.includes(state.viewer)) return null;
  const wished = rematch.votes.includes(state.viewer);
  return html`
    <button type="button" key="again" class=${`btn again ${wished || !main ? "" : "btn--main"}`} onclick=${(event) => event.detail > 1 || onVote(!wished)}>
      ${words.fill(wished ? "ui.rematch_not" : "ui.rematch")}
    </button>`;
}

/**
 * Who wishes it and who is missing, said as it changes.
 * @param {{state: import("./state.js").State, words: import("./words.js").Words}} props
 */
export function Wishes({ state, words }) {
  return html`<p class="wishes" role="status">${sentence(state.table.rematch, words)}</p>`;
}

function sentence(rematch, words) {
  if (!rematch) return "";
  const { seats, votes, table } = rematch;
  if (table) return words.fill("ui.rematch_begun");
  if (!votes.length) return "";
  const missing = seats.filter((seat) => !votes.includes(seat));
  return [
    words.fill("ui.rematch_wish", { seats: votes, count: votes.length }),
    words.fill("ui.rematch_missing", { seats: missing, count: missing.length }),
  ].join(" ");
}

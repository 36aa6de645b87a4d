// The end of a game (UX-4.15): ranks, scores and their parts, the reason, and what proves that the deal was fair (PRO-9.1).

import { Wishes } from "./rematch.js";
import { html } from "./html.js";
import { Series } from "./series.js";

/**
 * @param {{ranks: number[]}} outcome
 * @returns {number[]} the seats that share first place
 */
export function winners(outcome) {
  return outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
}

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state of a game that is over
 * @param {import("./words.js").Words} props.words
 */
export function Result({ state, words }) {
  const { viewer, fairness, table: { outcome, ratings } } = state;
  const seats = outcome.ranks.map((_, seat) => seat).sort((one, other) => outcome.ranks[one] - outcome.ranks[other]);
  const parts = columns(outcome, words);
  return html`
    <section class="result panel" aria-labelledby="result-h">
      <h2 id="result-h" tabindex="-1">${words.fill("ui.result")}</h2>
      <p>${reason(state, words)}</p>
      <${Wishes} ...${{ state, words }} />
      <div class="table-wrap">
        <table class="table">
          <thead><tr>
            <th scope="col" class="r">${words.fill("ui.rank")}</th><th scope="col">${words.fill("ui.player")}</th>
            ${outcome.scores?.length > 0 && html`<th scope="col" class="r">${words.fill("ui.score")}</th>`}
            ${parts.map((part) => html`<th scope="col" class="r">${words.fill(`fact.${part}`)}</th>`)}
            ${ratings && html`<th scope="col" class="r">${words.fill("ui.rating")}</th>`}
          </tr></thead>
          <tbody>
            ${seats.map((seat) => html`
              <tr key=${seat} class=${seat === viewer ? "is-me" : ""}>
                <td class="r">${outcome.ranks[seat]}.</td><th scope="row">${words.name(seat)}</th>
                ${outcome.scores?.length > 0 && html`<td class="r">${words.value("score", outcome.scores[seat])}</td>`}
                ${parts.map((part) => html`<td class="r">${words.value(part, outcome.extra[seat][part])}</td>`)}
                ${ratings && html`<td class="r nowrap">${rating(ratings.find((one) => one.seat === seat))}</td>`}
              </tr>`)}
          </tbody>
        </table>
      </div>
      <${Series} ...${{ state, words }} />
      ${fairness?.secret && html`
        <details class="fair">
          <summary>${words.fill("ui.fair")}</summary>
          <p>${words.fill("ui.fair_text")}</p>
          <p class="fair__hex">${words.fill("ui.fair_commit", { commit: fairness.commit })}</p>
          <p class="fair__hex">${words.fill("ui.fair_secret", { secret: fairness.secret })}</p>
        </details>`}
    </section>`;
}

/** A rating after the game, with what it has changed (UX-4.15). */
function rating(one) {
  if (!one) return "";
  const change = one.change > 0 ? `+${one.change}` : one.change < 0 ? `−${-one.change}` : "±0";
  return `${one.points}${one.provisional ? "?" : ""} (${change})`;
}

/** The sentence that ended the game; where it is not at hand, the bare reason. */
function reason({ log, table }, words) {
  const line = log.findLast(({ e }) => e === "game_ended");
  return line ? words.say(line) : words.fill(`reason.${table.outcome.reason}`);
}

/** The game's own counters that have a name in words and say more than the score does. */
function columns({ extra = [], scores = [] }, words) {
  const names = [...new Set(extra.flatMap((row) => Object.keys(row)))];
  return names.filter((name) => words.has(`fact.${name}`) && !extra.every((row, seat) => row[name] === scores[seat]));
}

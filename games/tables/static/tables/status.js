// How things stand, in a sentence for each player, for whoever asks by a key (UX-8.3).

import { informative } from "./players.js";
import { spell, timeOf } from "./clock.js";

/**
 * @param {import("./state.js").State} state
 * @param {import("./words.js").Words} words
 * @returns {string} the public numbers of all players
 */
export function scores({ view, table }, words) {
  const rows = view?.seats ?? [];
  const names = words.sorted("fact", informative(rows));
  const told = table.seats.filter(({ seat }) => rows[seat]).map(({ seat }) => {
    const facts = names.map((name) => `${words.fill(`fact.${name}`)} ${words.value(name, rows[seat][name])}`);
    return `${words.name(seat)}: ${facts.join(", ")}.`;
  });
  return told.join(" ") || words.fill("ui.no_scores");
}

/**
 * @param {import("./state.js").State} state
 * @param {import("./words.js").Words} words
 * @returns {string} how much time everybody has left
 */
export function times(state, words) {
  const now = performance.now();
  const told = state.table.seats.map(({ seat }) => [seat, timeOf(state, seat, now)]).filter(([, time]) => time);
  return told.map(([seat, time]) => `${words.name(seat)}: ${words.fill("ui.time_left", { time: spell(time.ms, words) })}.`).join(" ") || words.fill("ui.no_clock");
}

/**
 * @param {{c: string}[]} hand
 * @param {import("./words.js").Words} words
 * @returns {string} my cards, copies counted
 */
export function cardsInHand(hand, words) {
  const counts = new Map();
  for (const { c } of hand) counts.set(c, (counts.get(c) ?? 0) + 1);
  const named = [...counts].map(([c, count]) => (count > 1 ? `${words.card(c)} ${words.fill("ui.copies", { count })}` : words.card(c)));
  return `${words.fill("ui.my_hand")}: ${named.length ? words.joined(named) : words.fill("ui.zone_empty")}.`;
}

// What a message has changed on the board, so that it can be shown for a moment (UX-4.5): pure, and no part of the truth.

/**
 * @typedef {object} Changes
 * @property {number} turn counts messages, so that showing can start anew
 * @property {Record<string, Record<string, number>>} arrived by zone: how many copies of a card are new there
 * @property {string[]} counted zones whose number of cards has changed
 * @property {Record<string, {turn: number, cards: {c: string}[]}>} left by zone that is empty now: the open cards that were taken from there
 */

/**
 * @param {any} before the view as it was, or null: nothing has changed
 * @param {any} after
 * @param {{e: string, args: any}[]} events
 * @param {Partial<Changes>} earlier changes: what has left stays shown until the zone has cards again
 * @returns {Changes}
 */
export function changes(before, after, events, earlier) {
  const turn = (earlier.turn ?? 0) + 1;
  if (!before || !after) return { turn, arrived: {}, counted: [], left: {} };
  const changed = { turn, arrived: {}, counted: [], left: {} };
  const { through, from } = moved(events);
  for (const [id, zone] of Object.entries(after.zones ?? {})) {
    const was = before.zones?.[id];
    if (was?.count !== zone.count) changed.counted.push(id);
    const news = more(zone.cards ?? [], was?.cards ?? []);
    if (Object.keys(news).length) changed.arrived[id] = news;
    if (zone.count) continue;
    if (earlier.left?.[id]) changed.left[id] = earlier.left[id];
    if (!from.has(id)) continue;
    const gone = [...(was?.cards ?? []), ...(through[id] ?? [])];
    if (gone.length) changed.left[id] = { turn, cards: gone };
  }
  return changed;
}

/** Open cards by the zone they came to, from where some may have gone on; and the zones that cards were taken from. */
function moved(events) {
  const through = {};
  const from = new Set();
  for (const { e, args } of events) {
    if (e !== "cards_moved") continue;
    for (const zone of [args.from].flat()) from.add(zone);
    if (args.cards) (through[args.to] ??= []).push(...args.cards.map((c) => ({ c })));
  }
  return { through, from };
}

/** How many copies of each card there are more than before. */
function more(cards, before) {
  const counts = {};
  for (const { c } of cards) counts[c] = (counts[c] ?? 0) + 1;
  for (const { c } of before) if (c in counts) counts[c] -= 1;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

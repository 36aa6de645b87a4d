// Counting aids (UX-4.9): what lies open in each pile, and which cards nobody at this place has seen. Pure; knows no game.

/**
 * @param {{c: string}[]} cards
 * @returns {Map<string, number>} how many copies of each
 */
export function counted(cards) {
  const counts = new Map();
  for (const { c } of cards) if (c) counts.set(c, (counts.get(c) ?? 0) + 1);
  return counts;
}

/**
 * The cards that lie face down somewhere, by all that this viewer sees. Known only of games that print how many copies of a card a
 * pack has, and while all cards lie in zones: then the zones hold whole packs.
 * @param {{zones?: Record<string, import("./state.js").Zone>} | null} view
 * @param {Record<string, {count?: number}>} printed what is printed on the cards, by id
 * @returns {Map<string, number> | null}
 */
export function unseen(view, printed) {
  const zones = Object.values(view?.zones ?? {});
  const pack = Object.values(printed).reduce((sum, { count }) => sum + (count ?? NaN), 0);
  const packs = zones.reduce((sum, { count }) => sum + count, 0) / pack;
  if (!pack || !Number.isInteger(packs) || !packs) return null;
  const seen = counted(zones.flatMap(({ cards, top }) => cards ?? (top ? [top] : [])));
  const left = Object.entries(printed).map(([c, { count }]) => [c, count * packs - (seen.get(c) ?? 0)]);
  if (left.some(([, count]) => count < 0)) return null;
  return new Map(left.filter(([, count]) => count > 0));
}

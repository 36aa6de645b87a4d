// Why a user has the numbers it has: what special cards and effects last on it, and what cards in play add (OMG-13).

/**
 * @param {any} user as it stands in the view
 * @param {import("../tables/words.js").Words} words
 * @returns {string[]} each effect with the card it comes from, such as `Dicke Haut: V +2`; first what lasts, then cards in play
 */
export function influences({ marks = [], why = [] }, words) {
  return [...marks, ...why.map((one) => ({ op: "modify_stat", ...one }))].map((mark) => inWords(mark, words));
}

/**
 * @param {{op: string, card: string, stat?: string, change?: number}} mark
 * @param {import("../tables/words.js").Words} words
 */
export function inWords({ op, stat, change, card }, words) {
  const key = `field.mark.${op}`;
  return words.has(key) ? words.fill(key, { card, stat, change }) : words.card(card);
}

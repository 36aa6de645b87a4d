// What a player will get: breeding in Dufo (KMO-6.2, KMO-6.3), income by active oases in the other rule sets (KMO-6.5).

const MOST = 20; // dates in a Dufo oasis
const STEPS = [[18, MOST], [12, 3], [6, 2], [1, 1]];

/**
 * @param {any} view
 * @param {number} seat
 * @param {Record<string, any>} options of the table
 * @returns {number} dates at the start of the next turn, as things stand
 */
export function production(view, seat, options) {
  const { dates, active } = view.seats[seat];
  if (view.variant !== "dufo") return active ?? 0;
  if (!dates) return options.empty_oasis_breeds === "false" ? 0 : 1;
  const [, more] = STEPS.find(([least]) => dates >= least);
  return Math.min(more, MOST - dates);
}

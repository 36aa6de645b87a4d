// Which cards move where, made from events: the score that `motion.js` plays (UX-4.5). Pure, and no part of the truth.

const MOST = 6; // cards of one move that fly one by one
const ONE = 250; // ms a step takes
const MOST_FOR_AN_ACTION = 1200; // ms, unless somebody wants it slow
const PACE = { fast: 0.5, normal: 1, slow: 2 };

/**
 * @typedef {object} Flight of one card
 * @property {string} [c] its id, where it is known
 * @property {{zone: string, step: number}[]} path where it lies, and from which step on; the first is where it lay before
 *
 * @typedef {object} Action what one command brought
 * @property {number} v its version
 * @property {number} steps
 * @property {Flight[]} flights
 * @property {{zone: string, cards: string[], step: number}[]} flips cards that were turned over where they lie
 */

/**
 * @param {{e: string, v: number, args: any}[]} events
 * @param {Record<string, {count: number, cards?: {c?: string}[]}>} zones as they were before
 * @returns {Action[]} in their order; those without any motion are left out
 */
export function score(events, zones) {
  const lying = Object.fromEntries(Object.entries(zones).map(([id, zone]) => [id, { count: zone.count, cards: (zone.cards ?? []).map(({ c }) => c) }]));
  const actions = new Map();
  for (const event of events) {
    if (!actions.has(event.v)) actions.set(event.v, { v: event.v, steps: 0, flights: [], flips: [] });
    const action = actions.get(event.v);
    if (event.e === "cards_moved") move(event.args, lying, action);
    if (event.e === "cards_revealed" && event.args.cards) action.flips.push({ zone: event.args.zone, cards: [...event.args.cards], step: action.steps++ });
  }
  return [...actions.values()].filter(({ steps }) => steps);
}

/** Cards that have flown in the same action fly on. */
function move({ from, to, cards, count }, lying, action) {
  const sources = [from].flat().filter(Boolean);
  const step = action.steps;
  let moved = 0;
  const fly = (zone, c) => {
    take(lying[zone], c);
    put(lying, to, c);
    moved += 1;
    if (moved > MOST) return;
    const here = action.flights.find(({ c: other, path }) => path.at(-1).zone === zone && (other === c || !other || !c) && path.at(-1).step < step);
    if (here) {
      here.path.push({ zone: to, step });
      here.c ??= c;
    } else action.flights.push({ c, path: [{ zone, step: -1 }, { zone: to, step }] });
  };
  if (cards) for (const c of cards) fly(sources.find((zone) => lying[zone]?.cards.includes(c)) ?? sources[0], c);
  else if (Array.isArray(from)) for (const zone of from) all(lying[zone], (c) => fly(zone, c));
  else for (let n = 0; n < (count ?? 0); n += 1) fly(from);
  if (moved && to) action.steps += 1;
}

function all(zone, fly) {
  if (!zone) return;
  const open = [...zone.cards];
  const hidden = zone.count - open.length;
  for (const c of open) fly(c);
  for (let n = 0; n < hidden; n += 1) fly();
}

function take(zone, c) {
  if (!zone) return;
  const at = zone.cards.indexOf(c);
  if (at >= 0) zone.cards.splice(at, 1);
  zone.count = Math.max(0, zone.count - 1);
}

function put(lying, id, c) {
  if (!id) return;
  const zone = (lying[id] ??= { count: 0, cards: [] });
  zone.count += 1;
  if (c) zone.cards.push(c);
}

/**
 * @param {Action} action
 * @param {"fast" | "normal" | "slow"} speed
 * @returns {number} how long each of its steps takes, in ms
 */
export function stepOf({ steps }, speed) {
  const one = ONE * PACE[speed];
  return speed === "slow" ? one : Math.min(one, MOST_FOR_AN_ACTION / steps);
}

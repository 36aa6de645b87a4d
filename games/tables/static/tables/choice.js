// How an answer to a prompt is put together: from options, or card by card from the hand (UX-4.4). Pure.

const ROLES = ["primary", "normal", "pass", "danger"];
const FEW = 4;
const BESIDE = 2; // options for the same cards that have their buttons beside the question

/**
 * @typedef {import("./state.js").Prompt} Prompt
 * @typedef {import("./state.js").Option} Option
 * @typedef {{key: string, c: string}} HandCard a card of my hand; `key` tells copies apart
 * @typedef {{cards: string[], options: string[], aims: string[]}} Staged keys of the cards touched; where several options are picked, their ids in
 *   order; zones that have been pointed at, where the same cards can be played in several ways
 * @typedef {{staged: Staged} | {why: import("./state.js").Text}} Result the new staging, or why there is none
 */

/** @type {Staged} */
export const NOTHING = { cards: [], options: [], aims: [] };

/**
 * @param {Prompt} prompt
 * @returns {Option[]} in the order of their roles
 */
function ordered(prompt) {
  return [...prompt.options].sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role));
}

/**
 * @param {Prompt} prompt
 * @returns {boolean} whether there are so many options which cards offer too that their buttons may be folded away; an order is seen on the buttons alone
 */
export function foldable(prompt) {
  return !prompt.pick.ordered && prompt.options.filter((option) => option.cards).length > FEW;
}

/**
 * @param {Option[]} ready what the staged cards can do
 * @returns {boolean} whether that is listed instead of all options
 */
export function listed(ready) {
  return ready.length > BESIDE;
}

/**
 * @param {Prompt} prompt
 * @param {boolean} all whether those are wanted that can be built card by card
 * @param {Option[]} ready what the staged cards can do
 * @returns {Option[]} the options to show as buttons; the n-th has the n-th digit
 */
export function offered(prompt, all, ready = []) {
  if (listed(ready)) return ordered({ options: ready });
  return all || !foldable(prompt) ? ordered(prompt) : ordered(prompt).filter((option) => !option.cards);
}

/**
 * @param {Prompt} prompt
 * @returns {boolean} whether exactly one option is asked for, so that choosing it is the answer
 */
export function single(prompt) {
  return prompt.pick.min === 1 && prompt.pick.max === 1;
}

/**
 * What the staged cards can do as they lie: where the same card lies in several places, options tell these apart by the first zone they name.
 * Cards that an option uses and that nobody can touch, such as those of a deck, come along.
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @param {HandCard[]} near all cards that can be touched
 * @returns {Option[]}
 */
export function ready(prompt, { cards, aims }, near) {
  const ids = cards.map((key) => near.find((card) => card.key === key)?.c).filter(Boolean);
  if (!ids.length) return [];
  const exact = prompt.options.filter((option) => option.cards && contains(option.cards, ids) && !leftOver(option.cards, ids).some((c) => near.some((card) => card.c === c)));
  const told = [...new Set(cards.map(zoneOf))].filter((zone) => exact.some((option) => comesFrom(option, zone)));
  const there = exact.filter((option) => told.every((zone) => comesFrom(option, zone)));
  return (there.length ? there : exact).filter(({ refs = [] }) => aims.every((aim) => refs.includes(aim)));
}

/**
 * Where to point so that of several ways one is left. While no card is staged: what an option without cards is about. The main thing to do
 * is never hidden there.
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @param {Option[]} can as `ready` tells
 * @returns {Set<string>} zones
 */
export function targets(prompt, { cards }, can) {
  const ways = cards.length ? can : prompt.options.filter(({ cards: used, refs, role }) => single(prompt) && !used?.length && refs?.length === 1 && role !== "primary");
  const all = new Set(ways.flatMap(({ refs = [] }) => refs));
  return new Set([...all].filter((ref) => (cards.length ? !ways.every(({ refs = [] }) => refs.includes(ref)) : ways.filter(({ refs }) => refs[0] === ref).length === 1)));
}

/**
 * @param {Prompt} prompt
 * @param {Option[]} can as `ready` tells
 * @param {Staged} staged
 * @param {string} zone that is pointed at
 * @returns {Option[]} what is left then
 */
export function pointed(prompt, staged, can, zone) {
  return (staged.cards.length ? can : prompt.options.filter(({ cards }) => !cards?.length)).filter(({ refs = [] }) => refs.includes(zone));
}

/**
 * @param {string} key of a card
 * @returns {string} the zone in which it lies
 */
export function zoneOf(key) {
  return key.split("/")[0];
}

/**
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @param {HandCard[]} hand
 * @returns {string[]} keys of the cards that belong to what is staged
 */
export function pressed(prompt, staged, hand) {
  if (single(prompt)) return staged.cards.filter((key) => hand.some((card) => card.key === key));
  return [...covering(prompt, staged, hand).keys()];
}

/**
 * The cards on the board that an answer can be built from: those that options use and my hand has not, or that some options mean where they lie.
 * @param {Prompt} prompt
 * @param {HandCard[]} board all open cards there
 * @param {HandCard[]} hand
 * @returns {HandCard[]}
 */
export function reachable(prompt, board, hand) {
  const wanted = new Set(prompt.options.flatMap(({ cards = [] }) => cards));
  const mine = new Set(hand.map(({ c }) => c));
  return board.filter(({ c, key }) => wanted.has(c) && (!mine.has(c) || meant(prompt, c, zoneOf(key))));
}

/** Whether some option that uses this card takes it from this zone. */
function meant(prompt, c, zone) {
  return prompt.options.some((option) => option.cards?.includes(c) && comesFrom(option, zone));
}

/** The first zone that an option names is where its card lies. */
function comesFrom({ refs = [] }, zone) {
  return refs[0] === zone;
}

/**
 * What activating a card of the hand does.
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @param {HandCard[]} hand
 * @param {string} key
 * @returns {Result}
 */
export function touchCard(prompt, staged, hand, key) {
  const { c } = hand.find((card) => card.key === key);
  if (!single(prompt)) return touchOneOfSeveral(prompt, staged, hand, key, c);
  const chosen = pressed(prompt, staged, hand);
  if (chosen.includes(key)) return { staged: { ...NOTHING, cards: without(chosen, key) } };
  const ids = chosen.map((other) => hand.find((card) => card.key === other).c);
  if (completes(prompt, [...ids, c])) return { staged: { ...NOTHING, cards: [...chosen, key] } };
  const alone = completes(prompt, [c]);
  if (alone && !prompt.options.some(({ cards = [] }) => cards.length > ids.length && contains(cards, ids))) return { staged: { ...NOTHING, cards: [key] } };
  if (alone) return { why: { key: "ui.no_fit", args: { card: c, cards: ids } } };
  return { why: prompt.why_not?.find(({ of }) => of === c)?.why ?? { key: "ui.no_option", args: { card: c } } };
}

/**
 * What activating an option does, where several may be picked.
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @param {string} id
 * @returns {Result}
 */
export function touchOption(prompt, staged, id) {
  const { max } = prompt.pick;
  if (staged.options.includes(id)) return { staged: { ...staged, options: without(staged.options, id) } };
  if (max === 1) return { staged: { ...NOTHING, options: [id] } };
  if (staged.options.length >= max) return { why: { key: "ui.too_many", args: { max } } };
  return { staged: { ...staged, options: [...staged.options, id] } };
}

/**
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @returns {string[] | null} the answer, or null while it is too short
 */
export function answer(prompt, staged) {
  const { min } = prompt.pick;
  if (staged.options.length < min) return null;
  if (prompt.pick.ordered) return staged.options;
  return prompt.options.map((option) => option.id).filter((id) => staged.options.includes(id));
}

/**
 * @param {Prompt} prompt
 * @param {string[]} choice
 * @returns {boolean} whether it is asked once more before this is sent
 */
export function asksAgain(prompt, choice) {
  return prompt.options.some((option) => option.confirm && choice.includes(option.id));
}

function touchOneOfSeveral(prompt, staged, hand, key, c) {
  const covered = covering(prompt, staged, hand).get(key);
  if (covered) return touchOption(prompt, { ...staged, cards: without(staged.cards, key) }, covered);
  const free = prompt.options.find((option) => option.cards?.length === 1 && option.cards[0] === c && !staged.options.includes(option.id));
  return free ? touchOption(prompt, { ...staged, cards: [...staged.cards, key] }, free.id) : { why: { key: "ui.no_option", args: { card: c } } };
}

/** Which card of the hand stands for which staged option: of copies, the one that was touched. */
function covering(prompt, staged, hand) {
  const cover = new Map();
  const touchedFirst = [...hand.filter(({ key }) => staged.cards.includes(key)), ...hand];
  for (const id of staged.options) {
    for (const c of prompt.options.find((option) => option.id === id)?.cards ?? []) {
      const card = touchedFirst.find((one) => one.c === c && !cover.has(one.key));
      if (card) cover.set(card.key, id);
    }
  }
  return cover;
}

function without(keys, key) {
  return keys.filter((other) => other !== key);
}

/**
 * @param {Prompt} prompt
 * @param {Staged} staged
 * @param {HandCard[]} near
 * @param {string} c id of a card
 * @returns {boolean} whether it goes together with what is staged
 */
export function joins(prompt, staged, near, c) {
  return completes(prompt, [...staged.cards.map((key) => near.find((card) => card.key === key)?.c).filter(Boolean), c]);
}

/** Whether some option uses these cards, perhaps with others. */
function completes(prompt, ids) {
  return prompt.options.some((option) => option.cards && contains(option.cards, ids));
}

function contains(all, some) {
  return leftOver(all, some).length === all.length - some.length;
}

/** What is left of a multiset without another one. */
function leftOver(all, some) {
  const rest = [...all];
  for (const id of some) {
    const at = rest.indexOf(id);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

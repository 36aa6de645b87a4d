// How an answer to a prompt is put together: from options, or card by card from the hand (UX-4.4). Pure.

const ROLES = ["primary", "normal", "pass", "danger"];
const FEW = 4;

/**
 * @typedef {import("./state.js").Prompt} Prompt
 * @typedef {import("./state.js").Option} Option
 * @typedef {{key: string, c: string}} HandCard a card of my hand; `key` tells copies apart
 * @typedef {{cards: string[], options: string[]}} Staged keys of the cards touched; where several options are picked, their ids in order
 * @typedef {{staged: Staged} | {why: import("./state.js").Text}} Result the new staging, or why there is none
 */

/** @type {Staged} */
export const NOTHING = { cards: [], options: [] };

/**
 * @param {Prompt} prompt
 * @returns {Option[]} in the order of their roles
 */
function ordered(prompt) {
  return [...prompt.options].sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role));
}

/**
 * @param {Prompt} prompt
 * @returns {boolean} whether there are so many options which the hand offers too that their buttons may be folded away
 */
export function foldable(prompt) {
  return prompt.options.filter((option) => option.cards).length > FEW;
}

/**
 * @param {Prompt} prompt
 * @param {boolean} all whether those are wanted that can be built card by card
 * @returns {Option[]} the options to show as buttons; the n-th has the n-th digit
 */
export function offered(prompt, all) {
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
 * @param {Prompt} prompt
 * @param {string[]} ids of cards
 * @returns {Option[]} the options that use exactly these cards
 */
export function built(prompt, ids) {
  return ids.length ? prompt.options.filter((option) => option.cards?.length === ids.length && contains(option.cards, ids)) : [];
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
  if (alone && prompt.options.every((option) => (option.cards?.length ?? 0) < 2)) return { staged: { ...NOTHING, cards: [key] } };
  if (alone) return { why: { key: "ui.no_fit", args: { card: c, cards: ids } } };
  return { why: { key: "ui.no_option", args: { card: c } } };
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

/** Whether some option uses these cards, perhaps with others. */
function completes(prompt, ids) {
  return prompt.options.some((option) => option.cards && contains(option.cards, ids));
}

function contains(all, some) {
  const rest = [...all];
  return some.every((id) => {
    const at = rest.indexOf(id);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

// Why a monster has the values it has: what is printed, and each effect with the card it comes from (KMO-A.8, UX-4.8).

import { html } from "../tables/html.js";

const VALUES = ["ap", "dp", "lp"];
const CHANGES = { ap: "ap", dp: "dp", lp_max: "lp" };
const SLOTS = [1, 2];

/**
 * What is told of the monsters of a player that are not as printed.
 * @param {object} props
 * @param {number} props.seat
 * @param {any} props.view
 * @param {import("../tables/words.js").Words} props.words
 */
export function Why({ seat, view, words }) {
  const changed = SLOTS.map((slot) => view.zones[`arena_${seat}_${slot}`].cards[0]).filter((monster) => monster && (lines(monster, words).length || monster.parts));
  if (!changed.length) return null;
  return html`
    <ul class="why" aria-label=${words.fill("field.why")}>
      ${changed.map((monster, n) => html`
        <li key=${n}><b>${words.card(monster.c)}</b>
          <ul>${monster.parts && html`<li>${words.fill("field.parts", { cards: monster.parts })}</li>`}${lines(monster, words).map((line) => html`<li key=${line}>${line}</li>`)}</ul></li>`)}
    </ul>`;
}

/** @returns {string} the same in one sentence */
export function whyInWords(monster, words) {
  return lines(monster, words).join(". ");
}

/**
 * @param {any} monster as it stands in the view
 * @param {import("../tables/words.js").Words} words
 * @returns {string[]} what holds it up or back, in few words
 */
export function states({ frozen, effects = [] }, words) {
  const poison = effects.filter(({ do: what }) => what === "poison").reduce((sum, { amount }) => sum + amount, 0);
  const kept = ["protect", "shield", "item_immune", "reflect", "direct_attack", "lifesteal"].map((what) => effects.find((one) => one.do === what)).filter(Boolean);
  return [
    frozen && words.fill("field.frozen", { count: frozen }),
    poison > 0 && words.fill("field.poisoned", { count: poison }),
    ...kept.map(({ do: what, amount }) => words.fill(`field.state.${what}`, { count: amount })),
  ].filter(Boolean);
}

/** `AP 55: 35, +20 Drittes Gebiss`, for each value that is not as printed; then what else works on it. */
function lines(monster, words) {
  const { basic, effects = [] } = monster;
  const now = { ap: monster.ap, dp: monster.dp, lp: monster.max_lp };
  const sums = VALUES.map((value) => {
    const own = effects.filter(({ do: what }) => CHANGES[what] === value);
    const rest = now[value] - basic[value] - own.reduce((sum, { amount }) => sum + amount, 0);
    const parts = [...own.map((effect) => `${signed(effect.amount)} ${source(effect, words)}`), rest && `${signed(rest)} ${words.fill("field.otherwise")}`].filter(Boolean);
    return parts.length ? `${words.fill(`field.value.${value}`)} ${now[value]}: ${[basic[value], ...parts].join(", ")}` : "";
  });
  const others = effects.filter(({ do: what }) => !CHANGES[what]).map((effect) => `${words.fill(`field.does.${effect.do}`, { count: effect.amount, change: signed(effect.amount) })} (${source(effect, words)})`);
  return [...sums.filter(Boolean), ...others];
}

/** The card an effect comes from; else whose it is. */
function source({ card, by }, words) {
  return card ? words.card(card) : words.name(by);
}

function signed(count) {
  return count < 0 ? `\u2212${-count}` : `+${count}`;
}

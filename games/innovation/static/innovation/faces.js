// The faces of the cards of Innovation, lying on their side: four places for icons, the colour also as pattern and letters, the age big
// on the front and on the back (INN-1, INN-12.1).

import { html } from "../tables/html.js";
import { reverse, seal, sign } from "./art.js";

/** Large cards carry their whole text. */
export const reads = true;

const PLACES = ["upper", "left", "middle", "right"];
const PICTURE = "age-image";
const LONG_WORD = 10; // letters that fit in a line of the plate

const seals = new Map();

/**
 * @typedef {object} Printed what `printed` of the app takes from the card data
 * @property {string} id
 * @property {number} age
 * @property {string} color
 * @property {string[]} icons by place, one of them the picture
 * @property {string} dogma_icon
 * @property {Effect[]} effects
 * @property {Effect[]} [first] those of the first edition, where they differ (INN-16)
 *
 * @typedef {{kind: "demand" | "effect", mode: "compulsory" | "optional" | "mixed"}} Effect
 *
 * @param {Printed} card
 * @param {any} name as it is to be shown
 * @param {import("../tables/words.js").Words} words
 * @param {any} [text] its effects, for a large card
 * @returns {any} the inside of a card of any size
 */
export function face(card, name, words, text) {
  const { id, age, color, icons, dogma_icon: icon } = card;
  const effects = effectsOf(card, words);
  if (!seals.has(id)) seals.set(id, seal(card));
  return html`
    <span class="face face--innovation" data-color=${color}>
      <span class="face__art" aria-hidden="true"></span>
      ${icons.map((one, n) => html`
        <span class="place" aria-hidden="true" data-place=${PLACES[n]} data-icon=${one} dangerouslySetInnerHTML=${{ __html: one === PICTURE ? seals.get(id) : sign(one) }}></span>`)}
      <span class="plate">
        <span class="face__name" data-fit=${fit(String(name))}>${name}</span>
        <span class="sr">, ${spoken(card, words)}</span>
        <span class="chips" aria-hidden="true">${effects.map((effect) => html`<span class="chip" data-kind=${effect.kind}>${drawn(icon)}${words.fill(`face.${does(effect)}`)}</span>`)}</span>
        ${text && html`<span class="effects" aria-hidden="true">${text}</span>`}
      </span>
      <span class="age" aria-hidden="true"><b>${age}</b><i>${words.fill(`face.letters.${color}`)}</i></span>
    </span>`;
}

/**
 * @param {Printed} card
 * @param {import("../tables/words.js").Words} words of the table, which plays one of the editions
 * @returns {Effect[]}
 */
export function effectsOf({ effects, first }, words) {
  return (words.options.edition === "first" && first) || effects;
}

/**
 * @param {string | number} [kind] which back, such as `age-3`; all that the back of a card tells is its age
 * @returns {any} the back of a card
 */
export function back(kind = "") {
  return html`<span class="face__art" dangerouslySetInnerHTML=${{ __html: reverse() }}></span><b class="back__age">${String(kind).replace("age-", "")}</b>`;
}

/** @param {Effect} effect @returns {string} the name of its chip */
function does({ kind, mode }) {
  if (kind === "demand") return "demand";
  return mode === "optional" ? "may" : "does";
}

function drawn(icon) {
  return html`<span class="sign" data-icon=${icon} dangerouslySetInnerHTML=${{ __html: sign(icon) }}></span>`;
}

function spoken({ age, color, icons }, words) {
  return [words.fill("face.about", { age, color }), ...icons.filter((icon) => icon !== PICTURE).map((icon) => words.mark(icon))].join(", ");
}

/** How far a name must shrink so that its longest part fits. */
function fit(name) {
  const longest = Math.max(...name.split(/[\s\u00ad-]+/).map((part) => part.length));
  return longest > LONG_WORD || name.length > 26 ? "tight" : "loose";
}

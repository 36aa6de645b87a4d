// How cards are looked for in the builder: words, values of attributes, order.

import { folded } from "../tables/fold.js";
import { html } from "../tables/html.js";

/**
 * @typedef {object} Card one that can be chosen
 * @property {string} id
 * @property {string} name
 * @property {string} words all that a search looks at
 * @property {number} limit how many a deck may have
 * @property {Record<string, string[]>} marks by attribute its values
 * @property {Record<string, number>} numbers by which it is put in order
 *
 * @typedef {{name: string, label: string, values: [string, string][]}} Attribute
 *
 * @typedef {object} Pool
 * @property {Card[]} cards
 * @property {Attribute} group
 * @property {Attribute} curve
 * @property {Attribute[]} shares
 * @property {Attribute[]} filters
 * @property {[string, string][]} sorts
 *
 * @typedef {{words: string, marks: Record<string, string>, sort: string}} Asked
 *
 * @param {Card[]} cards
 * @param {Asked} asked
 * @returns {Card[]} those that have all the words and values
 */
export function found(cards, { words, marks }) {
  const wanted = folded(words);
  const values = Object.entries(marks).filter(([, value]) => value);
  return cards.filter((card) => wanted.every((word) => card.words.includes(word)) && values.every(([name, value]) => card.marks[name]?.includes(value)));
}

/**
 * @param {Card[]} cards
 * @param {string} by `name`, a number of theirs, or nothing: as in the card file
 * @returns {Card[]}
 */
export function sorted(cards, by) {
  if (!by) return cards;
  if (by === "name") return [...cards].sort((one, other) => one.name.localeCompare(other.name));
  const of = (card) => card.numbers[by] ?? Infinity;
  return [...cards].sort((one, other) => of(one) - of(other) || 0);
}

/**
 * @param {object} props
 * @param {Pool} props.pool
 * @param {Asked} props.asked
 * @param {(asked: Asked) => void} props.setAsked
 * @param {import("../tables/words.js").Words} props.words
 * @param {boolean} props.open whether there is room to show it from the start
 */
export function Search({ pool, asked, setAsked, words, open }) {
  const mark = (name, value) => setAsked({ ...asked, marks: { ...asked.marks, [name]: value } });
  const any = asked.words || Object.values(asked.marks).some(Boolean);
  return html`
    <details class="filters panel" open=${open}>
      <summary><h2>${words.fill("filters")}</h2></summary>
      <form class="stack" role="search" onsubmit=${(event) => event.preventDefault()}>
        <div class="field"><label for="q">${words.fill("search")}</label>
          <input class="input" id="q" type="search" maxlength="60" autocomplete="off" value=${asked.words} oninput=${(event) => setAsked({ ...asked, words: event.target.value })} /></div>
        ${pool.filters.map(({ name, label, values }) => html`
          <div class="field" key=${name}><label for=${`f-${name}`}>${label}</label>
            <select class="input" id=${`f-${name}`} value=${asked.marks[name] ?? ""} onchange=${(event) => mark(name, event.target.value)}>
              <option value="">${words.fill("all")}</option>
              ${values.map(([value, said]) => html`<option key=${value} value=${value}>${said}</option>`)}
            </select></div>`)}
        ${any && html`<button type="button" class="btn btn--s" onclick=${() => setAsked({ ...asked, words: "", marks: {} })}>${words.fill("reset")}</button>`}
      </form>
    </details>`;
}

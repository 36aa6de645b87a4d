// How the game stands: what the view says beside zones and players, in words.

import { html } from "./html.js";

/**
 * @param {object} props
 * @param {any} props.view
 * @param {import("./words.js").Words} props.words
 * @param {string[]} [props.without] what is said elsewhere
 */
export function Facts({ view, words, without = [] }) {
  const { zones, seats, ...facts } = view;
  const said = (name) => !without.includes(name) && (!Array.isArray(facts[name]) || facts[name].length);
  const names = words.sorted("fact", Object.keys(facts)).filter(said);
  if (!names.length) return null;
  return html`
    <div class="facts">
      <h3>${words.fill("ui.facts")}</h3>
      <dl>
        ${names.map((name) => html`<div key=${name}><dt>${words.fill(`fact.${name}`)}</dt><dd class="num">${inWords(name, facts[name], words)}</dd></div>`)}
      </dl>
    </div>`;
}

function inWords(name, value, words) {
  if (typeof value === "boolean") return words.fill(value ? "value.yes" : "value.no");
  if (typeof value !== "object" || Array.isArray(value)) return words.value(name, value);
  const parts = words.sorted(`fact.${name}`, Object.keys(value));
  return parts.map((part) => `${words.fill(`fact.${name}.${part}`)} ${words.value(part, value[part])}`).join(", ");
}

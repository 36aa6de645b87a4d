// How the game stands: what the view says beside zones and players, in words.

import { html } from "./html.js";

/**
 * @param {object} props
 * @param {any} props.view
 * @param {import("./words.js").Words} props.words
 */
export function Facts({ view, words }) {
  const { zones, seats, ...facts } = view;
  const names = words.sorted("fact", Object.keys(facts)).filter((name) => !Array.isArray(facts[name]) || facts[name].length);
  if (!names.length) return null;
  return html`
    <div class="facts">
      <h3>${words.fill("ui.facts")}</h3>
      <dl>
        ${names.map((name) => html`<div key=${name}><dt>${words.fill(`fact.${name}`)}</dt><dd class="num">${said(name, facts[name], words)}</dd></div>`)}
      </dl>
    </div>`;
}

function said(name, value, words) {
  if (typeof value === "boolean") return words.fill(value ? "value.yes" : "value.no");
  if (typeof value !== "object" || Array.isArray(value)) return words.value(name, value);
  const parts = words.sorted(`fact.${name}`, Object.keys(value));
  return parts.map((part) => `${words.fill(`fact.${name}.${part}`)} ${words.value(part, value[part])}`).join(", ");
}

// All cards at a glance (UX-4.9): the open ones pile by pile, and how many of each are still to come.

import { counted, unseen } from "./unseen.js";
import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";
import { printedCards } from "./faces.js";
import { numbers } from "./zone.js";

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {() => void} props.onClose
 */
export function Overview({ state, words, onClose }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  const missing = unseen(state.view, printedCards());
  const zones = Object.entries(state.view?.zones ?? {});
  const names = words.sorted("zone", new Set(zones.map(([, { name }]) => name)));
  const piles = zones.filter(([, zone]) => zone.count > 0);
  piles.sort(([id, one], [otherId, other]) => names.indexOf(one.name) - names.indexOf(other.name) || (one.owner ?? -1) - (other.owner ?? -1)
    || id.localeCompare(otherId, undefined, { numeric: true }));
  return html`
    <dialog class="help overview" ref=${dialog} aria-labelledby="overview-h" onclose=${onClose}>
      <div class="row between"><h2 id="overview-h">${words.fill("ui.overview")}</h2>
        <button type="button" class="btn btn--plain btn--icon" aria-label=${words.fill("ui.close")}
          onclick=${() => dialog.current.close()}><${Icon} name="close" /></button>
      </div>
      ${missing && html`<section aria-labelledby="unseen-h">
        <h3 id="unseen-h">${words.fill("ui.unseen")}</h3><p class="small soft">${words.fill("ui.unseen_text")}</p>
        <${Counts} counts=${missing} words=${words} />
      </section>`}
      ${piles.map(([id, zone]) => html`
        <section key=${id} aria-labelledby=${`pile-${id}`} data-pile=${id}>
          <h3 id=${`pile-${id}`}>${words.fill(`zone.${zone.name}`)}${zone.owner !== undefined && `, ${words.name(zone.owner)}`} <span class="num soft">${zone.count}</span>${numbers(zone, words)}</h3>
          ${zone.cards || zone.top ? html`<${Counts} counts=${counted(zone.cards ?? [zone.top])} words=${words} />` : html`<p class="soft">${words.fill("ui.hidden_cards", { count: zone.count })}</p>`}
        </section>`)}
    </dialog>`;
}

function Counts({ counts, words }) {
  return html`<ul class="overview__cards">${[...counts].map(([c, count]) => html`
    <li key=${c} class="slip" lang=${words.foreign(c)}>${words.card(c)} <b class="num">${words.fill("ui.times", { count })}</b></li>`)}</ul>`;
}

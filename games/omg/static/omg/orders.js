// Conditional orders (OMG-11.14): what is played while one is away, in play with days for a move. Each has a chip that cancels it.

import { html, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";

/**
 * @param {object} props
 * @param {import("../tables/state.js").State} props.state
 * @param {import("../tables/words.js").Words} props.words
 * @param {(stops: Record<string, string>, orders: object[]) => void} props.onStops
 */
export function Orders({ state, words, onStops }) {
  const [open, unfold] = useState(false);
  const { orders, offers } = state;
  if (!orders) return null; // only with days for a move
  const give = (next) => onStops(state.stops, next);
  return html`
    <div class="stops stops--orders" role="group" aria-label=${words.fill("field.orders")}>
      <button type="button" class="stop stop--all" data-orders aria-expanded=${open} aria-controls="orders" onclick=${() => unfold(!open)}>${words.fill("field.orders_count", { count: orders.length })}<${Icon} name="down" /></button>
      ${orders.map((order, n) => html`
        <button type="button" class="stop" key=${JSON.stringify(order)} data-order=${order.card} onclick=${() => give(orders.filter((_, other) => other !== n))}>
          <span>${told(order, state, words)}</span>
          <${Icon} name="close" /><span class="sr">${words.fill("field.order_end")}</span>
        </button>`)}
    </div>
    ${open && html`
      <div class="orders" id="orders">
        <p class="stops__about">${words.fill("field.orders_about")}</p>
        ${offers.length ? html`<${Form} ...${{ state, words }} onGive=${(order) => give([...orders, order])} />` : html`<p>${words.fill("field.orders_none")}</p>`}
      </div>`}`;
}

/** Which card, when, and on whom; only what can be ordered is there to choose. */
function Form({ state, words, onGive }) {
  const [wanted, want] = useState({});
  const { offers } = state;
  const offer = offers.find(({ card }) => card === wanted.card) ?? offers[0];
  const when = offer.when[wanted.when] ? wanted.when : Object.keys(offer.when)[0];
  const named = offer.when[when];
  const targets = Array.from({ length: offer.most }, (_, n) => (named.includes(wanted.targets?.[n]) ? wanted.targets[n] : n < offer.least ? named[0] : undefined));
  const chosen = targets.filter((one, n) => one && targets.indexOf(one) === n);
  const onsubmit = (event) => {
    event.preventDefault();
    onGive({ when, card: offer.card, targets: chosen });
  };
  return html`
    <form class="orders__form" onsubmit=${onsubmit}>
      <label>${words.fill("field.order_card")}
        <select name="card" value=${offer.card} onchange=${({ target }) => want({ ...wanted, card: target.value })}>
          ${offers.map(({ card }) => html`<option key=${card} value=${card}>${words.card(card)}</option>`)}
        </select></label>
      <label>${words.fill("field.order_when")}
        <select name="when" value=${when} onchange=${({ target }) => want({ ...wanted, when: target.value })}>
          ${Object.keys(offer.when).map((one) => html`<option key=${one} value=${one}>${words.fill(`field.order.${one}`)}</option>`)}
        </select></label>
      ${targets.map((one, n) => html`
        <label key=${n}>${words.fill("field.order_target")}
          <select name="target" value=${one ?? ""} onchange=${({ target }) => want({ ...wanted, targets: Object.assign([...targets], { [n]: target.value }) })}>
            ${n >= offer.least && html`<option value="">${words.fill("field.order_nobody")}</option>`}
            ${named.map((name) => html`<option key=${name} value=${name}>${called(name, state, words)}</option>`)}
          </select></label>`)}
      <button class="btn btn--main" data-order-give aria-disabled=${chosen.length < offer.least}>${words.fill("field.order_give")}</button>
    </form>`;
}

function told({ when, card, targets }, state, words) {
  const named = targets.map((name) => called(name, state, words));
  const occasion = words.fill(`field.order.${when}`);
  return named.length ? words.fill("field.order_on", { when: occasion, cards: [card], named: words.joined(named) }) : words.fill("field.order", { when: occasion, cards: [card] });
}

/** A user by its card and who has it, or by its part in the attack. */
function called(name, { view }, words) {
  const zone = view.zones[`user_${name.slice(1)}`];
  return zone ? `${words.card(zone.cards[0].c)} (${words.name(zone.owner)})` : words.fill(`field.order_${name}`);
}

// Between the sides: whose turn it is, what is announced, the attack in its steps, and what a picked user can do (OMG-8, OMG-11).

import { useRoving } from "../tables/focus.js";
import { html } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { CardButton, keyed, turn } from "../tables/zone.js";

const HIDDEN = ["deck", "discard"]; // where cards to be picked may lie below others

/** @param {object} props as `Field` in board.js says, `aim`, and what is shown of an attack */
export function Middle({ ...table }) {
  const { state: { view, table: { outcome } }, words, aim, attack } = table;
  return html`
    <div class="omg-mid">
      ${!outcome && html`<p class="now">${steps(view, words).map((step) => html`<span key=${step}>${step}</span>`)}</p>`}
      <${Announced} ...${table} />
      ${attack}
      ${aim.picked && html`<${Picked} ...${table} />`}
      <${Offers} ...${table} />
    </div>`;
}

function steps({ turn_of: seat, seats, step, actions, window }, words) {
  return [
    words.fill("field.round", { count: seats[seat].turns }),
    words.fill("field.turn", { seat }),
    words.value("step", step),
    step === "actions" && words.fill("field.actions", { count: actions }),
    window && words.fill("field.window", { window }),
  ].filter(Boolean);
}

/** What has been said and paid for but has not happened yet: the newest is answered first (OMG-11). */
function Announced({ state: { view, changed }, words, onCard }) {
  const lying = keyed("announced", view.zones.announced);
  const said = (view.announced ?? []).map((one) => ({ ...one, key: lying.find(({ c }) => c === one.card)?.key }));
  const rows = [...said, ...lying.filter(({ key }) => !said.some((one) => one.key === key)).map(({ c, key }) => ({ card: c, key }))];
  const { props, tab } = useRoving(rows.length);
  return html`
    <div class="announced" data-zone="announced">${rows.length > 0 && html`
      <ol aria-label=${words.fill("fact.announced")} ...${props}>${rows.map((one, n) => html`
        <li key=${n} data-cancelled=${one.cancelled}>
          ${one.card && html`<${CardButton} card=${{ c: one.card, key: one.key ?? `announced/of/${n}` }} size="mini" ...${{ words, onCard }} tabindex=${tab(n)} fresh=${changed.arrived.announced?.[one.card] && turn(changed)} />`}
          <span>${announced(one, view, words)}</span>
        </li>`)}</ol>`}</div>`;
}

function announced({ seat, kind, card, cancelled, zones = [] }, view, words) {
  if (seat === undefined) return words.card(card);
  return [card ? words.fill("field.announced", { seat, card }) : words.fill("field.announced_kind", { seat, kind }), on(zones, view, words), cancelled && words.fill("field.cancelled")].filter(Boolean).join(", ");
}

function on(zones, view, words) {
  const cards = zones.map((zone) => view.zones[zone]?.cards[0].c).filter(Boolean);
  return cards.length > 0 && words.fill("field.on", { cards });
}

/** What the picked user or website can do: buttons, and whom to point at. */
function Picked({ aim, words, choose, state: { view } }) {
  const { props, tab } = useRoving(aim.ways.length + 1);
  const [{ c }] = view.zones[aim.picked].cards;
  return html`
    <div class="ways" role="group" aria-label=${words.card(c)} ...${props}>
      <span role="status"><b>${words.card(c)}</b>${aim.foes.size > 0 && html` ${words.fill("field.point")}`}</span>
      ${aim.ways.map(({ id, label }, n) => html`
        <button type="button" key=${id} class="btn btn--s" data-key=${id} data-option=${id} tabindex=${tab(n)} onclick=${(event) => event.detail > 1 || choose(id)}>${words.say(label)}</button>`)}
      <button type="button" class="btn btn--s btn--plain" data-key="ways/none" tabindex=${tab(aim.ways.length)} onclick=${aim.drop}><${Icon} name="close" />${words.fill("ui.clear")}</button>
    </div>`;
}

/** Cards that can be chosen and lie nowhere to be touched: those of decks and discard piles. */
function Offers({ state: { view }, prompt, words, choose, picked }) {
  const offers = (prompt?.options ?? []).filter(({ cards, refs = [] }) => cards?.length === 1 && HIDDEN.includes(view.zones[refs[0]]?.name));
  const { props, tab } = useRoving(offers.length);
  if (!offers.length) return null;
  const several = prompt.pick.max > 1;
  const play = { open: several, pressed: (key) => picked.includes(key.slice("offer/".length)), playable: () => true };
  return html`
    <ul class="offers" aria-label=${words.fill("field.offers")} ...${props}>${offers.map(({ id, cards: [c] }, n) => html`
      <li key=${id}><${CardButton} card=${{ c, key: `offer/${id}` }} size="hand" number=${n + 1} of=${offers.length} ...${{ words, play }} tabindex=${tab(n)} onCard=${(key, card, event) => event.detail > 1 || choose(id)} />
        ${prompt.pick.ordered && picked.includes(id) && html`<b class="offers__place num">${picked.indexOf(id) + 1}.</b>`}</li>`)}</ul>`;
}

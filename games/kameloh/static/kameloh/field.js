// The board of Ka-Mel-Oh!: two halves facing each other over the battle line, as KMO-1.7 lays them out. What works on a monster is told
// beside it, and what an attack would do is shown before it is chosen.

import { Back } from "../tables/faces.js";
import { useRoving } from "../tables/focus.js";
import { html, useLayoutEffect, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { Spread } from "../tables/spread.js";
import { CardButton, keyed, turn } from "../tables/zone.js";
import { Front, attackOf } from "./front.js";
import { production } from "./money.js";
import { Why, states, whyInWords } from "./why.js";

const SLOTS = [1, 2];
const OASES = [1, 2, 3, 4];
const SHOWN_ITEMS = 3; // attached items that lie beside a monster; the rest is told
const KNOWN = ["variant", "phase", "round", "starter", "turn_of", "target", "sent", "package", "ending", "last_round", "combat"];

/** As `Field` in board.js says. */
export function Field(table) {
  const { state, words, about } = table;
  const { view, near } = state;
  const [opened, open] = useState("");
  const attack = attackOf(table, useLookedAt());
  useLayoutEffect(() => { // on a small screen the places to point at may lie below
    if (table.staged.length) document.querySelector(".kmo .aim")?.scrollIntoView({ block: "nearest" });
  }, [table.staged.join()]);
  const shared = { ...table, attack, open };
  const zone = view.zones[opened];
  return html`
    <div class="kmo" data-variant=${view.variant}>
      <${Half} seat=${near} ...${shared} />
      <${Front} ...${shared} />
      <${Half} seat=${1 - near} ...${shared} />
      <div class="kmo__about">${about(KNOWN)}</div>
      ${zone && html`<${Spread} name=${`${words.fill(`zone.${zone.name}`)}, ${words.name(zone.owner)}`} about=${words.fill("ui.cards", { count: zone.count })}
        cards=${keyed("spread", { cards: [...zone.cards].reverse() })} words=${words} onClose=${() => open("")} />`}
    </div>`;
}

/** The option whose button the mouse or the focus is on. */
function useLookedAt() {
  const [option, look] = useState();
  useLayoutEffect(() => {
    const seen = ({ target }) => {
      const button = target.closest?.("[data-option]");
      if (button) look(button.dataset.option);
    };
    const kinds = ["pointerover", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, seen, { passive: true });
    return () => kinds.forEach((kind) => document.removeEventListener(kind, seen));
  }, []);
  return option;
}

function Half({ seat, ...table }) {
  const { state, words, pile } = table;
  const { view, viewer } = state;
  const mine = seat === state.near;
  return html`
    <section class=${`half half--${mine ? "me" : "opp"}`} aria-labelledby=${`player-${seat}`} data-turn=${view.turn_of === seat}>
      <${Own} seat=${seat} ...${table} />
      <${Why} seat=${seat} view=${view} words=${words} />
      <div class="arena" role="group" aria-label=${words.fill("field.arena", { seat })}>
        ${SLOTS.map((slot) => html`<${Place} key=${slot} id=${`arena_${seat}_${slot}`} slot=${slot} ...${table} />`)}
      </div>
      <div class="half__store">
        <${Stock} seat=${seat} ...${table} />
        <${Desert} id=${`desert_${seat}`} ...${table} />
        <div class="half__more">
          <${Row} id=${`items_${seat}`} ...${table} />
          ${seat !== viewer && html`<div class="half__hidden">${pile(`hand_${seat}`, { small: true })}${pile(`fusion_${seat}`, { small: true })}</div>`}
        </div>
      </div>
    </section>`;
}

/** Who it is, points and dates. */
function Own({ seat, ...table }) {
  const { state: { view, viewer }, words, player } = table;
  const { vp, dates, free_points: free, price, item_price: items } = view.seats[seat];
  const grows = production(view, seat, words.options);
  return html`
    <div class="half__own">
      <div class="player" data-seat=${seat} data-turn=${view.turn_of === seat} data-me=${seat === viewer}>${player(seat, [])}</div>
      <dl class="purse num">
        <div><dt>${words.fill(view.target ? "field.of_target" : "field.points", { count: view.target })}</dt><dd><${Icon} name="trophy" /><b>${vp}</b></dd></div>
        <div><dt>${words.fill("field.dates", { change: signed(grows) })}</dt><dd><${Icon} name="date" /><b>${dates}</b></dd></div>
      </dl>
      ${[price && ["price", price], items && ["item_price", items]].filter(Boolean).map(([name, change]) => html`<p key=${name} class="purse__more">${words.fill(`field.${name}`, { change: signed(change) })}</p>`)}
      ${!view.target && free > 0 && html`<p class="purse__more">${words.fill("field.free_points", { count: free })}</p>`}
    </div>`;
}

function signed(count) {
  return count < 0 ? `\u2212${-count}` : `+${count}`;
}

/* --- the arena --- */

/** A place of the arena: the monster there with its items, or room for one. */
function Place({ id, slot, ...table }) {
  const { state: { view, changed }, words, play, onCard, attack } = table;
  const [monster, ...items] = keyed(id, view.zones[id]);
  const shown = items.slice(0, SHOWN_ITEMS);
  const { props, tab } = useRoving(1 + shown.length);
  if (!monster) return html`<div class="fighter" data-zone=${id}><${Room} ...${{ id, slot }} ...${table} /></div>`;
  const { c, key, ap, dp, lp, max_lp: most, worth, of } = monster;
  const hurt = attack?.damage[id];
  const falls = Boolean(attack?.falls.includes(id));
  const fresh = (card) => changed.arrived[id]?.[card] && turn(changed);
  const marks = states(monster, words);
  const told = [whyInWords(monster, words), ...marks, words.fill("field.worth", { count: worth }), hurt !== undefined && forecast(lp, hurt, falls, words)];
  return html`
    <div class="fighter" data-zone=${id} data-captured=${of !== undefined} data-falls=${falls} data-frozen=${Boolean(monster.frozen)} ...${props}>
      <${CardButton} ...${{ words, play, onCard }} card=${{ c, key }} size="board" now=${{ ap, dp, lp }} more=${told.filter(Boolean).join(". ")} fresh=${fresh(c)} tabindex=${tab(0)} />
      ${shown.length > 0 && html`<ul class="attached" aria-label=${words.fill("field.attached")}>${shown.map((item, n) => html`
        <li key=${item.key} style=${{ "--k": n }} data-negated=${item.negated}><${CardButton} ...${{ words, play: play.playable(item.key) ? play : undefined, onCard }} card=${{ c: item.c, key: item.key }} size="mini" more=${aboutItem(item, words)}
          fresh=${fresh(item.c)} tabindex=${tab(1 + n)} />${item.turns && html`<b class="attached__turns num" aria-hidden="true">${item.turns}</b>`}</li>`)}</ul>`}
      ${items.length > SHOWN_ITEMS && html`<span class="attached__more num" aria-hidden="true">+${items.length - SHOWN_ITEMS}</span>`}
      ${of !== undefined && html`<span class="captured">${words.fill("field.owner", { seat: of })}</span>`}
      ${marks.length > 0 && html`<ul class="states" aria-hidden="true">${marks.map((mark) => html`<li key=${mark}>${mark}</li>`)}</ul>`}
      ${falls && html`<span class="falls" aria-hidden="true">${words.fill("field.falls", { count: worth })}</span>`}
      <span class="hp num" aria-hidden="true"><i style=${{ "--now": `${share(Math.max(0, lp - (hurt ?? 0)), most)}%`, "--was": `${share(lp, most)}%` }}></i>${hurt ? `${lp} → ${Math.max(0, lp - hurt)}` : `${lp} / ${most}`}</span>
    </div>`;
}

function share(part, whole) {
  return whole ? Math.round((100 * part) / whole) : 0;
}

function forecast(lp, hurt, falls, words) {
  if (falls) return words.fill("field.would_fall", { count: hurt });
  return hurt ? words.fill("field.would_lose", { count: hurt, left: lp - hurt }) : words.fill("field.no_damage");
}

/** Items in play that hang on no monster. */
function Row({ id, state: { view, changed }, words, play, onCard }) {
  const items = keyed(id, view.zones[id]);
  const { props, tab } = useRoving(items.length);
  const name = words.fill("zone.items");
  return html`
    <div class="items" data-zone=${id}>${items.length > 0 && html`
      <ul aria-label=${name} ...${props}>${items.map((item, n) => html`
        <li key=${item.key} data-negated=${item.negated}><${CardButton} ...${{ words, onCard }} play=${play.playable(item.key) ? play : undefined} card=${{ c: item.c, key: item.key }} size="mini" more=${aboutItem(item, words)}
          number=${n + 1} of=${items.length} fresh=${changed.arrived[id]?.[item.c] && turn(changed)} tabindex=${tab(n)} />${item.turns && html`<b class="attached__turns num" aria-hidden="true">${item.turns}</b>`}</li>`)}</ul>
      <span class="store__below" aria-hidden="true">${name}</span>`}</div>`;
}

function aboutItem({ turns, negated, owner }, words) {
  return [words.fill("field.item_of", { seat: owner }), turns && words.fill("field.turns", { count: turns }), negated && words.fill("field.negated")].filter(Boolean).join(". ");
}

/** Where no card lies: a free place of the arena, or a desert; to be pointed at where a card can go there. */
function Room({ id, slot, targets, aim, ready, prompt, words }) {
  const empty = words.fill(slot ? "field.free" : "field.empty");
  const name = slot ? words.fill("field.place", { slot }) : words.fill("zone.desert");
  if (!targets.has(id)) return html`<p class="slot-empty"><span class="sr">${name}: </span>${empty}</p>`;
  const [way, ...others] = (ready.length ? ready : prompt.options).filter(({ refs = [] }) => refs.includes(id));
  const label = way && !others.length ? words.say(way.label) : name;
  return html`<button type="button" class="slot-empty aim" data-key=${`aim/${id}`} aria-label=${label} onclick=${(event) => event.detail > 1 || aim(id)}>${empty}</button>`;
}

/* --- stocks and deserts --- */

/** In Dufo the deck, else the oases: how many cards, which of them give a date a turn, and which have dried up. */
function Stock({ seat, ...table }) {
  const { state: { view, changed }, words } = table;
  const deck = view.zones[`deck_${seat}`];
  const oases = OASES.filter((number) => view.zones[`oasis_${seat}_${number}`]);
  const { props, tab } = useRoving(oases.length);
  if (deck) {
    return html`
      <div class="store backs" role="group" aria-label=${`${words.fill("zone.deck")}: ${words.fill("ui.cards", { count: deck.count })}`} data-zone=${`deck_${seat}`} data-changed=${changed.counted.includes(`deck_${seat}`) && turn(changed)}>
        ${deck.count > 0 ? html`<span class="store__back" aria-hidden="true"><${Back} /></span>` : html`<span class="slot-empty" aria-hidden="true"></span>`}
        <span class="store__below num" aria-hidden="true"><span>${words.fill("zone.deck")} <b>${deck.count}</b></span></span>
      </div>`;
  }
  return html`<ul class="oases" aria-label=${words.fill("field.oases", { seat })} ...${props}>${oases.map((number, n) => html`<${Oasis} key=${number} ...${{ seat, number }} tabindex=${tab(n)} ...${table} />`)}</ul>`;
}

function Oasis({ seat, number, tabindex, ...table }) {
  const { state: { view, changed }, words, play, onCard, targets, aim, ready, prompt } = table;
  const id = `oasis_${seat}_${number}`;
  const { count, active } = view.zones[id];
  const [top] = keyed(id, view.zones[id]);
  const kind = active ? "active" : count ? "closed" : "dry";
  const told = words.fill(`field.oasis_${kind}`, { number, cards: words.fill("ui.cards", { count }) });
  const way = targets.has(id) && (ready.length ? ready : prompt.options).find(({ refs = [] }) => refs.includes(id));
  const reverse = html`<span class="store__back" aria-hidden="true"><${Back} /></span>`;
  return html`
    <li class="oasis store" data-zone=${id} data-oasis=${kind} data-changed=${changed.counted.includes(id) && turn(changed)}>
      ${top && html`<${CardButton} ...${{ words, play, onCard, tabindex }} card=${{ c: top.c, key: top.key, top: true }} size="mini" more=${[told, way && words.say(way.label)].filter(Boolean).join(". ")} fresh=${changed.arrived[id]?.[top.c] && turn(changed)} />`}
      ${!top && count > 0 && (way
        ? html`<button type="button" class="aim aim--back backs" data-key=${`aim/${id}`} tabindex=${tabindex} aria-label=${`${words.say(way.label)}. ${told}`} onclick=${(event) => event.detail > 1 || aim(id)}>${reverse}</button>`
        : html`<span class="backs">${reverse}</span>`)}
      ${count === 0 && html`<span class="slot-empty">${words.fill("field.dry")}</span>`}
      <span class="store__below num"><span class="sr">${told}</span><span aria-hidden="true">${active && html`<${Icon} name="date" />`}<b>${count}</b>${active && " +1"}</span></span>
    </li>`;
}

/** The discard pile: its top card, and a button that opens it. */
function Desert({ id, ...table }) {
  const { state: { view, changed }, words, play, onCard, targets, open } = table;
  const { count } = view.zones[id];
  const top = keyed(id, view.zones[id]).at(-1);
  const name = words.fill("zone.desert");
  return html`
    <div class="desert store" role="group" aria-label=${`${name}, ${words.fill("ui.cards", { count })}`} data-zone=${id} data-changed=${changed.counted.includes(id) && turn(changed)}>
      ${top
        ? html`<${CardButton} ...${{ words, onCard }} play=${targets.has(id) ? play : undefined} card=${{ c: top.c, key: top.key, top: true }} size="mini" fresh=${changed.arrived[id]?.[top.c] && turn(changed)} />`
        : html`<${Room} id=${id} ...${table} />`}
      <span class="store__below num">${count > 0
        ? html`<button type="button" class="more" onclick=${() => open(id)}>${name} <b>${count}</b><span class="sr">, ${words.fill("field.open")}</span></button>`
        : html`<span aria-hidden="true">${name} <b>0</b></span>`}</span>
    </div>`;
}

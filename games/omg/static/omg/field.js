// The board of Online Marketing Generals: the users of both sides face each other over what is going on between them, mine below (OMG-14).

import { zoneOf } from "../tables/choice.js";
import { Back, printedCards } from "../tables/faces.js";
import { useRoving } from "../tables/focus.js";
import { html, useLayoutEffect, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { Spread } from "../tables/spread.js";
import { CardButton, keyed, turn } from "../tables/zone.js";
import { useAim } from "./aim.js";
import { Fight, foreseen } from "./fight.js";
import { guide } from "./guide.js";
import { Middle } from "./middle.js";
import { Tag, Users, usersOf, tagRows } from "./users.js";

export { guide };

const NARROW = matchMedia("(max-width: 899px)");
const SEATS = [0, 1];
const HAND = 7; // as far as no card says otherwise (OMG-5.9)
const MANY = 6; // users of a side, beyond which they stand close
const SIDEWAYS = 1.4; // how wide a stunned user is, as a multiple
const KNOWN = ["target", "step", "turn", "turn_of", "starter", "actions", "attacks", "second_attack", "window", "announced", "combat"];

export { Orders } from "./orders.js";

/** As `Field` in board.js says. */
export function Field(table) {
  const { state, words, about, play, onCard } = table;
  const { view, near } = state;
  const [opened, open] = useState("");
  const aim = useAim(table);
  useLayoutEffect(() => { // on a small screen what is asked about may lie below
    if (NARROW.matches) document.querySelector(table.staged.length || aim.foes.size ? ".omg .unit[data-aimed='true']" : ".omg-mid > :is(.fight, .ways, .offers)")?.scrollIntoView({ block: "center" });
  }, [table.staged.join(), aim.picked, view.combat?.tactic, table.prompt?.id]);
  const refuse = (key, c) => { // what cannot be done with it, by what the server says (UX-4.2)
    const why = isFirst(view, key) && !play.playable(key) && table.prompt?.why_not?.find(({ of }) => of === zoneOf(key))?.why;
    if (why) table.explain(`${words.card(c)}: ${words.say(why)}`);
    return Boolean(why);
  };
  const shared = {
    ...table, aim, open,
    onCard: (key, c, event) => aim.touch(key) || refuse(key, c) || onCard(key, c, event),
    play: {
      open: play.open,
      pressed: (key) => play.pressed(key) || (zoneOf(key) === aim.picked && isFirst(view, key)),
      playable: (key) => isFirst(view, key) && (play.playable(key) || aim.zones.has(zoneOf(key))),
    },
  };
  const zone = view.zones[opened];
  const fight = view.combat ?? foreseen(aim);
  const most = Math.max(...SEATS.map((seat) => width(view, seat)));
  const rows = SEATS.reduce((sum, seat) => sum + tagRows(view, seat), 0);
  return html`
    <div class="omg" data-many=${most > MANY} data-middle=${view.combat ? "fight" : aim.picked ? (fight ? "aim" : "ways") : undefined} style=${{ "--n": most, "--rows": rows }}>
      <${Side} seat=${near} ...${shared} />
      <${Middle} attack=${fight && html`<${Fight} fight=${fight} running=${Boolean(view.combat)} floats=${!view.combat && !aim.picked} state=${state} words=${words} />`} ...${shared} />
      <${Side} seat=${1 - near} ...${shared} />
      <div class="omg__about">${about(KNOWN)}</div>
      ${zone && html`<${Spread} name=${`${words.fill(`zone.${zone.name}`)}, ${words.name(zone.owner)}`} about=${words.fill("ui.cards", { count: zone.count })}
        cards=${keyed("spread", { cards: [...zone.cards].reverse() })} words=${words} onClose=${() => open("")} />`}
    </div>`;
}

/** Whether this is the user itself, not what it bears. */
function isFirst(view, key) {
  const id = zoneOf(key);
  return view.zones[id]?.name !== "user" || keyed(id, view.zones[id])[0].key === key;
}

/** How many cards wide a row of users is; stunned ones lie on their side. */
function width(view, seat) {
  return usersOf(view, seat).reduce((sum, [, { cards: [user] }]) => sum + (user.stunned ? SIDEWAYS : 1), 0);
}

function Side({ seat, ...table }) {
  const { state: { view, near } } = table;
  return html`
    <section class=${`omg-row omg-row--${seat === near ? "me" : "opp"}`} aria-labelledby=${`player-${seat}`} data-turn=${view.turn_of === seat}>
      <${Own} seat=${seat} ...${table} />
      <${Users} seat=${seat} ...${table} />
      <${Sites} seat=${seat} ...${table} />
    </section>`;
}

/** Who it is, points and actions, the mission for the player, and what works on the player. */
function Own({ seat, ...table }) {
  const { state: { view, viewer, changed }, words, player } = table;
  const { ep, op, surf, completed } = view.seats[seat];
  const hand = view.zones[`hand_${seat}`];
  return html`
    <div class="own">
      <div class="player" data-seat=${seat} data-turn=${view.turn_of === seat} data-me=${seat === viewer}>${player(seat, [])}</div>
      <dl class="sums num">
        <div><dt>${words.fill("fact.ep")}<span class="sums__more"> ${words.fill("field.of_target", { count: view.target })}</span></dt><dd><${Icon} name="trophy" /><b>${ep}</b></dd></div>
        <div><dt>${words.fill("fact.op")}<span class="sums__more">, ${words.fill("field.surf", { count: surf })}</span></dt><dd><${Icon} name="affiliate" /><b>${op}</b></dd></div>
        ${seat !== viewer && html`<div data-zone=${`hand_${seat}`} data-changed=${changed.counted.includes(`hand_${seat}`) && turn(changed)}><dt>${words.fill("zone.hand")}</dt><dd><${Icon} name="hand" /><b>${hand.count}</b></dd></div>`}
      </dl>
      <${Mission} id=${`mission_${seat}`} ...${table} />
      ${notes(view.seats[seat], completed, words).map((note) => html`<p key=${note} class="own__note">${note}</p>`)}
    </div>`;
}

function notes({ lost_actions: lost, special_cost: dear, barred, hand_size: size }, completed, words) {
  return [
    completed > 0 && `${words.fill("fact.completed")}: ${completed}`,
    lost && words.fill("field.lost_actions", { count: lost }),
    dear && words.fill("field.special_cost", { count: dear }),
    barred && words.fill("field.barred"),
    size !== HAND && `${words.fill("fact.hand_size")}: ${size}`,
  ].filter(Boolean);
}

/** The mission that lies before the player (OMG-7.4). */
function Mission({ id, ...table }) {
  const [mission] = keyed(id, table.state.view.zones[id]);
  return html`<div class="own__mission" data-zone=${id}>${mission && html`<${Tag} card=${mission} tabindex=${0} ...${table} />`}</div>`;
}

/** Website, deck and discard pile. */
function Sites({ seat, ...table }) {
  const { state: { view, changed }, words, play, onCard, open } = table;
  const [site, deck, discard] = ["website", "deck", "discard"].map((name) => `${name}_${seat}`);
  const [website] = keyed(site, view.zones[site]);
  const top = keyed(discard, view.zones[discard]).at(-1);
  const marked = (id) => changed.counted.includes(id) && turn(changed);
  const fresh = (id, card) => changed.arrived[id]?.[card.c] && turn(changed);
  const { props, tab } = useRoving(Number(Boolean(website)) + Number(Boolean(top)));
  const place = (id) => `${words.fill(`zone.${view.zones[id].name}`)}, ${words.fill("ui.cards", { count: view.zones[id].count })}`;
  return html`
    <div class="omg-sites" ...${props}>
      <div class="omg-site" role="group" aria-label=${words.fill("zone.website")} data-zone=${site}>
        ${website ? html`<${CardButton} ...${{ words, play, onCard }} card=${{ c: website.c, key: website.key }} size="board" more=${told(website, words)} fresh=${fresh(site, website)} tabindex=${tab(0)} />` : html`<p class="slot-empty">${words.fill("field.empty")}</p>`}
        <span class="omg-site__name" aria-hidden="true">${words.fill("zone.website")}</span>
      </div>
      <div class="omg-store" role="group" aria-label=${place(discard)} data-zone=${discard} data-changed=${marked(discard)}>
        ${top ? html`<${CardButton} ...${{ words, onCard }} card=${{ c: top.c, key: top.key, top: true }} size="mini" fresh=${fresh(discard, top)} tabindex=${tab(website ? 1 : 0)} />` : html`<span class="slot-empty" aria-hidden="true"></span>`}
        ${top
          ? html`<button type="button" class="more num" onclick=${() => open(discard)}>${words.fill("field.discard")} <b>${view.zones[discard].count}</b><span class="sr">, ${words.fill("field.open")}</span></button>`
          : html`<span class="omg-site__name num" aria-hidden="true">${words.fill("field.discard")} <b>0</b></span>`}
      </div>
      <div class="omg-store" role="group" aria-label=${place(deck)} data-zone=${deck} data-changed=${marked(deck)}>
        ${view.zones[deck].count > 0 ? html`<span class="omg-store__back" aria-hidden="true"><${Back} /></span>` : html`<span class="slot-empty" aria-hidden="true"></span>`}
        <span class="omg-site__name num" aria-hidden="true">${words.fill("field.deck")} <b>${view.zones[deck].count}</b></span>
      </div>
    </div>`;
}

function told({ c, used }, words) {
  return [words.fill(`face.type.${printedCards()[c].type}`), used && words.fill("field.used")].filter(Boolean).join(", ");
}

// The users of a side with what they bear: attached card and mission hang below as tags, states are told in words (OMG-3.4, OMG-7.1).

import { printedCards } from "../tables/faces.js";
import { useRoving } from "../tables/focus.js";
import { html } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { CardButton, keyed, turn } from "../tables/zone.js";
import { influences } from "./influence.js";

const STATES = ["taunt", "unattackable", "no_attack", "used"];

/**
 * @param {any} view
 * @param {number} seat
 * @returns {[string, any][]} the zones of the users of a side, in the order in which they came
 */
export function usersOf(view, seat) {
  return Object.entries(view.zones).filter(([, zone]) => zone.name === "user" && zone.owner === seat);
}

/**
 * @param {any} view
 * @param {number} seat
 * @returns {number} how many tags hang below one another at most
 */
export function tagRows(view, seat) {
  return Math.max(0, ...usersOf(view, seat).map(([, { cards }]) => cards.length - 1));
}

/** @param {object} props as `Field` in board.js says, `seat` and `aim` */
export function Users({ seat, ...table }) {
  const { state: { view }, words } = table;
  const users = usersOf(view, seat);
  const stops = users.map(([, { cards }]) => cards.length);
  const { props, tab } = useRoving(stops.reduce((sum, count) => sum + count, 0));
  if (!users.length) return html`<p class="users users--none">${words.fill("field.no_users")}</p>`;
  return html`
    <ul class="users" aria-label=${words.fill("field.users", { seat })} ...${props}>
      ${users.map(([id], n) => html`<${Unit} key=${id} id=${id} tab=${(place) => tab(place + stops.slice(0, n).reduce((sum, count) => sum + count, 0))} ...${table} />`)}
    </ul>`;
}

function Unit({ id, tab, ...table }) {
  const { state: { view, changed }, words, play, onCard, aim, targets } = table;
  const [user, ...borne] = keyed(id, view.zones[id]);
  const { c, key, s, a, v, w, stunned, shield, of } = user;
  const fight = fighting(view, id);
  const states = [
    stunned && words.fill("field.stunned"),
    shield > 0 && words.fill("field.shield", { count: shield }),
    ...STATES.filter((name) => user[name]).map((name) => words.fill(`field.${name}`)),
    of !== view.zones[id].owner && words.fill("field.owner", { seat: of }),
  ].filter(Boolean);
  const more = [fight && words.fill(`field.${fight}`), ...states, ...influences(user, words)].filter(Boolean).join(", ");
  return html`
    <li class="unit" data-zone=${id} data-stunned=${stunned} data-fight=${fight} data-picked=${aim.picked === id} data-aimed=${aim.foes.has(id) || (targets.has(id) && !aim.zones.has(id))}>
      <${CardButton} ...${{ words, play, onCard }} card=${{ c, key }} size="board" now=${{ s, a, v, w }} more=${more && `${more}.`} fresh=${changed.arrived[id]?.[c] && turn(changed)} tabindex=${tab(0)} />
      ${states.length > 0 && html`<ul class="unit__states" aria-hidden="true">${states.map((state) => html`<li key=${state}>${state}</li>`)}</ul>`}
      ${borne.length > 0 && html`<div class="unit__borne">${borne.map((card, n) => html`<${Tag} key=${card.key} card=${card} tabindex=${tab(1 + n)} ...${table} />`)}</div>`}
    </li>`;
}

/** @returns {"attacking" | "defending" | undefined} its part in the attack that is on */
function fighting({ combat }, id) {
  return combat?.attacker === id ? "attacking" : combat?.defender === id ? "defending" : undefined;
}

/**
 * A card that hangs on another or lies before a player, by its name; a mission with how far it is.
 * @param {object} props
 * @param {any} props.card as `keyed` has it
 * @param {number} props.tabindex
 * @param {import("../tables/words.js").Words} props.words
 * @param {import("../tables/zone.js").Play} props.play
 * @param {(key: string, c: string, event: Event) => void} props.onCard
 */
export function Tag({ card: { c, key, progress, needs, suppressed, used }, tabindex, words, play, onCard }) {
  const { type } = printedCards()[c];
  const goes = needs !== undefined;
  const states = [goes && words.fill("field.progress", { done: progress, needed: needs }), suppressed && words.fill("field.suppressed"), used && words.fill("field.used")].filter(Boolean);
  const playable = play.playable(key);
  return html`
    <button type="button" class="att" data-key=${key} data-card=${c} data-type=${type} data-legal=${playable} data-off=${Boolean(suppressed)} tabindex=${tabindex} aria-description=${words.plain(words.text(c)) || undefined}
      aria-pressed=${play.open && playable ? play.pressed(key) : undefined} onclick=${(event) => onCard(key, c, event)}>
      <${Icon} name=${`t_${type}`} /><span class="sr">${words.fill(`face.type.${type}`)} </span><span class="att__name">${words.card(c)}</span>${goes && html`<b class="num" aria-hidden="true">${progress}/${needs}</b>`}
      ${states.length > 0 && html`<span class="sr">, ${states.join(", ")}</span>`}
    </button>`;
}

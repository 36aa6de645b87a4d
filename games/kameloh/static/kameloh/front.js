// The battle line: whose turn it is and how far it has come, the end that is near, what an attack does (KMO-12), and cards to choose from.

import { html } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { useRoving } from "../tables/focus.js";
import { CardButton, keyed } from "../tables/zone.js";

const ALONE = 10; // AP more for one of two who strikes alone (KMO-12.5)
const SLOTS = [1, 2];

/**
 * @typedef {object} Attack what an attack does as things stand
 * @property {string} shape
 * @property {Record<string, number>} damage by zone
 * @property {string[]} falls zones of those who would be defeated
 * @property {string[]} strikers zones
 *
 * @param {object} table as `Field` in board.js says
 * @param {string} [looked] id of the option that is looked at
 * @returns {Attack | undefined} of the attack that is looked at, or of the first that can be chosen
 */
export function attackOf({ state: { view, near }, prompt }, looked) {
  const attacks = prompt?.kind === "attack" ? prompt.options.filter(({ effect }) => effect?.shape) : [];
  const option = attacks.find(({ id }) => id === looked) ?? attacks[0];
  if (!option) return view.combat && { shape: "", damage: {}, falls: [], ...view.combat };
  const able = SLOTS.map((slot) => `arena_${near}_${slot}`).filter((zone) => option.refs.includes(zone) && !view.zones[zone].cards[0]?.frozen);
  return { ...option.effect, strikers: able };
}

/** @param {object} table as `Field` in board.js says, and `attack` */
export function Front({ attack, ...table }) {
  const { state: { view, table: { outcome } }, words } = table;
  return html`
    <div class="front">
      <p class="front__turn"><b>${words.fill("field.round", { count: view.round })}</b>${!outcome && html` ${steps(view, words).map((step) => html`<span key=${step}>${step}</span>`)}`}</p>
      ${attack && html`<${Sum} attack=${attack} ...${table} />`}
      ${(outcome ? [] : ends(view, words)).map((end) => html`<p key=${end} class="front__end"><${Icon} name="timer" />${end}</p>`)}
      <${Offers} ...${table} />
    </div>`;
}

/** Whose turn, which part of it, the package that was chosen. */
function steps({ turn_of: seat, phase, package: chosen, sent, combat }, words) {
  const playing = ["MONSTER", "PLAY", "MAIN"].includes(phase);
  return [
    words.fill("field.turn", { seat }),
    words.fill(`field.phase.${combat ? "COMBAT" : phase}`),
    chosen && phase !== "ATTACK" && words.fill("field.package", { package: words.fill(`option.package.${chosen}`) }),
    playing && words.fill("field.sent", { count: sent }),
  ].filter(Boolean);
}

function ends({ ending, last_round: last }, words) {
  if (last) return [words.fill("field.last_round")];
  if (!ending) return [];
  const turns = ending.turns.map(({ seat, kind }) => words.fill(`field.${kind}`, { seat }));
  return [words.fill("field.ending", { turns: words.joined(turns) })];
}

/** The sum, where the numbers that all can see make it; else the result alone. */
function Sum({ attack, state: { view }, words }) {
  const at = (zone) => view.zones[zone]?.cards[0];
  const { shape, damage, strikers } = attack;
  if (!shape) return html`<${Facing} ...${{ view, words }} strikers=${strikers.map(at).filter(Boolean)} />`;
  const hurt = Object.entries(damage);
  const aps = strikers.map((zone) => at(zone)?.ap ?? 0);
  const dps = hurt.map(([zone]) => at(zone)?.dp ?? 0);
  const bonus = shape === "2:1" ? ALONE : 0;
  const defence = Math.max(...dps);
  const strength = aps.reduce((sum, ap) => sum + ap, bonus);
  const adds = shape !== "1:2" && hurt.every(([, points]) => points === Math.max(0, strength - defence));
  const same = hurt.length > 1 && hurt.every(([, points]) => points === hurt[0][1]);
  return html`
    <p class="sum">
      <span class="sum__shape">${shape.replace(":", ` ${words.fill("field.against")} `)}</span>
      ${adds && html`
        <span class="sum__parts">${aps.map((ap, n) => html`${n > 0 && html`<i>+</i>`}<span key=${n}><${Icon} name="sword" /><span class="sr">AP </span><b>${ap}</b></span>`)}
        ${bonus > 0 && html`<i>+</i><b>${bonus}</b>`}<i>−</i><span><${Icon} name="shield" /><span class="sr">DP </span><b>${defence}</b></span><i>=</i></span>`}
      <span class="res">${same ? words.fill("field.damage_both", { count: hurt[0][1] }) : words.joined(hurt.map(([zone, points]) => damageTo(points, hurt.length > 1 && at(zone)?.c, words)))}</span>
      ${attack.falls.length > 0 && html`<span class="sr">${words.fill("field.fall", { cards: attack.falls.map((zone) => at(zone).c), count: attack.falls.length })}</span>`}
    </p>`;
}

/** While items may be played: who strikes, and with what against what, as things stand. */
function Facing({ view, strikers, words }) {
  const defenders = SLOTS.map((slot) => view.zones[`arena_${1 - view.combat.attacker}_${slot}`].cards[0]).filter(Boolean);
  const value = (sign, name, one) => html`<span><${Icon} name=${sign} /><span class="sr">${name} </span><b>${one}</b></span>`;
  return html`
    <p class="sum">
      <span class="sum__shape">${words.fill("field.in_combat", { cards: strikers.map(({ c }) => c) })}</span>
      <span class="sum__parts">${strikers.map(({ ap }) => value("sword", "AP", ap))}<i>${words.fill("field.against")}</i>${defenders.map(({ dp }) => value("shield", "DP", dp))}</span>
    </p>`;
}

function damageTo(count, card, words) {
  return card ? words.fill("field.damage_to", { count, card }) : words.fill("field.damage", { count });
}

/** Cards that can be chosen and lie nowhere to be touched: what a search has found, what lies deeper in a desert. */
function Offers({ state: { view, viewer }, prompt, words, choose }) {
  const offers = (prompt?.options ?? []).filter(({ cards, refs }) => cards?.length === 1 && !refs?.length && (prompt.kind === "take" || !lies(view, viewer, cards[0])));
  const { props, tab } = useRoving(offers.length);
  if (!offers.length) return null;
  const play = { open: true, pressed: () => false, playable: () => true };
  return html`
    <ul class="offers" aria-label=${words.fill("field.offers")} ...${props}>${offers.map(({ id, cards: [c] }, n) => html`
      <li key=${id}><${CardButton} card=${{ c, key: `offer/${id}` }} size="hand" number=${n + 1} of=${offers.length} ...${{ words, play }} tabindex=${tab(n)} onCard=${(key, card, event) => event.detail > 1 || choose(id)} /></li>`)}</ul>`;
}

/** Whether this card can be touched where it lies: in my hand, in play, or on top. */
function lies(view, viewer, c) {
  return Object.entries(view.zones).some(([id, zone]) => {
    const cards = keyed(id, zone);
    const open = zone.name === "desert" ? cards.slice(-1) : zone.visibility === "owner" && zone.owner !== viewer ? [] : cards;
    return open.some((card) => card.c === c);
  });
}

// The board of Spieleflut: how far everybody's reach is, the desk of each player with what its reviews still need, and what all draw from.
// Who plays in a team lies together (SPF-3.8, SPF-13).

import { Back, printedCards } from "../tables/faces.js";
import { useRoving } from "../tables/focus.js";
import { html, useLayoutEffect, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { Spread } from "../tables/spread.js";
import { CardButton, keyed, turn } from "../tables/zone.js";
import { ACTIVITIES } from "./faces.js";

const SLOTS = [0, 1];
const DAYS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]; // of the timeline
const RANKS = [1, 2, 3];
const SOON = 1; // the marker stands so low that the next turn of its owner takes the last day
const STEP = 5; // of the scale of the reach track
const KNOWN = ["state", "round", "turn_of", "target", "starter", "last_round"];

/** As `Field` in board.js says. */
export function Field(table) {
  const { state, words, about } = table;
  const { view, near } = state;
  const [opened, open] = useState("");
  useLayoutEffect(() => { // on a small screen the places to point at may lie below
    if (table.staged.length) document.querySelector(".flut .aim, .flut .work .card[data-legal='true']")?.scrollIntoView({ block: "nearest" });
  }, [table.staged.join()]);
  const shared = { ...table, open };
  const zone = view.zones[opened];
  return html`
    <div class="flut" data-seats=${state.table.seats.length} data-teams=${view.seats[near].team !== undefined}>
      <div class="desks">${sides(view, near, words).map(({ name, short, seats, mine }) => html`
        <${Side} key=${seats[0]} ...${{ name, short, seats, mine }} ...${shared} />`)}</div>
      <${Reach} ...${shared} />
      <${Stocks} ...${shared} />
      <${Pending} ...${shared} />
      <div class="flut__about">${about(KNOWN)}</div>
      ${zone && html`<${Spread} ...${spreadOf(zone, words)} words=${words} onClose=${() => open("")} />`}
    </div>`;
}

/** Who lies together: two players face each other, of more the others lie above me; teams are sides of their own. */
function sides(view, near, words) {
  const round = view.seats.map((_, n) => (near + n) % view.seats.length);
  const { team } = view.seats[near];
  if (team === undefined) return [{ seats: [near], mine: true }, { seats: round.slice(1) }];
  const named = (of, mine) => ({
    name: words.fill("field.team_reach", { team: words.fill(`value.team.${of}`), count: together(view, of) }),
    short: `${words.fill(`value.team.${of}`)}: ${together(view, of)}`,
    seats: round.filter((seat) => view.seats[seat].team === of),
    mine,
  });
  return [named(team, true), named(1 - team, false)];
}

function together(view, team) {
  return view.seats.reduce((sum, one) => sum + (one.team === team ? one.reach : 0), 0);
}

function spreadOf({ name, owner, count, cards }, words) {
  const title = [words.fill(`zone.${name}`), owner !== undefined && words.name(owner)].filter(Boolean).join(", ");
  const order = count > 1 && (name === "discard" ? words.fill("field.from_top") : name === "finished" && words.fill("field.from_oldest"));
  return { name: title, about: [`${words.fill("ui.cards", { count })}.`, order].filter(Boolean).join(" "), cards: keyed("spread", { cards }) };
}

/* --- reach --- */

/** A lane for each player, so that marks never cover each other. */
function Reach({ state: { view, viewer, near }, words }) {
  const { target, round, last_round: last } = view;
  const lanes = view.seats.map((_, n) => (near + n) % view.seats.length).sort((one, other) => order(one) - order(other));
  function order(seat) {
    return view.seats[seat].team === view.seats[near].team ? 0 : 1;
  }
  const scale = Array.from({ length: Math.floor(target / STEP) }, (_, n) => (n + 1) * STEP);
  return html`
    <section class="reach" aria-labelledby="reach-h">
      <h3 class="sr" id="reach-h">${words.fill("fact.reach")}</h3>
      <ul class="lanes num">${lanes.map((seat) => {
        const { reach, team } = view.seats[seat];
        return html`
          <li key=${seat} data-me=${seat === viewer} data-team=${team} data-turn=${view.turn_of === seat}>
            <span class="sr">${words.fill("field.reach", { seat, reach, target })}</span>
            <span class="lanes__name" aria-hidden="true">${words.name(seat)}</span>
            <span class="lane" aria-hidden="true"><i style=${{ "--at": `${share(reach, target)}%` }}></i></span>
            <b aria-hidden="true">${words.value("count", reach)}</b>
          </li>`;
      })}</ul>
      <p class="scale num" aria-hidden="true">${scale.map((step) => html`<span key=${step} style=${{ "--at": `${share(step, target)}%` }}>${step}</span>`)}</p>
      <p class="reach__about num">${[words.fill("field.round", { round }), words.fill("field.target", { target })].join(" · ")}${last && html` · <b>${words.fill("fact.last_round")}</b>`}</p>
    </section>`;
}

function share(part, whole) {
  return Math.max(0, Math.min(100, Math.round((100 * part) / whole)));
}

/* --- desks --- */

function Side({ name, short, seats, mine, ...table }) {
  return html`
    <div class="side-of" data-mine=${Boolean(mine)} role=${name && "group"} aria-label=${name}>
      ${name && html`<p class="side-of__name num" aria-hidden="true"><${Icon} name="users" /><span class="side-of__full">${name}</span><span class="side-of__short">${short}</span></p>`}
      <div class="side-of__desks">${seats.map((seat) => html`<${Desk} key=${seat} seat=${seat} ...${table} />`)}</div>
    </div>`;
}

/** The review of a slot and the disturbance on it. Activities that lie there are told by what is still needed. */
function laid(id, zone) {
  const [review, ...others] = keyed(id, zone);
  return { review, disturbance: others.find(({ c }) => printedCards()[c].kind !== "activity") };
}

function Desk({ seat, ...table }) {
  const { state: { view, near }, words } = table;
  const works = SLOTS.map((slot) => ({ id: `desk_${seat}_${slot}`, slot, ...laid(`desk_${seat}_${slot}`, view.zones[`desk_${seat}_${slot}`]) }));
  const queue = view.zones[`queue_${seat}`];
  const stops = works.map(({ review, disturbance }) => Number(Boolean(review)) + Number(Boolean(disturbance)));
  const { props, tab } = useRoving(stops[0] + stops[1] + (queue?.count ?? 0));
  return html`
    <section class=${`desk desk--${seat === near ? "me" : "other"}`} aria-labelledby=${`player-${seat}`} data-turn=${view.turn_of === seat}>
      <${Head} seat=${seat} ...${table} />
      <ul class="slots" aria-label=${words.fill("zone.desk")} ...${props}>
        ${works.map((work, n) => html`<${Slot} key=${work.id} ...${work} tab=${(place) => tab((n ? stops[0] : 0) + place)} ...${table} />`)}
        ${queue && html`<${Queue} id=${`queue_${seat}`} tabindex=${tab(stops[0] + stops[1])} ...${table} />`}
      </ul>
    </section>`;
}

function Head({ seat, ...table }) {
  const { state: { view, viewer, changed }, words, player, open, targets, aim } = table;
  const { rank, tops } = view.seats[seat];
  const hand = view.zones[`hand_${seat}`];
  return html`
    <div class="desk__head">
      <div class="player" data-seat=${seat} data-turn=${view.turn_of === seat} data-me=${seat === viewer}>${player(seat, [])}</div>
      <div class="desk__numbers num">
        ${seat !== viewer && html`<span class="count" data-zone=${`hand_${seat}`} data-changed=${changed.counted.includes(`hand_${seat}`) && turn(changed)}>
          <${Icon} name="hand" /><span aria-hidden="true">${hand.count}</span><span class="sr">${words.fill("field.hand", { count: hand.count })}</span></span>`}
        ${seat !== viewer && hand.cards?.length > 0 && html`<button type="button" class="more" onclick=${() => open(`hand_${seat}`)}>${words.fill("field.open")}</button>`}
        ${tops > 0 && html`<span class="count"><span aria-hidden="true">TOP ${tops}</span><span class="sr">${words.fill("fact.tops")}: ${tops}</span></span>`}
        ${rank && html`<span class="rank" role="img" aria-label=${words.fill("field.rank", { rank })}>${RANKS.map((one) => html`<span key=${one} data-has=${one <= rank}><${Icon} name="star" /></span>`)}</span>`}
        ${targets.has(`seat_${seat}`) && html`<button type="button" class="pick aim" data-key=${`aim/seat_${seat}`} onclick=${(event) => event.detail > 1 || aim(`seat_${seat}`)}>${words.fill("field.choose")}</button>`}
      </div>
      <${Finished} id=${`finished_${seat}`} ...${table} />
    </div>`;
}

/** Genres in the order in which reviews were finished; those that the next bonus builds on are joined (SPF-8.6). */
function Finished({ id, state: { view, changed }, words, open }) {
  const zone = view.zones[id];
  const genres = zone.cards.map(({ c }) => printedCards()[c].genre);
  const count = building(genres);
  const told = [words.fill("field.finished", { count: genres.length }), genres.length && words.joined(genres.map((genre) => words.value("genre", genre))), count > 1 && words.fill("field.building", { count })];
  return html`
    <button type="button" class="finished num" data-zone=${id} data-empty=${!genres.length} data-changed=${changed.counted.includes(id) && turn(changed)} disabled=${!genres.length} onclick=${() => open(id)}>
      <span class="sr">${told.filter(Boolean).join(". ")}</span>
      <span class="finished__count" aria-hidden="true"><${Icon} name="trophy" />${genres.length}</span>
      ${genres.map((genre, n) => html`<span key=${n} class="genre" aria-hidden="true" data-genre=${genre} data-building=${n >= genres.length - count} title=${words.value("genre", genre)}><${Icon} name=${`g_${genre}`} /></span>`)}
    </button>`;
}

/** How many of the last reviews the genre bonus of the next one can count: a run of the same genre, else one of different genres (SPF-8.5). */
function building(genres) {
  const newest = [...genres].reverse();
  const other = newest.findIndex((genre) => genre !== newest[0]);
  const same = other < 0 ? newest.length : other;
  if (same > 1) return same;
  const again = newest.findIndex((genre, n) => newest.indexOf(genre) < n);
  return again < 0 ? newest.length : again;
}

/** A slot of the desk: marker on the timeline, review, disturbance, and what is still needed. */
function Slot({ id, slot, review, disturbance, tab, ...table }) {
  const { state: { changed }, words, play, onCard, targets } = table;
  if (!review) return html`<li class="work" data-zone=${id} data-free="true"><${Room} ...${{ id, slot }} ...${table} /></li>`;
  const { c, key, deadline, needs, complete, top } = review;
  const ready = top ? words.fill("field.top") : complete && words.fill("field.complete");
  const lasts = disturbance?.turns && words.fill("field.turns", { count: disturbance.turns });
  const told = [words.fill("field.slot", { slot: slot + 1 }), words.fill("face.deadline", { count: deadline }), ready, ...ACTIVITIES.map((activity) => inWords(activity, needs[activity], words)), disturbance && words.fill("field.disturbed", { card: disturbance.c })];
  const fresh = (card) => changed.arrived[id]?.[card] && turn(changed);
  return html`
    <li class="work" data-zone=${id} data-aimed=${targets.has(id)} data-ready=${Boolean(ready)} data-changed=${changed.counted.includes(id) && turn(changed)}>
      <${Timeline} deadline=${deadline} hot=${deadline <= SOON && !complete} words=${words} />
      <div class="work__cards">
        <${CardButton} ...${{ words, play, onCard }} card=${{ c, key }} size="board" more=${`${told.filter(Boolean).join(". ")}.`} fresh=${fresh(c)} tabindex=${tab(0)} />
        ${ready && html`<span class="ready" aria-hidden="true"><${Icon} name="check" />${ready}</span>`}
        ${disturbance && html`<div class="disturbed"><${CardButton} ...${{ words, onCard }} card=${{ c: disturbance.c, key: disturbance.key }} size="mini" more=${lasts} fresh=${fresh(disturbance.c)} tabindex=${tab(1)} />
          <span class="disturbed__name" aria-hidden="true">${words.card(disturbance.c)}${lasts && html`<small>${lasts}</small>`}</span></div>`}
      </div>
      <${Needed} needs=${needs} words=${words} />
    </li>`;
}

function Timeline({ deadline, hot, words }) {
  return html`
    <p class="timeline num" role="img" aria-label=${words.fill("face.deadline", { count: deadline })} data-hot=${hot}>
      <span class="timeline__sign"><${Icon} name="timer" /></span>${DAYS.map((day) => html`<i key=${day} data-now=${day === deadline}>${day}</i>`)}</p>`;
}

/** For each activity a row of places: filled, needed, and needed for TOP alone. */
function Needed({ needs, words }) {
  return html`
    <ul class="needed num">${ACTIVITIES.map((activity) => {
      const [done, required, full] = needs[activity];
      const places = Array.from({ length: Math.max(done, full) }, (_, n) => (n < done ? "done" : n < required ? "needed" : "extra"));
      const left = Math.max(0, required - done);
      return html`
        <li key=${activity} data-thing=${activity} data-left=${left > 0}>
          <span class="sr">${inWords(activity, needs[activity], words)}</span>
          <span class="needed__places" aria-hidden="true">${places.map((place, n) => html`<i key=${n} data-place=${place} data-beyond=${n >= required}><${Icon} name=${activity} /></i>`)}</span>
          <b aria-hidden="true">${left > 0 ? `${done}/${required}` : html`<${Icon} name="check" />`}</b>
        </li>`;
    })}</ul>`;
}

function inWords(activity, [done, required, full], words) {
  return [words.fill("field.needed", { activity, count: done, needed: required }), full > required && words.fill("field.for_top", { count: full })].filter(Boolean).join(", ");
}

/** Where no review lies: to be pointed at where one can go there. */
function Room({ id, slot, targets, aim, ready, prompt, words }) {
  const name = slot === undefined ? words.fill("zone.queue") : words.fill("field.slot", { slot: slot + 1 });
  const free = words.fill("field.free");
  if (!targets.has(id)) return html`<p class="slot-empty"><span class="sr">${name}: </span>${free}</p>`;
  const [way, ...others] = (ready.length ? ready : prompt.options).filter(({ refs = [] }) => refs.includes(id));
  const label = way && !others.length ? words.say(way.label) : name;
  return html`<button type="button" class="slot-empty aim" data-key=${`aim/${id}`} aria-label=${label} onclick=${(event) => event.detail > 1 || aim(id)}>${name}</button>`;
}

function Queue({ id, tabindex, ...table }) {
  const { state: { view, changed }, words, play, onCard } = table;
  const [waiting] = keyed(id, view.zones[id]);
  const name = words.fill("zone.queue");
  return html`
    <li class="queue" data-zone=${id} data-changed=${changed.counted.includes(id) && turn(changed)}>
      ${waiting ? html`<${CardButton} ...${{ words, play, onCard, tabindex }} card=${waiting} size="mini" more=${`${name}.`} fresh=${changed.arrived[id]?.[waiting.c] && turn(changed)} />` : html`<${Room} id=${id} ...${table} />`}
      <span class="queue__name" aria-hidden="true">${name}</span>
    </li>`;
}

/* --- what all draw from --- */

function Stocks({ ...table }) {
  const { state: { view }, words } = table;
  return html`
    <section class="stocks" aria-labelledby="stocks-h">
      <h3 class="sr" id="stocks-h">${words.fill("field.stocks")}</h3>
      ${["draw", "discard", "stack", "events"].filter((id) => view.zones[id]).map((id) => html`<${Stock} key=${id} id=${id} ...${table} />`)}
    </section>`;
}

/** Reviews that were drawn and have no place yet (SPF-6.7), or what can be taken from the discard pile (SPF-7.7). */
function Pending({ state: { view, changed }, words, play, onCard, prompt }) {
  const found = prompt?.kind === "recover" && new Set(prompt.options.flatMap(({ cards }) => cards));
  const cards = found ? keyed("discard", view.zones.discard).filter(({ c }) => found.has(c)) : keyed("pending", view.zones.pending);
  const { props, tab } = useRoving(cards.length);
  const name = words.fill(found ? "field.to_take" : "zone.pending");
  return html`
    <div class="pending" data-zone="pending" data-loose=${!found} data-empty=${!cards.length}>${cards.length > 0 && html`
      <span class="pending__name" aria-hidden="true">${name}</span>
      <ul aria-label=${name} ...${props}>${cards.map((card, n) => html`
        <li key=${card.key}><${CardButton} ...${{ words, play, onCard, card }} size="board" number=${n + 1} of=${cards.length} fresh=${changed.arrived.pending?.[card.c] && turn(changed)} tabindex=${tab(n)} /></li>`)}</ul>`}</div>`;
}

/** A pile: its top card where that is known, else its back, how many cards there are, and a button to look through what lies open. */
function Stock({ id, ...table }) {
  const { state: { view, changed }, words, play, onCard, open, targets, aim, prompt, ready } = table;
  const zone = view.zones[id];
  const [top] = keyed(id, zone);
  const name = words.fill(`zone.${id}`);
  const [way, ...others] = targets.has(id) ? (ready.length ? ready : prompt.options).filter(({ refs = [] }) => refs.includes(id)) : [];
  const reverse = html`<span class="stock__back backs" aria-hidden="true"><${Back} kind=${zone.back} /></span>`;
  const there = zone.count ? reverse : html`<span class="slot-empty" aria-hidden="true"></span>`;
  const covered = way ? html`<button type="button" class="aim" data-key=${`aim/${id}`} aria-label=${others.length ? name : words.say(way.label)} onclick=${(event) => event.detail > 1 || aim(id)}>${there}</button>` : there;
  return html`
    <div class="stock" role="group" aria-label=${`${name}: ${words.fill("ui.cards", { count: zone.count })}`} data-zone=${id} data-loose=${id === "discard"} data-changed=${changed.counted.includes(id) && turn(changed)}>
      ${top
        ? html`<${CardButton} ...${{ words, onCard }} play=${play.playable(top.key) ? play : undefined} card=${{ c: top.c, key: top.key, top: true }} size="mini" fresh=${changed.arrived[id]?.[top.c] && turn(changed)} />`
        : covered}
      <span class="stock__about"><b class="num" aria-hidden="true">${zone.count}</b><span aria-hidden="true">${name}</span>
        ${zone.cards?.length > 1 && html`<button type="button" class="more" onclick=${() => open(id)}>${words.fill("field.open")}<span class="sr">: ${name}</span></button>`}
        ${id === "events" && html`<small>${words.fill("field.price")}</small>`}</span>
    </div>`;
}

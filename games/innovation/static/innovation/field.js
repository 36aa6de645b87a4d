// The board of Innovation: what is mine large, the others above it, between them supply and achievements. Who obeys and who shares
// shows before a dogma is chosen (INN-7.3), and what is running step by step with its text.

import { Back, Face, printedCards } from "../tables/faces.js";
import { useRoving } from "../tables/focus.js";
import { html, useLayoutEffect, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { foretold } from "../tables/options.js";
import { Prose } from "../tables/prose.js";
import { Spread } from "../tables/spread.js";
import { CardButton, keyed, turn } from "../tables/zone.js";
import { ICON_NAMES } from "./art.js";
import { effectsOf } from "./faces.js";

const COLORS = ["blue", "red", "green", "yellow", "purple"];
const AGES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const SPECIALS = ["monument", "empire", "world", "wonder", "universe"];
const LAST_ACHIEVEMENT = 9;
const POINTS_AN_AGE = 5; // INN-11.1
const SHOWING = { none: [], left: [3], right: [0, 1], up: [1, 2, 3] }; // the places that a covered card shows (INN-6.2)
const KNOWN = ["turn", "turn_of", "actions_left", "needed", "edition", "specials", "goals", "phase", "dogma"];

/** As `Field` in board.js says. */
export function Field(table) {
  const { state, words, pile, about } = table;
  const { view, near } = state;
  const [looked, look] = useLookedAt(table);
  const [spread, open] = useState("");
  const seats = state.table.seats.length;
  const others = Array.from({ length: seats - 1 }, (_, n) => (near + 1 + n) % seats);
  const shown = looked ?? table.staged.map((c) => ({ c }))[0];
  const option = shown?.c && table.prompt?.options.find(({ cards, effect }) => effect?.share && cards?.[0] === shown.c);
  const concern = view.dogma ? concerned(view.dogma, words) : option?.effect;
  const icon = view.dogma?.icon ?? (option && printedCards()[shown.c].dogma_icon);
  const shared = { ...table, concern, icon, open };
  return html`
    <div class="inn" data-others=${others.length}>
      <section class="mine" aria-labelledby=${`player-${near}`} ...${part(near, concern)}>
        <${Head} seat=${near} ...${shared} />
        <${Piles} seat=${near} ...${shared} />
        ${view.dogma ? html`<${Running} ...${shared} />` : html`<${LookedAt} shown=${shown} option=${option} ...${shared} />`}
      </section>
      <${Strip} ...${shared} onLook=${look} />
      <div class="opps">
        ${others.map((seat) => html`<${Opponent} key=${seat} seat=${seat} ...${shared} />`)}
      </div>
      <div class="inn__about">${pile("removed", { small: true })}${pile("removed_hidden", { small: true })}${about(KNOWN)}</div>
      ${spread && view.zones[spread] && html`<${Opened} zone=${view.zones[spread]} words=${words} onClose=${() => open("")} />`}
    </div>`;
}

/** What the mouse or the focus is on: a card, or an achievement. A new question or a new choice begins anew. */
function useLookedAt({ prompt, staged }) {
  const at = [prompt?.id, ...staged].join();
  const [kept, keep] = useState({ at });
  useLayoutEffect(() => {
    const seen = ({ target }) => {
      const thing = target.closest?.("#board [data-card], #hand [data-card], [data-about], [data-option]");
      const { card, about, option } = thing?.dataset ?? {};
      const c = card ?? prompt?.options.find(({ id }) => id === option)?.cards?.[0];
      if (c || about) keep((old) => (old.at === at && old.thing?.c === c && old.thing?.about === about ? old : { at, thing: { c, about } }));
    };
    const kinds = ["pointerover", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, seen, { passive: true });
    return () => kinds.forEach((kind) => document.removeEventListener(kind, seen));
  }, [at]);
  return [kept.at === at ? kept.thing : undefined, (about) => keep({ at, thing: { about } })];
}

/** Whom a dogma that runs concerns, as far as its card has demands and other effects. */
function concerned({ card, obey, share }, words) {
  const demands = effectsOf(printedCards()[card], words).map(({ kind }) => kind === "demand");
  return { obey: demands.includes(true) ? obey : [], share: demands.includes(false) ? share : [] };
}

/** Whether somebody has to obey, or shares. */
function part(seat, concern) {
  return { "data-obeys": concern?.obey?.includes(seat), "data-shares": concern?.share?.includes(seat) };
}

/* --- players --- */

function Opponent({ seat, ...table }) {
  const { state: { view }, words, player, concern } = table;
  const role = concern?.obey?.includes(seat) ? "obey" : concern?.share?.includes(seat) ? "share" : "";
  return html`
    <section class="opp" aria-labelledby=${`player-${seat}`} data-turn=${view.turn_of === seat} ...${part(seat, concern)}>
      <div class="player" data-seat=${seat} data-turn=${view.turn_of === seat}>
        ${player(seat, [])}
        <${Numbers} seat=${seat} ...${table} />
        ${role && html`<b class="role" data-role=${role}>${words.fill(`effect.${role}`, { seats: [seat], count: 1 })}</b>`}
        <${Pick} id=${`seat_${seat}`} ...${table} />
      </div>
      <${Icons} seat=${seat} ...${table} />
      <${Piles} seat=${seat} small=${true} ...${table} />
      <div class="opp__hidden">
        <${Hidden} id=${`hand_${seat}`} sign="hand" ...${table} />
        <${Hidden} id=${`score_${seat}`} sign="star" ...${table} />
      </div>
    </section>`;
}

function Head({ seat, ...table }) {
  const { state, words, player } = table;
  const { view, viewer } = state;
  return html`
    <div class="mine__head">
      <div class="player" data-seat=${seat} data-turn=${view.turn_of === seat} data-me=${seat === viewer}>${player(seat, [])}
        ${view.turn_of === seat && html`<p class="mine__turn">${words.fill(view.actions_left ? "field.turn" : "field.turn_last", { turn: view.turn, count: view.actions_left })}</p>`}</div>
      <${Icons} seat=${seat} ...${table} />
      <${Numbers} seat=${seat} ...${table} />
      ${seat !== viewer && html`<div class="opp__hidden">
        <${Hidden} id=${`hand_${seat}`} sign="hand" ...${table} /><${Hidden} id=${`score_${seat}`} sign="star" ...${table} /></div>`}
      <${Pick} id=${`seat_${seat}`} ...${table} />
    </div>`;
}

/** Achievements, points, cards in hand. */
function Numbers({ seat, state: { view }, words }) {
  const { achievements, points, team } = view.seats[seat];
  const together = view.seats.reduce((sum, one) => sum + (one.team === team ? one.achievements : 0), 0);
  const needed = words.fill(team === undefined ? "field.of_needed" : "field.of_needed_together", { needed: view.needed, count: together });
  return html`
    <ul class="numbers num" data-zone=${`claimed_${seat}`}>
      ${team !== undefined && html`<li class="numbers__team">${words.fill(`value.team.${team}`)}</li>`}
      <li title=${words.fill("fact.achievements")}><${Icon} name="trophy" /><b>${achievements}</b> <span class="numbers__of">${needed}<span class="sr"> ${words.fill("fact.achievements")}</span></span></li>
      <li title=${words.fill("fact.points")}><${Icon} name="star" /><b>${points}</b> <span class="numbers__of">${words.fill("fact.points")}</span></li>
    </ul>`;
}

/** What somebody shows of each icon; the one that counts now stands out. */
function Icons({ seat, state: { view }, words, icon }) {
  const { icons } = view.seats[seat];
  return html`
    <ul class="icons num" aria-label=${words.fill("field.icons")}>
      ${ICON_NAMES.map((name) => html`
        <li key=${name} data-icon=${name} data-counts=${name === icon}><${Icon} name=${name} /><span class="sr">${words.mark(name)} </span>${icons[name]}</li>`)}
    </ul>`;
}

/** Chooses what is not a card, where it lies; several of a kind are chosen in the prompt. */
function Pick({ id, prompt, words, choose }) {
  if (prompt?.pick.max !== 1 || !prompt.options.some((option) => option.id === id)) return null;
  return html`<button type="button" class="pick" onclick=${(event) => event.detail > 1 || choose(id)}>${words.fill("field.choose")}</button>`;
}

/** A hand or a score pile of which the backs are known, that is the ages (INN-12). */
function Hidden({ id, sign, state: { view, changed }, words, prompt, choose, open }) {
  const zone = view.zones[id];
  if (!zone) return null;
  const ages = zone.backs ?? (zone.cards ?? []).map(({ c }) => printedCards()[c].age).sort((one, other) => one - other);
  const groups = [...new Set(ages)].map((age) => ({ age, count: ages.filter((one) => one === age).length }));
  const offered = (age) => prompt?.options.find((option) => option.id === `seat_${zone.owner}:${age}` && (option.refs ?? []).includes(id));
  const name = words.fill(`zone.${zone.name}`);
  const told = [`${name}: ${words.fill("ui.cards", { count: zone.count })}`, ages.length && words.fill("field.ages", { ages })].filter(Boolean).join(", ");
  return html`
    <div class="hidden" role="group" aria-label=${told} data-zone=${id} data-changed=${changed.counted.includes(id) && turn(changed)}>
      <span class="hidden__name" aria-hidden="true" title=${name}><${Icon} name=${sign} /><b class="num">${zone.count}</b></span>
      <span class="hidden__backs backs">${groups.map(({ age, count }) => {
        const option = offered(age);
        const shown = html`<${Back} kind=${age} />${count > 1 && html`<span class="num">×${count}</span>`}`;
        return option
          ? html`<button key=${age} type="button" class="pick pick--back" onclick=${(event) => event.detail > 1 || choose(option.id)}><span aria-hidden="true">${shown}</span><span class="sr">${words.say(option.label)}</span></button>`
          : html`<span key=${age} class="hidden__back" aria-hidden="true">${shown}</span>`;
      })}</span>
      ${zone.cards?.length > 0 && html`<button type="button" class="more" onclick=${() => open(id)}>${words.fill("field.open")}</button>`}
    </div>`;
}

/* --- piles --- */

/** The five piles of a player; together they get as large as there is room. They are one stop of the keyboard. */
function Piles({ seat, small, ...table }) {
  const { state: { view }, play } = table;
  const zones = COLORS.map((color) => [`${color}_${seat}`, view.zones[`${color}_${seat}`]]);
  const chosen = zones.map(([id, { splay, cards }]) => (splay === "none" ? [] : keyed(id, { cards }).slice(1).filter(({ key }) => play.playable(key))));
  const stops = zones.map(([, { count }], n) => (count ? 2 + chosen[n].length : 0)); // the top card, others that can be chosen, and what opens the pile
  const { props, tab } = useRoving(stops.reduce((sum, count) => sum + count, 0));
  const beside = zones.reduce((sum, [, { splay, count }]) => sum + (splay === "left" || splay === "right" ? count - 1 : 0), 0);
  return html`
    <div class="piles"><div class="piles__row" ...${props} style=${{ "--beside": beside }}>
      ${zones.map(([id, zone], n) => {
        const before = stops.slice(0, n).reduce((sum, count) => sum + count, 0);
        return html`<${Pile} key=${id} ...${table} ...${{ id, zone, small, chosen: chosen[n] }} tab=${(place) => tab(before + place)} />`;
      })}
    </div></div>`;
}

function Pile({ id, zone, small, chosen, tab, state, words, prompt, play, onCard, choose, open }) {
  const { color, splay, count } = zone;
  const { changed } = state;
  const name = words.fill(`value.color.${color}`);
  const cards = keyed(id, zone);
  const [top, ...covered] = cards;
  const fan = splay !== "none";
  const fresh = (c) => changed.arrived[id]?.[c] && turn(changed);
  const option = top && prompt?.options.find(({ cards: used }) => used?.length === 1 && used[0] === top.c);
  const label = [name, words.fill("ui.cards", { count }), fan && words.value("splay", splay)].filter(Boolean).join(", ");
  const size = small ? "mini" : "board";
  return html`
    <div class="colour" role="group" aria-label=${label} data-zone=${id} data-splay=${splay} data-empty=${count === 0} data-color=${color}
      style=${{ "--n": Math.max(1, count) }} data-changed=${changed.counted.includes(id) && turn(changed)}>
      <div class="fan">
        ${top && html`<div class="fan__card" style=${{ "--k": 0 }}>
          <${CardButton} ...${{ words, size, onCard }} card=${{ c: top.c, key: top.key }} fresh=${fresh(top.c)} more=${option ? foretold(option, words) : ""} tabindex=${tab(0)}
            play=${play.open && (!small || play.playable(top.key)) ? play : undefined} /></div>`}
        ${fan && covered.map((card, n) => html`
          <div key=${card.key} class="fan__card" style=${{ "--k": n + 1 }}>
            ${chosen.some(({ key }) => key === card.key)
              ? html`<${CardButton} ...${{ words, size, onCard, play, card }} fresh=${fresh(card.c)} tabindex=${tab(1 + chosen.findIndex(({ key }) => key === card.key))} />`
              : html`<span class=${`card card--${size}`} aria-hidden="true" data-card=${card.c} data-key=${card.key} data-fresh=${fresh(card.c)} onclick=${() => open(id)}><${Face} c=${card.c} words=${words} /></span>`}
          </div>`)}
        ${count === 0 && html`<span class="slot-empty" aria-hidden="true">${words.fill(`face.letters.${color}`)}</span>`}
      </div>
      <p class="colour__below">
        ${count > 0 && html`<button type="button" class="more num" data-key=${`more/${id}`} tabindex=${tab(1 + chosen.length)} onclick=${() => open(id)}>
          ${small ? count : words.fill("ui.cards", { count })}${fan && !small && `, ${words.value("direction", splay)}`}<span class="sr">: ${name}, ${words.fill("field.open")}</span></button>`}
        ${small && count > 0 && html`<${Showing} cards=${cards} splay=${splay} words=${words} />`}
        <${Pick} id=${color} ...${{ prompt: state.near === zone.owner ? prompt : undefined, words, choose }} />
      </p>
    </div>`;
}

/** The icons that a pile shows, as those of small cards cannot be made out. */
function Showing({ cards, splay, words }) {
  const seen = cards.flatMap(({ c }, n) => printedCards()[c].icons.filter((_, place) => n === 0 || SHOWING[splay].includes(place)));
  const counts = ICON_NAMES.map((name) => [name, seen.filter((one) => one === name).length]).filter(([, count]) => count);
  return html`<span class="showing num">${counts.map(([name, count]) => html`
    <span key=${name} data-icon=${name}><${Icon} name=${name} /><span class="sr">${words.mark(name)} </span>${count}</span>`)}</span>`;
}

/** All cards of a pile, tucked ones too: every card lies face up (INN-12). */
function Opened({ zone, words, onClose }) {
  const name = [words.fill(zone.color ? `value.color.${zone.color}` : `zone.${zone.name}`), zone.owner !== undefined && words.name(zone.owner)].filter(Boolean).join(", ");
  const splayed = zone.splay && zone.splay !== "none" && `, ${words.value("splay", zone.splay)}`;
  const about = [words.fill("ui.cards", { count: zone.count }), splayed, ". ", zone.color && zone.count > 1 && words.fill("field.from_top")];
  return html`<${Spread} ...${{ name, about, words, onClose }} cards=${keyed("spread", zone)} />`;
}

/* --- supply and achievements --- */

function Strip({ onLook, ...table }) {
  const { words } = table;
  const { props, tab } = useRoving(LAST_ACHIEVEMENT + SPECIALS.length);
  return html`
    <section class="strip" aria-label=${`${words.fill("zone.supply")}, ${words.fill("fact.achievements")}`}>
      <h3 class="sr">${words.fill("zone.supply")}</h3>
      <ol class="supply">${AGES.map((age) => html`<${Supply} key=${age} age=${age} ...${table} />`)}</ol>
      <h3 class="sr">${words.fill("fact.achievements")}</h3>
      <div class="strip__achievements" ...${props}>
        <ol class="shields" data-zone="achievements">${AGES.slice(0, LAST_ACHIEVEMENT).map((age, n) => html`<li key=${age}><${Achievement} age=${age} tabindex=${tab(n)} ...${table} onLook=${onLook} /></li>`)}</ol>
        <ul class="specials">${SPECIALS.map((special, n) => html`<li key=${special}><${Special} special=${special} tabindex=${tab(LAST_ACHIEVEMENT + n)} ...${table} onLook=${onLook} /></li>`)}</ul>
      </div>
    </section>`;
}

function Supply({ age, state: { view, changed }, words, prompt, choose }) {
  const id = `supply_${age}`;
  const { count } = view.zones[id];
  const option = prompt?.options.find((one) => one.id === "draw" && (one.refs ?? []).includes(id));
  const told = words.fill("field.supply", { age, cards: words.fill("ui.cards", { count }) });
  const shown = html`<b class="num" aria-hidden="true">${age}</b><span class="num" aria-hidden="true">${count}</span><span class="sr">${told}</span>`;
  return html`
    <li data-zone=${id} data-empty=${count === 0} data-next=${Boolean(option)} data-changed=${changed.counted.includes(id) && turn(changed)}>
      ${option ? html`<button type="button" onclick=${(event) => event.detail > 1 || choose("draw")}>${shown}<span class="sr">. ${words.say(option.label)}</span></button>` : html`<span>${shown}</span>`}
    </li>`;
}

/** Who has a normal achievement, by its age. */
function ownerOf(view, age) {
  const own = Object.values(view.zones).find(({ name, backs }) => name === "claimed" && backs?.some((one) => Number(String(one).replace("age-", "")) === age));
  return own?.owner;
}

function Achievement({ age, tabindex, onLook, ...table }) {
  const { state: { view }, words, prompt, choose, explain } = table;
  const owner = ownerOf(view, age);
  const id = `achieve:age-${age}`;
  const offered = prompt?.options.some((option) => option.id === id);
  const told = aboutAchievement(age, table);
  const act = () => {
    onLook(`achievement-${age}`);
    if (offered) choose(id);
    else explain(told);
  };
  return html`
    <button type="button" class="shield num" tabindex=${tabindex} data-key=${`achievement-${age}`} data-about=${`achievement-${age}`} data-won=${owner !== undefined} data-offered=${offered} aria-disabled=${!offered}
      onclick=${(event) => event.detail > 1 || act()}><span class="sr">${told}</span><span aria-hidden="true">${owner === undefined ? age : html`<i>${age}</i>${short(words.name(owner))}`}</span></button>`;
}

/** What an achievement needs, and how much of that is still missing (INN-11.1). */
function aboutAchievement(age, { state: { view, near, viewer }, words }) {
  const owner = ownerOf(view, age);
  if (owner !== undefined) return words.fill("field.taken", { age, seat: owner });
  const free = words.fill("field.free", { age, need: age * POINTS_AN_AGE });
  if (viewer === "spectator") return free;
  const { points, top } = view.seats[near];
  const lack = age * POINTS_AN_AGE - points;
  const missing = [lack > 0 && words.fill("field.lack_points", { count: lack }), top < age && words.fill("field.lack_top", { top })].filter(Boolean);
  return [free, ...(missing.length ? missing : [words.fill("field.lack_nothing")])].join(" ");
}

function Special({ special, tabindex, onLook, ...table }) {
  const { state: { view, near }, words, explain } = table;
  const free = view.specials.includes(special);
  const owner = view.seats.findIndex(({ specials }) => specials.includes(special));
  const told = aboutSpecial(special, table);
  return html`
    <button type="button" class="special" tabindex=${tabindex} data-key=${`special-${special}`} data-about=${`special-${special}`} data-won=${!free} aria-disabled="true"
      onclick=${() => (onLook(`special-${special}`), explain(told))}>
      <span class="sr">${told}</span><span aria-hidden="true">${words.value("special", special)}</span><small class="num" aria-hidden="true">${free ? words.fill("field.so_far", { count: view.seats[near].progress[special], goal: view.goals[special] }) : owner >= 0 && words.name(owner)}</small></button>`;
}

function aboutSpecial(special, { state: { view }, words }) {
  const owner = view.seats.findIndex(({ specials }) => specials.includes(special));
  const condition = words.fill(`special.${special}`);
  const name = words.value("special", special);
  if (owner >= 0) return words.fill("field.special_taken", { special: name, seat: owner, condition });
  const far = view.seats.map(({ progress }, seat) => words.fill("field.progress", { seat, count: progress[special], goal: view.goals[special] }));
  return `${words.fill("field.special", { special: name, condition })} ${far.join(", ")}.`;
}

function short(name) {
  return name.split(" ").at(-1).slice(0, 2).toUpperCase();
}

/* --- what is looked at, and what is going on --- */

/** A card with its effects and whom they would concern, or an achievement with what is missing. */
function LookedAt({ shown, option, ...table }) {
  const { state: { view }, words } = table;
  if (shown?.c) {
    return html`
      <div class="peek" role="note" aria-label=${words.fill("field.preview")}>
        <h3>${words.card(shown.c)}</h3>
        <div class="peek__text"><${Prose} text=${words.text(shown.c)} words=${words} /></div>
        ${option && html`<p class="peek__who">${foretold(option, words) || words.fill("field.alone")}</p>`}
      </div>`;
  }
  const [kind, name] = (shown?.about ?? `achievement-${nearest(view)}`).split("-");
  const told = kind === "special" ? aboutSpecial(name, table) : name !== "0" && aboutAchievement(Number(name), table);
  return html`<div class="peek" role="note" aria-label=${words.fill("field.preview")}>${told && html`<p>${told}</p>`}</div>`;
}

/** The free normal achievement that needs least; 0 if all are taken. */
function nearest(view) {
  return AGES.slice(0, LAST_ACHIEVEMENT).find((age) => ownerOf(view, age) === undefined) ?? 0;
}

/** The dogma that runs: whose, who obeys and who shares, and the effect at which it stands, through all cards that it has led to (INN-9). */
function Running({ state: { view }, words, concern }) {
  const { card, seat, bonus, frames } = view.dogma;
  const frame = frames.at(-1);
  const about = frame?.card ?? card;
  return html`
    <section class="peek running" aria-labelledby="running-h">
      <div class="running__head">
        <h3 id="running-h">${words.fill("field.dogma", { seat, card })}</h3>
        <p>${foretold({ effect: concern }, words)}${bonus && ` ${words.fill("log.bonus", { seat })}`}</p>
      </div>
      ${frames.length > 0 && html`<ol class="frames" aria-label=${words.fill("field.steps")}>${frames.map((one, n) => html`
        <li key=${n} aria-current=${n === frames.length - 1 ? "step" : undefined}>${words.fill(one.demand ? "log.demand" : "log.effect", one)}</li>`)}</ol>`}
      <ol class="peek__text">${words.text(about).split("\n\n").map((text, n) => html`
        <li key=${n} aria-current=${n + 1 === frame?.effect ? "step" : undefined}><${Prose} text=${text} words=${words} />${n + 1 === frame?.effect && html`<span class="sr">(${words.fill("field.now")})</span>`}</li>`)}</ol>
    </section>`;
}

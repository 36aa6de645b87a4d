// The attack in its seven steps, with what both sides would do as things stand, and which cards have a part in it (OMG-8.1, OMG-8.4, OMG-8.5).

import { html } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { inWords, influences } from "./influence.js";

const STEPS = ["declare", "tactic", "chances", "window", "result", "state", "points"];
const STEPS_ON_PLAYER = ["declare", "window", "points"];
const ATTACK = /^attack(_player)?:/;
const BOTH = ["S", "A"];
const SIGN = { S: "seo", A: "affiliate" };
const REACHED = { tactic: "tactic", split: "points" }; // by what is asked

/**
 * The attack that is looked at before it is chosen, or that the picked user could make.
 * @param {{looked?: import("../tables/state.js").Option, picked: string, attacks: boolean}} aim as `useAim` has it
 * @returns {{attacker: string, defender?: string, open?: boolean} | undefined} zones; `open`: on whom is not said yet
 */
export function foreseen({ looked, picked, attacks }) {
  if (looked && ATTACK.test(looked.id)) return { attacker: looked.refs[0], defender: looked.refs[1] };
  return attacks ? { attacker: picked, open: true } : undefined;
}

/**
 * @param {object} props as `Field` in board.js says
 * @param {any} props.fight as the view has it, or as `foreseen`
 * @param {boolean} props.running whether it has been declared
 * @param {boolean} props.floats whether it is only looked at, so that nothing may move for it
 */
export function Fight({ fight, running, floats, state, words }) {
  const { view } = state;
  const [attacker, defender] = [view.zones[fight.attacker], fight.defender && view.zones[fight.defender]];
  if (!attacker || (fight.defender && !defender) || state.table.outcome) return null;
  const pair = { mine: attacker, foe: defender, fight, words };
  return html`
    <section class="fight" aria-label=${words.fill(running ? "field.fight" : "field.foreseen")} data-running=${running} data-floats=${floats}>
      ${running && html`<${Steps} ...${{ state, words }} player=${!fight.defender} />`}
      <div class="fight__sides">
        <${Fighter} zone=${attacker} part="attacking" chance=${fight.attacker_chance} words=${words} />
        ${defender && html`<${Chance} ...${pair} side="attacker" />`}
        ${fight.tactic
          ? html`<p class="tactic" key=${fight.tactic}><${Icon} name=${SIGN[fight.tactic]} /><b>${words.value("tactic", fight.tactic)}</b></p>`
          : html`<p class="tactic"><span>${words.fill(defender || fight.open ? "field.no_tactic" : "field.on_player", { count: attacker.cards[0].w })}</span></p>`}
        ${defender && html`<${Chance} ...${pair} mine=${defender} foe=${attacker} side="defender" />`}
        ${defender ? html`<${Fighter} zone=${defender} part="defending" chance=${fight.defender_chance} words=${words} />` : html`<div class="fighter"><b>${fight.open ? "?" : words.name(1 - attacker.owner)}</b></div>`}
      </div>
    </section>`;
}

/** How far the attack is; in the window, who may answer now. */
function Steps({ state: { view, waiting, prompts }, player, words }) {
  const { kind, seat } = waiting[0] ?? prompts[0] ?? {};
  const now = REACHED[kind] ?? (view.window ? "window" : view.combat.tactic ? "result" : player ? "window" : "tactic");
  const names = player ? STEPS_ON_PLAYER : STEPS;
  return html`
    <ol class="steps">${names.map((name) => html`
      <li key=${name} aria-current=${name === now ? "step" : undefined}>${name === "window" && name === now && seat !== undefined ? words.fill("field.step.window_of", { seat }) : words.fill(`field.step.${name}`)}</li>`)}</ol>`;
}

/** Who fights, for whom, and what has changed its numbers. */
function Fighter({ zone, part, chance, words }) {
  const [user] = zone.cards;
  const { because = [] } = chance ?? {};
  return html`
    <div class="fighter" data-part=${part}><b>${words.card(user.c)}</b> <span class="small soft">${words.fill(`field.${part}_for`, { seat: zone.owner })}</span>
      <ul class="influences">${[...influences(user, words), ...because.map((one) => inWords(one, words))].map((text, n) => html`<li key=${n}>${text}</li>`)}</ul></div>`;
}

/** What counts against what, and what comes of it; while there is no tactic, the plain numbers of both. */
function Chance({ mine, foe, side, fight, words }) {
  const [one, other] = [mine.cards[0], foe.cards[0]];
  const chance = fight[`${side}_chance`];
  if (!chance) {
    return html`<div class="vs" data-side=${side}>${BOTH.map((letter) => html`
      <p key=${letter}>${sum(letter, one[letter.toLowerCase()], other.v, words)}<span class="hit" data-raw="true">${words.fill(one[letter.toLowerCase()] >= other.v ? "field.enough" : "field.short")}</span></p>`)}</div>`;
  }
  const { skill, against, would } = chance;
  const letter = BOTH.find((name) => name === fight.tactic && one[name.toLowerCase()] === skill) ?? BOTH.find((name) => one[name.toLowerCase()] === skill) ?? fight.tactic;
  return html`<div class="vs" data-side=${side}><p>${sum(letter, skill, against, words)}<span class="hit" data-would=${would}>${words.fill(`field.would.${would}`)}</span></p></div>`;
}

function sum(letter, skill, against, words) {
  return html`<span class="num"><small>${letter}</small> ${words.fill("field.against", { count: skill, against })}</span>`;
}

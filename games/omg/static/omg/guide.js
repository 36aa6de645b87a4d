// The first turns step by step (UX-2): what to touch now, marked where it lies, why, and what comes of it. From the open question, its options
// and the board alone; whoever does something else is led on from there.

import { Coach as Tips } from "../tables/coach.js";
import { html, useLayoutEffect, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { keep, recall } from "../tables/memory.js";

const OFF = "omg.guide"; // among the tips that are closed: so it is remembered everywhere, and comes again with them
const STEPS = ["hand", "user", "more", "end", "attack", "tactic", "fight"];
const ENOUGH = 3; // users, after which other cards come first
const WORTH = ["nothing", "shield", "stun", "defeat"]; // blows by how much comes of them
const MORE = ["website", "mission", "attach"]; // what else a hand may have
const PRESS = ".prompt__do [data-play]";

export const guide = { Coach, on, turn };

/** @returns {boolean} whether the guide leads on */
function on() {
  return !recall("coach", []).includes(OFF);
}

function turn(wanted) {
  const closed = recall("coach", []).filter((name) => name !== OFF);
  keep("coach", wanted ? closed : [...closed, OFF]);
}

/**
 * @typedef {object} Step
 * @property {string} say `guide.<say>` tells what to do, `guide.<say>.why` why
 * @property {string} [part] which of the steps it belongs to; left out: it comes in between
 * @property {Record<string, any>} [args]
 * @property {string[]} [at] what to touch, in this order, as selectors
 */

/**
 * @param {object} props as the coach of the table has it
 * @param {import("../tables/state.js").State} props.state
 * @param {import("../tables/state.js").Prompt | null} props.prompt what this viewer is asked
 * @param {string[]} props.cards ids of the staged cards
 * @param {(text: string) => void} props.explain
 */
function Coach(props) {
  const { state, prompt, cards, words, explain } = props;
  const [, again] = useState(0);
  const leads = on() && state.table.status === "running" && state.viewer !== "spectator" && Boolean(state.view);
  const step = leads ? stepFor(state, prompt, cards) : null;
  useLayoutEffect(() => mark(step?.at ?? []));
  if (!step) return prompt && html`<${Tips} ...${props} />`;
  const end = () => {
    turn(false);
    again((count) => count + 1);
    explain(words.fill("guide.ended"));
    document.getElementById("prompt").focus();
  };
  const place = STEPS.indexOf(step.part) + 1;
  return html`
    <section class="tip guide" aria-label=${words.fill("guide.name")} data-step=${step.say}>
      <${Icon} name="lightbulb" />
      <p><span class="guide__step num">${words.fill("guide.name")}, ${place ? words.fill("guide.step", { step: place, count: STEPS.length }) : words.fill("guide.between")}</span> <b>${words.fill(`guide.${step.say}`, step.args)}</b> ${words.fill(`guide.${step.say}.why`, step.args)}</p>
      ${step.at && html`<button type="button" class="btn btn--s guide__show" onclick=${() => lead(step.at)}><${Icon} name="eye" /><span>${words.fill("guide.show")}</span></button>`}
      <button type="button" class="btn btn--plain btn--icon btn--s" aria-label=${words.fill("guide.end")} title=${words.fill("guide.end")} onclick=${end}><${Icon} name="close" /></button>
    </section>`;
}

/** Marks what to touch with its place in the order, and nothing else. */
function mark(at) {
  const wanted = at.map((one) => placeOf(document.querySelector(one)));
  for (const place of document.querySelectorAll("[data-guide]")) if (!wanted.includes(place)) place.removeAttribute("data-guide");
  wanted.forEach((place, n) => place?.setAttribute("data-guide", String(n + 1)));
}

/** A card is marked by what it lies in: it has its own marks. */
function placeOf(found) {
  return found?.matches(".card") ? found.closest("li, .omg-site") ?? found : found;
}

/** To what is to be touched, for keys and small screens. */
function lead(at) {
  const first = at.map((one) => document.querySelector(one)).find(Boolean);
  first?.scrollIntoView({ block: "center", inline: "center" });
  first?.focus();
}

/** @returns {Step} */
function stepFor({ view, viewer }, prompt, cards) {
  if (!prompt) return { say: "wait" };
  const { kind, options } = prompt;
  switch (kind) {
    case "mulligan":
      return options.length > 1 ? choice("redraw", "hand", "mulligan") : choice("hand", "hand", "keep");
    case "action":
      return action(view, viewer, prompt, cards);
    case "tactic":
      return tactic(options);
    case "window":
      return view.combat ? choice("fight", "fight", "pass") : choice("window", undefined, "pass");
    case "split":
      return { ...choice("split", undefined, options.at(-1).id), args: { target: view.target } };
    case "discard":
      return { say: "discard", at: [".prompt__do .btn--main"] };
  }
  return { say: "choose" };
}

function choice(say, part, id) {
  return { say, part, at: [`#prompt [data-option="${id}"]`] };
}

/** What to do in the own turn: users first, then what makes them stronger, the attack last (OMG-5.4, OMG-5.5). */
function action(view, viewer, { options }, cards) {
  if (cards.length) return staged(options, cards);
  if (view.attacks > 0) return choice("done", "end", "end_actions");
  const picked = view.actions > 0 && attackFor(view, viewer, options);
  const card = cardFor(view, viewer, options);
  if (picked && (view.actions === 1 || !card)) return picked;
  if (card) return card;
  return options.some(({ id }) => id === "surf") ? choice("surf", "more", "surf") : choice("end_actions", "end", "end_actions");
}

/** A card is in the hand, so to speak: where to with it, or the button. */
function staged(options, cards) {
  const can = options.filter((option) => option.cards?.length === cards.length && option.cards.every((c) => cards.includes(c)));
  if (can.length < 2) return { say: "confirm", part: "user", at: [PRESS] };
  return { say: "bearer", part: "more", at: [`.unit[data-zone="${can[0].refs.at(-1)}"] > .card`] };
}

function cardFor(view, viewer, options) {
  const { op } = view.seats[viewer];
  const users = Object.values(view.zones).filter(({ name, owner }) => name === "user" && owner === viewer).length;
  const [best] = of(options, "play_user").sort((one, other) => worth(other, op) - worth(one, op));
  if (best && users < ENOUGH) return inHand("user", "user", best, { price: best.effect.price, op });
  const verb = MORE.find((name) => of(options, name).length);
  return verb && inHand(verb, "more", of(options, verb)[0]);
}

function of(options, verb) {
  return options.filter(({ id }) => id.startsWith(`${verb}:`));
}

/** The dearest user that leaves half of the OP for others; else the cheapest. */
function worth({ effect: { price } }, op) {
  return price * 2 <= op + 1 ? price : -price;
}

function inHand(say, part, { cards: [card] }, more = {}) {
  return { say, part, args: { card, ...more }, at: [`#hand [data-card="${card}"]`] };
}

/** The attack that hits, best on a stunned user, and best without a blow in return; a user that is picked already is kept. */
function attackFor(view, viewer, options) {
  const [direct] = of(options, "attack_player");
  if (direct) return { say: "attack_player", part: "attack", args: { card: direct.cards[0] }, at: [`.unit[data-zone="${direct.refs[0]}"] > .card`] };
  const pairs = of(options, "attack").map(({ refs }) => ({ refs, gain: gain(...refs.map((zone) => view.zones[zone].cards[0])) }));
  const best = pairs.filter(({ gain: count }) => count > 0).sort((one, other) => other.gain - one.gain)[0];
  if (!best) return null;
  const [card, foe] = best.refs.map((zone) => view.zones[zone].cards[0].c);
  return { say: "attack", part: "attack", args: { card, foe }, at: best.refs.map((zone) => `.unit[data-zone="${zone}"] > .card`) };
}

function gain(mine, foe) {
  const found = ["s", "a"].filter((letter) => mine[letter] >= foe.v).map((letter) => 2 + (foe.stunned ? 2 : 0) + (foe[letter] < mine.v ? 1 : 0));
  return Math.max(0, ...found);
}

/** The tactic with the best blows, as the server foresees them. */
function tactic(options) {
  const [best] = [...options].sort((one, other) => balance(other) - balance(one));
  return { ...choice("tactic", "tactic", best.id), args: { tactic: best.id } };
}

function balance({ effect: { strike, back } = {} }) {
  return 2 * WORTH.indexOf(strike?.strike) - WORTH.indexOf(back?.back);
}

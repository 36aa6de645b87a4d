// The table of any game, made from prompts and view alone: it knows no game by name.

import { Chat } from "./chat.js";
import { LastMove, Log } from "./log.js";
import { Missed } from "./missed.js";
import { cardText } from "./faces.js";
import { NOTHING, answer, asksAgain, joins, offered, pointed, pressed, reachable, ready, single, targets, touchCard, touchOption, zoneOf } from "./choice.js";
import { carried, played, useDrag } from "./drag.js";
import { Facts } from "./facts.js";
import { Player, Players, isAsked } from "./players.js";
import { LookingBack } from "./past.js";
import { openMemo } from "./help.js";
import { PromptBar } from "./prompt.js";
import { Viewers } from "./presence.js";
import { Result } from "./result.js";
import { Zone, keyed } from "./zone.js";
import { html, useState } from "./html.js";
import { keep as remember, recall } from "./memory.js";
import { CARD, useLongTouch } from "./zoom.js";
import { cardsInHand, scores, times } from "./status.js";
import { asOthersSee, hasSecrets, veiled } from "./veil.js";
import { useKeys } from "./keys.js";

const MANY = 4;
const COARSE = matchMedia("(pointer: coarse)"); // there a finger is put down easily (UX-4.4)
const ROOMY = "(min-width: 1181px) and (min-height: 700px)";

/**
 * @typedef {(props: object) => any} Field lays out the zones of one game, with what the table gives it:
 *   `state`, `words`, `pile(id, more)`, a zone by its id, `player(seat, numbers)`, who sits there, and `about(without)`, the other facts and who watches;
 *   `prompt` that is open, `staged`, ids of the cards chosen so far, `picked`, ids of the options where several may be, `ready`, what those can do, `play` and `onCard` for buttons of cards,
 *   `targets`, the zones that can be pointed at, `aim(zone)`, `choose(option id)`, `explain(text)`
 */

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {import("./connection.js").Link} props.link
 * @param {string[] | null} props.sending the choice that is on its way
 * @param {{text: string, at: string}} props.note what was last explained, and at which prompt
 * @param {import("./preferences.js").Preferences} props.wishes how this user wants it
 * @param {boolean} props.logOpen
 * @param {import("./presence.js").Around} props.around
 * @param {import("./chat.js").Talk} props.talk
 * @param {number} props.looking the version whose board `state` has; -1: as the game stands
 * @param {import("./past.js").Past} props.past the boards that can be shown
 * @param {Field} [props.Field] the board of this game, where it has one
 * @param {any} [props.Coach] what leads through a first game, where the game has that
 * @param {(props: object) => any} [props.Orders] conditional orders, in games that have them: given `state`, `words`, `onStops`
 * @param {boolean} props.account whether this user keeps an account
 * @param {import("./missed.js").Gap | null} props.gap what happened while the connection was gone
 * @param {object} props.act play(prompt, choice), undo(), rematch(agree), ready(starter), stops(wishes, orders), explain(text, prompt id), showLog(open), zoom(card), help(),
 *   skip() which tells whether something moved
 */
export function Board({ state: known, words, link, sending, note, wishes, logOpen, around, talk, account, gap, act, Field, Coach, Orders, looking, past }) {
  const covered = wishes.hidden && hasSecrets(known);
  const state = covered ? veiled(known) : known;
  const prompt = state.prompts.find((one) => !one.answer) ?? state.prompts[0];
  const open = looking < 0 ? prompt : undefined; // nothing is chosen from cards as they were
  const at = prompt?.id ?? "";
  const [kept, keep] = useState({ at, staged: NOTHING, confirming: null });
  const { staged, confirming } = kept.at === at ? kept : { staged: NOTHING, confirming: null };
  const [all, setAll] = useState(() => recall("options", !Field && matchMedia(ROOMY).matches));
  const mine = Object.entries(state.view?.zones ?? {}).filter(([, zone]) => isMine(zone, state.viewer));
  const hand = mine.flatMap(([id, zone]) => keyed(id, zone));
  const board = Object.entries(state.view?.zones ?? {}).flatMap(([id, zone]) => keyed(id, zone));
  const near = open ? [...hand, ...reachable(open, board, hand)] : hand; // what a choice can be made from
  const chosen = open ? pressed(open, staged, near) : [];
  const cards = prompt && single(prompt) ? chosen.map((key) => near.find((card) => card.key === key).c) : [];
  const can = open && single(open) ? ready(open, staged, near) : []; // with the cards that are staged
  const aims = open && looking < 0 ? targets(open, staged, can) : new Set();

  const stage = (next, asking = null) => {
    keep({ at, staged: next, confirming: asking });
    act.explain("", at);
  };
  const explain = (text) => act.explain(words.say(text), at);
  const take = (result) => ("why" in result ? explain(result.why) : stage(result.staged));
  const send = (choice, laid = staged) => {
    if (sending) return;
    if (asksAgain(prompt, choice) && !confirming) return stage(laid, choice);
    if (act.play(prompt, choice)) stage(NOTHING);
  };
  const choose = (id) => {
    if (!single(prompt)) return take(touchOption(prompt, staged, id));
    if (wishes.confirm || (COARSE.matches && prompt.options.find((option) => option.id === id).role === "danger")) return stage(staged, [id]);
    send([id]);
  };
  const aim = (zone) => {
    const left = pointed(prompt, staged, can, zone);
    if (left.length === 1) choose(left[0].id);
    else stage({ ...staged, aims: [...staged.aims, zone] });
  };
  const confirmPicked = () => {
    const choice = answer(prompt, staged);
    if (choice) return send(choice);
    const { min, max } = prompt.pick;
    explain({ key: min === max ? "ui.pick_exact" : "ui.pick_range", args: { min, max } });
  };
  const commit = () => {
    if (can.length === 1) send([can[0].id]);
    else if (prompt && !single(prompt)) confirmPicked();
  };
  const undo = () => {
    if (state.undo.allowed) act.undo();
    else if (state.undo.why) explain({ key: "ui.undo_not", args: { reason: words.say(state.undo.why) } });
  };
  const onHandCard = (key, c, event) => {
    if (looking >= 0) return explain({ key: "ui.past", args: { version: looking } });
    if (!prompt) return explain({ key: "error.not_your_prompt" });
    if (event.type === "keydown" && chosen.includes(key)) return commit();
    take(touchCard(prompt, staged, near, key));
  };
  const onBoardCard = (key, c, event) => {
    if (aims.has(zoneOf(key)) && !chosen.includes(key) && !(staged.cards.length && joins(prompt, staged, near, c))) return aim(zoneOf(key));
    if (near.some((card) => card.key === key)) return onHandCard(key, c, event);
    act.explain([words.card(c), cardText(c, words)].filter(Boolean).join(". "), at);
  };
  const clear = () => stage(NOTHING);
  const showAll = () => {
    setAll(!all);
    remember("options", !all);
  };

  useKeys(wishes.letters, {
    digit: (n) => {
      if (!prompt || confirming) return;
      const option = offered(prompt, all, can)[n - 1];
      if (option) choose(option.id);
      else if (!all && !can.length && n <= prompt.options.length) showAll(); // what has no number to be seen is not chosen
    },
    enter: commit,
    escape: () => (looking >= 0 ? act.lookBack(-1) : staged.cards.length || staged.options.length || confirming ? clear() : act.skip() || (logOpen && act.showLog(false))),
    p: () => document.getElementById("prompt").focus(),
    l: () => act.showLog(true),
    c: () => act.showChat(true),
    i: ({ target }) => act.zoom(target.closest(CARD)?.dataset.card),
    z: undo,
    r: act.repeat,
    k: () => act.tell(cardsInHand(hand, words)),
    s: () => act.tell(scores(state, words)),
    t: () => act.tell(times(state, words)),
    h: () => state.viewer !== "spectator" && act.prefer("hidden", !wishes.hidden),
    g: nextRegion,
    m: act.menu,
    u: act.overview,
    ...(openMemo && { w: openMemo }),
    v: () => state.viewer === "spectator" && act.look((state.near + 1) % state.table.seats.length),
    "?": act.help,
  });

  useDrag({
    carry(key) {
      if (sending) return null;
      const load = open ? carried(prompt, staged, near, key) : { why: { key: "error.not_your_prompt" } };
      return "why" in load ? (explain(load.why), null) : load;
    },
    drop(load, zone) {
      const option = prompt && played(load, zone);
      if (option && prompt.options.includes(option)) send([option.id], load.staged);
      else if (prompt && load.keys.every((key) => near.some((card) => card.key === key))) stage(load.staged);
    },
  });
  useLongTouch(CARD, (card) => act.zoom(card.dataset.card));

  const play = open && {
    open: true,
    pressed: (key) => chosen.includes(key),
    playable: (key) => chosen.includes(key) || (aims.has(zoneOf(key)) && !mine.some(([id]) => id === zoneOf(key))) || (near.some((card) => card.key === key) && "staged" in touchCard(prompt, staged, near, key)),
  };
  const shared = { words, changed: state.changed };
  const pile = (id, more = {}) => {
    const zone = state.view.zones[id];
    const choosable = zone && keyed(id, zone).some(({ key }) => near.some((card) => card.key === key));
    return zone && html`<${Zone} key=${id} id=${id} zone=${zone} ...${shared} level="h4" play=${choosable ? play : undefined} onCard=${onBoardCard} ...${more} />`;
  };
  const player = (seat, numbers) => html`<${Player} ...${{ state, words, around, seat, numbers }} />`;
  const happened = gap ? html`<${Missed} gap=${covered ? { ...gap, lines: gap.lines.map(asOthersSee) } : gap} words=${words} onSkip=${act.skip} />` : html`<${LastMove} ...${{ state, words, stays: Boolean(Field) }} />`;
  const about = (without) => html`<${Facts} ...${{ view: state.view, words, without }} /><${Viewers} ...${{ around, words }} />`;
  const touch = { prompt: open, staged: cards, picked: staged.options, ready: can, targets: aims, aim, play: play || CLOSED, onCard: onBoardCard, choose, explain: (text) => act.explain(text, at) };
  return html`
    <${PromptBar} ...${{ state, words, link, prompt, cards, staged, ready: can, confirming, sending, all, Coach, Orders }} note=${note.at === at ? note.text : ""}
      act=${{ choose, send, clear, confirmPicked, undo, showAll, rematch: act.rematch, ready: act.ready, stops: act.stops, look: act.look, explain: touch.explain }} />
    <section class="hand" id="hand" aria-labelledby="hand-h" tabindex="-1"
      hidden=${!mine.length || (state.table.outcome && !hand.length)}>
      <div class="hand__head"><h2 id="hand-h">${words.fill("ui.my_hand")}</h2><span>${handCount(mine, words)}</span></div>
      <div class="hand__zones">
        ${covered && html`<p class="veil">${words.fill("ui.hand_hidden")} <button type="button" class="btn btn--s" aria-keyshortcuts="H"
          onclick=${() => act.prefer("hidden", false)}>${words.fill("ui.hand_show")}</button></p>`}
        ${mine.map(([id, zone]) => html`
          <${Zone} key=${id} id=${id} zone=${zone} ...${shared} level=${mine.length > 1 && "h3"} hand=${true} play=${play || CLOSED} onCard=${onHandCard} />`)}
      </div>
    </section>
    <section class="board" id="board" aria-labelledby="board-h" tabindex="0">
      <h2 class="sr" id="board-h">${words.fill("ui.board")}</h2>
      ${looking >= 0 && html`<${LookingBack} ...${{ version: looking, words }} onBack=${() => act.lookBack(-1)} />`}
      ${state.table.outcome && html`<${Result} ...${{ state, words }} />`}
      ${!Field && happened}
      ${Field && state.view ? html`<${Field} ...${{ state, words, pile, player, about, ...touch }} />` : html`<${Groups} ...${{ state, words, mine, pile }} />`}
    </section>
    ${Field && happened}
    ${!Field && html`<${Players} ...${{ state, words, around }} />`}
    <${Log} state=${state} words=${words} open=${logOpen} onClose=${() => act.showLog(false)} onZoom=${act.zoom} past=${past} onLook=${act.lookBack} />
    <${Chat} ...${{ state, words, talk, account, act }} />`;
}

/** The board of a game that has none of its own: the zones by owner. */
function Groups({ state, words, mine, pile }) {
  const shown = groups(state, mine, words);
  return html`
    <div class="groups" data-many=${shown.length > MANY}>
      ${shown.map(({ owner, zones }) => html`
        <section key=${owner ?? "common"} class="group" data-mine=${owner === state.viewer} data-common=${owner === undefined}
          data-turn=${isAsked(state, owner)} aria-labelledby=${`group-${owner ?? "common"}`}>
          <h3 id=${`group-${owner ?? "common"}`}>${ownerName(owner, state, words)}</h3>
          <div class="group__zones">${zones.map(([id]) => pile(id))}</div>
        </section>`)}
    </div>`;
}

/** Nothing is asked: cards of the hand can be read and explain themselves. */
const CLOSED = { open: false, pressed: () => false, playable: () => false };

/** From one part of the board to the next, whoever it belongs to (UX-8.3). */
function nextRegion() {
  const regions = [...document.querySelectorAll("#board section[aria-labelledby], #players .player")];
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(here + 1) % regions.length];
  next?.setAttribute("tabindex", "-1");
  next?.focus();
}

/** A zone that only its owner sees into; a hand stays in its place when it is played open. */
function isMine(zone, viewer) {
  return zone.owner === viewer && (zone.visibility === "owner" || zone.name === "hand");
}

/** The other zones by owner, beginning with mine and going round, then those of nobody. */
function groups(state, mine, words) {
  const kept = new Set(mine.map(([id]) => id));
  const names = words.sorted("zone", new Set(Object.values(state.view?.zones ?? {}).map(({ name }) => name)));
  const others = Object.entries(state.view?.zones ?? {}).filter(([id]) => !kept.has(id));
  others.sort(([, one], [, other]) => names.indexOf(one.name) - names.indexOf(other.name));
  const seats = state.table.seats.length;
  const owners = [...Array.from({ length: seats }, (_, n) => (state.near + n) % seats), undefined];
  return owners.map((owner) => ({ owner, zones: others.filter(([, zone]) => zone.owner === owner) })).filter(({ zones }) => zones.length);
}

function ownerName(owner, state, words) {
  if (owner === undefined) return words.fill("ui.common");
  return owner === state.viewer ? `${words.name(owner)} (${words.fill("ui.you")})` : words.name(owner);
}

function handCount(mine, words) {
  const count = mine.reduce((sum, [, zone]) => sum + zone.count, 0);
  const secret = mine.every(([, zone]) => zone.visibility === "owner");
  return [words.fill("ui.cards", { count }), secret && words.fill("ui.private")].filter(Boolean).join(", ");
}

// The prompt bar (UX-4.1): what is asked of me, or whom we wait for, and the buttons to answer with.

import { Clock } from "./clock.js";
import { Coach as Tip } from "./coach.js";
import { html, useLayoutEffect, useRef, useState } from "./html.js";
import { Icon } from "./icon.js";
import { Options, foretold } from "./options.js";
import { answer, asksAgain, foldable, listed, offered, single } from "./choice.js";
import { Perspective } from "./perspective.js";
import { useKeptFocus } from "./focus.js";
import { Again } from "./rematch.js";
import { onward, Onward, Ready, verdict } from "./series.js";
import { playing } from "./resign.js";
import { Quick, Stops, automatic, classed } from "./stops.js";
import { winners } from "./result.js";

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {import("./connection.js").Link} props.link
 * @param {import("./state.js").Prompt} [props.prompt] what this viewer is asked
 * @param {string[]} props.cards ids of the staged cards
 * @param {import("./choice.js").Staged} props.staged
 * @param {import("./state.js").Option[]} props.ready what the staged cards can do
 * @param {string[] | null} props.confirming the choice that is asked about once more
 * @param {string[] | null} props.sending the choice that is on its way
 * @param {string} props.note what was last explained
 * @param {(props: object) => any} [props.Orders] as `Board` has it
 * @param {boolean} props.all whether all options are shown as buttons
 * @param {object} props.act what the buttons do: choose, send, clear, confirmPicked, undo, showAll, rematch, ready, stops, look; explain
 * @param {any} [props.Coach] what helps with each question, where the game has something of its own; it is there while others are asked, too
 */
export function PromptBar({ state, words, link, prompt, cards, staged, ready, confirming, sending, note, all, Orders, act, Coach = Tip }) {
  const box = useKeptFocus();
  const [unfolded, unfold] = useState(false);
  const mine = prompt && !prompt.answer;
  const fold = prompt && foldable(prompt) && !listed(ready) ? { all, count: prompt.options.length, onToggle: act.showAll } : null;
  return html`
    <section class="prompt" id="prompt" aria-labelledby="ask" tabindex="-1" ref=${box} data-prompt=${prompt?.id} data-mine=${Boolean(mine)} aria-busy=${Boolean(sending)}>
      <div class="prompt__bar">
        ${mine && html`<i class="dotyou"></i>`}
        <div class="prompt__ask">
          <h2 id="ask">${title(state, words, link, prompt)}</h2>
          <p>${details(state, words, prompt, cards, staged, ready, sending)}</p>
        </div>
        <div class="prompt__do">
          ${prompt && !confirming && html`<${Commit} ...${{ words, prompt, cards, staged, ready, sending, act }} />`}
          ${playing(state) && html`<${Undo} undo=${state.undo} words=${words} act=${act} />`}
          ${state.viewer === "spectator" && state.view && html`<${Perspective} ...${{ state, words }} onLook=${act.look} />`}
          ${state.table.status === "finished" && html`<${Next} ...${{ state, words }} onVote=${act.rematch} onReady=${act.ready} />`}
        </div>
        ${playing(state) && html`<${Quick} ...${{ state, words, prompt }} open=${unfolded} onToggle=${() => unfold(!unfolded)} onStops=${act.stops} />`}
        ${state.table.status === "running" && html`<${Clock} ...${{ state, words }} seat=${state.viewer} large />`}
      </div>
      ${(mine || Coach !== Tip) && html`<${Coach} ...${{ state, words, cards }} game=${state.table.game} prompt=${mine ? prompt : null} explain=${act.explain} />`}
      ${prompt && (confirming
        ? html`<${Confirm} ...${{ words, prompt, confirming, act }} />`
        : html`<${Options} key=${prompt.id} options=${offered(prompt, all, ready)} fold=${fold} chosen=${chosen(prompt, staged)} toggles=${!single(prompt)}
            ordered=${prompt.pick.ordered} sending=${sending?.[0]} words=${words} onChoose=${act.choose} />`)}
      ${playing(state) && Orders && html`<${Orders} ...${{ state, words }} onStops=${act.stops} />`}
      ${playing(state) && !confirming && (unfolded || !classed(state)) && html`<${Stops} ...${{ state, words, prompt }} onStops=${act.stops} />`}
      <p class="prompt__note" role="status">${note}</p>
    </section>`;
}

/**
 * @param {import("./state.js").State} state
 * @param {import("./words.js").Words} words
 * @param {import("./connection.js").Link} link
 * @param {import("./state.js").Prompt} [prompt]
 * @returns {string} the one sentence that matters now
 */
function title(state, words, link, prompt) {
  const { status, outcome } = state.table;
  if (link.phase === "ended") return link.detail ?? words.fill("ui.offline");
  if (status === "finished") return verdict(state, words) || (outcome ? victory(state, words) : words.fill("ui.over"));
  if (status === "suspended") return words.fill("error.suspended");
  if (status === "closed") return words.fill("error.closed");
  if (status === "open") return words.fill("ui.waiting_start");
  if (prompt) return words.say(prompt.text);
  return words.fill("ui.waiting_for", { seats: state.waiting.map(({ seat }) => seat) });
}

function victory(state, words) {
  const first = winners(state.table.outcome);
  if (first.length === 1 && first[0] === state.viewer) return words.fill("ui.you_won");
  return words.fill(isTeam(first, state) ? "ui.team_won" : "ui.seats_won", { seats: first, count: first.length });
}

/** Whether these seats have won as one side, and share nothing with another. */
function isTeam(seats, { view }) {
  const [team, ...others] = seats.map((seat) => view.seats?.[seat]?.team);
  return others.length > 0 && team !== undefined && others.every((other) => other === team);
}

function details(state, words, prompt, cards, staged, ready, sending) {
  if (sending) return html`<span class="prompt__sending">${words.fill("ui.sending")}</span>`;
  if (state.table.status === "finished" || state.table.status === "closed") return words.fill("ui.over");
  if (prompt?.answer) return `${labels(prompt, prompt.answer, words)}. ${words.fill("ui.sealed")}`;
  if (prompt && prompt === automatic(state)) return words.fill("ui.passing");
  if (prompt) return html`<b>${words.fill("ui.your_turn")}</b> ${picked(words, prompt, cards, staged, ready)}`;
  return `${apart(state, words)} ${whoDoesWhat(state, words)}`.trim();
}

/** How far the answer is, or how to give one. */
function picked(words, prompt, cards, staged, ready) {
  const { min, max } = prompt.pick;
  if (!single(prompt)) {
    const range = words.fill(min === max ? "ui.pick_exact" : "ui.pick_range", { min, max });
    return `${range} ${words.fill("ui.chosen", { count: staged.options.length })}`;
  }
  if (cards.length) {
    return [words.fill("ui.cards_chosen", { cards }), ready.length === 1 && foretold(ready[0], words), ready.length > 1 && words.fill("ui.choose_way")].filter(Boolean).join(" ");
  }
  return prompt.options.some((option) => option.cards) ? words.fill("ui.play_hint") : "";
}

/** Why this viewer is never asked. */
function apart({ viewer, table }, words) {
  if (viewer === "spectator") return words.fill("ui.watching");
  return table.seats[viewer].left ? words.fill("ui.left") : "";
}

function whoDoesWhat(state, words) {
  const doing = state.waiting.filter(({ kind }) => words.has(`waiting.${kind}`));
  const parts = doing.map(({ seat, kind }) => `${words.name(seat)} ${words.fill(`waiting.${kind}`)}`);
  return parts.length ? `${words.joined(parts)}.` : "";
}

function labels(prompt, ids, words) {
  return words.joined(ids.map((id) => words.say(prompt.options.find((option) => option.id === id).label)));
}

function chosen(prompt, staged) {
  return staged.options.length || !prompt.answer ? staged.options : prompt.answer;
}

/** The button that plays what is staged, and the one that takes it back. */
function Commit({ words, prompt, cards, staged, ready, sending, act }) {
  const several = !single(prompt);
  const choice = several ? answer(prompt, staged) : null;
  const count = staged.options.length;
  return html`
    ${several && html`
      <button type="button" class="btn btn--main" aria-disabled=${!choice} onclick=${() => act.confirmPicked()}>
        ${words.fill("ui.confirm_count", { count })}
      </button>`}
    ${!listed(ready) && ready.map((option) => html`
      <button type="button" class=${`btn ${option.role === "danger" ? "btn--danger" : "btn--main"}`} key=${option.id} data-play=${option.id} onclick=${(event) => event.detail > 1 || act.send([option.id])}>
        ${words.say(option.label)} ${ready.length === 1 && html`<kbd aria-hidden="true">↵</kbd>`}
      </button>`)}
    ${(cards.length > 0 || count > 0) && !sending && html`
      <button type="button" class="btn" onclick=${act.clear}><${Icon} name="close" /><span class="btn__long">${words.fill("ui.clear")}</span> <kbd aria-hidden="true">Esc</kbd></button>`}`;
}

/** Asks once more before something costly; the safe answer comes first and a double-click does not reach the other. */
function Confirm({ words, prompt, confirming, act }) {
  const back = useRef(null);
  const costly = asksAgain(prompt, confirming);
  useLayoutEffect(() => back.current.focus(), []);
  return html`
    <div class="confirm" role="group" aria-labelledby="really">
      <p id="really"><b>${labels(prompt, confirming, words)}.</b> ${words.fill(costly ? "ui.really" : "ui.sure")}</p>
      <button type="button" class="btn" ref=${back} onclick=${act.clear}>${words.fill("ui.no_back")}</button>
      <button type="button" class=${`btn ${costly ? "btn--danger" : "btn--main"}`} onclick=${(event) => event.detail > 1 || act.send(confirming)}>${words.fill("ui.yes_do")}</button>
    </div>`;
}

function Undo({ undo, words, act }) {
  const reason = undo.why ? words.fill("ui.undo_not", { reason: words.say(undo.why) }) : "";
  return html`
    <button type="button" class="btn undo" aria-disabled=${!undo.allowed} title=${undo.allowed ? undefined : reason} aria-keyshortcuts="Z"
      onclick=${act.undo}><${Icon} name="undo" /><span class="btn__long">${words.fill("ui.undo")}</span> <kbd aria-hidden="true">Z</kbd></button>`;
}

/** What can be played next. */
function Next({ state, words, onVote, onReady }) {
  const onwards = onward(state) || state.table.series?.pause?.seats.includes(state.viewer);
  const again = onwards || state.table.rematch && (state.table.rematch.table || state.table.rematch.seats.includes(state.viewer));
  const guest = state.table.seats[state.viewer]?.kind === "guest";
  const { event, eventLabel } = document.getElementById("table").dataset;
  return html`
    <${Onward} ...${{ state, words }} />
    <${Ready} ...${{ state, words, onReady }} />
    ${event && html`<a class=${`btn ${onwards ? "" : "btn--main"}`} href=${event}>${eventLabel}</a>`}
    <${Again} ...${{ state, words, onVote, main: !event }} />
    <a class=${`btn ${again || event ? "" : "btn--main"}`} href="/">${words.fill("ui.other_game")}</a>
    ${guest && html`<a class="btn" href=${`/konto/behalten/?next=${location.pathname}`}>${words.fill("ui.keep_account")}</a>`}`;
}

// The chat rooms of a table (PRO-8.2, UX-4.14): what was said, what of it is new, and the panel. Lines are shown as plain text only.

import { html, useLayoutEffect, useRef, useState } from "./html.js";
import { Icon } from "./icon.js";
import { Line } from "./line.js";
import { keep, recall } from "./memory.js";

const LONGEST = 300;
const TAIL = 50; // the server sends no more of a room at once
const MOST_MUTES = 50;
const PHRASES = ["hello", "good_luck", "moment", "well_played", "thanks", "sorry", "good_game", "bye"];

/**
 * @typedef {object} Line
 * @property {string} id a number that rises with time
 * @property {"players" | "spectators"} room
 * @property {string} name
 * @property {number} [seat]
 * @property {string} [text]
 * @property {string} [phrase] the key of what was said, to be said in the reader's language
 */

/** What was said at the table, and how far it was read. */
export class Talk {
  /** @param {string} table its id, under which this browser remembers what was read */
  constructor(table) {
    this.table = table;
    this.lines = new Map();
    this.on = recall("chat", true);
    this.mutes = recall("mutes", []); // names of those of whom nothing is shown
    this.read = Number(recall("chat.read", {})[table] ?? 0);
    this.open = false;
  }

  /**
   * Take in a message.
   * @param {{t: string, d: any}} message
   * @returns {Line[]} what is new and was not said before this page was there
   */
  hear({ t, d }) {
    if (t === "sync") this.lines = new Map([...this.before(d.chat_tail), ...d.chat_tail].map((line) => [line.id, line]));
    if (t === "chat_removed") this.lines.delete(d.id);
    if (t !== "chat" || this.lines.has(d.id)) return [];
    this.lines.set(d.id, d);
    return this.on && !this.mutes.includes(d.name) ? [d] : [];
  }

  /** Lines that are known but too old to be sent again. Any other that is missing was removed (PRO-6.2). */
  before(tail) {
    const firsts = new Map();
    for (const { room, id } of tail) firsts.set(room, [...(firsts.get(room) ?? []), Number(id)]);
    const older = ({ room, id }) => firsts.get(room)?.length >= TAIL && Number(id) < Math.min(...firsts.get(room));
    return [...this.lines.values()].filter(older);
  }

  /** @param {string} room */
  of(room) {
    return [...this.lines.values()].filter((line) => line.room === room && !this.mutes.includes(line.name)).sort((one, other) => one.id - other.id);
  }

  /** @param {number | "spectator"} viewer */
  unread(viewer) {
    if (!this.on) return 0;
    return [...this.lines.values()].filter((line) => Number(line.id) > this.read && line.seat !== viewer && !this.mutes.includes(line.name)).length;
  }

  /** Everything there is has been seen. */
  markRead() {
    const last = Math.max(this.read, ...[...this.lines.keys()].map(Number));
    if (last === this.read) return;
    this.read = last;
    keep("chat.read", { [this.table]: last });
  }

  /**
   * @param {string} name
   * @param {boolean} on whether what they say is left out
   */
  mute(name, on) {
    const others = this.mutes.filter((other) => other !== name);
    this.mutes = (on ? [...others, name] : others).slice(-MOST_MUTES);
    keep("mutes", this.mutes);
  }

  /** @param {boolean} on whether this browser shows any chat */
  turn(on) {
    this.on = on;
    keep("chat", on);
  }
}

/**
 * @param {import("./state.js").State} state
 * @param {Talk} talk
 * @param {boolean} account whether this user keeps an account
 * @returns {{name: "players" | "spectators", writes: boolean}[]} the rooms there are for this viewer; none with bots only
 */
export function rooms(state, talk, account) {
  if (state.viewer === "spectator") return [{ name: "spectators", writes: account }];
  const people = state.table.seats.filter(({ kind }) => kind !== "bot").length;
  const over = state.table.status === "finished" && (account || talk.of("spectators").length > 0);
  return [...(people > 1 ? [{ name: "players", writes: true }] : []), ...(over ? [{ name: "spectators", writes: account }] : [])];
}

/**
 * What a line says, in the reader's language.
 * @param {Line} line
 * @param {import("./words.js").Words} words
 */
export function said(line, words) {
  return line.phrase ? words.fill(`chat.${line.phrase}`, { option: line.phrase }) : line.text;
}

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {Talk} props.talk
 * @param {boolean} props.account whether this user keeps an account
 * @param {{showChat: (open: boolean) => void, mute: (name: string, on: boolean) => void, report: (line: string, report: object) => Promise<string>, turnChat: (on: boolean) => void, say: (line: object) => Promise<string>}} props.act
 *   `report` returns what came of it, `say` why the line was not sent, or nothing
 */
export function Chat({ state, words, talk, account, act }) {
  const all = rooms(state, talk, account);
  const [chosen, choose] = useState("");
  const [note, setNote] = useState("");
  const [text, setText] = useState("");
  const end = useRef(null);
  const room = all.find(({ name }) => name === chosen) ?? all[0];
  const lines = room ? talk.of(room.name) : [];
  useLayoutEffect(() => {
    if (talk.open && end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [lines.length, talk.open, room?.name]);
  if (!room) return null;
  const send = async (line) => {
    const why = await act.say({ room: room.name, ...line });
    setNote(why);
    return !why;
  };
  const onsubmit = async (event) => {
    event.preventDefault();
    const sent = text;
    if (sent.trim() && (await send({ text: sent }))) setText((now) => (now === sent ? "" : now));
  };
  return html`
    <section class="chat" id="chat" aria-labelledby="chat-h" data-open=${talk.open} onkeydown=${(event) => closes(event, act)}>
      <div class="side__head"><h2 id="chat-h">${words.fill("ui.chat")}</h2>
        <button type="button" class="btn btn--plain btn--s" onclick=${() => act.turnChat(!talk.on)}>${words.fill(talk.on ? "ui.chat_off" : "ui.chat_on")}</button>
        <button type="button" class="btn btn--plain btn--icon btn--s" aria-label=${words.fill("ui.chat_close")}
          onclick=${() => act.showChat(false)}><${Icon} name="close" /></button>
      </div>
      ${!talk.on && html`<p class="chat__note">${words.fill("ui.chat_is_off")}</p>`}
      ${talk.on && html`
        ${all.length > 1 && html`<div class="seg chat__rooms" role="group" aria-label=${words.fill("ui.chat_rooms")}>
          ${all.map(({ name }) => html`<button type="button" key=${name} aria-pressed=${name === room.name} onclick=${() => choose(name)}>${words.fill(`ui.chat_${name}`)}</button>`)}
        </div>`}
        <div class="log chat__lines" role="log" aria-live="off" aria-labelledby="chat-h" tabindex="0" ref=${end}>
          ${!lines.length && html`<p class="soft">${words.fill("ui.chat_empty")}</p>`}
          <ol>${lines.map((line) => html`<${Line} key=${line.id} ...${{ line, words, act }} text=${said(line, words)} mine=${line.seat === state.viewer} />`)}</ol>
        </div>
        ${talk.mutes.length > 0 && html`<p class="chat__note chat__muted">${words.fill("ui.chat_muted")}: ${talk.mutes.map((name) => html`
          <button type="button" class="stop" key=${name} aria-label=${words.fill("ui.chat_unmute", { name })} onclick=${() => act.mute(name, false)}>${name}<${Icon} name="close" /></button>`)}</p>`}
        <p class="chat__note" role="status">${note}</p>
        ${room.writes ? html`
          <form class="chat__form" onsubmit=${onsubmit}>
            <label class="sr" for="chat-text">${words.fill("ui.chat_field")}</label>
            <input class="input" id="chat-text" maxlength=${LONGEST} autocomplete="off" dir="auto" value=${text} oninput=${(event) => setText(event.target.value)} />
            <button class="btn btn--s">${words.fill("ui.chat_send")}</button>
          </form>
          <div class="chat__phrases" role="group" aria-label=${words.fill("ui.chat_phrases")}>
            ${PHRASES.map((phrase) => html`<button type="button" class="btn btn--s" key=${phrase} data-phrase=${phrase} onclick=${() => send({ phrase })}>${words.fill(`chat.${phrase}`)}</button>`)}
          </div>` : html`<p class="chat__note">${words.fill("ui.chat_account")}</p>`}`}
    </section>`;
}

function closes(event, act) {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  act.showChat(false);
}

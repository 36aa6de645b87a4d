// The table page: brings together connection, state, words and board.

import { Announcer } from "./announce.js";
import { BLANK, receive } from "./state.js";
import { Board } from "./board.js";
import { NOBODY, around as attendance, comings } from "./presence.js";
import { Talk, rooms, said } from "./chat.js";
import { Connection } from "./connection.js";
import { Help } from "./help.js";
import { Past } from "./past.js";
import { Resign, playing } from "./resign.js";
import { Ending, automatic, passing } from "./stops.js";
import { bring } from "./faces.js";
import { address, begins } from "./rematch.js";
import { goesOn, onward, sendReady } from "./series.js";
import { Connected, SILENT, Tools } from "./tools.js";
import { Warnings, hurries } from "./clock.js";
import { Motion } from "./motion.js";
import { gapOf } from "./missed.js";
import { nearest } from "./perspective.js";
import { sendReport } from "./reporting.js";
import { Words } from "./words.js";
import { Zoom } from "./zoom.js";
import { veiled } from "./veil.js";
import { Overview } from "./overview.js";
import { Awake } from "./awake.js";
import { Preview } from "./preview.js";
import { Languages } from "./languages.js";
import { html, render } from "./html.js";
import { Menu } from "./menu.js";
import { applyMotion, prefer, preferences } from "./preferences.js";

const HINT_FOR = 4_000;
const TOLD_AGAIN = 50; // ms of silence, so that the same words are spoken once more

const room = document.getElementById("table");
const { socket, catalogue, language, faces, field, other, otherCatalogue } = room.dataset;
const languages = new Languages(language, other, otherCatalogue);
const announcer = new Announcer(document.getElementById("turn"), document.getElementById("news"));
const warnings = new Warnings((key, urgent) => announcer.warn(words.fill(key), urgent));
const title = document.title;

let state = BLANK;
let texts = null;
let Field = null; // the board of this game, where it has one
let guide; // what leads through a first game: a component `Coach`, `on()`, `turn(on)`
let Orders = null; // what is played without asking, in games in which that can be ordered
let words = null;
let sending = null;
let answered = ""; // the prompt that what is on its way answers
let note = { text: "", at: "" };
let logOpen = false;
let beforeLog = document.body; // what had the focus
let around = NOBODY;
const talk = new Talk(location.pathname);
const account = "kept" in room.dataset;
let dialog = ""; // which one is open: help, resign, zoom
let zoomed = ""; // the card that is looked at
let wishes = preferences();
const motion = new Motion(room);
const awake = new Awake();
let seat = 0; // from which a spectator looks on
let parted = false; // the connection was lost since the last message
let gap = null; // what happened meanwhile
const past = new Past();
let looking = -1; // the version whose board is shown; -1: as the game stands
let passed = ""; // the prompt on which this page has passed by itself
const ending = new Ending();

const connection = new Connection({
  path: socket,
  language,
  position: () => state,
  onMessage: take,
  onLink(link) {
    parted ||= link.phase === "lost";
    draw();
  },
  urgent: () => hurries(state),
  onAside: overhear,
});

const act = {
  play(prompt, choice) {
    const { phase, since } = connection.link;
    if (phase === "ended" || (phase === "lost" && Date.now() - since >= SILENT)) {
      act.explain(words.fill("ui.not_connected"), prompt.id);
      return false;
    }
    looking = -1;
    send(connection.move({ prompt: prompt.id, expect: prompt.issued, choice }), choice, prompt.id);
    return true;
  },
  undo() {
    if (connection.link.phase === "open" && !sending) send(connection.undo(state.v), []);
  },
  rematch(agree) {
    if (!sending) send(connection.vote("rematch", agree), []);
  },
  async ready(starter) {
    const refused = await sendReady(starter).catch(() => words.fill("ui.not_connected"));
    if (refused) act.explain(refused, "");
  },
  stops(stops, orders) {
    if (!sending) send(connection.prefer(stops, orders), []);
  },
  explain(text, at) {
    note = { text, at };
    draw();
  },
  showLog(open) {
    if (open) beforeLog = document.activeElement;
    logOpen = open;
    draw();
    (open ? document.getElementById("log") : beforeLog).focus();
  },
  showChat(open) {
    if (!rooms(state, talk, account).length) return;
    if (open) beforeLog = document.activeElement;
    talk.open = open;
    if (open) talk.markRead();
    draw();
    (open ? (document.getElementById("chat-text") ?? document.querySelector("#chat button")) : beforeLog).focus();
  },
  turnChat(on) {
    talk.turn(on);
    draw();
  },
  mute(name, on) {
    talk.mute(name, on);
    draw();
    document.getElementById("chat-text")?.focus();
  },
  report: (line, report) => sendReport(line, report, words),
  async say(line) {
    try {
      await connection.say(line);
      return "";
    } catch (error) {
      return error.detail ?? words.fill("ui.chat_unsent");
    }
  },
  zoom(card) {
    if (!card || dialog) return;
    zoomed = card;
    show("zoom");
  },
  help() {
    show("help");
  },
  menu() {
    show("menu");
  },
  overview() {
    show("overview");
  },
  look(from) {
    seat = from;
    draw();
    announcer.say(words.fill("ui.looks_from", { seat }));
  },
  lookBack(v) {
    looking = v;
    motion.skip();
    draw();
  },
  prefer(name, value) {
    wishes = prefer(name, value);
    draw();
  },
  repeat() {
    act.tell(announcer.repeat());
  },
  tell(text) {
    act.explain("", "");
    if (text) setTimeout(() => act.explain(text, state.prompts[0]?.id ?? ""), TOLD_AGAIN);
  },
  skip() {
    const { busy } = motion;
    motion.skip();
    if (!busy) follow(null);
    return busy;
  },
};

/** A message of the server: fold it in, say what it brings, ask for what is missing. */
function take(message) {
  const { state: next, news, events, missed, needs } = receive(state, message, performance.now());
  if (begins(state, next)) return location.assign(address(next));
  if (goesOn(state, next)) return location.assign(onward(next));
  const away = parted && message.t === "sync";
  if (away) parted = false;
  if (gap && next.own > state.own) gap = null;
  if (away) gap = gapOf(missed, next.viewer) ?? gap;
  past.keep(next);
  const asked = next.prompts.find((prompt) => !prompt.answer)?.id;
  if (asked && asked !== state.prompts[0]?.id) looking = -1; // what is asked comes with the board as it is
  const play = motion.prepare(events, { view: next.view, asked: next.prompts.some((prompt) => !prompt.answer) }, state.view, away ? caption : undefined);
  state = next;
  if (sending && answered && !next.prompts.some(({ id }) => id === answered)) sending = null; // it has arrived: this comes before its answer
  if (texts && state.v >= 0) {
    announce(news);
    draw();
    if (looking < 0) play();
  }
  passByItself();
  if (needs === "missed") connection.catchUp();
  if (needs === "snapshot") {
    connection.resync();
    hint("ui.synchronised");
  }
}

/** What has no version: who is there, what is said. What is new of it is said aloud (UX-8.3). */
function overhear(message) {
  const before = around;
  const told = message.t === "presence" ? message.d : message.d.presence;
  if (told) around = attendance(told);
  const lines = talk.hear(message);
  if (talk.open) talk.markRead();
  if (!words) return;
  for (const text of comings(before, around, state.viewer)) announcer.say(words.say(text));
  for (const line of lines) if (line.seat !== state.viewer) announcer.say(`${line.name}: ${said(line, words)}`);
  draw();
}

/** Which of the actions that were missed is being shown. */
function caption(v) {
  if (gap && v !== gap.at) follow({ ...gap, at: v });
}

function follow(next) {
  gap = next;
  draw();
}

/** Answer for who does not want to be asked (UX-4.12). If another tab was quicker, or somebody has answered after all, so much the better. */
function passByItself() {
  const wishes = ending.after(state);
  if (wishes && playing(state)) connection.prefer(wishes).catch(() => {});
  const prompt = automatic(state);
  if (!prompt || prompt.id === passed || state.table.mode === "turn") return; // by turns the server does it
  passed = prompt.id;
  connection.move(passing(prompt)).catch(() => {});
}

async function send(answer, choice, prompt = "") {
  sending = choice;
  answered = prompt;
  draw();
  try {
    await answer;
  } catch (error) {
    act.explain(error.detail, state.prompts[0]?.id ?? "");
  } finally {
    if (sending === choice) sending = null; // the next one may be on its way already
    draw();
  }
}

/** Something that needs no answer, for a moment. */
function hint(key) {
  if (!words) return;
  const shown = { text: words.fill(key), at: state.prompts[0]?.id ?? "" };
  note = shown;
  draw();
  setTimeout(() => note === shown && act.explain("", ""), HINT_FOR);
}

function announce(news) {
  words = texts.at(state.table.seats.map(({ name }) => name), state.table.options);
  announcer.tell(state, news, words);
  warnings.watch(state);
  awake.watch(state);
  document.title = state.prompts.some((prompt) => !prompt.answer && prompt !== automatic(state)) ? `● ${words.fill("ui.your_turn")} · ${title}` : title;
}

function draw() {
  if (!texts) return;
  const { link } = connection;
  render(link.detail && link.phase !== "ended" && html`<p class="messages" role="status">${link.detail}</p>`, document.getElementById("banner"));
  if (state.v < 0) return drawWithoutTable(link);
  const onLog = () => act.showLog(!logOpen);
  const shown = looking < 0 ? state : past.at(state, looking);
  render(html`<${Board} ...${{ state: { ...shown, near: nearest(state, seat) }, looking, past, words, link, sending, note, wishes, logOpen, around, talk, account, gap, act, Field, Coach: guide?.Coach, Orders }} />`, room);
  const onChat = () => act.showChat(!talk.open);
  const chat = rooms(state, talk, account).length ? { open: talk.open, unread: talk.unread(state.viewer), onChat } : null;
  const tools = { chat, link, words, logOpen, onLog, onHelp: act.help, onMenu: act.menu, onOverview: act.overview, playing: playing(state), onResign: () => show("resign") };
  render(html`<${Tools} ...${tools} />`, document.getElementById("tools"));
  render(html`
    ${dialog === "help" && html`<${Help} ...${{ words, letters: wishes.letters, onLetters, onClose }} />`}
    ${dialog === "menu" && html`<${Menu} ...${{ words, preferences: wishes, onPrefer: act.prefer, onHelp: act.help, onOverview: act.overview, onClose }} onResign=${playing(state) ? () => show("resign") : null} seated=${state.viewer !== "spectator"} guide=${playing(state) && guide && { on: guide.on(), turn: (on) => (guide.turn(on), draw()) }}
      chat=${chat && { on: talk.on, turn: act.turnChat }} />`}
    ${dialog === "overview" && html`<${Overview} ...${{ state: wishes.hidden ? veiled(state) : state, words, onClose }} />`}
    ${dialog === "zoom" && html`<${Zoom} ...${{ card: zoomed, words, languages, onClose }} />`}
    <${Preview} words=${words} off=${Boolean(dialog)} />
    ${dialog === "resign" && playing(state) && html`<${Resign} ...${{ state, words, onResign, onClose }} />`}`, document.getElementById("dialogs"));
}

/** Nothing has come yet: how the connection stands is told all the same (UX-5.5). */
function drawWithoutTable(link) {
  const words = texts.at([]);
  render(html`<${Connected} ...${{ link, words }} />`, document.getElementById("tools"));
  if (link.phase === "ended") document.getElementById("ask").textContent = link.detail ?? words.fill("ui.offline");
}

function onLetters(on) {
  act.prefer("letters", on);
}

function onResign() {
  if (!sending) send(connection.resign(), []);
}

function show(name) {
  dialog = name;
  draw();
}

/** A dialog has closed; another one may have taken its place. */
function onClose({ target }) {
  if (target.isConnected) show("");
}

applyMotion();
connection.start();
try {
  const [file, drawings, own] = await Promise.all([
    fetch(catalogue).then((answer) => answer.json()), faces && import(faces), field && import(field),
  ]);
  if (drawings) bring(drawings, file.cards);
  if (own) ({ Field, guide, Orders } = own);
  texts = new Words(file.texts);
  if (state.v >= 0) announce([]);
  draw();
} catch {
  document.getElementById("failed").hidden = false;
}

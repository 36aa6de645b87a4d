// Lists of tables that keep themselves up to date: only what changed comes over the socket (PRO-8.3). The server renders the same rows.

import { Connection } from "./connection.js";
import { tellLink } from "./lost.js";
import { openDialogs } from "./dialog.js";

const AGES_EVERY = 30_000;
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

const lobby = document.getElementById("lobby");
const { language, me, kind, blank, game, mode, free } = lobby.dataset;
const template = lobby.querySelector("template");
const relative = new Intl.RelativeTimeFormat(language);

/** Tables by id. */
let tables = new Map();
let position = { v: -1, epoch: 0 };

const connection = new Connection({ path: "/ws/v1/lobby", language, position: () => position, onMessage: take, onLink: tellLink });
connection.start();
openDialogs();
setInterval(ages, AGES_EVERY);

/** A snapshot, or what has changed since a version; after a gap it is asked for again (PRO-5.6). */
function take({ t, v, d }) {
  if (t !== "lobby") return;
  if (d.mode === "snapshot") tables = new Map(d.tables.map((table) => [table.id, table]));
  else {
    if (d.epoch !== position.epoch || d.from > position.v) return connection.catchUp();
    if (v <= position.v) return;
    for (const id of d.gone) tables.delete(id);
    for (const table of d.tables) tables.set(table.id, table);
  }
  const first = position.v < 0;
  position = { v, epoch: d.epoch };
  for (const list of document.querySelectorAll("[data-list]")) draw(list, first);
  for (const place of document.querySelectorAll("[data-summary]")) if (place.textContent !== d.counts.text) place.textContent = d.counts.text;
}

/** Bring a list in line, and leave alone what has not changed, so that whoever has the focus in a row keeps it. */
function draw(list, first) {
  const status = list.dataset.list;
  const shown = [...tables.values()].filter((table) => table.status === status && fits(table));
  shown.sort((one, other) => (one.since < other.since ? 1 : one.since > other.since ? -1 : 0));
  const rows = new Map([...list.children].map((row) => [row.dataset.table, row]));
  const wanted = shown.slice(0, Number(list.dataset.most) || undefined);
  for (const row of list.querySelectorAll(":scope > li")) if (!wanted.some(({ id }) => id === row.dataset.table)) row.remove();
  wanted.forEach((table, n) => {
    const row = rows.get(table.id) ?? template.content.firstElementChild.cloneNode(true);
    fill(row, table);
    if (!rows.has(table.id) && !first) row.dataset.fresh = "";
    if (list.children[n] !== row) list.insertBefore(row, list.children[n] ?? null);
  });
  const empty = document.querySelector(`[data-empty="${status}"]`);
  if (empty) empty.hidden = wanted.length > 0;
}

/** What the address asks for (`filters.py`). */
function fits(table) {
  if ((game && table.game !== game) || (mode && table.mode !== mode)) return false;
  return free === undefined || table.status === "running" || isMine(table) || mayJoin(table);
}

function isMine({ seats }) {
  return seats.some((seat) => seat.kind !== "bot" && seat.name === me);
}

/** As `joining.py` says. */
function mayJoin({ status, open_to }) {
  return status === "open" && (open_to === "anybody" || kind === "user");
}

/** Write a table into a row. */
function fill(row, table) {
  const state = JSON.stringify(table);
  if (row.dataset.state === state) return;
  row.dataset.state = state;
  row.dataset.table = table.id;
  row.dataset.game = table.game;
  const slot = (name) => row.querySelector(`[data-slot="${name}"]`);
  const mine = isMine(table);
  slot("letter").dataset.printed = table.name.slice(0, 1);
  slot("name").textContent = table.name;
  slot("name").id = `t-${table.id}`;
  slot("names").textContent = table.seats.map(({ name }) => name).join(", ");
  slot("since").dateTime = table.since;
  slot("since").textContent = age(table.since);
  slot("tags").replaceChildren(...table.tags.map((tag) => element("span", "tag", tag)));
  slot("seats").setAttribute("aria-label", table.taken);
  slot("seats").replaceChildren(...table.seats.map(avatar), ...Array.from({ length: table.seat_count - table.seats.length }, vacant));
  for (const place of row.querySelectorAll("[aria-describedby]")) place.setAttribute("aria-describedby", `t-${table.id}`);
  for (const name of ["mine", "watch"]) slot(name).href = slot(name).getAttribute("href").replace(blank, table.id);
  slot("join").action = slot("join").getAttribute("action").replace(blank, table.id);
  show(slot("join"), !mine && mayJoin(table));
  show(slot("mine"), mine);
  show(slot("watch"), !mine && table.status === "running");
  show(slot("why"), !mine && table.status === "open" && !mayJoin(table));
}

function show(part, visible) {
  part.hidden = !visible;
}

function avatar({ name, kind }) {
  const sign = element("span", "avatar", name.split(" ").at(-1).slice(0, 2).toUpperCase());
  sign.title = name;
  sign.dataset.kind = kind;
  return sign;
}

function vacant() {
  return element("span", "avatar avatar--free", "+");
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** How long ago, in the unit that suits. */
function age(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1);
  return relative.format(-Math.floor(seconds / size), unit);
}

function ages() {
  for (const time of document.querySelectorAll("[data-list] time")) time.textContent = age(time.dateTime);
}

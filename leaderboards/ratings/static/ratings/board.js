// A page of a leaderboard that keeps itself up to date: only rows that changed come over the socket (RNK-3.5). The server renders the same rows.

import { Connection } from "../tables/connection.js";
import { tellLink } from "../tables/lost.js";

const DAY = 86_400_000;
const AVATAR = 2;

const board = document.getElementById("board");
const { live, language, several, won, lost, same, me } = board.dataset;
const body = board.tBodies[0];
const blank = document.getElementById("blank").content.querySelector("tr");
const number = new Intl.NumberFormat(language);
const hundredths = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat(language, { style: "percent" });
const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const far = new Intl.RelativeTimeFormat(language);
const profile = new URL("/profil/", location.href);

/** What is on the page: the version of it, and when its process began. */
let position = { v: -1, epoch: 0 };

const connection = new Connection({ path: live, language, position: () => position, onMessage: take, onLink: tellLink });
connection.start();

/** The page, or what has changed on it; after a gap it is asked for again. */
function take({ t, v, d }) {
  if (t !== "leaderboard") return;
  if (d.mode === "delta") {
    if (d.epoch !== position.epoch || d.from > position.v) return connection.catchUp();
    if (v <= position.v) return;
  }
  const first = position.v < 0;
  position = { v, epoch: d.epoch };
  draw(d, first);
}

/** Bring the rows in line, and leave alone what has not changed, so that whoever has the focus in a row keeps it. */
function draw({ order, rows, first, total }, quietly) {
  const known = new Map([...body.rows].map((row) => [row.dataset.name, row]));
  for (const data of rows) {
    const row = known.get(data.name) ?? blank.cloneNode(true);
    if (fill(row, data) && !quietly) freshen(row);
    known.set(data.name, row);
  }
  const wanted = order.map((name) => known.get(name)).filter(Boolean);
  for (const row of [...body.rows]) if (!wanted.includes(row)) row.remove();
  const focused = document.activeElement;
  wanted.forEach((row, n) => {
    if (body.rows[n] !== row) body.insertBefore(row, body.rows[n] ?? null);
  });
  if (body.contains(focused)) focused.focus({ preventScroll: true }); // a row that is moved loses it
  const range = document.querySelector("[data-range]");
  if (range) range.textContent = range.textContent.replace(/[\d.,]+(\D+)[\d.,]+(\D+)[\d.,]+/, (_, until, of) => [first + 1, until, first + order.length, of, total].map((part) => (typeof part === "number" ? number.format(part) : part)).join(""));
}

/** Mark a row for a moment. */
function freshen(row) {
  delete row.dataset.fresh;
  void row.offsetWidth;
  row.dataset.fresh = "";
}

/** Write a row; returns whether anything in it is different. */
function fill(row, data) {
  const before = row.textContent;
  row.dataset.name = data.name;
  row.classList.toggle("is-me", Boolean(me) && data.name === me);
  write(row, "rank", data.rank);
  write(row, "avatar", data.name.slice(0, AVATAR).toUpperCase());
  write(row, "name", data.name);
  const link = row.querySelector("a[data-cell=name]");
  if (link && !data.bot) link.href = new URL(`${encodeURIComponent(data.name)}/`, profile).pathname;
  else link?.removeAttribute("href");
  write(row, "points", data.points);
  row.querySelector("[data-cell=provisional]").hidden = !data.provisional;
  write(row, "games", number.format(data.games));
  write(row, "record", several ? `${data.firsts} · ${hundredths.format(data.average / 100)}` : `${data.wins}–${data.draws}–${data.losses}`);
  write(row, "win_rate", percent.format(Math.round(data.win_rate / 100) / 100).replace(/\s/u, " "));
  write(row, "streak", signed(data.streak));
  write(row, "career", number.format(data.career));
  writeChange(row.querySelector("[data-cell=change]"), data.change);
  const last = row.querySelector("[data-cell=last]");
  if (last && data.last) {
    last.dateTime = data.last;
    last.textContent = ago(data.last);
  }
  return row.textContent !== before;
}

function write(row, cell, text) {
  const place = row.querySelector(`[data-cell=${cell}]`);
  if (place && place.textContent !== String(text)) place.textContent = String(text);
}

/** Places won or lost since yesterday, as the server writes them. */
function writeChange(place, change) {
  if (!place) return;
  if (change === undefined) return place.replaceChildren(element("span", "soft", board.dataset.new));
  if (change === 0) return place.replaceChildren(silent("–", "soft"), element("span", "sr", same));
  const shown = element("span", change > 0 ? "won" : "lost", "");
  shown.append(silent(change > 0 ? "▲" : "▼"), ` ${Math.abs(change)}`, element("span", "sr", ` ${change > 0 ? won : lost}`));
  place.replaceChildren(shown);
}

function silent(text, className = "") {
  const made = element("span", className, text);
  made.setAttribute("aria-hidden", "true");
  return made;
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function signed(figure) {
  return figure > 0 ? `+${figure}` : figure < 0 ? `−${-figure}` : "0";
}

/** `heute`, `gestern`, `vor 3 Tagen`. */
function ago(time) {
  const midnight = (moment) => new Date(moment).setHours(0, 0, 0, 0);
  const days = Math.max(0, Math.round((midnight(Date.now()) - midnight(time)) / DAY));
  return (days < 2 ? near : far).format(-days, "day");
}

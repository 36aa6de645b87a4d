// The pages of a tournament keep themselves up to date (RNK-7.15). The socket tells which matches have changed: the tree shows that at
// once; everything else comes as a fresh page, of which only what is different is put in place. Those who look on ask for it at
// moments of their own, so that not all do at once; who plays in a changed match asks at once.

import { Connection } from "../tables/connection.js";
import { tellLink } from "../tables/lost.js";

const SOON = 300; // ms; for those whom it concerns
const SPREAD = 6_000; // ms over which all others ask
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6];
const MINUTE = 60_000;

const page = document.getElementById("event");
const { socket, language, called } = page.dataset;
const told = document.getElementById("told");
const title = document.title;

let position = { v: Number(page.dataset.version), epoch: 0 };
let timer = 0;
let loading = false;
let again = false;
let announced = "";
let level = ZOOMS.indexOf(1);

const connection = new Connection({ path: socket, language, position: () => position, onMessage: take, onLink: tellLink });
connection.start();
call();
zoom();
setInterval(tick, 1_000);

/** What has changed, or where all stands now; after a gap the page is asked for anew. */
function take({ t, v, d }) {
  if (t !== "tournament") return;
  if (d.mode === "delta" && d.from > position.v) return connection.resync();
  if (d.mode === "delta" && v <= position.v) return;
  const behind = v > position.v;
  position = { v, epoch: d.epoch };
  if (d.mode === "delta") for (const match of d.matches) draw(match);
  if (behind) reload(concerns(d));
}

/** Whether whoever looks plays in one of the matches that have changed, or the state of all has. */
function concerns({ mode, matches, players = [] }) {
  const me = page.querySelector("[data-own]")?.dataset.own;
  if (!me) return false;
  return mode === "snapshot" || players.includes(Number(me)) || matches.some((match) => match.sides.some((side) => String(side.entrant) === me));
}

/** A match in the tree, as far as that can be said without words. */
function draw({ id, state, sides }) {
  for (const cell of page.querySelectorAll(`a[data-match="${id}"]`)) {
    cell.querySelector(".cell").setAttribute("class", `cell cell--${state}${state === "running" ? " cell--live" : ""}`);
    sides.forEach(({ score }, slot) => {
      const place = cell.querySelector(`[data-score="${slot}"]`);
      if (place && score !== undefined) place.textContent = score;
    });
  }
}

/** Ask for the page: at once, or some time soon. */
function reload(now) {
  if (loading) {
    again = true;
    return;
  }
  if (timer && !now) return;
  clearTimeout(timer);
  timer = setTimeout(refresh, now ? SOON : SOON + Math.random() * SPREAD);
}

async function refresh() {
  timer = 0;
  if (document.hidden && !page.querySelector("[data-own]")) {
    document.addEventListener("visibilitychange", () => reload(true), { once: true });
    return;
  }
  loading = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // the connection is gone: what comes when it is back brings the page anew
  }
  loading = false;
  if (again) {
    again = false;
    reload(false);
  }
}

/** Put in place what is different; what somebody is typing into stays, and who has the focus keeps it. */
function replace(fresh) {
  for (const part of page.querySelectorAll("[data-part]")) {
    const news = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!news || plain(news) === plain(part) || busy(part)) continue;
    const { scrollLeft, scrollTop } = part;
    const focus = part.contains(document.activeElement) ? path(document.activeElement) : "";
    const open = [...part.querySelectorAll("details")].map((one) => one.open);
    const made = document.importNode(news, true);
    part.replaceWith(made);
    made.querySelectorAll("details").forEach((one, n) => (one.open = open[n] ?? one.open));
    Object.assign(made, { scrollLeft, scrollTop });
    if (focus) made.querySelector(focus)?.focus();
  }
  page.dataset.version = fresh.getElementById("event")?.dataset.version ?? page.dataset.version;
  zoomTo(level);
  call();
}

/** Tokens differ from page to page, and mean nothing here. */
function plain(part) {
  return part.outerHTML.replace(/(csrfmiddlewaretoken" value=")[^"]*/g, "$1").replace(/ open(="")?/g, "");
}

/** Whether somebody is filling a form in this part. */
function busy(part) {
  const active = document.activeElement;
  return part.contains(active) && active.matches("input:not([type=hidden]), select, textarea");
}

/** How to find an element again in the same part of a fresh page. */
function path(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const { match } = element.dataset;
  if (match) return `[data-match="${match}"]`;
  const link = element.getAttribute("href");
  return link ? `[href="${CSS.escape(link)}"]` : "";
}

/** Title and a spoken line when the own match is called (UX-9). */
function call() {
  const urgent = page.querySelector("[data-urgent]")?.dataset.urgent ?? "";
  document.title = urgent ? `● ${called} · ${title}` : title;
  if (urgent && urgent !== announced) told.textContent = called;
  if (!urgent) told.textContent = "";
  announced = urgent;
}

/** What is left of the time in which one has to come. */
function tick() {
  for (const clock of page.querySelectorAll("time[data-deadline]")) {
    const left = Date.parse(clock.dateTime) - Date.now();
    if (left > 60 * MINUTE) continue;
    const seconds = Math.max(0, Math.round(left / 1_000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

function zoom() {
  const buttons = document.getElementById("zoom");
  if (!buttons) return;
  buttons.hidden = false;
  for (const button of buttons.querySelectorAll("button")) {
    button.addEventListener("click", () => zoomTo(Math.min(ZOOMS.length - 1, Math.max(0, level + Number(button.dataset.zoom)))));
  }
}

function zoomTo(wanted) {
  level = wanted;
  const drawing = page.querySelector(".bracket svg");
  if (!drawing) return;
  const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
  drawing.setAttribute("width", width * ZOOMS[level]);
  drawing.setAttribute("height", height * ZOOMS[level]);
  drawing.classList.toggle("zoomed", ZOOMS[level] !== 1);
}

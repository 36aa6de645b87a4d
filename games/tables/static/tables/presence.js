// Who is there (PRO-7.2): a word and a sign beside each name, and how many watch.

import { html, useEffect, useState } from "./html.js";
import { Icon } from "./icon.js";

const SIGNS = { online: "●", idle: "◐", away: "○", gone: "○" };
const LONG = 3600;

/**
 * @typedef {object} Around who is there, as last told
 * @property {Record<number, {state: string, since?: number}>} seats `since`: when somebody left, in ms of this page's clock
 * @property {number} spectators
 */

/** @type {Around} */
export const NOBODY = { seats: {}, spectators: 0 };

/**
 * @param {{seats: {seat: number, state: string, away_ms?: number}[], spectators: number}} told
 * @returns {Around}
 */
export function around({ seats, spectators }) {
  const entry = ({ state, away_ms }) => ({ state, since: away_ms === undefined ? undefined : Date.now() - away_ms });
  return { seats: Object.fromEntries(seats.map((one) => [one.seat, entry(one)])), spectators };
}

/**
 * What is said aloud of who has left or come back.
 * @param {Around} before
 * @param {Around} now
 * @param {number | "spectator"} viewer
 * @returns {{key: string, args: {seat: number}}[]}
 */
export function comings(before, now, viewer) {
  const isAway = (one) => one?.state === "away" || one?.state === "gone";
  return Object.keys(now.seats).map(Number)
    .filter((seat) => seat !== viewer && before.seats[seat] && isAway(before.seats[seat]) !== isAway(now.seats[seat]))
    .map((seat) => ({ key: isAway(now.seats[seat]) ? "ui.has_left" : "ui.is_back", args: { seat } }));
}

/** @param {{one?: {state: string, since?: number}, words: import("./words.js").Words}} props */
export function Presence({ one, words }) {
  const away = one?.state === "away" && one.since !== undefined;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!away) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [away]);
  if (!one) return null;
  const text = away ? words.fill("ui.away_for", { time: duration(Date.now() - one.since) }) : words.fill(`ui.${one.state}`);
  return html`<span class="presence" data-presence=${one.state}><i aria-hidden="true">${SIGNS[one.state]}</i> ${text}</span>`;
}

/** @param {{around: Around, words: import("./words.js").Words}} props */
export function Viewers({ around: { spectators }, words }) {
  if (!spectators) return null;
  return html`<p class="viewers"><${Icon} name="eye" />${words.fill("ui.spectators", { count: spectators })}</p>`;
}

function duration(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= LONG ? `${Math.floor(seconds / LONG)}:${minutes}` : minutes.replace(/^0/, "");
}

// The socket of a table: says hello, keeps alive, comes back by itself, and sends moves until they are answered (PRO sections 2 to 7).

import { idleFor, onReturn } from "./input.js";
import { Backoff, advice } from "./retry.js";

const SUBPROTOCOL = "kartenhaus.v1";
const PING_EVERY = 15_000;
const URGENT_PING_EVERY = 5_000;
const PING_AFTER = 16; // updates: the server sends no more than 32 that are not acknowledged (PRO-6.5)
const PONG_WITHIN = 10_000;
const PONG_SOON = 5_000; // when there is reason to believe that the connection is dead
const WELCOME_WITHIN = 10_000;
const BEHIND_FOR = 2_000;
const ASIDE = ["presence", "chat", "chat_removed"];
const LISTS = ["lobby", "leaderboard", "tournament"]; // their messages answer `hello` too
const LONGEST_IDLE = 86_400_000;
const STEADY_AFTER = 10_000;
const RELOADED = "kartenhaus.reloaded";
const RELOAD_AFTER = 1_500; // ms: whoever logs in elsewhere gets the new cookie only with the answer, which this overtakes

/**
 * @typedef {object} Link how the connection stands
 * @property {"connecting" | "open" | "lost" | "ended"} phase
 * @property {number} since when this phase began, in ms
 * @property {string} [detail] what the server says about it, in words
 */

/** One page's connection to one table. */
export class Connection {
  /**
   * @param {object} options
   * @param {string} options.path of the socket
   * @param {string} options.language
   * @param {() => {v: number, epoch: number}} options.position the last version that was applied, -1 for none
   * @param {(message: {t: string, v?: number, d: any}) => void} options.onMessage takes all that is no answer to a request
   * @param {(link: Link) => void} options.onLink
   * @param {() => boolean} [options.urgent] whether a second counts, so that a lost connection must be noticed sooner (PRO-7.1)
   * @param {(message: {t: string, d: any}) => void} [options.onAside] takes what has no version: who is there, what is said
   */
  constructor({ path, language, position, onMessage, onLink, urgent = () => false, onAside = () => {} }) {
    this.url = new URL(path, location.href.replace(/^http/, "ws"));
    this.language = language;
    this.position = position;
    this.onMessage = onMessage;
    this.onLink = onLink;
    this.urgent = urgent;
    this.onAside = onAside;
    if (this.greeted && performance.now() - this.welcome >= STEADY_AFTER) this.backoff.reset();
    this.socket = null;
    this.greeted = false;
    this.hello = "";
    this.repair = ""; // the `resync` that waits for its snapshot: what is here is wrong until then
    this.bye = null;
    this.backoff = new Backoff();
    this.serial = 0;
    this.pings = 0;
    this.pinged = 0; // when
    this.news = 0; // updates since
    this.waiting = new Map(); // unanswered moves by the id of their message
    this.timers = {};
    this.welcome = Infinity; // when the connection came to stand
    this.unseen = false; // it was lost while nobody could see the page
    this.link = { phase: "connecting", since: Date.now() };
  }

  /** Connect, and stay connected. */
  start() {
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("offline", () => this.doubt());
    document.addEventListener("visibilitychange", () => !document.hidden && this.seen());
    onReturn(() => this.greeted && this.ping());
    this.connect();
  }

  /**
   * Answer a prompt.
   * @param {{prompt: string, expect: number, choice: string[]}} move
   * @returns {Promise<{version: number}>} settled by the server's answer; rejected with its `error`
   */
  move(move) {
    return this.ask("move", { move_id: uuid(), ...move });
  }

  /**
   * Take back the own last decisions.
   * @param {number} expect the version that is shown
   * @returns {Promise<{version: number}>}
   */
  undo(expect) {
    return this.ask("undo", { move_id: uuid(), expect });
  }

  /**
   * Say when to be asked, by kind of question, and what is to be played without asking.
   * @param {Record<string, string>} stops
   * @param {object[]} [orders] all of them, if they have changed
   * @returns {Promise<{version: number}>}
   */
  prefer(stops, orders) {
    return this.ask("prefs", { stops, orders });
  }

  /**
   * Leave the game for good.
   * @returns {Promise<{version: number}>}
   */
  resign() {
    return this.ask("resign", { move_id: uuid() });
  }

  /**
   * Wish for something together with others, or not any more.
   * @param {string} kind
   * @param {boolean} value
   * @returns {Promise<{version: number}>}
   */
  vote(kind, value) {
    return this.ask("vote", { kind, value });
  }

  /**
   * Say something in a chat room. Not kept for later: without a connection, whoever said it learns so at once.
   * @param {{room: string, text?: string, phrase?: string}} line
   * @returns {Promise<{line: string}>} rejected with the server's `error`, or without words if it did not get there
   */
  say(line) {
    return this.greeted ? this.ask("chat", line) : Promise.reject({});
  }

  /** Ask for what was missed, or for everything. */
  catchUp() {
    if (!this.greeted || this.hello) return;
    this.greet();
  }

  /** Ask for a snapshot, because what is here is not what the server has (PRO-5.5). */
  resync() {
    if (!this.repair) this.askForAll();
  }

  askForAll() {
    this.repair = this.nextId();
    this.send("resync", {}, this.repair);
  }

  // --- sending ---

  ask(kind, payload) {
    const id = this.nextId();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { kind, payload, resolve, reject });
      if (this.greeted) this.send(kind, payload, id);
    });
  }

  send(kind, payload, id) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ t: kind, ...(id && { id }), d: payload }));
  }

  nextId() {
    return `c-${++this.serial}`;
  }

  greet() {
    const { v, epoch } = this.position();
    const known = v >= 0 && !this.repair;
    this.hello = this.nextId();
    this.send("hello", { lang: this.language, caps: [], client: "web", ...(known && { since: v, epoch }) }, this.hello);
  }

  ping(pongWithin = PONG_WITHIN) {
    this.pinged = performance.now();
    this.news = 0;
    this.send("ping", { n: ++this.pings, v: Math.max(0, this.position().v), idle_ms: Math.min(Math.round(idleFor()), LONGEST_IDLE) });
    this.timers.pong ??= setTimeout(() => this.drop(), pongWithin);
  }

  // --- receiving ---

  receive(message) {
    const { t, re, d } = message;
    if (t === "pong") return this.hear(d);
    if (t === "ack" || t === "error") return this.settle(t, re, d);
    if (t === "bye") this.bye = d;
    else if (t === "announce") this.tell(this.link.phase, d.detail);
    else if (!ASIDE.includes(t)) this.onMessage(message);
    if (t === "sync" || ASIDE.includes(t)) this.onAside(message);
    if (t === "sync" || (LISTS.includes(t) && re)) this.synchronised(re, d.mode);
    if (t === "update" && ++this.news >= PING_AFTER) this.ping();
  }

  synchronised(re, mode) {
    if (mode === "snapshot") this.repair = "";
    if (re !== this.hello) return;
    this.hello = "";
    if (!this.greeted) this.welcomed();
  }

  /** The table is here: moves without an answer are sent again, with the same `move_id` (PRO-4.5). */
  welcomed() {
    this.greeted = true;
    this.welcome = performance.now();
    this.stop("welcome");
    sessionStorage.removeItem(RELOADED);
    this.pinged = performance.now();
    this.news = 0;
    this.timers.ping = setInterval(() => this.beat(), URGENT_PING_EVERY);
    for (const [id, { kind, payload }] of this.waiting) this.send(kind, payload, id);
    this.tell("open");
  }

  beat() {
    if (this.urgent() || performance.now() - this.pinged >= PING_EVERY - 100) this.ping();
  }

  settle(kind, id, payload) {
    const later = payload.code === "rate_limited" ? payload.retry_ms : 0;
    if (id && id === this.hello) return later ? this.later(later, () => this.greet()) : this.drop();
    if (id && id === this.repair) return this.later(later || BEHIND_FOR, () => this.askForAll());
    const asked = this.waiting.get(id);
    if (!asked) return;
    this.waiting.delete(id);
    if (later) this.again(asked, later);
    else if (kind === "ack") asked.resolve(payload);
    else asked.reject(payload);
  }

  /** It came too fast: it is sent again as soon as that is allowed. */
  again(asked, delay) {
    const id = this.nextId();
    this.waiting.set(id, asked);
    this.later(delay, () => this.send(asked.kind, asked.payload, id));
  }

  /** Do this after a while, unless the connection is lost before. */
  later(delay, act) {
    const name = this.nextId();
    this.timers[name] = setTimeout(() => {
      this.stop(name);
      act();
    }, delay);
  }

  /** The server lives. If it is ahead of us for a while, an update got lost (PRO-5.6). */
  hear({ v }) {
    this.stop("pong");
    if (v <= this.position().v) return;
    this.timers.behind ??= setTimeout(() => {
      this.stop("behind");
      if (v > this.position().v) this.catchUp();
    }, BEHIND_FOR);
  }

  // --- coming back ---

  connect() {
    this.stop("retry");
    this.bye = null;
    const socket = new WebSocket(this.url, SUBPROTOCOL);
    this.socket = socket;
    this.timers.welcome = setTimeout(() => this.drop(), WELCOME_WITHIN);
    socket.onopen = () => socket === this.socket && this.greet();
    socket.onmessage = ({ data }) => socket === this.socket && this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.closed(code);
  }

  /** Give up a connection that does not answer. */
  drop() {
    const { socket } = this;
    this.closed(4408);
    socket?.close();
  }

  closed(code) {
    if (this.greeted && performance.now() - this.welcome >= STEADY_AFTER) this.backoff.reset();
    this.socket = null;
    this.greeted = false;
    this.hello = "";
    for (const name of Object.keys(this.timers)) this.stop(name);
    for (const [id, { kind }] of this.waiting) if (kind === "chat") this.settle("error", id, {});
    const policy = advice(code, this.bye);
    if (policy === "never") return this.end(this.bye?.code ?? code);
    if (this.link.phase === "open") this.unseen = document.hidden;
    if (this.link.phase === "open" || this.bye) this.tell("lost", policy === "now" ? undefined : this.bye?.detail);
    this.timers.retry = setTimeout(() => this.connect(), this.backoff.next(policy) + (this.bye?.after_ms ?? 0));
  }

  end(code) {
    const outdated = code === 4426 || this.bye?.reason === "session_expired";
    if (outdated && !sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, "1");
      return setTimeout(() => location.reload(), RELOAD_AFTER);
    }
    this.tell("ended", this.bye?.detail);
  }

  /**
   * Somebody looks at the page again. Browsers let a hidden one send its pings so late that the server gives it up (PRO-7.1):
   * such a loss begins only now, and is over before it is told.
   */
  seen() {
    if (this.unseen && this.link.phase === "lost") this.tell("lost", this.link.detail, Date.now());
    this.unseen = false;
    this.hurry();
  }

  /** The network is back, or somebody looks: try at once, and do not wait long for what was begun before. */
  hurry() {
    if (this.greeted) return this.doubt();
    if (this.link.phase === "ended") return;
    this.backoff.reset();
    if (this.timers.retry) return this.connect();
    this.stop("welcome");
    this.timers.welcome = setTimeout(() => this.drop(), PONG_SOON);
  }

  /** The connection may be dead without our knowing: have it answer. */
  doubt() {
    if (!this.greeted) return;
    this.stop("pong");
    this.ping(PONG_SOON);
  }

  /** A phase that goes on keeps its beginning. */
  tell(phase, detail, since = phase === this.link.phase ? this.link.since : Date.now()) {
    this.link = { phase, since, detail };
    this.onLink(this.link);
  }

  stop(name) {
    clearTimeout(this.timers[name]);
    delete this.timers[name];
  }
}

/** A random UUID; `crypto.randomUUID` is not there on a page without https, such as in a club's own network. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

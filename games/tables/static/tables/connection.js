// The socket of a table: says hello, keeps alive, comes back by itself, and sends moves until they are answered (PRO sections 2 to 7).

const SUBPROTOCOL = "kartenhaus.v1";
const PING_EVERY = 15_000;
const PONG_WITHIN = 10_000;
const WELCOME_WITHIN = 10_000;
const BEHIND_FOR = 2_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
const STEADY_AFTER = 10_000;
const RELOADED = "kartenhaus.reloaded";

/** What to do after a close that no `bye` came before (PRO section 7); all other numbers: `backoff`. */
const AFTER_CLOSE = { 1000: "never", 4400: "never", 4401: "never", 4403: "never", 4404: "never", 4408: "now", 4410: "never", 4426: "never" };

/**
 * @typedef {object} Link how the connection stands
 * @property {"connecting" | "open" | "lost" | "ended"} phase
 * @property {number} since when this phase began, in ms
 * @property {string} [detail] why it ended, in words
 */

/** One page's connection to one table. */
export class Connection {
  /**
   * @param {object} options
   * @param {string} options.path of the socket
   * @param {string} options.language
   * @param {() => {v: number, epoch: number}} options.position the last version that was applied, -1 for none
   * @param {(message: {t: string, v?: number, d: any}) => void} options.onMessage takes `sync`, `update` and `clock`
   * @param {(link: Link) => void} options.onLink
   */
  constructor({ path, language, position, onMessage, onLink }) {
    this.url = new URL(path, location.href.replace(/^http/, "ws"));
    this.language = language;
    this.position = position;
    this.onMessage = onMessage;
    this.onLink = onLink;
    this.socket = null;
    this.greeted = false;
    this.hello = "";
    this.bye = null;
    this.attempts = 0;
    this.serial = 0;
    this.pings = 0;
    this.waiting = new Map(); // unanswered moves by the id of their message
    this.timers = {};
    this.link = { phase: "connecting", since: Date.now() };
  }

  /** Connect, and stay connected. */
  start() {
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry());
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

  /** Ask for what was missed, or for everything. */
  catchUp() {
    if (!this.greeted || this.hello) return;
    this.greet();
  }

  /** Ask for a snapshot, because what is here is not what the server has (PRO-5.5). */
  resync() {
    this.send("resync", {}, this.nextId());
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
    this.hello = this.nextId();
    this.send("hello", { lang: this.language, caps: [], client: "web", ...(v >= 0 && { since: v, epoch }) }, this.hello);
  }

  ping() {
    this.send("ping", { n: ++this.pings, v: Math.max(0, this.position().v) });
    this.timers.pong ??= setTimeout(() => this.drop(), PONG_WITHIN);
  }

  // --- receiving ---

  receive(message) {
    const { t, re, d } = message;
    if (t === "pong") this.hear(d);
    else if (t === "bye") this.bye = d;
    else if (t === "ack" || t === "error") this.settle(t, re, d);
    else if (t === "sync" || t === "update" || t === "clock") this.onMessage(message);
    if (t === "sync" && re === this.hello) this.welcomed();
  }

  /** The table is here: moves without an answer are sent again, with the same `move_id` (PRO-4.5). */
  welcomed() {
    this.hello = "";
    if (this.greeted) return;
    this.greeted = true;
    this.stop("welcome");
    sessionStorage.removeItem(RELOADED);
    this.timers.steady = setTimeout(() => (this.attempts = 0), STEADY_AFTER);
    this.timers.ping = setInterval(() => this.ping(), PING_EVERY);
    for (const [id, { kind, payload }] of this.waiting) this.send(kind, payload, id);
    this.tell("open");
  }

  settle(kind, id, payload) {
    if (id && id === this.hello) return this.drop();
    const asked = this.waiting.get(id);
    if (!asked) return;
    this.waiting.delete(id);
    if (kind === "ack") asked.resolve(payload);
    else asked.reject(payload);
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
    this.socket = null;
    this.greeted = false;
    this.hello = "";
    for (const name of Object.keys(this.timers)) this.stop(name);
    const policy = this.bye?.reconnect ?? AFTER_CLOSE[code] ?? "backoff";
    if (policy === "never") return this.end(this.bye?.code ?? code);
    if (policy === "backoff" && this.bye) this.attempts = Math.max(1, this.attempts);
    if (this.link.phase === "open") this.tell("lost");
    this.timers.retry = setTimeout(() => this.connect(), this.delay() + (this.bye?.after_ms ?? 0));
  }

  /** At once the first time, then half a second doubling up to 15, with full jitter (PRO-2.6). */
  delay() {
    const attempt = this.attempts++;
    return attempt === 0 ? 0 : Math.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1));
  }

  end(code) {
    if (code === 4426 && !sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, "1");
      return location.reload();
    }
    this.tell("ended", this.bye?.detail);
  }

  /** The network is back, or somebody looks at the page again. */
  hurry() {
    if (this.timers.retry) {
      this.attempts = 0;
      this.connect();
    } else if (this.greeted) this.ping();
  }

  tell(phase, detail) {
    this.link = { phase, since: Date.now(), detail };
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

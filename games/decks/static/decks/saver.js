// Keeps a deck saved while it is built: each change is sent after a moment, and again for as long as it has not arrived.

const AFTER = 350; // ms without a further change
const AGAIN = [1_000, 2_000, 5_000, 10_000];
const LATE = 429;

/**
 * @typedef {"saved" | "saving" | "offline" | "late" | "out" | "conflict" | "gone"} State
 *
 * @typedef {object} Answer
 * @property {number} version
 * @property {Record<string, number>} cards as they are kept
 * @property {object} report what is to be said of them
 */

/** Sends the deck of a builder. What the server has is `version`; somebody else may have saved another one. */
export class Saver {
  /**
   * @param {object} with_
   * @param {string} with_.address
   * @param {number} with_.version that the page was made from
   * @param {() => string} with_.token against forged requests
   * @param {() => Promise<void>} with_.renew fetch another one: after logging in again the old one is void
   * @param {(state: State, answer?: Answer) => void} with_.tell
   */
  constructor({ address, version, token, renew, tell }) {
    Object.assign(this, { address, version, token, renew, tell });
    /** @type {Record<string, number> | null} what has not arrived yet */
    this.waiting = null;
    this.timer = 0;
    this.sending = false;
    this.tries = 0;
    this.stopped = false;
    addEventListener("pagehide", () => this.send(true));
    addEventListener("online", () => this.soon(0));
  }

  /** @returns {boolean} whether something would be lost if the page were closed now */
  get dirty() {
    return this.waiting !== null;
  }

  /** @param {Record<string, number>} cards the deck as it is now */
  change(cards) {
    this.waiting = cards;
    if (this.stopped) return;
    this.tell("saving");
    this.soon(AFTER);
  }

  /**
   * Go on after a conflict.
   * @param {number} version that is written over, or taken over
   * @param {Record<string, number> | null} cards to save; null: nothing
   */
  settle(version, cards) {
    this.version = version;
    this.stopped = false;
    this.waiting = null;
    if (cards) this.change(cards);
    else this.tell("saved");
  }

  /** @private */
  soon(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), delay);
  }

  /** @private */
  async send(leaving = false) {
    if (this.stopped || !this.waiting || (this.sending && !leaving)) return;
    const sent = this.waiting;
    const lines = Object.entries(sent).map(([card, copies]) => `${copies} ${card}`);
    const body = new URLSearchParams({ version: String(this.version), cards: lines.join("\n") });
    this.sending = true;
    clearTimeout(this.timer);
    try {
      const answer = await fetch(this.address, { method: "POST", headers: { "X-CSRFToken": this.token() }, body, keepalive: leaving, redirect: "manual" });
      await this.hear(answer, sent);
    } catch {
      this.again("offline");
    } finally {
      this.sending = false;
    }
    if (this.waiting && this.waiting !== sent && !this.stopped) this.soon(AFTER);
  }

  /** @private */
  async hear(answer, sent) {
    if (answer.ok) {
      const told = await answer.json();
      this.tries = 0;
      this.version = told.version;
      if (this.waiting === sent) this.waiting = null;
      this.tell(this.waiting ? "saving" : "saved", told);
    } else if (answer.status === 409) {
      this.stop("conflict", await answer.json());
    } else if (answer.status === 404) {
      this.stop("gone");
    } else if (answer.type === "opaqueredirect" || answer.status === 403) {
      this.again("out");
      await this.renew();
    } else {
      this.again(answer.status === LATE ? "late" : "offline");
    }
  }

  /** @private */
  stop(state, answer) {
    this.stopped = true;
    this.tell(state, answer);
  }

  /** @private */
  again(state) {
    this.tell(state);
    this.soon(AGAIN[Math.min(this.tries++, AGAIN.length - 1)]);
  }
}

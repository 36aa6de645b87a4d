// When to come back after a connection is lost (PRO-2.6, PRO section 7). Pure.

const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;

/** What to do after a close that no `bye` came before. All other numbers are losses like any other: at once, then ever slower. */
const AFTER_CLOSE = {
  1000: "never", 4400: "never", 4401: "never", 4403: "never", 4404: "never", 4408: "now", 4410: "never", 4426: "never",
  4429: "backoff", 4430: "backoff", 4500: "backoff", 4512: "backoff", 4513: "backoff",
};

/**
 * @param {number} code the socket was closed with
 * @param {{reconnect: "never" | "now" | "backoff"} | null} bye what the server said before, which counts for more
 * @returns {"never" | "now" | "backoff"}
 */
export function advice(code, bye) {
  return bye?.reconnect ?? AFTER_CLOSE[code] ?? "now";
}

/** How long to wait: not at all the first time, then half a second doubling up to 15, with full jitter. */
export class Backoff {
  constructor() {
    this.attempts = 0;
  }

  /** Begin anew: the connection is steady, the network is back, or somebody looks. */
  reset() {
    this.attempts = 0;
  }

  /**
   * @param {"now" | "backoff"} advice of the server: with `backoff` there is no attempt at once
   * @returns {number} milliseconds until the next attempt
   */
  next(advice) {
    const attempt = Math.max(advice === "backoff" ? 1 : 0, this.attempts);
    this.attempts = attempt + 1;
    return attempt === 0 ? 0 : Math.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1));
  }
}

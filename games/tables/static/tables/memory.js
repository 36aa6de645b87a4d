// What this browser remembers for this user: small settings that matter to nobody else.

const PREFIX = "kartenhaus.";

/**
 * @param {string} name
 * @param {any} fallback where nothing is remembered, or the browser forbids it
 * @returns {any}
 */
export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {any} value plain data
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that may not remember asks again next time.
  }
}

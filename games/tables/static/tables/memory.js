// What is remembered for this user: small settings that matter to nobody else. In this browser, and what is the same for them
// everywhere (UX-11) also on the server.

const PREFIX = "kartenhaus.";
const EVERYWHERE = ["chat", "coach", "confirm", "letters", "motion", "mutes"];
const WRITE_TO = "/einstellungen/tisch/";

/** What the server remembers; nothing of somebody it does not know. */
const known = JSON.parse(document.getElementById("memory")?.textContent ?? "null");

/** @returns {boolean} whether the server remembers things for this user */
export function isKnown() {
  return known !== null;
}

/**
 * @param {string} name
 * @param {any} fallback where nothing is remembered, or the browser forbids it
 * @returns {any}
 */
export function recall(name, fallback) {
  if (known && EVERYWHERE.includes(name) && name in known) return known[name];
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
  if (!known || !EVERYWHERE.includes(name)) return;
  known[name] = value;
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  fetch(WRITE_TO, { method: "POST", headers, body: JSON.stringify({ name, value }), keepalive: true }).catch(() => {
    // This browser remembers it; others learn of it with the next change.
  });
}

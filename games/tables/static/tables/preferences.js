// How this user wants tables to behave (UX-11); what is chosen at a table is remembered by `memory.js`.

import { SPEEDS, speed } from "./motion.js";
import { keep, recall } from "./memory.js";

const SWITCHES = { confirm: false, letters: true, hidden: false };

/**
 * @typedef {object} Preferences
 * @property {boolean} confirm whether every move is asked about once more
 * @property {boolean} letters whether single characters are keys
 * @property {boolean} hidden whether the own hand is covered, such as for a stream
 * @property {string} motion how fast cards move
 *
 * @returns {Preferences}
 */
export function preferences() {
  const switches = Object.entries(SWITCHES).map(([name, usual]) => [name, Boolean(recall(name, usual))]);
  return { ...Object.fromEntries(switches), motion: speed() };
}

/**
 * @param {string} name
 * @param {any} value
 * @returns {Preferences} as they are now
 */
export function prefer(name, value) {
  if (name === "motion" && SPEEDS.includes(value)) document.documentElement.dataset.motion = value;
  keep(name, value);
  return preferences();
}

/** What was chosen at a table earlier holds for the whole page, such as for what CSS moves. */
export function applyMotion() {
  document.documentElement.dataset.motion = speed();
}

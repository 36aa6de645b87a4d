// What happened while the connection was gone, action by action (UX-5.5): in words while the cards fly, and to be read afterwards.

import { html, useLayoutEffect, useRef } from "./html.js";

/**
 * @typedef {object} Gap
 * @property {import("./state.js").Line[]} lines
 * @property {number} at the version that is being played; -1 when all has been
 */

/**
 * @param {import("./state.js").Line[]} lines of what was missed
 * @param {number | "spectator"} viewer
 * @returns {Gap | null} null if others did nothing meanwhile
 */
export function gapOf(lines, viewer) {
  return lines.some(({ by }) => by !== viewer) ? { lines, at: lines[0].v } : null;
}

/**
 * @param {object} props
 * @param {Gap} props.gap
 * @param {import("./words.js").Words} props.words
 * @param {() => void} props.onSkip
 */
export function Missed({ gap: { lines, at }, words, onSkip }) {
  const list = useRef(null);
  useLayoutEffect(() => {
    const now = list.current.querySelector(".last__now:last-of-type");
    if (now) list.current.scrollTop = now.offsetTop - list.current.offsetTop;
  }, [at]);
  return html`
    <section class="last missed" aria-labelledby="missed-h">
      <h2 id="missed-h">${words.fill("ui.missed")}</h2>
      <ol ref=${list} tabindex="0" aria-labelledby="missed-h">${lines.map((line, n) => html`<li key=${n} class=${line.v === at ? "last__now" : ""}>${words.say(line)}</li>`)}</ol>
      <button type="button" class="btn btn--s" onclick=${onSkip}>${words.fill(at < 0 ? "ui.close" : "ui.skip")}</button>
    </section>`;
}

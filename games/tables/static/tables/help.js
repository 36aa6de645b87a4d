// The small dialogs: what the rule book wants recalled, and the keys, where single letters can be switched off (UX-4.3).

import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";

const memo = document.querySelector("dialog#memo");

/** @type {(() => void) | null} shows what the rule book wants recalled at the table; null: this game has none */
export const openMemo = memo && (() => memo.showModal());

const KEYS = [
  ["1 … 9", "ui.key_digit"], ["Tab", "ui.key_tab"], ["← →", "ui.key_arrows"], ["Enter", "ui.key_enter"], ["␣", "ui.key_space"], ["Esc", "ui.key_escape"],
  ["P", "ui.key_p"], ["G", "ui.key_g"], ["L", "ui.key_l"], ["C", "ui.key_c"], ["I", "ui.key_i"], ["Z", "ui.key_z"], ["R", "ui.key_r"],
  ["K", "ui.key_k"], ["S", "ui.key_s"], ["T", "ui.key_t"], ["H", "ui.key_h"], ["U", "ui.overview"], ["W", "ui.key_w"], ["M", "ui.key_m"], ["V", "ui.key_v"], ["?", "ui.key_help"],
];

/**
 * @param {object} props
 * @param {import("./words.js").Words} props.words
 * @param {boolean} props.letters whether single characters are keys
 * @param {(on: boolean) => void} props.onLetters
 * @param {() => void} props.onClose
 */
export function Help({ words, letters, onLetters, onClose }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  return html`
    <dialog class="help" ref=${dialog} aria-labelledby="help-h" onclose=${onClose}>
      <div class="row between"><h2 id="help-h">${words.fill("ui.keys_title")}</h2>
        <button type="button" class="btn btn--plain btn--icon" aria-label=${words.fill("ui.close")}
          onclick=${() => dialog.current.close()}><${Icon} name="close" /></button>
      </div>
      <dl class="keys">
        ${KEYS.filter(([key]) => key !== "W" || openMemo).map(([key, text]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${words.fill(text)}</dd></div>`)}
      </dl>
      <label class="row"><input type="checkbox" checked=${letters} onchange=${(event) => onLetters(event.target.checked)} /> ${words.fill("ui.keys_on")}</label>
    </dialog>`;
}

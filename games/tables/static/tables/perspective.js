// From whose place a spectator looks at the table (UX-4.13): that turns the board, and never shows more.

import { html } from "./html.js";

/**
 * @param {import("./state.js").State} state
 * @param {number} chosen by a spectator
 * @returns {number} the seat that lies nearest: the own one, else the one that was chosen
 */
export function nearest({ viewer, table }, chosen) {
  if (viewer !== "spectator") return viewer;
  return chosen < (table?.seat_count ?? 0) ? chosen : 0;
}

/**
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {(seat: number) => void} props.onLook
 */
export function Perspective({ state, words, onLook }) {
  return html`
    <label class="perspective"><span>${words.fill("ui.perspective")}</span>
      <select class="perspective__seat" aria-keyshortcuts="V" value=${String(state.near)} onchange=${(event) => onLook(Number(event.target.value))}>
        ${state.table.seats.map(({ seat }) => html`<option key=${seat} value=${String(seat)}>${words.name(seat)}</option>`)}
      </select>
    </label>`;
}

// Giving up (UX-4.11): asks once, and says what it means. Closing the page is not leaving.

import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";

const DUEL = 2;

/**
 * @param {import("./state.js").State} state
 * @returns {boolean} whether this viewer plays and has not left
 */
export function playing({ viewer, table }) {
  return viewer !== "spectator" && table.status === "running" && !table.seats[viewer].left;
}

/**
 * The question before it; the safe answer has the focus, and a double-click does not reach the other.
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {() => void} props.onResign
 * @param {() => void} props.onClose
 */
export function Resign({ state, words, onResign, onClose }) {
  const dialog = useRef(null);
  const back = useRef(null);
  useLayoutEffect(() => {
    dialog.current.showModal();
    back.current.focus();
  }, []);
  const resign = (event) => {
    if (event.detail > 1) return;
    dialog.current.close();
    onResign();
  };
  return html`
    <dialog class="help resign" ref=${dialog} aria-labelledby="resign-h" aria-describedby="resign-p" onclose=${onClose}>
      <h2 id="resign-h">${words.fill("ui.resign_sure")}</h2>
      <p id="resign-p">${meaning(state, words)} ${words.fill(state.table.rated ? "ui.resign_rated" : "ui.resign_unrated")}</p>
      <div class="row">
        <button type="button" class="btn" ref=${back} onclick=${() => dialog.current.close()}>${words.fill("ui.resign_not")}</button>
        <button type="button" class="btn btn--danger" onclick=${resign}><${Icon} name="flag" />${words.fill("ui.resign")}</button>
      </div>
    </dialog>`;
}

function meaning({ viewer, table }, words) {
  const others = table.seats.filter(({ seat, left }) => seat !== viewer && !left).map(({ seat }) => seat);
  return others.length < DUEL ? words.fill("ui.resign_last", { seats: others }) : words.fill("ui.resign_many");
}

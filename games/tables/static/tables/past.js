// The board as it was (UX-4.6): what this page has been shown, version by version.

import { changes } from "./changes.js";
import { html } from "./html.js";

const MOST = 2_000; // as many as lines of the log are kept

/** Keeps the views that were shown; they share what has not changed. */
export class Past {
  constructor() {
    this.views = new Map();
    this.epoch = -1;
  }

  /** @param {import("./state.js").State} state as it is shown now */
  keep({ v, epoch, view }) {
    if (epoch !== this.epoch) this.views.clear(); // another history
    this.epoch = epoch;
    if (view) this.views.set(v, view);
    if (this.views.size > MOST) this.views.delete(this.views.keys().next().value);
  }

  /**
   * @param {number} v
   * @returns {boolean} whether the board of this version can be shown
   */
  has(v) {
    return this.views.has(v);
  }

  /**
   * @param {import("./state.js").State} state
   * @param {number} v of a view that is kept
   * @returns {import("./state.js").State} the same with the board as it was
   */
  at(state, v) {
    return { ...state, view: this.views.get(v), changed: changes(null, null, [], {}) };
  }
}

/**
 * Says that this is not how the game stands, and leads back.
 * @param {object} props
 * @param {number} props.version
 * @param {import("./words.js").Words} props.words
 * @param {() => void} props.onBack
 */
export function LookingBack({ version, words, onBack }) {
  return html`
    <div class="past" role="status"><span>${words.fill("ui.past", { version })}</span>
      <button type="button" class="btn btn--s" onclick=${onBack}>${words.fill("ui.past_back")} <kbd aria-hidden="true">Esc</kbd></button>
    </div>`;
}

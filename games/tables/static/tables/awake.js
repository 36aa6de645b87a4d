// The screen stays awake while somebody plays a live game, where the browser allows it (UX-6.4).

import { playing } from "./resign.js";

/** Holds the lock as long as it is needed; a hidden page loses it, and takes it again when it is seen. */
export class Awake {
  constructor() {
    this.wanted = false;
    this.lock = null;
    this.asking = false;
    document.addEventListener("visibilitychange", () => this.settle());
  }

  /** @param {import("./state.js").State} state */
  watch(state) {
    this.wanted = playing(state) && state.table.mode === "live";
    this.settle();
  }

  async settle() {
    if (!navigator.wakeLock || this.asking) return;
    if (!this.wanted && this.lock) {
      this.lock.release();
      this.lock = null;
    }
    if (!this.wanted || document.hidden || (this.lock && !this.lock.released)) return;
    this.asking = true;
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      this.wanted = false; // not now, such as with little battery: the next message asks again
    } finally {
      this.asking = false;
    }
  }
}

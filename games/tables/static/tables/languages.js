// The words of a game in the other language of the site, fetched when somebody wants to read a card in it (UX-4.8).

import { Words } from "./words.js";

/** The language of the page, the other one, and its words. */
export class Languages {
  /**
   * @param {string} own
   * @param {string} other
   * @param {string} catalogue where the words of the other one are
   */
  constructor(own, other, catalogue) {
    Object.assign(this, { own, other, catalogue });
    this.coming = null;
  }

  /** @returns {Promise<Words | null>} null if they cannot be had */
  words() {
    this.coming ??= this.fetch();
    return this.coming;
  }

  async fetch() {
    try {
      return new Words((await (await fetch(this.catalogue)).json()).texts);
    } catch {
      this.coming = null; // another try is worth it
      return null;
    }
  }
}

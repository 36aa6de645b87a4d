// An icon of the site's sprite, as an ornament beside words.

import { html } from "./html.js";

const SPRITE = document.querySelector("[data-icons]").dataset.icons;

/** @param {{name: string}} props */
export function Icon({ name }) {
  return html`<svg class="i" aria-hidden="true"><use href=${`${SPRITE}#${name}`} /></svg>`;
}

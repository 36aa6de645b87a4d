// The cards that stand for the games, drawn as each game draws its cards. Until then, or without script, they are paper with a name.
// Drawings come last: who goes to a table at once does not load those of all games before (UX-6.5).

import { html, render } from "./html.js";
import { hyphenate } from "./hyphens.js";
import { Words } from "./words.js";

const LATER = 500; // ms after all else is here

let leaving = false;
addEventListener("submit", () => (leaving = true), true);
addEventListener("pageshow", ({ persisted }) => persisted && draw()); // somebody has come back
if (document.readyState !== "complete") await new Promise((go) => addEventListener("load", go, { once: true }));
setTimeout(() => leaving || draw(), LATER);

async function draw() {
  leaving = false;
  for (const card of document.querySelectorAll("[data-emblem]")) {
    const { emblem, name, words, faces } = card.dataset;
    const { face } = await import(faces);
    if (leaving) return;
    card.replaceChildren();
    render(html`${face(JSON.parse(emblem), hyphenate(name), new Words(JSON.parse(words)))}`, card);
  }
}

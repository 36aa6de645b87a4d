// The cards that stand for the games, drawn as each game draws its cards. Until then, or without script, they are paper with a name.

import { html, render } from "./html.js";
import { hyphenate } from "./hyphens.js";

for (const card of document.querySelectorAll("[data-emblem]")) {
  const { emblem, name, faces } = card.dataset;
  const { face } = await import(faces);
  card.replaceChildren();
  render(html`${face(JSON.parse(emblem), hyphenate(name))}`, card);
}

// The cards of a game: found while one types, and shown large in a dialog. Without script the form and the links do the same.

import { Face, bring } from "./faces.js";
import { folded } from "./fold.js";
import { html, render } from "./html.js";
import { Words } from "./words.js";

const form = document.querySelector("[data-cards]");
if (form) {
  const found = document.querySelector("[data-found]");
  const cards = [...document.querySelectorAll(".cardlist > li")];
  const dialog = document.querySelector("dialog.zoom");
  const place = document.getElementById("karte");

  const { catalogue, faces } = document.getElementById("karten").dataset;
  let words = null;

  form.querySelector("button").hidden = true;
  form.addEventListener("input", () => search(true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(true);
  });
  window.addEventListener("pageshow", () => search(false)); // what the browser has kept in the fields
  document.querySelector(".game").addEventListener("click", show);
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog && !event.target.closest("[data-shut]")) return;
    event.preventDefault();
    dialog.close();
  });

  begin();

  /** Texts and drawings are those of the table; until they are here, or if they do not come, cards are paper with a name. */
  async function begin() {
    const [file, drawings] = await Promise.all([fetch(catalogue).then((answer) => answer.json()), faces && import(faces)]);
    if (drawings) bring(drawings, file.cards);
    words = new Words(file.texts);
    draw(document);
  }

  function draw(part) {
    if (!words) return;
    for (const card of part.querySelectorAll(".cards .card[data-card]")) {
      const text = card.matches(".card--hand");
      card.replaceChildren();
      render(html`<${Face} c=${card.dataset.card} words=${words} text=${text} />`, card);
    }
  }

  /** Show the cards that have all the words and marks, and keep the search in the address. */
  function search(kept) {
    const asked = [...new FormData(form)].filter(([, value]) => value.trim());
    const words = folded(form.elements.suche.value);
    const marks = asked.filter(([name]) => name !== "suche");
    let count = 0;
    for (const card of cards) {
      const fits = words.every((word) => card.dataset.words.includes(word)) && marks.every(([name, value]) => card.getAttribute(`data-mark-${name}`)?.split(" ").includes(value));
      card.hidden = !fits;
      count += fits;
    }
    const { one, many, none } = found.dataset;
    const told = count === 0 ? none : count === 1 ? one : many.replace("#", count);
    if (found.textContent !== told) found.textContent = told;
    if (kept) history.replaceState(null, "", asked.length ? `?${new URLSearchParams(asked)}#karten` : `${location.pathname}#karten`);
  }

  /** The card as its own address shows it, in a dialog. */
  async function show(event) {
    const link = event.target.closest("[data-large]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
      const card = page.getElementById("karte");
      if (!card.childElementCount) throw new Error("no such card");
      place.hidden = true;
      place.replaceChildren();
      dialog.replaceChildren(...card.childNodes);
      draw(dialog);
      dialog.showModal();
    } catch {
      location.href = link.href;
    }
  }
}

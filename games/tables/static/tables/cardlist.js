// The cards of a game: found while one types, and shown large in a dialog. Without script the form and the links do the same.

import { hyphenate } from "./hyphens.js";

const form = document.querySelector("[data-cards]");
if (form) {
  const found = document.querySelector("[data-found]");
  const cards = [...document.querySelectorAll(".cardlist > li")];
  const dialog = document.querySelector("dialog.zoom");
  const place = document.getElementById("karte");

  for (const name of document.querySelectorAll("[data-name]")) name.textContent = hyphenate(name.textContent);
  form.querySelector("button").hidden = true;
  form.addEventListener("input", () => search(true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(true);
  });
  window.addEventListener("pageshow", () => search(false)); // what the browser has kept in the fields
  document.querySelector(".cardlist").addEventListener("click", show);
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog && !event.target.closest("[data-shut]")) return;
    event.preventDefault();
    dialog.close();
  });

  /** Show the cards that have all the words and marks, and keep the search in the address. */
  function search(kept) {
    const asked = [...new FormData(form)].filter(([, value]) => value.trim());
    const words = form.elements.suche.value.toLowerCase().split(/\s+/).filter(Boolean);
    const marks = asked.filter(([name]) => name !== "suche");
    let count = 0;
    for (const card of cards) {
      const fits = words.every((word) => card.dataset.words.includes(word)) && marks.every(([name, value]) => card.getAttribute(`data-mark-${name}`) === value);
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
      for (const name of dialog.querySelectorAll("[data-name]")) name.textContent = hyphenate(name.textContent);
      dialog.showModal();
    } catch {
      location.href = link.href;
    }
  }
}

// A booster is opened: the wrapping tears, then one turns the cards over, or all at once. Without script the page shows them at once.

import { Back, Face, bring } from "../tables/faces.js";
import { html, render } from "../tables/html.js";
import { Words } from "../tables/words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TORN_MS = 430;
const STEP_MS = 90;

const form = document.querySelector("[data-open]");
const pulled = document.querySelector("[data-pulled]");
if (form) prepare();
if (pulled) show();

/** The player's part of the draw is by chance, unless they write one. */
function prepare() {
  const field = form.elements.nonce;
  field.value ||= [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) return event.preventDefault();
    sent = true;
    if (calm.matches) return;
    event.preventDefault();
    form.classList.add("is-torn");
    setTimeout(() => form.submit(), TORN_MS);
  });
  addEventListener("pageshow", () => {
    sent = false;
    form.classList.remove("is-torn");
  });
}

async function show() {
  const items = [...pulled.querySelectorAll("li")];
  const told = pulled.querySelector("[data-told]");
  const all = pulled.querySelector("[data-all]");
  const { catalogue, faces, turn: said } = pulled.dataset;
  const seen = `booster ${location.pathname}`;
  const fresh = "fresh" in pulled.dataset && !calm.matches && !sessionStorage.getItem(seen);
  if (fresh) items.forEach(cover);
  const [file, drawings] = await Promise.all([fetch(catalogue).then((answer) => answer.json()), faces && import(faces)]);
  if (drawings) bring(drawings, file.cards);
  const words = new Words(file.texts);
  for (const card of pulled.querySelectorAll(".card[data-card]")) {
    card.replaceChildren();
    render(html`<${Face} c=${card.dataset.card} words=${words} text />`, card);
  }
  for (const button of pulled.querySelectorAll(".turn")) render(html`<${Back} />`, button);

  function cover(item, place) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "turn";
    button.setAttribute("aria-label", said.replace("{place}", place + 1).replace("{count}", items.length));
    button.addEventListener("click", () => {
      const next = items.slice(place + 1).concat(items).find((one) => one !== item && one.classList.contains("is-down"));
      uncover(item);
      told.textContent = item.querySelector(".pulled__told").innerText;
      (next?.querySelector(".turn") ?? item.querySelector("a")).focus();
    });
    item.classList.add("is-down");
    item.prepend(button);
    all.hidden = false;
  }

  function uncover(item) {
    item.classList.replace("is-down", "is-up");
    item.querySelector(".turn")?.remove();
    if (items.some((one) => one.classList.contains("is-down"))) return;
    all.hidden = true;
    sessionStorage.setItem(seen, "1");
  }

  all.addEventListener("click", () => {
    const down = items.filter((one) => one.classList.contains("is-down"));
    down.forEach((item, place) => setTimeout(() => uncover(item), place * STEP_MS));
    told.textContent = down.map(({ dataset }) => dataset.name).join(", ");
    items[0].querySelector("a").focus({ preventScroll: true });
  });
}

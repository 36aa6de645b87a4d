// The deck builder: cards to choose from on one side, the deck on the other, saved as it is built. It knows no game's rules: what is
// wrong with a deck the server says, after each change.

import { Face, bring } from "../tables/faces.js";
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { Words } from "../tables/words.js";
import { Whole, useLongTouch } from "../tables/zoom.js";
import { Panel } from "./panel.js";
import { Saver } from "./saver.js";
import { Search, found, sorted } from "./search.js";

const root = document.getElementById("builder");
const data = JSON.parse(document.getElementById("builder-data").textContent);
const { catalogue, faces: drawings, save } = root.dataset;
/** How many of each card there are to build from; undefined where all cards belong to everybody. */
const owned = data.owned;
const wide = matchMedia("(min-width: 1001px)");

/** Faces do not change, so each is made once: what is the same is not looked at again. */
const faces = new Map();

root.replaceChildren();
render(html`<${Builder} />`, root);

function Builder() {
  const { pool, size, game } = data;
  const [cards, setCards] = useState(data.deck.cards);
  const [report, setReport] = useState(data.report);
  const [state, setState] = useState("saved");
  const [theirs, setTheirs] = useState(null);
  const [asked, setAsked] = useState({ words: "", marks: {}, sort: "" });
  const [view, setView] = useState("pool");
  const [large, setLarge] = useState(null);
  const [said, setSaid] = useState("");
  const [words, setWords] = useState(() => new Words(data.words));
  const [drawn, setDrawn] = useState(false);
  const latest = useRef(cards);
  const saver = useRef(null);

  if (!saver.current) {
    saver.current = new Saver({ address: save, version: data.deck.version, token, renew, tell: heard });
  }

  useEffect(() => {
    begin().then((texts) => {
      setWords(new Words({ ...texts, ...data.words }));
      setDrawn(true);
    });
    const warn = (event) => saver.current.dirty && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  useLongTouch(".pool [data-id]", (card) => setLarge(card.dataset.id));

  function heard(now, answer) {
    setState(now);
    if (now === "conflict") setTheirs(answer);
    else if (answer) setReport(answer.report);
  }

  function change(card, by) {
    const known = pool.cards.find((one) => one.id === card);
    const before = latest.current[card] ?? 0;
    const name = known?.name ?? card;
    if (by > 0 && before >= (known?.limit ?? 0)) return setSaid(words.fill("enough", { name, most: known?.limit ?? 0 }));
    const count = Math.max(0, before + by);
    if (count === before) return;
    const next = { ...latest.current, [card]: count };
    if (!count) delete next[card];
    put(next);
    setSaid(words.fill("told", { name, count, total: sum(next), size }));
  }

  function put(next) {
    latest.current = next;
    setCards(next);
    saver.current.change(next);
  }

  function settle(mine) {
    const { version, cards: other, report: told } = theirs;
    setTheirs(null);
    if (mine) return saver.current.settle(version, latest.current);
    latest.current = other;
    setCards(other);
    setReport(told);
    saver.current.settle(version, null);
  }

  /** Show where a card stands in the deck. */
  function jump(card) {
    setView("deck");
    requestAnimationFrame(() => root.querySelector(`.decklist [data-id="${CSS.escape(card)}"] button`)?.focus());
  }

  const shown = sorted(found(pool.cards, asked), asked.sort);
  const total = sum(cards);
  return html`
    <div class="builder" data-view=${view}>
      <p class="sr" role="status">${said}</p>
      <div class="builder__switch seg" role="group" aria-label=${words.fill("deck")}>
        <button type="button" aria-pressed=${view === "pool"} onclick=${() => setView("pool")}>${words.fill("pool")}</button>
        <button type="button" aria-pressed=${view === "deck"} onclick=${() => setView("deck")}>${words.fill("deck")} <span class="num">${total} / ${size}</span></button>
      </div>
      <${Search} ...${{ pool, asked, setAsked, words, open: wide.matches }} />
      <section class="pool" aria-labelledby="pool-h">
        <div class="row between row--wrap pool__head">
          <h2 id="pool-h" aria-live="polite">${shown.length ? words.fill("found", { count: shown.length }) : words.fill("none_found")}</h2>
          <label class="row small">${words.fill("sort")} <select class="input" value=${asked.sort} onchange=${(event) => setAsked({ ...asked, sort: event.target.value })}>
            <option value="">${pool.group.label}</option>
            <option value="name">${words.fill("by_name")}</option>
            ${pool.sorts.map(([name, label]) => html`<option key=${name} value=${name}>${label}</option>`)}
          </select></label>
        </div>
        <p class="small soft pool__keys" id="pool-keys">${words.fill("keys")}</p>
        <${Grid} ...${{ shown, cards, words, change, game, drawn, onLarge: setLarge }} />
      </section>
      <${Panel} ...${{ pool, cards, report, size, state, theirs, words, change, jump, settle, rules: data.rules, trial: data.trial, owned, onLarge: setLarge, face: (id, name) => face(`${game}.${id}`, name, words, drawn) }} />
    </div>
    ${large && html`<${Large} ...${{ card: `${game}.${large}`, words, onClose: () => setLarge(null) }} />`}`;
}

/** The cards, one of which is in the tab order; arrows go from one to the next. */
function Grid({ shown, cards, words, change, game, drawn, onLarge }) {
  const list = useRef(null);
  const [current, setCurrent] = useState("");
  const at = shown.some(({ id }) => id === current) ? current : shown[0]?.id;

  function go(event, id) {
    const buttons = [...list.current.querySelectorAll("button[data-id]")];
    const from = buttons.findIndex((one) => one.dataset.id === id);
    const across = Math.max(1, buttons.findIndex((one) => one.offsetTop > buttons[0].offsetTop));
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across, Home: -from, End: buttons.length - 1 - from };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      const next = buttons[from + steps[event.key]];
      if (next) {
        setCurrent(next.dataset.id);
        next.focus();
      }
    } else if (event.key === "+") change(id, 1);
    else if (["-", "\u2212", "Delete", "Backspace"].includes(event.key)) change(id, -1);
    else if (event.key.toLowerCase() === "i") onLarge(id);
    else return;
    event.preventDefault();
  }

  return html`<ul class="poolgrid" ref=${list}>
    ${shown.map((card) => {
      const { id, name, limit } = card;
      const count = cards[id] ?? 0;
      const has = owned?.[id] ?? 0;
      return html`<li key=${id} class=${`${count ? "is-in" : ""}${owned && count > has ? " is-short" : ""}${owned && !has ? " is-none" : ""}`}>
        <button type="button" class="card card--hand" data-id=${id} tabindex=${id === at ? 0 : -1} aria-describedby="pool-keys"
          onfocus=${() => setCurrent(id)} onkeydown=${(event) => go(event, id)} onclick=${() => change(id, 1)}>
          <span class="sr">${words.fill("add", { name: said(card), count, most: limit })}${owned && `, ${words.fill("owned", { count: has })}`}</span><span class="pool__face" aria-hidden="true">${face(`${game}.${id}`, name, words, drawn)}</span></button>
        <span class="stepper">
          <button type="button" class="btn btn--icon" tabindex="-1" aria-label=${words.fill("less", { name })} aria-disabled=${!count} onclick=${() => change(id, -1)}>−</button>
          <b class="num" aria-hidden="true">${count} / ${limit}${owned && html`<small>${words.fill("owned_short", { count: has })}</small>`}</b>
          <button type="button" class="btn btn--icon" tabindex="-1" aria-label=${words.fill("show", { name })} onclick=${() => onLarge(id)}><${Icon} name="eye" /></button>
        </span>
      </li>`;
    })}
  </ul>`;
}

/** A card in words: its name and what it is looked for by. */
function said({ name, marks, numbers }) {
  const { group, sorts } = data.pool;
  const kind = group.values.find(([value]) => marks[group.name]?.includes(value))?.[1];
  return [name, kind, ...sorts.filter(([of]) => of in numbers).map(([of, label]) => `${label} ${numbers[of]}`)].filter(Boolean).join(", ");
}

function face(id, name, words, drawn) {
  if (!drawn) return html`<span class="face"><span class="face__name">${name}</span></span>`;
  if (!faces.has(id)) faces.set(id, html`<${Face} c=${id} words=${words} text />`);
  return faces.get(id);
}

function Large({ card, words, onClose }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  return html`
    <dialog class="zoom" ref=${dialog} aria-labelledby="zoom-h" onclose=${onClose} onclick=${(event) => event.target === dialog.current && dialog.current.close()}>
      <div class="zoom__tools"><button type="button" class="btn btn--plain btn--icon zoom__close" aria-label=${words.fill("close")} onclick=${() => dialog.current.close()}><${Icon} name="close" /></button></div>
      <div class="zoom__all"><${Whole} card=${card} words=${words} id="zoom-h" /></div>
    </dialog>`;
}

/** Texts and drawings are those of the table. Until they are here, or if they do not come, cards are paper with a name. */
async function begin() {
  const [file, own] = await Promise.all([fetch(catalogue).then((answer) => answer.json()), drawings && import(drawings)]);
  if (own) bring(own, file.cards);
  return file.texts;
}

function sum(cards) {
  return Object.values(cards).reduce((all, copies) => all + copies, 0);
}

function token() {
  return document.querySelector("[name=csrfmiddlewaretoken]").value;
}

/** After logging in again in another tab. */
async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.querySelector("[name=csrfmiddlewaretoken]")?.value;
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = fresh ?? field.value;
}

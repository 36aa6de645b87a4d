// A zone of the board: what it is called, how many cards lie there, and those that may be seen. Knows no game.

import { Back, Face, cardText, draws } from "./faces.js";
import { html } from "./html.js";
import { useRoving } from "./focus.js";

const KNOWN = ["name", "owner", "visibility", "order", "count", "cards", "top", "back", "backs"];
const LAID_OUT = 3;
const LEFT = 2;
const BACKS = 6;

/**
 * @typedef {object} Play what can be done with the cards of a zone; left out: they only tell their text
 * @property {(key: string) => boolean} playable
 * @property {(key: string) => boolean} pressed
 * @property {boolean} open whether cards can be chosen at all now
 */

/**
 * @param {object} props
 * @param {string} props.id
 * @param {import("./state.js").Zone} props.zone
 * @param {import("./words.js").Words} props.words
 * @param {import("./changes.js").Changes} props.changed
 * @param {"h3" | "h4"} [props.level] of the heading; left out: the region around says it
 * @param {boolean} [props.hand] cards of my hand: never piled up
 * @param {boolean} [props.small] however few cards lie there
 * @param {string} [props.empty] what is said where no card lies
 * @param {Play} [props.play]
 * @param {(key: string, c: string, event: KeyboardEvent | MouseEvent) => void} props.onCard
 */
export function Zone({ id, zone, words, changed, level, hand, small: always, empty, play, onCard }) {
  const cards = heaps(id, zone, hand, always);
  const { props, tab } = useRoving(cards.length);
  const hidden = zone.count - (zone.cards?.length ?? (zone.top ? 1 : 0));
  const small = always || (!hand && cards.length > LAID_OUT);
  const left = hand ? null : changed.left[id];
  const fresh = { ...changed.arrived[id] };
  const name = words.fill(`zone.${zone.name}`);
  return html`
    <div class="pile" role="group" aria-label=${`${name}, ${count(zone, words)}`}
      data-zone=${id} data-changed=${changed.counted.includes(id) && turn(changed)}>
      ${level && html`
        <${level} class="pile__name">${name} <span class="pile__count num">${zone.count}</span>${numbers(zone, words)}<//>`}
      ${left && html`
        <div class="pile__left" key=${left.turn} aria-hidden="true">
          ${left.cards.slice(-LEFT).map(({ c }) => html`<span class="card card--board"><${Face} ...${{ c, words }} /></span>`)}
        </div>`}
      ${cards.length > 0 && html`
        <ul class=${`pile__cards ${hand ? "hand__cards" : ""} ${small ? "pile__cards--small" : ""}`} ...${props}>
          ${cards.map((card, n) => html`
            <li key=${card.key}>
              <${CardButton} card=${card} words=${words} size=${small ? (draws() ? "mini" : "chip") : hand ? "hand" : "board"} number=${n + 1} of=${cards.length}
                tabindex=${tab(n)} play=${play} fresh=${take(fresh, card) && turn(changed)} onCard=${onCard} />
            </li>`)}
        </ul>`}
      ${hidden > 0 && html`<${Backs} ...${{ zone, words }} count=${hidden} all=${hidden === zone.count} />`}
      ${zone.count === 0 && html`<p class="slot-empty">${empty ?? words.fill("ui.zone_empty")}</p>`}
    </div>`;
}

/**
 * @param {string} id of the zone
 * @param {import("./state.js").Zone} zone
 * @returns {{key: string, c: string, k?: number, top?: boolean}[]} its open cards; `key` tells copies apart and stays the same while others come and go
 */
export function keyed(id, zone) {
  const seen = {};
  return (zone.cards ?? (zone.top ? [{ ...zone.top, top: true }] : [])).map((card) => {
    const copy = (seen[card.c] = (seen[card.c] ?? 0) + 1);
    return { ...card, key: card.k === undefined ? `${id}/${card.c}/${copy}` : `${id}/${card.k}` };
  });
}

/** Many cards lie in heaps of copies. */
function heaps(id, zone, hand, small) {
  const cards = keyed(id, zone);
  if (hand || (!small && cards.length <= LAID_OUT)) return cards;
  const heaped = new Map();
  for (const card of cards) {
    const { key, k, ...face } = card;
    const same = JSON.stringify(k === undefined ? face : { key });
    if (heaped.has(same)) heaped.get(same).copies += 1;
    else heaped.set(same, { ...card, copies: 1 });
  }
  return [...heaped.values()];
}

/**
 * A card that something can be done with.
 * @param {object} props
 * @param {{key: string, c: string, copies?: number, top?: boolean}} props.card as `keyed` has it; what else it has are its marks
 * @param {import("./words.js").Words} props.words
 * @param {"hand" | "board" | "mini" | "chip"} props.size
 * @param {number} [props.number] its place among the cards there; left out: it lies alone
 * @param {number} [props.of] how many those are
 * @param {string} [props.more] what is told of it beside its text
 * @param {any} [props.now] what is not as printed, as the drawings of the game have it
 * @param {number} [props.tabindex]
 * @param {Play} [props.play]
 * @param {"odd" | "even" | false} [props.fresh] whether it has just come
 * @param {(key: string, c: string, event: KeyboardEvent | MouseEvent) => void} props.onCard
 */
export function CardButton({ card, words, size, number, of, more, now, tabindex, play, fresh, onCard }) {
  const playable = Boolean(play?.playable(card.key));
  const use = (event) => onCard(card.key, card.c, event);
  const onkeydown = (event) => event.key === "Enter" && (event.preventDefault(), event.repeat || use(event));
  return html`
    <button type="button" class=${`card card--${size}`} data-key=${card.key} data-card=${card.c} data-legal=${playable} data-fresh=${fresh}
      aria-description=${[more, cardText(card.c, words)].filter(Boolean).join(" ") || undefined} aria-pressed=${play?.open ? play.pressed(card.key) : undefined} aria-disabled=${play ? !playable : undefined}
      tabindex=${tabindex} onclick=${use} onkeydown=${onkeydown}>
      <${Face} ...${{ c: card.c, words, text: size === "hand", marks: marks(card, words), copies: card.copies, now }} />
      <span class="sr">${spoken(card, words, playable, number, of)}</span>
    </button>`;
}

/** What is said after the name: Liebe, spielbar, Karte 2 von 6. */
function spoken({ copies, top }, words, playable, number, of) {
  const parts = [
    copies > 1 && words.fill("ui.copies", { count: copies }),
    top && words.fill("ui.top"),
    playable && words.fill("ui.playable"),
    !top && of && words.fill("ui.card_place", { number, count: of }),
  ];
  return parts.filter(Boolean).map((part) => `, ${part}`).join("");
}

/** Cards that lie face down; where there are others too, with their own number. */
function Backs({ zone, count, all, words }) {
  return html`
    <div class="backs">
      <span class="backs__row" aria-hidden="true">${Array.from({ length: Math.min(count, BACKS) }, (_, n) => html`<${Back} kind=${zone.backs?.[n] ?? zone.back} />`)}</span>
      ${!all && html`<span class="backs__count num">${words.fill("ui.hidden_cards", { count })}</span>`}
    </div>`;
}

/** How many cards, in words. */
function count(zone, words) {
  const seen = zone.count === 0 || zone.cards || zone.top;
  return words.fill(seen ? "ui.cards" : "ui.hidden_cards", { count: zone.count });
}

/**
 * Public numbers and words of a zone, such as the power of what lies there.
 * @param {import("./state.js").Zone} zone
 * @param {import("./words.js").Words} words
 * @returns {any[]}
 */
export function numbers(zone, words) {
  const shown = Object.entries(zone).filter(([name, value]) => !KNOWN.includes(name) && typeof value !== "object");
  return shown.map(([name, value]) => html` <b class="pile__number num">${words.fill(`fact.${name}`)} ${words.value(name, value)}</b>`);
}

/** What a card carries beside its face. */
function marks(card, words) {
  const { c, k, key, copies, top, ...carried } = card;
  return Object.entries(carried).map(([name, value]) => `${words.fill(`fact.${name}`)} ${words.value(name, value)}`);
}

/**
 * Two names in turn, so that the same animation starts again.
 * @param {import("./changes.js").Changes} changed
 * @returns {"odd" | "even"}
 */
export function turn(changed) {
  return changed.turn % 2 ? "odd" : "even";
}

/** Of several copies only as many are fresh as have arrived. */
function take(fresh, { c }) {
  fresh[c] = (fresh[c] ?? 0) - 1;
  return fresh[c] >= 0;
}

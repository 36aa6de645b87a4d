// The deck itself: whether it is saved and legal, what is in it and how that is spread.

import { html } from "../tables/html.js";
import { Icon } from "../tables/icon.js";
import { Trial } from "./trial.js";

const GOOD = ["saved", "saving"];

/**
 * @typedef {{rule: string, said: string, card: string}} Line
 * @typedef {{legal: boolean, legal_in: string[], everywhere: boolean, violations: Line[], warnings: Line[], missing: Line[], lent: boolean, odds: Line[]}} Report
 *
 * @param {object} props
 * @param {import("./search.js").Pool} props.pool
 * @param {Record<string, number>} props.cards
 * @param {Report} props.report of the deck as it was saved last
 * @param {number} props.size
 * @param {import("./saver.js").State} props.state
 * @param {import("./saver.js").Answer | null} props.theirs what somebody else has saved meanwhile
 * @param {import("../tables/words.js").Words} props.words
 * @param {(card: string, by: number) => void} props.change
 * @param {(card: string) => void} props.jump show where a card stands
 * @param {(mine: boolean) => void} props.settle whose deck is to stay
 * @param {string} props.rules the page with the rules
 * @param {Record<string, number>} [props.owned] how many of each card there are to build from; all, where it is left out
 * @param {string} props.trial where a hand is drawn
 * @param {(id: string, name: string) => unknown} props.face a card as it is drawn
 * @param {(card: string) => void} props.onLarge
 */
export function Panel({ pool, cards, report, size, state, theirs, words, change, jump, settle, rules, trial, owned, face, onLarge }) {
  const total = Object.values(cards).reduce((all, copies) => all + copies, 0);
  const known = new Set(pool.cards.map(({ id }) => id));
  const lost = Object.keys(cards).filter((id) => !known.has(id));
  const row = { cards, change, words, onLarge, owned };
  return html`
    <aside class="builder__deck stack" aria-labelledby="deck-h">
      <section class="panel deckhead">
        <div class="panel__head"><h2 id="deck-h">${words.fill("deck")}</h2><b class="num">${total} / ${size}</b></div>
        <p class=${`small savestate${GOOD.includes(state) ? "" : " savestate--bad"}`} role="status" data-state=${state}>${words.fill(state)}</p>
        ${theirs && html`<p class="row row--wrap">
          <button type="button" class="btn btn--s" onclick=${() => settle(true)}>${words.fill("keep_mine")}</button>
          <button type="button" class="btn btn--s" onclick=${() => settle(false)}>${words.fill("take_theirs")}</button></p>`}
        <${Told} ...${{ report, words, jump, rules, names: new Map(pool.cards.map(({ id, name }) => [id, name])), cards }} />
        <${Curve} attribute=${pool.curve} pool=${pool} cards=${cards} words=${words} />
        ${pool.shares.map((attribute) => html`<${Shares} key=${attribute.name} attribute=${attribute} pool=${pool} cards=${cards} />`)}
        <${Trial} ...${{ address: trial, odds: report.odds, saved: state === "saved", rules, face, onLarge, words }} />
      </section>
      <section class="panel" aria-label=${words.fill("pool")}>
        ${total === 0 && html`<p class="small">${words.fill("empty")}</p>`}
        ${pool.group.values.map(([value, label]) => {
          const within = pool.cards.filter(({ id, marks }) => marks[pool.group.name]?.includes(value) && cards[id]);
          const count = within.reduce((all, { id }) => all + cards[id], 0);
          return count > 0 && html`<div key=${value}><h3>${label} <span class="soft num">${count}</span></h3>
            <ul class="decklist">${within.map(({ id, name, limit, numbers }) => html`<${Row} key=${id} ...${{ ...row, id, name, limit, number: numbers[pool.curve.name] }} />`)}</ul></div>`;
        })}
        ${lost.length > 0 && html`<div><h3>${words.fill("unknown")}</h3><ul class="decklist">${lost.map((id) => html`<${Row} key=${id} ...${{ ...row, id, name: id, limit: 0 }} />`)}</ul></div>`}
      </section>
    </aside>`;
}

function Row({ id, name, limit, number, cards, change, words, owned, onLarge }) {
  const missing = owned ? cards[id] - (owned[id] ?? 0) : 0;
  const less = ({ currentTarget }) => {
    const row = currentTarget.closest("li");
    const list = [...row.closest("section").querySelectorAll("li")];
    const next = list[list.indexOf(row) + 1] ?? list[list.indexOf(row) - 1];
    const last = cards[id] === 1 && document.activeElement === currentTarget;
    change(id, -1);
    if (last) requestAnimationFrame(() => next?.querySelector("[data-less]")?.focus()); // where it stood, there is another one now
  };
  return html`<li data-id=${id}>
    <b class="num">${cards[id]}×</b>
    ${limit ? html`<span><button type="button" class="cardlink" onclick=${() => onLarge(id)}>${name}</button>${missing > 0 && html` <span class="short">${words.fill("short", { count: missing })}</span>`}</span>` : html`<span>${name}</span>`}
    <span class="w num">${number}</span>
    <span class="decklist__do">
      <button type="button" class="btn btn--icon btn--plain" data-less aria-label=${words.fill("less", { name })} onclick=${less}>−</button>
      <button type="button" class="btn btn--icon btn--plain" aria-label=${words.fill("more", { name })} aria-disabled=${cards[id] >= limit} onclick=${() => change(id, 1)}>+</button>
    </span>
  </li>`;
}

/** What the server has said of it, each with its rule. */
function Told({ report, words, jump, rules, names, cards }) {
  const line = ({ rule, said, card }, kind, icon) => html`<li key=${`${rule} ${card} ${said}`} class=${`checkline checkline--${kind}`}><${Icon} name=${icon} /><span>${said}${" "}<a class="rule" href=${`${rules}#${rule}`}>${rule}</a>
    ${cards[card] > 0 && html`${" "}<button type="button" class="cardlink" aria-label=${words.fill("jump", { name: names.get(card) ?? card })} onclick=${() => jump(card)}>›</button>`}</span></li>`;
  return html`
    ${report.legal && report.missing.length > 0
      ? html`<p class="checkline checkline--warn"><${Icon} name="help" /><span>${words.fill("draft")}</span></p>`
      : report.legal
      ? html`<p class="checkline"><${Icon} name="check" /><span>${report.legal_in.length ? words.fill("legal_in", { names: report.legal_in.join(", ") }) : words.fill("legal")}</span></p>`
      : html`<p class="checkline checkline--bad"><${Icon} name="stop" /><span>${words.fill("illegal")}</span></p>`}
    <ul class="faults">${report.violations.map((one) => line(one, "bad", "stop"))}${report.missing.map((one) => (report.lent ? line(one, "bad", "stop") : line(one, "warn", "help")))}${report.warnings.map((one) => line(one, "warn", "help"))}</ul>`;
}

/** How often each value of a number occurs, as bars. */
function Curve({ attribute, pool, cards, words }) {
  const counts = counted(attribute, pool, cards);
  const most = Math.max(1, ...counts.map(([, , count]) => count));
  const title = words.fill("curve", { attribute: attribute.label });
  return html`<figure class="curvebox"><div class="curve" role="img" aria-label=${`${title}: ${counts.map(([, said, count]) => `${said}: ${count}`).join(", ")}`}>
    ${counts.map(([value, said, count]) => html`<i key=${value} style=${{ "--v": count / most }}><b>${count}</b><span>${said}</span></i>`)}
  </div><figcaption class="xs soft">${title}</figcaption></figure>`;
}

/** Which values occur, and how often, the most frequent first. */
function Shares({ attribute, pool, cards }) {
  const counts = counted(attribute, pool, cards).filter(([, , count]) => count).sort((one, other) => other[2] - one[2]);
  return counts.length > 0 && html`<details class="shares"><summary class="small">${attribute.label} <span class="soft num">${counts.length}</span></summary>
    <ul>${counts.map(([value, said, count]) => html`<li key=${value}><span>${said}</span><b class="num">${count}</b></li>`)}</ul></details>`;
}

/** @returns {[string, string, number][]} value, words and count */
function counted({ name, values }, pool, cards) {
  return values.map(([value, said]) => [value, said, pool.cards.reduce((all, { id, marks }) => all + (marks[name]?.includes(value) ? (cards[id] ?? 0) : 0), 0)]);
}

// Trying the deck out: a hand as it might come up at a table, drawn by the server from what is saved, and how often what comes.

import { html, useState } from "../tables/html.js";

/**
 * @typedef {{rule: string, said: string}} Said
 * @typedef {{hands: {said: Said, cards: {id: string, name: string}[]}[], rule_set: string, rule_sets: [string, string][], odds: Said[]}} Drawn
 *
 * @param {object} props
 * @param {string} props.address where it is drawn
 * @param {Said[]} props.odds of the deck as it was saved last
 * @param {boolean} props.saved whether the server has what is seen here
 * @param {string} props.rules the page with the rules
 * @param {(id: string, name: string) => unknown} props.face a card as it is drawn
 * @param {(id: string) => void} props.onLarge
 * @param {import("../tables/words.js").Words} props.words
 */
export function Trial({ address, odds, saved, rules, face, onLarge, words }) {
  const [drawn, setDrawn] = useState(/** @type {Drawn | null} */ (null));
  const [lost, setLost] = useState(false);

  async function draw(ruleSet) {
    try {
      const answer = await fetch(`${address}?regeln=${encodeURIComponent(ruleSet)}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      setDrawn(await answer.json());
      setLost(false);
    } catch {
      setLost(true);
    }
  }

  const said = (one) => html`${one.said}${" "}<a class="rule" href=${`${rules}#${one.rule}`}>${one.rule}</a>`;
  const chosen = drawn?.rule_set ?? "";
  return html`<details class="trial"><summary class="small">${words.fill("trial")}</summary>
    ${odds.length > 0 && html`<ul class="odds small">${odds.map((one) => html`<li key=${one.said}>${said(one)}</li>`)}</ul>`}
    <p class="row row--wrap trial__do">
      ${drawn?.rule_sets.length > 0 && html`<label class="row small">${words.fill("trial_rules")} <select class="input" value=${chosen} disabled=${!saved} onchange=${(event) => draw(event.target.value)}>
        ${drawn.rule_sets.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`)}</select></label>`}
      <button type="button" class="btn btn--s" disabled=${!saved} onclick=${() => draw(chosen)}>${words.fill(drawn ? "trial_again" : "trial_draw")}</button></p>
    <div role="status">
      ${lost && html`<p class="small">${words.fill("trial_lost")}</p>`}
      ${drawn && !lost && (drawn.hands.length ? "" : html`<p class="small">${words.fill("trial_none")}</p>`)}
      ${drawn && !lost && drawn.hands.map((hand, number) => html`<div key=${number}>
        <p class="small">${said(hand.said)}</p>
        <ol class=${`drawn${number < drawn.hands.length - 1 ? " drawn--gone" : ""}`}>${hand.cards.map(({ id, name }, place) => html`<li key=${place}>
          <button type="button" class="card card--hand" onclick=${() => onLarge(id)}><span class="sr">${words.fill("show", { name })}</span><span class="pool__face" aria-hidden="true">${face(id, name)}</span></button></li>`)}</ol>
      </div>`)}
    </div>
  </details>`;
}

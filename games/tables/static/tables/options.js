// The options of a prompt as plain buttons: the way to play that always works (UX-4.3).

import { html } from "./html.js";
import { useRoving } from "./focus.js";

const DIGITS = 9;
const LOOK = { primary: "btn--main", normal: "", pass: "btn--pass", danger: "btn--danger" };

/**
 * What an option would do, as far as the game has words for that (`effect.<name>`).
 * @param {import("./state.js").Option} option
 * @param {import("./words.js").Words} words
 * @returns {string} sentences, or nothing
 */
export function foretold({ effect = {} }, words) {
  const said = Object.entries(effect).filter(([name, value]) => words.has(`effect.${name}`) && value !== false && value.length !== 0);
  return said.map(([name, value]) => words.fill(`effect.${name}`, Array.isArray(value) ? { seats: value, count: value.length } : typeof value === "object" ? value : { [name]: value })).join(" ");
}

/**
 * @param {object} props
 * @param {import("./state.js").Option[]} props.options in the order of their digits
 * @param {{all: boolean, count: number, onToggle: () => void} | null} props.fold whether all are shown, how many there are; null: nothing to fold
 * @param {string[]} props.chosen ids: staged, or sealed before
 * @param {boolean} props.toggles whether several are picked
 * @param {boolean} props.ordered whether their order matters
 * @param {string} [props.sending] id of the option that is on its way
 * @param {import("./words.js").Words} props.words
 * @param {(id: string) => void} props.onChoose
 */
export function Options({ options, fold, chosen, toggles, ordered, sending, words, onChoose }) {
  const { props, tab } = useRoving(options.length);
  return html`
    <div class="options">
      ${fold && html`
        <button type="button" class="btn btn--s options__fold" aria-expanded=${fold.all} onclick=${fold.onToggle}>
          ${words.fill(fold.all ? "ui.fewer_options" : "ui.all_options", { count: fold.count })}
        </button>`}
      ${options.length > 0 && html`<ul class="options__list" role="group" aria-label=${words.fill("ui.options")} ...${props}>
        ${options.map((option, n) => html`
          <li key=${option.id} role="none">
            <button type="button" class=${`btn btn--s option ${LOOK[option.role]}`} data-key=${option.id} data-option=${option.id} aria-description=${foretold(option, words) || undefined}
              aria-pressed=${toggles || chosen.includes(option.id) ? chosen.includes(option.id) : undefined}
              aria-keyshortcuts=${n < DIGITS ? String(n + 1) : undefined} aria-busy=${sending === option.id || undefined}
              tabindex=${tab(n)} onclick=${(event) => event.detail > 1 || onChoose(option.id)}>
              ${n < DIGITS && html`<kbd aria-hidden="true">${n + 1}</kbd>`}
              <span>${words.say(option.label)}<small class="option__foretold" aria-hidden="true">${foretold(option, words)}</small></span>
              ${ordered && chosen.includes(option.id) && html`<b class="option__place num">${chosen.indexOf(option.id) + 1}.</b>`}
            </button>
          </li>`)}
      </ul>`}
    </div>`;
}

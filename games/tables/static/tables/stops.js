// Stops (UX-4.12): questions of a window that this viewer need not be asked, because the page passes by itself.

import { Icon } from "./icon.js";
import { html } from "./html.js";

/** What can be wished, beside being asked always. */
const WISHES = ["answer", "never"];

/**
 * @param {import("./state.js").Prompt} prompt
 * @returns {string | undefined} the option with which one passes in a window; only there a question can do without its seat
 */
function pass(prompt) {
  return prompt.clock === "own" ? undefined : prompt.options.find(({ role }) => role === "pass")?.id;
}

/**
 * @param {import("./state.js").State} state
 * @returns {import("./state.js").Prompt | undefined} the question on which the page passes by itself
 */
export function automatic({ prompts, stops, table }) {
  if (table?.status !== "running") return undefined;
  return prompts.find((prompt) => {
    const wish = stops[prompt.kind];
    return wish && !prompt.answer && pass(prompt) && (wish === "never" || prompt.options.every(({ role }) => role === "pass"));
  });
}

/**
 * @param {import("./state.js").Prompt} prompt
 * @returns {{prompt: string, expect: number, choice: string[], auto: true}} what the page answers then
 */
export function passing(prompt) {
  return { prompt: prompt.id, expect: prompt.issued, choice: [pass(prompt)], auto: true };
}

/**
 * What is passed on by itself, each with a touch to end it, and for the question that is open what can be wished.
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {import("./state.js").Prompt} [props.prompt] what this viewer is asked
 * @param {(stops: Record<string, string>) => void} props.onStops
 */
export function Stops({ state, words, prompt, onStops }) {
  const { stops } = state;
  const kind = prompt && pass(prompt) && !stops[prompt.kind] ? prompt.kind : "";
  if (!kind && !Object.keys(stops).length) return null;
  const without = (one) => Object.fromEntries(Object.entries(stops).filter(([other]) => other !== one));
  return html`
    <div class="stops" role="group" aria-label=${words.fill("ui.stops")}>
      ${Object.entries(stops).map(([one, wish]) => html`
        <button type="button" class="stop" key=${one} data-stop=${one} onclick=${() => onStops(without(one))}>
          <span>${words.fill(`ui.stop_${wish}`, { question: words.fill(`stop.${one}`) })}</span>
          <${Icon} name="close" /><span class="sr">${words.fill("ui.stop_end")}</span>
        </button>`)}
      ${kind && WISHES.map((wish) => html`
        <button type="button" class="btn btn--s" key=${wish} data-wish=${wish} onclick=${() => onStops({ ...stops, [kind]: wish })}>
          ${words.fill(`ui.wish_${wish}`)}
        </button>`)}
    </div>`;
}

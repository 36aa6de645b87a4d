// Stops (UX-4.12): questions of a window that this viewer need not be asked, because the page passes by itself.

import { Icon } from "./icon.js";
import { html } from "./html.js";

/** What can be wished, beside being asked always. */
const WISHES = ["answer", "never"];
/** What can be wished of whatever window comes next (OMG-11.13). */
const NEXT = ["once", "rest"];

/** @param {import("./state.js").Prompt} prompt */
function named({ stop, kind }) {
  return stop ?? kind;
}

/** What this viewer wishes of a question that may be passed on. */
function wished(prompt, stops) {
  if (prompt.stop && stops.any === "once") return undefined;
  return prompt.stop && stops.any === "rest" && !prompt.urgent ? "never" : stops[named(prompt)];
}

/** What was wished of the next window, or until the own turn, ends by itself. */
export class Ending {
  #window = ""; // at which this viewer wanted to be asked once

  /**
   * @param {import("./state.js").State} state
   * @returns {Record<string, string> | undefined} what is wished from now on, if something has come to its end
   */
  after({ prompts, stops: { any, ...others } }) {
    const asked = prompts.find(({ answer }) => !answer);
    const window = asked?.stop ? asked.id : "";
    const ends = any === "once" ? this.#window && window !== this.#window : any === "rest" && asked && (!asked.stop || asked.urgent);
    this.#window = any === "once" && !ends ? window || this.#window : "";
    return ends ? others : undefined;
  }
}

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
    const wish = wished(prompt, stops);
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
 * What is passed on by itself, each with a touch to end it, and for the question that is open what can be wished. In games with classes
 * of windows this folds out; what is not as usual there is always shown (`Quick`).
 * @param {object} props
 * @param {import("./state.js").State} props.state
 * @param {import("./words.js").Words} props.words
 * @param {import("./state.js").Prompt} [props.prompt] what this viewer is asked
 * @param {(stops: Record<string, string>) => void} props.onStops
 */
export function Stops({ state, words, prompt, onStops }) {
  const { stops, usual } = state;
  const { any, ...wishes } = stops;
  const classes = classed(state);
  const kind = prompt && pass(prompt) && !stops[named(prompt)] ? named(prompt) : "";
  if (!kind && !Object.keys(wishes).length && !classes) return null;
  return html`
    <div class="stops" id="stops" role="group" aria-label=${words.fill("ui.stops")} data-classes=${classes}>
      ${classes && html`<p class="stops__about">${words.fill("ui.stops_about")}</p>`}
      <${Chips} names=${Object.keys(wishes)} ...${{ state, words, onStops }} />
      ${classes && Object.keys(stops).length > 0 && html`<button type="button" class="btn btn--s" data-wish="all" onclick=${() => onStops({})}>${words.fill("ui.stop_full")}</button>`}
      ${classes && unusual(state).length > 0 && html`<button type="button" class="btn btn--s" data-wish="usual" onclick=${() => onStops(usual)}>${words.fill("ui.stop_usual")}</button>`}
      ${kind && WISHES.map((wish) => html`
        <button type="button" class="btn btn--s" key=${wish} data-wish=${wish} onclick=${() => onStops({ ...stops, [kind]: wish })}>
          ${words.fill(`ui.wish_${wish}`)}
        </button>`)}
    </div>`;
}

function Chips({ names, state: { stops, usual }, words, onStops }) {
  const without = (one) => Object.fromEntries(Object.entries(stops).filter(([other]) => other !== one));
  const form = Object.keys(usual).length ? "brief" : "stop";
  return names.map((one) => html`
    <button type="button" class="stop" key=${one} data-stop=${one} onclick=${() => onStops(without(one))}>
      <span>${words.fill(`ui.${form}_${stops[one]}`, { question: words.fill(`stop.${one}`) })}</span>
      <${Icon} name="close" /><span class="sr">${words.fill("ui.stop_end")}</span>
    </button>`);
}

/**
 * In games with classes of windows: what can be wished at any time (OMG-11.13), how much passes by itself, and what is not as usual.
 * @param {object} props as `Stops`, and
 * @param {boolean} props.open whether all is folded out
 * @param {() => void} props.onToggle
 */
export function Quick({ state, words, prompt, open, onToggle, onStops }) {
  const { any, ...wishes } = state.stops;
  if (!classed(state)) return null;
  const next = NEXT.filter((one) => one === "once" || !prompt || prompt.stop || prompt.answer); // whoever is on turn has nothing to pass until then
  const shown = open ? [] : unusual(state).filter((one) => wishes[one]);
  return html`
    <div class="stops stops--quick" role="group" aria-label=${words.fill("ui.stops_quick")}>
      ${next.map((one) => html`
        <button type="button" class="stop" key=${one} data-next=${one} aria-pressed=${any === one} aria-description=${words.fill(`ui.stop_${one}_about`)} onclick=${() => onStops(any === one ? wishes : { ...wishes, any: one })}>${words.fill(`ui.stop_${one}`)}</button>`)}
      <button type="button" class="stop stop--all" aria-expanded=${open} aria-controls="stops" onclick=${onToggle}>${words.fill("ui.stops_count", { count: Object.keys(wishes).length })}<${Icon} name="down" /></button>
      <${Chips} names=${shown} ...${{ state, words, onStops }} />
    </div>`;
}

/** @param {import("./state.js").State} state */
export function classed({ usual }) {
  return Object.keys(usual).length > 0;
}

/** The classes that are asked in another way than usual. */
function unusual({ stops: { any, ...wishes }, usual }) {
  return Object.keys({ ...wishes, ...usual }).filter((one) => (wishes[one] ?? "always") !== (usual[one] ?? "always"));
}

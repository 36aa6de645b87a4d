// Covers what only this viewer knows, for whoever shows their screen to others (UX-4.7). Pure.

/**
 * @param {import("./state.js").State} state
 * @returns {import("./state.js").State} the same with my secret cards face down: in zones, among the options, in the log
 */
export function veiled(state) {
  const zones = Object.entries(state.view?.zones ?? {}).map(([id, zone]) => [id, isSecret(zone, state.viewer) ? faceDown(zone) : zone]);
  const prompts = state.prompts.map((prompt) => ({ ...prompt, options: prompt.options.filter((option) => !option.cards) }));
  return { ...state, view: state.view && { ...state.view, zones: Object.fromEntries(zones) }, prompts, log: state.log.map(asOthersSee) };
}

/**
 * @param {import("./state.js").State} state
 * @returns {boolean} whether there is anything to cover
 */
export function hasSecrets({ view, viewer }) {
  return Object.values(view?.zones ?? {}).some((zone) => isSecret(zone, viewer));
}

function isSecret({ owner, visibility, cards }, viewer) {
  return owner === viewer && visibility === "owner" && Boolean(cards);
}

function faceDown({ cards, ...zone }) {
  return { ...zone, back: zone.back ?? "" };
}

/**
 * @param {import("./state.js").Line} line that may tell me more than others
 * @returns {import("./state.js").Line} as it is told to them
 */
export function asOthersSee(line) {
  if (!line.key.endsWith(".own")) return line;
  const { cards, ...args } = line.args;
  return { ...line, key: line.key.slice(0, -".own".length), args };
}

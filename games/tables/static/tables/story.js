// How the log is told: what came of what, who did it, and all of it as plain text (UX-4.6). Pure.

import { SEATS } from "./words.js";

const HEADINGS = ["turn_began", "phase_began"];
const DEEPEST = 4;

/**
 * @param {import("./state.js").Line} line
 * @returns {boolean} whether it begins a part of the game instead of telling what somebody did
 */
export function isHeading(line) {
  return HEADINGS.includes(line.e);
}

/**
 * How deep each line stands: what came of an action below it, what came of an effect below that. An event may say with `depth` within
 * how many effects it happens, where effects follow one another without their ends being told.
 * @param {import("./state.js").Line[]} lines
 * @returns {number[]}
 */
export function depths(lines) {
  let [v, effects, begun] = [-1, 0, false];
  return lines.map((line) => {
    if (line.v !== v) [v, effects, begun] = [line.v, 0, false];
    if (isHeading(line)) return 0;
    if (line.e === "effect_ended") effects = Math.max(0, effects - 1);
    if (line.args?.depth !== undefined) effects = line.args.depth;
    const depth = Math.min(DEEPEST, (begun ? 1 : 0) + effects);
    if (line.e === "effect_began") effects += 1;
    begun = true;
    return depth;
  });
}

/**
 * @param {import("./state.js").Line} line
 * @param {number} seat
 * @returns {boolean} whether it tells what this player did or had done to them; headings belong to all
 */
export function concerns(line, seat) {
  const { args, by } = line;
  return isHeading(line) || SEATS.some((name) => [args[name]].flat().includes(seat)) || (args.seat === undefined && by === seat);
}

/**
 * @param {import("./state.js").Line[]} lines
 * @param {number[]} depth of each
 * @param {import("./words.js").Words} words
 * @returns {string}
 */
export function asText(lines, depth, words) {
  return lines.map((line, n) => `${"  ".repeat(depth[n])}${words.say(line)}`).join("\n");
}

// The signs on the cards of Ka-Mel-Oh!: date, medals, values, and one for each kind of card that is no plain monster.

const FILLED = {
  date: "M13 5.5c4.5.5 7 4 6.3 8-.8 4.6-5 7.7-9 6.9-4-.8-5.6-4.6-4.6-8.6C6.6 8 9.5 5.1 13 5.5zM12 5c-.3-2 .6-3.3 2.5-3.8.6 1.7 0 3.3-1.4 4z",
  camel: "M2 20v-7.5C2 11 3 9.8 4.2 9.5 4.8 6.5 7.8 6.5 8.6 9c.5 1 1.3 1 1.8 0 .9-2.6 3.8-2.6 4.6.3 1.5.9 2.6.4 2.7-1.4l.1-1.5C17.9 4.5 19.2 3.5 20.5 4c1 .3 1.5 1 2.5 1.6.6.4.5 1.7-.4 1.7h-2.1c.1 4.2-1.6 6.7-4.5 7.2V20h-1.8v-4.5H6.3V20H4.5v-4H3.8V20z",
  dung: "M12 3c1.5 1.5.6 2.5 1.5 3.5 1.6.4 2.5 1.5 2.2 3 1.9.3 3 1.7 2.6 3.5 2 .3 3.2 1.7 3 3.6C21 18.7 19 20 16.5 20h-9C5 20 3 18.7 2.7 16.6c-.2-1.9 1-3.3 3-3.6-.4-1.8.7-3.2 2.6-3.5-.2-2 .9-2.6 1.8-3.3C11 5.5 11.5 4.5 12 3z",
  sword: "M20.5 3.5l-1 5.2-8 8 1.8 1.8-1.6 1.6-2.7-2.7-3 3L4 18.4l-1-.9 3-3-2.6-2.7L5 10.2 6.7 12l8-8z",
  shield: "M12 2.5l8 2.5v6.5c0 5-3.3 8.2-8 10-4.7-1.8-8-5-8-10V5z",
  heart: "M12 20.5C5 15.5 2.5 12 2.5 8.5A5 5 0 0 1 12 6.5a5 5 0 0 1 9.5 2c0 3.5-2.5 7-9.5 12z",
};
const LINES = {
  swap: "M5 8h13l-3.5-3.5M19 16H6l3.5 3.5",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2.8v2.6M12 18.6v2.6M2.8 12h2.6M18.6 12h2.6M5.5 5.5l1.8 1.8M16.7 16.7l1.8 1.8M18.5 5.5l-1.8 1.8M7.3 16.7l-1.8 1.8",
  plus: "M12 5v14M5 12h14",
};

/**
 * @param {string} name
 * @returns {string} the drawing of a sign, in the colour of the text around it
 */
export function sign(name) {
  const drawn = FILLED[name]
    ? `<path d="${FILLED[name]}" fill="currentColor"/>`
    : `<path d="${LINES[name]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
  return `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawn}</svg>`;
}

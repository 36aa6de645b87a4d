// The signs on the cards of Spieleflut: activities, genres, stars, deadline and reach (SPF-3.5).

const FILLED = {
  zocken: "M7.5 6.5h9c3.2 0 5 3 5.5 7 .4 3-.6 4.5-2.2 4.5-1.8 0-2.8-2-4-3.5H8.2C7 16 6 18 4.2 18 2.6 18 1.6 16.5 2 13.5c.5-4 2.3-7 5.5-7zM7 8.8v1.7H5.3v1.6H7v1.7h1.6v-1.7h1.7v-1.6H8.6V8.8zM15 11a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zM17.8 8.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
  schreiben: "M16.5 2.8l4.7 4.7L8.5 20.2 2.5 21.5l1.3-6zM14.5 6.8l2.7 2.7 1.3-1.3-2.7-2.7z",
  upload: "M12 2.5l7.5 8h-4.5V17H9v-6.5H4.5zM4.5 19h15v2.5h-15z",
  star: "M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8z",
  manipulation: "M21 7.2a5.6 5.6 0 0 1-7.7 5.9l-7 7a2.2 2.2 0 0 1-3.2-3.2l7-7A5.6 5.6 0 0 1 16 2.2l-3 3 .8 2.9 2.9.8z",
  disturbance: "M13.5 2L4.5 13.5h6L9 22l10-12.5h-6.5z",
  action: "M12 1.5l2.2 5.6 5.4-2.7-2.7 5.4 5.6 2.2-5.6 2.2 2.7 5.4-5.4-2.7L12 22.5l-2.2-5.6-5.4 2.7 2.7-5.4L1.5 12l5.6-2.2-2.7-5.4 5.4 2.7z",
  adventure: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm4.8 5.2l-2.6 7-7 2.6 2.6-7zM12 10.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
  rpg: "M12 1.8l9 5.1v10.2l-9 5.1-9-5.1V6.9zm0 4.2L6.5 14.5h11zM12 8.9l2.3 3.7H9.7z",
  strategy: "M4 3h4v2.5h2.5V3h3v2.5H16V3h4v6l-2.5 2v6.5H20V21H4v-3.5h2.5V11L4 9z",
  sport: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 3a7 7 0 0 1 6.7 5h-3.9a3.2 3.2 0 0 0-5.6 0H5.3A7 7 0 0 1 12 5zM5.1 13h3.8c.3 1 1 1.8 1.9 2.2V19A7 7 0 0 1 5.1 13zm8.1 6v-3.8c.9-.4 1.6-1.2 1.9-2.2h3.8a7 7 0 0 1-5.7 6z",
};
const LINES = {
  timer: "M12 6.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 10v3.5l2.5 1.5M9.5 3h5",
  reach: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  event: "M4 5.5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h3v3H8z",
};

/**
 * @param {string} name
 * @returns {string} what a sign is drawn with, in the colour around it, 24 by 24
 */
export function strokes(name) {
  return FILLED[name]
    ? `<path d="${FILLED[name]}" fill="currentColor" fill-rule="evenodd"/>`
    : `<path d="${LINES[name]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/**
 * @param {string} name
 * @returns {string} the sign as a picture of its own
 */
export function sign(name) {
  return `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${strokes(name)}</svg>`;
}

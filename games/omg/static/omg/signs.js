// The signs on the cards of Online Marketing Generals: card types, factions, and the basket of the value (OMG-1.3 to OMG-1.5).

const FILLED = {
  black_hat: "M2.5 17c0-1 1.5-1.5 3.5-2V8c0-3.5 3.2-4.5 6-3.4C14.8 3.5 18 4.5 18 8v7c2 .5 3.5 1 3.5 2 0 2.2-4.5 3.5-9.5 3.5S2.5 19.2 2.5 17z",
  special: "M13.5 2L4.5 13.5h6L9 22l10-12.5h-6.5z",
  seo: "M10.3 2.5h3.4l.5 2.6 1.8.8 2.3-1.5 2.3 2.3-1.5 2.3.8 1.8 2.6.5v3.4l-2.6.5-.8 1.8 1.5 2.3-2.3 2.3-2.3-1.5-1.8.8-.5 2.6h-3.4l-.5-2.6-1.8-.8-2.3 1.5-2.3-2.3 1.5-2.3-.8-1.8-2.6-.5v-3.4l2.6-.5.8-1.8-1.5-2.3 2.3-2.3L8 5.9l1.8-.8zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  crown: "M3 18.5h18v2.5H3zM3 16L2 6l5.5 4L12 3l4.5 7L22 6l-1 10z",
};
const LINES = {
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  equipment: "M14.5 6.5a4.5 4.5 0 0 0-5.9 5.6L3.5 17.2l3.3 3.3 5.1-5.1a4.5 4.5 0 0 0 5.6-5.9l-2.8 2.8-2.5-.6-.6-2.5z",
  website: "M3 5h18v14H3zM3 9h18M6 7h.1M8.5 7h.1",
  mission: "M6 21V4h11l-2.5 4L17 12H6",
  white_hat: "M3 17.5c3 2 15 2 18 0M6.5 17V8.5c0-3 3-4 5.5-3s5.5 0 5.5 3V17",
  ebook: "M5 3.5h12.5a1 1 0 0 1 1 1v16H7a2 2 0 0 1-2-2zM5 18.5a2 2 0 0 1 2-2h11.5M9 7.5h6",
  affiliate: "M16.5 7.5C15.5 6 14 5.5 12 5.5c-2.5 0-4.5 1.2-4.5 3.3 0 4.5 9.3 2 9.3 6.5 0 2.1-2.1 3.3-4.8 3.3-2.2 0-4-.7-5-2.4M12 2.5v19",
  neutral: "M4.5 12.5l5 5L19.5 6.5",
  basket: "M3.5 9.5h17l-2 10h-13zM8 9.5l3-5.5M16 9.5L13 4M9 13v3M12 13v3M15 13v3",
};

/**
 * @param {string} name
 * @returns {string} the drawing of a sign, in the colour of the text around it
 */
export function sign(name) {
  const drawn = FILLED[name]
    ? `<path d="${FILLED[name]}" fill="currentColor" fill-rule="evenodd"/>`
    : `<path d="${LINES[name]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
  return `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawn}</svg>`;
}

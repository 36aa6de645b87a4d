// What all drawings on cards are made with: small builders of SVG as text, so that a picture needs no page to be drawn in.

/** @param {number} n @returns {string} with one decimal at most */
export const short = (n) => String(Math.round(n * 10) / 10);

/** @param {string} d @param {string} fill @param {string} [more] further attributes */
export const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;

/** @param {string} d @param {string} stroke @param {number} [width] @param {string} [more] */
export const line = (d, stroke, width = 3, more = "") =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** @param {number} x @param {number} y @param {number} r @param {string} fill @param {string} [more] */
export const dot = (x, y, r, fill, more = "") => `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}" ${more}/>`;

/** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {string} fill @param {string} [more] */
export const oval = (x, y, rx, ry, fill, more = "") =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} r @param {string} fill @param {string} [more] */
export const box = (x, y, width, height, r, fill, more = "") =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${r}" fill="${fill}" ${more}/>`;

/** Something moved to a place. @param {number} x @param {number} y @param {string} inner @param {string} [more] further transforms */
export const at = (x, y, inner, more = "") => `<g transform="translate(${short(x)} ${short(y)}) ${more}">${inner}</g>`;

/** @param {number} width @param {number} height @param {string} inner */
export const svg = (width, height, inner) =>
  `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">${inner}</svg>`;

/**
 * Lighter or darker.
 * @param {string} colour as #rrggbb
 * @param {number} by from -1, black, to 1, white
 * @returns {string} #rrggbb
 */
export function shade(colour, by) {
  const towards = by > 0 ? 255 : 0;
  const channels = [1, 3, 5].map((n) => parseInt(colour.slice(n, n + 2), 16));
  return `#${channels.map((c) => Math.round(c + (towards - c) * Math.abs(by)).toString(16).padStart(2, "0")).join("")}`;
}

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

/**
 * A star, or a gear.
 * @param {number} x
 * @param {number} y
 * @param {number} points
 * @param {number} outer
 * @param {number} inner
 * @returns {string} the outline, for a `path`
 */
export function star(x, y, points, outer, inner) {
  const corners = Array.from({ length: points * 2 }, (_, n) => {
    const [radius, angle] = [n % 2 ? inner : outer, ((n * 180) / points - 90) * (Math.PI / 180)];
    return `${short(x + radius * Math.cos(angle))} ${short(y + radius * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}Z`;
}

/**
 * Chance for ornaments, the same for the same card each time; never for the game itself.
 * @param {string} key such as `innovation:tools`
 * @returns {{whole: (least: number, most: number) => number, number: (least: number, most: number) => number, chance: (share: number) => boolean,
 *   pick: <T>(list: T[]) => T}}
 */
export function dice(key) {
  let state = [...key].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x01000193), 0x811c9dc5); // FNV-1a
  const next = () => { // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  next();
  return {
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    number: (least, most) => least + next() * (most - least),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

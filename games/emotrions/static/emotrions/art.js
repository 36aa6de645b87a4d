// The drawings of Emotrions: nine emotions, one face each, in its own weather. The sign shows in the figure too: positive forms are
// round and rise, negative ones are jagged or fall, neutral ones are open lines.

import { at, box, dot, line, oval, path, shade, short, svg } from "../tables/ink.js";

const eyes = (ink, { y = 0, gap = 26, r = 4.5, kind = "dot" } = {}) => [-gap / 2, gap / 2].map((x) =>
  kind === "arc" ? line(`M${x - 7} ${y + 2}C${x - 4} ${y - 6} ${x + 4} ${y - 6} ${x + 7} ${y + 2}`, ink, 4) :
  kind === "shut" ? line(`M${x - 7} ${y - 1}C${x - 4} ${y + 5} ${x + 4} ${y + 5} ${x + 7} ${y - 1}`, ink, 4) :
  kind === "slit" ? line(x < 0 ? `M${x - 8} ${y - 6}L${x + 7} ${y + 2}` : `M${x + 8} ${y - 6}L${x - 7} ${y + 2}`, ink, 4.5) : dot(x, y, r, ink)).join("");

const rays = (n, r1, r2, w, col, more = "") => Array.from({ length: n }, (_, i) => `<rect x="${-w / 2}" y="${-r2}" width="${w}" height="${r2 - r1}" rx="${w / 2}" fill="${col}" transform="rotate(${short((360 / n) * i)})" ${more}/>`).join("");

const DRAW = {
  joy: (bg, fg) => path("M-100 150C-40 108 40 108 100 150V160H-100Z", shade(bg, -0.14)) +
    at(0, -6, rays(16, 62, 84, 8, "#fff3c9") +
    dot(0, 0, 54, "#fff3c9") +
    eyes(fg, { y: -8, gap: 36, kind: "arc" }) +
    line("M-22 12C-12 30 12 30 22 12", fg, 5) +
    dot(-34, 10, 8, "#f08b5a", 'opacity=".7"') +
    dot(34, 10, 8, "#f08b5a", 'opacity=".7"')),
  love: (bg, fg) => at(0, 0, path("M0 74C-74 26-84-10-66-40C-48-68-12-60 0-34C12-60 48-68 66-40C84-10 74 26 0 74Z", shade(bg, -0.28)) +
    path("M0 66C-66 22-76-12-60-37C-44-60-12-52-2-28C-10-14 0-10-4 0C-1 4 4 6 3 12C-2 14 2 20-3 22C2 30 0 40 0 66Z", "#fff1f3") +
    path("M0 66C66 22 76-12 60-37C44-60 12-52-2-28C-10-14 0-10-4 0C-1 4 4 6 3 12C-2 14 2 20-3 22C2 30 0 40 0 66Z", "#f6b6c6") +
    line("M-40-12C-36-20-26-20-22-12", bg, 4.5) +
    line("M22-12C26-20 36-20 40-12", bg, 4.5) +
    dot(-44, 6, 6, "#f6b6c6") +
    dot(44, 6, 6, "#fff1f3")) +
    [[-78, -66, 8], [80, -72, 6], [-84, 60, 6], [76, 66, 9]].map(([x, y, s]) => at(x, y, path("M0 10C-14 2-14-10-6-11-2-11 0-8 0-6 0-8 2-11 6-11 14-10 14 2 0 10Z", fg, 'opacity=".55"'), `scale(${s / 8})`)).join(""),
  kindness: (bg, fg) => path("M-100 104C-40 84 40 84 100 104V160H-100Z", shade(bg, -0.22)) +
    at(0, 8, path("M-70 20C-66-2-48-4-40 8L-34 22V-6C-34-18-18-18-18-6V12 C-18-2-2-2-2 8 0 0 16 0 16 12 20 4 34 6 33 18L54 2C66-6 78 6 68 18L38 56C28 72 10 78-10 78-38 78-60 60-70 20Z", "#ffe9d2", 'transform="translate(0 14)"')) +
    at(0, -34, Array.from({ length: 8 }, (_, i) => `<ellipse cy="-30" rx="13" ry="22" fill="${i % 2 ? "#ffd7e2" : "#fff"}" transform="rotate(${i * 45})"/>`).join("") +
    dot(0, 0, 22, "#f2c230") +
    eyes("#2b2416", { y: -3, gap: 16, kind: "arc" }) .replace(/stroke-width="4"/g, 'stroke-width="3"') +
    line("M-7 7C-3 12 3 12 7 7", "#2b2416", 3)),
  strength: (bg, fg) => dot(48, -58, 16, "#ffe08a") +
    path("M-100 92L-52-6L-26 28L20-74L104 92V160H-100Z", shade(bg, -0.35)) +
    path("M-62 112L20-62L108 112V160H-62Z", "#f3f6fa") +
    path("M20-62L108 112V160H30L44 60L28 30Z", "#c4d5e8") +
    line("M20-62V-96", "#fff", 5) +
    path("M20-96L54-86L20-74Z", "#f2c230") +
    at(12, 34, eyes("#16324f", { y: 0, gap: 34, r: 5 }) +
    line("M-26-14L-8-9M26-14L8-9", "#16324f", 5) +
    line("M-16 22H16", "#16324f", 5)) +
    line("M-100 124C-60 112-30 128 10 120S80 118 100 126", "#fff", 3, 'opacity=".6"'),
  sadness: (bg, fg) => [[-80, -90], [-48, -100], [56, -96], [84, -70], [-88, 0], [82, 20], [-70, 70], [70, 84]].map(([x, y]) => line(`M${x} ${y}l-8 26`, "#fff", 4, 'opacity=".75"')).join("") +
    path("M-100 124C-60 116 60 116 100 124V160H-100Z", shade(bg, -0.22)) +
    oval(0, 128, 54, 9, "#fff", 'opacity=".55"') +
    path("M0-92C34-36 58-4 58 36A58 58 0 0 1-58 36C-58-4-34-36 0-92Z", "#f4f9fe") +
    path("M0-92C34-36 58-4 58 36A58 58 0 0 1 6 94C40 70 44 10 0-92Z", "#c3daf0") +
    at(-2, 34, eyes(fg, { y: 0, gap: 40, kind: "shut" }) +
    line("M-12 28C-6 20 6 20 12 28", fg, 4.5) +
    path("M-22 8c6 8 7 14 0 16s-7-8 0-16z", "#5b9bd5")),
  hate: (bg, fg) => { const thorn = (rot) => `<g transform="rotate(${rot})">` + box(-96, -10, 192, 20, 10, "#c9b6da") +
    [-76, -48, -20, 20, 48, 76].map((x, i) => path(`M${x - 9} ${i % 2 ? 9 : -9}L${x} ${i % 2 ? 32 : -32}L${x + 9} ${i % 2 ? 9 : -9}Z`, "#c9b6da")).join("") +
    "</g>"; return path("M-100-130L-60-130L-100-60ZM100-130L60-130L100-60Z", shade(bg, -0.3)) +
    thorn(45) +
    thorn(-45) +
    path("M0-50L14-42 30-46 34-30 48-22 42-6 48 10 36 20 34 36 18 36 6 48-6 40-22 44-28 30-44 24-40 8-50-4-38-18-40-34-24-36-14-48Z", "#2b1d3b") +
    at(0, -2, eyes("#f4e9ff", { y: -6, gap: 34, kind: "slit" }) +
    line("M-18 20L-9 14L0 20L9 14L18 20", "#f4e9ff", 4.5)); },
  anger: (bg, fg) => path("M-100-130H100L72-74L92-78L40-14L58-20L30 18L0-30L-24 20L-54-24L-38-18L-88-80L-68-76Z", shade(bg, -0.3), 'opacity=".8"') +
    path("M-4-104C22-70 18-52 34-58C40-68 38-76 36-84C66-52 74-10 66 30C60 72 32 94 0 94S-62 70-66 30C-68 4-58-18-42-36C-40-24-36-16-28-14C-24-44-16-70-4-104Z", "#ffd9a0") +
    path("M4-40C18-16 26-16 32-24C46 6 48 84 0 88C-46 84-44 26-24 0C-20 10-14 14-8 12C-8-8-4-24 4-40Z", "#f7933c") +
    at(2, 40, eyes("#3a0f04", { y: -8, gap: 34, kind: "slit" }) +
    path("M-18 16H18L12 30H-12Z", "#3a0f04") +
    line("M-10 18v8M0 18v8M10 18v8", "#ffd9a0", 3)),
  hunger: (bg, fg) => [34, 56, 78, 100].map((r, i) => `<circle cy="-20" r="${r}" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="${4 + i} ${9 + i * 2}" opacity="${0.5 - i * 0.1}"/>`).join("") +
    path("M-76 26H76C72 78 40 100 0 100S-72 78-76 26Z", "#e8dccb") +
    path("M14 100C46 92 68 72 76 26H52C52 64 40 88 14 100Z", "#c8b8a2") +
    oval(0, 26, 76, 15, "#3a322b") +
    box(-30, 98, 60, 10, 4, "#c8b8a2") +
    at(0, 60, eyes("#3a322b", { y: -4, gap: 38, r: 5.5 }) +
    oval(0, 18, 8, 10, "#3a322b")) +
    line("M-18-12c-8-12 8-16 0-30M18-12c-8-12 8-16 0-30", "#fff", 3, 'stroke-dasharray="2 8"'),
  indecision: (bg, fg) => path("M-100 60C-50 40 50 40 100 60V160H-100Z", shade(bg, -0.13)) +
    path("M-20 160C-18 120-14 96-8 78C-22 48-58 30-84-22L-60-36C-42 4-16 22 0 40C16 22 42 4 60-36L84-22C58 30 22 48 8 78C14 96 18 120 20 160Z", "#fffdf6") +
    line("M0 150V92M-10 62C-30 38-54 20-70-20M10 62C30 38 54 20 70-20", "#9b958a", 3, 'stroke-dasharray="7 9"') +
    dot(0, -46, 36, fg) +
    at(0, -46, dot(-12, -4, 9, "#fff") +
    dot(12, -4, 9, "#fff") +
    dot(-16, -4, 4.5, fg) +
    dot(16, -4, 4.5, fg) +
    line("M-10 16C-5 12 0 20 5 15S12 14 13 15", "#fff", 3.5)) +
    path("M-70-60L-92-52L-74-40Z", fg) +
    path("M70-60L92-52L74-40Z", fg),
};

/**
 * @param {{id: string, look: {background: string, foreground: string}}} card
 * @returns {string} the picture that fills the card
 */
export function picture({ id, look: { background, foreground } }) {
  return svg(200, 280, `<rect width="200" height="280" fill="${background}"/>` + at(100, 138, DRAW[id](background, foreground)));
}

const PROFILES = "M100 22C66 22 60 52 64 70C56 82 52 90 62 94C58 102 62 106 60 114C60 126 74 124 84 126C88 146 84 152 92 156C97 158 103 158 108 156C116 152 112 146 116 126C126 124 140 126 140 114C138 106 142 102 138 94C148 90 144 82 136 70C140 52 134 22 100 22ZM100 22V156";

/** @returns {string} the other side of every card: two profiles made of one line */
export function reverse() {
  return svg(200, 280, line(PROFILES, "currentColor", 5) + line("M40 200H160M58 216H142M76 232H124", "currentColor", 4));
}

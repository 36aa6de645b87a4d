// The items of Ka-Mel-Oh! as objects, by a word in the name, else by class.

import { at, box, dot, line, oval, path, shade, star } from "../tables/ink.js";
import { INK } from "./colours.js";

const DRAW = {
  bottle: (colour) => path("M-8-34h16v14c10 6 12 14 12 22v30a6 6 0 0 1-6 6h-28a6 6 0 0 1-6-6V2c0-8 2-16 12-22Z", colour) +
    box(-14, 4, 28, 20, 2, "#fff4d8") + box(-9, -42, 18, 10, 2, "#6b4426") + path("M2 8c4 0 6 3 5 7s-5 6-8 5-4-4-3-7 3-5 6-5z", "#5a2f1a"),
  glasses: () => line("M-44-6h88", INK, 5) + path("M-42-8h34v14c0 10-8 16-17 16s-17-6-17-16ZM8-8h34v14c0 10-8 16-17 16S8 16 8 6Z", "#2b2a33") +
    line("M-34-2l8 14M16-2l8 14", "#8aa0b8", 4),
  boot: (colour) => path("M-20-38h24v38c6 6 26 6 32 16v14h-56Z", colour) + path("M-22 26h60v8h-60Z", INK) +
    line("M-16-26h16M-16-14h16", "#fff4d8", 3),
  teeth: () => path("M-36-18C-20-32 20-32 36-18C34-4 26-2 20 0h-40C-26-2-34-4-36-18Z", "#d77f86") + path("M-28-8h56v9h-56Z", "#fffaf0") +
    line("M-18-8v9M-8-8v9M2-8v9M12-8v9M22-8v9", "#c9bfae", 1.6) +
    path("M-30 26C-16 34 16 34 30 26C28 12 22 10 18 10h-36C-22 10-28 12-30 26Z", "#d77f86") + path("M-24 10h48v8h-48Z", "#fffaf0"),
  mat: (colour) => box(-40, -8, 80, 36, 4, "#d9b45f") + line("M-34-8v36M-22-8v36M-10-8v36M2-8v36M14-8v36M26-8v36", "#b08a3a", 3) +
    dot(-40, 10, 14, "#c59c46") + dot(-40, 10, 7, "#b08a3a"),
  mail: () => path("M-30-30l16-6h28l16 6 12 22-14 8v34h-56V0l-14-8Z", "#9aa4a8") +
    line("M-24-18c6 6 12 6 18 0s12 6 18 0 8-4 12 0M-26 0c6 6 12 6 18 0s12 6 18 0 10-4 16 0M-26 18c6 6 12 6 18 0s12 6 18 0 10-4 16 0", "#5f6a6f", 3),
  hump: (colour) => path("M-38 26C-34-22-14-36 0-36S34-22 38 26Z", colour) + line("M-30 4C-10 12 10 12 30 4", "#5e3a20", 4) +
    box(-6, 2, 12, 12, 2, "#d9b45f"),
  hose: (colour) => `<circle r="26" fill="none" stroke="${colour}" stroke-width="10"/><circle r="12" fill="none" stroke="${colour}" stroke-width="8"/>` +
    line("M26 0C34 20 40 20 44 30", colour, 8) + path("M38 26l14-4 2 10-12 4Z", "#b58a2d"),
  spa: () => path("M-40 6h80c0 20-14 28-40 28S-40 26-40 6Z", "#fffaf0") + path("M-40 6c10-8 18 4 28-2s18 4 28-2 18 2 24 4Z", "#8fc3cf") +
    line("M-18-10c-6-10 6-12 0-24M2-10c-6-10 6-12 0-24M20-10c-6-10 6-12 0-24", "#fff", 4),
  bugs: () => [[-22, 6, 1.5], [16, -10, 1.8], [20, 20, 1.2], [-8, -24, 1.1], [-30, -18, 0.9]].map(([x, y, s]) => at(x, y, line("M-8-4l-6-4M-8 2l-7 2M8-4l6-4M8 2l7 2M-6 7l-4 6M6 7l4 6", INK, 2) +
    oval(0, 0, 8, 10, "#7a4a2c") + dot(-3, -7, 2, "#fff") + dot(3, -7, 2, "#fff"), `scale(${s})`)).join(""),
  sting: () => path("M-30 34C-40-6-20-34 10-34C4-24 10-18 18-14C4-16-10-6-8 12C-8 24-18 34-30 34Z", "#8f3b2c") +
    path("M10-34C26-36 38-24 36-4C30-14 24-16 18-14C10-18 4-24 10-34Z", "#5e2420") +
    line("M-30 16c8 2 14 2 20-4M-30-2c8 2 14 0 18-6M-20-20c6 4 10 4 16 0", "#5e2420", 3),
  cloud: (colour) => oval(-14, -8, 26, 18, colour) + oval(14, -14, 24, 20, colour) +
    oval(0, 2, 38, 14, shade(colour, -0.08)) + [-22, -4, 14, 30].map((x, i) => path(`M${x} ${20 + (i % 2) * 6}c4 6 4 10 0 12s-8-4 0-12z`, "#6b4426")).join(""),
  flute: () => line("M-38 26L34-30", "#8a5a34", 12) + [0, 1, 2, 3].map((i) => dot(-14 + i * 12, 8 - i * 9.3, 2.6, INK)).join("") +
    line("M20-2c10 4 12 14 4 18M30 8v14", "#fff4d8", 3) + dot(30, 24, 5, "#fff4d8"),
  scroll: () => path("M-26-34h44a8 8 0 0 1 8 8v4h-12v48a10 10 0 0 1-10 8h-34a8 8 0 0 0 8-8v-52a8 8 0 0 0-4-8Z", "#fff4d8") +
    line("M-12-18h18M-12-8h18M-12 2h18M-12 12h12", "#9a8a68", 3) + dot(8, 24, 7, "#a8232a"),
  coin: () => [[-18, 20], [-18, 12], [-18, 4], [14, 20], [14, 12]].map(([x, y]) => oval(x, y, 18, 7, "#a06a22") +
    oval(x, y - 3, 18, 7, "#e2b04a")).join("") + path("M6-36c14 0 24 12 20 26S8 12-4 8-18-10-14-22 -6-36 6-36z", "#6b3a22") +
    path("M2-38c0-6 4-10 10-10 0 6-4 10-10 10z", "#4f8f52"),
  flask: (colour) => path("M-10-36h20v20l20 36c4 8-2 16-10 16h-40c-8 0-14-8-10-16l20-36Z", "#e9f1ef") +
    path("M-20 8h40l12 14c2 8-4 14-12 14h-40c-8 0-14-6-10-14Z", colour) + dot(-6, 20, 4, "#fff", 'opacity=".7"') +
    dot(8, 14, 3, "#fff", 'opacity=".7"') + box(-13, -42, 26, 8, 3, "#8a5a34"),
  broom: (colour) => line("M22-42L-8 8", "#8a5a34", 6) + path("M-20 2l22 14-14 26c-14 0-26-6-30-14Z", "#d9b45f") +
    line("M-16 12l-14 22M-8 18l-12 22", "#a8823a", 2.5) + line("M-18 2l22 14", colour, 5),
  key: () => `<circle cx="-18" cy="-12" r="15" fill="none" stroke="#c79a3c" stroke-width="9"/>` +
    line("M-6 0L32 30M18 20l8-10M28 28l8-10", "#c79a3c", 8),
  wall: () => [0, 1, 2, 3].map((j) => [0, 1, 2, 3].map((i) => box(-40 + i * 21 + (j % 2) * -8, -20 + j * 14, 19, 12, 2, (i + j) % 2 ? "#c08a5a" : "#a8734a")).join("")).join("") +
    line("M-44 38C-20 30 20 30 44 38", "#8fc3cf", 7),
  horn: (colour) => path("M-36 0L20-26V26Z", colour) + box(18, -30, 10, 60, 4, shade(colour, -0.25)) +
    line("M36-18l10-8M38 0h12M36 18l10 8", INK, 4) + line("M-26 4l4 24h12l-4-18", shade(colour, -0.3), 6),
  cannon: () => path("M-34 4L20-30 34-10 -20 24Z", "#4b4f55") + dot(-6, 22, 18, "#6b4426") + dot(-6, 22, 6, "#3a2616") +
    path("M30-32c10 0 14 6 12 14", "none", 'stroke="#e0743b" stroke-width="5" stroke-linecap="round"'),
  spade: () => line("M-26 36L6-6", "#8a5a34", 7) + path("M0-14L18 4C30-2 38-16 36-32C22-34 8-28 0-14Z", "#aab3b6") +
    path("M-40 40c8-10 24-10 32 0Z", "#c88a45"),
  mirror: () => path("M-34 34L0-38 34 34Z", "#b3362b") + path("M-12 34L0-6 12 34Z", "#cfe3e6") + line("M-4 26L6 10", "#fff", 3) +
    dot(0, -38, 4, "#f2d36b"),
  moon: () => path("M-26-10h52l-6 46h-40Z", "#d9d2c2") + dot(0, -16, 26, "#f3e8c8") + dot(-8, -22, 4, "#d8caa2") + dot(10, -10, 5, "#d8caa2") +
    dot(4, -28, 3, "#d8caa2"),
  glove: () => path("M-24 30V-6c0-20 14-30 30-28 18 2 26 14 24 28-2 10-8 12-10 14v22Z", "#b3362b") +
    path("M-24-2c-12-6-18 4-10 14l12 8Z", "#8f2a22") + box(-26, 24, 48, 12, 3, "#fff4d8") + path("M20-30c14-8 20-16 24-26-2 16-8 26-18 32Z", "#fff"),
  wings: (colour) => box(-16, -24, 14, 52, 7, colour) + box(4, -24, 14, 52, 7, colour) + path("M-16 28h14l-7 14ZM4 28h14l-7 14Z", "#e0743b") +
    box(-14, -12, 30, 10, 3, "#4b4f55") + path("M-16-24c0-8 4-12 7-14 3 2 7 6 7 14ZM4-24c0-8 4-12 7-14 3 2 7 6 7 14Z", "#cfd6d8"),
  bell: () => path("M-28 22c8-10 6-20 8-32 2-14 10-20 20-20s18 6 20 20c2 12 0 22 8 32Z", "#d9a93c") + dot(0, 28, 8, "#8a5f1a") +
    box(-5, -38, 10, 9, 4, "#8a5f1a"),
  notes: () => box(-30, -34, 60, 70, 3, "#fff4d8") + line("M-22-20h44M-22-12h44M-22-4h44M-22 14h44M-22 22h44", "#9a8a68", 1.6) +
    line("M-8 2V-22l16-4V-4", INK, 3) + dot(-12, 3, 5, INK) + dot(4, -3, 5, INK),
  stamp: () => dot(0, 0, 36, "#e8d2ac") + `<circle r="29" fill="none" stroke="#a8232a" stroke-width="4"/>` + path(star(0, 0, 6, 18, 9), "#a8232a"),
  can: (colour) => path("M-24-8h40l6 42h-52Z", colour) + line("M20-2C36-16 40-24 46-30", colour, 7) +
    path("M40-36l12 10-4 4-12-10Z", shade(colour, -0.2)) + line("M-24-4C-44 0-44 24-28 26", colour, 6) +
    [0, 1, 2].map((i) => dot(48 + i * 5, -16 + i * 9, 2.5, "#8fc3cf")).join(""),
  tent: () => path("M-42 32L0-34 42 32Z", "#c9862d") + path("M0-34L42 32H14Z", "#a8691f") + path("M-10 32L0 4 10 32Z", INK) +
    line("M0-34v-10", INK, 3) + path("M0-44l16 5-16 5Z", "#b3362b"),
};

const WORDS = [
  [/schnaps|tee|proviant/i, "bottle"], [/brille/i, "glasses"], [/stiefel/i, "boot"], [/gebiss/i, "teeth"], [/matte|decke/i, "mat"],
  [/hemd|halsband/i, "mail"], [/höcker(?!kan)/i, "hump"], [/schlauch|kanal|trocken/i, "hose"], [/kur|gewaschen|kühl/i, "spa"],
  [/floh|made/i, "bugs"], [/stachel/i, "sting"], [/hagel|sturm|regen/i, "cloud"], [/flöte|lied/i, "flute"], [/kanone/i, "cannon"],
  [/grab/i, "spade"], [/spiegel|burg/i, "mirror"], [/vollmond|geisterstunde/i, "moon"], [/boxhandschuh|handschlag/i, "glove"],
  [/rakete/i, "wings"], [/glocke/i, "bell"], [/noten|kabel/i, "notes"], [/plakette|ritterschlag|ehren/i, "stamp"],
  [/gießkanne|kanister/i, "can"], [/manege|tausch/i, "tent"], [/schlüssel|verschmelzer/i, "key"], [/streik|anlauf/i, "horn"],
  [/rost|reine/i, "broom"],
];
const BY_CLASS = {
  Dokument: "scroll", Amt: "scroll", Handel: "coin", Gaunerei: "coin", Dienst: "scroll", Altersvorsorge: "coin", Magie: "flask",
  Heilmittel: "flask", Apotheke: "flask", Gartenbedarf: "flask", Technik: "key", Bauwerk: "wall", Haushalt: "broom", Plage: "bugs",
  Wetter: "cloud", Gefühl: "tent", Taktik: "horn",
};

/**
 * @param {{name_de: string, class_de: string}} card
 * @param {string} colour of what has none of its own
 * @returns {string} the object, drawn around its middle
 */
export function objectOf({ name_de: name, class_de: kind }, colour) {
  const [, named] = WORDS.find(([word]) => word.test(name)) ?? [];
  return DRAW[named ?? BY_CLASS[kind] ?? "scroll"](colour);
}

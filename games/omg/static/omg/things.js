// What is no user: websites as pages in a browser, equipment as the thing it is, hats, books, the path of a mission, the burst of a special card.

import { at, box, dice, dot, line, oval, path, shade, short, star } from "../tables/ink.js";
import { FACTION, INK, WEAR } from "./colours.js";
import { ground } from "./ground.js";

const RULE = "#c9cfd2";
const rotated = (degrees, inner) => `<g transform="rotate(${short(degrees)})">${inner}</g>`;

/* --- websites --- */

const PAGES = [ // a search, a gallery, a profile, a chart, a film, a conversation
  (chance, strong) => box(44, 52, 112, 16, 8, "#fff", `stroke="${strong}" stroke-width="3"`) + dot(146, 60, 4, strong)
    + [78, 90, 102, 114].map((y, n) => box(44, y, chance.number(60, 110), 5, 2.5, n % 2 ? RULE : strong)).join(""),
  (chance, strong, colour) => [0, 1, 2].flatMap((x) => [0, 1].map((y) =>
    box(40 + x * 42, 48 + y * 38, 36, 32, 4, (x + y) % 2 ? colour : shade(colour, 0.5)) + dot(58 + x * 42, 60 + y * 38, 6, "#fff"))).join(""),
  (chance, strong, colour) => box(40, 46, 54, 70, 4, shade(colour, 0.45)) + dot(67, 70, 13, "#fff") + path("M47 108C48 92 86 92 87 108Z", "#fff")
    + [50, 64, 78, 92, 106].map((y) => box(102, y, chance.number(30, 58), 6, 3, RULE)).join(""),
  (chance, strong, colour) => path("M42 112L62 92L82 98L106 72L130 78L158 50V116H42Z", shade(colour, 0.5)) + line("M42 112L62 92L82 98L106 72L130 78L158 50", colour, 4)
    + [[62, 92], [106, 72], [158, 50]].map(([x, y]) => dot(x, y, 4.5, strong)).join(""),
  () => box(36, 44, 128, 74, 4, INK) + path("M92 58v46l34-23Z", "#fff"),
  (chance, strong, colour) => [0, 1, 2, 3].map((n) => (n % 2 ? box(70, 46 + n * 18, 86, 13, 6, shade(colour, 0.3)) : box(42, 46 + n * 18, 86, 13, 6, "#d5dadd"))).join(""),
];

function website(card, chance) {
  const strong = (FACTION[card.faction] ?? FACTION.neutral)[2];
  const colour = chance.pick(WEAR);
  const page = chance.pick(PAGES)(chance, strong, colour);
  const bar = path("M27 27a8 8 0 0 1 8-8H165a8 8 0 0 1 8 8V38H27Z", strong) + [38, 48, 58].map((x) => dot(x, 28.5, 3.2, "#fff", 'opacity=".85"')).join("");
  return ground(chance, card.faction) + box(30, 24, 142, 106, 8, "#000", 'opacity=".14"') + box(27, 19, 146, 106, 8, "#fdfdfb") + bar
    + box(70, 24, 92, 9, 4.5, "#fff", 'opacity=".85"') + page;
}

/* --- equipment --- */

const OBJECTS = {
  keyboard: (colour) => box(-52, -20, 104, 44, 6, "#4b525a") + [0, 1, 2].map((row) => Array.from({ length: 9 - row }, (_, n) =>
    box(-46 + n * 10.4 + row * 5, -14 + row * 12, 8, 8, 2, n === 3 && row === 1 ? colour : "#e9e6dc")).join("")).join(""),
  screen: (colour) => box(-46, -38, 92, 58, 5, INK) + box(-40, -32, 80, 46, 2, shade(colour, 0.45)) + line("M-30-20h34M-30-10h50M-30 0h24", "#fff", 4)
    + path("M-8 20h16v12h14v6h-44v-6h14Z", "#5d656d"),
  chair: (colour) => path("M-24-40H20a6 6 0 0 1 6 6V2H-26V-34Z", colour) + box(-30, 4, 62, 12, 6, shade(colour, -0.2)) + line("M0 16V30M-22 38L0 30L22 38", INK, 5)
    + dot(-22, 40, 4, INK) + dot(22, 40, 4, INK),
  coffee: (colour) => box(-30, -40, 56, 20, 5, colour) + box(-30, -40, 14, 80, 4, shade(colour, -0.2)) + box(-30, 32, 56, 9, 3, shade(colour, -0.2))
    + path("M-8-10H22L18 28H-4Z", "#f4efe4") + path("M-6 4H20L18 28H-4Z", "#6b4426") + line("M22-2c12 0 10 18-3 18", "#f4efe4", 4),
  server: (colour) => [0, 1, 2, 3].map((n) => box(-36, -42 + n * 21, 72, 17, 3, n % 2 ? "#4b525a" : "#5d656d") + dot(-26, -33.5 + n * 21, 3, "#8fe0b0")
    + dot(-17, -33.5 + n * 21, 3, colour) + line(`M0 ${-33.5 + n * 21}h26`, "#9aa2a9", 3)).join(""),
  phone: (colour) => box(-24, -46, 48, 88, 9, INK) + box(-19, -38, 38, 66, 3, shade(colour, 0.5)) + dot(0, 34, 4, "#8b9298") + path("M-10-14h20v16H2l-6 7v-7h-6Z", "#fff"),
  card: () => rotated(-10, box(-46, -26, 92, 58, 7, "#d9a93c") + box(-46, -14, 92, 12, 0, "#8a5f1a") + box(-36, 8, 20, 14, 3, "#f7e3ac")
    + line("M-6 12h40M-6 20h24", "#8a5f1a", 3)),
  tool: (colour) => rotated(-38, box(-7, -16, 14, 60, 6, colour) + path("M-17-34a18 18 0 0 1 10-14v14l7 5 7-5v-14a18 18 0 0 1 10 14c0 12-8 20-17 20s-17-8-17-20Z", "#8b9298")),
  sword: () => rotated(34, path("M-6 14V-46L0-56 6-46V14Z", "#d5dadd") + path("M0-56L6-46V14H0Z", "#aeb6bc") + box(-20, 12, 40, 8, 4, "#c79a2c")
    + box(-5, 18, 10, 22, 4, "#6b4426") + dot(0, 42, 6, "#c79a2c")),
  paper: (colour) => rotated(-5, box(-30, -40, 60, 80, 4, "#fdfaf2") + line("M-18-26h36M-18-14h36M-18-2h30M-18 10h36", "#9aa2a9", 4))
    + at(24, 20, box(-5, -34, 10, 44, 2, colour) + path("M-5 10h10l-5 11Z", "#f3cfae"), "rotate(40)"),
};
const BY_NAME = [
  [/tastatur|rechner/i, "keyboard"], [/monitor|schirm|laptop|whiteboard/i, "screen"], [/stuhl|tisch/i, "chair"], [/kaffee|energy/i, "coffee"],
  [/server|aggregat|turm|tower|wand|farm|router|stick|zeitm/i, "server"], [/handy|mikro|kopf|radar/i, "phone"], [/karte|gold|kassen/i, "card"],
  [/schwert/i, "sword"], [/block|kuli|visiten/i, "paper"],
];

function equipment(card, chance) {
  const [, object] = BY_NAME.find(([name]) => name.test(card.name_de)) ?? [null, "tool"];
  return standing(ground(chance, null), OBJECTS[object](chance.pick(WEAR)));
}

/* --- all others --- */

function mission(card, chance) {
  const colour = chance.pick(WEAR);
  const stops = [[20, 128], [60, chance.number(96, 120)], [96, chance.number(70, 100)], [132, chance.number(52, 80)], [158, 44]];
  return box(0, 0, 200, 150, 0, "#dfe5ea") + line(`M${stops.map((stop) => stop.map(short).join(" ")).join("L")}`, "#9fb0bd", 5, 'stroke-dasharray="2 10"')
    + stops.slice(0, -1).map(([x, y]) => dot(x, y, 6, "#fff", `stroke="${colour}" stroke-width="4"`)).join("") + line("M158 46V6", INK, 5)
    + path("M158 6H192L182 18L192 30H158Z", colour) + path("M128 150C140 120 150 100 158 46C170 100 184 126 200 138V150Z", "#c6d0d8");
}

function hat(card, chance) {
  const white = card.type === "white_hat";
  const ray = (n) => `<rect x="98" y="-90" width="${white ? 9 : 5}" height="120" fill="${white ? "#e3eaec" : "#8b909a"}" transform="translate(0 76) rotate(${short(n * (360 / 14) + chance.number(0, 8))} 2 0)"/>`;
  const behind = box(0, 0, 200, 150, 0, white ? "#cfd9dd" : "#7d828c") + Array.from({ length: 14 }, (_, n) => ray(n)).join("");
  const [felt, band] = [white ? "#fdfbf5" : "#15171b", chance.pick(WEAR)];
  const brim = oval(0, 30, 66, 13, shade(felt, white ? -0.12 : 0.16)) + oval(0, 27, 66, 12, felt);
  const top = chance.chance(0.5)
    ? path("M-38 27V-26C-38-34 38-34 38-26V27Z", felt) + path("M-38 8H38V22H-38Z", band)
    : path("M-40 27C-44-20-26-36-8-30C-2-26 2-26 8-30C26-36 44-20 40 27Z", felt) + path("M-41 14C-20 20 20 20 41 14V24H-41Z", band);
  return standing(behind, brim + top + (white ? "" : dot(-14, 46, 4, "#fff") + dot(14, 46, 4, "#fff")));
}

function ebook(card, chance) {
  const colour = chance.pick(WEAR);
  const behind = ground(chance, null);
  const cover = box(-36, -48, 76, 98, 5, shade(colour, -0.3)) + box(-40, -50, 76, 96, 5, colour) + box(-40, -50, 11, 96, 4, shade(colour, -0.18))
    + box(-20, -36, 46, 22, 2, "#fdf6e3") + line("M-14-29h34M-14-22h22", INK, 3) + path(star(4, 16, chance.whole(5, 9), 18, chance.number(7, 13)), shade(colour, 0.55));
  return standing(behind, rotated(chance.number(-8, 8), cover));
}

function special(card, chance) {
  const hot = card.set === "seocalypse";
  const ray = (n) => {
    const angle = (n * Math.PI) / 9 + chance.number(0, 0.12);
    const end = (turn) => `${short(100 + 190 * Math.cos(turn))} ${short(75 + 190 * Math.sin(turn))}`;
    return path(`M100 75L${end(angle)}L${end(angle + 0.17)}Z`, hot ? "#7a2a24" : "#e7b09a");
  };
  const burst = path(star(0, 0, chance.whole(9, 14), 56, chance.number(34, 42)), hot ? "#e0642e" : "#fdf6e3", `stroke="${INK}" stroke-width="3" stroke-linejoin="round"`);
  return box(0, 0, 200, 150, 0, hot ? "#5a1f1f" : "#f0c9b8") + Array.from({ length: 18 }, (_, n) => ray(n)).join("")
    + at(100, 76, rotated(chance.number(0, 40), burst) + path("M8-36L-22 6H-2L-10 36L24-8H4Z", hot ? "#fdf6e3" : "#b3362b"));
}

/** A thing with its shadow. */
function standing(behind, thing) {
  return behind + oval(100, 126, 48, 6, "#000", 'opacity=".16"') + at(100, 76, thing);
}

const KINDS = { website, equipment, mission, white_hat: hat, black_hat: hat, ebook, special };

/**
 * @param {import("./ground.js").Printed} card anything but a user
 * @returns {string} the inside of a picture of 200 by 150
 */
export function thing(card) {
  return KINDS[card.type](card, dice(`omg:${card.id}`));
}

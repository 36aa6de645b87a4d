// The bodies of the monsters of Ka-Mel-Oh!, one for each race, with the points on which hat, load and weapon are hung.

import { box, dot, line, oval, path, shade } from "../tables/ink.js";
import { CLOTH, INK } from "./colours.js";

const DRAW = {
  camel(fur, dark, humps) {
    const top = humps === 2 ? "C52 76 58 68 66 66C68 44 84 42 88 64C92 68 96 68 100 64C103 42 120 44 123 68" : "C52 76 60 70 70 68C76 34 106 32 114 66C118 68 121 70 124 70";
    return { head: [158, 46, 1], back: [95, humps === 2 ? 52 : 46], hand: [140, 92], chest: [134, 84], feet: 132,
      art: line("M52 84C42 88 42 100 45 108", dark, 4) + [62, 112].map((x) => box(x, 96, 9, 36, 4, dark)).join("") +
        [74, 124].map((x) => box(x, 96, 10, 37, 4, fur)).join("") +
        path(`M50 92${top}C136 82 140 82 142 58L156 60C158 84 150 104 134 106C120 112 68 112 56 106C50 102 50 98 50 92Z`, fur) +
        path("M56 106C68 112 120 112 134 106C128 98 70 96 56 106Z", dark) +
        path("M150 36C146 26 140 28 141 36L146 42ZM158 32C157 23 151 24 151 31Z", dark) +
        path("M138 52C138 38 148 31 160 34C170 36 182 44 185 52C187 60 182 65 175 65L156 66C146 66 138 62 138 52Z", fur) +
        path("M176 65C184 66 188 60 185 52C180 54 174 60 176 65Z", dark) + line("M164 60C170 62 178 61 183 58", INK, 2) + dot(181, 52, 1.6, INK) };
  },
  lama(fur, dark) {
    const wool = [[62, 86, 15], [76, 76, 16], [94, 73, 17], [111, 78, 15], [118, 92, 14], [104, 100, 16], [84, 101, 17], [66, 98, 14]];
    const neck = [[122, 76, 11], [126, 62, 10], [128, 48, 10]];
    return { head: [134, 34, 0.95], back: [90, 58], hand: [130, 96], chest: [128, 72], feet: 132,
      art: [68, 108].map((x) => box(x, 100, 8, 32, 4, dark)).join("") + [78, 116].map((x) => box(x, 100, 8, 33, 4, shade(fur, -0.12))).join("") +
        wool.map((place) => dot(...place, fur)).join("") + box(64, 78, 54, 24, 10, fur) +
        dot(50, 84, 9, fur) + neck.map((place) => dot(...place, fur)).join("") +
        line("M70 88c4-5 8-5 11 0M92 84c4-5 8-5 11 0M80 100c4-5 8-5 11 0M103 98c4-4 7-4 9 0", dark, 2.2) +
        path("M122 26C118 8 125 4 129 20ZM134 24C134 6 141 5 140 22Z", fur) + dot(131, 33, 14, fur) +
        path("M132 28C146 28 155 34 156 40C157 47 150 50 142 49L130 46Z", dark) + dot(126, 20, 6, fur) + dot(134, 19, 6, fur) +
        line("M144 45C148 46 152 45 154 43", INK, 2) + dot(152, 38, 1.4, INK) };
  },
  bird(fur, dark) {
    return { head: [118, 48, 1], back: [82, 74], hand: [136, 90], chest: [114, 82], feet: 132,
      art: line("M92 108V130M92 130l-8 3M92 130l9 3M108 108V130M108 130l-8 3M108 130l9 3", "#c9862d", 4) +
        path("M62 96C44 92 30 98 22 110C38 108 50 112 62 108Z", dark) +
        path("M58 96C56 70 74 60 96 60C100 44 108 34 122 34C136 34 142 46 138 58C136 92 124 112 96 112C74 112 60 108 58 96Z", fur) +
        path("M66 84C80 72 104 78 106 96C94 108 70 104 66 84Z", dark) + line("M76 88c8 6 16 8 24 6M74 82c10 2 20 4 28 8", shade(dark, -0.2), 2) +
        path("M136 46L160 54L137 62C140 56 139 50 136 46Z", "#e0a030") + line("M138 54L158 54", shade("#e0a030", -0.35), 1.6) +
        path("M112 36C110 24 116 20 118 32C121 20 129 22 124 34Z", dark) };
  },
  bug(fur, dark) {
    return { head: [134, 84, 0.95], back: [86, 66], hand: [146, 96], chest: [124, 96], feet: 128,
      art: [[66, 60], [84, 78], [102, 98], [120, 118]].map(([a, b]) => line(`M${a} 108L${b - 8} 120L${b - 12} 132`, dark, 4)).join("") +
        path("M58 98C30 92 24 60 44 42C36 42 34 36 40 32C52 28 58 40 50 50C42 62 48 78 66 82Z", dark) +
        path("M48 98C50 74 76 66 100 70C118 72 126 84 124 98C122 112 104 114 84 114C62 114 48 110 48 98Z", fur) +
        line("M66 76C70 88 70 100 66 112M86 71C92 84 92 102 86 114M106 73C112 84 112 102 108 113", dark, 2.4) +
        dot(132, 88, 18, fur) + line("M138 72C142 60 150 58 156 60M130 70C130 60 136 54 142 54", dark, 3) + dot(156, 60, 3, dark) +
        dot(142, 54, 3, dark) + path("M146 102C160 100 168 106 170 114C162 110 158 112 156 116C152 112 148 108 146 102Z", dark) };
  },
  ghost(fur, dark) {
    return { head: [102, 58, 1.15], back: [76, 78], hand: [144, 84], chest: [102, 92], feet: 120,
      art: oval(102, 132, 40, 6, "#000", 'opacity=".16"') +
        path("M62 122C58 74 64 32 102 30C140 32 146 74 142 122C136 114 130 114 125 122C119 130 113 130 108 122C103 114 97 114 92 122C86 130 80 130 76 122C71 115 66 115 62 122Z", fur, 'opacity=".93"') +
        path("M62 122C58 74 64 32 102 30C84 42 78 80 82 116C80 118 78 120 76 122C71 115 66 115 62 122Z", dark, 'opacity=".55"') +
        path("M64 84C50 80 46 90 52 98C58 100 64 96 66 92ZM140 84C154 78 160 86 154 96C148 100 141 96 139 92Z", fur) };
  },
  machine(fur, dark) {
    return { head: [140, 66, 0.9], back: [84, 60], hand: [156, 92], chest: [128, 92], feet: 132,
      art: path("M44 112V84a10 10 0 0 1 10-10h12c2-16 18-16 20 0h8c2-16 18-16 20 0h10V62a10 10 0 0 1 10-10h24a10 10 0 0 1 10 10v28a10 10 0 0 1-10 10h-10v12Z", fur) +
        path("M44 112V98H150V112Z", dark) +
        [54, 74, 94, 114, 134].map((x) => dot(x, 92, 2, dark)).join("") + box(128, 56, 36, 22, 6, "#e9efe9") + box(56, 80, 22, 8, 3, dark) +
        [64, 98, 132].map((x) => dot(x, 118, 14, INK) + dot(x, 118, 6, "#d9d2c2")).join("") +
        line("M150 52V42", INK, 3) + dot(150, 39, 4, "#e0532f") + line("M150 88h12M150 93h12", dark, 2) };
  },
  plant(fur, dark, random) {
    const arms = random.chance(0.5);
    return { head: [100, 70, 1.1], back: [70, 70], hand: [140, 86], chest: [100, 96], feet: 132,
      art: (arms ? path("M84 96H66a12 12 0 0 1-12-12V70a7 7 0 0 1 14 0v10h16ZM116 88h16V70a7 7 0 0 1 14 0v16a14 14 0 0 1-14 14h-16Z", dark) : path("M88 104C64 106 52 92 50 78C68 78 84 88 90 98ZM112 98C118 82 134 74 152 76C150 94 134 106 112 106Z", dark)) +
        path("M78 132V66a22 22 0 0 1 44 0V132Z", fur) + line("M90 56V128M110 56V128", dark, 2) +
        line("M84 112l-4-2M84 96l-4-2M100 124v-4M116 112l4-2M120 96l3-2M104 50l1-4", "#f4ead2", 2) + path("M70 132h60l-6 12H76Z", "#b4603a") +
        box(66, 126, 68, 9, 3, "#c7744a") };
  },
  human(fur, dark, random) {
    const robe = random.pick(CLOTH);
    return { head: [100, 56, 1.05], back: [66, 80], hand: [142, 92], chest: [100, 92], feet: 134,
      art: path("M66 134C66 100 74 84 100 84C126 84 134 100 134 134Z", robe) + path("M92 84h16v22l-8 8-8-8Z", shade(robe, 0.55)) +
        path("M128 92C140 90 146 86 148 80L156 86C152 100 142 108 130 108Z", shade(robe, -0.2)) + dot(153, 82, 6, fur) +
        path("M72 92C60 98 54 108 54 118L64 120C66 112 72 106 78 104Z", shade(robe, -0.2)) + dot(58, 121, 6, fur) +
        box(93, 70, 14, 18, 5, shade(fur, -0.15)) +
        path("M80 54C80 38 88 32 100 32C112 32 120 38 120 54C120 70 112 79 100 79C88 79 80 70 80 54Z", fur) + dot(80, 58, 4, fur) +
        dot(120, 58, 4, fur) + path("M100 55C103 60 105 63 103 65C101 66 99 65 98 64", shade(fur, -0.25)) };
  },
  lizard(fur, dark) {
    return { head: [146, 66, 0.95], back: [84, 74], hand: [150, 98], chest: [124, 96], feet: 132,
      art: path("M60 96C40 98 28 112 12 108C24 118 44 120 66 110Z", dark) +
        [[62, 1], [110, 1]].map(([x]) => path(`M${x} 104l-8 20h-6l2 8h16l2-8 8-18Z`, dark)).join("") +
        path("M52 98C54 76 76 70 100 74C116 76 124 82 132 74C130 62 138 52 152 52C168 52 182 62 182 70C182 80 170 84 156 84C148 96 136 112 108 112C78 114 52 112 52 98Z", fur) +
        path("M60 82l6-12 6 8 7-12 6 9 8-11 6 10 8-9 5 10Z", dark) + path("M64 108C80 114 108 114 124 104C104 104 84 100 64 108Z", shade(fur, 0.4)) +
        line("M152 76C162 78 174 76 181 71", INK, 2) + dot(177, 64, 1.5, INK) + path("M181 72l10 3-6 1 5 4-9-5Z", "#c2352b") };
  },
  rodent(fur, dark) {
    return { head: [120, 72, 1], back: [78, 68], hand: [146, 94], chest: [120, 98], feet: 132,
      art: path("M60 112C30 116 26 88 40 78C34 92 42 102 62 102Z", dark) +
        path("M56 108C52 74 74 60 100 64C128 60 144 76 142 98C140 120 116 130 94 130C72 130 58 124 56 108Z", fur) +
        path("M84 122C80 104 92 94 106 94C120 96 124 112 118 124C108 132 90 132 84 122Z", shade(fur, 0.45)) + dot(98, 50, 13, fur) +
        dot(98, 50, 8, "#d99a8c") + dot(136, 54, 12, fur) + dot(136, 54, 7, "#d99a8c") +
        path("M94 78C94 60 106 54 120 54C136 56 146 66 150 78C152 86 144 92 132 92C112 94 96 92 94 78Z", fur) + dot(150, 79, 4, INK) +
        box(138, 88, 7, 8, 1.5, "#fff") + line("M140 84l18-4M140 87l18 2", dark, 1.4) + box(76, 124, 20, 9, 4, dark) +
        box(108, 124, 20, 9, 4, dark) };
  },
};

const RACES = {
  Kamel: (fur, dark) => DRAW.camel(fur, dark, 2), Dromedar: (fur, dark) => DRAW.camel(fur, dark, 1), Lama: DRAW.lama, Vogel: DRAW.bird, Krabbler: DRAW.bug,
  Geist: DRAW.ghost, Maschine: DRAW.machine, Pflanze: DRAW.plant, Mensch: DRAW.human, Echse: DRAW.lizard, Nager: DRAW.rodent,
};

/**
 * @typedef {object} Body
 * @property {string} art its drawing
 * @property {[number, number, number]} head where it is, and how large
 * @property {[number, number]} back
 * @property {[number, number]} hand
 * @property {[number, number]} chest
 * @property {number} feet how far down they reach
 *
 * @param {string} race by its German name, as rules compare it
 * @param {string} fur
 * @param {string} dark its shadow
 * @param {ReturnType<typeof import("../tables/ink.js").dice>} random
 * @returns {Body}
 */
export function bodyOf(race, fur, dark, random) {
  return RACES[race](fur, dark, random);
}

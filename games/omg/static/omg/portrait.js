// The users: portraits whose skin, hair, clothes and mood follow from the id of the card. A personality wears crown and cloak.

import { box, dice, dot, line, oval, path, shade } from "../tables/ink.js";
import { GREY, HAIR, INK, SHIRT, SKIN, WEAR } from "./colours.js";
import { ground } from "./ground.js";

const WOMAN = /(in|frau|lady|madame|miss|baronin|herzogin|nele|claudia|steffi|erna|die )\b/i;
const MAN = /(er|paul|gerd|lars|malte|herr|lord|graf|baron|meister|kaiser|könig|kapitän|don)\b/i;

const LONG_HAIR = [ // behind the head
  (hair) => path("M66 66C62 20 138 20 134 66L140 122H60Z", hair),
  (hair) => path("M68 60C66 22 134 22 132 60L126 92H74Z", hair),
  (hair) => dot(100, 24, 17, hair) + path("M70 62C68 26 132 26 130 62V78H70Z", hair),
  (hair) => dot(62, 62, 20, hair) + dot(138, 62, 20, hair),
  (hair) => path("M66 60C66 20 134 20 134 60C146 78 128 84 134 104 120 100 80 100 66 104 72 84 54 78 66 60Z", hair),
];
const LONG_FRONT = [
  "M70 56C72 30 90 24 112 28C126 32 131 44 130 56C120 46 108 40 98 40C88 40 78 46 70 56Z",
  "M70 54C76 36 96 44 130 52C128 30 112 24 98 24C80 24 70 36 70 54Z",
  "M70 56C70 32 130 32 130 56C118 44 82 44 70 56Z",
  "M70 54C78 42 90 38 100 34C110 38 122 42 130 54C130 32 116 24 100 24S70 32 70 54Z",
  "M69 60C72 34 88 30 92 46C100 34 126 34 131 60C134 34 120 22 100 22S66 34 69 60Z",
];
const SHORT_FRONT = [ // the last one is a cap
  "M69 54C68 30 84 20 104 22C124 22 132 36 131 54C126 46 124 42 118 40H86C78 42 74 46 69 54Z",
  "M69 56C64 28 86 14 112 20C128 20 134 38 131 54C128 44 120 40 108 42C92 44 82 36 78 44Z",
  "M70 58C68 48 70 42 74 38L74 54ZM130 58C132 48 130 42 126 38L126 54Z",
  "M74 40L78 20 86 32 92 14 100 30 108 12 114 30 124 18 126 42C112 34 88 34 74 40Z",
  "",
  "M66 46C70 26 130 26 134 46H148C148 50 142 52 134 52H66Z",
];
const [CURLS, CAP] = [4, 5];
const COLLARS = [
  (chance) => path("M84 104L100 122L116 104L126 108L110 150H90L74 108Z", SHIRT) + path("M96 120h8l4 30h-16Z", chance.pick(WEAR)),
  (chance, wear) => path("M80 106C84 124 116 124 120 106L128 110C122 134 78 134 72 110Z", shade(wear, -0.25)) + line("M90 126v14M110 126v14", SHIRT, 3),
  (chance, wear) => box(84, 96, 32, 16, 6, shade(wear, 0.25)),
  () => path("M84 104C88 116 112 116 116 104L120 105C114 124 86 124 80 105Z", SHIRT) + box(112, 130, 22, 10, 2, SHIRT) + line("M116 135h12", INK, 2),
  (chance, wear) => path("M84 104L100 128 116 104 122 106 104 150H96L78 106Z", shade(wear, 0.55)) + dot(100, 138, 2.4, INK),
];
const BROWS = ["M80 51h13M107 51h13", "M80 50l13 3M120 50l-13 3", "M80 53l13-4M120 53l-13-4", "M80 50c4-3 9-3 13 0M107 50c4-3 9-3 13 0", "M80 52h13M107 48h13"];
const ASLEEP = 3; // the mood with closed eyes
const MOUTHS = [
  line("M90 82C95 87 105 87 110 82", INK, 2.6), line("M91 83H109", INK, 2.6), path("M90 80H110C109 89 91 89 90 80Z", "#fff", `stroke="${INK}" stroke-width="2"`),
  line("M92 84C98 80 104 82 108 85", INK, 2.6), oval(100, 83, 4, 4.5, INK),
];
const BEARDS = [
  (hair) => path("M72 66C74 90 84 100 100 100S126 90 128 66C122 76 116 76 112 76H88C84 76 78 76 72 66ZM91 80H109V86H91Z", hair, 'fill-rule="evenodd"'),
  (hair) => path("M86 78C92 72 98 76 100 77 102 76 108 72 114 78 108 81 104 80 100 79 96 80 92 81 86 78Z", hair),
  (hair) => path("M92 90h16l-3 12h-10Z", hair),
];
const METAL = "#3a4148";
const ROUND_GLASSES = '<circle cx="86" cy="60" r="10"/><circle cx="114" cy="60" r="10"/>';
const SQUARE_GLASSES = '<rect x="75" y="53" width="22" height="15" rx="4"/><rect x="103" y="53" width="22" height="15" rx="4"/>';
const GLASSES = (frames, glass) => `<g fill="${glass}" fill-opacity=".35" stroke="${INK}" stroke-width="2.6">${frames}<path d="M97 60h6" fill="none"/></g>`;
const WORN = [ // of seven kinds of people three wear something
  GLASSES(SQUARE_GLASSES, "#ffffff"),
  GLASSES(ROUND_GLASSES, "none"),
  line("M68 62C62 18 138 18 132 62", METAL, 5) + box(62, 54, 11, 20, 5, METAL) + box(127, 54, 11, 20, 5, METAL) + line("M66 74C68 88 80 92 90 90", METAL, 3),
];
const MOST_WORN = 6;
const CROWN = path("M76 28L72 4 88 16 100 0 112 16 128 4 124 28C110 22 90 22 76 28Z", "#e2ad2f") + line("M78 26C92 20 108 20 122 26", "#a87512", 3) + dot(100, 14, 3, "#b3362b");
const CLOAK = path("M34 150C34 124 50 114 72 106L64 150ZM166 150C166 124 150 114 128 106L136 150Z", "#7a2638", 'opacity=".9"');
const CRACK = '<path d="M0 150L22 118 38 138 58 110 70 136 96 122" fill="none" stroke="#b3362b" stroke-width="3" opacity=".7"/>'; // the Seocalypse

/**
 * @param {import("./ground.js").Printed} card
 * @returns {string} the inside of a picture of 200 by 150
 */
export function portrait(card) {
  const chance = dice(`omg:${card.id}`);
  const [skin, hair, wear] = [chance.pick(SKIN), chance.pick(HAIR), chance.pick(WEAR)];
  const woman = WOMAN.test(card.name_de) || (chance.chance(0.3) && !MAN.test(card.name_de));
  const old = chance.chance(0.25);
  const style = chance.whole(0, (woman ? LONG_FRONT : SHORT_FRONT).length - 1);
  const jaw = chance.pick([0, 4, 8]);
  const behind = ground(chance, card.faction) + (woman ? LONG_HAIR[style](hair) : "");
  const body = path("M34 150C36 118 58 108 84 104H116C142 108 164 118 166 150Z", wear) + chance.pick(COLLARS)(chance, wear);
  const face = head(skin, jaw) + features(chance, skin, old ? GREY : hair);
  const beard = !woman && chance.chance(0.45) ? chance.pick(BEARDS)(hair) : "";
  const front = woman ? path(LONG_FRONT[style], hair) : shortHair(chance, style, hair);
  const marks = (card.persoenlichkeit ? CROWN + CLOAK : "") + (card.set === "seocalypse" ? CRACK : "");
  return behind + body + face + beard + front + (WORN[chance.whole(0, MOST_WORN)] ?? "") + marks;
}

function head(skin, jaw) {
  const shape = `M70 58C70 36 82 26 100 26S130 36 130 58C130 ${82 + jaw} 116 ${94 + jaw / 2} 100 ${94 + jaw / 2}S70 ${82 + jaw} 70 58Z`;
  return box(89, 84, 22, 26, 9, shade(skin, -0.18)) + path(shape, skin) + oval(69, 62, 5, 8, skin) + oval(131, 62, 5, 8, skin);
}

function features(chance, skin, brows) {
  const mood = chance.whole(0, BROWS.length - 1);
  const eyes = mood === ASLEEP ? line("M82 60h10M108 60h10", INK, 3.2) : dot(87, 60, 3.4, INK) + dot(113, 60, 3.4, INK);
  return eyes + line(BROWS[mood], brows, 3.2) + line("M100 60L97 71C97 73 101 74 103 73", shade(skin, -0.3), 2.4) + chance.pick(MOUTHS);
}

function shortHair(chance, style, hair) {
  if (style === CURLS) return [84, 96, 108, 118, 76, 124].map((x, n) => dot(x, 30 + (n > 3 ? 10 : n % 2 ? -3 : 0), 11, hair)).join("");
  return path(SHORT_FRONT[style], style === CAP ? chance.pick(WEAR) : hair);
}

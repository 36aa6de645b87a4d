// Soft hyphens for long German names. Browsers hyphenate only where they ship a dictionary; cards must break well everywhere.

const ONSETS = [
  "schn", "schl", "schr", "schw", "schm", "sch", "str", "spr", "ch", "ck", "ph", "th", "tr", "br", "kr", "gr", "dr", "pr", "fr", "pl",
  "bl", "kl", "gl", "fl", "kn", "pf", "zw", "qu", "st", "sp",
];
const SHORTEST_PART = 3;

/**
 * Between two vowels the longest group of consonants that can begin a German syllable goes to the next line.
 * @param {string} text
 * @returns {string}
 */
export function hyphenate(text) {
  return text.replace(/[A-Za-zÄÖÜäöüß]{9,}/g, (word) => {
    const cuts = breaks(word.toLowerCase()).filter((cut) => cut >= SHORTEST_PART && cut <= word.length - SHORTEST_PART);
    return cuts.reverse().reduce((cut, at) => `${cut.slice(0, at)}\u00ad${cut.slice(at)}`, word);
  });
}

function breaks(word) {
  const cuts = [];
  for (const { 0: group, index } of word.matchAll(/(?<=[aeiouyäöü])[^aeiouyäöü]+(?=[aeiouyäöü])/g)) {
    const onset = group === "st" || group === "sp" ? group[1] : (ONSETS.find((start) => group.endsWith(start)) ?? group.at(-1));
    cuts.push(index + group.length - onset.length);
  }
  return cuts;
}

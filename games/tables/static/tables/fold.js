// Words as searches compare them: as Python's `casefold` has made them in the page.

/**
 * @param {string} text
 * @returns {string[]} its words
 */
export function folded(text) {
  return text.toLowerCase().replaceAll("ß", "ss").split(/\s+/).filter(Boolean);
}

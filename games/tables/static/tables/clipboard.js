// Copies text; where the clipboard is closed, as on a page without https, or does not answer, the old way.

const WITHIN = 1_000;

/**
 * @param {string} text
 * @returns {Promise<void>}
 */
export async function copyText(text) {
  try {
    await Promise.race([navigator.clipboard.writeText(text), late()]);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "sr";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

function late() {
  return new Promise((_, reject) => setTimeout(reject, WITHIN));
}

// Sends a report of a line of the chat to staff (UX-4.14).

/**
 * @param {string} line its id
 * @param {{reason: string, note: string}} report
 * @param {import("./words.js").Words} words
 * @returns {Promise<string>} what came of it, in words
 */
export async function sendReport(line, report, words) {
  try {
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const body = new URLSearchParams(report);
    const answer = await fetch(`${location.pathname}chat/${line}/melden/`, { method: "POST", headers: { "X-CSRFToken": token }, body });
    return (await answer.json()).detail;
  } catch {
    return words.fill("ui.chat_unsent");
  }
}

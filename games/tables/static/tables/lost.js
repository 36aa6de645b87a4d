// The line of a page that says when its connection is lost for more than a moment (UX-5.5). At the table itself `tools.js` says it.

const SILENT = 2_000;

const line = document.getElementById("lost");
const reconnecting = line.textContent;
let silence = 0;

/** @param {import("./connection.js").Link} link how the connection stands now */
export function tellLink({ phase, since, detail }) {
  clearTimeout(silence);
  const wait = phase === "ended" ? 0 : since + SILENT - Date.now();
  line.textContent = detail ?? reconnecting;
  line.hidden = phase === "open" ? !detail : wait > 0;
  if (phase !== "open" && wait > 0) silence = setTimeout(() => (line.hidden = false), wait);
}

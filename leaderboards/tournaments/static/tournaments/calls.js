// Whoever takes part in a tournament that is on sees on every page when they are called (UX-9.1).

const EVERY = 10_000; // ms; a call waits for half a minute at least

const part = document.getElementById("calls");
const { look: address, called } = part.dataset;
let marked = false;

mark();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", () => document.hidden || look());

async function look() {
  try {
    const answer = await fetch(`${address}?hier=${encodeURIComponent(location.pathname)}`, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    if (fresh.innerHTML.trim() !== part.innerHTML.trim()) part.replaceChildren(...fresh.childNodes);
    mark();
  } catch {
    // the connection is gone: it is looked again
  }
}

/** Title of the page, for whoever looks at another one. */
function mark() {
  const sign = `\u25cf ${called} \u00b7 `;
  const wanted = part.children.length > 0;
  if (wanted && !document.title.startsWith(sign)) document.title = sign + document.title;
  if (!wanted && marked) document.title = document.title.replace(sign, "");
  marked = wanted;
}

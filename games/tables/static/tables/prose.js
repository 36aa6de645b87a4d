// A text of several paragraphs, in which words stand out and pictures stand for words.

import { html } from "./html.js";
import { Icon } from "./icon.js";

const MARKED = /(\*\*.+?\*\*|\[[a-z-]+\])/;

/**
 * @param {object} props
 * @param {string} props.text
 * @param {import("./words.js").Words} props.words
 */
export function Prose({ text, words }) {
  return text.split("\n\n").map((paragraph, n) => html`<p key=${n}>${paragraph.split(MARKED).map((part) => shown(part, words))}</p>`);
}

function shown(part, words) {
  if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
  if (!MARKED.test(part)) return part;
  const name = part.slice(1, -1);
  return html`<span class="mark" data-mark=${name}><${Icon} name=${name} /><span class="sr">${words.mark(name)}</span></span>`;
}

// A line of the chat, and what can be done about it: not hear of somebody any more, report it (UX-4.14).

import { html, useLayoutEffect, useRef, useState } from "./html.js";

const REASONS = ["insult", "harassment", "spam", "private", "other"];
const LONGEST_NOTE = 300;

/**
 * @param {object} props
 * @param {{id: string, name: string}} props.line
 * @param {string} props.text what it says
 * @param {boolean} props.mine
 * @param {import("./words.js").Words} props.words
 * @param {{mute: (name: string, on: boolean) => void, report: (line: string, report: object) => Promise<string>}} props.act
 *   `report` returns what came of it, in words
 */
export function Line({ line, text, mine, words, act }) {
  const [open, setOpen] = useState(false);
  return html`
    <li data-line=${line.id} class=${mine ? "me" : ""}><b>${line.name}</b> <span dir="auto">${text}</span>
      ${!mine && html`<button type="button" class="chat__more" aria-expanded=${open} aria-label=${words.fill("ui.chat_more", { name: line.name })}
        onclick=${() => setOpen(!open)}></button>`}
      ${open && html`<${Deeds} ...${{ line, words, act }} />`}
    </li>`;
}

function Deeds({ line, words, act }) {
  const [reporting, setReporting] = useState(false);
  const [said, setSaid] = useState("");
  return html`
    <div class="chat__deeds">
      <button type="button" class="btn btn--s" onclick=${() => act.mute(line.name, true)}>${words.fill("ui.chat_mute", { name: line.name })}</button>
      <button type="button" class="btn btn--s" aria-expanded=${reporting} onclick=${() => setReporting(!reporting)}>${words.fill("ui.chat_report")}</button>
      ${reporting && !said && html`<${ReportForm} words=${words} onSend=${async (report) => setSaid(await act.report(line.id, report))} />`}
      <p class="small" role="status">${said}</p>
    </div>`;
}

function ReportForm({ words, onSend }) {
  const first = useRef(null);
  const [sending, setSending] = useState(false);
  useLayoutEffect(() => first.current.focus(), []);
  const onsubmit = (event) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    onSend(Object.fromEntries(new FormData(event.target)));
  };
  return html`
    <form class="chat__report" onsubmit=${onsubmit}>
      <label>${words.fill("ui.chat_report_why")}
        <select class="input" name="reason" ref=${first}>${REASONS.map((reason) => html`<option key=${reason} value=${reason}>${words.fill(`report.${reason}`)}</option>`)}</select>
      </label>
      <label>${words.fill("ui.chat_report_note")} <input class="input" name="note" maxlength=${LONGEST_NOTE} autocomplete="off" dir="auto" /></label>
      <button class="btn btn--s">${words.fill("ui.chat_report_send")}</button>
    </form>`;
}

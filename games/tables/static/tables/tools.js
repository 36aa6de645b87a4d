// The end of the table's first line: how the connection stands, the log where it is a sheet, the keys.

import { html, useLayoutEffect, useState } from "./html.js";
import { Icon } from "./icon.js";
import { openMemo } from "./help.js";

/** How long a lost connection goes without saying: what is done meanwhile is sent as soon as it is back. */
export const SILENT = 2_000;
const LONG = 20_000;

/**
 * @param {object} props
 * @param {import("./connection.js").Link} props.link
 * @param {import("./words.js").Words} props.words
 * @param {boolean} props.logOpen
 * @param {() => void} props.onLog
 * @param {() => void} props.onHelp
 * @param {() => void} props.onMenu
 * @param {() => void} props.onOverview
 * @param {boolean} props.playing whether there is something to give up
 * @param {() => void} props.onResign
 * @param {{open: boolean, unread: number, onChat: () => void} | null} props.chat null: there is nobody to talk to
 */
export function Tools({ link, words, logOpen, onLog, onHelp, onMenu, onOverview, playing, onResign, chat }) {
  return html`
    <${Connected} link=${link} words=${words} />
    ${playing && html`
      <button type="button" class="btn btn--s btn--icon tools__resign" aria-label=${words.fill("ui.resign")} title=${words.fill("ui.resign")}
        aria-haspopup="dialog" onclick=${onResign}><${Icon} name="flag" /></button>`}
    ${chat && html`
      <button type="button" class="btn btn--s tools__chat" aria-expanded=${chat.open} aria-controls="chat" aria-keyshortcuts="C" onclick=${chat.onChat}>
        <${Icon} name="chat" />${words.fill("ui.chat")}
        ${chat.unread > 0 && html`<b class="tools__new"><span aria-hidden="true">${chat.unread}</span><span class="sr">, ${words.fill("ui.chat_new", { count: chat.unread })}</span></b>`}
      </button>`}
    <button type="button" class="btn btn--s tools__log" aria-expanded=${logOpen} aria-controls="side" onclick=${onLog}>
      <${Icon} name="log" />${words.fill("ui.log")}
    </button>
    ${openMemo && html`
      <button type="button" class="btn btn--s btn--icon" aria-label=${words.fill("ui.memo")} title=${words.fill("ui.memo")} aria-keyshortcuts="W"
        aria-haspopup="dialog" onclick=${openMemo}><${Icon} name="book" /></button>`}
    <button type="button" class="btn btn--s btn--icon tools__keys" aria-label=${words.fill("ui.overview")} title=${words.fill("ui.overview")} aria-keyshortcuts="U"
      aria-haspopup="dialog" onclick=${onOverview}><${Icon} name="deck" /></button>
    <button type="button" class="btn btn--s btn--icon tools__keys" aria-label=${words.fill("ui.keys_title")} aria-keyshortcuts="?"
      onclick=${onHelp}><${Icon} name="help" /></button>
    <button type="button" class="btn btn--s btn--icon" aria-label=${words.fill("ui.menu")} title=${words.fill("ui.menu")} aria-keyshortcuts="M"
      aria-haspopup="dialog" onclick=${onMenu}><${Icon} name="menu" /></button>`;
}

/** Nothing for two seconds; then words; after twenty a button (UX-5.5). */
export function Connected({ link, words }) {
  const age = useAge(link);
  const state = standing(link.phase, age);
  return html`
    <span class="link" role="status" data-link=${state}><i class="conn"></i>
      <span class=${state === "connected" ? "link__text" : ""}>${words.fill(`ui.${state}`)}</span>
    </span>
    ${state === "offline" && html`<a class="btn btn--s" href=${location.pathname}>${words.fill("ui.reload")}</a>`}`;
}

function standing(phase, age) {
  if (phase === "ended") return "offline";
  if (phase === "open" || age < SILENT) return "connected";
  return age < LONG ? "reconnecting" : "offline";
}

/** How long this phase has lasted, as far as it matters: looked at again when it does. */
function useAge(link) {
  const [, look] = useState(0);
  useLayoutEffect(() => {
    const timers = [SILENT, LONG].map((age) => setTimeout(() => look(age), link.since + age - Date.now()));
    return () => timers.forEach(clearTimeout);
  }, [link]);
  return Date.now() - link.since;
}

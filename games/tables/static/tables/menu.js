// The menu of the table: how it behaves for this user, in one place for mouse, keyboard and phones.

import { SPEEDS } from "./motion.js";
import { html, useLayoutEffect, useRef, useState } from "./html.js";
import { Icon } from "./icon.js";
import { forgetTips, hasTips } from "./coach.js";

/**
 * @param {object} props
 * @param {import("./words.js").Words} props.words
 * @param {import("./preferences.js").Preferences} props.preferences
 * @param {(name: string, value: any) => void} props.onPrefer
 * @param {{on: boolean, turn: (on: boolean) => void} | null} props.chat null: there is nobody to talk to
 * @param {boolean} props.seated whether this viewer has cards to cover
 * @param {{on: boolean, turn: (on: boolean) => void} | undefined} props.guide what leads through a first game, where there is such
 * @param {() => void} props.onHelp shows the keys
 * @param {() => void} props.onOverview shows all cards
 * @param {(() => void) | null} props.onResign asks whether to give up; null: there is nothing to give up
 * @param {() => void} props.onClose
 */
export function Menu({ words, preferences, onPrefer, chat, seated, guide, onHelp, onOverview, onResign, onClose }) {
  const dialog = useRef(null);
  const [tips, setTips] = useState(hasTips());
  useLayoutEffect(() => dialog.current.showModal(), []);
  const flip = (name, text) => html`<${Switch} on=${preferences[name]} text=${words.fill(text)} onTurn=${(on) => onPrefer(name, on)} />`;
  const again = () => {
    forgetTips();
    setTips(false);
  };
  const lead = (on) => () => {
    dialog.current.close();
    on();
  };
  return html`
    <dialog class="help menu" ref=${dialog} aria-labelledby="menu-h" onclose=${onClose}>
      <div class="row between"><h2 id="menu-h">${words.fill("ui.menu")}</h2>
        <button type="button" class="btn btn--plain btn--icon" aria-label=${words.fill("ui.close")}
          onclick=${() => dialog.current.close()}><${Icon} name="close" /></button>
      </div>
      <fieldset class="menu__speed"><legend>${words.fill("ui.motion")}</legend>
        <div class="seg">${SPEEDS.map((name) => html`
          <label key=${name}><input type="radio" class="sr" name="motion" value=${name} checked=${preferences.motion === name}
            onchange=${() => onPrefer("motion", name)} /><span>${words.fill(`ui.motion_${name}`)}</span></label>`)}</div>
      </fieldset>
      <div class="menu__switches">
        ${seated && flip("confirm", "ui.confirm_always")}
        ${seated && flip("hidden", "ui.hide_hand")}
        ${chat && html`<${Switch} on=${chat.on} text=${words.fill("ui.chat_show")} onTurn=${chat.turn} />`}
        ${guide && html`<${Switch} on=${guide.on} text=${words.fill("ui.guide_on")} onTurn=${guide.turn} />`}
        ${flip("letters", "ui.keys_on")}
      </div>
      <div class="row menu__more">
        ${seated && html`<button type="button" class="btn btn--s" aria-disabled=${!tips} onclick=${again}>${words.fill(tips ? "ui.coach_again" : "ui.coach_on")}</button>`}
        <button type="button" class="btn btn--s" onclick=${lead(onOverview)}>${words.fill("ui.overview")}</button>
        <button type="button" class="btn btn--s" onclick=${lead(onHelp)}>${words.fill("ui.keys_show")}</button>
        ${onResign && html`<button type="button" class="btn btn--s" onclick=${lead(onResign)}><${Icon} name="flag" />${words.fill("ui.resign")}</button>`}
      </div>
    </dialog>`;
}

function Switch({ on, text, onTurn }) {
  return html`<label class="row"><input type="checkbox" checked=${on} onchange=${(event) => onTurn(event.target.checked)} /> <span>${text}</span></label>`;
}

// One sentence that helps with a new kind of prompt, until it is closed for ever (UX-2).

import { html, useState } from "./html.js";
import { Icon } from "./icon.js";
import { keep, recall } from "./memory.js";

/**
 * @param {object} props
 * @param {string} props.game
 * @param {import("./state.js").Prompt} props.prompt what is asked: there may be a tip for this question, else for all of its kind
 * @param {import("./words.js").Words} props.words
 */
export function Coach({ game, prompt, words }) {
  const [closed, close] = useState(() => recall("coach", []));
  const about = [prompt.text.key.replace(/^prompt\./, ""), prompt.kind].find((one) => words.has(`coach.${one}`));
  const tip = `${game}.${about}`;
  if (!about || closed.includes(tip)) return null;
  const shut = () => {
    close([...closed, tip]);
    keep("coach", [...closed, tip]);
  };
  return html`
    <div class="tip">
      <${Icon} name="lightbulb" />
      <p>${words.fill(`coach.${about}`)}</p>
      <button type="button" class="btn btn--plain btn--icon btn--s" aria-label=${words.fill("ui.coach_close")}
        onclick=${shut}><${Icon} name="close" /></button>
    </div>`;
}

/** @returns {boolean} whether some tip has been closed */
export function hasTips() {
  return recall("coach", []).length > 0;
}

/** All tips are shown once more, each when it is its turn. */
export function forgetTips() {
  keep("coach", []);
}

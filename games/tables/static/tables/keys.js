// The keys of the table (UX-4.3). Characters can be switched off; Escape and Enter always work.

import { useLayoutEffect } from "./html.js";

const TYPING = "input, textarea, select, [contenteditable]";
const ACTIVE = "button, a, summary, label";

/**
 * @param {boolean} letters whether single characters are keys
 * @param {object} keys what each key does; `digit` gets its number
 */
export function useKeys(letters, keys) {
  useLayoutEffect(() => {
    const onkeydown = (event) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
      const act = action(event, letters, keys);
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener("keydown", onkeydown);
    return () => document.removeEventListener("keydown", onkeydown);
  });
}

function action({ key, target }, letters, keys) {
  if (key === "Escape") return keys.escape;
  if (key === "Enter") return target.closest(ACTIVE) ? null : keys.enter;
  if (!letters) return null;
  if (/^[1-9]$/.test(key)) return () => keys.digit(Number(key));
  return Object.hasOwn(keys, key.toLowerCase()) && key.length === 1 ? keys[key.toLowerCase()] : null;
}

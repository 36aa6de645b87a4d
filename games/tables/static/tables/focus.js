// Where the keyboard is: moving within a group by arrows, and keeping the place when what had the focus goes (UX-4.3, UX-8.4).

import { useLayoutEffect, useRef, useState } from "./html.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const REGION = "section[tabindex]";

/**
 * A group with one tab stop. Its items carry `data-key`; put `props` on the group and `tabindex=${tab(n)}` on the n-th item.
 * @param {number} count of items
 * @param {boolean} [fromEnd] whether the last one is the first stop
 * @returns {{props: object, tab: (n: number) => number}}
 */
export function useRoving(count, fromEnd = false) {
  const box = useRef(null);
  const [at, setAt] = useState(fromEnd ? Infinity : 0);
  const current = Math.min(at, count - 1);
  const items = () => [...(box.current?.querySelectorAll("[data-key]:not([aria-hidden])") ?? [])];
  const held = holding(box.current);
  const region = held?.closest(REGION);

  useLayoutEffect(() => {
    if (!held) return;
    const left = items();
    rescue(left.find((item) => item.dataset.key === held.dataset.key), left[current], region);
  });

  const onkeydown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const all = items();
    const here = all.indexOf(document.activeElement);
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : here + (STEPS[event.key] ?? NaN);
    if (here < 0 || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  };
  const onfocusin = () => {
    const here = items().indexOf(document.activeElement);
    if (here >= 0) setAt(here);
  };
  return { props: { ref: box, tabindex: -1, onkeydown, onfocusin }, tab: (n) => (n === current ? 0 : -1) };
}

/**
 * Takes the focus when an element inside, such as a button that was just used, is gone.
 * @returns {{current: HTMLElement | null}} ref of an element with a `tabindex`
 */
export function useKeptFocus() {
  const box = useRef(null);
  const held = holding(box.current);
  useLayoutEffect(() => {
    if (held) rescue(box.current);
  });
  return box;
}

function holding(box) {
  return box?.contains(document.activeElement) ? document.activeElement : null;
}

/** If the focus was lost, give it to the first of these that takes it, else to the prompt; never take it from anything. */
function rescue(...places) {
  for (const place of [...places, document.getElementById("prompt")]) {
    if (document.activeElement !== document.body) return;
    place?.focus({ preventScroll: true });
  }
}

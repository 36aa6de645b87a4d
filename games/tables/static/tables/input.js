// When somebody last did something on this page, so that others can be told who is idle (PRO-7.2).

const IDLE = 180_000;
const INPUT = ["pointerdown", "pointermove", "keydown", "wheel"];

let last = performance.now(); // the system's clock may be set back

/** @returns {number} how long ago that was, in ms */
export function idleFor() {
  return performance.now() - last;
}

/** @param {() => void} call when somebody does something again after having been idle */
export function onReturn(call) {
  const onInput = () => {
    const was = idleFor();
    last = performance.now();
    if (was >= IDLE) call();
  };
  for (const kind of INPUT) document.addEventListener(kind, onInput, { passive: true, capture: true });
}

// What users and websites on the table can do: a touch picks the one that acts, a second one says on whom. Knows options, no rules.

import { useLayoutEffect, useState } from "../tables/html.js";
import { zoneOf } from "../tables/choice.js";

const ACTING = ["user", "website"]; // where what acts lies, which an option names first
const NOBODY = { at: "", zone: "", on: "" };

/**
 * @typedef {import("../tables/state.js").Option} Option
 * @typedef {object} Aim
 * @property {string} picked the zone of the user or website that is to act, or nothing
 * @property {Set<string>} zones that can be touched now
 * @property {Option[]} ways what can be chosen by a button for what is picked
 * @property {Set<string>} foes zones of those on whom it can act
 * @property {Option | undefined} looked the option that the mouse or the focus is on
 * @property {(key: string) => boolean} touch whether a touch of a card was meant for it
 * @property {boolean} attacks whether it can attack
 * @property {() => void} drop nothing is picked any more
 */

/**
 * @param {object} table as `Field` in board.js says
 * @returns {Aim}
 */
export function useAim({ state: { view }, prompt, staged, choose }) {
  const at = prompt?.id ?? "";
  const [kept, keep] = useState(NOBODY);
  const mine = kept.at === at && !staged.length ? kept : NOBODY;
  const deeds = prompt && prompt.kind !== "target" && !staged.length ? prompt.options.filter(({ refs = [] }) => ACTING.includes(view.zones[refs[0]]?.name)) : [];
  const own = deeds.filter(({ refs }) => refs[0] === mine.zone);
  const drop = () => keep(NOBODY);
  const looked = useLooked(own, prompt);
  useLayoutEffect(() => {
    if (!mine.zone) return undefined;
    const away = ({ key }) => key === "Escape" && drop();
    document.addEventListener("keydown", away);
    return () => document.removeEventListener("keydown", away);
  }, [mine.zone]);

  const touch = (key) => {
    const zone = zoneOf(key);
    const on = own.filter(({ refs }) => refs.slice(1).includes(zone));
    if (on.length === 1) choose(on[0].id);
    else if (on.length) keep({ ...mine, on: zone });
    else if (zone === mine.zone) drop();
    else if (deeds.some(({ refs }) => refs[0] === zone)) keep({ at, zone, on: "" });
    else return false;
    return true;
  };
  return {
    picked: mine.zone,
    zones: new Set([...deeds.map(({ refs }) => refs[0]), ...own.flatMap(({ refs }) => refs)]),
    foes: new Set(own.flatMap(({ refs }) => refs.slice(1))),
    ways: own.filter(({ refs }) => (mine.on ? refs.slice(1).includes(mine.on) : refs.length === 1)),
    looked,
    attacks: own.some(({ id }) => id.startsWith("attack")),
    touch,
    drop,
  };
}

/** The option whose button the mouse or the focus is on, or the only one on the user there. */
function useLooked(own, prompt) {
  const [spot, look] = useState({});
  useLayoutEffect(() => {
    const seen = ({ target }) => {
      const option = target.closest?.("[data-option]")?.dataset.option;
      const zone = target.closest?.(".omg [data-key]")?.dataset.key;
      if (option || zone) look({ option, zone: zone && zoneOf(zone) });
    };
    const kinds = ["pointerover", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, seen, { passive: true });
    return () => kinds.forEach((kind) => document.removeEventListener(kind, seen));
  }, []);
  return prompt?.options.find(({ id }) => id === spot.option) ?? own.find(({ refs }) => refs.slice(1).includes(spot.zone));
}

// The board of Emotrions: the trick in the middle, the others around it, and below what lies before me.

import { html } from "../tables/html.js";

const NUMBERS = ["total", "points", "state"];
const RING = 3; // as many opponents have places of their own around the trick

/** As `Field` in board.js says. */
export function Field({ state, words, pile, player, about }) {
  const { view, viewer, near, table } = state;
  const seats = table.seats.length;
  const others = Array.from({ length: seats - 1 }, (_, n) => (near + 1 + n) % seats);
  const asked = (seat) => state.waiting.some((one) => one.seat === seat);
  return html`
    <div class="emo" data-others=${others.length} data-crowd=${others.length > RING}>
      ${!table.outcome && html`<section class="trick" aria-labelledby="trick-h">
        <h3 id="trick-h">${heading(view, words)}</h3>
        <div class="trick__about">${about(usual(view))}</div>
        <div class="trick__plays">
          ${laying(view, seats).map((seat) => html`
            <div key=${seat} class="play" data-ahead=${seat === view.ahead} data-turn=${asked(seat)}>
              ${pile(`trick_${seat}`, { level: "", empty: slot(seat, asked(seat), state, words) })}
              <p class="play__who">${words.name(seat)}${power(view, seat) !== undefined && html` <b class="num">${power(view, seat)}</b>`}</p>
            </div>`)}
        </div>
      </section>`}
      <section class="seat seat--mine" aria-labelledby=${`player-${near}`}>
        <div class="player" data-seat=${near} data-turn=${asked(near)} data-me=${near === viewer}>${player(near, NUMBERS)}</div>
        ${viewer === "spectator" && pile(`hand_${near}`)}
        ${pile(`won_${near}`, { small: true })}
        <div class="heap">${pile("bank")}</div>
        ${view.zones.discard?.count > 0 && pile("discard", { small: true })}
      </section>
      <div class="others">
        ${others.map((seat, n) => html`
          <section key=${seat} class="seat" data-place=${n} data-turn=${asked(seat)} aria-labelledby=${`player-${seat}`}>
            <div class="player" data-seat=${seat} data-turn=${asked(seat)}>${player(seat, NUMBERS)}</div>
            ${pile(`hand_${seat}`, { small: true })}
            ${pile(`won_${seat}`, { small: true })}
          </section>`)}
      </div>
    </div>`;
}

/** What is said elsewhere on the board, or as always. */
function usual({ flags, equal_start }) {
  const standard = flags?.bank === "down" && flags.plays === "up" && flags.hands === "hidden";
  return ["trick", "leader", "ahead", ...(standard ? ["flags"] : []), ...(equal_start ? [] : ["equal_start"])];
}

/** Who lays, in order, beginning with who leads. */
function laying(view, seats) {
  const first = view.leader ?? 0;
  return Array.from({ length: seats }, (_, n) => (first + n) % seats).filter((seat) => view.zones[`trick_${seat}`]);
}

function power(view, seat) {
  return view.zones[`trick_${seat}`]?.power;
}

function heading(view, words) {
  if (view.trick === undefined) return words.fill("zone.trick");
  if (view.ahead === undefined) return words.fill("field.trick", { trick: view.trick });
  return words.fill("field.ahead", { trick: view.trick, seat: view.ahead, power: power(view, view.ahead) });
}

function slot(seat, asked, { viewer }, words) {
  if (!asked) return words.fill("field.open");
  return words.fill(seat === viewer ? "field.yours" : "field.theirs");
}

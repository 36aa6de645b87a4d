// The waiting room: shows who sits down as it happens, leads to the game when it begins, and copies the invitation.

import { Connection } from "./connection.js";
import { tellLink } from "./lost.js";
import { WaitingChat } from "./waiting_chat.js";

const room = document.getElementById("waiting");
const { socket, language } = room.dataset;
let taken = Number(room.dataset.taken);

const CLIPBOARD_WITHIN = 1_000;

const chat = new WaitingChat(document.getElementById("waiting-chat"), room.dataset.catalogue);
const connection = new Connection({
  path: socket, language, position: () => ({ v: -1, epoch: 0 }), onMessage: take, onLink: tellLink, onAside: (message) => chat.hear(message),
});
chat.connection = connection;
connection.start();

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

/** The table has changed: begun, or somebody has come. */
async function take({ d }) {
  if (!d.table) return;
  if (d.table.status !== "open") return location.reload();
  const { length } = d.table.seats;
  const places = Number(room.dataset.places);
  if ((length === places) !== (taken === places)) return location.reload(); // a full one that has not begun says why, and invites nobody
  if (length === taken && length < places) return;
  taken = length;
  await refresh();
}

/** The list of seats anew, as the server renders it; the rest of the page, such as a selected link, stays. */
async function refresh() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const seats = page.getElementById("seats");
  if (!seats) return location.reload();
  document.getElementById("seats").replaceChildren(...seats.childNodes);
}

/** Where the clipboard is closed, as on a page without https, or does not answer, the selected link is copied the old way. */
async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await Promise.race([navigator.clipboard.writeText(field.value), late(CLIPBOARD_WITHIN)]);
  } catch {
    document.execCommand("copy");
  }
  document.getElementById("copied").textContent = button.dataset.done;
}

function late(delay) {
  return new Promise((_, reject) => setTimeout(reject, delay));
}

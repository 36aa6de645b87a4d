// The view for a projector: goes through its pictures, each fresh from the server; somebody at the keyboard can hold it.

const SHOWN_FOR = 20_000;

const screen = document.getElementById("main");
const hold = document.getElementById("hold");
hold.hidden = false;
let timer = setTimeout(next, SHOWN_FOR);

hold.addEventListener("click", () => {
  const held = hold.getAttribute("aria-pressed") !== "true";
  hold.setAttribute("aria-pressed", String(held));
  clearTimeout(timer);
  if (!held) timer = setTimeout(next, SHOWN_FOR);
});

async function next() {
  const { following } = screen.dataset;
  const to = new URL(location.href);
  if (following) to.searchParams.set("bild", following);
  try {
    await fetch(to, { method: "HEAD" });
    location.replace(to);
  } catch {
    timer = setTimeout(next, SHOWN_FOR);
  }
}

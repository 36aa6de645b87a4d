/** Pages of organisers: seeds are moved by arrows or by dragging, and fields that do not concern a kind of stage are put away. */

for (const form of document.querySelectorAll("form[data-seeds]")) seeds(form);
for (const legend of document.querySelectorAll("details.ties")) ties(legend);
for (const form of document.querySelectorAll("form:has([name='s0.kind'])")) stages(form);

/** @param {HTMLFormElement} form the order of seeds; without this its numbers are typed */
function seeds(form) {
  const list = form.querySelector(".seedlist");
  const said = form.querySelector("[data-said]");
  let held = null;

  const number = () => [...list.children].forEach((item, index) => { item.querySelector("input").value = index + 1; });
  const tell = (item) => {
    const name = item.querySelector(".seedlist__name").textContent.trim();
    const place = [...list.children].indexOf(item) + 1;
    said.textContent = form.dataset.moved.replace("{name}", name).replace("{place}", String(place));
  };
  const moved = (item) => { number(); tell(item); };

  for (const arrows of list.querySelectorAll(".seedlist__arrows")) arrows.hidden = false;
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    const item = button.closest("li");
    const up = button.dataset.move === "-1";
    const other = up ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (up) other.before(item); else other.after(item);
    button.focus();
    moved(item);
  });
  list.addEventListener("change", (event) => {
    const item = event.target.closest("li");
    const wanted = Number.parseInt(event.target.value, 10);
    if (!item || !(wanted >= 1)) return;
    const others = [...list.children].filter((one) => one !== item);
    const before = others[wanted - 1];
    if (before) before.before(item); else list.append(item);
    item.querySelector("input").focus();
    moved(item);
  });
  list.addEventListener("dragstart", (event) => {
    held = event.target.closest("li");
    held?.classList.add("is-held");
    event.dataTransfer.effectAllowed = "move";
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("li");
    if (!held || !over) return;
    event.preventDefault();
    for (const item of list.children) item.classList.toggle("is-target", item === over && item !== held);
  });
  list.addEventListener("drop", (event) => {
    const over = event.target.closest("li");
    if (!held || !over || over === held) return;
    event.preventDefault();
    const down = held.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (down) over.after(held); else over.before(held);
    moved(held);
  });
  list.addEventListener("dragend", () => {
    for (const item of list.children) item.classList.remove("is-held", "is-target");
    held = null;
  });
}

/** @param {HTMLFormElement} form everything a tournament can be like */
function stages(form) {
  const kinds = [...form.querySelectorAll("select[name$='.kind']")];
  const fixed = new Set(form.querySelectorAll("input[disabled], select[disabled]"));
  const show = () => {
    let there = true;
    for (const [number, kind] of kinds.entries()) {
      const part = form.querySelector(`[data-part="stage${number}"]`);
      if (number && part) part.hidden = part.disabled = !there; // what is put away is not sent: a form has a hundred fields at most
      there = there && kind.value !== "";
      for (const field of part?.querySelectorAll("[data-kinds]") ?? []) {
        field.hidden = !field.dataset.kinds.split(" ").includes(kind.value) && !field.classList.contains("field--wrong");
        for (const input of field.querySelectorAll("input, select")) input.disabled = field.hidden || fixed.has(input);
      }
    }
  };
  form.addEventListener("change", show);
  show();
}

/**
 * What decides among those level on points: names in an order that can be changed, in place of codes to be typed.
 * @param {HTMLDetailsElement} legend all there are, with what they mean
 */
function ties(legend) {
  const field = legend.closest(".field");
  const input = field.querySelector("input");
  if (input.hasAttribute("disabled")) return; // once it runs
  const known = new Map([...legend.querySelectorAll("[data-code]")].map((one) => [one.dataset.code, one]));
  const list = document.createElement("ol");
  const more = document.createElement("select");
  list.className = "tielist";
  more.setAttribute("aria-label", legend.dataset.add);
  field.querySelector(".field__help")?.remove();
  input.hidden = true;
  input.after(list, more);

  const codes = () => input.value.toUpperCase().split(/[\s,]+/).filter((code) => known.has(code));
  const text = (code) => known.get(code).querySelector("dt").textContent.replace(code, "").trim();
  const button = (sign, label, code, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "btn btn--s btn--icon";
    made.append(sign);
    made.setAttribute("aria-label", `${label}: ${text(code)}`);
    made.addEventListener("click", () => act(codes().indexOf(code)));
    return made;
  };
  const put = (order, focus) => {
    input.value = order.join(" ");
    show();
    (focus === undefined ? more : list.children[focus]?.querySelector("button") ?? more).focus();
  };
  const moved = (from, to) => {
    const order = codes();
    if (to < 0 || to >= order.length) return;
    order.splice(to, 0, ...order.splice(from, 1));
    put(order, to);
  };
  function show() {
    const order = codes();
    list.replaceChildren(...order.map((code) => {
      const item = document.createElement("li");
      const what = document.createElement("span");
      const small = document.createElement("small");
      small.append(known.get(code).querySelector("dd").textContent);
      what.append(text(code), small);
      item.append(
        what,
        button("\u2191", legend.dataset.up, code, (at) => moved(at, at - 1)),
        button("\u2193", legend.dataset.down, code, (at) => moved(at, at + 1)),
        button("\u00d7", legend.dataset.out, code, (at) => put(codes().toSpliced(at, 1))),
      );
      return item;
    }));
    const first = new Option(order.length ? `${legend.dataset.add} \u2026` : legend.dataset.none, "");
    more.replaceChildren(first, ...[...known.keys()].filter((code) => !order.includes(code)).map((code) => new Option(text(code), code)));
  }
  more.addEventListener("change", () => more.value && put([...codes(), more.value]));
  show();
}

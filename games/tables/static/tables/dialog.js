// Opens a table in a dialog: the same form that has a page of its own, which serves where there is no script.

const FORM = "opening-form";

/** Let links that lead to the form open the dialog instead. */
export function openDialogs() {
  const dialog = document.getElementById("opening");
  const body = dialog.querySelector(".sheet__body");

  for (const link of document.querySelectorAll("[data-dialog]")) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      if (await load(link.href)) dialog.showModal();
      else location.href = link.href;
    });
  }
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  body.addEventListener("click", async (event) => {
    const link = event.target.closest(".games a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (await load(link.href)) body.querySelector(".games [aria-current]").focus();
    else location.href = link.href;
  });
  body.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target);
  });

  /** The form of another page, or of the answer to this one. */
  async function load(address, options) {
    try {
      const response = await fetch(address, options);
      if (options && response.redirected && response.ok) {
        location.href = response.url;
        return true;
      }
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const form = page.getElementById(FORM);
      if (!form) return false;
      body.replaceChildren(document.adoptNode(form));
      return true;
    } catch {
      return false;
    }
  }

  /** The table is opened, or the form comes back with what is wrong; whatever else happens is for the browser to show. */
  async function send(form) {
    if (form.dataset.sending) return;
    form.dataset.sending = "";
    if (!(await load(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }))) return form.submit();
    body.querySelector("[role=alert]")?.focus();
    dialog.scrollTop = 0;
  }
}

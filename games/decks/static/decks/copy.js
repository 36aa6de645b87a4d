// Copies what stands in a field, at the press of its button.

import { copyText } from "../tables/clipboard.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copyText(document.getElementById(button.dataset.copy).value);
    button.parentElement.querySelector("[data-copied]").textContent = button.dataset.done;
  });
}

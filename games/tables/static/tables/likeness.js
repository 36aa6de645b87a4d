// A card as it looks, to fly or to be dragged over the board: nobody reads it and nothing can be done with it.

/**
 * @param {HTMLElement} card of the page
 * @returns {HTMLElement}
 */
export function likeness(card) {
  const copy = document.createElement("div");
  copy.className = card.className;
  for (const part of card.children) if (!part.matches(".sr")) copy.append(part.cloneNode(true));
  return copy;
}

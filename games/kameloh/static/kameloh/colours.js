// The colours of the world of Ka-Mel-Oh!: outlines, cloth, fur by race, and six skies over the desert.

export const INK = "#231d1a";
export const CLOTH = ["#b3362b", "#1f5f9e", "#2e7449", "#d9a514", "#6b4794", "#0e6d73", "#c2577f"];

/** What races are covered with, by their German names. */
export const FUR = {
  Kamel: ["#b9773a", "#cf9350", "#a0622f", "#c7a06a"], Dromedar: ["#d8a866", "#c48a4a", "#b77a4f", "#e0bc82"],
  Lama: ["#f3e7d2", "#d9c2a2", "#a8876a", "#efe0c0"], Pflanze: ["#4f8f52", "#6ba04c", "#3f7b5d", "#7fa653"],
  Krabbler: ["#a5412f", "#6d3b4f", "#3f5d63", "#b4682b"], Geist: ["#eae6f2", "#cfe3e6", "#f2ead6", "#d6d0ea"],
  Maschine: ["#8a9399", "#b6574a", "#5d7f8a", "#c08a3a"], Vogel: ["#5c7fa8", "#b3563f", "#7b6a9a", "#c79a3c"],
  Mensch: ["#e2b48c", "#b67c52", "#8a5a3c", "#f0cba5"], Echse: ["#6f9b5a", "#4f8a80", "#a8904a", "#7a8f4a"],
  Nager: ["#b08a5e", "#8f7560", "#c99f68", "#a4755a"],
};

/** Sky, lower sky, sun, far dune, near dune. */
export const SKIES = {
  morning: ["#f6d9a4", "#fbeccb", "#e8743b", "#dda862", "#c88a45"],
  noon: ["#9fd0d6", "#d9ebe0", "#fff3c4", "#e2bb77", "#cf9c55"],
  dusk: ["#e98f6b", "#f7c58f", "#fbe7a1", "#a8604f", "#7f4548"],
  night: ["#33476f", "#5b6f97", "#f3e8c8", "#6d6a86", "#474a68"],
  dust: ["#d9b98a", "#e8d2ac", "#f4e7c9", "#bd935e", "#a17a49"],
  after_rain: ["#c7d5a8", "#eee9c6", "#ef9d4f", "#d3ab60", "#b98b49"],
};

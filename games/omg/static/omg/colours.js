// The colours of the cards of Online Marketing Generals: outlines, skin, hair, clothes, and the ground of each faction.

export const INK = "#22262b";
export const GREY = "#8b8d90";
export const SHIRT = "#fbf8f0";
export const SKIN = ["#f3cfae", "#e5b48c", "#c98e63", "#9a6642", "#6e472e", "#f6dcc4"];
export const HAIR = ["#2b2320", "#5a3a24", "#a8672f", "#d9b066", GREY, "#7b2f2a", "#37506e", "#c9c5bd"];
export const WEAR = ["#2f5f8a", "#b3482f", "#3f7a58", "#6a4a8c", "#c79a2c", "#3a4148", "#b05f7d", "#2f7f84"];

/** Ground, pattern on it, and the strong colour. */
export const FACTION = {
  seo: ["#cfe0d6", "#a9c9b7", "#1d6a4a"],
  affiliate: ["#f3dfb2", "#e4c57e", "#8a5a00"],
  neutral: ["#d8dbe6", "#bcc2d6", "#44507e"],
};
export const PLAIN = ["#e3dfd4", "#cfc8b8"];

// Words for the names that rules and protocol use: the same rules as `Speaker` in games/texts.py, held together by a test.

/** Arguments that are seats. */
export const SEATS = ["seat", "seats", "giver", "taker", "owner", "by", "player", "leader", "ahead", "playoff", "turn_of", "starter"];
const CARDS = ["card", "cards", "source"];
const BY_SEAT = ["points", "totals", "experience"];
const MINUS = "\u2212";

/** Says texts of one catalogue, with the names of the players at the table. */
export class Words {
  /**
   * @param {Record<string, string | string[]>} catalogue texts by key; a plural as [one, other, argument]
   * @param {string[]} names of the players by seat
   * @param {Record<string, any>} options of the table
   */
  constructor(catalogue, names = [], options = {}) {
    this.catalogue = catalogue;
    this.names = names;
    this.options = options;
  }

  /**
   * @param {string[]} names
   * @param {Record<string, any>} options
   * @returns {Words} the same texts at another table
   */
  at(names, options = {}) {
    return new Words(this.catalogue, names, options);
  }

  /**
   * @param {string} key
   * @returns {boolean} whether there is a wording
   */
  has(key) {
    return Object.hasOwn(this.catalogue, key);
  }

  /**
   * Names in the order in which their texts stand in the catalogue, which the game's author chose; those without a text last.
   * @param {string} prefix of the keys, such as `fact`
   * @param {Iterable<string>} names
   * @returns {string[]}
   */
  sorted(prefix, names) {
    const keys = Object.keys(this.catalogue).filter((key) => key.startsWith(`${prefix}.`));
    const place = (name) => (keys.indexOf(`${prefix}.${name}`) + keys.length + 1) % (keys.length + 1);
    return [...names].sort((one, other) => place(one) - place(other));
  }

  /**
   * A text from the wire, filled in.
   * @param {{key: string, args?: Record<string, any>}} text
   * @returns {string}
   */
  say({ key, args }) {
    return this.fill(key, args ?? {});
  }

  /**
   * The wording of a key with these arguments. A game without words for it still gets something readable.
   * @param {string} key
   * @param {Record<string, any>} [args]
   * @returns {string}
   */
  fill(key, args = {}) {
    if (!this.has(key)) {
      return "option" in args ? String(args.option) : this.unworded(key, args);
    }
    return this.template(key, args).replace(/\{(\w+)\}/g, (_, name) => this.value(name, args[name], args.seats));
  }

  /**
   * The same text in pieces, so that cards can be shown where they are named.
   * @param {{key: string, args?: Record<string, any>}} text
   * @returns {(string | {c: string})[]} `c`: a card, by its id
   */
  pieces({ key, args = {} }) {
    if (!this.has(key)) return [this.fill(key, args)];
    return this.template(key, args).split(/(\{\w+\})/).flatMap((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (!name) return part ? [part] : [];
      const value = args[name];
      if (value === undefined || value === null || !(CARDS.includes(name) || this.isCard(value))) return [this.value(name, value, args.seats)].filter(Boolean);
      return Array.isArray(value) ? this.listed(value.map((c) => ({ c }))) : [{ c: value }];
    });
  }

  /**
   * @param {string} c id of a card
   * @returns {string | undefined} the language of its name, where it has none in the language of the page (UX-8.7)
   */
  foreign(c) {
    return this.catalogue[`card.${c}.lang`];
  }

  /**
   * One argument in words.
   * @param {string} name
   * @param {any} value
   * @param {number[]} [seats] whom a list by seat is about
   * @returns {string}
   */
  value(name, value, seats) {
    if (value === undefined || value === null) return "";
    if (!Array.isArray(value)) return this.one(name, value);
    if (BY_SEAT.includes(name)) {
      return (seats ?? value.map((_, seat) => seat)).map((seat) => `${this.name(seat)} ${this.one(name, value[seat])}`).join(", ");
    }
    return this.joined(value.map((part) => this.one(name, part)));
  }

  /**
   * @param {string} id as in views: `game.card`
   * @returns {string} the name of a card
   */
  card(id) {
    return this.one("card", id);
  }

  /**
   * @param {string} id as in views: `game.card`
   * @returns {string} the text of a card, as the options of the table have it: paragraphs, with stressed words and pictures
   */
  text(id) {
    const key = `card.${id}.text`;
    const chosen = Object.entries(this.options).map(([option, value]) => `${key}.${option}.${value}`);
    return this.catalogue[chosen.find((one) => this.has(one)) ?? key] ?? "";
  }

  /**
   * @param {string} name of a picture in a text
   * @returns {string} the words for it
   */
  mark(name) {
    return this.catalogue[`mark.${name}`] ?? name;
  }

  /**
   * A text with pictures and stressed words as it is said. A picture that a paragraph begins with is its label.
   * @param {string} text
   * @returns {string}
   */
  plain(text) {
    const labelled = text.replace(/^\[([a-z-]+)\]/gm, (_, name) => `${this.mark(name)}:`);
    const worded = labelled.replace(/\[([a-z-]+)\]/g, (_, name) => this.mark(name));
    return worded.replaceAll("**", "").split(/\s+/).join(" ").trim();
  }

  /**
   * @param {number} seat
   * @returns {string} the name of the player
   */
  name(seat) {
    return this.names[seat] ?? `#${seat + 1}`;
  }

  /**
   * `a`, `a und b`, `a, b und c`.
   * @param {string[]} parts
   * @returns {string}
   */
  joined(parts) {
    if (parts.length < 2) return parts.join("");
    return this.fill("ui.list", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) });
  }

  /** @private */
  template(key, args) {
    const words = this.catalogue[key];
    if (!Array.isArray(words)) return words;
    return args[words[2]] === 1 ? words[0] : words[1];
  }

  /**
   * As `joined`, in pieces.
   * @private
   */
  listed(parts) {
    if (parts.length < 2) return parts;
    const [last, ...others] = [parts.at(-1), ...parts.slice(0, -1)];
    const first = others.flatMap((part, n) => (n ? [", ", part] : [part]));
    return this.catalogue["ui.list"].split(/(\{first\}|\{last\})/).flatMap((part) => (part === "{first}" ? first : part === "{last}" ? [last] : part ? [part] : []));
  }

  /**
   * `Mira: plan, west, calm`: of whom, what, and with what else.
   * @private
   */
  unworded(key, args) {
    const what = key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
    const rest = Object.keys(args).filter((name) => name !== "seat").map((name) => this.value(name, args[name], args.seats));
    const said = [what, ...rest].filter(Boolean).join(", ");
    return "seat" in args ? `${this.name(args.seat)}: ${said}` : said;
  }

  /**
   * Whether it is the id of a card, whatever the argument is called.
   * @private
   */
  isCard(value) {
    return typeof value === "string" && this.has(`card.${value}`);
  }

  /** @private */
  one(name, value) {
    if (SEATS.includes(name)) return this.name(value);
    if (CARDS.includes(name)) return this.catalogue[`card.${value}`] ?? String(value).slice(String(value).lastIndexOf(".") + 1);
    if (this.isCard(value)) return this.catalogue[`card.${value}`];
    if (Number.isInteger(value) && this.catalogue.signed?.split(" ").includes(name)) return signed(value);
    if (Number.isInteger(value)) return String(value).replace("-", MINUS);
    return this.catalogue[`value.${name}.${value}`] ?? String(value);
  }
}

function signed(value) {
  if (value === 0) return "±0";
  return value > 0 ? `+${value}` : String(value).replace("-", MINUS);
}

// Words for the names that rules and protocol use: the same rules as `Speaker` in games/texts.py, held together by a test.

const SEATS = ["seat", "seats", "giver", "leader", "ahead", "playoff"];
const CARDS = ["card", "cards"];
const SIGNED = ["points"];
const BY_SEAT = ["points", "totals"];
const MINUS = "\u2212";

/** Says texts of one catalogue, with the names of the players at the table. */
export class Words {
  /**
   * @param {Record<string, string | string[]>} catalogue texts by key; a plural as [one, other, argument]
   * @param {string[]} names of the players by seat
   */
  constructor(catalogue, names = []) {
    this.catalogue = catalogue;
    this.names = names;
  }

  /**
   * @param {string[]} names
   * @returns {Words} the same texts with other names
   */
  at(names) {
    return new Words(this.catalogue, names);
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
      if (!CARDS.includes(name) || value === undefined || value === null) return [this.value(name, value, args.seats)].filter(Boolean);
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

  /** @private */
  one(name, value) {
    if (SEATS.includes(name)) return this.name(value);
    if (CARDS.includes(name)) return this.catalogue[`card.${value}`] ?? String(value).slice(String(value).lastIndexOf(".") + 1);
    if (SIGNED.includes(name) && Number.isInteger(value)) return signed(value);
    if (Number.isInteger(value)) return String(value).replace("-", MINUS);
    return this.catalogue[`value.${name}.${value}`] ?? String(value);
  }
}

function signed(value) {
  if (value === 0) return "±0";
  return value > 0 ? `+${value}` : String(value).replace("-", MINUS);
}

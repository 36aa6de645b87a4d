// What is spoken (UX-8.3): at once when it is my turn, politely what happened, one sentence for each action.

const QUIET = ["turn_began", "phase_began", "cards_shuffled"];
const KEPT = 4;

/** Writes to the two live regions of the page. */
export class Announcer {
  /**
   * @param {HTMLElement} turn assertive
   * @param {HTMLElement} news polite
   */
  constructor(turn, news) {
    this.turn = turn;
    this.news = news;
    this.prompt = "";
    this.last = "";
  }

  /**
   * Say what a message has brought.
   * @param {import("./state.js").State} state
   * @param {import("./state.js").Line[]} lines new in the log
   * @param {import("./words.js").Words} words
   */
  tell(state, lines, words) {
    for (const sentence of sentences(state, lines, words)) this.say(sentence);
    const asked = state.prompts.find((prompt) => !prompt.answer);
    if (asked && asked.id !== this.prompt) {
      this.last = this.turn.textContent = `${words.fill("ui.your_turn")}: ${words.say(asked.text)} ${this.prompt ? "" : words.fill("ui.jump_hint")}`;
    }
    this.prompt = asked?.id ?? (this.prompt && "none");
  }

  /**
   * Say something about the time.
   * @param {string} sentence
   * @param {boolean} urgent at once
   */
  warn(sentence, urgent) {
    if (urgent) this.last = this.turn.textContent = sentence;
    else this.say(sentence);
  }

  /** Say the last thing once more (UX-8.3); returns it. */
  repeat() {
    const said = this.last;
    if (said) this.say(said);
    return said;
  }

  /** @param {string} sentence said politely, after what is being said */
  say(sentence) {
    this.last = sentence;
    const line = document.createElement("p");
    line.textContent = sentence;
    this.news.append(line);
    while (this.news.children.length > KEPT) this.news.firstChild.remove();
  }
}

/** One for each version; of my own move only what came of it. */
function sentences(state, lines, words) {
  const actions = new Map();
  for (const line of lines) {
    if (!QUIET.includes(line.e)) actions.set(line.v, [...(actions.get(line.v) ?? []), line]);
  }
  return [...actions.values()]
    .map((action) => (action[0].by === state.viewer ? action.slice(1) : action))
    .filter((action) => action.length)
    .map((action) => action.map((line) => words.say(line)).join(" "));
}

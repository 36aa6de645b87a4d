// The chat of those who wait for others at a table (UX-4.14): there from the second person on, and open all the time.

import { Chat, Talk, rooms } from "./chat.js";
import { Words } from "./words.js";
import { html, render } from "./html.js";
import { sendReport } from "./reporting.js";

/** Shows what is said, as it comes over the connection of the waiting room. */
export class WaitingChat {
  /**
   * @param {HTMLElement} panel
   * @param {string} catalogue where the words are
   */
  constructor(panel, catalogue) {
    this.panel = panel;
    this.talk = new Talk(location.pathname);
    this.talk.open = true;
    this.words = null;
    this.state = null;
    this.act = {
      showChat: () => {},
      turnChat: (on) => (this.talk.turn(on), this.draw()),
      mute: (name, on) => (this.talk.mute(name, on), this.draw()),
      report: (line, report) => sendReport(line, report, this.words),
      say: (line) => this.say(line),
    };
    this.load(catalogue);
  }

  async load(catalogue) {
    this.words = new Words((await (await fetch(catalogue)).json()).texts);
    this.draw();
  }

  /**
   * @param {{t: string, d: any}} message of the server
   */
  hear(message) {
    const { viewer, table } = message.d;
    if (table) this.state = { viewer: viewer ?? this.state?.viewer, table };
    this.talk.hear(message);
    this.talk.markRead();
    this.draw();
  }

  async say(line) {
    try {
      await this.connection.say(line);
      return "";
    } catch (error) {
      return error.detail ?? this.words.fill("ui.chat_unsent");
    }
  }

  draw() {
    if (!this.words || !this.state) return;
    const { state, words, talk, act } = this;
    const there = state.viewer !== "spectator" && rooms(state, talk, false).length > 0;
    this.panel.hidden = !there;
    render(there && html`<${Chat} ...${{ state, words, talk, act }} account=${false} />`, this.panel);
  }
}

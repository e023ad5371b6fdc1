// Between the score card and what is outside of this page: the browser's storage, other tabs, the address, paper.
// It says what became of the card in a line above it.
import { Kept, isOurs } from "./keep.js";
import { button, cross, download, el, tell } from "./page.js";
import { Paper } from "./paper.js";
import { nameAt } from "./remarks.js";
import { openShare, opened, takeCard, usable, why } from "./share.js";
import { openStore } from "./store.js";

export class Keeper {
  #told = false; // that nothing is kept

  /** `host`: the element. Its words, table, sheet and history, show(history) and commit(action). */
  constructor(host) {
    this.host = host;
    this.kept = new Kept(openStore());
    this.paper = new Paper(host, () => [host.words, host.table, host.sheet]);
    this.text = el("span", { role: "status" }); // it must be there before it speaks
    this.note = el("div", { class: "tally-note", hidden: true }, this.text);
  }

  /** The history to begin with, or null. Rejects when the rules of its game cannot be had. */
  async arrive() {
    const { history, news } = this.kept.find();
    this.news = [news];
    try {
      if (history) await usable(history.sheet);
      return history;
    } catch (error) {
      if (error.key !== "table") throw error;
      this.kept.setAside();
      this.news = ["damaged"];
      return null;
    }
  }

  /** Once the card is shown: from now on it follows other tabs and the address. */
  async begin() {
    const { works } = this.kept.store;
    this.#told = !works;
    this.paper.change();
    this.#tell([...this.news, works ? null : "unsaved"]);
    await this.#openAddress();
    addEventListener("storage", (event) => isOurs(event) && this.agree());
    addEventListener("pageshow", () => this.agree());
    document.addEventListener("visibilitychange", () => document.hidden || this.agree());
    addEventListener("hashchange", () => this.#openAddress());
  }

  /** Takes over what another tab wrote. Null when the card can be changed now, else a promise: it is another one. */
  agree() {
    const { host } = this, { history: { sheet } } = host, { history, news } = this.kept.find(host.history);
    if (history === host.history) return this.#tell([news]);
    const isLike = history.sheet.game === sheet.game && history.sheet.players.length === sheet.players.length;
    const shown = host.show(history).then(() => {
      if (host.history !== history) return this.kept.forget(); // its rules could not be had
      this.paper.change();
      if (news === "both") this.save();
      return this.#tell([news]);
    });
    return isLike ? null : shown;
  }

  /** After every change. */
  save() {
    this.paper.change();
    if (this.kept.save(this.host.history) || this.#told) return;
    this.#told = true;
    this.#tell(["full"]);
  }

  share() {
    const { host } = this;
    return openShare(host.words, { table: host.table, sheet: host.sheet, names: host.sheet.players.map((_, at) => nameAt(host.words, host.sheet, at)) }, {
      open: (sheet) => this.#open(sheet),
      blank: () => this.paper.printBlank(),
    });
  }

  async #open(sheet) {
    await this.host.commit({ do: "open", sheet });
    this.#say(this.host.words.score.share.opened);
  }

  async #openAddress() {
    const text = takeCard();
    if (text === null) return;
    const { share, wrong } = this.host.words.score;
    try {
      await this.#open(await opened(text));
    } catch (error) {
      this.#say(`${share.refused} ${why(wrong, error)}`);
    }
  }

  #tell(news) {
    const { words: { score: { kept: words } } } = this.host, there = news.filter(Boolean), { aside } = this.kept;
    const isAside = there.includes("damaged") || there.includes("version");
    const save = isAside && button(words.aside, () => download(aside, "three-rolls-card-set-aside.txt"));
    if (there.length) this.#say(there.map((key) => words[key]).join(" "), ...(save ? [save] : []));
    return null;
  }

  /** Beside what stands there already when several things happened at once. */
  #say(text, ...buttons) {
    const close = cross(this.host.words.score.kept.close, () => {
      this.note.hidden = true;
      this.text.textContent = "";
      this.host.send.focus();
    });
    this.note.hidden = false;
    this.note.replaceChildren(this.text, ...buttons, close);
    tell(this.text, text);
  }
}

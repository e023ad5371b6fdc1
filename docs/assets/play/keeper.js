// Between the score card and what is outside of this page: the browser's storage, other tabs, the address, paper.
// It says what became of the card in a line above it.
import { Kept, isOurs } from "./keep.js";
import { button, cross, download, el, tell } from "./page.js";
import { Paper } from "./paper.js";
import { nameAt } from "./remarks.js";
import { openShare, opened, takeCard, usable, why } from "./share.js";
import { openStore } from "./store.js";
import { step } from "./tally.js";

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

  /** The history to begin with: what is kept, or `fresh`, and a card in the address on top. Rejects when rules cannot be had. */
  async arrive(fresh) {
    let { history, news } = this.kept.find();
    try {
      if (history) await usable(history.sheet);
    } catch (error) {
      if (error.key !== "table") throw error;
      this.kept.setAside();
      [history, news] = [null, "damaged"];
    }
    this.news = [news];
    history ??= fresh;
    await this.#fromAddress((sheet) => { history = step(history, { do: "open", sheet }); });
    return history;
  }

  /** Once the card is shown: from now on it follows other tabs and the address. */
  begin() {
    const { works } = this.kept.store;
    this.#told = !works;
    this.paper.change();
    if (this.from === "opened") this.save();
    this.#tell([...this.news, works ? null : "unsaved"], this.from);
    addEventListener("storage", (event) => isOurs(event) && this.agree());
    addEventListener("pageshow", () => this.agree());
    document.addEventListener("visibilitychange", () => document.hidden || this.agree());
    addEventListener("hashchange", async () => {
      await this.#fromAddress((sheet) => this.#open(sheet));
      this.#tell([], this.from);
    });
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
    const { words, table, sheet } = this.host, names = sheet.players.map((_, at) => nameAt(words, sheet, at));
    return openShare(words, { table, sheet, names }, {
      open: (sheet) => this.#open(sheet).then(() => this.#tell([], "opened")),
      blank: () => this.paper.printBlank(),
    });
  }

  async #open(sheet) {
    await this.agree();
    await this.host.commit({ do: "open", sheet });
  }

  /** Opens the card in the address, if there is one. `from` is what became of it: null, "opened", or why it was refused. */
  async #fromAddress(open) {
    const { hash } = location, text = takeCard();
    this.from = null;
    if (text === null) return;
    try {
      await open(await opened(text));
      this.from = "opened";
    } catch (error) {
      this.from = error;
      if (error.key === "fetch") history.replaceState(history.state, "", hash); // a reload may have more luck
    }
  }

  #tell(news, from = null) {
    const { kept: words, share, wrong } = this.host.words.score, there = news.filter(Boolean), { aside } = this.kept;
    const says = there.map((key) => words[key]);
    if (from) says.unshift(from === "opened" ? share.opened : `${share.refused} ${why(wrong, from)}`);
    const isAside = there.includes("damaged") || there.includes("version");
    const save = isAside ? [button(words.aside, () => download(aside, "three-rolls-card-set-aside.txt"))] : [];
    if (says.length) this.#say(says.join(" "), ...save);
    return null;
  }

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

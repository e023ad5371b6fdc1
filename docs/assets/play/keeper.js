// Between the score card and what is outside of this page: the browser's storage, other tabs, the address, paper.
// It says what became of the card in a line above it.
import { Kept, isOurs } from "./keep.js";
import { button, cross, download, el, tell } from "./page.js";
import { Paper } from "./paper.js";
import { nameAt } from "./remarks.js";
import { fitting, isWhole, openShare, opened, takeCard, usable, why } from "./share.js";
import { openStore } from "./store.js";
import { begin, between, step } from "./tally.js";

const BROKEN = ["damaged", "version"]; // the card itself had to be set aside

export class Keeper {
  #told = new Set(); // "bare" and "full" are said once

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
    if (history && !await isWhole(history)) {
      this.kept.setAside();
      [history, news] = [begin(history.sheet), "steps"];
    }
    if (news === "steps") this.kept.save(history);
    this.news = [news, BROKEN.includes(news) && "begins"];
    history ??= fresh;
    await this.#fromAddress((sheet) => { history = step(history, { do: "open", sheet }); });
    return history;
  }

  /** Once the card is shown: from now on it follows other tabs and the address. */
  begin() {
    const { works } = this.kept.store;
    if (!works) this.#told.add("bare").add("full");
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

  /**
   * Takes over what another tab wrote. Null when a change that was meant for the card as it was can be made now, else a promise,
   * of true when another one is shown.
   */
  agree() {
    const { host } = this, { history: mine } = host, { history, news } = this.kept.find(mine);
    if (history === mine) {
      if (news) this.save(); // what lay there is out of the way
      return this.#tell([news, BROKEN.includes(news) && "goes_on"]);
    }
    const shown = this.#take(history, news);
    if (host.history === mine) return host.data.has(history.sheet.game) ? null : shown;
    return between(mine, history).stay ? null : shown;
  }

  /** Shows what another tab wrote: at once where the game's data is here. */
  async #take(history, news) {
    const { host, kept } = this, data = host.data.get(history.sheet.game);
    try {
      if (data) fitting(data, history.sheet);
      else await usable(history.sheet);
    } catch (error) {
      if (error.key === "table") {
        kept.setAside();
        this.save();
        return this.#tell(["damaged", "goes_on"]);
      }
      kept.forget();
      return host.tell(host.words.score.missing);
    }
    await host.show(history);
    if (host.history !== history) return kept.forget();
    if (news) this.save();
    this.paper.change();
    this.#tell([news]);
    return true;
  }

  /** After every change. */
  save() {
    this.paper.change();
    const isKept = this.kept.save(this.host.history), news = !isKept ? "full" : this.kept.isBare ? "bare" : null;
    if (!news || this.#told.has(news)) return;
    this.#told.add(news);
    this.#tell([news]);
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
    const isAside = [...BROKEN, "steps"].some((key) => there.includes(key));
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

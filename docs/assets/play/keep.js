// The card that this browser keeps, one for all its tabs: found on arrival, written at every change, agreed on before each.
// What cannot be read is set aside, never written over. Knows no page, and throws nothing.

import { begin, isBegun, keep, recall, step, write } from "./tally.js";

const KEY = "card";

/** Whether a "storage" event of another tab is about the card; null: everything was removed. */
export const isOurs = ({ key }) => key === null || key.endsWith(`.${KEY}`);

export class Kept {
  #seen = null; // what lies in the store, as far as this tab knows
  aside = null; // the text that was set aside last
  isBare = false; // there was room for the sheet only, not for what undo needs

  constructor(store) {
    this.store = store;
  }

  /**
   * The history to go on from. `history`: what this tab has, null on arrival; it comes back when no other tab has written
   * since, or nothing that can be read. `news`: null; "both" when both had changed the card; "damaged" or "version" when what
   * was kept had to be set aside, "steps" when that is for its steps alone.
   */
  find(history = null) {
    const text = this.store.held(KEY);
    if (text === null || text === this.#seen) return { history, news: null };
    try {
      const { lost, ...theirs } = recall(text);
      if (lost) return this.#withoutSteps(history, theirs);
      const joined = join(history, theirs);
      this.#seen = text;
      return { history: joined, news: joined === theirs ? null : "both" };
    } catch (error) {
      this.setAside();
      return { history, news: error.key === "version" ? "version" : "damaged" };
    }
  }

  /** Of what is kept, the steps cannot be read: the sheet goes on, with the steps that this tab has. */
  #withoutSteps(mine, theirs) {
    this.setAside();
    return { history: mine && isSame(mine.sheet, theirs.sheet) ? mine : join(mine, theirs), news: "steps" };
  }

  /** What was found could not be shown: it is found again. */
  forget() {
    this.#seen = null;
  }

  /** Puts what is kept out of the way: unread, or read and about a game, a choice or a box that there is not. */
  setAside() {
    this.aside = this.store.held(KEY);
    this.store.setAside(KEY);
    this.#seen = this.store.held(KEY);
  }

  /** Keeps it; where there is little room, without what undo needs. True when it will be there on the next visit. */
  save(history) {
    const texts = [history, begin(history.sheet)].map(keep), text = texts.find((one) => this.store.write(KEY, one));
    if (text) this.#seen = text;
    this.isBare = Boolean(text) && text !== texts[0];
    return Boolean(text);
  }
}

const isSame = (a, b) => write(a) === write(b);

/**
 * What another tab has written is on the table from now on. Where it does not come from what this tab has, both changed at
 * once: then this tab's sheet is one step back, its own steps behind it, and the other's behind those.
 */
function join(mine, theirs) {
  if (!mine || (!mine.past.length && !isBegun(mine.sheet))) return theirs;
  if ([theirs, ...theirs.past, ...theirs.future].some(({ sheet }) => isSame(sheet, mine.sheet))) return theirs;
  const isTheirs = (one) => theirs.past.some(({ sheet }) => isSame(sheet, one.sheet));
  const own = mine.past.filter((one) => !isTheirs(one));
  const start = own[0]?.sheet ?? mine.sheet, before = step(theirs, { do: "open", sheet: start });
  return step({ sheet: mine.sheet, past: [...before.past, ...own], future: [] }, { do: "open", sheet: theirs.sheet });
}

// The element score-card: the card that people fill in. Holds the history, and is the one place where it changes;
// grid.js and sums.js draw it, pad.js has what can be picked, columns.js asks for players and game, remarks.js has the words.
// Attribute: game, for a card that nothing is written on.
import { openPlayers, openRules } from "./columns.js";
import { EXTRAS, Grid } from "./grid.js";
import { Keeper } from "./keeper.js";
import { button, el, icon, inAddress, load, say, set, tell } from "./page.js";
import { Pad } from "./pad.js";
import { boxOf, doneSays, endSays, nameAt, newlyOdd, stepSays } from "./remarks.js";
import { Standing } from "./sums.js";
import { houseRules, offers, tableOf } from "./table.js";
import { begin, between, blank, isBegun, redo, standing, step, undo } from "./tally.js";

const UNDO = "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H8", REDO = "m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h6";

const MOMENT = 350, NEAR = 24; // ms, px: a second tap within both is the same one, made twice
const ONCE = ".numbers button, .tick, .offer"; // what writes when it is tapped, and goes on to another

class ScoreCard extends HTMLElement {
  data = new Map(); // of games, by id: what has come so far
  #asking = 0; // which history is to be shown next
  #named = ""; // game and rules of the table
  #at = null; // the cell that is chosen: {player, box}
  #asks = new Set(); // "player.box" of numbers that were marked when they were written: their questions are open
  #asked = ""; // the marked number that was chosen last, which explains itself
  #dice = null; // faces so far, while dice are used
  #first = false; // they were made on the first roll
  #tap = null; // the last one that wrote
  #live;

  get sheet() { return this.history.sheet; }

  async connectedCallback() {
    const { signal } = (this.#live = new AbortController());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    window.addEventListener("hashchange", () => this.#follow(), { signal });
    const settle = () => this.grid?.settleAll(); // what is being typed is not lost with the page, nor missing on paper
    for (const type of ["pagehide", "beforeprint"]) window.addEventListener(type, settle, { signal });
    document.addEventListener("visibilitychange", () => document.hidden && settle(), { signal });
    for (const type of ["mousedown", "click"]) this.addEventListener(type, (event) => this.#tapped(event), { signal, capture: true });
    if (this.grid) return;
    this.keeper = new Keeper(this);
    await this.#arrive();
  }

  /** Shows what is kept. Where that fails, the page says so and offers to try again; its blank card stays. */
  async #arrive() {
    try {
      await this.show(await this.keeper.arrive(begin(blank(this.getAttribute("game")))));
      this.keeper.begin();
      await this.#follow();
    } catch (error) {
      console.error(error);
      this.keeper.kept.forget();
      const [blames, failed] = this.querySelectorAll(".no-play > p");
      [blames.hidden, failed.hidden] = [true, false];
      tell(failed.firstChild, failed.firstChild.textContent.trim());
      failed.querySelector("button").onclick = () => this.#arrive().then(() => this.game?.focus());
    }
  }

  disconnectedCallback() {
    this.#live.abort();
  }

  // ---- the one way in which anything changes

  /**
   * Every change goes through here. See `act` of tally.js; also {do: "undo"} and {do: "redo"}. False when another tab has made
   * it another card meanwhile: then that is shown, and nothing is done.
   */
  async commit(action) {
    const other = this.keeper.agree();
    if (other) {
      if (await other) this.tell(this.words.score.elsewhere);
      return false;
    }
    const { history, table } = this, ways = { undo, redo };
    const next = ways[action.do]?.(history) ?? step(history, action, table);
    if (next === history) return this.update(); // what was typed is shown as it is written
    const was = standing(table, history.sheet), before = history.sheet;
    await this.show(next);
    if (this.history !== next) return;
    this.keeper.save();
    const now = standing(this.table, next.sheet), after = next.sheet;
    if (action.do in ways) {
      const what = action.do === "undo" ? this.#what(history.past, before) : this.#what(history.future, after, before);
      this.tell(say(this.words.score.tell[action.do], { what }));
    } else {
      this.tell(stepSays(this.words, this.table, action, { before, after, was, now }));
      this.#after(action, was, now);
    }
  }

  /** Says news, in the pad and by voice. */
  tell(text) {
    this.pad.tell(text);
  }

  /** Makes this history the present one, at once where its game is here. Rejects when that cannot be had. */
  async show(history) {
    const { game, chosen } = history.sheet, asking = ++this.#asking;
    if (!this.data.has(game)) {
      try {
        await this.dataOf(game);
      } catch (error) {
        if (!this.pad) throw error;
        return this.tell(this.words.score.missing);
      }
      if (asking !== this.#asking) return;
    }
    const named = JSON.stringify([game, chosen]), became = this.history && between(this.history, history);
    if (this.#named !== named) this.table = tableOf(this.data.get(game), chosen);
    this.#named = named;
    this.history = history;
    if (became) this.#carry(became);
    this.update();
    this.dispatchEvent(new CustomEvent("shown", { detail: became }));
  }

  /** What was begun in a column goes with its player, or away with the card that it was for. */
  #carry({ stay, placeOf }) {
    const at = this.#at, player = at && placeOf(at.player);
    this.#at = player === null ? null : { ...at, player }; // with another card, who begins is another
    if (!this.#at) this.#dice = null;
    if (stay) return;
    [this.#asks, this.#asked] = [new Set(), ""];
    this.grid.dropAll();
  }

  /** A game's data; rejects when it cannot be had. */
  async dataOf(game) {
    if (!this.data.has(game)) {
      const { data, words } = await load(game);
      this.data.set(game, data);
      this.words = words;
    }
    return this.data.get(game);
  }

  /** Game and rules that the address asks for: at once on an empty card, else a step that can be taken back. */
  async #follow() {
    const { g: game, ...chosen } = inAddress();
    if (game === undefined || !this.history) return;
    try {
      const table = tableOf(await this.dataOf(/^[a-z0-9-]+$/.test(game) ? game : ""), chosen), { sheet, past } = this.history;
      const action = { do: "rules", game: table.id, chosen: table.chosen };
      if (isBegun(sheet) || past.length) await this.commit(action);
      else await this.show(begin(step(this.history, action).sheet));
    } catch {
      this.tell(this.words.score.unknown);
    }
    window.history.replaceState(null, "", location.pathname + location.search); // a reload would ask again
  }

  /** Opens the question of a number that has just become one that no play makes. */
  #after({ do: what, player, box }, was, now) {
    if (!["write", "enter"].includes(what)) return this.update();
    const odd = newlyOdd(now.columns[player]?.flags, was.columns[player]?.flags, box);
    for (const id of odd) this.#asks.add(`${player}.${id}`);
    this.update();
    if (!odd.length) return;
    this.grid.bringIn(player, odd[0]);
    if (this.#at) this.grid.bringIn(this.#at.player, this.#at.box); // where somebody writes comes first
  }

  // ---- what people do

  /** A second tap at the same place in a moment is none: by then another player may be meant there. */
  #tapped(event) {
    const { timeStamp, clientX: x, clientY: y, detail, target } = event, last = this.#tap;
    if (!detail) return; // a key
    if (last && timeStamp - last.timeStamp < MOMENT && Math.hypot(x - last.x, y - last.y) < NEAR) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.type === "click") {
      this.#tap = target.closest(ONCE) && { timeStamp, x, y };
    }
  }

  #key(event) {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event, letter = key.toLowerCase();
    if (!(ctrlKey || metaKey) || altKey || !this.grid || document.querySelector("dialog[open]")) return;
    const does = letter === "y" || (letter === "z" && shiftKey) ? "redo" : letter === "z" ? "undo" : null;
    if (!does || this.grid.isEditing(target) || (target.closest("input, textarea, select") && !this.contains(target))) return;
    event.preventDefault();
    this.#back(does);
  }

  #back(does) {
    const { score } = this.words;
    if (this.history[does === "undo" ? "past" : "future"].length) this.commit({ do: does });
    else this.tell(score[does].none);
  }

  /** Whose dice and numbers the pad is for. */
  get #player() {
    return Math.min(this.#at?.player ?? standing(this.table, this.sheet).next ?? 0, this.sheet.players.length - 1);
  }

  select(player, box) {
    const place = `${player}.${box}`, isOdd = standing(this.table, this.sheet).columns[player].flags[box];
    if (this.#at?.player === player && this.#at.box === box && (!isOdd || this.#asked === place)) return;
    this.#at = { player, box };
    if (isOdd) this.#asked = place;
    this.update();
    this.grid.bringIn(player, box);
  }

  /** After a number: on to whoever plays next, in the same box where that is open; or down. */
  next(player, box, wasBlank) {
    const { next } = standing(this.table, this.sheet), { order } = this.grid;
    if (wasBlank && next !== null && next !== player) return this.grid.focus(next, this.#openBox(next, box));
    this.grid.focus(player, order[Math.min(order.indexOf(box) + 1, order.length - 1)]);
  }

  #isOpen(player, box) {
    return Boolean(boxOf(this.table, box)) && !Object.hasOwn(this.sheet.players[player].points, box);
  }

  #openBox(player, box) {
    return this.#isOpen(player, box) ? box : this.table.boxes.find(({ id }) => this.#isOpen(player, id))?.id ?? box;
  }

  /** When a dialog has gone: the focus back, though what had it was made anew. */
  async #comeBack(dialog) {
    try {
      await dialog;
    } catch {
      this.tell(this.words.score.missing);
    }
    if (!this.contains(document.activeElement)) this.players.focus();
  }

  pick(points) {
    const { player, box } = this.#at, wasBlank = !Object.hasOwn(this.sheet.players[player].points, box);
    if (points === null && wasBlank) return;
    this.grid.typing = false;
    this.grid.drop(player, box);
    this.commit({ do: "write", player, box, points });
    if (points === null) this.grid.focus(player, box);
    else this.next(player, box, wasBlank);
  }

  tick(player, by) {
    const { score } = this.words, one = this.sheet.players[player], repeats = one.repeats + by;
    const { extrasOpen, most } = standing(this.table, this.sheet).columns[player], name = nameAt(this.words, this.sheet, player);
    if (repeats < 0) return this.tell(score.none_left);
    if (by > 0 && !extrasOpen) return this.tell(this.grid.cellAt(player, EXTRAS).tick.getAttribute("aria-label"));
    if (by > 0 && repeats > most) return this.tell(say(score.enough, { name, most }));
    this.commit({ do: "tick", player, repeats });
  }

  // ---- dice

  useDice(on, player = this.#player) {
    const { next } = standing(this.table, this.sheet), isFull = (at) => !this.#isOpen(at, this.#openBox(at, this.table.boxes[0].id));
    if (on && next === null) return this.tell(endSays(this.words, this.sheet, standing(this.table, this.sheet)));
    if (on && isFull(player)) player = next;
    if (on && this.#at?.player !== player) this.#at = { player, box: this.#openBox(player, this.table.boxes[0].id) };
    [this.#dice, this.#first] = [on ? [] : null, false];
    this.update();
    this.tell(on ? say(this.words.score.pad.set, { n: this.words.number[this.table.nDice] }) : "");
    if (on) this.pad.focus();
    else if (this.#at) this.grid.focus(this.#at.player, this.#at.box);
  }

  setDice(dice) {
    const { score } = this.words, isSet = dice.length === this.table.nDice;
    this.#dice = dice;
    this.update();
    if (!isSet) return;
    const { beside } = this.#offers(), name = nameAt(this.words, this.sheet, this.#player);
    const told = [`${dice.join(" ")}.`, beside && say(score.pad.beside, { points: beside }), say(score.pad.offers, { name })];
    this.tell(told.filter(Boolean).join(" "));
  }

  /** What the dice pay in the column that they are for; null until all are set. */
  #offers() {
    if (this.#dice?.length !== this.table.nDice) return null;
    const { pad } = this.words.score, { shut } = this.words.play, player = this.#player;
    const { pays, closed, beside } = offers(this.table, this.sheet.players[player], this.#dice, this.#first);
    const box = boxOf(this.table, Object.keys(pays)[0])?.name;
    const says = (texts) => Object.fromEntries(Object.entries(closed).map(([id, why]) => [id, say(texts[why], { box })]));
    return { player, pays, beside, closed: says(pad), short: says(shut) };
  }

  /** Writes what the dice pay in a box, and goes on to the dice of whoever is next. */
  take(player, box) {
    const { pays, closed } = this.#offers();
    if (pays[box] === undefined) {
      const values = { name: nameAt(this.words, this.sheet, player), box: boxOf(this.table, box).name, why: closed[box] };
      return this.tell(say(this.words.score.pad.shut, values));
    }
    const [dice, first] = [this.#dice, this.#first];
    [this.#dice, this.#first] = [[], false];
    this.commit({ do: "enter", player, box, dice, first });
    const { next } = standing(this.table, this.sheet);
    if (next === null) this.#dice = null;
    else this.#at = { player: next, box: this.#openBox(next, box) };
    this.update();
    if (next === null) this.grid.focus(player, box);
    else this.pad.focus();
  }

  /** The focus on the box that the dice pay most in. */
  best() {
    const { player, pays } = this.#offers(), most = Math.max(...Object.values(pays));
    const box = Object.keys(pays).find((id) => pays[id] === most);
    if (box) this.grid.focus(player, box);
  }

  // ---- what is shown

  update() {
    if (!this.grid) this.#build();
    const { table, sheet, words } = this, now = standing(table, sheet), n = sheet.players.length;
    const isThere = ({ player, box }) => player < n && (box === EXTRAS ? table.repeat : boxOf(table, box));
    const at = (this.#at = this.#at && isThere(this.#at) ? this.#at : null), dice = this.#dice;
    this.grid.update({ table, sheet, standing: now, at, asks: new Set(this.#asks).add(this.#asked), offers: this.#offers() });
    this.pad.update({ table, sheet, standing: now, at, dice, player: this.#player, first: this.#first, touched: this.grid.touched });
    this.#showHead(table, words);
    this.standing.update(table, sheet, now);
    this.frame.style.setProperty("--pad", `${this.pad.element.offsetHeight}px`);
  }

  #showHead(table, { score }) {
    const own = houseRules(table).length, rules = own ? say(score.own, { n: own }) : score.standard;
    set(this.game.firstChild, { text: table.name });
    set(this.game.lastChild, { text: rules });
    set(this.game, { "aria-label": say(score.change, { game: table.name, rules }) });
    const { past, future, sheet } = this.history;
    const done = { undo: past.length && this.#what(past, sheet), redo: future.length && this.#what(future, future.at(-1).sheet, sheet) };
    for (const [does, what] of Object.entries(done)) {
      const label = what ? say(score[does].label, { what }) : score[does].none;
      set(this[does], { "aria-label": label, title: label, "aria-disabled": !what && "true" });
    }
  }

  /** What the nearest step of this list did, in words. */
  #what(steps, after, before = steps.at(-1).sheet) {
    return doneSays(this.words, steps.at(-1).what, before, after, this.table);
  }

  #build() {
    const { score } = this.words, commit = (action) => this.commit(action);
    const write = (player, box, points) => commit({ do: "write", player, box, points });
    const settle = (player, box) => {
      this.grid.focus(player, box); // which asks again
      this.#asks.delete(`${player}.${box}`);
      this.#asked = "";
      this.update();
    };
    this.grid = new Grid(this.words, {
      write, next: (...place) => this.next(...place), select: (...place) => this.select(...place), tick: (...ticks) => this.tick(...ticks),
      head: (player) => this.#comeBack(openPlayers(this, player)), take: (...place) => this.take(...place),
      fix: (player, box, points) => { write(player, box, points); settle(player, box); }, leave: settle,
      dice: (player) => this.useDice(true, player), back: () => this.useDice(false),
    });
    this.pad = new Pad(this.words, {
      pick: (points) => this.pick(points), tick: (by) => this.tick(this.#at.player, by), mode: (on) => this.useDice(on),
      dice: (dice) => this.setDice(dice), first: (is) => { this.#first = is; this.update(); }, back: () => this.useDice(false),
      best: () => this.best(), type: () => { this.grid.typing = true; this.grid.focus(this.#at.player, this.#at.box); },
    });
    this.game = button([el("b"), el("small")], () => this.#comeBack(openRules(this)), "key which");
    this.players = button(score.players, () => this.#comeBack(openPlayers(this)), "key");
    this.undo = button([icon(UNDO), el("span", {}, score.undo.text)], () => this.#back("undo"), "key");
    this.redo = button([icon(REDO), el("span", {}, score.redo.text)], () => this.#back("redo"), "key");
    this.print = button(score.print, () => window.print(), "key");
    this.send = button(score.send, () => this.keeper.share(), "key");
    this.bar = el("div", { class: "tally-bar" }, this.print, this.send, button(score.new, () => commit({ do: "new" }), "key"));
    this.standing = new Standing(this.words);
    this.frame = el("div", { class: "tally" },
      el("div", { class: "tally-head" }, el("div", { class: "back" }, this.undo, this.redo), this.game, this.players),
      this.grid.element, this.bar,
      el("div", { class: "tally-side" }, this.standing.element, this.pad.element));
    this.replaceChildren(this.keeper.note, this.frame);
  }
}

customElements.define("score-card", ScoreCard);

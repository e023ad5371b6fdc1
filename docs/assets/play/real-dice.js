// The element real-dice: the coach for dice on the table. It holds the card and the turn, keeps them and takes steps back;
// turn.js says what can be done, real-table.js draws, coach.js shows what it is worth. Attribute: game, where no other is asked for.
import { options } from "./advice.js";
import { bestOf } from "./best.js";
import { Advice, moveSays, tenths } from "./coach.js";
import { heldOf } from "./engine.js";
import { wish } from "./keys.js";
import { button, el, load, loadGames, say, set, tell } from "./page.js";
import { RealTable } from "./real-table.js";
import { rulesChoice } from "./rules-choice.js";
import { openStore } from "./store.js";
import { offers, tableOf, totals } from "./table.js";
import { begin, countAs, drop, fill, hold, isInOrder, isWhole, knownTo, left, note, put, read, refit, repeats } from "./turn.js";

const STEPS = 50; // that can be taken back
const TWICE = 350; // ms: a press where another button came to lie belongs to the one before

class RealDice extends HTMLElement {
  #store = openStore();
  #games;
  #data;
  #words;
  #rules; // the name of the rules on the table
  #past = []; // what can be taken back, nearest last
  #step; // the box whose number was chosen last: another number for it is the same step
  #best = null;
  #solving; // what cancels it
  #moves = null; // what can be done with these dice, best first; null before they lie there, and without best play
  #offers; // what they may be written as
  #said; // the verdict on these dice
  #held = null; // what somebody holds instead of the best, by place
  #sure = null; // the box whose zero waits for a second press
  #turned = 0; // when the buttons below the dice changed
  #asking; // the opening of a game that is the latest

  table; // the rules
  at; // the card and the turn
  next = null; // what the button below the dice does

  get #isWhole() { return isWhole(this.table, this.at); }
  get #sums() { return totals(this.table, this.at.card); }

  connectedCallback() {
    if (this.#asking) return;
    addEventListener("hashchange", () => this.#asked() && this.#change(this.#asked()));
    addEventListener("keydown", (event) => this.#key(event));
    this.#open(this.#asked() ?? { g: this.#store.read("coach") }).catch(console.error); // what stands here without JavaScript stays
  }

  // ---- which game

  /** What the address asks for, {g: game, option: choice}; null where it names a heading. */
  #asked() {
    return /^#(.*&)?g=/.test(location.hash) ? Object.fromEntries(new URLSearchParams(location.hash.slice(1))) : null;
  }

  #address() {
    history.replaceState(history.state, "", `#${new URLSearchParams({ g: this.#data.id, ...this.at.chosen })}`);
  }

  #change(wish, isByHand = false) {
    this.#open(wish).then(() => isByHand && this.#address(), () => {
      if (!this.table) return;
      this.choice.update(this.table);
      this.#tell(this.#words.helper.lost);
    });
  }

  /** Opens a game as it was left, by other house rules where some are asked for. */
  async #open({ g, ...chosen }) {
    const asking = (this.#asking = {}), named = (id) => this.#games.find((game) => game.id === id);
    this.#games = await loadGames();
    const { data, words } = await load((named(g) ?? named(this.getAttribute("game"))).id);
    if (this.#asking !== asking) return;
    if (!this.#words) this.#build(words);
    if (data !== this.#data) this.#recall(data);
    const known = knownTo(data, chosen);
    if (Object.keys(known).length) this.#commit(refit(tableOf(data, known), this.at));
    this.#show();
    if (this.#asked()) this.#address();
  }

  /** What is kept of a game. What cannot be read is set aside rather than lost. */
  #recall(data) {
    const key = `coach.${data.id}`, text = this.#store.read(key);
    let kept = [];
    set(this.note, { text: "" });
    try {
      kept = text?.split("\n").map((line) => read(data, line)) ?? [];
    } catch {
      this.#store.setAside(key);
      set(this.note, { text: this.#words.play.damaged });
    }
    this.#data = data;
    this.at = kept.pop() ?? begin({});
    this.#past = kept;
  }

  #build(words) {
    const { play, real } = (this.#words = words);
    this.choice = rulesChoice(words.helper, this.#games, (more) => this.#change({ g: this.#data.id, ...(more.g ? {} : this.at.chosen), ...more }, true));
    this.lies = new RealTable(words, {
      note: (box, points) => this.#commit(note(this.table, this.at, box, points), box),
      repeats: (n) => this.#commit(repeats(this.at, n)),
      take: (box) => this.#take(box),
      count: (roll) => this.#commit(countAs(this.at, roll)),
      press: (place) => this.#press(place),
      put: (face) => this.#put(face),
      go: ({ detail }) => (!detail || performance.now() - this.#turned > TWICE) && this.next.go?.(), // none: a key
    });
    this.advice = new Advice(words);
    this.note = el("p", { class: "real-note", role: "status" });
    this.odds = el("a", {}, real.odds);
    this.live = el("p", { class: "sr", role: "status" });
    const key = (label, does) => button(label, does, "real-key");
    const head = el("div", { class: "real-head" }, this.choice.game, key(play.undo, () => this.#undo()), key(real.fresh, () => this.#begin()));
    const says = el("section", { class: "real-advice", "aria-label": words.coach.title }, this.advice.element, this.odds);
    this.replaceChildren(el("div", { class: "real" }, head, this.note, this.lies.card, this.lies.dock, says, this.choice.rules), this.live);
  }

  // ---- steps

  /** A step that can be taken back; `box`: the one whose number was chosen. */
  #commit(at, box = null) {
    if (at === this.at) return;
    if (!box || box !== this.#step) this.#past = [...this.#past, this.at].slice(-STEPS);
    this.#go(at, box);
  }

  #go(at, box) {
    [this.at, this.#step] = [at, box];
    this.#store.write("coach", this.#data.id);
    this.#store.write(`coach.${this.#data.id}`, [...this.#past, at].map((one) => JSON.stringify(one)).join("\n"));
    if (!this.#store.works) set(this.note, { text: this.#words.play.unsaved });
    this.#show();
  }

  #undo() {
    const { real } = this.#words, before = this.#past.pop();
    if (before) this.#go(before, null);
    if (before && this.#asked()) this.#address();
    this.#tell(before ? `${real.undone} ${this.#where}` : real.undo_none);
  }

  #begin() {
    this.#commit(begin(this.at.chosen));
    this.#tell(this.#where);
  }

  #fill(box) {
    const { real } = this.#words, { repeats: before } = this.at.card;
    this.#commit(fill(this.table, this.at, box));
    const { points, repeats: now } = this.at.card, beside = now > before ? ` ${say(real.beside, this.table.rules.repeatBonus)}` : "";
    this.#tell(`${say(real.filled, { box: this.#nameOf(box), points: points[box], ...this.#sums })}${beside} ${this.#where}`);
  }

  #hold(keep) {
    this.#commit(hold(this.at, keep));
    this.#tell(this.#where);
  }

  /** What the tile of an open box offers for these dice: a zero asks again. */
  #take(box) {
    const { pays, closed } = this.#offers, { tell: told } = this.#words.play;
    const values = { box: this.#nameOf(box), first: this.#nameOf(Object.keys(pays)[0]), zero: 0 };
    if (closed[box]) return this.#tell(say(told[closed[box]], values));
    if (pays[box] || this.#sure === box) return this.#fill(box);
    this.#sure = box;
    this.#update();
    return this.#tell(say(told.sure, values));
  }

  #put(face) {
    if (this.#isWhole || !this.#sums.open) return;
    this.#commit(put(this.table, this.at, face));
    this.#tell(this.#isWhole ? this.#verdict : `${this.#words.number[face]}. ${this.#where}`);
  }

  /** A die is held or let go while the rest can be thrown again, else taken away. */
  #press(place) {
    if (!this.#isWhole || !left(this.table, this.at)) {
      this.#commit(drop(this.at, place));
      return this.#tell(this.#where);
    }
    this.#held = this.#holds.map((is, n) => is !== (n === place));
    this.#update();
    return this.#tell(this.#verdict);
  }

  #key(event) {
    const { key, target } = event;
    if (!this.table) return;
    const isBack = key === "Backspace" && !target.closest?.("select, input, textarea");
    const asked = isBack ? { do: "back" } : wish(event, this.table.nFaces, this.contains(target) || this.#store.settings().keys);
    const does = {
      hold: () => this.#put(asked.die + 1), undo: () => this.#undo(), roll: () => this.next?.go?.(),
      back: () => this.#commit(drop(this.at, this.at.dice.length - 1)),
    }[asked?.do];
    if (!does) return;
    event.preventDefault();
    does();
  }

  // ---- best play

  /** Has best play worked out for the rules on the table. */
  async #solve() {
    const { coach, play } = this.#words, solving = new AbortController(), isNow = () => this.#solving === solving;
    const progress = (share) => isNow() && !solving.signal.aborted && this.advice.waiting(share, [coach.cancel, () => solving.abort()]);
    this.#solving?.abort();
    this.#solving = solving;
    this.#best = null;
    progress(0);
    try {
      const best = await bestOf(this.#data, this.at.chosen, { signal: solving.signal, progress });
      if (!isNow()) return;
      this.#best = best;
      this.#update();
      if (this.next) this.#tell(this.#verdict);
    } catch (error) {
      if (!isNow()) return;
      const states = error.nStates?.toLocaleString("en");
      if (states) this.advice.waiting(say(coach.unsolved, { game: this.table.name, states }));
      else this.advice.waiting(solving.signal.aborted ? coach.cancelled : play.missing, [coach.again, () => this.#solve()]);
    }
  }

  /** The button below the dice: {does, why, go}, without `go` where it can do nothing; null while dice are entered. */
  #nextMove() {
    const { real } = this.#words, { table, at } = this;
    if (!this.#sums.open) return { does: real.fresh, go: () => this.#begin() };
    if (!this.#isWhole) return null;
    const keep = at.dice.filter((_, n) => this.#holds[n]), isKept = left(table, at) && keep.length < at.dice.length;
    const sorted = (dice) => dice?.toSorted().join(), one = this.#moves?.find((move) => (isKept ? sorted(move.keep) === sorted(keep) : move.box));
    if (!isKept && !one) return { does: real.choose };
    const wins = at.roll === 1 && table.wins?.points[table.lattice.findRoll(at.dice)];
    const why = one && say(wins ? real.wins : one.less ? real.below : real.worth, { worth: tenths(one.worth), less: tenths(one.less) });
    return { does: moveSays(this.#words, table, one ?? { keep }), why, go: () => (isKept ? this.#hold(keep) : this.#fill(one.box)) };
  }

  /** Which dice are held, by place: as somebody wants it, else as best play does, else those that lie there from before. */
  get #holds() {
    const { dice, kept } = this.at, best = this.#moves?.[0];
    return this.#held ?? (best?.keep ? heldOf(dice, best.keep) : dice.map((_, n) => !!best || n < kept));
  }

  // ---- what is shown

  #nameOf(id) {
    return this.table.boxes.find((box) => box.id === id)?.name;
  }

  /** What is to be done now, in words. */
  get #asks() {
    const { real, number } = this.#words, n = this.table.nDice - this.at.dice.length, { open, total } = this.#sums;
    return say(!open ? real.full : n > 1 ? real.enter : n ? real.enter_one : real.entered, { n: number[n], total });
  }

  /** The same for those who listen. */
  get #where() {
    return this.#sums.open ? `${this.#words.play.ordinal[this.at.roll - 1]}. ${this.#asks}.` : `${this.#asks}.`;
  }

  /** What is best, and what somebody would do instead. */
  get #verdict() {
    const { does, why } = this.next;
    return (this.#moves && !this.#held ? this.#said : `${does}.`) + (why ? ` ${why}.` : "");
  }

  #show() {
    const rules = JSON.stringify([this.#data.id, this.at.chosen]);
    this.#held = this.#sure = null;
    if (rules !== this.#rules) {
      this.#rules = rules;
      this.table = tableOf(this.#data, this.at.chosen);
      this.lies.lay(this.table);
      this.choice.update(this.table);
      this.#solve();
    }
    this.#update();
  }

  #update() {
    const { table, at } = this, had = this.contains(document.activeElement) && document.activeElement, isFirst = at.roll === 1;
    const isAsked = this.#isWhole && this.#sums.open > 0, wasNext = this.next;
    this.#offers = isAsked ? offers(table, at.card, at.dice, isFirst) : { pays: {}, closed: {} };
    this.#moves = isAsked && this.#best && isInOrder(table, at.card) ? options(this.#best, at.card, at.dice, left(table, at), isFirst) : null;
    this.next = this.#nextMove();
    if (!wasNext !== !this.next) this.#turned = performance.now();
    this.lies.update({ at, offers: this.#offers, sure: this.#sure, holds: this.#holds, next: this.next, asks: this.#asks });
    if (this.#best) this.#advise();
    const asks = { g: table.id, ...(isAsked && { d: at.dice.join("") }), r: left(table, at), ...at.chosen };
    set(this.odds, { href: `../odds/#${new URLSearchParams(asks)}` });
    if (had && !had.checkVisibility()) (this.next ? this.lies.go : this.lies.faces.firstChild).focus({ preventScroll: true });
  }

  #advise() {
    const { table, at, advice } = this, { real } = this.#words, isFirst = at.roll === 1;
    if (!this.#sums.open || (!this.#isWhole && !isFirst)) return advice.waiting(`${this.#asks}.`);
    if (!isInOrder(table, at.card)) return advice.waiting(real.order);
    this.#said = advice.update(this.#best, {
      card: at.card, dice: this.#isWhole ? at.dice : null, left: left(table, at), isFirst, held: this.#holds,
      onHold: (held) => this.#hold(at.dice.filter((_, n) => held[n])), onFill: (box) => this.#fill(box),
    }).text;
    return null;
  }

  #tell(text) {
    tell(this.live, text);
  }
}

customElements.define("real-dice", RealDice);

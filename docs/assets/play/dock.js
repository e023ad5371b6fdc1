// The dock: where the turn stands, the dice, and what can be done with them.
import { free, rollsLeft, round, seatOf } from "./game.js";
import { die, el, say, set } from "./page.js";
import { icon } from "./pane.js";

const ICONS = { undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H8", odds: "M4 20V4M4 20h16M8 20v-5M12.5 20V8M17 20v-8" };

const button = (name, onclick, ...inside) => el("button", { type: "button", class: name, onclick }, ...inside);

export class Dock {
  /** `on`: {roll, hold(die), undo, odds}, each given the event last. */
  constructor(words, on) {
    this.words = words;
    this.on = on;
    const { play } = words;
    this.standing = el("b", {});
    this.beads = el("span", { class: "beads", "aria-hidden": "true" });
    this.round = el("span", {});
    this.warning = el("span", { class: "warning" });
    this.stand = el("span", { class: "stand" }, this.standing, this.beads);
    this.when = el("p", { class: "when" }, this.stand, this.round, this.warning);
    this.throw = el("div", { class: "throw", role: "group", "aria-label": play.group });
    this.undo = button("key stack", on.undo, icon(ICONS.undo), play.undo);
    this.rollText = el("b", {});
    this.rollNote = el("small", {});
    this.roll = button("roll", on.roll, this.rollText, this.rollNote);
    this.odds = button("key stack", on.odds, icon(ICONS.odds), play.odds);
    this.odds.setAttribute("aria-label", play.odds_label);
    this.keys = el("p", { class: "keyhelp" });
    const acts = el("div", { class: "act" }, this.undo, this.roll, this.odds);
    this.element = el("section", { class: "dock", "aria-label": play.dice }, this.when, this.throw, acts, this.keys);
  }

  /** `warning`: why the last tap did nothing; `mayAct`: whether a person here is on turn; `away`: played in another tab. */
  update({ table, state, mayAct, away, warning, odds, keys }) {
    if (this.table !== table) this.#build(table);
    const { play } = this.words;
    const { turn, of } = round(table, state);
    set(this.standing, {
      text: say(state.rolls ? play.standing : play.fresh, { n: state.rolls, of: table.nRolls }),
    });
    [...this.beads.children].forEach((bead, at) => set(bead, { class: { on: at < state.rolls } }));
    set(this.round, { text: say(play.round, { turn, of }) });
    set(this.warning, { text: warning });
    set(this.when, { class: { warned: Boolean(warning) } });
    this.#dice(table, state, mayAct && turn === 1);
    this.#acts({ table, state, mayAct, away, odds });
    set(this.keys, { text: say(play.keys, { dice: table.nDice }), hidden: keys ? null : "" });
  }

  #build(table) {
    this.table = table;
    this.beads.replaceChildren(...Array.from({ length: table.nRolls }, () => el("i", {})));
    this.dice = Array.from({ length: table.nDice }, (_, at) => {
      const face = die("blank");
      const body = el("span", { class: "body" }, face);
      const word = el("span", { class: "word", "aria-hidden": "true" });
      const node = button("toss", (event) => this.on.hold(at, event), body, word);
      return { node, body, word, use: face.firstChild };
    });
    this.throw.replaceChildren(...this.dice.map(({ node }) => node));
    this.throw.style.setProperty("--n", table.nDice);
  }

  /** `teach`: the first turn, in which every die says what a tap does. */
  #dice(table, state, teach) {
    const { play, number } = this.words;
    const { dice, held, notice, rolls } = state;
    const thrown = notice.thrown ?? [];
    const last = rolls === table.nRolls;
    this.dice.forEach(({ node, body, word, use }, at) => {
      const face = dice?.[at];
      const label = !face ? play.die_blank : held[at] ? play.die_held : play.die;
      set(use, { href: face ? `#die-${face}` : "#die-blank" });
      const hint = teach && face && !last && !held[at];
      set(word, { text: held[at] ? play.held : hint ? play.hold : "", class: { hint } });
      set(node, {
        "aria-label": say(label, { n: at + 1, face: number[face] }),
        "aria-pressed": face && !last ? String(held[at]) : null,
        "aria-disabled": face && !last ? null : "true",
        class: { blank: !face },
      });
      // two names in turn, so that the same die thrown twice lands twice
      const fresh = thrown.includes(at);
      set(body, { class: { "fresh-odd": fresh && rolls % 2 === 1, "fresh-even": fresh && rolls % 2 === 0 } });
    });
  }

  #acts({ table, state, mayAct, away, odds }) {
    const { play } = this.words;
    const [text, note, may] = this.#rollSays(table, state, mayAct, away);
    set(this.rollText, { text });
    set(this.rollNote, { text: note });
    set(this.roll, { "aria-disabled": may ? null : "true" });
    const back = Boolean(state.before) && !away;
    set(this.undo, { "aria-disabled": back ? null : "true", "aria-label": back ? play.undo_label : play.undo_none });
    set(this.odds, { "aria-pressed": String(odds) });
  }

  #rollSays(table, state, mayAct, away) {
    const words = this.words.play.roll;
    const { name } = state.seats[seatOf(state)];
    const left = rollsLeft(table, state);
    const n = free(state).length;
    if (away) return [words.elsewhere, "", false];
    if (!mayAct) return [say(words.computer, { name }), words.computer_note, false];
    if (!left) return [words.done, words.done_note, false];
    if (!n) return [words.held, words.held_note, false];
    const note = !state.rolls ? words.first : left === 1 ? words.last : words.more;
    return [say(n === 1 ? words.one : words.all, { n }), say(note, { left, of: table.nRolls }), true];
  }
}

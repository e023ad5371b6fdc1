// The dock: where the turn stands, the dice, and what can be done with them.
import { free, rollsLeft, round, seatOf } from "./game.js";
import { die, el, say, set } from "./page.js";
import { icon } from "./pane.js";

const button = (name, onclick, ...inside) => el("button", { type: "button", class: name, onclick }, ...inside);

export class Dock {
  /** `on`: {roll(event), hold(die), undo(), odds()}. */
  constructor(words, on) {
    const { play } = words;
    Object.assign(this, { words, on });
    this.standing = el("b");
    this.beads = el("span", { class: "beads", "aria-hidden": "true" });
    this.round = el("span");
    this.warning = el("span", { class: "warning" });
    this.when = el("p", { class: "when" }, el("span", {}, this.standing, this.beads), this.round, this.warning);
    this.throw = el("div", { class: "throw", role: "group", "aria-label": play.group });
    this.undo = button("key stack", on.undo, icon("M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H8"), play.undo);
    this.roll = button("roll", on.roll, (this.rollText = el("b")), (this.rollNote = el("small")));
    this.odds = button("key stack", on.odds, icon("M4 20V4M4 20h16M8 20v-5M12.5 20V8M17 20v-8"), play.odds);
    this.keys = el("p", { class: "keyhelp" });
    const acts = el("div", { class: "act" }, this.undo, this.roll, this.odds);
    this.element = el("section", { class: "dock", "aria-label": play.dice }, this.when, this.throw, acts, this.keys);
    this.roll.addEventListener("keydown", (event) => {
      if (event.repeat && event.key !== "Tab") event.preventDefault(); // a key held down rolls once
    });
  }

  /** `warning`: why the last tap did nothing; `away`: why this tab may not play. */
  update({ table, state, mayAct, away, warning, odds, keys }) {
    const { play } = this.words, { rolls } = state, of = table.nRolls;
    if (this.table !== table) this.build(table);
    set(this.standing, { text: say(rolls ? play.standing : play.fresh, { n: rolls, of }) });
    [...this.beads.children].forEach((bead, at) => set(bead, { class: { on: at < rolls } }));
    set(this.round, { text: say(play.round, round(table, state)) });
    set(this.warning, { text: warning });
    set(this.when, { class: { warned: warning } });
    const teach = mayAct && round(table, state).turn === 1; // the first turn: under every die what a tap does
    this.dice.forEach((one, at) => this.showDie(one, at, state, rolls === of, teach));
    const [text, note = ""] = this.rollSays(table, state, mayAct, away), canUndo = state.before && !away;
    set(this.rollText, { text });
    set(this.rollNote, { text: note });
    set(this.roll, { "aria-disabled": !(mayAct && rolls < of && free(state).length) && "true" });
    set(this.undo, { "aria-disabled": !canUndo && "true", "aria-label": canUndo ? play.undo_label : play.undo_none });
    set(this.odds, { "aria-pressed": String(odds) });
    set(this.keys, { text: say(play.keys, { dice: table.nDice }), hidden: !keys && "" });
  }

  build(table) {
    this.table = table;
    this.beads.replaceChildren(...Array.from({ length: table.nRolls }, () => el("i")));
    this.dice = Array.from({ length: table.nDice }, (_, at) => {
      const drawn = die("blank"), body = el("span", { class: "body" }, drawn);
      const word = el("span", { class: "word", "aria-hidden": "true" });
      return { body, word, use: drawn.firstChild, node: button("toss", () => this.on.hold(at), body, word) };
    });
    this.throw.replaceChildren(...this.dice.map(({ node }) => node));
    this.throw.style.setProperty("--n", table.nDice);
  }

  showDie({ node, body, word, use }, at, { dice, held, notice, rolls }, isLast, teach) {
    const { play, number } = this.words, face = dice?.[at], canHold = face && !isLast;
    const label = !face ? play.die_blank : held[at] ? play.die_held : play.die;
    set(use, { href: `#die-${face ?? "blank"}` });
    const hint = teach && canHold && !held[at];
    set(word, { text: held[at] ? play.held : hint ? play.hold : "", class: { hint } });
    set(node, {
      "aria-label": say(label, { n: at + 1, face: number[face] }), class: { blank: !face },
      "aria-pressed": canHold ? String(held[at]) : null, "aria-disabled": !canHold && "true",
    });
    // two names in turn, so that a die thrown again lands again
    const lands = notice.thrown?.includes(at);
    set(body, { class: { "fresh-odd": lands && rolls % 2, "fresh-even": lands && rolls % 2 === 0 } });
  }

  /** The big button: what it does or why it does nothing, and a note. */
  rollSays(table, state, mayAct, away) {
    const { roll } = this.words.play, left = rollsLeft(table, state), n = free(state).length;
    if (away) return [roll.elsewhere];
    if (!mayAct) return [say(roll.computer, { name: state.seats[seatOf(state)].name }), roll.computer_note];
    if (!left) return [roll.done, roll.done_note];
    if (!n) return [roll.held, roll.held_note];
    const note = state.rolls ? (left === 1 ? roll.last : roll.more) : roll.first;
    return [say(n === 1 ? roll.one : roll.all, { n }), say(note, { left, of: table.nRolls })];
  }
}

// Advice as people see it: what can be done with a roll, best first, how clear the choice is and why. Shows what advice.js
// works out, and knows no rule.

import { boundFor, howClear, options, standing } from "./advice.js";
import { heldOf } from "./engine.js";
import { button, diceRow, el, say, set } from "./page.js";
import { joined } from "./text.js";

const SHOWN = 4; // lines, before all are asked for
const SEEN = 0.05; // points: what is nearer shows as nothing, in tenths
const OFTEN = 0.1; // from this chance on it is said that a turn may bring nothing

export const tenths = (points) => points.toFixed(1);
/** Whole hundredths of a chance; what is not certain never looks so. */
const times = (chance) => (chance > 1 - 1e-9 ? 100 : Math.min(99, Math.max(1, Math.round(100 * chance))));
const nameOf = (table, id) => table.boxes.find((box) => box.id === id).name;

/** What is held, in words: "two fives and a three", "two to five". */
export function heldSays({ coach, number }, keep) {
  const groups = [...new Set(keep)].sort().map((face) => ({ face, n: keep.filter((each) => each === face).length }));
  const [{ face: first }, { face: last }] = [groups[0], groups.at(-1)];
  const isRun = keep.length > 2 && groups.length === keep.length && last - first === keep.length - 1;
  if (isRun) return say(coach.run, { first: number[first], last: number[last] });
  return joined(coach.and, groups.sort((a, b) => b.n - a.n || b.face - a.face).map(({ face, n }) => (
    n === 1 ? say(coach.one, { face: number[face] }) : `${number[n]} ${coach.faces[face]}`
  )));
}

/** What to do, in a few words: "hold two fives", "roll all five", "fill Fives with 10". */
export function moveSays(words, table, { box, points, keep }) {
  const { coach, number } = words;
  if (box) return say(coach.fill, { box: nameOf(table, box), points });
  return keep.length ? say(coach.hold, { dice: heldSays(words, keep) }) : say(coach.roll_all, { n: number[table.nDice] });
}

/** The boxes in which a turn pays that goes on from these dice held, oftenest first; and how often it pays in none. */
function leadsTo(best, card, keep, left) {
  const paid = boundFor(best, card, keep, left).filter(({ pays }) => pays).sort((a, b) => b.pays - a.pays);
  return { boxes: paid.map(({ box, pays }) => ({ box: nameOf(best.table, box), n: times(pays) })), none: 1 - paid.reduce((sum, { pays }) => sum + pays, 0) };
}

function leadsSays({ coach }, { boxes: [one, two], none }, it = coach.it) {
  const often = (n) => (n === 1 ? coach.once : say(coach.times, { n }));
  const paid = !one ? "" : say(two ? coach.pays_in_two : coach.pays_in, { it, box: one.box, n: often(one.n), of: 100, other: two?.box, m: two && often(two.n) });
  return [paid, none >= OFTEN && say(coach.pays_none, { n: often(times(none)), of: 100 })].filter(Boolean).join(" ");
}

/** Why this move: in one line. `next`: the other one that it is held against, if any. */
export function reasonSays(words, best, { card, left }, one, next) {
  const { coach } = words;
  if (!one.box) return leadsSays(words, leadsTo(best, card, one.keep, left));
  const boxSays = (text, { box, points, beside, rest }) => say(text, {
    box: nameOf(best.table, box), points: points + beside, rest: tenths(rest),
  });
  return [boxSays(one.rest ? coach.brings : coach.brings_last, one), next?.box && boxSays(coach.brings_other, next)]
    .filter(Boolean).join(" ");
}

/** What is shown while something is worked out, or cannot be. */
export class Waiting {
  constructor({ coach }) {
    this.words = coach;
    this.text = el("p", { tabindex: "-1" });
    this.bar = el("progress", { "aria-label": coach.title });
    this.key = button("", () => this.onKey(), "key");
    this.element = el("div", { class: "waiting" }, this.text, this.bar, this.key);
  }

  /** `what`: a share that is done, or a text; `key`: what can be done about it, [label, function]. */
  show(what, key) {
    const isShare = typeof what === "number";
    set(this.text, { text: isShare ? say(this.words.solving, { share: Math.floor(100 * what) }) : what });
    set(this.bar, { hidden: !isShare && "" }).value = isShare ? what : 0;
    set(this.key, { text: key?.[0] ?? "", hidden: !key && "" });
    this.onKey = key?.[1];
  }
}

/** The panel of advice for one question at a time. */
export class Advice {
  /** `words`: all words of the site. */
  constructor(words) {
    this.words = words;
    this.wait = new Waiting(words);
    this.counsel = el("p", { class: "counsel", tabindex: "-1" }, el("b"), " ", el("span"));
    this.list = el("ol");
    this.rows = [];
    this.more = button("", () => {
      this.isWhole = !this.isWhole;
      this.draw();
    }, "key more");
    this.body = el("div", { class: "body" }, this.counsel, this.list, this.more);
    this.element = el("div", { class: "advice" }, this.wait.element, this.body);
    this.waiting("");
  }

  /** While there is no advice: a share that is done or a text, and what can be done about it, [label, function]. */
  waiting(what, key) {
    this.asked = null;
    set(this.wait.element, { hidden: null });
    set(this.body, { hidden: "" });
    this.wait.show(what, key);
  }

  /**
   * Advice for a card and dice, null before the first roll, with so many re-rolls left. `held`: by position, what is held now;
   * null: nothing that counts. `onHold(held)` and `onFill(box)` are called with a line that is pressed; without them no line
   * can be. Gives back the best move, as in `options`, how clear it is, and the verdict in a sentence: {move, clear, text}; before
   * the first roll there is no move.
   */
  update(best, { card, dice, left, isFirst = false, held = null, onHold, onFill }) {
    const asked = JSON.stringify([dice, left, isFirst, card]);
    if (this.asked !== asked || this.best !== best) {
      this.found = dice ? options(best, card, dice, left, isFirst) : [];
      this.isWhole = false;
    }
    Object.assign(this, { best, asked, question: { card, dice, left, onHold, onFill } });
    const keep = held?.includes(true) && dice?.filter((_, i) => held[i]).toSorted().join();
    this.now = keep ? this.found.findIndex((one) => one.keep?.toSorted().join() === keep) : -1;
    const hadFocus = this.wait.element.contains(document.activeElement);
    set(this.wait.element, { hidden: "" });
    set(this.body, { hidden: null });
    this.draw();
    if (hadFocus) this.counsel.focus({ preventScroll: true });
    return { move: this.found[0], clear: this.clear, text: this.counsel.firstChild.textContent };
  }

  draw() {
    const { words, best, found, question } = this, { coach } = words, { table } = best, { card, dice } = question, [one, two] = found;
    this.clear = howClear(two?.less ?? null);
    set(this.counsel.firstChild, {
      text: one ? say(coach.verdict[this.clear], { move: moveSays(words, table, one) })
        : say(coach.average, { points: tenths(standing(table, card) + best.worth(card)) }),
    });
    set(this.counsel.lastChild, { text: one ? reasonSays(words, best, question, one, two) : leadsSays(words, leadsTo(best, card, [], table.nRolls), coach.turn) });
    const shown = [...found.keys()].filter((at) => this.isWhole || at < SHOWN || at === this.now);
    while (this.rows.length < shown.length) this.rows.push(this.row(this.rows.length));
    while (this.list.children.length > shown.length) this.list.lastChild.remove();
    shown.forEach((at, n) => {
      const { element } = this.show(this.rows[n], found[at], at, dice);
      if (!element.parentNode) this.list.append(element); // one that stays keeps the focus
    });
    set(this.more, { hidden: found.length <= SHOWN && "", text: this.isWhole ? coach.fewer : say(coach.more, { n: found.length }) });
  }

  /** A line; what it shows changes, the node stays, and with it the focus. */
  row(at) {
    const [place, move, note, worth, less] = ["span", "b", "small", "b", "small"].map((tag) => el(tag));
    const { onHold } = this.question, parts = [place, el("span", { class: "move" }, move, note), el("span", { class: "worth" }, worth, less)];
    const press = () => {
      const { one } = this.rows[at], { dice, onHold: hold, onFill } = this.question;
      if (one.box) onFill(one.box);
      else hold(heldOf(dice, one.keep));
    };
    const line = onHold ? button(parts, press, "line") : el("div", { class: "line" }, ...parts);
    return { element: el("li", {}, line), place, move, note, worth, less };
  }

  show(row, one, at, dice) {
    const { words, best, question } = this, { coach } = words, { card, left } = question;
    const lead = one.keep && leadsTo(best, card, one.keep, left).boxes[0];
    const notes = [
      at === this.now && coach.now, at === 1 && coach.next,
      lead && say(coach.leads, { ...lead, of: 100 }),
      one.box && say(coach.rest, { points: one.points + one.beside, rest: tenths(one.rest) }),
    ];
    const held = one.box ? null : heldOf(dice, one.keep), drawn = `${dice} ${held}`;
    if (row.drawn !== drawn) row.place.replaceChildren(set(diceRow(dice, held), { role: null, "aria-hidden": "true", class: { counts: one.box } }));
    Object.assign(row, { one, drawn });
    set(row.element, { class: { first: !at } });
    set(row.move, { text: moveSays(words, best.table, one) });
    set(row.note, { text: notes.filter(Boolean).join(" · ") });
    set(row.worth, { text: tenths(one.worth) });
    set(row.less, { text: !at ? "" : !one.less ? coach.even : one.less < SEEN ? coach.hardly : say(coach.less, { points: tenths(one.less) }) });
    return row;
  }
}

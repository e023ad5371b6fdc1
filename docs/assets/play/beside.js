// The coach beside a game: gets best play solved, advises on every roll, says who is likely to win, and reviews the game when it is
// over. Loaded when it is asked for.

import { bestOf } from "./best.js";
import { Advice, moveSays } from "./coach.js";
import { heldOf } from "./engine.js";
import { rollsLeft, seatOf } from "./game.js";
import { button, diceRow, el, load, say, set } from "./page.js";
import { Review } from "./review.js";
import { winning } from "./win.js";

const SLICE = 8; // ms that who wins is worked out at a stretch

/** The chances of seats to win in a sentence; `found` as `winning` gives it, `atOnce`: a game may be won otherwise, too. */
export function chancesSay({ coach }, seats, { chances, isExact }, atOnce = false) {
  const rough = !isExact || atOnce, sure = (chance) => !rough && Math.abs(chance - Math.round(chance)) < 1e-9;
  const percent = (chance) => (sure(chance) ? Math.round(100 * chance) : chance < 0.005 ? "<1" : chance > 0.995 ? ">99" : Math.round(100 * chance));
  const said = seats.map(({ name }, at) => say(coach.chance, { name, percent: percent(chances[at]) })).join(", ");
  return say(rough ? coach.about : coach.chances, { said });
}

export class Coach {
  /** `on`: {hold(held, says), seek(box), hide()}. */
  constructor(words, on) {
    const { coach } = (this.words = words);
    this.on = on;
    this.advice = new Advice(words);
    this.review = new Review(words);
    this.win = el("p", { class: "win small" }, el("span"), " ", el("span"));
    this.element = el("section", { class: "coach", "aria-label": coach.title },
      el("header", {}, el("h2", {}, coach.title), el("span", { class: "small" }, coach.lead), button(coach.hide, on.hide, "hide")),
      this.advice.element, this.win);
    this.line = button(el("span"), () => this.element.scrollIntoView(), "coach-line", el("b"));
  }

  /** `view`: {table, state, seat: whose card it is about}. */
  update(view) {
    const isOther = view.table !== this.table;
    Object.assign(this, view);
    if (isOther) this.solve();
    else this.draw();
  }

  /** Nobody listens any more: what is being worked out stops. */
  rest() {
    this.stop?.abort();
    this.table = this.counted = null;
  }

  async solve() {
    this.stop?.abort();
    this.best = this.counted = null;
    this.says = "";
    const { words: { coach, play }, table } = this, stop = (this.stop = new AbortController()), { signal } = stop;
    const progress = (share) => stop === this.stop && !signal.aborted && this.wait(share, [coach.cancel, () => stop.abort()]);
    progress(0);
    let best;
    try {
      const { data } = await load(table.id);
      best = await bestOf(data, table.chosen, { progress, signal });
    } catch (error) {
      if (stop !== this.stop || !this.table) return;
      const states = error.nStates?.toLocaleString("en");
      if (states) this.wait(say(coach.unsolved, { game: table.name, states }));
      else this.wait(signal.aborted ? coach.cancelled : play.missing, [coach.again, () => this.solve()]);
    }
    if (!best || stop !== this.stop || signal.aborted) return;
    this.best = best;
    this.draw();
  }

  wait(what, key) {
    this.advice.waiting(what, key);
    this.review.waiting(what, key);
    this.tell(typeof what === "number" ? say(this.words.coach.solved, { share: Math.floor(100 * what) }) : "");
    set(this.win, { hidden: "" });
  }

  draw() {
    const { best, state, table, seat, words: { coach } } = this;
    if (!best) return;
    if (state.over) {
      this.review.update(best, state);
      return;
    }
    const isNow = seat === seatOf(state), dice = isNow ? state.dice : null, card = state.cards[seat];
    const advised = this.advice.update(best, {
      card, dice, left: rollsLeft(table, state), isFirst: state.rolls === 1, held: state.held,
      onHold: (held) => this.on.hold(held, say(coach.held, { move: moveSays(this.words, table, { keep: dice.filter((_, i) => held[i]) }) })),
      onFill: this.on.seek,
    });
    const { move, clear, text } = advised; // apart: minified, a pattern moves before what its value is made from
    this.says = move ? `${coach.title}: ${text}` : "";
    const isDrawn = move?.keep?.length;
    this.tell(isDrawn ? coach.brief[clear] : move ? moveSays(this.words, table, move) : text, isDrawn && [dice, heldOf(dice, move.keep)], text);
    this.count();
  }

  /** The line in the dock, where the panel is out of sight: a few words, or dice with what is held of them. */
  tell(text, drawn, label = text) {
    const [place, word] = this.line.children;
    place.replaceChildren(...(drawn ? [set(diceRow(...drawn), { role: null, "aria-hidden": "true" })] : []));
    set(word, { text });
    set(this.line, { "aria-label": say(this.words.coach.line, { says: label }) });
  }

  /** Who is likely to win, after every turn: worked out a little at a time, until a newer turn asks. */
  async count() {
    const { best, table, state, words: { coach } } = this, { log, seats, cards } = state, [first, note] = [this.win.firstChild, this.win.lastChild];
    set(this.win, { hidden: !seats[1] && "" });
    if (this.counted === log || !seats[1]) return;
    if (!this.counted) set(first, { text: coach.counting });
    this.counted = log;
    const work = winning(best, cards), atOnce = Boolean(table.wins);
    for (let end = performance.now() + SLICE; ;) {
      const { done, value } = work.next();
      if (done) {
        set(first, { text: chancesSay(this.words, seats, value, atOnce) });
        set(note, { text: [coach.if_best, !value.isExact && coach.rough, atOnce && coach.at_once].filter(Boolean).join(" ") });
        return;
      }
      if (performance.now() < end) continue;
      await new Promise((next) => { setTimeout(next); });
      if (this.counted !== log) return;
      end = performance.now() + SLICE;
    }
  }
}

// How a game that is over compares with best play, decision by decision, as people see it. Shows what advice.js works out.

import { review } from "./advice.js";
import { Waiting, heldSays, moveSays, reasonSays, tenths } from "./coach.js";
import { heldOf } from "./engine.js";
import { button, diceRow, el, say, set } from "./page.js";

const SHOWN = 4; // decisions, before all are asked for
const MINUS = "\u2212";

/** A review in whole tenths of points, as it is shown: average + luck - lost is the total to the tenth, luck taking what rounding leaves. */
export function inTenths({ expected, lost, now }) {
  const [average, lose, total] = [expected, lost, Math.round(now)].map((points) => Math.round(10 * points));
  return { average, luck: total - average + lose, lost: lose, total };
}

const signed = (n) => (n ? `${n < 0 ? MINUS : "+"} ${tenths(Math.abs(n) / 10)}` : tenths(0));

export class Review {
  /** `words`: all words of the site. */
  constructor(words) {
    this.words = words;
    this.wait = new Waiting(words);
    this.seats = el("div", { class: "whose", role: "group", "aria-label": words.coach.whose });
    this.body = el("div");
    this.element = el("section", { class: "review", "aria-label": words.coach.review }, this.wait.element, this.seats, this.body);
  }

  /** While there is no review: as `Waiting.show`. */
  waiting(what, key) {
    this.state = null;
    set(this.wait.element, { hidden: null });
    for (const part of [this.seats, this.body]) part.hidden = true;
    this.wait.show(what, key);
  }

  /** The review of a game that is over, people before computers. */
  update(best, state) {
    if (this.state === state) return;
    Object.assign(this, { best, state });
    const order = [...state.seats.keys()].sort((a, b) => (state.seats[b].kind === "person") - (state.seats[a].kind === "person"));
    this.seats.replaceChildren(...order.map((seat) => set(button(state.seats[seat].name, () => this.show(seat), "key"), { "data-seat": seat })));
    const hadFocus = this.wait.element.contains(document.activeElement);
    set(this.wait.element, { hidden: "" });
    this.seats.hidden = !order[1] || state.winner !== null;
    this.body.hidden = false;
    this.show(order[0]);
    if (hadFocus) this.focus();
  }

  /** Takes the focus, to what there is: what is said meanwhile hands it on. */
  focus() {
    (this.body.hidden ? this.wait.text : this.body.firstChild).focus();
  }

  show(seat) {
    const { coach, number } = this.words, { best, state } = this, found = review(best, state, seat);
    for (const one of this.seats.children) set(one, { "aria-pressed": String(one.dataset.seat === String(seat)) });
    const title = (text) => el("h3", { tabindex: "-1" }, text);
    if (!found) return this.body.replaceChildren(title(coach.review), el("p", {}, coach.no_review));
    const { decisions } = found, { name } = state.seats[seat], sums = inTenths(found), line = (what, value, kind = null) => (
      el("div", { class: kind }, el("dt", {}, what), el("dd", {}, value)));
    const missed = decisions.filter(({ lost }) => lost).sort((a, b) => b.lost - a.lost), n = decisions.length - missed.length;
    const shown = missed.length > SHOWN + 1 ? SHOWN : missed.length, list = el("ol", {}, ...missed.slice(0, shown).map((one) => this.decision(one)));
    const rest = missed.slice(shown), together = missed.slice(0, shown).reduce((left, { lost }) => left - Math.round(10 * lost), sums.lost);
    const more = button(say(coach.others, { n: number[rest.length] ?? rest.length, points: tenths(Math.max(0, together) / 10) }), () => {
      const others = rest.map((one) => this.decision(one));
      more.replaceWith();
      list.append(...others);
      others[0].querySelector("h4").focus();
    }, "key more");
    return this.body.replaceChildren(
      title(say(coach.from, { name, total: sums.total / 10 })),
      el("dl", { class: "sums" }, line(coach.best, tenths(sums.average / 10)), line(coach.luck, signed(sums.luck)),
        line(coach.choices, signed(-sums.lost)), line(say(coach.total, { name }), sums.total / 10, "total")),
      el("p", { class: "small" }, missed.length ? say(coach.well, { n, of: decisions.length }) : coach.flawless),
      ...(missed.length ? [el("h3", {}, coach.cost), el("p", { class: "small" }, coach.cost_note), list] : []),
      ...(rest.length ? [more] : []),
    );
  }

  /** One decision that lost points: what was done, what was better, and why. */
  decision({ turn, roll, dice, card, left, lost, did, better }) {
    const { words, best } = this, { coach } = words, { table } = best, row = (kind, text, { keep, box }, again) => [
      el("dt", {}, kind), el("dd", {}, again && box ? null : set(diceRow(dice, keep && heldOf(dice, keep)), { role: null, "aria-hidden": "true" }), el("span", {}, text)),
    ];
    const done = did.box ? say(coach.points_in, { box: table.boxes.find(({ id }) => id === did.box).name, points: did.points })
      : did.keep.length ? heldSays(words, did.keep) : coach.nothing;
    return el("li", {},
      el("h4", { tabindex: "-1" }, say(left ? coach.after : coach.choosing, { turn, roll })),
      el("p", { class: "cost" }, lost < 0.05 ? coach.trace : MINUS + tenths(lost), el("small", {}, coach.cost_unit)),
      el("dl", {}, ...row(did.box ? coach.filled : coach.kept, done, did), ...row(coach.better, moveSays(words, table, better), better, did.box)),
      el("p", {}, reasonSays(words, best, { card, left }, better, did)));
  }
}

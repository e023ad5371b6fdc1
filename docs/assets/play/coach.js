// The coach as people see it: advice on a roll, the review of a game that is over, and both beside a game. One module, as
// they are loaded together, when they are asked for. Shows what advice.js works out, and knows no rule.

import { boundFor, howClear, options, review, standing, winning } from "./advice.js";
import { bestOf } from "./best.js";
import { heldOf } from "./engine.js";
import { rollsLeft, seatOf } from "./game.js";
import { button, diceRow, el, load, say, set } from "./page.js";
import { joined } from "./text.js";

const SHOWN = 4; // lines of advice, or decisions, before all are asked for
const MINUS = "\u2212";
const SLICE = 8; // ms that who wins is worked out at a stretch
const SEEN = 0.05; // points: what is nearer shows as nothing, in tenths
const OFTEN = 0.1; // from this chance on it is said that a turn may bring nothing

export const tenths = (points) => points.toFixed(1);
/** Whole hundredths of a chance; what is not certain never looks so. */
const times = (chance) => (chance > 1 - 1e-9 ? 100 : Math.min(99, Math.max(1, Math.round(100 * chance))));
/** What a box pays now, and what comes beside it. */
const paysNow = ({ points, beside }) => (beside ? `${points} + ${beside}` : points);
const nameOf = (table, id) => table.boxes.find((box) => box.id === id).name;

// ---- advice: what can be done with a roll, best first, how clear the choice is and why

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
  const paid = boundFor(best, card, keep, left).filter(({ pays }) => pays);
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
  const boxSays = (text, { box, rest, ...pay }) => say(text, { box: nameOf(best.table, box), points: paysNow(pay), rest: tenths(rest), bonus: rest });
  const isLast = Object.keys(card.points).length + 1 === best.table.boxes.length; // then a bonus is all that can come
  return [boxSays(!one.rest ? coach.brings_last : isLast ? coach.brings_bonus : coach.brings, one), next?.box && boxSays(coach.brings_other, next)]
    .filter(Boolean).join(" ");
}

/** What is shown while something is worked out, or cannot be. */
class Waiting {
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
    const hadFocus = document.activeElement === this.key;
    set(this.key, { text: key?.[0] ?? "", hidden: !key && "" });
    this.onKey = key?.[1];
    if (hadFocus && !key) this.text.focus({ preventScroll: true });
  }
}

/**
 * Best play of a table, or null where it is not to be had. `wait` is told how far it is or what is the matter, and what can be
 * done about it: `stop`, an AbortController, or `again`; nothing more once `isOver()`.
 */
export async function solved({ coach, play }, table, { stop, isOver, wait, again }) {
  const { signal } = stop, progress = (share) => isOver() || signal.aborted || wait(share, [coach.cancel, () => stop.abort()]);
  progress(0);
  try {
    const { data } = await load(table.id);
    const best = await bestOf(data, table.chosen, { progress, signal });
    return isOver() || signal.aborted ? null : best;
  } catch (error) {
    const states = error.nStates?.toLocaleString("en");
    if (isOver()) return null;
    if (states) wait(say(coach.unsolved, { game: table.name, states }));
    else wait(signal.aborted ? coach.cancelled : play.missing, [coach.again, again]);
    return null;
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
   * can be. Gives back the best move, as in `options`, how clear it is, and the verdict in a sentence: {move, clear, average, text}; before
   * the first roll there is no move, but an average total.
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
    return { move: this.found[0], clear: this.clear, average: this.average, text: this.counsel.firstChild.textContent };
  }

  draw() {
    const { words, best, found, question } = this, { coach } = words, { table } = best, { card, dice } = question, [one, two] = found;
    this.clear = howClear(two?.less ?? null);
    this.average = tenths(standing(table, card) + best.worth(card));
    set(this.counsel.firstChild, {
      text: one ? say(coach.verdict[this.clear], { move: moveSays(words, table, one) })
        : say(coach.average, { points: this.average }),
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
    if (one.keep) one.leads ??= leadsTo(best, card, one.keep, left); // once: a long list is drawn at every tap
    const lead = one.leads?.boxes[0];
    const notes = [
      at === this.now && coach.now, at === 1 && coach.next,
      lead && say(coach.leads, { ...lead, of: 100 }),
      one.box && say(coach.rest, { points: paysNow(one), rest: tenths(one.rest) }),
    ];
    const held = one.box ? null : heldOf(dice, one.keep), drawn = `${dice} ${held}`;
    if (row.drawn !== drawn) row.place.replaceChildren(set(diceRow(dice, held), { class: { counts: one.box } }));
    Object.assign(row, { one, drawn });
    set(row.element, { class: { first: !at } });
    set(row.move, { text: moveSays(words, best.table, one) });
    set(row.note, { text: notes.filter(Boolean).join(" · ") });
    set(row.worth, { text: tenths(one.worth) });
    set(row.less, { text: !at ? "" : !one.less ? coach.even : one.less < SEEN ? coach.hardly : say(coach.less, { points: tenths(one.less) }) });
    return row;
  }
}

// ---- the review: how a game that is over compares with best play, decision by decision

/** A review in whole tenths of points, as it is shown: average + luck - lost is the total to the tenth, luck taking what rounding leaves. */
export function inTenths({ expected, lost, now }) {
  const [average, lose, total] = [expected, lost, Math.round(now)].map((points) => Math.round(10 * points));
  return { average, luck: total - average + lose, lost: lose, total };
}

const signed = (n) => (n ? `${n < 0 ? MINUS : "+"} ${tenths(Math.abs(n) / 10)}` : tenths(0));

class Review {
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
    if (this.state?.log === state.log && this.best === best) return; // looked at only
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
    const { coach, number, play } = this.words, { best, state } = this, found = review(best, state, seat);
    for (const one of this.seats.children) set(one, { "aria-pressed": String(one.dataset.seat === String(seat)) });
    const title = (text) => el("h3", { tabindex: "-1" }, text);
    if (!found) return this.body.replaceChildren(title(coach.review), el("p", {}, coach.no_review));
    const { decisions } = found, { name } = state.seats[seat], isYou = name === play.you, sums = inTenths(found), line = (what, value, kind = null) => (
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
      title(say(isYou ? coach.from_you : coach.from, { name, total: sums.total / 10 })),
      el("dl", { class: "sums" }, line(coach.best, tenths(sums.average / 10)), line(coach.luck, signed(sums.luck)),
        line(coach.choices, signed(-sums.lost)), line(say(isYou ? coach.total_you : coach.total, { name }), sums.total / 10, "total")),
      el("p", { class: "small" }, missed.length ? say(coach.well, { n, of: decisions.length }) : coach.flawless),
      ...(missed.length ? [el("h3", {}, coach.cost), el("p", { class: "small" }, coach.cost_note), list] : []),
      ...(rest.length ? [more] : []),
    );
  }

  /** One decision that lost points: what was done, what was better, and why. */
  decision({ turn, roll, dice, card, left, lost, did, better }) {
    const { words, best } = this, { coach } = words, { table } = best, row = (kind, text, { keep, box }, again) => [
      el("dt", {}, kind), el("dd", {}, again && box ? null : diceRow(dice, keep && heldOf(dice, keep)), el("span", {}, text)),
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

// ---- beside a game: gets best play solved, advises on every roll, says who is likely to win, and reviews the game at its end

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
    const stop = (this.stop = new AbortController());
    const best = await solved(this.words, this.table, {
      stop, isOver: () => stop !== this.stop || !this.table, wait: (...what) => this.wait(...what), again: () => this.solve(),
    });
    if (!best) return;
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
      onHold: (held) => this.on.hold(held, held.includes(true) ? say(coach.held, { move: moveSays(this.words, table, { keep: dice.filter((_, i) => held[i]) }) }) : coach.freed),
      onFill: this.on.seek,
    });
    const { move, clear, average, text } = advised; // apart: minified, a pattern moves before what its value is made from
    this.says = move ? `${coach.title}: ${text}` : "";
    const isDrawn = move?.keep?.length;
    this.tell(isDrawn ? coach.brief[clear] : move ? moveSays(this.words, table, move) : say(coach.brief.average, { points: average }), isDrawn && [dice, heldOf(dice, move.keep)], text);
    this.count();
  }

  /** The line in the dock, where the panel is out of sight: a few words, or dice with what is held of them. */
  tell(text, drawn, label = text) {
    const [place, word] = this.line.children;
    place.replaceChildren(...(drawn ? [diceRow(...drawn)] : []));
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

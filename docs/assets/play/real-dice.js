// The element real-dice: the coach for dice on the table. It holds the card and the turn, shows them, keeps them and takes
// steps back; turn.js says what can be done, coach.js shows what it is worth. What stands there for any game is its template
// (gen/templates/real-dice.html). Attribute: game, where no other is asked for.
import { options } from "./advice.js";
import { Advice, moveSays, solved, tenths } from "./coach.js";
import { heldOf } from "./engine.js";
import { wish } from "./keys.js";
import { addressOf, el, say, set, takeParts, tell } from "./page.js";
import { askedFor, loadAsked, rulesChoice, unknownIn } from "./rules-choice.js";
import { openStore } from "./store.js";
import { choicesIn, holdable, offers, tableOf, totals } from "./table.js";
import { begin, countAs, drop, fill, hold, isInOrder, isWhole, left, mostRepeats, note, put, read, refit, repeats } from "./turn.js";

const STEPS = 50; // that can be taken back
const TWICE = 350; // ms: a press where another button came to lie belongs to the one before
const KEYS = { hold: "put", roll: "go" }; // what keys of the game do here

const noteBeside = (tile, text) => set(tile.querySelector("small"), { text: text || "" });

/** A number that the select does not have joins those it has. */
function choose(select, n) {
  select.value = n;
  if (select.value !== String(n)) select.append(el("option", { selected: true }, n));
}

class RealDice extends HTMLElement {
  #store = openStore();
  #data;
  #words;
  #rules; // the name of the rules on the table
  #past = []; // what can be taken back, nearest last
  #step; // the box whose number was chosen last: another number for it is the same step
  #best = null;
  #solving; // what cancels it
  #moves; // what can be done with these dice, best first; none before they lie there, and without best play
  #offers; // what they may be written as
  #said; // the verdict on these dice
  #held = null; // what somebody holds instead of the best, by place
  #sure = null; // the box whose zero waits for a second press
  #turned = 0; // when the buttons below the dice changed
  #asking; // the opening of a game that is the latest

  table; // the rules
  at; // the card and the turn
  next; // what the button below the dice does

  get #isWhole() { return isWhole(this.table, this.at); }
  get #sums() { return totals(this.table, this.at.card); }

  connectedCallback() {
    if (this.#asking) return;
    this.onclick = (event) => this.#click(event);
    addEventListener("hashchange", () => askedFor() && this.#follow());
    addEventListener("keydown", (event) => this.#key(event));
    this.#follow();
  }

  // ---- which game

  #follow() {
    const asked = askedFor();
    this.#open({ g: this.#data?.id ?? this.#store.read("coach"), ...asked }, asked);
  }

  #address() {
    history.replaceState(history.state, "", addressOf(this.#data.id, this.at.chosen));
  }

  /**
   * Opens a game as it was left, by other house rules where some are wished: {g: game, option: choice}. The address names it
   * where somebody asked for it; what was `asked` and is not there is told, and left out.
   */
  async #open({ g, ...wish }, asked) {
    const asking = (this.#asking = {});
    try {
      const { games, data, words } = await loadAsked(this, g);
      if (this.#asking !== asking) return;
      if (!this.#words) this.#build(words, games);
      const chosen = choicesIn(data, wish);
      set(this.note, { text: unknownIn(words, asked, { g: data.id, ...chosen }) });
      if (data !== this.#data) this.#recall(data);
      if (Object.keys(chosen).length) this.#commit(refit(tableOf(data, chosen), this.at));
      this.#show();
      if (asked) this.#address();
    } catch (error) {
      if (!this.table) console.error(error); // what stands here without JavaScript stays
      else {
        this.choice.update(this.table);
        this.#tell(this.#words.helper.lost);
      }
    }
  }

  /** What is kept of a game. What cannot be read is set aside rather than lost. */
  #recall(data) {
    const key = `coach.${data.id}`, text = this.#store.read(key);
    let kept = [];
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

  #build(words, games) {
    this.#words = words;
    this.advice = new Advice(words);
    this.choice = rulesChoice(words.helper, games, (more) => (
      this.#open({ g: this.#data.id, ...(more.g ? {} : this.at.chosen), ...more }, {})));
    takeParts(this);
    const { content, head, says, card } = this;
    card.onchange = ({ target: { value, parentNode } }) => {
      const box = this.table.boxes[this.tiles.indexOf(parentNode)], n = value === "" ? null : Number(value);
      this.#commit(box ? note(this.table, this.at, box.id, n) : repeats(this.at, n), box?.id);
    };
    head.prepend(this.choice.game);
    says.prepend(this.advice.element);
    says.after(this.choice.rules);
    this.replaceChildren(content);
  }

  // ---- steps

  /** What buttons and keys do; `n`: which of its like, from 0. */
  #does = {
    undo: () => this.#undo(),
    fresh: () => this.#begin(),
    take: (n) => this.#take(this.table.boxes[n].id),
    count: (n) => this.#commit(countAs(this.at, n + 1)),
    press: (n) => this.#press(n),
    put: (n) => this.#put(n + 1),
    back: () => this.#drop(this.at.dice.length - 1),
    go: () => this.next?.go?.(),
  };

  #click({ target, detail }) {
    const button = target.closest("[data-do]"), one = button?.closest(".real-tile") ?? button;
    if (!button || (button === this.go && detail && performance.now() - this.#turned < TWICE)) return; // no detail: a key
    this.#does[button.dataset.do]([...one.parentNode.children].indexOf(one));
  }

  #key(event) {
    const { key, target } = event;
    if (!this.table) return;
    const isBack = key === "Backspace" && !target.closest?.("select, input, textarea");
    const asked = isBack ? { do: "back" } : wish(event, this.table.nFaces, this.contains(target) || this.#store.settings().keys);
    const act = this.#does[KEYS[asked?.do] ?? asked?.do];
    if (!act) return;
    event.preventDefault();
    act(asked.die);
  }

  /** A step that can be taken back; `box`: the one whose number was chosen. */
  #commit(at, box) {
    if (JSON.stringify(at) === JSON.stringify(this.at)) return; // nothing that could be taken back
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
    if (before) this.#go(before);
    if (before && askedFor()) this.#address();
    this.#tell(before ? `${real.undone} ${this.#where}` : real.undo_none);
  }

  #begin() {
    this.#commit(begin(this.at.chosen));
    this.#tell(this.#where);
  }

  #fill(box) {
    const { real } = this.#words, { repeats: before } = this.at.card;
    this.#commit(fill(this.table, this.at, box));
    const { points, repeats: now } = this.at.card, filled = say(real.filled, { box: this.#nameOf(box), points: points[box], ...this.#sums });
    this.#tell([filled, now > before && say(real.beside, this.table.rules.repeatBonus), this.#where].filter(Boolean).join(" "));
  }

  #hold(keep) {
    this.#commit(hold(this.at, keep));
    this.#tell(this.#where);
  }

  /** What the tile of an open box offers for these dice: a zero asks again. */
  #take(box) {
    const { pays, closed } = this.#offers, { tell: told } = this.#words.play, values = { box: this.#nameOf(box), first: this.#first, zero: 0 };
    if (pays[box] || this.#sure === box) return this.#fill(box);
    if (!closed[box]) this.#sure = box;
    this.#update();
    return this.#tell(say(told[closed[box] ?? "sure"], values));
  }

  #put(face) {
    if (this.#isWhole || !this.#sums.open) return;
    this.#commit(put(this.table, this.at, face));
    this.#tell(this.#isWhole ? this.#verdict : `${this.#words.number[face]}. ${this.#where}`);
  }

  /** A die is held or let go while the rest can be thrown again, else taken away. */
  #press(place) {
    if (!this.#isFree) return this.#drop(place);
    this.#held = this.#holds.map((is, n) => is !== (n === place));
    this.#update();
    return this.#tell(this.#verdict);
  }

  #drop(place) {
    this.#commit(drop(this.at, place));
    this.#tell(this.#where);
  }

  // ---- best play

  /** Has best play worked out for the rules on the table. */
  async #solve() {
    const stop = new AbortController(), isOver = () => this.#solving !== stop;
    this.#solving?.abort();
    this.#solving = stop;
    this.#best = null;
    const wait = (...what) => this.advice.waiting(...what);
    const best = await solved(this.#words, this.table, { stop, isOver, wait, again: () => this.#solve() });
    if (!best) return;
    this.#best = best;
    this.#update();
    if (this.next) this.#tell(this.#verdict);
  }

  /** The button below the dice: {does, why, go}, without `go` where it can do nothing; none while dice are entered. */
  #nextMove() {
    const { real } = this.#words, { table, at } = this, { lattice: lat } = table;
    if (!this.#sums.open) return { does: real.fresh, go: () => this.#begin() };
    if (!this.#isWhole) return undefined;
    const keep = at.dice.filter((_, n) => this.#holds[n]), isKept = this.#isFree && keep.length < at.dice.length;
    const one = this.#moves?.find((move) => (isKept ? move.keep && lat.find(move.keep) === lat.find(keep) : move.box));
    if (!isKept && !one) return { does: real.choose };
    const wins = !isKept && at.roll === 1 && table.wins?.points[lat.findRoll(at.dice)];
    const why = one && say(wins ? real.wins : one.less ? real.below : real.worth, { worth: tenths(one.worth), less: tenths(one.less) });
    return { does: moveSays(this.#words, table, one ?? { keep }), why, go: () => (isKept ? this.#hold(keep) : this.#fill(one.box)) };
  }

  /** Whether dice can be held and the others thrown again. */
  get #isFree() { return this.#isWhole && left(this.table, this.at) > 0; }

  /** Which dice are held, by place: as somebody wants it, else as best play does, else those that lie there from before. */
  get #holds() {
    const { dice, kept } = this.at, best = this.#moves?.[0];
    return this.#held ?? (best?.keep ? heldOf(dice, best.keep) : dice.map((_, n) => Boolean(best) || n < kept));
  }

  // ---- what is said

  #nameOf(id) {
    return this.table.boxes.find((box) => box.id === id)?.name;
  }

  /** The first box that the dice may fill. */
  get #first() { return this.#nameOf(Object.keys(this.#offers.pays)[0]); }

  /** What is to be done now, in words. */
  get #asks() {
    const { real, number } = this.#words, n = this.table.nDice - this.at.dice.length, { open, total } = this.#sums;
    return say(!open ? real.full : n > 1 ? real.enter : n ? real.enter_one : real.entered, { n: number[n], total });
  }

  /** The same for those who listen. */
  get #where() {
    return `${this.#sums.open ? `${this.#words.play.ordinal[this.at.roll - 1]}. ` : ""}${this.#asks}.`;
  }

  /** What is best, and what somebody would do instead. */
  get #verdict() {
    const { does, why } = this.next;
    return (this.#moves && !this.#held ? this.#said : `${does}.`) + (why ? ` ${why}.` : "");
  }

  #tell(text) {
    tell(this.live, text);
  }

  // ---- what is shown

  #show() {
    const rules = addressOf(this.#data.id, this.at.chosen);
    this.#held = this.#sure = null;
    if (rules !== this.#rules) {
      this.#rules = rules;
      this.table = tableOf(this.#data, this.at.chosen);
      this.#lay();
      this.choice.update(this.table);
      this.#solve();
    }
    this.#update();
  }

  /** The tiles of the card. */
  #lay() {
    const { boxes, repeat, rules: { upperBonus, repeatBonus } } = this.table, { tile, card, numbers, extras, total } = this;
    this.tiles = boxes.map((box) => {
      const one = tile.cloneNode(true), [label, pick] = one.children;
      label.prepend(box.name);
      set(pick, { "aria-label": box.name }).append(...holdable(box).map((n) => el("option", {}, n)));
      return set(one, { class: { upper: box.upper, lower: !box.upper } });
    });
    card.replaceChildren(...this.tiles, numbers, extras, total);
    numbers.hidden = !upperBonus;
    extras.hidden = !repeat;
    if (repeat) noteBeside(extras, say(this.#words.play.repeat_note, repeatBonus));
  }

  #update() {
    const { table, at } = this, had = this.contains(document.activeElement) && document.activeElement, isFirst = at.roll === 1;
    const isAsked = this.#isWhole && this.#sums.open > 0, wasNext = this.next;
    this.#offers = isAsked ? offers(table, at.card, at.dice, isFirst) : { pays: {}, closed: {} };
    this.#moves = isAsked && this.#best && isInOrder(table, at.card) ? options(this.#best, at.card, at.dice, left(table, at), isFirst) : null;
    this.next = this.#nextMove();
    if (!wasNext !== !this.next) this.#turned = performance.now();
    table.boxes.forEach((box, n) => this.#showBox(box, this.tiles[n]));
    this.#showSums();
    this.#showTurn();
    if (this.#best) this.#advise();
    const asks = { d: at.dice.join(""), r: left(table, at), ...at.chosen };
    set(this.odds, { hidden: !isAsked, href: `../odds/${addressOf(table.id, asks)}` });
    if (had && !had.checkVisibility()) (this.next ? this.go : this.faces.firstChild).focus({ preventScroll: true });
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

  #showBox({ id, name: box }, tile) {
    const { play, real } = this.#words, { pays, closed, beside } = this.#offers, why = closed[id], isOffered = Boolean(why) || id in pays;
    const isSure = this.#sure === id, values = { box, points: pays[id] }, written = this.at.card.points[id], [, pick, offer] = tile.children;
    const shut = why && say(play.shut[why], { box: this.#first });
    const [text, label, small] = why ? ["", say(play.shut_label, { box, why: shut }), shut]
      : isSure ? [say(play.sure_mark, values), say(play.sure_label, values), say(play.sure, values)]
        : [pays[id], say(real.write, values), beside && say(play.made, { points: beside })];
    set(tile, { class: { full: written !== undefined, zero: written === 0, offered: isOffered, sure: isSure, shut: why } });
    noteBeside(tile, isOffered && small);
    choose(pick, written ?? "");
    pick.hidden = isOffered;
    set(offer, { text: text ?? "", hidden: !isOffered, "aria-disabled": why ? "true" : null, "aria-label": label });
  }

  #showSums() {
    const { table, at: { card }, numbers, extras, total } = this, { play } = this.#words, { upper, short, bonus, open, total: sum } = this.#sums;
    const most = mostRepeats(table, card), { upperBonus } = table.rules, of = table.boxes.length, [, further] = extras.children;
    for (const [n, option] of [...further].entries()) option.hidden = option.disabled = n > most;
    further.value = card.repeats;
    if (upperBonus) noteBeside(numbers, say(bonus ? play.numbers_made : play.numbers_more, { short, points: upperBonus.points }));
    set(numbers.lastChild, { text: upper });
    set(total.lastChild, { text: sum });
    set(this.round, { text: say(play.round, { turn: Math.min(of - open + 1, of), of }) });
  }

  /** The dice, and what they are entered with. */
  #showTurn() {
    const { table, at, next } = this, { real, number } = this.#words, isFree = this.#isFree;
    [...this.row.children].forEach((each, n) => {
      const face = at.dice[n], isKept = n < at.kept, isHeld = isFree ? this.#holds[n] : isKept;
      const label = !face ? real.blank : isFree ? real[isHeld ? "held" : "thrown"] : isKept ? real.lies : real.set;
      set(each.querySelector("use"), { href: `#die-${face ?? "blank"}` });
      set(each.lastChild, { text: isHeld ? real[isFree ? "hold" : "stays"] : "" });
      set(each, {
        hidden: n >= table.nDice, "aria-label": say(label, { n: n + 1, face: number[face] }), "aria-pressed": isFree ? String(isHeld) : null,
        class: { "is-blank": !face, "is-held": isHeld },
      });
    });
    [...this.rolls.children].forEach((each, n) => set(each, { hidden: n >= table.nRolls, "aria-pressed": String(n + 1 === at.roll) }));
    set(this.asks, { text: this.#asks });
    this.faces.hidden = Boolean(next);
    set(this.go, { hidden: !next, "aria-disabled": next?.go ? null : "true" });
    set(this.go.firstChild, { text: next?.does ?? "" });
    set(this.go.lastChild, { text: next?.why ?? "" });
  }
}

customElements.define("real-dice", RealDice);

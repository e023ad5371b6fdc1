// What lies on the table beside the coach: the card as tiles, the dice, and what they are entered with. It only draws.
import { button, die, el, say, set } from "./page.js";
import { totals } from "./table.js";
import { holdable, isWhole, left, mostRepeats } from "./turn.js";

const many = (n, make) => Array.from({ length: n }, (_, each) => make(each));
const group = (kind, label) => el("div", { class: kind, role: "group", "aria-label": label });
const numbers = (label, all, onchange) => el("select", { "aria-label": label, onchange }, ...all.map((n) => el("option", { value: n }, n)));

/** A number that the select does not have joins those it has. */
function show(select, n) {
  select.value = n;
  if (select.value !== String(n)) select.append(el("option", { value: n, selected: "" }, n));
}

export class RealTable {
  /**
   * `on`: what was chosen or pressed: note(box, points or null), repeats(n), take(box), count(roll), press(place), put(face),
   * go(event).
   */
  constructor(words, on) {
    Object.assign(this, { words, on });
    this.card = group("real-card", words.play.card);
    this.rolls = group("real-rolls", words.real.which);
    this.says = el("p", {}, el("b"), el("span"));
    this.row = group("odds-dice", words.helper.dice);
    this.faces = group("odds-faces", words.real.faces);
    this.go = el("button", { type: "button", class: "odds-roll", onclick: on.go }, el("b"), el("small"));
    this.dock = el("section", { class: "odds-ask real-dock", "aria-label": words.real.dock },
      el("div", { class: "real-when" }, el("b", { "aria-hidden": "true" }, words.real.roll), this.rolls, this.says), this.row, this.faces, this.go);
  }

  /** The tiles and dice of a table. */
  lay(table) {
    const { on, words: { number, play, real, sheet } } = this, { boxes, nDice, nFaces, nRolls, repeat, rules } = (this.table = table);
    const tile = (kind, name, ...shown) => {
      const says = el("small");
      return { says, element: el("div", { class: `real-tile ${kind}` }, el("span", {}, name, says), ...shown) };
    };
    this.boxes = boxes.map((box) => {
      const pick = numbers(box.name, ["", ...holdable(box)], () => on.note(box.id, pick.value ? Number(pick.value) : null));
      const offer = button("", () => on.take(box.id), "offer");
      pick.options[0].text = real.open;
      return { id: box.id, name: box.name, pick, offer, ...tile(box.upper ? "upper" : "lower", box.name, pick, offer) };
    });
    this.repeats = repeat && numbers(sheet.extras, many(boxes.length, String), () => on.repeats(Number(this.repeats.value)));
    this.numbers = rules.upperBonus && tile("sum upper", play.numbers, el("b"));
    this.total = tile("sum total", play.total, el("b"));
    const extras = repeat && tile("lower", sheet.extras, this.repeats);
    if (extras) set(extras.says, { text: say(play.repeat_note, rules.repeatBonus) });
    this.card.replaceChildren(...[...this.boxes, this.numbers, extras, this.total].filter(Boolean).map(({ element }) => element));
    this.rolls.replaceChildren(...many(nRolls, (n) => button(n + 1, () => on.count(n + 1))));
    this.row.replaceChildren(...many(nDice, (n) => button([el("span", { class: "body" }, die("blank")), el("small")], () => on.press(n))));
    this.faces.replaceChildren(...many(nFaces, (n) => set(button(die(n + 1), () => on.put(n + 1)), { "aria-label": number[n + 1] })));
  }

  /**
   * `offers`: of the dice, as in table.js, once all lie there; `sure`: the box whose zero was asked for; `holds`: which dice are
   * held; `next`: {does, why, go} of the button below them, null while dice are entered; `asks`: what is to be done, in words.
   */
  update({ at, offers, sure, holds, next, asks }) {
    const { table } = this, { card } = at, { upper, short, bonus, total, open } = totals(table, card), { play, real } = this.words;
    for (const box of this.boxes) this.#showBox(box, card.points[box.id], offers, sure);
    if (this.repeats) {
      const most = mostRepeats(table, card);
      [...this.repeats.options].forEach((option, n) => { option.disabled = n > most; });
      this.repeats.value = card.repeats;
    }
    if (this.numbers) {
      set(this.numbers.element.lastChild, { text: upper });
      set(this.numbers.says, { text: bonus ? say(play.numbers_made, { points: bonus }) : say(play.numbers_more, { short, points: table.rules.upperBonus.points }) });
    }
    set(this.total.element.lastChild, { text: total });
    const of = table.boxes.length;
    set(this.says.firstChild, { text: asks });
    set(this.says.lastChild, { text: say(play.round, { turn: Math.min(of - open + 1, of), of }) });
    [...this.rolls.children].forEach((each, n) => set(each, { "aria-pressed": String(n + 1 === at.roll), "aria-label": play.ordinal[n] }));
    this.#showDice(at, holds);
    set(this.faces, { hidden: next && "" });
    set(this.go, { hidden: !next && "", "aria-disabled": next?.go ? null : "true" });
    set(this.go.firstChild, { text: next?.does ?? "" });
    set(this.go.lastChild, { text: next?.why ?? "" });
  }

  #showBox({ id, name: box, pick, offer, says, element }, written, { pays, closed, beside }, sure) {
    const { play, real } = this.words, why = closed[id], isSure = sure === id, isOffered = Boolean(why) || id in pays;
    const values = { box, points: pays[id] }, first = { box: this.boxes.find((each) => each.id in pays)?.name };
    const shut = why && say(play.shut[why], first);
    const [text, label, note] = why ? ["", say(play.shut_label, { box, why: shut }), shut]
      : isSure ? [say(play.sure_mark, values), say(play.sure_label, values), say(play.sure, values)]
        : [pays[id], say(real.write, values), beside ? say(play.made, { points: beside }) : ""];
    set(element, { class: { full: written !== undefined, zero: written === 0, offered: isOffered, sure: isSure, shut: why } });
    show(pick, written ?? "");
    set(pick, { hidden: isOffered && "" });
    set(offer, { text, hidden: !isOffered && "", "aria-disabled": why ? "true" : null, "aria-label": label });
    set(says, { text: isOffered ? note : "" });
  }

  #showDice(at, holds) {
    const { real, number } = this.words, isFree = isWhole(this.table, at) && left(this.table, at) > 0;
    [...this.row.children].forEach((each, n) => {
      const face = at.dice[n], isKept = n < at.kept, isHeld = isFree ? holds[n] : isKept;
      const label = !face ? real.blank : isFree ? real[isHeld ? "held" : "thrown"] : isKept ? real.lies : real.set;
      set(each.querySelector("use"), { href: `#die-${face ?? "blank"}` });
      set(each.lastChild, { text: isHeld ? real[isFree ? "hold" : "stays"] : "" });
      set(each, { "aria-label": say(label, { n: n + 1, face: number[face] }), "aria-pressed": isFree ? String(isHeld) : null, class: { "is-blank": !face, "is-held": isHeld } });
    });
  }
}

// The element odds-helper: a question about dice, asked by tapping and typing, around the panel of what can come of them.

import { diceFor } from "./dice.js";
import { Chances } from "./odds.js";
import { addressOf, button, die, el, say, set } from "./page.js";
import { loadAsked, rulesChoice } from "./rules-choice.js";
import { choicesIn, tableOf } from "./table.js";

const FIRST = "665521"; // stands there until somebody asks: a roll that pulls several ways
const QUIET = 400; // milliseconds until a change is told, so that five taps make one sentence

const throwDice = diceFor(location.search);

const radio = (name, value, onchange, ...shown) => (
  el("label", {}, el("input", { type: "radio", name, value, onchange }), ...shown)
);
/** What is drawn on a large die, over a word. */
export const bigDie = (word) => [el("span", { class: "body" }, die(1)), el("small", {}, word)];
export const showFace = (node, face) => set(node.querySelector("use"), { href: `#die-${face}` });

// Other addresses name a heading.
const asks = (hash) => /^#(.*&)?[gdr]=/.test(hash);

class OddsHelper extends HTMLElement {
  async connectedCallback() {
    if (this.asked !== undefined) return;
    window.addEventListener("hashchange", () => asks(location.hash) && this.ask());
    await this.ask();
  }

  // Takes over a question, written as in an address. Gives back nothing when its game cannot be had, or when something else
  // was asked meanwhile.
  async ask(parts = new URLSearchParams(location.hash.slice(1))) {
    this.asked = parts;
    const found = await loadAsked(this, parts.get("g")).catch(() => null);
    if (this.asked !== parts) return null;
    this.asked = null;
    if (found) this.take(parts, found);
    else if (this.panel) {
      this.update();
      this.keep();
      this.warn(this.words.helper.lost);
    }
    return found;
  }

  // A part that cannot be read is as if it were not there.
  take(parts, { games, data, words }) {
    this.games = games;
    const [dice, rerolls] = [readDice(parts.get("d") ?? "", data.faces), parts.get("r")];
    this.dice = dice.length === data.dice && !dice.odd ? dice : [...FIRST].slice(0, data.dice).map(Number);
    this.rerolls = /^\d$/.test(rerolls) && rerolls < data.rolls ? Number(rerolls) : data.rolls - 1;
    const chosen = choicesIn(data, Object.fromEntries(parts)), key = addressOf(data.id, chosen);
    if (key !== this.key) this.table = tableOf(data, chosen);
    this.key = key;
    if (!this.panel) this.build(words);
    if (this.data !== data) this.buildGame(data);
    this.update();
  }

  // The same after a change by hand, on top of what is still on its way: the address keeps it, and it is told.
  async change(more) {
    const wish = { ...this.question, ...Object.fromEntries(this.asked ?? []), ...more };
    const game = this.games.find(({ id }) => id === wish.g);
    wish.d = (wish.d + FIRST.slice(wish.d.length)).slice(0, game?.dice);
    if (!(await this.ask(new URLSearchParams(wish)))) return;
    this.keep();
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(this.sentence), QUIET);
  }

  keep() {
    history.replaceState(history.state, "", `#${new URLSearchParams(this.question)}`);
  }

  get question() {
    return { g: this.table.id, d: this.dice.join(""), r: this.rerolls, ...this.table.chosen };
  }

  tell(text) {
    clearTimeout(this.telling); // what is told now is newer
    set(this.live, { text });
  }

  build(words) {
    const { helper } = (this.words = words), line = (...parts) => el("div", { class: "odds-line" }, ...parts);
    this.chances = new Chances(words);
    this.live = el("p", { class: "sr", role: "status" });
    this.row = el("div", { class: "odds-dice", role: "radiogroup", "aria-label": helper.which });
    this.faces = el("div", { class: "odds-faces", role: "group", "aria-label": helper.face });
    this.note = el("p", { class: "odds-note", id: "odds-note" });
    this.field = el("input", {
      inputmode: "numeric", autocomplete: "off", "aria-describedby": "odds-note",
      oninput: () => this.type(false), onchange: () => this.type(true),
    });
    const roll = button(helper.roll, () => this.setDice(throwDice(this.dice.length)), "odds-btn");
    this.left = el("fieldset", { class: "odds-seg" });
    this.choice = rulesChoice(helper, this.games, (more) => this.change(more));
    this.panel = el("section", { class: "odds-ask", "aria-label": helper.question }, this.row, this.faces,
      line(el("label", {}, helper.type, this.field), roll), this.note, this.left,
      line(this.choice.game), this.choice.rules);
    this.copied = el("span", { class: "small" });
    this.chances.element.querySelector("header").append(this.copied, button(helper.copy, () => this.copy(), "odds-link"));
    this.replaceChildren(el("div", { class: "odds-grid" }, this.panel, this.chances.element), this.live);
  }

  buildGame(data) {
    const { helper } = this.words, count = (n, make) => Array.from({ length: n }, (_, each) => make(each));
    this.data = data;
    this.die = 0;
    const pick = (n) => () => {
      this.die = n;
      this.update();
    };
    this.row.replaceChildren(...count(data.dice, (n) => radio("odds-die", n, pick(n), ...bigDie(helper.setting))));
    this.faces.replaceChildren(...count(data.faces, (n) => button(die(n + 1), () => this.setFace(n + 1))));
    const left = (n) => radio("odds-left", n, () => this.change({ r: n }), el("span", {}, String(n)));
    this.left.replaceChildren(el("legend", {}, helper.left), ...count(data.rolls, left));
  }

  update() {
    const { helper, number } = this.words, { dice, rerolls, table } = this;
    [...this.row.children].forEach((each, n) => {
      const label = say(helper.die, { n: n + 1, face: number[dice[n]] });
      showFace(each, dice[n]);
      set(each.firstChild, { "aria-label": label }).checked = n === this.die;
    });
    [...this.faces.children].forEach((each, n) => {
      const label = say(helper.set, { n: this.die + 1, face: number[n + 1] });
      set(each, { "aria-label": label, "aria-pressed": String(dice[this.die] === n + 1) });
    });
    const typed = dice.join(""), isNew = typed !== this.typed;
    if (isNew && readDice(this.field.value).join("") !== typed) this.field.value = typed;
    if (isNew || !this.field.getAttribute("aria-invalid")) this.warn("");
    this.typed = typed; // else a wrong one that is still being typed would go when the re-rolls change
    this.left.elements[rerolls].checked = true;
    this.choice.update(table);
    set(this.copied, { text: "" });
    const said = { dice: dice.map((face) => number[face]).join(", "), left: helper.lefts[rerolls] };
    this.sentence = `${say(helper.said, said)} ${this.chances.update(table, { dice, rerolls })}`;
  }

  setDice(dice) {
    return this.change({ d: dice.join("") });
  }

  // The next die is up once one is set, so that a roll goes in without choosing again.
  setFace(face) {
    const dice = [...(this.asked?.get("d") ?? this.dice)];
    dice[this.die] = face;
    this.die = (this.die + 1) % this.dice.length;
    return this.setDice(dice);
  }

  // Only a whole roll is taken over; what is typed stays. Too few dice are no mistake before the field is left.
  type(isLeft) {
    const dice = readDice(this.field.value, this.data.faces), { helper } = this.words, n = this.data.dice;
    const wrong = dice.odd ? helper.odd : dice.length > n || (isLeft && dice.length < n) ? helper.count : "";
    this.warn(say(wrong, { sign: dice.odd, n, given: dice.length, one: 1, faces: this.data.faces }), true);
    if (!wrong && dice.length === n && !isLeft) this.setDice(dice);
  }

  warn(text, isTyped = false) {
    set(this.note, { text });
    set(this.field, { "aria-invalid": isTyped && text ? "true" : null });
    if (text) this.tell(text);
  }

  async copy() {
    this.keep();
    const { copied, not_copied } = this.words.helper;
    const text = await Promise.resolve().then(() => navigator.clipboard.writeText(location.href))
      .then(() => copied, () => not_copied);
    set(this.copied, { text });
    this.tell(text);
  }
}

// Dice as people type or paste them, wide digits and signs that nobody sees among them; `odd` is the first that is no face.
function readDice(text, nFaces = 9) {
  const signs = [...text.normalize("NFKC").replace(/[\s,\p{DI}]+/gu, "")];
  return Object.assign(signs.map(Number), { odd: signs.find((sign) => !(/\d/.test(sign) && sign >= 1 && sign <= nFaces)) });
}

customElements.define("odds-helper", OddsHelper);

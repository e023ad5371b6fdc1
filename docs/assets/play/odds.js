// Odds for readers: the panel of what can come of the dice (beside a game too), and the helper around it.
// They show what engine.js counts, and know no rule.

import { diceFor } from "./dice.js";
import { heldOf, keepOdds, odds } from "./engine.js";
import { button, die, diceRow, el, load, loadGames, say, set } from "./page.js";
import { houseRules, tableOf } from "./table.js";

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

// Rounded half to even, as on the site's pages.
const formats = [];
const number = (value, places = 0) => (formats[places] ??= new Intl.NumberFormat("en", {
  minimumFractionDigits: places, maximumFractionDigits: places, roundingMode: "halfEven",
})).format(value);

// Digits are added until what is not certain, or not impossible, no longer looks so.
function apart(value, places, ...never) {
  const written = number(value, places);
  return never.includes(Number(written)) ? apart(value, places + 1, ...never) : written;
}

const worth = ({ n, d }) => n / d;
const isSure = ({ n, d }) => n === 0 || n === d;
const exact = ({ n, d }) => number(n) + (d > 1 ? ` / ${number(d)}` : "");
const percent = (chance) => `${isSure(chance) ? number(100 * worth(chance)) : apart(100 * worth(chance), 2, 0, 100)} %`;
const oneIn = ({ n, d }) => (d < 100 * n && d % n ? apart(d / n, 1, 1) : number(d / n));

export class Chances {
  /** `words`: all words of the site; `compact`: boxes first, for a panel beside a game. */
  constructor(words, { compact = false } = {}) {
    const { helper } = (this.words = words);
    const part = (title, says, shown) => el("section", {}, el("header", {}, el("h2", {}, title)), says, shown);
    this.says = [0, 1].map(() => el("p", { class: "small" }));
    this.list = el("ol", { class: "chances-goals" });
    this.body = el("tbody");
    const heads = el("tr", {}, ...helper.heads.map((head) => el("th", { scope: "col" }, head)));
    const table = el("table", { class: "chances-boxes" }, el("thead", {}, heads), this.body);
    const parts = [part(helper.goals, this.says[0], this.list), part(helper.boxes, this.says[1], table)];
    this.element = el("div", { class: "chances" }, ...(compact ? parts.reverse() : parts));
    this.element.append(el("p", { class: "small chances-tie" }, helper.tie));
  }

  /**
   * `question`: {dice, held, rerolls}; a table may be that of a card. Gives back in words what stands out: the likeliest
   * goal that is not yet certain, and the box that brings most.
   */
  update(table, { dice, held = null, rerolls }) {
    const { helper, goal: goals, number: numbers } = this.words;
    if (table !== this.table) this.build(table);
    const lies = dice && (!rerolls || (held && !held.includes(false)));
    const mode = !dice ? "fresh" : lies ? "lie" : held ? "kept" : "best";
    const keep = mode === "kept" ? dice.filter((_, place) => held[place]) : [];
    const now = dice && odds(table, dice, rerolls);
    const found = mode === "best" ? now : lies ? odds(table, dice, 0) : keepOdds(table, keep, dice ? rerolls : table.nRolls);
    const brings = ({ id }) => (lies ? now.now[id] : worth(found.boxes[id]));
    const most = Math.max(...table.boxes.map(brings));
    const top = most > 0 && table.boxes.find((box) => brings(box) === most);

    const values = { dice: keep.join(" ") || helper.nothing, n: numbers[table.nDice] };
    this.says.forEach((says, n) => set(says, { text: say(helper.says[mode][n], values) }));
    set(this.element, { "data-mode": mode });
    const hold = (place, kept) => {
      if (mode !== "best") return;
      const spoken = kept.map((face) => numbers[face]).join(", ");
      const says = kept.length === dice.length ? helper.stop : kept.length ? helper.keep : helper.roll_all;
      if (place.firstChild?.children.length !== dice.length) place.replaceChildren(diceRow(dice), "");
      const row = place.firstChild;
      set(row, { "aria-label": say(says, { dice: spoken, n: values.n }) });
      heldOf(dice, kept).forEach((isHeld, n) => {
        set(set(row.children[n], { class: { "is-off": !isHeld } }).firstChild, { href: `#die-${dice[n]}` });
      });
      if (place.tagName === "SPAN") place.lastChild.data = say(says, { dice: kept.join(" "), n: values.n });
    };

    for (const { id, element, pc, how, fr, bar } of this.goals) {
      const chance = found.goals[id], sure = isSure(chance);
      const far = say(helper.one_in, { exact: exact(chance), n: sure || oneIn(chance) });
      set(element, { class: { "is-never": !chance.n } });
      set(pc, { text: percent(chance) });
      set(fr, { text: sure ? helper[lies ? "made" : "sure"][chance.n] : far });
      bar.style.width = `${100 * worth(chance)}%`;
      hold(how, chance.hold);
    }
    for (const { box, element, best, pays, mean, how } of this.boxes) {
      const points = number(worth(found.boxes[box.id]), 2);
      const exactly = say(helper.exactly, { exact: exact(found.boxes[box.id]) });
      set(element, { class: { "is-best": box === top } });
      set(best, { text: box === top ? helper.best[lies ? 1 : 0] : "" });
      set(pays, { text: dice ? now.now[box.id] : "" });
      set(mean, { text: points, "data-exact": exactly, "aria-label": `${points}, ${exactly}` });
      hold(how, found.boxes[box.id].hold);
    }
    const likely = this.goals.map(({ id }) => ({ id, ...found.goals[id] })).filter((chance) => !isSure(chance))
      .sort((a, b) => worth(b) - worth(a))[0];
    return [
      likely && say(helper.likely, { goal: goals[likely.id], chance: percent(likely) }),
      top && say(helper.top, { box: top.name, points: number(most, lies ? 0 : 2) }),
    ].filter(Boolean).join(" ");
  }

  // Goals stand likeliest first as a fresh turn has them, whatever the dice: a line stays where the eye left it.
  build(table) {
    this.table = table;
    const fresh = keepOdds(table, [], table.nRolls).goals;
    this.goals = table.goals.toSorted((a, b) => worth(fresh[b.id]) - worth(fresh[a.id])).map(({ id }) => {
      const [pc, how, fr, bar] = ["pc", "how", "fr", "chance-bar"].map((name) => el("span", { class: name }));
      const more = el("span", { class: "more" }, how, fr);
      return { id, pc, how, fr, bar, element: el("li", {}, el("b", {}, this.words.goal[id]), pc, more, bar) };
    });
    this.boxes = table.boxes.map((box) => {
      const [best, pays, how] = ["small", "td", "td"].map((tag) => el(tag));
      const mean = el("button", { type: "button", class: "exact", onkeydown: putAway, onblur: putAway });
      const element = el("tr", {}, el("th", { scope: "row" }, box.name, best), pays, el("td", {}, mean), how);
      return { box, element, best, pays, mean, how };
    });
    this.list.replaceChildren(...this.goals.map(({ element }) => element));
    this.body.replaceChildren(...this.boxes.map(({ element }) => element));
  }
}

// What opens on focus can be put away without losing the place, and opens again on the next visit.
function putAway({ key = "", target }) {
  set(target, { class: { "is-away": key === "Escape" } });
}

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
    const found = await this.fetch(parts.get("g")).catch(() => null);
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

  async fetch(asked) {
    this.games = await loadGames();
    const named = (id) => this.games.find((game) => game.id === id);
    return load((named(asked) ?? named(this.getAttribute("game")) ?? this.games[0]).id);
  }

  // A part that cannot be read is as if it were not there.
  take(parts, { data, words }) {
    const [dice, rerolls] = [readDice(parts.get("d") ?? "", data.faces), parts.get("r")];
    this.dice = dice.length === data.dice && !dice.odd ? dice : [...FIRST].slice(0, data.dice).map(Number);
    this.rerolls = /^\d$/.test(rerolls) && rerolls < data.rolls ? Number(rerolls) : data.rolls - 1;
    const chosen = data.options.map(({ id: option, choices }) => [option, parts.get(option), choices])
      .filter(([, choice, choices]) => choices.some((each) => each.id === choice));
    const key = `${data.id} ${chosen.map((each) => each.slice(0, 2))}`;
    if (key !== this.key) this.table = tableOf(data, Object.fromEntries(chosen));
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
    this.game = el("select", { onchange: () => this.change({ g: this.game.value }) });
    this.game.append(...this.games.map(({ id, name, edition }) => el("option", { value: id }, `${name}, ${edition}`)));
    this.rules = el("details", { class: "odds-rules" });
    this.panel = el("section", { class: "odds-ask", "aria-label": helper.question }, this.row, this.faces,
      line(el("label", {}, helper.type, this.field), roll), this.note, this.left,
      line(el("label", {}, helper.game, this.game)), this.rules);
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
    const option = ({ id, question, choices }) => {
      const select = el("select", { name: id, onchange: () => this.change({ [id]: select.value }) });
      select.append(...choices.map((choice) => el("option", { value: choice.id }, choice.says)));
      select.options[0].text = say(helper.standard, choices[0]);
      return el("label", {}, question, select);
    };
    this.rules.replaceChildren(el("summary"), ...data.options.map(option));
    this.rules.hidden = !data.options.length;
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
    this.game.value = table.id;
    const rules = houseRules(table).map(({ says }) => says).join("; ") || helper.no_rules;
    set(this.rules.firstElementChild, { text: say(helper.rules, { rules }) });
    for (const select of this.rules.querySelectorAll("select")) {
      select.value = table.chosen[select.name] ?? select.options[0].value;
    }
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

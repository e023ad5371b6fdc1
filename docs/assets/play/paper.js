// A card on paper: the printed sheet, filled in. The same markup as the blank one that the page holds without JavaScript
// (gen/templates/sheet.html), so that one style serves both.

import { die, el, say } from "./page.js";
import { houseRules } from "./table.js";
import { sums } from "./tally.js";

const BLANK = 6; // columns of a sheet to be written by hand, at least; more are narrow
const HIGH = 22; // rows: more are set smaller

/** The scoring key of a table: [[heading, text]], each sentence as the chosen rules have it. */
export function keyOf({ key, options, chosen }) {
  const now = Object.assign({}, ...options.map(({ id, choices }) => choices.find((one) => one.id === chosen[id])?.key));
  return Object.entries(key).map(([head, named]) => {
    const sentences = Object.entries(named).map(([name, sentence]) => (Object.hasOwn(now, name) ? now[name] : sentence));
    return [head, sentences.filter(Boolean).join(" ")];
  }).filter(([, text]) => text);
}

/**
 * The rows below the head, as data: {kind, box, name, note, cells}. `kind`: "upper", "lower", "half" (the first of the lower
 * ones), "sum", "ticks" or "total"; `cells`: a number or "" for each player, "" wherever nothing is known yet.
 */
export function rowsOf({ sheet: words, number }, table, players) {
  const { rules, repeat, boxes } = table, { upperBonus, repeatBonus } = rules, n = boxes.filter(({ upper }) => upper).length;
  const columns = players.map((one) => ({ ...one, ...sums(table, one) }));
  const has = ({ points }, upper) => boxes.some((box) => box.upper === upper && Object.hasOwn(points, box.id));
  const row = (kind, name, note, cell, box = null) => ({ kind, name, note, box, cells: columns.map((one) => cell(one) ?? "") });
  const decided = ({ points, short }) => !short || boxes.every((box) => !box.upper || Object.hasOwn(points, box.id));
  const rows = boxes.map((box, i) => { // of what a box takes, the first half: how its dice are added stands under "pays"
    const kind = box.upper ? "upper" : boxes[i - 1]?.upper ? "half" : "lower";
    return row(kind, box.name, box.upper ? "" : box.says.split(":")[0], ({ points }) => points[box.id], box);
  });
  const at = Object.fromEntries(["numbers", "bonus", "upper", "lower"].map((name) => [name, (note, cell) => row("sum", words[name], note, cell)]));
  if (upperBonus) {
    rows.splice(n, 0,
      at.numbers(words.numbers_note, (one) => (has(one, true) ? one.upper : "")),
      at.bonus(say(words.bonus_note, upperBonus), (one) => (has(one, true) && decided(one) ? one.bonus : "")),
      at.upper("", (one) => (has(one, true) ? one.upper + one.bonus : "")));
  }
  if (repeatBonus) {
    const note = say(words.extras_note, { points: repeatBonus.points, box: repeat.name });
    rows.push(row("ticks", words.extras, note, ({ repeats, repeat: points }) => (repeats ? points : "")));
  }
  if (upperBonus) rows.push(at.lower("", (one) => (has(one, false) ? one.lower : "")));
  const all = upperBonus ? words.total_both : say(words.total_note, { boxes: number[boxes.length] });
  rows.push(row("total", words.total, all, (one) => (one.filled ? one.total : "")));
  return rows;
}

/** What is written by hand: this table's sheet with empty boxes, a number over each column. */
export const empty = (sheet) => ({
  ...sheet, players: Array.from({ length: Math.max(BLANK, sheet.players.length) }, () => ({ name: "", points: {}, repeats: 0 })),
});

const big = ([first, ...rest]) => first.toUpperCase() + rest.join("");

/** The sheet as an element; `all`: the page's words, `address`: what stands at its foot. */
export function paper(all, table, { players }, address) {
  const { sheet: words, number } = all, { boxes, nDice, nRolls } = table, rules = houseRules(table), rows = rowsOf(all, table, players);
  const line = say(words.line, { boxes: big(number[boxes.length]), dice: number[nDice], rolls: number[nRolls] });
  const cell = (tag, role, name, attributes, ...inside) => el(tag, { role, class: name, ...attributes }, ...inside);
  const column = (name, ...inside) => cell("th", "columnheader", name, { scope: "col" }, ...inside);
  const heads = players.map(({ name }, i) => {
    const head = column(`sheet-name${name ? " named" : ""}`, el("span", {}, name || String(i + 1)));
    head.style.setProperty("--longest", Math.max(...name.split(" ").map((word) => word.length)));
    return head;
  });
  const body = rows.map(({ kind, name, note, box, cells }) => el("tr", { role: "row", class: ["upper", "lower"].includes(kind) ? null : `sheet-${kind}` },
    cell("th", "rowheader", "sheet-box", { scope: "row", colspan: box ? null : 2 },
      box?.face ? el("span", { class: "dice", "aria-hidden": "true" }, die(box.face)) : null, el("b", {}, name), note ? el("small", {}, note) : null),
    box && cell("td", "cell", "sheet-pays", {}, box.pays),
    ...cells.map((n) => el("td", { role: "cell" }, String(n)))));
  const isMany = players.length > BLANK;
  const tight = { "data-players": isMany && "many", "data-rows": rows.length > HIGH && "many" };
  const sheet = el("div", { class: "sheet paper", ...tight },
    el("div", { class: "sheet-head" },
      el("p", { class: "sheet-title" }, table.name), el("p", { class: "sheet-line" }, line),
      el("span", { class: "dice dice-m", "aria-hidden": "true" }, ...Array.from({ length: nDice }, () => die(4))),
      rules.length ? el("p", { class: "sheet-rules" }, rules.map(({ question, says }) => `${question} ${big(says)}.`).join(" ")) : null),
    el("table", { role: "table", class: "sheet-card" },
      el("caption", { class: "sr" }, table.name),
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, column("sheet-box", words.box), column("sheet-pays", words.pays), ...heads)),
      el("tbody", { role: "rowgroup" }, ...body)),
    el("div", { class: "sheet-key" }, ...keyOf(table).map(([head, text]) => el("p", {}, el("b", {}, head), text))),
    el("p", { class: "sheet-foot" }, el("i", {}, say(words.foot, { edition: big(table.edition) })), el("span", {}, address)));
  sheet.style.setProperty("--rows", rows.length);
  sheet.style.setProperty("--columns", players.length);
  return sheet;
}

const IDLE = 250; // ms: nothing is drawn while numbers are being typed

/** Keeps a sheet beside an element as `now()` has it: [words, table, sheet]. It is drawn before it is printed at the latest. */
export class Paper {
  #waits = 0;
  #drawn = null;
  #isBlank = false;

  constructor(beside, now) {
    Object.assign(this, { beside, now });
    addEventListener("beforeprint", () => (this.#waits || this.#drawn) && this.#draw()); // with what was written a moment ago
    addEventListener("afterprint", () => this.#isBlank && this.change());
  }

  change() {
    this.#isBlank = false;
    clearTimeout(this.#waits);
    this.#waits = setTimeout(() => this.#draw(), IDLE);
  }

  /** Prints the same sheet with empty boxes. */
  printBlank() {
    this.#isBlank = true;
    this.#draw();
    print();
  }

  #draw() {
    clearTimeout(this.#waits);
    this.#waits = 0;
    const [words, table, sheet] = this.now(), page = document.querySelector("link[rel=canonical]")?.href ?? location.href;
    const drawn = paper(words, table, this.#isBlank ? empty(sheet) : sheet, new URL(`../${table.id}/`, page).href);
    if (this.#drawn) this.#drawn.replaceWith(drawn);
    else this.beside.after(drawn);
    this.#drawn = drawn;
  }
}

// The card as a table: a row for every box, a column for every player. It draws what it is given, and says what was typed,
// tapped and asked for; nodes are changed, not made again, so that a cell that is being written in stays.
import { button, el, icon, say, set } from "./page.js";
import { extrasShut, nameAt, oddSays } from "./remarks.js";
import { Sums, rowOf } from "./sums.js";
import { holdable } from "./table.js";
import { MOST, typed } from "./tally.js";

export const EXTRAS = "extras"; // the row of further five alike, among the boxes

const LOCK = "M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3";
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const EVENTS = ["keydown", "input", "focusin", "focusout", "pointerdown", "click"];

/** Whether an arrow leaves a text there: at its edge, or while all of it is selected. */
function leaves({ selectionStart: from, selectionEnd: to, value }, x) {
  const end = value.length;
  return (from === 0 && to === end) || (from === to && from === (x < 0 ? 0 : end));
}

export class Grid {
  /**
   * `on`: {write(player, box, points), next(player, box), select(player, box), tick(player, by), head(player),
   * take(player, box), fix(player, box, points), leave(player, box), dice(player), back()}.
   */
  constructor(words, on) {
    Object.assign(this, { words, on, byNode: new WeakMap(), touched: false, typing: false });
    this.table = el("table", { class: "tally-card", "aria-label": words.score.card });
    this.element = el("div", { class: "tally-frame" }, this.table);
    for (const type of EVENTS) this.table.addEventListener(type, this);
  }

  handleEvent(event) {
    const cell = this.byNode.get(event.target.closest("input, button"));
    if (cell && !this.building) this[event.type](event, cell);
  }

  // ---- what people do

  /** The first tap chooses a cell without a keyboard over the pad, the second one brings it. */
  pointerdown({ pointerType }, { input }) {
    this.touched = pointerType !== "mouse";
    this.typing ||= document.activeElement === input;
    this.readyInput(input);
  }

  /** Where the pad is out of sight (--far in score.css) there is nothing but a keyboard to write with. */
  readyInput(input) {
    const isFar = getComputedStyle(this.table).getPropertyValue("--far").trim() === "1";
    if (input) input.inputMode = this.touched && !this.typing && !isFar ? "none" : "numeric";
  }

  focusin({ target }, cell) {
    this.fresh = target === cell.input && target;
    cell.stood = cell.shown;
    if (this.fresh) target.select();
    this.on.select(cell.player, cell.box);
  }

  click({ target }) {
    if (this.fresh === target) target.select(); // a mouse put its mark in the text
    this.fresh = null;
  }

  focusout(_, cell) {
    if (cell.input) cell.input.inputMode = "numeric";
    this.settle(cell);
  }

  input(_, cell) {
    cell.editing = true;
    this.refuse(cell, "");
  }

  keydown(event, cell) {
    const { key } = event, { input, player, box } = cell, arrow = ARROWS[key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const isWhole = input && input.selectionEnd - input.selectionStart === input.value.length;
    if (arrow && (!input || arrow[1] || leaves(input, arrow[0]))) this.go(cell, ...arrow);
    else if (key === "Enter" && input === event.target) this.enter(cell);
    else if (key === "Escape") this.escape(cell, input === event.target);
    else if (key.toLowerCase() === "d") this.on.dice(player);
    else if (box === EXTRAS && "+-".includes(key)) this.on.tick(player, key === "+" ? 1 : -1);
    else if (!["Delete", "Backspace"].includes(key)) return;
    else if (box === EXTRAS) this.on.tick(player, -1);
    else if (isWhole && !cell.editing && cell.shown) this.clear(cell);
    else return;
    event.preventDefault();
  }

  enter(cell) {
    const wasBlank = cell.stood === "";
    if (this.settle(cell)) this.on.next(cell.player, cell.box, wasBlank);
  }

  /** Takes the number out; Escape brings it back. */
  clear(cell) {
    const { stood } = cell;
    this.on.write(cell.player, cell.box, null);
    cell.stood = stood;
  }

  /** Writes what was typed; false when it is refused. */
  settle(cell) {
    if (!cell.editing) return true;
    const points = typed(cell.input.value);
    if (points === undefined) return this.refuse(cell, say(this.words.score.refused, { least: 0, most: MOST }));
    cell.editing = false;
    this.on.write(cell.player, cell.box, points);
    return true;
  }

  get edited() {
    return [...(this.cells?.values() ?? [])].flat().filter(({ editing }) => editing);
  }

  /** Writes whatever is a number by now, and leaves the rest to be mended. */
  settleAll() {
    for (const cell of this.edited) if (typed(cell.input.value) !== undefined) this.settle(cell);
  }

  /** Forgets what is typed anywhere: it was for another card. */
  dropAll() {
    for (const { player, box } of this.edited) this.drop(player, box);
  }

  /** A word next to the cell; the text stays to be mended. Gives back false. */
  refuse(cell, text) {
    cell.wrong?.remove();
    cell.wrong = text ? el("span", { class: "wrong", role: "alert" }, text) : null;
    if (text) cell.td.append(cell.wrong);
    set(cell.input, { "aria-invalid": text ? "true" : null });
    if (text && document.activeElement === cell.input) cell.input.select();
    return false;
  }

  escape(cell, isInput) {
    if (!isInput) return this.on.back();
    const { input, player, box, stood, shown } = cell;
    cell.editing = false;
    this.refuse(cell, "");
    if (stood !== shown) this.on.write(player, box, stood === "" ? null : Number(stood));
    input.value = cell.shown;
    input.select();
  }

  go(cell, x, y) {
    const player = cell.player + x, box = this.order[this.order.indexOf(cell.box) + y];
    if (box && this.cellAt(player, box) && (cell.input?.offsetParent === undefined || this.settle(cell))) this.focus(player, box);
  }

  isEditing(node) {
    return Boolean(this.byNode.get(node)?.editing);
  }

  /** Forgets what is typed there and not yet written. */
  drop(player, box) {
    const cell = this.cellAt(player, box);
    cell.editing = false;
    this.refuse(cell, "");
  }

  cellAt(player, box) {
    return this.cells.get(box)?.[player];
  }

  /** Puts the focus on a cell, or on what is offered there, where it can be seen. */
  focus(player, box) {
    const cell = this.cellAt(player, box);
    if (!cell) return;
    this.readyInput(cell.input);
    (cell.offer ?? cell.input ?? cell.tick).focus({ preventScroll: true });
    this.bringIn(player, box);
  }

  /** Scrolls a cell to where it can be seen, with the question below it as far as there is room. */
  bringIn(player, box) {
    const { td } = this.cellAt(player, box) ?? {}, asks = td?.parentNode.nextElementSibling;
    if (asks?.matches(".why:not([hidden])")) asks.scrollIntoView({ block: "nearest", inline: "nearest" });
    td?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // ---- what is shown

  /**
   * `view`: {table, sheet, standing, at: {player, box} or null, asks: Set of "player.box" that explain themselves if marked,
   * offers: {player, pays, closed, says: {box: why}} or null}.
   */
  update(view) {
    const { table, sheet, standing, at } = view, had = this.element.contains(document.activeElement) && document.activeElement;
    const place = this.byNode.get(had) ?? at, last = sheet.players.length - 1;
    if (this.of !== table || this.n !== sheet.players.length) this.build(table, sheet.players.length);
    this.sums.update(sheet, standing);
    table.boxes.forEach((box, row) => this.showRow(box, row, view));
    if (table.repeat) sheet.players.forEach((_, player) => this.showTicks(player, view));
    if (!had || had.getClientRects().length) return; // it is there still
    this.focus(Math.min(place?.player ?? 0, last), this.order.includes(place?.box) ? place.box : this.order[0]);
  }

  build(table, n) {
    const { repeat } = table, group = (...rows) => el("tbody", {}, ...rows.flat());
    this.building = true; // a cell that goes is not left
    Object.assign(this, { of: table, n, cells: new Map(), sums: new Sums(this.words, table, n, this.on.head) });
    this.rows = table.boxes.map((box) => this.row(box, n));
    this.order = [...table.boxes.map(({ id }) => id), ...(repeat ? [EXTRAS] : [])];
    const part = (isUpper) => this.rows.filter(({ upper }) => upper === isUpper).flatMap(({ row, asks }) => [row, asks]);
    this.table.replaceChildren(
      el("thead", {}, this.sums.head), group(part(true), this.sums.numbers),
      group(part(false), repeat ? this.ticks(table, n) : [], this.sums.totals),
    );
    set(this.element, { "data-players": n, class: { many: n > 4 } });
    this.table.style.setProperty("--players", n);
    this.building = false;
  }

  /** The row of a box, and below it the one for questions about its numbers. */
  row(box, n) {
    const cells = Array.from({ length: n }, (_, player) => this.cell(player, box)), note = el("small", { class: "note" });
    const says = box.pays > 0 ? `${box.says}: ${box.pays}` : box.says; // "five alike: 50"
    const notes = box.upper ? [] : [el("small", { class: "pays" }, box.pays), el("small", { class: "says" }, says)];
    const why = el("td", { colspan: n + 1 }), asks = el("tr", { class: "why", hidden: true }, why);
    this.cells.set(box.id, cells);
    const row = rowOf(null, el("span", { class: "name" }, box.name), [...notes, note], cells.map(({ td }) => td));
    return { upper: box.upper, row, note, asks, why };
  }

  cell(player, { id }) {
    const input = el("input", { inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", enterkeyhint: "next" });
    const why = el("span", { id: `why-${player}-${id}`, hidden: true });
    const cell = { player, box: id, input, why, wrong: null, offer: null, shown: "", td: el("td", {}, input, why) };
    this.byNode.set(input, cell);
    return cell;
  }

  ticks(table, n) {
    const note = el("small", {}, say(this.words.score.each, table.rules.repeatBonus));
    const cells = Array.from({ length: n }, (_, player) => {
      const count = el("span", { class: "count" }), points = el("b"), lock = icon(LOCK), more = el("small");
      const tick = button([lock, el("span", {}, count, " ", points), more], () => this.on.tick(player, 1), "tick");
      const cell = { player, box: EXTRAS, tick, count, points, more, lock, shown: "", td: el("td", {}, tick) };
      this.byNode.set(tick, cell);
      return cell;
    });
    this.cells.set(EXTRAS, cells);
    return [rowOf("extras", el("span", { class: "name" }, this.words.sheet.extras), [note], cells.map(({ td }) => td))];
  }

  showRow(box, row, { table, sheet, standing, at, asks, offers }) {
    const { note, why, asks: asksRow, row: tr } = this.rows[row], odd = [];
    sheet.players.forEach(({ points: written }, player) => {
      const cell = this.cellAt(player, box.id), points = written[box.id], flag = standing.columns[player].flags[box.id];
      const name = nameAt(this.words, sheet, player), says = flag && oddSays(this.words, table, name, box, points, flag);
      this.showCell(cell, box, points, says, name);
      set(cell.td, { class: { at: at?.player === player && at.box === box.id, now: standing.next === player } });
      this.offer(cell, box, name, offers?.player === player && points === undefined ? offers : null);
      if (!flag || !asks.has(`${player}.${box.id}`)) return;
      odd.push({ player, points, ...says });
    });
    const short = offers?.short[box.id] ?? "";
    set(note, { text: short });
    set(tr, { class: { shut: short } });
    this.showQuestions(asksRow, why, box, odd);
  }

  /** `odd`: what `oddSays` says of it, where it is marked. */
  showCell(cell, box, points, odd, name) {
    const { score } = this.words, shown = String(points ?? ""), { input, why } = cell, values = { name, box: box.name };
    const label = say(points === 0 ? score.cell_zero : score.cell, values);
    if (!cell.editing && input.value !== shown) {
      input.value = shown;
      if (document.activeElement === input) input.select();
    }
    if (!cell.editing && cell.wrong) this.refuse(cell, "");
    if (cell.shown !== shown) cell.stood = shown; // nothing is left to bring back
    cell.shown = shown;
    set(why, { text: odd?.why ?? "" });
    set(input, { "aria-label": odd ? say(score.cell_odd, { label }) : label, "aria-describedby": odd ? why.id : null });
    set(cell.td, { class: { zero: points === 0, odd } });
  }

  /** Lays over a cell what the dice pay there, or that they may not go there; null takes it away. */
  offer(cell, box, name, offers) {
    const { pad } = this.words.score, pays = offers?.pays[box.id], why = offers?.closed[box.id];
    if (offers && !cell.offer) {
      cell.offer = button("", () => this.on.take(cell.player, box.id), "offer");
      this.byNode.set(cell.offer, cell);
      cell.td.append(cell.offer);
    } else if (!offers) {
      cell.offer?.remove();
      cell.offer = null;
    }
    if (!offers) return;
    set(cell.offer, {
      text: pays ?? "–", class: { nil: pays === 0 }, "aria-disabled": pays === undefined && "true",
      "aria-label": say(pays === undefined ? pad.shut : pad.write, { name, box: box.name, points: pays, why }),
    });
  }

  /** The questions of a row, made again only when they change: a button that has the focus stays. */
  showQuestions(row, place, box, odd) {
    const { odd: texts } = this.words.score, named = JSON.stringify(odd);
    if (row.dataset.odd === named) return;
    row.dataset.odd = named;
    set(row, { hidden: !odd.length });
    const label = (points) => (points === null ? texts.clear : say(texts.make, { points }));
    place.replaceChildren(...odd.map(({ player, says, fixes }) => el("div", {}, el("p", {}, says),
      ...fixes.map((points) => button(label(points), () => this.on.fix(player, box.id, points), "key")),
      button(texts.leave, () => this.on.leave(player, box.id), "plain"))));
  }

  showTicks(player, { table, sheet, standing, at }) {
    const { score, sheet: sums } = this.words, { tick, count, points, more, lock, td } = this.cellAt(player, EXTRAS);
    const column = standing.columns[player], { repeat, extrasOpen, counted } = column, n = sheet.players[player].repeats;
    const held = sheet.players[player].points[table.repeat.id], full = Math.max(...holdable(table.repeat));
    const shut = extrasShut(this.words, table, sheet, column, player), idle = n - counted;
    const over = !idle ? "" : counted ? say(score.over, { n: idle }) : score.not_counted;
    const values = { name: nameAt(this.words, sheet, player), box: sums.extras, n, points: repeat };
    const note = !shut ? score.add_one : extrasOpen || n ? over : say(held === undefined ? score.needs : score.is_now, { points: held ?? full });
    const label = say(!extrasOpen ? score.extras_shut : over ? score.extras_over : shut ? score.extras_full : score.extras_open,
      { ...values, over, why: extrasOpen ? shut : [shut, over].filter(Boolean).join(", ") });
    set(count, { text: n ? `✓${n}` : "" });
    set(points, { text: n && extrasOpen ? repeat : "" });
    lock.toggleAttribute("hidden", extrasOpen || n > 0);
    set(more, { text: note });
    set(tick, { "aria-label": label, "aria-disabled": shut && "true", title: shut || null });
    set(td, { class: { shut: !extrasOpen, struck: !extrasOpen && n, at: at?.player === player && at.box === EXTRAS } });
  }
}

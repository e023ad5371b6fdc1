// The pad beside the card, on a phone below it: the numbers that a box can hold, ticks to add and take away, dice to set.
import { button, die, el, say, set, tell } from "./page.js";
import { boxOf, endSays, extrasShut, nameAt } from "./remarks.js";
import { holdable } from "./table.js";
import { EXTRAS } from "./grid.js";

const FEW = 7; // numbers that stand in one row on a phone

export class Pad {
  /**
   * `on`: {pick(points or null), tick(by), mode(withDice), dice(dice, moved), first(bool), type(), back(), best()}: what was
   * tapped; `best` moves on to the boxes.
   */
  constructor(words, on) {
    const { pad } = words.score;
    Object.assign(this, { words, on, dice: [] });
    this.name = el("b");
    this.says = el("span", { class: "small" });
    this.keyboard = button(pad.keyboard, () => on.type(), "plain keyboard");
    this.mode = button("", () => on.mode(!this.withDice), "plain");
    this.news = el("p", { class: "news", role: "status" });
    this.numbers = el("div", { class: "numbers", role: "group" });
    this.throw = el("div", { class: "odds-dice", role: "group" });
    this.faces = el("div", { class: "odds-faces", role: "group", "aria-label": pad.faces });
    this.first = button([el("span", {}, pad.first), el("small")], () => on.first(!this.isFirst), "key first");
    this.tray = el("div", { class: "set" }, this.throw, this.faces, this.first);
    this.tray.addEventListener("keydown", this);
    const head = el("div", { class: "head" }, el("p", {}, this.name, " ", this.says), this.keyboard, this.mode);
    this.element = el("section", { class: "tally-pad", "aria-label": pad.label }, head, this.news, this.numbers, this.tray);
  }

  /** Digits set dice, Backspace takes the last away, Enter goes on to the boxes, Escape back to the numbers. */
  handleEvent(event) {
    const { key } = event, { dice, table } = this;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key >= "1" && key <= String(table.nFaces) && key.length === 1) this.add(Number(key));
    else if (key === "Backspace" && dice.length) this.on.dice(dice.slice(0, -1));
    else if (key === "Escape") this.on.back();
    else if (key === "Enter" && dice.length === table.nDice && event.target !== this.first) this.on.best();
    else return;
    event.preventDefault();
  }

  add(face) {
    const { dice, table, words } = this;
    if (dice.length < table.nDice) this.on.dice([...dice, face].slice(0, table.nDice));
    else this.tell(words.score.pad.all_set);
  }

  tell(text) {
    tell(this.news, text);
  }

  /** `view`: {table, sheet, standing, at: the cell or null, dice: faces or null for numbers, player: whose, first, touched}. */
  update({ table, sheet, standing, at, dice, player, first, touched }) {
    const { pad } = this.words.score, name = nameAt(this.words, sheet, player), had = this.element.contains(document.activeElement) && document.activeElement;
    const isTicks = at?.box === EXTRAS, { next } = standing;
    const turn = next !== null && say(this.words.score.tell.next, { name: nameAt(this.words, sheet, next) });
    const box = isTicks ? this.words.sheet.extras : at && boxOf(table, at.box)?.name;
    Object.assign(this, { table, withDice: Boolean(dice), isFirst: first, dice: dice ?? [] });
    set(this.name, { text: dice ? say(pad.of_dice, { name }) : at ? `${name} · ${box}` : turn || endSays(this.words, sheet, standing) });
    set(this.says, { text: dice ? "" : !at ? pad.idle : isTicks ? pad.ticks : pad.pick });
    set(this.mode, { text: dice ? pad.back : pad.dice });
    set(this.keyboard, { hidden: (!touched || !at || dice || isTicks) && "" });
    set(this.numbers, { hidden: (dice || !at) && "" });
    set(this.tray, { hidden: !dice && "" });
    if (dice) this.showDice(table, name, dice, first);
    else this.showNumbers(table, sheet, standing, at, box);
    if (had && !had.getClientRects().length) this.mode.focus(); // hidden, or of another number of dice
  }

  showNumbers(table, sheet, { columns }, at, name) {
    const { pad } = this.words.score, isTicks = at?.box === EXTRAS, one = sheet.players[at?.player], points = one?.points[at.box];
    const named = JSON.stringify([at && at.box, table.id, table.chosen]);
    if (this.named !== named) {
      this.named = named;
      this.keys = !at ? [] : isTicks
        ? [button(pad.less, () => this.on.tick(-1), "key"), button(pad.add, () => this.on.tick(1), "key")]
        : [...holdable(boxOf(table, at.box)).map((n) => set(button(n, () => this.on.pick(n), "key"), { "data-n": n })),
          button(pad.clear, () => this.on.pick(null), "key clear")];
      this.numbers.replaceChildren(...this.keys);
      set(this.numbers, { class: { many: this.keys.length > FEW + 1, ticks: isTicks } });
    }
    if (!at) return;
    set(this.numbers, { "aria-label": name });
    const column = columns[at.player];
    for (const key of this.keys) {
      const n = key.dataset.n;
      if (n !== undefined) set(key, { "aria-pressed": String(Number(n) === points) });
      else if (!isTicks) set(key, { "aria-disabled": points === undefined && "true" });
    }
    if (isTicks) {
      set(this.keys[0], { "aria-disabled": !one.repeats && "true" });
      const shut = extrasShut(this.words, table, sheet, column, at.player);
      set(this.keys[1], { "aria-disabled": shut && "true", "aria-label": shut && `${pad.add}: ${shut}`, title: shut || null });
    }
  }

  showDice(table, name, dice, first) {
    const { number, score: { pad } } = this.words, { firstRoll } = table.rules;
    if (this.throw.children.length !== table.nDice || this.faces.children.length !== table.nFaces) {
      const body = (face) => el("span", { class: "body" }, die(face));
      this.throw.replaceChildren(...Array.from({ length: table.nDice }, (_, at) => button(body("blank"), () => this.drop(at))));
      this.faces.replaceChildren(...Array.from({ length: table.nFaces }, (_, at) => (
        button(die(at + 1), () => this.add(at + 1), null)
      )));
      [...this.faces.children].forEach((node, at) => set(node, { "aria-label": number[at + 1] }));
    }
    set(this.throw, { "aria-label": say(pad.rolled, { name }) });
    [...this.throw.children].forEach((node, at) => {
      const face = dice[at];
      set(node.querySelector("use"), { href: `#die-${face ?? "blank"}` });
      set(node, { "aria-label": say(face ? pad.die : pad.unset, { n: at + 1, face: number[face] }), class: { "is-blank": !face } });
    });
    set(this.first, { hidden: !firstRoll && "", "aria-pressed": String(Boolean(first)) });
    if (firstRoll) set(this.first.lastChild, { text: say(pad.first_more, firstRoll) });
  }

  drop(at) {
    if (at < this.dice.length) this.on.dice(this.dice.filter((_, n) => n !== at));
  }

  /** The focus on the first die that is not set, or on the last. */
  focus() {
    const { children } = this.throw;
    children[Math.min(this.dice.length, children.length - 1)]?.focus({ preventScroll: true });
  }
}

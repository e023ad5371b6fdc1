// The card as a table: a row for every box, a column for every player.
import { el, say, set } from "./page.js";

/** What a player is called: by name, or by place. */
export const nameAt = (words, { players }, at) => players[at].name || say(words.player, { n: at + 1 });

export class Grid {
  /** `on`: {write(player, box, typed)}. */
  constructor({ score }, on) {
    Object.assign(this, { words: score, on });
    this.table = el("table", { class: "tally-card" });
    this.element = el("div", { class: "tally-frame" }, this.table);
  }

  /** `view`: {table, sheet, standing}. */
  update({ table, sheet, standing }) {
    if (this.of !== table || this.cells?.[0].length !== sheet.players.length) this.build(table, sheet);
    this.heads.forEach((head, at) => set(head, { text: nameAt(this.words, sheet, at) }));
    table.boxes.forEach(({ id }, row) => this.cells[row].forEach((input, at) => {
      input.value = sheet.players[at].points[id] ?? "";
    }));
    standing.columns.forEach(({ total }, at) => set(this.totals[at], { text: total }));
  }

  build(table, sheet) {
    this.of = table;
    this.heads = sheet.players.map(() => el("th", { scope: "col" }));
    this.totals = sheet.players.map(() => el("td"));
    this.cells = table.boxes.map(({ id }) => sheet.players.map((_, at) => el("input", {
      inputmode: "numeric", autocomplete: "off", onchange: ({ target }) => this.on.write(at, id, target.value),
    })));
    const rows = table.boxes.map(({ name }, row) => (
      el("tr", {}, el("th", { scope: "row" }, name), ...this.cells[row].map((input) => el("td", {}, input)))
    ));
    this.table.replaceChildren(el("tr", {}, el("td"), ...this.heads), ...rows, el("tr", {}, el("th"), ...this.totals));
  }
}

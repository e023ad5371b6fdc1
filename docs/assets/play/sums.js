// What a card comes to, as it is drawn: the heads of its columns, its rows of sums, the standing beside it.
import { button, el, say, set } from "./page.js";
import { endSays, nameAt } from "./remarks.js";
import { eachOf } from "./tally.js";

export const rowOf = (kind, name, note, cells) => el("tr", { class: kind }, el("th", { scope: "row" }, name, ...note), ...cells);

/** The head of the table and its rows of sums: nodes for one game and number of players. */
export class Sums {
  /** `onHead(player)`: a name was tapped. */
  constructor(words, table, n, onHead) {
    const { score, sheet } = words, { upperBonus } = table.rules, places = Array.from({ length: n }, (_, at) => at);
    Object.assign(this, { words, table, cells: {} });
    this.heads = places.map((at) => {
      const name = el("span", { class: "name" }), state = el("small"), brief = el("small", { class: "brief" });
      return { name, state, brief, node: button([name, state, brief], () => onHead(at)) };
    });
    this.corner = el("td");
    this.head = el("tr", {}, this.corner, ...this.heads.map(({ node }) => el("th", { scope: "col" }, node)));
    const row = (key, name, note = "") => {
      this.cells[key] = places.map(() => {
        const value = el("b"), count = el("span", {}), text = el("span", { class: "word" }), more = el("small", {}, count, text);
        return { value, count, text, more, td: el("td", {}, value, more) };
      });
      return rowOf(`calc ${key}`, name, note ? [el("small", {}, note)] : [], this.cells[key].map(({ td }) => td));
    };
    this.numbers = [row("numbers", sheet.numbers, upperBonus ? say(score.bonus_at, upperBonus) : "")];
    if (upperBonus) this.numbers.push(row("bonus", say(score.bonus, upperBonus), say(score.pace, { each: eachOf(table) })));
    this.totals = [row("lower", score.lower), row("total", sheet.total)];
  }

  update(sheet, standing) {
    this.showHeads(sheet, standing);
    standing.columns.forEach((sum, at) => this.showColumn(sum, at));
  }

  showHeads(sheet, { next, places, round, of }) {
    const { score } = this.words, first = places.filter(({ place }) => place === 1);
    const ties = first.length > 1, begun = first[0].total > 0 && places.length > 1;
    set(this.corner, { text: next === null ? score.full : say(score.round, { round, of }) });
    this.heads.forEach(({ name, state, brief, node }, at) => {
      const called = nameAt(this.words, sheet, at), leads = begun && first.some(({ player }) => player === at);
      const place = leads ? (ties ? score.ties : next === null ? score.wins : score.leads) : "";
      const texts = [place, at === next && score.to_play].filter(Boolean), full = [called, ...texts].join(", ");
      set(name, { text: called });
      set(state, { text: texts.join("\n") });
      set(brief, { text: texts.join("\n").replace(score.ties, score.ties_short) });
      set(node, { "aria-label": say(score.head, { name: full }), title: called });
      set(node.parentNode, { "aria-label": called, "aria-current": at === next && "true", class: { first: leads && next === null } });
    });
  }

  showColumn({ upper, short, bonus, pace, lower, total, written }, at) {
    const { score } = this.words, { table } = this;
    const show = (key, value, text = "", count = "") => {
      const cell = this.cells[key][at];
      set(cell.value, { text: value });
      set(cell.count, { text: count });
      set(cell.text, { text: count === "" ? text : ` ${text}` });
    };
    show("lower", lower);
    show("total", total);
    if (short === null) return show("numbers", upper);
    const done = written === table.boxes.filter((box) => box.upper).length, ahead = written && !done && !bonus ? pace : 0;
    if (short) show("numbers", upper, score.to_go, short);
    else show("numbers", upper, score.made);
    if (bonus) show("bonus", bonus, score.won);
    else if (done) show("bonus", 0, score.missed);
    else if (ahead) show("bonus", "", ahead > 0 ? score.ahead : score.behind, Math.abs(ahead));
    else show("bonus", "", written ? score.even : "");
    set(this.cells.bonus[at].more, { class: { up: ahead > 0, down: ahead < 0 } });
  }
}

/** The standing: places, the round, what the next player has still open; at the end who won. */
export class Standing {
  constructor(words) {
    this.words = words;
    this.list = el("ol");
    this.title = el("h2");
    this.note = el("p", { class: "small" });
    this.element = el("section", { class: "tally-standing" }, this.title, this.list, this.note);
  }

  update(table, sheet, standing) {
    const { score } = this.words, { places, next, round, of } = standing, { list } = this;
    while (list.children.length > places.length) list.lastChild.remove();
    while (list.children.length < places.length) {
      list.append(el("li", {}, el("span", { class: "place" }), el("span", { class: "name" }), el("b")));
    }
    places.forEach(({ player, total, place }, at) => {
      const [rank, name, sum] = list.children[at].children;
      set(rank, { text: place });
      set(name, { text: nameAt(this.words, sheet, player) });
      set(sum, { text: total });
      set(list.children[at], { class: { won: next === null && place === 1 } });
    });
    const still = next === null ? [] : table.boxes.filter(({ id }) => !Object.hasOwn(sheet.players[next].points, id));
    const open = { name: next === null ? "" : nameAt(this.words, sheet, next), boxes: still.map(({ name }) => name).join(", ") };
    set(this.title, { text: next === null ? endSays(this.words, sheet, standing) : score.standing });
    const says = [`${say(score.round, { round, of })}.`, still.length < of && say(score.still_open, open)];
    set(this.note, { text: next === null ? "" : says.filter(Boolean).join(" ") });
  }
}

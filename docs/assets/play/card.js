// The score card: one table. Narrow, its rows are tiles in two columns, for one seat; wide, every seat has a column.
import { offersNow, seatOf } from "./game.js";
import { button, die, el, say, set } from "./page.js";
import { waitsFor } from "./speech.js";
import { boxName } from "./story.js";
import { totals } from "./table.js";

const row = (kind, name, cells, drawn = [], notes = []) => {
  const note = el("small", { class: "note" });
  const txt = el("span", { class: "txt" }, el("span", { class: "name" }, name), ...notes, note);
  const head = el("th", { role: "rowheader", scope: "row" }, ...drawn, txt);
  return { kind, note, cells, element: el("tr", { role: "row", class: kind }, head, ...cells.map(({ cell }) => cell)) };
};
const group = (rows) => el("tbody", { role: "rowgroup" }, ...rows.map(({ element }) => element));
const column = (...inside) => el("th", { role: "columnheader", scope: "col" }, ...inside);

export class Card {
  constructor({ play }, onFill) {
    this.words = play;
    this.onFill = onFill;
    this.element = el("table", { class: "boxes", role: "table", "aria-label": play.card });
  }

  /** The buttons of the boxes that wait for a choice. */
  get open() {
    return [...this.element.querySelectorAll(".take:not([hidden])")];
  }

  /** `seen`: the seat whose card a narrow layout shows; `mayAct`: whether a person here may fill a box. */
  update({ table, state, seen, mayAct }) {
    if (this.table !== table || this.seats !== state.seats) this.build(table, state);
    const now = state.over ? null : seatOf(state), offers = offersNow(table, state);
    this.heads.forEach((head, at) => set(head, { "aria-current": at === now && "true" }));
    const recent = state.over ? [] : state.log.slice(-Math.max(1, state.seats.length - 1)); // since one's own turn
    const view = { table, state, now, seen, mayAct, offers, recent };
    table.boxes.forEach((box, i) => this.showBox(box, this.rows[i], view));
    this.showSums(table, state, seen);
    for (const { cells } of [...this.rows, ...this.sums]) {
      cells.forEach(({ cell }, at) => set(cell, { class: { seen: at === seen, now: at === now } }));
    }
  }

  build(table, state) {
    const { words } = this, { upperBonus, repeatBonus } = table.rules, { boxes } = table;
    const uppers = boxes.filter(({ upper }) => upper);
    Object.assign(this, { table, seats: state.seats });
    this.heads = state.seats.map(({ name }) => column(name));
    this.rows = boxes.map((box) => {
      const cells = state.seats.map(() => {
        const take = set(button("", () => this.onFill(box.id), "take"), { "data-box": box.id });
        const written = el("span", { class: "written" });
        return { cell: el("td", { role: "cell" }, take, written), take, written };
      });
      const { pays } = box, small = (kind, text) => el("small", { class: kind }, text);
      const drawn = box.upper ? [die(uppers.indexOf(box) + 1)] : [];
      return row("", box.name, cells, drawn, [small("pays", pays), small("says", pays > 0 ? `${box.says}: ${pays}` : box.says)]);
    });
    const sum = (kind, name, drawn) => row(`sum ${kind}`, name, state.seats.map(() => {
      const number = el("b");
      return { cell: el("td", { role: "cell" }, number), number };
    }), drawn);
    this.pace = el("i");
    const bar = upperBonus ? [el("span", { class: "pace", "aria-hidden": "true" }, this.pace)] : [];
    const numbers = sum("numbers", words.numbers, bar);
    const repeat = repeatBonus && sum("repeat", say(words.repeat, { box: boxName(table, repeatBonus.box) }));
    this.sums = [numbers, repeat, sum("total", words.total)].filter(Boolean);
    this.element.style.setProperty("--rows", Math.ceil((boxes.length + (repeat ? 1 : 0)) / 2));
    this.element.replaceChildren(
      el("thead", { role: "rowgroup" },
        el("tr", { role: "row" }, column(say(words.boxes, { n: boxes.length })), ...this.heads)),
      group([...this.rows.slice(0, uppers.length), numbers]),
      group([...this.rows.slice(uppers.length), ...this.sums.filter((one) => one !== numbers)]),
    );
  }

  showBox(box, { note, cells, element }, { table, state, now, seen, mayAct, offers, recent }) {
    const { words } = this, extra = table.rules.firstRoll, sure = state.sure === box.id, pays = offers?.pays[box.id];
    const why = offers?.closed[box.id] && say(words.shut[offers.closed[box.id]], { box: waitsFor(table, state) });
    const beside = pays !== undefined && offers.beside;
    const offer = sure ? say(words.sure_mark, { points: pays }) : pays ?? "";
    const label = why ? words.shut_label : !offers ? words.open
      : sure ? words.sure_label : beside ? words.take_beside : words.take;
    cells.forEach(({ cell, take, written }, at) => {
      const points = state.cards[at].points[box.id], isOpen = points === undefined, playing = isOpen && at === now;
      const mine = playing && state.seats[at].kind === "person";
      set(take, {
        hidden: !mine && "", text: mine ? offer : "", "aria-disabled": (!mayAct || !offers || Boolean(why)) && "true",
        "aria-label": say(label, { box: box.name, points: pays, beside, why }),
      });
      set(written, { text: isOpen ? playing && !mine ? offer : "" : points });
      set(cell, {
        "data-beside": playing && beside ? `+${beside}` : null,
        class: {
          zero: points === 0, sure: playing && sure, shut: playing && why, maybe: playing && !mine,
          nil: playing && pays === 0 && !sure, last: recent.some((entry) => entry.seat === at && entry.box === box.id),
        },
      });
    });
    const open = state.cards[seen].points[box.id] === undefined, playing = open && seen === now;
    const early = extra && pays > 0 && state.rolls === 1 && extra.boxes.includes(box.id);
    const text = !playing ? "" : sure ? say(words.sure, { points: pays }) : why || (early ? say(words.first_roll, extra) : "");
    set(note, { text });
    set(element, { class: { open, playing: playing && state.seats[seen].kind === "person", full: !open, sure: playing && sure, shut: playing && why, noted: text } });
  }

  showSums(table, state, seen) {
    const { words } = this, { upperBonus, repeatBonus } = table.rules;
    const sums = state.cards.map((card) => totals(table, card));
    const parts = {
      numbers: ({ upper, short }) => (short === null ? [upper, ""]
        : [upper, short ? words.numbers_more : words.numbers_made, short ? words.more : words.made]),
      repeat: ({ repeat }) => [repeat, words.repeat_note],
      total: ({ total }) => [total, state.over ? "" : words.total_note],
    };
    for (const { kind, note, cells } of this.sums) {
      sums.forEach((sum, at) => {
        const [value, long, brief = ""] = parts[kind.slice(4)](sum);
        const fill = (text) => say(text, { short: sum.short, points: (brief ? upperBonus : repeatBonus)?.points });
        set(cells[at].number, { text: value });
        set(cells[at].cell, { "data-more": fill(brief) || null });
        if (at === seen) set(note, { text: fill(long) });
      });
    }
    if (!upperBonus) return;
    const share = Math.min(1, sums[seen].upper / upperBonus.at);
    set(this.pace, { style: `width:${Math.round(100 * share)}%` });
  }
}

// The score card: one table. Narrow, its rows are tiles in two columns and show one seat; wide, every seat has a column.
import { offersNow, seatOf } from "./game.js";
import { die, el, say, set } from "./page.js";
import { before, boxOf } from "./speech.js";
import { totals } from "./table.js";

const cell = (...inside) => el("td", { role: "cell" }, ...inside);

export class Card {
  constructor(words, onFill) {
    this.words = words.play;
    this.onFill = onFill;
    this.element = el("table", { class: "boxes", role: "table", "aria-label": this.words.card });
  }

  /** `seen` is the seat whose card a narrow layout shows; `mayAct` whether a person here may fill a box. */
  update({ table, state, seen, mayAct }) {
    if (this.table !== table || this.seats !== state.seats) this.#build(table, state);
    const seat = seatOf(state);
    const offers = offersNow(table, state);
    this.heads.forEach((head, at) => set(head, { "aria-current": !state.over && at === seat ? "true" : null }));
    const recent = state.log.slice(-Math.max(1, state.seats.length - 1)); // what the others wrote since one's own turn
    for (const row of this.rows) this.#row(row, { table, state, seat, seen, mayAct, offers, recent });
    this.#sums({ table, state, seen });
    for (const { cells } of [...this.rows, ...this.sums]) {
      cells.forEach((one, at) => set(one.cell, { class: { seen: at === seen, now: !state.over && at === seat } }));
    }
  }

  /** The buttons of the boxes that wait for a choice, in the order of the card. */
  get open() {
    return this.rows.flatMap(({ cells }) => cells.map(({ take }) => take).filter((take) => !take.hidden));
  }

  #build(table, state) {
    const words = this.words;
    this.table = table;
    this.seats = state.seats;
    this.heads = state.seats.map(({ name }) => el("th", { role: "columnheader", scope: "col" }, el("span", {}, name)));
    this.rows = table.boxes.map((box) => this.#boxRow(box));
    const { upperBonus, repeatBonus } = table.rules;
    this.sums = [
      upperBonus && this.#sumRow("numbers", words.numbers),
      repeatBonus && this.#sumRow("repeat", say(words.repeat, { box: boxOf(table, repeatBonus.box).name })),
      this.#sumRow("total", words.total),
    ].filter(Boolean);
    const tiles = this.rows.length + (repeatBonus ? 1 : 0);
    this.element.style.setProperty("--rows", Math.ceil(tiles / 2));
    const rowsOf = (rows) => el("tbody", { role: "rowgroup" }, ...rows.map(({ row }) => row));
    const isUpper = (_, at) => table.boxes[at].upper;
    const numbers = this.sums.filter(({ kind }) => kind === "numbers");
    this.element.replaceChildren(
      el(
        "thead",
        { role: "rowgroup" },
        el(
          "tr",
          { role: "row" },
          el("th", { role: "columnheader", scope: "col" }, say(words.boxes, { n: table.boxes.length })),
          ...this.heads,
        ),
      ),
      rowsOf([...this.rows.filter(isUpper), ...numbers]),
      rowsOf([...this.rows.filter((row, at) => !isUpper(row, at)), ...this.sums.filter((row) => !numbers.includes(row))]),
    );
  }

  #boxRow(box) {
    const note = el("small", { class: "note" });
    const says = el("small", { class: "says" }, `${box.says}`);
    const pays = el("small", { class: "pays" }, `${box.pays}`);
    const face = box.upper ? box.points.findIndex((points) => points > 0) : -1;
    const txt = el("span", { class: "txt" }, el("span", { class: "name" }, box.name), pays, says, note);
    const cells = this.seats.map(() => {
      const beside = el("small", { class: "beside" });
      const number = el("b", {});
      const take = el("button", { type: "button", class: "take", "data-box": box.id }, number, beside);
      take.addEventListener("click", (event) => this.onFill(box.id, event));
      const written = el("span", { class: "written" });
      return { cell: cell(take, written), take, number, beside, written };
    });
    const drawn = face < 0 ? [] : [die(this.#faceOf(box))];
    const head = el("th", { role: "rowheader", scope: "row" }, ...drawn, txt);
    return { box, note, cells, row: el("tr", { role: "row" }, head, ...cells.map((one) => one.cell)) };
  }

  /** The face that a number box counts: its place among the number boxes. */
  #faceOf(box) {
    return this.table.boxes.filter(({ upper }) => upper).indexOf(box) + 1;
  }

  #sumRow(kind, name) {
    const note = el("small", { class: "note" });
    const pace = el("i", {});
    const cells = this.seats.map(() => {
      const number = el("b", {});
      const more = el("small", {});
      return { cell: cell(number, more), number, more };
    });
    const bar = kind === "numbers" ? [el("span", { class: "pace", "aria-hidden": "true" }, pace)] : [];
    const txt = el("span", { class: "txt" }, el("span", { class: "name" }, name), note);
    const head = el("th", { role: "rowheader", scope: "row" }, txt, ...bar);
    const row = el("tr", { role: "row", class: `sum ${kind}` }, head, ...cells.map((one) => one.cell));
    return { kind, note, pace, cells, row };
  }

  #row({ box, note, cells, row }, { table, state, seat, seen, mayAct, offers, recent }) {
    const words = this.words;
    const reason = offers?.closed[box.id];
    const why = reason && say(words.shut[reason], { box: before(table, state), first: before(table, state) });
    const pays = offers?.pays[box.id];
    const sure = state.sure === box.id;
    const extra = table.rules.firstRoll;
    const early = pays > 0 && state.rolls === 1 && extra?.boxes.includes(box.id);
    cells.forEach(({ cell: td, take, number, beside, written }, at) => {
      const points = state.cards[at].points[box.id];
      const isOpen = points === undefined;
      const playing = at === seat && isOpen && !state.over;
      const mine = playing && state.seats[at].kind === "person";
      const shown = playing && pays !== undefined ? String(pays) : "";
      const more = shown && pays !== undefined && offers.beside ? `+${offers.beside}` : "";
      set(take, {
        hidden: mine ? null : "",
        "aria-disabled": mine && (!mayAct || !offers || why) ? "true" : null,
        "aria-label": mine ? this.#label(box, { pays, why, sure, beside: offers?.beside }) : null,
      });
      set(number, { text: sure && playing ? say(words.sure_mark, { points: pays }) : shown });
      set(beside, { text: more });
      set(written, { text: !isOpen ? String(points) : mine ? "" : `${shown}${more && ` ${more}`}` });
      set(td, {
        class: {
          open: isOpen,
          full: !isOpen,
          zero: points === 0,
          nil: playing && pays === 0 && !sure,
          last: recent.some((entry) => entry.seat === at && entry.box === box.id),
          sure: sure && playing,
          shut: playing && Boolean(why),
          idle: playing && !offers,
          maybe: isOpen && playing && !mine,
        },
      });
    });
    const shown = seen === seat && !state.over;
    const isOpen = state.cards[seen].points[box.id] === undefined;
    const said = !shown || !isOpen ? "" : sure ? words.sure : why ? why : early ? say(words.first_roll, extra) : "";
    set(note, { text: said });
    set(row, {
      class: {
        open: isOpen,
        playing: shown && isOpen,
        full: !isOpen,
        sure: shown && sure,
        shut: shown && isOpen && Boolean(why),
        noted: Boolean(said),
      },
    });
  }

  #label(box, { pays, why, sure, beside }) {
    const words = this.words;
    if (why) return say(words.shut_label, { box: box.name, why });
    if (pays === undefined) return say(words.open, { box: box.name });
    if (sure) return say(words.sure_label, { box: box.name });
    return say(beside ? words.take_beside : words.take, { box: box.name, points: pays, beside });
  }

  #sums({ table, state, seen }) {
    const words = this.words;
    const { upperBonus, repeatBonus } = table.rules;
    const sums = state.cards.map((card) => totals(table, card));
    const said = {
      numbers: ({ upper, short }) => [
        upper,
        say(short ? words.numbers_more : words.numbers_made, { short, points: upperBonus.points }),
        say(short ? words.more : words.made, { short, points: upperBonus.points }),
      ],
      repeat: (sum) => [sum.repeat, say(words.repeat_note, { points: repeatBonus.points })],
      total: (sum) => [sum.total, state.over ? "" : words.total_note],
    };
    for (const { kind, note, pace: bar, cells } of this.sums) {
      cells.forEach(({ number, more }, at) => {
        const [value, text, brief = ""] = said[kind](sums[at]);
        set(number, { text: value });
        set(more, { text: brief });
        if (at === seen) set(note, { text });
      });
      if (kind === "numbers") {
        const share = Math.min(1, sums[seen].upper / upperBonus.at);
        set(bar, { style: `width:${Math.round(share * 100)}%`, class: { made: share === 1 } });
      }
    }
  }
}

// The board of a game: title, seats, card, dock, and the places for odds, log and summary. Draws; decides nothing.
import { free, offersNow, places, rollsLeft, round, seatOf } from "./game.js";
import { button, die, el, icon, mark, say, set } from "./page.js";
import { waitsFor } from "./speech.js";
import { boxName } from "./story.js";
import { rulings, totals } from "./table.js";

export class Board {
  /** `on`: {roll, hold, undo, odds, coach (where there is one), fill(box), see(seat), change, answer}. */
  constructor(words, on) {
    const place = (name) => (this[name] = el("div", { class: `${name}-place` }));
    this.words = words.play;
    this.on = on;
    this.card = new Card(words, on.fill);
    this.dock = new Dock(words, { ...on, odds: () => on.odds((this.asked = true)) });
    this.game = el("b", { class: "game-name" });
    this.about = el("span", { class: "bonus" });
    this.rules = el("span", { class: "rules" });
    this.brief = el("span", { class: "brief" }, el("b"), el("small"));
    this.change = button(el("span", { class: "long" }, this.words.change), on.change, "key change", this.brief);
    this.list = el("ol", { class: "seats", "aria-label": this.words.players });
    new ResizeObserver(() => this.bringIn()).observe(this.list); // a phone is turned
    this.notice = el("p", { class: "notice" }, el("span"), button("", on.answer, "key"));
    this.news = el("p", { class: "news small" });
    this.status = el("p", { class: "sr", role: "status" });
    const what = el("p", { class: "what small" }, this.game, " ", this.about, this.rules);
    const title = el("div", { class: "title" }, what, this.change);
    this.element = el("div", { class: "board" }, el("div", { class: "head" }, this.list, title), this.notice, this.news,
      el("div", { class: "desk" }, this.card.element, el("div", { class: "side" }, place("coach"), place("odds"))), this.dock.element, place("ending"),
      place("story"), this.status);
  }

  /** `view`: {table, state, seen, mayAct, away, warning, odds, coach, keys, news, notice: [text, key] or null}. */
  update(view) {
    const { table, state, seen, notice, odds, coach, news } = view, { over } = state;
    if (this.table !== table) this.showTitle(table);
    if (this.seated !== state.seats) this.seat(state.seats);
    Object.assign(this, { table, seated: state.seats });
    this.showSeats(table, state, seen);
    set(this.news, { text: news });
    set(this.notice, { hidden: !notice && "" });
    set(this.notice.firstChild, { text: notice?.[0] ?? "" });
    set(this.notice.lastChild, { text: notice?.[1] ?? "" });
    this.card.update(view);
    this.dock.update(view);
    set(this.dock.element, { hidden: over && "" });
    set(this.element, { class: { asks: odds && !over, coached: coach && !over } });
    if (this.asked && this.odds.offsetParent?.matches(".desk")) this.odds.scrollIntoView(); // it opens below the card
    this.asked = false;
  }

  showTitle(table) {
    const { words } = this, own = rulings(table), rules = own.join("; "), { upperBonus } = table.rules;
    set(this.game, { text: table.name });
    set(this.about, { text: upperBonus ? say(words.bonus_at, upperBonus) : "" });
    set(this.rules, { text: say(words.rules, { rules: rules || words.rules_none }), class: { own: rules } });
    set(this.brief.firstChild, { text: table.name });
    const ruled = rules && say(words.rules_own, { n: own.length });
    set(this.brief.lastChild, { text: ruled || words.change });
    const game = ruled ? `${table.name}, ${ruled}` : table.name;
    set(this.change, { "aria-label": say(words.change_label, { game }) });
  }

  seat(seats) {
    this.list.replaceChildren(...seats.map(({ name, colour }, at) => el("li", { class: "seat" },
      button(el("span", {}, mark(colour), name), () => this.on.see(at), "", el("b")))));
    this.element.style.setProperty("--seats", seats.length);
  }

  showSeats(table, state, seen) {
    const { list } = this, { over } = state, now = over ? null : seatOf(state);
    const placed = over ? places(table, state) : [];
    [...list.children].forEach((item, at) => {
      const won = placed.some(({ seat, place }) => seat === at && place === 1);
      set(item, { "aria-current": at === now && "true", class: { seen: at === seen, won } });
      set(item.firstChild, { "aria-pressed": String(at === seen) });
      set(item.firstChild.lastChild, { text: totals(table, state.cards[at]).total });
    });
    this.bringIn();
  }

  /** The seat that is seen into view: only the strip scrolls, never the page. */
  bringIn() {
    const { list } = this, { offsetLeft, offsetWidth } = list.querySelector(".seen") ?? list;
    list.scrollLeft = Math.min(offsetLeft, Math.max(list.scrollLeft, offsetLeft + offsetWidth - list.clientWidth));
  }
}

// ---- the card: one table. Narrow, its rows are tiles in two columns, for one seat; wide, every seat has a column.
const row = (kind, name, cells, drawn = [], notes = []) => {
  const note = el("small", { class: "note" });
  const txt = el("span", { class: "txt" }, el("span", { class: "name" }, name), ...notes, note);
  const head = el("th", { role: "rowheader", scope: "row" }, ...drawn, txt);
  return { kind, note, cells, element: el("tr", { role: "row", class: kind }, head, ...cells.map(({ cell }) => cell)) };
};
const group = (rows) => el("tbody", { role: "rowgroup" }, ...rows.map(({ element }) => element));
const column = (...inside) => el("th", { role: "columnheader", scope: "col" }, ...inside);

class Card {
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
      const drawn = box.face ? [die(box.face)] : [];
      const says = pays > 0 ? `${box.says}: ${pays}` : box.says; // "five alike: 50"
      return row("", box.name, cells, drawn, [small("pays", pays), small("says", says)]);
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
    const mine = playing && state.seats[seen].kind === "person"; // only what can be tapped looks like it
    const text = !playing ? "" : sure ? say(words.sure, { points: pays }) : why
      || (early ? say(words.first_roll, extra) : "");
    set(note, { text });
    set(element, {
      class: { open, playing: mine, full: !open, sure: playing && sure, shut: playing && why, noted: text },
    });
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

/** The dock: where the turn stands, the dice, and what can be done with them. */
class Dock {
  /** `on`: {roll(event), hold(die), undo(), odds(), coach()}; without the last there is no key for it. */
  constructor(words, on) {
    const { play } = words;
    Object.assign(this, { words, on });
    this.standing = el("b");
    this.beads = el("span", { class: "beads", "aria-hidden": "true" });
    this.round = el("span");
    this.warning = el("span", { class: "warning" });
    this.when = el("p", { class: "when" }, el("span", {}, this.standing, this.beads), this.round, this.warning);
    this.throw = el("div", { class: "throw", role: "group", "aria-label": play.group });
    this.undo = button(icon("M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H8"), on.undo, "key stack", play.undo);
    this.roll = button((this.rollText = el("b")), on.roll, "roll", (this.rollNote = el("small")));
    this.odds = button(icon("M4 20V4M4 20h16M8 20v-5M12.5 20V8M17 20v-8"), on.odds, "key stack", play.odds);
    this.keys = el("p", { class: "keyhelp" });
    this.coach = on.coach ? button(icon("M9 17.5h6M10 21h4M9 14.500a6 6 0 1 1 6 0z"), on.coach, "key stack", play.coach) : null;
    const acts = el("div", { class: "act" }, this.undo, this.roll, this.odds, this.coach);
    this.element = el("section", { class: "dock", "aria-label": play.dice }, this.when, this.throw, acts, this.keys);
  }

  /** `warning`: why the last tap did nothing; `away`: why this tab may not play. */
  update({ table, state, mayAct, away, warning, odds, coach, keys, mind }) {
    const { play } = this.words, { rolls } = state, of = table.nRolls;
    if (this.table !== table) this.build(table);
    set(this.standing, { text: say(rolls ? play.standing : play.fresh, { n: rolls, of }) });
    [...this.beads.children].forEach((bead, at) => set(bead, { class: { on: at < rolls } }));
    set(this.round, { text: say(play.round, round(table, state)) });
    set(this.warning, { text: warning });
    set(this.when, { class: { warned: warning } });
    const teach = mayAct && round(table, state).turn === 1; // the first turn: under every die what a tap does
    this.dice.forEach((one, at) => this.showDie(one, at, state, rolls === of, teach));
    const [text, note = ""] = this.rollSays(table, state, mayAct, away, mind), canUndo = state.before && !away;
    set(this.rollText, { text });
    set(this.rollNote, { text: note });
    set(this.roll, { "aria-disabled": !(mayAct && rolls < of && free(state).length) && "true" });
    set(this.undo, { "aria-disabled": !canUndo && "true", "aria-label": canUndo ? play.undo_label : play.undo_none });
    set(this.odds, { "aria-pressed": String(odds) });
    if (this.coach) set(this.coach, { "aria-pressed": String(coach) });
    set(this.keys, { text: say(play.keys, { dice: table.nDice }), hidden: !keys && "" });
  }

  build(table) {
    this.table = table;
    this.beads.replaceChildren(...Array.from({ length: table.nRolls }, () => el("i")));
    this.dice = Array.from({ length: table.nDice }, (_, at) => {
      const drawn = die("blank"), body = el("span", { class: "body" }, drawn);
      const word = el("span", { class: "word", "aria-hidden": "true" });
      return { body, word, use: drawn.firstChild, node: button(body, () => this.on.hold(at), "toss", word) };
    });
    this.throw.replaceChildren(...this.dice.map(({ node }) => node));
    this.throw.style.setProperty("--n", table.nDice);
  }

  showDie({ node, body, word, use }, at, { dice, held, notice, rolls }, isLast, teach) {
    const { play, number } = this.words, face = dice?.[at], canHold = face && !isLast;
    const label = !face ? play.die_blank : held[at] ? play.die_held : play.die;
    set(use, { href: `#die-${face ?? "blank"}` });
    const hint = teach && canHold && !held[at];
    set(word, { text: held[at] ? play.held : hint ? play.hold : "", class: { hint } });
    set(node, {
      "aria-label": say(label, { n: at + 1, face: number[face] }), class: { blank: !face },
      "aria-pressed": canHold ? String(held[at]) : null, "aria-disabled": !canHold && "true",
    });
    // two names in turn, so that a die thrown again lands again
    const lands = notice.thrown?.includes(at);
    set(body, { class: { "fresh-odd": lands && rolls % 2, "fresh-even": lands && rolls % 2 === 0 } });
  }

  /** The big button: what it does or why it does nothing, and a note. */
  rollSays(table, state, mayAct, away, mind) {
    const { roll } = this.words.play, left = rollsLeft(table, state), n = free(state).length;
    if (away) return [roll.elsewhere];
    const doing = mind && !mind.decide ? say(roll.thinking, { share: Math.floor(100 * mind.share) }) : roll.computer_note;
    if (!mayAct) return [say(roll.computer, { name: state.seats[seatOf(state)].name }), doing];
    if (!left) return [roll.done, roll.done_note];
    if (!n) return [roll.held, roll.held_note];
    const note = state.rolls ? (left === 1 ? roll.last : roll.more) : roll.first;
    return [say(n === 1 ? roll.one : roll.all, { n }), say(note, { left, of: table.nRolls })];
  }
}

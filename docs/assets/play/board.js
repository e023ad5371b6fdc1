// The board of a game: title, seats, card, dock, and the places for odds, log and summary. Draws; decides nothing.
import { Card } from "./card.js";
import { Dock } from "./dock.js";
import { seatOf } from "./game.js";
import { el, say, set } from "./page.js";
import { button, mark } from "./pane.js";
import { houseRules, totals } from "./table.js";

export class Board {
  /** `on`: {roll, hold, undo, odds, fill(box), see(seat), change, answer}. */
  constructor(words, on) {
    const place = (name) => (this[name] = el("div", { class: `${name}-place` }));
    this.words = words.play;
    this.on = on;
    this.card = new Card(words, on.fill);
    this.dock = new Dock(words, on);
    this.game = el("b", { class: "game-name" });
    this.about = el("span", { class: "small" });
    this.brief = el("span", { class: "brief" }, el("b"), el("small"));
    this.change = el("button", { type: "button", class: "key change", onclick: on.change },
      el("span", { class: "long" }, this.words.change), this.brief);
    this.list = el("ol", { class: "seats", "aria-label": this.words.players });
    this.notice = el("p", { class: "notice" }, el("span"), button("", on.answer, "key"));
    this.news = el("p", { class: "news small" });
    this.status = el("p", { class: "sr", role: "status" });
    const title = el("div", { class: "title" }, el("p", { class: "what" }, this.game, " ", this.about), this.change);
    this.element = el("div", { class: "board" }, el("div", { class: "head" }, this.list, title), this.notice, this.news,
      el("div", { class: "desk" }, this.card.element, place("odds")), this.dock.element, place("ending"),
      place("story"), this.status);
  }

  /** `view`: {table, state, seen, mayAct, away, warning, odds, keys, news, notice: [text, key] or null}. */
  update(view) {
    const { table, state, seen, notice, odds, news } = view, { over } = state;
    if (this.table !== table) this.showTitle(table);
    if (this.seated !== state.seats) this.seat(state.seats);
    Object.assign(this, { table, seated: state.seats });
    this.showSeats(table, state, seen);
    set(this.news, { text: news });
    set(this.notice, { hidden: !notice && "" });
    set(this.notice.firstChild, { text: notice?.[0] ?? "" });
    set(this.notice.lastChild, { text: notice?.[1] ?? "", hidden: !notice?.[1] && "" });
    this.card.update(view);
    this.dock.update(view);
    set(this.dock.element, { hidden: over && "" });
    set(this.ending, { hidden: !over && "" });
    set(this.odds, { hidden: (!odds || over) && "" });
    set(this.element, { class: { asks: odds && !over } });
  }

  showTitle(table) {
    const { words } = this, own = houseRules(table), { upperBonus } = table.rules;
    const rules = say(words.rules, { rules: own.map(({ says }) => says).join("; ") || words.rules_none });
    set(this.game, { text: table.name });
    set(this.about, { text: upperBonus ? `${say(words.bonus_at, upperBonus)} · ${rules}` : rules });
    set(this.brief.firstChild, { text: table.name });
    set(this.brief.lastChild, { text: own.length ? say(words.rules_own, { n: own.length }) : words.change });
    set(this.change, { "aria-label": say(words.change_label, { game: table.name }) });
  }

  seat(seats) {
    this.list.replaceChildren(...seats.map(({ name, colour }, at) => el("li", { class: "seat" },
      el("button", { type: "button", onclick: () => this.on.see(at) }, el("span", {}, mark(colour), name), el("b")))));
    this.element.style.setProperty("--seats", seats.length);
  }

  showSeats(table, state, seen) {
    const { list } = this, now = state.over ? null : seatOf(state);
    [...list.children].forEach((item, at) => {
      set(item, { "aria-current": at === now && "true", class: { seen: at === seen } });
      set(item.firstChild, { "aria-pressed": String(at === seen) });
      set(item.firstChild.lastChild, { text: totals(table, state.cards[at]).total });
    });
    const { offsetLeft, offsetWidth } = list.children[seen]; // only the strip scrolls, never the page
    list.scrollLeft = Math.min(offsetLeft, Math.max(list.scrollLeft, offsetLeft + offsetWidth - list.clientWidth));
  }
}

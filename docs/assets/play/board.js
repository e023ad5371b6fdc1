// The board of a game: title, seats, card, dock, and the places for odds, log and summary. Draws; decides nothing.
import { Card } from "./card.js";
import { Dock } from "./dock.js";
import { seatOf } from "./game.js";
import { el, say, set } from "./page.js";
import { mark } from "./pane.js";
import { houseRules, totals } from "./table.js";

export class Board {
  /** `on`: {roll, hold, undo, odds, fill, see(seat), change}. */
  constructor(words, on) {
    const { play } = words;
    this.words = play;
    this.on = on;
    this.card = new Card(words, on.fill);
    this.dock = new Dock(words, on);
    this.game = el("b", { class: "game-name" });
    this.about = el("span", { class: "small" });
    this.short = el("b", {});
    this.rules = el("small", {});
    this.change = el(
      "button",
      { type: "button", class: "key change", onclick: on.change },
      el("span", { class: "long" }, play.change),
      el("span", { class: "brief" }, this.short, this.rules),
    );
    this.list = el("ol", { class: "seats", "aria-label": play.players });
    new ResizeObserver(() => this.#inView()).observe(this.list); // a phone is turned
    this.news = el("p", { class: "news small" });
    this.notice = el("p", { class: "notice", hidden: "" }, (this.noticeText = el("span", {})));
    this.noticeKey = el("button", { type: "button", class: "key", onclick: () => this.#answer?.() });
    this.notice.append(this.noticeKey);
    this.odds = el("div", { class: "odds-place", hidden: "" });
    this.ending = el("div", { class: "ending", hidden: "" });
    this.story = el("div", { class: "story-place" });
    this.status = el("p", { class: "sr", role: "status" });
    const title = el("div", { class: "title" }, el("p", { class: "what" }, this.game, " ", this.about), this.change);
    this.element = el(
      "div",
      { class: "board" },
      el("div", { class: "head" }, this.list, title),
      this.notice,
      this.news,
      el("div", { class: "desk" }, this.card.element, this.odds),
      this.dock.element,
      this.ending,
      this.story,
      this.status,
    );
  }

  #answer = null;

  /** `view`: {table, state, seen, mayAct, away, warning, odds, keys, news, notice: null or {text, key, act}}. */
  update(view) {
    const { table, state, seen, notice, odds, news } = view;
    if (this.table !== table) this.#title(table);
    if (this.state?.seats !== state.seats) this.#seats(state);
    this.table = table;
    this.state = state;
    this.#standings(table, state, seen);
    set(this.news, { text: news });
    set(this.notice, { hidden: notice ? null : "" });
    set(this.noticeText, { text: notice?.text ?? "" });
    set(this.noticeKey, { text: notice?.key ?? "", hidden: notice?.key ? null : "" });
    this.#answer = notice?.act;
    this.card.update(view);
    this.dock.update(view);
    set(this.dock.element, { hidden: state.over ? "" : null });
    set(this.ending, { hidden: state.over ? null : "" });
    set(this.odds, { hidden: odds && !state.over ? null : "" });
    set(this.element, { class: { asks: odds && !state.over, over: state.over } });
  }

  #title(table) {
    const words = this.words;
    const own = houseRules(table);
    const rules = own.map(({ says }) => says).join("; ");
    const { upperBonus: bonus } = table.rules;
    const about = say(words.rules, { rules: rules || words.rules_none });
    set(this.game, { text: table.name });
    set(this.about, { text: bonus ? `${say(words.bonus_at, bonus)} · ${about}` : about });
    set(this.short, { text: table.name });
    set(this.rules, { text: own.length ? say(words.rules_own, { n: own.length }) : words.change });
    set(this.change, { "aria-label": say(words.change_label, { game: table.name }) });
  }

  #seats(state) {
    this.seats = state.seats.map(({ name, colour }, at) => {
      const total = el("b", {});
      const node = el("button", { type: "button", onclick: () => this.on.see(at) }, el("span", {}, mark(colour), name), total);
      return { node, total, item: el("li", { class: "seat" }, node) };
    });
    this.element.style.setProperty("--seats", state.seats.length);
    this.list.replaceChildren(...this.seats.map(({ item }) => item));
    this.shown = null;
  }

  #standings(table, state, seen) {
    const seat = state.over ? null : seatOf(state);
    this.seats.forEach(({ node, total, item }, at) => {
      set(total, { text: totals(table, state.cards[at]).total });
      set(item, { "aria-current": at === seat ? "true" : null, class: { seen: at === seen } });
      set(node, { "aria-pressed": state.seats.length > 1 ? String(at === seen) : null });
    });
    if (this.shown === seen) return;
    this.shown = seen;
    this.#inView();
  }

  /** Scrolls the strip, never the page, to the seat that is seen. */
  #inView() {
    const item = this.seats?.[this.shown]?.item;
    if (!item) return;
    const left = item.offsetLeft;
    const right = left + item.offsetWidth - this.list.clientWidth;
    if (left < this.list.scrollLeft) this.list.scrollLeft = left;
    else if (right > this.list.scrollLeft) this.list.scrollLeft = right;
  }
}

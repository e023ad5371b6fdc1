// The element todays-dice: on each day the same dice for everyone, played once; the days before to practise with. What is
// played here is a three-rolls-play; this says which dice it throws, and what became of it.
// Attributes: game (the default), first (the first day of all). The page around it shows what best play averages.
import { checkDealt, dayAt, diceOf, isDay, later, readResults, shareText, startOf, streak, untilNext, withResult, writeResults } from "./daily.js";
import { isBegun, places } from "./game.js";
import { button, copy, el, load, loadGames, loadWords, say, set, tell } from "./page.js";
import "./play.js";
import { openStore } from "./store.js";
import { headline } from "./story.js";
import { tableOf } from "./table.js";

const MINUTE = 60_000; // ms
const KEPT = 60; // days that a finished game can be looked at again; its total stays
const RESULTS = "days", LAST = "day.game", PRACTICE = "practice";

const inWords = (day, dateStyle) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle }).format(startOf(day));

class Today extends HTMLElement {
  #store = openStore();
  #all; // the words of the page
  #words;
  #games;
  #today; // the day by this device's clock
  #shown = {}; // {game, day, practice, play}
  #plays = new Map(); // a game by what it is kept under: one that is not on the table goes on when it is asked for
  #asking = 0;
  #timer;
  #live;

  async connectedCallback() {
    const { signal } = (this.#live = new AbortController());
    try {
      [this.#all, this.#games] = await Promise.all([loadWords(), loadGames()]);
    } catch (error) {
      return console.error(error); // what stands here for readers without JavaScript stays
    }
    if (signal.aborted) return;
    this.#words = this.#all.today;
    if (!this.#game) this.#mount();
    window.addEventListener("hashchange", () => this.#follow(), { signal });
    document.addEventListener("visibilitychange", () => this.#tick(), { signal });
    this.#tick();
  }

  disconnectedCallback() {
    this.#live.abort();
    clearTimeout(this.#timer);
  }

  get #first() { return this.getAttribute("first"); }
  get #results() { return readResults(this.#store.read(RESULTS)); }

  #game; #date; #line; #back; #run; #news; #place; // nodes

  #mount() {
    const { game, date, today } = this.#words;
    this.#game = el("select", { onchange: () => this.#choose(this.#game.value, this.#shown.day) },
      ...this.#games.map(({ id }) => el("option", { value: id })));
    this.#date = el("input", {
      type: "date", min: this.#first, required: "", onchange: () => this.#pick(), onblur: () => this.#pick(true),
    });
    this.#line = el("p", { class: "which", tabindex: "-1" }, el("span"), " ", el("span"));
    this.#back = button(today, () => this.#go(this.#today));
    this.#run = el("p", { class: "run" });
    this.#news = el("p", { class: "told", role: "status" });
    this.#place = el("div");
    const field = (name, input) => el("label", {}, el("span", { class: "sr" }, name), input);
    const part = (kind, ...inside) => el("div", { class: kind }, ...inside);
    this.replaceChildren(part("day", part("choose", field(game, this.#game), field(date, this.#date), this.#back),
      part("line", this.#line, this.#run)), this.#news, this.#place);
  }

  // ---- which dice

  /** Every minute, and when the page is looked at again: the time goes on, and may have gone on to another day. */
  #tick() {
    clearTimeout(this.#timer);
    const now = Date.now(), was = this.#today, { day, game, play } = this.#shown;
    this.#today = dayAt(now);
    this.#timer = setTimeout(() => this.#tick(), MINUTE - (now % MINUTE));
    if (this.#today < this.#first) return this.#tell("early", { today: this.#today });
    if (!play) return this.#follow(); // once, or until its rules can be fetched
    if (was !== this.#today && day === was && !(play.state && isBegun(play.state))) {
      this.#open(game, this.#today); // nothing thrown: nobody wants the dice of yesterday
      return this.#tell("new", { date: this.#today });
    }
    return this.#draw();
  }

  /** What the address asks for, else what was played last; what it asks in vain is said. */
  #follow() {
    const { g: wanted, date } = Object.fromEntries(new URLSearchParams(location.hash.slice(1))), { game, day, play } = this.#shown;
    if (play && !wanted && !date) return;
    const isGame = (one) => this.#games.some(({ id }) => id === one);
    const to = [wanted, game, this.#store.read(LAST), this.getAttribute("game")].find(isGame);
    const on = [date ?? this.#today, day, this.#today].find((one) => this.#has(one));
    this.#tell("");
    if (date && date !== on) this.#tell("outside", { last: this.#today });
    else if (wanted && wanted !== to) this.#tell("no_game", { game: wanted });
    if (play && to === game && on === day) this.#writeAddress();
    else this.#open(to, on);
  }

  #has(day) { return isDay(day) && day >= this.#first && day <= this.#today; }

  /** A date that was typed may be on its way to another: what it says is put right only when it is `left`. */
  #pick(left) {
    const { value } = this.#date, { game, day } = this.#shown;
    if (left) this.#date.value = day;
    else if (this.#has(value)) this.#choose(game, value);
    else this.#tell("outside", { last: this.#today });
  }

  async #choose(game, day, practice) {
    this.#tell("");
    if (!await this.#open(game, day, practice)) return;
    this.#store.write(LAST, game);
    this.#writeAddress();
  }

  /** The same from a button that goes with what it was pressed for. */
  async #go(day, practice) {
    await this.#choose(this.#shown.game, day, practice);
    this.#line.focus();
  }

  #address() {
    const { game, day } = this.#shown;
    return `#${new URLSearchParams({ g: game, ...(day !== this.#today && { date: day }) })}`;
  }

  #writeAddress() { history.replaceState(history.state, "", this.#address()); }

  /**
   * A day that is over is for practice, unless it was begun in its time; `practice` asks for that nevertheless. Resolves to
   * whether it came to that.
   */
  async #open(game, day, practice = false) {
    const asking = (this.#asking += 1), daily = `daily.${day}.${game}`;
    try {
      const { data } = await load(game);
      if (asking !== this.#asking) return false;
      const on = this.#plays.get(daily)?.state, begun = (on && isBegun(on)) || this.#store.read(daily);
      this.#shown = { game, day, practice: day < this.#today && (practice || !begun) };
      const key = this.#shown.practice ? `${PRACTICE}.${day}.${game}` : daily;
      if (!this.#plays.has(key)) this.#plays.set(key, this.#deal(key, tableOf(data)));
      this.#shown.play = this.#plays.get(key);
      this.#place.replaceChildren(this.#shown.play);
      this.#draw();
      return true;
    } catch {
      tell(this.#news, this.#all.play.missing);
      if (this.#shown.play) this.#draw();
      return false;
    }
  }

  /** A game with the dice that are shown now. */
  #deal(key, table) {
    const { day, practice } = this.#shown, face = diceOf(day, table), play = el("three-rolls-play", { game: table.id });
    play.attempt = {
      key,
      faces: ({ turn, rolls }, thrown) => thrown.map((place) => face(turn, rolls, place)),
      check: (...saved) => checkDealt(face, ...saved),
      ending: (_, __, state, on) => (practice ? this.#practised(day, table, state, on) : this.#finished(day, table, state, on)),
    };
    play.addEventListener("kept", () => this.#keep(key, day, play.state, table, practice));
    return play;
  }

  // ---- what became of it

  #keep(key, day, state, table, practice) {
    const store = this.#store;
    if (practice) {
      const last = store.read(PRACTICE); // one at a time
      if (last && last !== key) store.remove(last);
      store.write(PRACTICE, key);
    } else {
      const before = this.#results, after = withResult(before, day, table.id, state.over ? totalOf(table, state) : null);
      if (after.length !== before.length || state.over) store.write(RESULTS, writeResults(after));
      for (const one of after) if (one.day < later(this.#today, -KEPT)) store.remove(`daily.${one.day}.${one.game}`);
    }
    this.#draw();
  }

  /** What best play averages, as the page writes it; "" where no average is known. */
  #mean({ id }) { return document.querySelector(`[data-figure="${id}.best-play.mean"]`)?.textContent ?? ""; }

  #compared(table, total) {
    const words = this.#words, mean = this.#mean(table), by = total - mean;
    return mean && say(by < 0 ? words.below : words.above, { mean, by: Math.abs(by).toFixed(1) });
  }

  #ended(of, day, table, state, ...more) {
    const text = (kind, says) => (says ? el("p", { class: kind }, says) : null);
    return el("section", { class: "summary", "aria-label": this.#all.log.over },
      text("small", say(of, { game: table.name, date: inWords(day, "long") })),
      el("h2", {}, headline(this.#all, table, state)), text("best", this.#compared(table, totalOf(table, state))), ...more);
  }

  #finished(day, table, state, { onUndo, onReview }) {
    const words = this.#words, { log } = this.#all, runs = streak(this.#results, this.#first, day);
    const link = `${location.origin}${location.pathname}#${new URLSearchParams({ g: table.id, date: day })}`;
    const text = shareText(words, {
      game: table.name, day, total: totalOf(table, state), mean: this.#mean(table), run: runs.now, link,
    });
    const news = el("p", { class: "small told", role: "status" });
    const copies = () => copy(log, text, news), sends = async () => {
      try {
        await navigator.share({ text });
      } catch (error) {
        if (error.name !== "AbortError") copies(); // closed again by whoever opened it
      }
    };
    const main = (label, does) => button(el("b", {}, label), does, "go");
    return this.#ended(words.ended, day, table, state,
      el("p", { class: "runs" }, say(words.runs, runs)),
      el("p", { class: "shared small" }, text),
      navigator.share ? main(words.send, sends) : main(log.copy_result, copies),
      el("p", { class: "bar" }, button(log.review, onReview), navigator.share ? button(log.copy_result, copies) : null,
        onUndo ? button(log.undo, onUndo) : null,
        day < this.#today ? button(words.practise, () => this.#go(day, true)) : null), news);
  }

  #practised(day, table, state, { onUndo, onRematch, onReview }) {
    return this.#ended(this.#words.practised, day, table, state,
      button(el("b", {}, this.#all.log.again), () => onRematch(0), "go"),
      el("p", { class: "bar" }, button(this.#all.log.review, onReview), onUndo ? button(this.#all.log.undo, onUndo) : null));
  }

  // ---- what is shown

  #tell(key, values) { tell(this.#news, key && say(this.#words[key], { first: this.#first, ...values })); }

  #draw() {
    const { game, day, practice } = this.#shown, words = this.#words, results = this.#results;
    const isNow = day === this.#today, runs = streak(results, this.#first, this.#today);
    for (const option of this.#game.options) {
      const { name } = this.#games.find(({ id }) => id === option.value);
      const done = results.find((one) => one.day === day && one.game === option.value);
      set(option, { text: done ? say(words.done, { game: name, total: done.total }) : name });
    }
    this.#game.value = game;
    set(this.#date, { max: this.#today });
    if (document.activeElement !== this.#date) this.#date.value = day;
    const says = isNow ? say(words.next, untilNext(Date.now())) : practice ? words.practice : words.past;
    set(this.#line.firstChild, { text: say(words.date_of, { date: inWords(day, "full") }) });
    set(this.#line.lastChild, { text: says });
    set(this.#back, { hidden: isNow && "" });
    set(this.#run, { text: runs.now ? say(words.run, runs) : "" });
  }
}

const totalOf = (table, state) => places(table, state)[0].total;

customElements.define("todays-dice", Today);

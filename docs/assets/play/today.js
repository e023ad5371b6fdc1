// The element todays-dice: on each day the same dice for everyone, played once; the days before to practise with. What is
// played here is a three-rolls-play; this says which dice it throws, and what became of it.
// Attributes: game (the default), first (the first day of all). The page around it shows what best play averages.
import { seededDice } from "./dice.js";
import { isBegun, places, read, replay } from "./game.js";
import { button, copy, el, load, loadGames, loadWords, say, set, tell } from "./page.js";
import "./play.js";
import { openStore } from "./store.js";
import { headline } from "./story.js";
import { tableOf } from "./table.js";
import { linesOf } from "./text.js";

// ---- The dice of a day, and what became of the days: pure. A day is text, 2026-11-30, and goes from midnight to midnight UTC.

const MINUTE = 60_000, DAY = 1440 * MINUTE; // ms

/** The day of a time in ms. */
export const dayAt = (time) => new Date(time).toISOString().slice(0, 10);
export const later = (day, n) => dayAt(Date.parse(day) + n * DAY);
/** Whether there is such a day: the 30th of February is none. */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) >= 0 && later(text, 0) === text;
/** How long it is until the next day begins: {hours, minutes}, rounded up, so that it never says none. */
export function untilNext(time) {
  const minutes = Math.ceil((DAY - (time % DAY)) / MINUTE);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/**
 * (turn, roll, place) -> face, all counted from 0: what the die in that place shows when it is thrown in that roll, whatever
 * else is held. Drawn in this order for all of a table's turns: turn by turn, roll by roll, place by place.
 */
export function diceOf(day, { id, boxes, nRolls, nDice }) {
  const faces = seededDice(`three-rolls ${day} ${id}`)(boxes.length * nRolls * nDice);
  return (turn, roll, place) => faces[(turn * nRolls + roll) * nDice + place];
}

/** Throws RangeError for a game that was not played alone, by the game's own rules and with these dice. */
export function checkDealt(face, { chosen }, { seats, log, current }) {
  const isAlone = seats.length === 1 && seats[0].kind === "person" && !Object.keys(chosen).length;
  const isDealt = [...log.map(({ rolls }) => rolls), current].every((rolls, turn) => rolls.every(({ dice }, roll) => (
    dice.every((shown, place) => rolls[roll - 1]?.held[place] || shown === face(turn, roll, place)))));
  if (!isAlone || !isDealt) throw new RangeError("other dice than those of the day");
}

// ---- What was finished, as it is kept: a line for each game of a day, "2026-11-30 yahtzee 261"

/** What a game of a day is called where it is kept. */
export const nameIn = (day, game) => `${day}.${game}`;
const dayOf = (name) => name.slice(0, 10);

/** {name: total} of a text, as a Map; lines that say nothing that can be are left out, of several for one game the last counts. */
export const readResults = (text) => new Map(linesOf(text ?? "").flatMap(({ line }) => {
  const [, day, game, total] = /^(\S+) ([a-z0-9-]+) (\d{1,4})$/.exec(line) ?? [];
  return day && isDay(day) ? [[nameIn(day, game), Number(total)]] : [];
}));

export const writeResults = (results) => [...results].map(([name, total]) => `${name.replace(".", " ")} ${total}\n`).join("");

/**
 * Days in a row with a game finished, none before `first` or after `today`: {now, best}. `now` counts those up to today, or
 * up to yesterday while today has none yet.
 */
export function streak(results, first, today) {
  let n = 0, best = 0, last = first;
  for (const day of new Set([...results.keys()].map(dayOf).sort())) {
    if (day < first || day > today) continue;
    n = day === later(last, 1) ? n + 1 : 1;
    best = Math.max(best, n);
    last = day;
  }
  return { now: last < later(today, -1) ? 0 : n, best };
}

/** A result in a line to be sent: it gives nothing away of dice and boxes. `mean`: of best play, as published, "" where none is. */
export const shareText = (words, { run, mean, ...told }) => say(words.share, {
  ...told, best: mean && say(words.share_best, { mean }), run: run ? say(words.share_streak, { run }) : "",
});

// ---- The element

const KEPT = 60; // days after which a game makes room for another; its total stays
const RESULTS = "days", LAST = "day.game", DAILY = "daily.", PRACTICE = "practice";

const inWords = (day, dateStyle) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle }).format(Date.parse(day));

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

  async connectedCallback() {
    try {
      [this.#all, this.#games] = await Promise.all([loadWords(), loadGames()]);
    } catch (error) {
      return console.error(error); // what stands here for readers without JavaScript stays
    }
    this.#words = this.#all.today;
    this.#mount();
    window.addEventListener("hashchange", () => this.#follow());
    for (const type of ["visibilitychange", "storage"]) window.addEventListener(type, () => this.#tick());
    this.#tick();
  }

  get #first() { return this.getAttribute("first"); }
  get #results() { return readResults(this.#store.read(RESULTS)); }

  #game; #date; #line; #back; #run; #news; #place; // nodes

  #mount() {
    const { game, date, today } = this.#words;
    this.#game = el("select", { "aria-label": game, onchange: () => this.#choose(this.#game.value, this.#shown.day) },
      ...this.#games.map(({ id, name }) => el("option", { value: id }, name)));
    this.#date = el("input", {
      "aria-label": date, type: "date", min: this.#first, required: "", onchange: () => this.#pick(), onblur: () => this.#shown.day && this.#draw(),
    });
    this.#line = el("p", { class: "which", tabindex: "-1" }, el("span"), " ", el("span"));
    this.#back = button(today, () => this.#choose(this.#game.value, this.#today));
    this.#run = el("p", { class: "run" });
    this.#news = el("p", { class: "told", role: "status" });
    this.#place = el("div");
    const part = (kind, ...inside) => el("div", { class: kind }, ...inside);
    this.replaceChildren(part("day", part("choose", this.#game, this.#date, this.#back),
      part("line", this.#line, this.#run)), this.#news, this.#place);
  }

  // ---- which dice

  /** Every minute, and when the page is looked at again or another tab has played: it may be another day. */
  async #tick() {
    clearTimeout(this.#timer);
    const now = Date.now(), was = this.#today, { day, game, play } = this.#shown;
    this.#today = dayAt(now);
    this.#timer = setTimeout(() => this.#tick(), MINUTE - (now % MINUTE));
    if (!game) return this.#follow();
    const isOver = was !== this.#today && day === was;
    // its rules could not be fetched, or there were no dice yet; or nobody wants the dice of yesterday
    if (!play || (isOver && !(play.state && isBegun(play.state)))) {
      if (await this.#open(game, this.#today)) this.#tell(play ? "new" : "");
      return;
    }
    if (isOver && !play.state.over) this.#writeAddress(); // a reload goes on with it
    this.#draw();
  }

  /** What the address asks for, else what was played last; what it asks in vain is said. */
  #follow() {
    const { g: wanted, date } = Object.fromEntries(new URLSearchParams(location.hash.slice(1))), { game, day, play } = this.#shown;
    if (play && !wanted && !date) return;
    const isGame = (one) => this.#games.some(({ id }) => id === one);
    const to = [wanted, game, this.#store.read(LAST), this.getAttribute("game")].find(isGame);
    const on = [date ?? this.#today, day, this.#today].find((one) => this.#has(one));
    this.#tell(date && date !== on ? "outside" : wanted && wanted !== to ? "no_game" : "");
    if (play && to === game && on === day) this.#writeAddress();
    else this.#open(to, on);
  }

  #has(day) { return isDay(day) && day >= this.#first && day <= this.#today; }

  /** A date that was typed may be on its way to another: what it says is put right only when it is left. */
  #pick() {
    const { value } = this.#date;
    if (this.#has(value)) this.#choose(this.#game.value, value);
    else this.#tell("outside");
  }

  async #choose(game, day, practice) {
    this.#tell("");
    if (!await this.#open(game, day, practice)) return;
    this.#store.write(LAST, game);
    this.#writeAddress();
  }

  #address(g, date) { return `#${new URLSearchParams({ g, ...(date && { date }) })}`; }

  #writeAddress() {
    const { game, day } = this.#shown;
    history.replaceState(history.state, "", this.#address(game, day !== this.#today && day));
  }

  /** Whether the day's game was begun here, and can be gone on with. */
  #isBegun(table, day) {
    const key = DAILY + nameIn(day, table.id), { state } = this.#plays.get(key) ?? {};
    try {
      if (state && isBegun(state)) return true;
      const record = read(this.#store.read(key)), saved = replay(table, record);
      checkDealt(diceOf(day, table), record, saved);
      return record.game === table.id && isBegun(saved);
    } catch {
      return false; // none, or a damaged one
    }
  }

  /**
   * A day that is over, or a game that was finished, is for practice, unless what was begun in its time is there; `practice`
   * asks for that nevertheless. A day without dice is today. Resolves to whether it came to that.
   */
  async #open(game, wanted, practice = false) {
    const asking = (this.#asking += 1), day = this.#has(wanted) ? wanted : this.#today;
    try {
      if (day < this.#first) throw new RangeError(day);
      const table = tableOf((await load(game)).data), name = nameIn(day, game);
      if (asking !== this.#asking) return false;
      const isPast = day < this.#today || this.#results.has(name);
      const key = isPast && (practice || !this.#isBegun(table, day)) ? `${PRACTICE}.${name}` : DAILY + name;
      this.#shown = { game, day, practice: !key.startsWith(DAILY) };
      if (!this.#plays.has(key)) this.#plays.set(key, this.#deal(key, table));
      const from = document.activeElement;
      this.#place.replaceChildren((this.#shown.play = this.#plays.get(key)));
      this.#draw();
      if (!from.getClientRects().length) this.#line.focus(); // it has gone
      return true;
    } catch (error) {
      if (asking !== this.#asking) return false;
      set(this.#news, { text: error instanceof RangeError ? this.#said("early") : this.#all.play.missing });
      if (!this.#shown.play) this.#shown = { game, day };
      this.#draw();
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
      ending: (_, __, state, on) => this.#ended(day, table, state, practice, on),
    };
    play.addEventListener("kept", () => this.#keep(key, day, play.state, table, practice));
    return play;
  }

  // ---- what became of it

  #keep(key, day, state, table, practice) {
    const store = this.#store, results = this.#results, name = nameIn(day, table.id);
    if (practice) {
      const last = store.read(PRACTICE); // one at a time
      if (last && last !== name) store.remove(`${PRACTICE}.${last}`);
      store.write(PRACTICE, name);
    } else if (results.delete(name) || state.over) {
      if (state.over) results.set(name, totalOf(table, state));
      else this.#writeAddress(); // taken back, after midnight too: a reload goes on with it
      store.write(RESULTS, writeResults(results));
      store.remove(DAILY + nameIn(later(day, -KEPT), table.id)); // who plays every day keeps so many of them
    }
    this.#draw();
  }

  #ended(day, table, state, practice, { onUndo, onRematch, onReview }) {
    const words = this.#words, { log } = this.#all, total = totalOf(table, state);
    // what best play averages, as the page writes it; "" where no average is known
    const mean = document.querySelector(`[data-figure="${table.id}.best-play.mean"]`)?.textContent ?? "", by = total - mean;
    const text = (kind, says) => (says ? el("p", { class: kind }, says) : null);
    const offer = (label, does) => (does ? button(label, does) : null), news = el("p", { class: "small told", role: "status" });
    const runs = streak(this.#results, this.#first, day), link = location.origin + location.pathname + this.#address(table.id, day);
    const line = shareText(words, { game: table.name, day, total, mean, run: runs.now, link }), copies = () => copy(log, line, news);
    const sends = navigator.share && (() => navigator.share({ text: line }).catch(({ name }) => {
      if (!/^(Abort|InvalidState)/.test(name)) copies(); // closed again by whoever opened it, or open still
    }));
    const [label, does] = practice ? [log.again, () => onRematch(0)] : sends ? [words.send, sends] : [log.copy_result, copies];
    return el("section", { class: "summary", "aria-label": log.over },
      text("small", say(practice ? words.practised : words.ended, { game: table.name, date: inWords(day, "long") })),
      el("h2", {}, headline(this.#all, table, state)),
      text("best", mean && say(by < 0 ? words.below : words.above, { mean, by: Math.abs(by).toFixed(1) })),
      ...(practice ? [] : [text("runs", say(words.runs, runs)), text("shared small", line)]),
      button(el("b", {}, label), does, "go"),
      el("p", { class: "bar" }, offer(log.review, onReview), offer(log.copy_result, !practice && sends && copies),
        offer(log.undo, onUndo), offer(words.practise, !practice && day < this.#today && (() => this.#choose(table.id, day, true)))),
      news);
  }

  // ---- what is shown

  #said(key) { return say(this.#words[key], { first: inWords(this.#first, "long"), today: inWords(this.#today, "long") }); }
  #tell(key) { tell(this.#news, key && this.#said(key)); }

  #draw() {
    const { game, day, practice, play } = this.#shown, words = this.#words, results = this.#results;
    const isNow = day === this.#today, runs = streak(results, this.#first, this.#today);
    for (const [n, option] of [...this.#game.options].entries()) {
      const { id, name } = this.#games[n], total = results.get(nameIn(day, id));
      set(option, { text: total === undefined ? name : say(words.done, { game: name, total }) });
    }
    this.#game.value = game;
    set(this.#date, { max: this.#today });
    if (document.activeElement !== this.#date) this.#date.value = day;
    const says = practice ? words.practice : isNow ? say(words.next, untilNext(Date.now())) : words.past;
    set(this.#line.firstChild, { text: say(words.date_of, { date: inWords(day, "full") }) });
    set(this.#line.lastChild, { text: play ? says : "" });
    set(this.#back, { hidden: isNow && "" });
    set(this.#run, { text: runs.now ? say(words.run, runs) : "" });
  }
}

const totalOf = (table, state) => places(table, state)[0].total;

customElements.define("todays-dice", Today);

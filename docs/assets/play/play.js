// The element three-rolls-play: the game to play. Holds the state, saves it, plays the computers; board.js draws.
// Attributes: game (the default), compact (inside a page of prose: narrow, and the address is left alone).
import { Board } from "./board.js";
import { fairDice, seededDice } from "./dice.js";
import { act, free, places, rollsLeft, seatOf, start } from "./game.js";
import { towards, wish } from "./keys.js";
import { load, loadGames, say } from "./page.js";
import { decide } from "./players.js";
import { read, replay, write } from "./record.js";
import { openSetup } from "./setup.js";
import { filled, sentence } from "./speech.js";
import { openStore } from "./store.js";
import { Story, summary } from "./story.js";
import { tableOf } from "./table.js";

const PACE = { calm: 700, quick: 150 }; // ms between a computer's steps
const TIME_TO_UNDO = 3; // such steps before its first roll, while a box can still be taken back
const TWICE = 350; // ms: a second press within it is the same press

const NAME = "three-rolls-play";
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const unfinished = (state) => !state.over && (state.log.length > 0 || state.rolls > 0);

class Play extends HTMLElement {
  #store = openStore();
  #settings = this.#store.settings();
  #table = null;
  #state = null;
  #seen = null; // the seat whose card was asked for; null follows the turn
  #claim = null;
  #lost = false;
  #notice = null; // a line about storage that stays until the next box is filled
  #refusal = ""; // why the last tap did nothing, when the rules were not even asked
  #told = null;
  #noted = null;
  #pressed = 0;
  #timer = 0;
  #asking = 0; // which opening of a game is the latest
  #opened = 0; // and which one has come to its end
  #dice = (() => {
    const seed = new URLSearchParams(location.search).get("seed");
    return seed === null ? fairDice() : seededDice(seed);
  })();

  get state() {
    return this.#state;
  }

  get table() {
    return this.#table;
  }

  get #compact() {
    return this.hasAttribute("compact");
  }

  connectedCallback() {
    this.#listen("add");
    if (this.#board) return this.#plan();
    this.toggleAttribute("loading", true);
    this.#openFirst().finally(() => this.toggleAttribute("loading", false));
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#listen("remove");
  }

  #listen(verb) {
    document[`${verb}EventListener`]("keydown", this);
    document[`${verb}EventListener`]("pointerdown", this, true);
    document[`${verb}EventListener`]("visibilitychange", this);
    window[`${verb}EventListener`]("hashchange", this);
    window[`${verb}EventListener`]("pagehide", this);
    this[`${verb}EventListener`]("focusout", this);
  }

  handleEvent(event) {
    if (event.type === "hashchange") return this.#goTo(this.#asked());
    if (!this.#state) return;
    if (event.type === "keydown") this.#key(event);
    else if (event.type === "pagehide") clearTimeout(this.#timer);
    else if (event.type === "visibilitychange") this.#look();
    else this.#leave(event.type === "focusout" ? event.relatedTarget : event.target);
  }

  // ---- which game

  /** The game that the address asks for, else the last one, else the default: the first that exists. */
  async #openFirst() {
    const asked = this.#asked();
    const wanted = this.#compact ? [] : [asked?.game, this.#store.read("last")];
    let failed;
    for (const game of new Set([...wanted, this.getAttribute("game")])) {
      try {
        if (game) return await this.#open(game, game === asked?.game ? asked.chosen : null);
      } catch (error) {
        failed = error;
      }
    }
    console.error(failed); // what stood here for readers without JavaScript stays
  }

  /** What the address asks for; null when it asks for nothing. */
  #asked() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const game = asked.get("g");
    if (this.#compact || !/^[a-z0-9-]+$/.test(game ?? "")) return null;
    asked.delete("g");
    return { game, chosen: asked.size ? Object.fromEntries(asked) : null };
  }

  #goTo(asked) {
    if (!asked) return;
    const here = this.#table?.id === asked.game && (!asked.chosen || same(asked.chosen, this.#table.chosen));
    if (here && this.#opened === this.#asking) return;
    this.#open(asked.game, asked.chosen).catch(() => this.#state && this.#plan()); // no such game: this one goes on
  }

  #writeAddress() {
    if (this.#compact) return;
    const asked = new URLSearchParams({ g: this.#table.id, ...this.#table.chosen });
    history.replaceState(history.state, "", `#${asked}`);
  }

  /** Opens a game: the saved one of that game, else (or with `fresh`, a function of the table) a new one. */
  async #open(game, chosen = null, fresh = null) {
    const asking = ++this.#asking;
    const known = game === this.getAttribute("game") || (await loadGames()).some(({ id }) => id === game);
    if (!known) throw new RangeError(`no game ${game}`);
    const { data, words } = await load(game);
    if (asking !== this.#asking) return;
    clearTimeout(this.#timer);
    if (this.#claim?.game !== game) {
      const claim = await this.#store.claim(`game.${game}`, () => this.#lose(), () => this.#regain(data));
      if (asking !== this.#asking) return claim.release();
      this.#claim?.release();
      this.#claim = Object.assign(claim, { game });
      this.#lost = false;
    }
    this.#words = words;
    this.#notice = null;
    this.#seen = null;
    if (fresh) {
      this.#saved(data); // what is damaged is set aside rather than written over
      [this.#table, this.#state] = fresh(data);
    } else this.#restore(data, chosen);
    this.#mount();
    if (this.#asked()) this.#writeAddress();
    if (fresh) this.#save();
    this.#opened = asking;
    this.#changed();
  }

  /** The saved game as {table, state}, or null. What cannot go on is set aside rather than lost. */
  #saved(data) {
    const key = `game.${data.id}`;
    const text = this.#store.read(key);
    if (!text) return null;
    try {
      const record = read(text);
      if (record.game !== data.id) throw new RangeError(`a game of ${record.game}`);
      const table = tableOf(data, record.chosen);
      return { table, state: replay(table, record) };
    } catch {
      if (this.#away || this.#claim.game !== data.id) return null; // not ours to touch
      this.#store.setAside(key);
      this.#notice = { text: this.#words.play.damaged };
      return null;
    }
  }

  /** The saved game, else the one on the table, else a new one. */
  #restore(data, chosen = null) {
    const { play } = this.#words;
    const asked = this.#tableOf(data, chosen);
    let saved = this.#saved(data);
    if (!saved && !chosen && this.#table?.id === data.id) return this.#changed();
    if (saved && chosen && !same(saved.table.chosen, asked.chosen)) {
      const act = () => this.#begin(asked, start(asked, this.#seats()));
      if (unfinished(saved.state)) this.#notice = { text: play.other_rules, key: play.other_rules_start, act };
      else saved = null;
    }
    this.#table = saved?.table ?? asked;
    this.#state = saved?.state ?? start(asked, this.#seats());
    this.#told = saved ? this.#state.notice : null;
    if (this.#board) this.#changed();
  }

  #tableOf(data, chosen) {
    try {
      return tableOf(data, chosen ?? {});
    } catch {
      return tableOf(data); // an option that the game does not have
    }
  }

  #seats() {
    const { play } = this.#words;
    const you = { name: play.you, kind: "person", colour: 0 };
    return this.#compact ? [you] : [you, { name: play.computer, kind: "turn", colour: 1 }];
  }

  #words = null;
  #board = null;
  #story = null;
  #chances = null;

  #mount() {
    if (this.#board) return;
    this.#board = new Board(this.#words, {
      roll: (event) => this.#roll(event),
      hold: (die) => this.#do({ do: "hold", die }),
      undo: () => this.#undo(),
      fill: (box) => this.#fill(box),
      odds: () => this.#toggleOdds(),
      see: (seat) => this.#see(seat),
      change: () => this.#change(),
    });
    if (!this.#compact) {
      this.#story = new Story(this.#words, {
        onLoad: (text, { table, state }) => this.#begin(table, state),
        unfinished: (data) => this.#unfinished(data),
      });
      this.#board.story.append(this.#story.element);
    }
    this.replaceChildren(this.#board.element);
    this.#board.dock.roll.addEventListener("keydown", (event) => {
      if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault(); // a key held down rolls once
    });
    if (this.#settings.odds) this.#loadChances();
  }

  // ---- who may act

  get #away() {
    return this.#lost || !this.#claim?.mine;
  }

  get #seat() {
    return this.#state.seats[seatOf(this.#state)];
  }

  get #mayAct() {
    return !this.#away && !this.#state.over && this.#seat.kind === "person";
  }

  #lose() {
    this.#lost = true;
    if (!this.#board) return;
    this.#changed();
    this.#say(this.#words.play.lost);
  }

  /** The right to play is here again: what another tab saved meanwhile counts. */
  #regain(data) {
    this.#lost = false;
    this.#seen = null;
    if (this.#board) this.#restore(data);
  }

  async #takeOver() {
    const claim = this.#claim;
    const { data } = await load(claim.game);
    if (!(await claim.take()) || claim !== this.#claim) return;
    this.#notice = null;
    this.#regain(data);
    this.#board.dock.roll.focus();
  }

  /** Looked at again, or no longer: the other tab may have been closed meanwhile. */
  async #look() {
    const claim = this.#claim;
    if (document.hidden || !claim || claim.mine) return this.#plan();
    const { data } = await load(claim.game);
    if ((await claim.again()) && claim === this.#claim) this.#regain(data);
  }

  // ---- actions

  #do(action) {
    if (this.#away) return this.#refuse(this.#words.play[this.#lost ? "lost" : "elsewhere"]);
    if (!this.#mayAct && action.do !== "undo" && !this.#state.over) {
      return this.#refuse(say(this.#words.play.tell.computer, { name: this.#seat.name }));
    }
    this.#apply(action);
  }

  #apply(action) {
    const was = this.#state;
    this.#state = act(this.#table, was, action);
    this.#refusal = "";
    const { log, rolls, dice } = this.#state;
    if (log !== was.log || rolls !== was.rolls || dice !== was.dice) this.#seen = null;
    if (log !== was.log) this.#notice = null;
    if (!this.#state.notice.refused && this.#state.notice.key !== "sure") this.#save();
    this.#changed();
  }

  #refuse(text) {
    this.#refusal = text;
    this.#say(text);
    this.#update();
  }

  /** Whether this press is the second half of a double click or double tap. */
  #twice() {
    const now = performance.now();
    if (now - this.#pressed < TWICE) return true;
    this.#pressed = now;
    return false;
  }

  #roll(event) {
    if (event.detail > 0 && this.#twice()) return; // detail 0: a key
    this.#do({ do: "roll", faces: this.#dice(free(this.#state).length) });
  }

  #fill(box) {
    const waiting = this.#state.sure === box;
    if (waiting ? performance.now() - this.#pressed < TWICE : false) return;
    this.#pressed = performance.now();
    const { log } = this.#state;
    this.#do({ do: "fill", box });
    if (this.#state.log === log) return;
    this.#pressed = performance.now(); // the focus goes on to the roll button: a double press must not reach it
    this.#forward();
  }

  #undo() {
    this.#do({ do: "undo" });
  }

  /** After a box is filled the next thing to do is to roll, or to read how it ended. */
  #forward() {
    const { dock, ending } = this.#board;
    (this.#state.over ? ending.querySelector("h2") : dock.roll)?.focus({ preventScroll: !this.#state.over });
  }

  /** The zero guard is let go when pointer or focus go elsewhere. */
  #leave(target) {
    const { sure } = this.#state;
    if (!sure || !target || target.closest?.(`[data-box="${sure}"]`)) return;
    if (target.closest?.(".roll, .toss, .take, .key") && this.contains(target)) return; // these cancel it by themselves
    this.#apply({ do: "cancel" });
  }

  #key(event) {
    const alone = document.querySelectorAll(NAME).length === 1;
    const inside = this.contains(event.target);
    const wanted = wish(event, this.#table.nDice, alone || inside, this.#settings.keys);
    if (!wanted) return;
    const { open, dock } = { open: this.#board.card.open, dock: this.#board.dock };
    if (wanted.do === "cancel") {
      if (this.#state.sure) this.#apply(wanted);
    } else if (wanted.do === "arrow") {
      if (!event.target.closest?.(".boxes, .dock") || !inside) return;
      const to = towards(open, event.target, wanted.arrow);
      if (!to && !open.length) return;
      event.preventDefault();
      to?.focus();
    } else if (!this.#state.over) {
      event.preventDefault();
      if (wanted.do === "roll") this.#roll({ detail: 0 });
      else if (wanted.do === "undo") this.#undo();
      else this.#do({ do: "hold", die: wanted.die });
      if (document.activeElement?.matches(".take[hidden]")) dock.roll.focus();
    }
  }

  #see(seat) {
    if (this.#state.sure) this.#apply({ do: "cancel" });
    this.#seen = seat === seatOf(this.#state) && !this.#state.over ? null : seat;
    this.#update();
  }

  // ---- computers

  #plan() {
    clearTimeout(this.#timer);
    const { over, dice, before } = this.#state;
    if (over || this.#away || this.#seat.kind === "person" || document.hidden || !this.isConnected) return;
    const pace = PACE[this.#settings.pace] ?? PACE.calm;
    this.#timer = setTimeout(() => this.#step(), !dice && before ? Math.max(900, pace * TIME_TO_UNDO) : pace);
  }

  #step() {
    const { dice, held } = this.#state;
    const plan = dice ? decide(this.#table, this.#state) : null;
    const throws = !plan || (plan.do === "keep" && same(plan.held, held));
    this.#apply(throws ? { do: "roll", faces: this.#dice(free(this.#state).length) } : plan);
    if (this.#state.over && this.contains(document.activeElement)) this.#forward();
  }

  // ---- a new game, other settings

  #begin(table, state) {
    const chosen = table.chosen;
    this.#open(table.id, chosen, () => [table, state]).then(() => {
      this.#writeAddress();
      this.#board.dock.roll.focus();
    });
  }

  /** Whether a new game of this kind would throw away one that has not ended. */
  #unfinished(data) {
    const state = data.id === this.#table.id ? this.#state : this.#saved(data)?.state;
    return Boolean(state) && unfinished(state);
  }

  async #change() {
    const { seats, first } = this.#state;
    const current = { game: this.#table.id, chosen: this.#table.chosen, seats, first };
    clearTimeout(this.#timer);
    this.#changing = true;
    const told = { ...current, settings: this.#settings, unfinished: (data) => this.#unfinished(data) };
    const wanted = await openSetup({ words: this.#words, games: await loadGames(), load, current: told });
    this.#changing = false;
    if (!wanted) return this.#plan();
    const { settings, ...game } = wanted;
    const onlySettings = !same(settings, this.#settings) && same(game, current);
    this.#settings = { ...this.#settings, ...settings };
    this.#store.saveSettings(this.#settings);
    if (onlySettings) return this.#changed(); // nobody wants to lose a game for a quicker computer
    const fresh = (data) => {
      const table = tableOf(data, game.chosen);
      return [table, start(table, game.seats, game.first)];
    };
    await this.#open(game.game, game.chosen, fresh);
    this.#writeAddress();
    this.#board.dock.roll.focus();
  }

  #changing = false;

  #rematch(first) {
    const state = start(this.#table, this.#state.seats, first);
    this.#state = { ...state };
    this.#seen = null;
    this.#notice = null;
    this.#save();
    this.#changed();
    this.#board.dock.roll.focus();
  }

  // ---- what is kept

  #save() {
    if (this.#away) return;
    const kept = this.#store.write(`game.${this.#table.id}`, write(this.#table, this.#state));
    this.#store.write("last", this.#table.id);
    if (!kept && !this.#warned) {
      this.#warned = true;
      this.#notice = { text: this.#words.play.unsaved };
    }
  }

  #warned = false;

  // ---- what is shown

  #changed() {
    if (!this.#board) return;
    this.#update();
    const { notice } = this.#state;
    const onDie = notice.key === "held" && document.activeElement?.closest(".toss"); // its own name and state say it
    const news = this.#told === notice || onDie ? "" : sentence(this.#words, this.#table, this.#state);
    const kept = this.#noted === this.#notice ? "" : this.#notice?.text;
    this.#told = notice;
    this.#noted = this.#notice;
    if (news || kept) this.#say([news, kept].filter(Boolean).join(" "));
    if (!this.#changing) this.#plan();
  }

  #say(text) {
    const { status } = this.#board;
    status.textContent = status.textContent === text ? `${text}\u00a0` : text; // the same sentence again is news too
  }

  #update() {
    const [table, state] = [this.#table, this.#state];
    const seen = this.#seen ?? (state.over ? places(table, state)[0].seat : seatOf(state));
    const refused = state.notice.refused ? sentence(this.#words, table, state) : "";
    this.#board.update({
      table,
      state,
      seen,
      mayAct: this.#mayAct,
      away: this.#away,
      warning: this.#refusal || refused,
      odds: this.#settings.odds,
      keys: this.#settings.keys,
      news: filled(this.#words, table, state) || sentence(this.#words, table, { ...state, notice: { key: "start" } }),
      notice: this.#noticeNow(seen),
    });
    this.#story?.update(table, state);
    this.#drawChances();
    this.#drawEnding();
  }

  #noticeNow(seen) {
    const { play } = this.#words;
    if (this.#away) {
      return { text: this.#lost ? play.lost : play.elsewhere, key: play.here, act: () => this.#takeOver() };
    }
    if (this.#seen !== null && !this.#state.over) {
      const name = (at) => this.#state.seats[at].name;
      const back = () => {
        this.#see(seatOf(this.#state));
        this.#board.dock.roll.focus();
      };
      return { text: say(play.card_of, { name: name(seen) }), key: say(play.back, { name: this.#seat.name }), act: back };
    }
    return this.#notice;
  }

  #drawEnding() {
    const { ending } = this.#board;
    const state = this.#state;
    if (!state.over) {
      ending.replaceChildren();
      this.#ended = null;
      return;
    }
    if (this.#ended === state.log) return;
    this.#ended = state.log;
    const key = [this.#table.id, ...Object.entries(this.#table.chosen).flat()].join(".");
    const best = this.#store.best(key);
    ending.replaceChildren(
      summary(this.#words, this.#table, state, {
        best,
        onRematch: (first) => this.#rematch(first ?? (state.first + 1) % state.seats.length),
        onNew: () => this.#change(),
      }),
    );
    ending.querySelector("h2")?.setAttribute("tabindex", "-1");
    const [{ total }] = places(this.#table, state);
    if (state.seats.length === 1 && state.seats[0].kind === "person" && !this.#away) this.#store.saveBest(key, total);
  }

  #ended = null;

  // ---- odds

  async #toggleOdds() {
    this.#settings = { ...this.#settings, odds: !this.#settings.odds };
    this.#store.saveSettings(this.#settings);
    if (this.#state.sure) this.#state = act(this.#table, this.#state, { do: "cancel" });
    if (this.#settings.odds) await this.#loadChances();
    this.#update();
  }

  async #loadChances() {
    if (this.#chances) return;
    try {
      const { Chances } = await import("./chances.js");
      this.#chances ??= new Chances(this.#words, { compact: true });
    } catch {
      this.#settings = { ...this.#settings, odds: false };
      return this.#refuse(this.#words.play.odds_missing);
    }
    this.#board.odds.replaceChildren(this.#chances.element);
    this.#drawChances();
  }

  #drawChances() {
    if (!this.#settings.odds || !this.#chances || this.#state.over) return;
    const { dice, held, cards } = this.#state;
    const rerolls = rollsLeft(this.#table, this.#state);
    const filledBoxes = cards[this.#seen ?? seatOf(this.#state)].points;
    const open = this.#table.boxes.map(({ id }) => id).filter((id) => !Object.hasOwn(filledBoxes, id));
    this.#chances.update(this.#table, { dice, held: dice && held.includes(true) ? held : null, rerolls, open });
  }
}

customElements.define(NAME, Play);

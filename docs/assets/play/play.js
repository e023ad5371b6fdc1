// The element three-rolls-play: the game to play. Holds the state, saves it, plays the computers; board.js draws.
// Attributes: game (the default), compact (inside a page of prose: narrow, without log, and the address is left alone).
// `attempt`, set before it is connected: one person plays dice that are given, and nothing else is played or loaded here.
//   {key: what it is kept under, faces(state, places): of the dice thrown there, check(table, state): throws for a saved
//   game that is not of these dice, ending(…): in the place of `summary`}
// "kept" is told after every step that this tab has saved.
import { Board } from "./board.js";
import { diceFor } from "./dice.js";
import { act, free, isBegun, places, read, replay, rollsLeft, seatOf, start, write } from "./game.js";
import { towards, wish } from "./keys.js";
import { addressOf, inAddress, load, loadGames, say, tell } from "./page.js";
import { decide } from "./players.js";
import { sentence } from "./speech.js";
import { openStore } from "./store.js";
import { Story, summary } from "./story.js";
import { onCard, tableOf } from "./table.js";

const PACE = { calm: 700, quick: 150 }; // ms between a computer's steps
const TIME_TO_UNDO = 1200; // ms before its first roll: as long a box can be taken back
const TWICE = 350; // ms: a second press within it belongs to the first

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isUnfinished = (state) => isBegun(state) && !state.over;

class Play extends HTMLElement {
  attempt;
  #store = openStore();
  #settings = this.#store.settings();
  #table;
  #state;
  #words;
  #board;
  #story;
  #chances;
  #coach; // once it was asked for
  #ended = false; // the log of the game whose end is shown
  #reviewed; // the log of the game whose review was asked for
  #claim;
  #away = ""; // why this tab may not play: "elsewhere", "lost"
  #notice = ""; // about what is kept; stays until the next box is filled
  #offer; // with it: a table of other house rules, that may take the place of this one
  #asking = 0; // which opening of a game is the latest
  #opened = 0; // and which one has come to its end
  #seen = null; // the seat whose card was asked for; null follows the turn
  #pressed = -TWICE;
  #timer;
  #planned = []; // what the timer was set for: taps in between do not hold a computer up
  #mind; // of the strongest computer at this table: {decide (null while it is worked out), share, stop}
  #busy = false; // the setup is open
  #warned = false; // that nothing is kept
  #live;
  #dice = diceFor(location.search);

  get state() { return this.#state; }
  get table() { return this.#table; }
  /** Whether the page alone says what is played here. */
  get #isSet() { return this.attempt || this.#isCompact; }
  get #isCompact() { return this.hasAttribute("compact"); }
  get #seat() { return this.#state.seats[seatOf(this.#state)]; }
  /** The seat whose card is shown when none is asked for: what somebody wrote stays in sight while computers play. */
  get #usual() {
    const { over, seats, log } = this.#state, isPerson = ({ seat }) => seats[seat].kind === "person";
    if (over) return places(this.#table, this.#state)[0].seat;
    return [...log, { seat: seatOf(this.#state) }].findLast(isPerson)?.seat ?? seatOf(this.#state);
  }
  get #coaches() { return this.#settings.coach && !this.#isSet; }
  get #mayAct() { return !this.#away && !this.#state.over && this.#seat.kind === "person"; }

  connectedCallback() {
    const { signal } = (this.#live = new AbortController());
    for (const type of ["keydown", "pointerdown", "focusin", "visibilitychange"]) {
      document.addEventListener(type, this, { signal });
    }
    window.addEventListener("hashchange", this, { signal });
    if (this.#board) return this.#plan();
    this.toggleAttribute("loading", true);
    this.#openFirst().finally(() => this.toggleAttribute("loading", false));
  }

  disconnectedCallback() {
    this.#live.abort();
    this.#forgetMind();
    this.#coach?.rest();
    clearTimeout(this.#timer);
  }

  handleEvent(event) {
    if (!this.#state) return;
    if (event.type === "hashchange") this.#follow();
    else if (event.type === "keydown") this.#key(event);
    else if (event.type === "visibilitychange") this.#look();
    else if (this.#state.sure && !event.target.closest?.(`[data-box="${this.#state.sure}"]`)) {
      this.#do({ do: "cancel" }); // pointer or focus went elsewhere
    }
  }

  // ---- which game

  /** The game that the address asks for, else the last one, else the default: the first that exists. */
  async #openFirst() {
    const asked = this.#asked(), last = !this.#isSet && this.#store.read("last");
    let failed;
    for (const game of new Set([asked?.game, last, this.getAttribute("game")].filter(Boolean))) {
      try {
        await this.#open(game, game === asked?.game ? asked.chosen : null);
        if (failed && !(failed instanceof RangeError)) this.#refuse(this.#words.play.missing);
        return;
      } catch (error) {
        failed = error;
      }
    }
    console.error(failed); // what stands here for readers without JavaScript stays
  }

  /** {game, chosen} of the address; null when it asks for nothing. */
  #asked() {
    const { g: game, ...chosen } = inAddress();
    if (this.#isSet || !/^[a-z0-9-]+$/.test(game ?? "")) return null;
    return { game, chosen: Object.keys(chosen).length ? chosen : null };
  }

  #follow() {
    const { game, chosen } = this.#asked() ?? {};
    const isHere = this.#table.id === game && (!chosen || same(chosen, this.#table.chosen));
    if (!game || (isHere && this.#opened === this.#asking)) return;
    this.#open(game, chosen).catch(() => this.#writeAddress()); // no such game: the one on the table goes on
  }

  /** Opens the saved game, or the one that `fresh` makes of the game's data: [table, state]. */
  async #open(game, chosen, fresh) {
    const asking = ++this.#asking, isKnown = game === this.getAttribute("game");
    if (!isKnown && !(await loadGames()).some(({ id }) => id === game)) throw new RangeError(`no game ${game}`);
    const { data, words } = await load(game);
    if (asking !== this.#asking) return;
    if (this.#claim?.game !== game) {
      const claim = await this.#store.claim(this.#keyOf(game), () => this.#leave("lost"), () => this.#restore(data));
      if (asking !== this.#asking) return claim.release();
      this.#claim?.release();
      this.#claim = Object.assign(claim, { game });
      this.#away = claim.mine ? "" : "elsewhere";
    }
    this.#words = words;
    if (!this.#board) this.#mount();
    if (fresh && this.#claim.mine) {
      const { notice } = this.#saved(data); // what is damaged is set aside, not written over
      this.#show(...fresh(data), notice, true);
    } else this.#restore(data, chosen);
    this.#opened = asking;
    if (fresh || this.#asked()) this.#writeAddress();
  }

  #keyOf(game) { return this.attempt?.key ?? `game.${game}`; }

  #writeAddress() {
    if (this.#isSet) return;
    history.replaceState(history.state, "", addressOf(this.#table.id, this.#table.chosen));
  }

  /** What is saved of this game: {table, state}. What cannot be played on is set aside rather than lost: {notice}. */
  #saved(data) {
    const key = this.#keyOf(data.id), text = this.#store.read(key);
    if (!text) return {};
    try {
      const record = read(text), table = tableOf(data, record.chosen);
      if (record.game !== data.id) throw new RangeError(record.game);
      const state = replay(table, record);
      this.attempt?.check(table, state);
      return { table, state };
    } catch {
      if (this.#claim.game !== data.id || !this.#claim.mine) return {}; // another tab may be playing it
      this.#store.setAside(key);
      return { notice: this.#words.play.damaged };
    }
  }

  /** The saved game, else the one on the table, else a new one. */
  #restore(data, chosen) {
    if (!this.#board) return;
    const { play } = this.#words, saved = this.#saved(data);
    const isHere = this.#table?.id === data.id;
    if (!saved.state && !chosen && isHere) return this.#show(this.#table, this.#state, saved.notice);
    let asked = tableOf(data);
    try {
      asked = tableOf(data, chosen ?? {});
    } catch { /* an option that the game does not have */ }
    const isOther = saved.state && chosen && !same(saved.table.chosen, asked.chosen);
    const isAsked = isOther && isUnfinished(saved.state);
    if (saved.state && (!isOther || isAsked)) this.#show(saved.table, saved.state, isAsked ? play.other_rules : "");
    else this.#show(asked, this.#fresh(asked), saved.notice);
    if (!isAsked) return;
    this.#offer = asked;
    this.#draw();
  }

  #fresh(table) {
    const { you, computer } = this.#words.play;
    const seats = [{ name: you, kind: "person", colour: 0 }, { name: computer, kind: "turn", colour: 1 }];
    return start(table, this.#isSet ? seats.slice(0, 1) : seats);
  }

  /** Whether a new game of this kind would throw away one that has not ended. */
  #unfinished(data) {
    const state = data.id === this.#table.id ? this.#state : this.#saved(data).state;
    return Boolean(state) && isUnfinished(state);
  }

  #mount() {
    this.#board = new Board(this.#words, {
      roll: (event) => this.#roll(event),
      hold: (die) => this.#do({ do: "hold", die }),
      undo: () => this.#do({ do: "undo" }),
      fill: (box) => this.#fill(box),
      odds: () => this.#keep({ odds: !this.#settings.odds }),
      coach: this.#isSet ? null : () => this.#keep({ coach: !this.#settings.coach }),
      see: (seat) => this.#see(seat),
      change: () => this.#change(),
      answer: () => this.#answer(),
    });
    if (!this.#isCompact) {
      const onLoad = !this.attempt && ((table, state) => this.#open(table.id, null, () => [table, state]));
      this.#story = new Story(this.#words, { onLoad, unfinished: (data) => this.#unfinished(data) });
      this.#board.story.append(this.#story.element);
    }
    this.replaceChildren(this.#board.element);
  }

  // ---- what a person does

  #do(action) {
    const { play } = this.#words, { over } = this.#state;
    if (this.#away) return this.#refuse(play[this.#away]);
    if (!this.#mayAct && !over && action.do !== "undo") return this.#refuse(say(play.tell.computer, this.#seat));
    this.#show(this.#table, act(this.#table, this.#state, action));
  }

  #refuse(text) {
    if (!this.#state.over) return this.#show(this.#table, { ...this.#state, notice: { refused: true, text } });
    this.#draw(); // the dock, which shows it otherwise, has gone
    tell(this.#board.ending.querySelector(".told"), text);
  }

  /** The time of a press; whether it follows the last one so closely that both are one double press. */
  #twice() {
    const before = this.#pressed;
    this.#pressed = performance.now();
    return this.#pressed - before < TWICE;
  }

  #roll(event) {
    if (event.detail && this.#twice()) return; // none: a key
    const places = free(this.#state);
    this.#do({ do: "roll", faces: this.attempt?.faces(this.#state, places) ?? this.#dice(places.length) });
  }

  #fill(box) {
    if (this.#twice() && this.#state.sure === box) return;
    const { log } = this.#state;
    this.#do({ do: "fill", box });
    if (this.#state.log !== log) this.#forward();
  }

  /** After a box the next thing is to roll, or to read how it ended. */
  #forward() {
    const { dock, ending } = this.#board;
    (this.#state.over ? ending.querySelector("h2") : dock.roll).focus({ preventScroll: !this.#state.over });
  }

  #see(seat) {
    this.#seen = seat === this.#usual ? null : seat;
    this.#show(this.#table, { ...act(this.#table, this.#state, { do: "cancel" }), notice: this.#state.notice });
  }

  #key(event) {
    const { card, dock } = this.#board, isInside = this.contains(event.target);
    if (event.repeat && event.key !== "Tab" && event.target.closest?.(".take, .dock")) event.preventDefault(); // pressed once
    const letters = this.#settings.keys && (isInside || document.querySelectorAll("three-rolls-play").length === 1);
    const wanted = wish(event, this.#table.nDice, letters);
    const isIdle = this.#state.over ? wanted?.do !== "undo" : wanted?.do === "cancel" && !this.#state.sure;
    if (!wanted || isIdle) return;
    if (wanted.do === "arrow") {
      if (!isInside || !event.target.closest(".head, .boxes, .dock")) return;
      towards(card.open, event.target, wanted.arrow)?.focus();
    } else if (wanted.do === "roll") this.#roll({});
    else this.#do(wanted);
    event.preventDefault();
    if (!isInside && wanted.do !== "cancel") dock.roll.focus({ preventScroll: true }); // arrows lead on from there
  }

  // ---- what a computer does

  #plan() {
    const { over, dice, held, before } = this.#state, isIdle = over || this.#away || this.#busy || this.#seat.kind === "person";
    const planned = [dice, held, before, isIdle || document.hidden, !isIdle && this.#decide];
    if (planned.every((one, i) => one === this.#planned[i])) return;
    this.#planned = planned;
    clearTimeout(this.#timer);
    if (isIdle || document.hidden || !this.#decide) return;
    this.#timer = setTimeout(() => this.#step(), !dice && before ? TIME_TO_UNDO : PACE[this.#settings.pace]);
  }

  /** How the seat on turn decides; null while best play is being solved, after which it is planned anew. */
  get #decide() {
    if (this.#seat.kind !== "best") return decide;
    if (!this.#mind) this.#think();
    return this.#mind.decide;
  }

  /** Best play that is being solved for a computer is not solved any longer. */
  #forgetMind() {
    this.#mind?.stop.abort();
    this.#mind = null;
  }

  async #think() {
    const table = this.#table, stop = new AbortController(), mind = (this.#mind = { decide: null, share: 0, stop });
    const progress = (share) => {
      mind.share = share;
      if (this.#mind === mind) this.#draw();
    };
    try {
      const [{ strongest }, { data }] = await Promise.all([import("./advice.js"), load(table.id)]);
      mind.decide = await strongest(data, table.chosen, { progress, signal: stop.signal });
    } catch {
      mind.decide = decide;
    }
    if (this.#mind !== mind) return;
    this.#draw();
    this.#plan();
  }

  #step() {
    this.#planned = [];
    if (!this.#claim.mine) return; // the page was left meanwhile
    const { dice, held } = this.#state, plan = dice && this.#decide(this.#table, this.#state);
    const throws = !dice || (plan.do === "keep" && same(plan.held, held));
    const action = throws ? { do: "roll", faces: this.#dice(free(this.#state).length) } : plan;
    this.#show(this.#table, act(this.#table, this.#state, action));
  }

  // ---- another game, other settings

  async #change() {
    if (this.#busy) return;
    if (this.#away) return this.#refuse(this.#words.play[this.#away]);
    this.#busy = true;
    this.#plan();
    const { seats, first } = this.#state, now = { game: this.#table.id, chosen: this.#table.chosen, seats, first };
    const current = { ...now, settings: this.#settings, unfinished: (data) => this.#unfinished(data) };
    let wanted = null;
    try {
      const [{ openSetup }, games] = await Promise.all([import("./setup.js"), loadGames()]);
      wanted = await openSetup({ words: this.#words, games, load, current });
    } catch {
      this.#refuse(this.#words.play.missing);
    }
    this.#busy = false;
    if (!wanted) return this.#plan();
    const { settings, ...next } = wanted, isOther = !same(settings, this.#settings);
    await this.#keep(settings);
    if (isOther && same(next, now)) return; // nobody wants to lose a game for a quicker computer
    await this.#open(next.game, null, (data) => {
      const table = tableOf(data, next.chosen);
      return [table, start(table, next.seats, next.first)];
    });
    this.#forward();
  }

  #answer() {
    const table = this.#offer;
    if (this.#away) this.#takeOver();
    else if (this.#seen !== null || !table) this.#see(this.#usual);
    else {
      this.#store.setAside(`game.${table.id}`);
      this.#open(table.id, null, () => [table, this.#fresh(table)]);
    }
    this.#board.dock.roll.focus();
  }

  async #takeOver() {
    const claim = this.#claim, { data } = await load(claim.game);
    if ((await claim.take()) && claim === this.#claim) this.#restore(data);
  }

  /** Looked at again, or no longer: the tab that played may have been closed meanwhile. */
  async #look() {
    const claim = this.#claim;
    if (document.hidden || !this.#away) return this.#plan();
    const { data } = await load(claim.game);
    if ((await claim.again()) && claim === this.#claim) this.#restore(data);
  }

  #leave(why) {
    this.#away = why;
    this.#refuse(this.#words.play[why]);
  }

  /** Settings, kept; with the odds come and go. */
  async #keep(settings) {
    Object.assign(this.#settings, settings);
    this.#store.saveSettings(this.#settings);
    await this.#loadChances();
    this.#see(this.#seen ?? this.#usual);
  }

  async #loadChances() {
    if (this.#chances || !this.#settings.odds) return;
    try {
      const { Chances } = await import("./odds.js");
      this.#chances = new Chances(this.#words, { compact: true });
      this.#board.odds.replaceChildren(this.#chances.element);
    } catch {
      this.#settings.odds = false;
      this.#refuse(this.#words.play.missing);
    }
  }

  // ---- the coach

  /** Has the coach look at the game, where one is asked for. */
  #consult() {
    const state = this.#state, isAsked = this.#coaches || (state.over && this.#reviewed === state.log);
    if (this.#isCompact || !isAsked) return this.#coach?.rest();
    if (!this.#coach) return this.#loadCoach().then(() => this.#coach && this.#draw());
    this.#coach.update({ table: this.#table, state, seat: this.#usual });
    const { ending } = this.#board, { element } = this.#coach.review;
    if (state.over && element.parentNode !== ending) ending.append(element);
  }

  async #loadCoach() {
    try {
      const { Coach } = await import("./coach.js"), { coach, dock, card, status } = this.#board;
      if (this.#coach) return;
      this.#coach = new Coach(this.#words, {
        hold: (held, says) => {
          this.#do({ do: "keep", held });
          if (!this.#state.notice.refused) tell(status, says);
        },
        seek: (box) => {
          this.#see(this.#usual); // another card may be in sight
          card.open.find(({ dataset }) => dataset.box === box)?.focus();
        },
        hide: () => {
          dock.coach.focus();
          this.#keep({ coach: false });
        },
      });
      coach.append(this.#coach.element);
      dock.when.append(this.#coach.line);
    } catch {
      this.#settings.coach = this.#reviewed = false;
      this.#refuse(this.#words.play.missing);
    }
  }

  async #review() {
    this.#reviewed = this.#state.log;
    await this.#loadCoach();
    this.#draw();
    this.#coach?.review.focus();
  }

  // ---- what is shown, told and kept

  /** `isKept`: whether to save it; a game that was only looked at is nothing to come back to. */
  #show(table, state, notice, isKept = isBegun(state) || this.#store.read(this.#keyOf(table.id))) {
    const was = this.#state, isOther = table !== this.#table, told = was?.notice;
    if (isOther || state.turn !== was.turn || (state.rolls !== was.rolls && state.rolls)) this.#seen = null;
    const noted = this.#notice;
    if (isOther || state.log.length > was.log.length || notice) this.#notice = notice ?? "";
    if (!this.#notice) this.#offer = null;
    if (isOther) this.#forgetMind();
    this.#table = table;
    this.#state = state;
    if (this.#claim.mine) this.#away = "";
    if (isKept) this.#save();
    const hasFocus = () => this.contains(document.activeElement) && !document.activeElement.closest("[hidden]");
    const hadFocus = hasFocus();
    this.#draw();
    const isEnd = was && !isOther && state.over && !was.over; // not one that was loaded
    if (isEnd && state.seats.length === 1 && state.seats[0].kind === "person" && this.#claim.mine && !this.attempt) this.#saveBest();
    if (hadFocus && !hasFocus()) this.#forward(); // what had it has gone
    // the die under the focus says by itself that it is held
    const isSaid = state.notice === told || document.activeElement === this.#board.dock.dice[state.notice.die]?.node;
    const news = isSaid ? "" : sentence(this.#words, table, state), { status } = this.#board;
    const advice = state.notice.key === "rolled" && this.#mayAct && this.#coaches && this.#coach?.says;
    const text = [news, noted !== this.#notice && this.#notice, !isSaid && advice].filter(Boolean).join(" ");
    if (text) tell(status, text);
    this.#plan();
  }

  #save() {
    if (!this.#claim.mine) return;
    const { id } = this.#table, warned = this.#warned;
    if (!this.attempt) this.#store.write("last", id);
    this.#warned = !this.#store.write(this.#keyOf(id), write(this.#table, this.#state));
    if (this.#warned && !warned) this.#notice = this.#words.play.unsaved;
    this.dispatchEvent(new Event("kept"));
  }

  get #bestKey() {
    return [this.#table.id, ...Object.entries(this.#table.chosen).flat()].join(".");
  }

  #saveBest() {
    this.#store.saveBest(this.#bestKey, places(this.#table, this.#state)[0].total);
  }

  #draw() {
    const [table, state, words, away, board] = [this.#table, this.#state, this.#words, this.#away, this.#board];
    const { play } = words, { log, over, seats, notice, dice, held } = state, now = seatOf(state);
    const usual = this.#usual, seen = this.#seen ?? usual;
    const last = log.length ? { key: "filled", ...log.at(-1) } : { key: "start" };
    const peek = seen !== usual && !over && [say(play.card_of, seats[seen]), say(play.back, seats[usual])];
    const noted = this.#notice && [this.#notice, this.#offer && play.other_rules_start];
    board.update({
      table, state, seen, away, mayAct: this.#mayAct, ...this.#settings, coach: this.#coaches,
      warning: notice.refused ? sentence(words, table, state) : "", news: sentence(words, table, state, last),
      notice: away ? [play[away], play.here] : peek || noted, mind: this.#seat.kind === "best" && this.#mind,
    });
    this.#story?.update(table, state);
    if (this.#ended !== (over && log)) board.ending.replaceChildren(...(over ? [this.#summary()] : []));
    this.#ended = over && log;
    this.#consult();
    if (!this.#settings.odds || over) return;
    if (!this.#chances) return this.#loadChances().then(() => this.#chances && this.#draw());
    const question = { dice, held: held.includes(true) ? held : null, rerolls: rollsLeft(table, state) };
    this.#chances.update(onCard(table, state.cards[now]), question);
  }

  #summary() {
    const { seats, before } = this.#state;
    const ending = this.attempt?.ending ?? summary;
    const element = ending(this.#words, this.#table, this.#state, {
      best: this.#store.best(this.#bestKey),
      onUndo: before && (() => this.#do({ do: "undo" })),
      onRematch: (first) => {
        this.#twice(); // its place is that of the roll
        if (this.#away) return this.#refuse(this.#words.play[this.#away]);
        this.#show(this.#table, start(this.#table, seats, first));
        this.#forward();
      },
      onNew: () => this.#change(),
      onReview: this.#isCompact ? null : () => this.#review(),
    });
    element.querySelector("h2").tabIndex = -1;
    return element;
  }
}

customElements.define("three-rolls-play", Play);

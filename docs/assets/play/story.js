// What happened in a game: the log with its text (copy, download, load), the replay, and the summary at the end.
import { LONGEST, isBegun, places, read, replay, seatOf, steps, write } from "./game.js";
import { button, copy, diceRow, die, download, el, iconButton, load, loadGames, mark, openPane, say, set, textField } from "./page.js";
import { rulings, tableOf, totals } from "./table.js";
import { joined } from "./text.js";

// a win at once fills no box
export const boxName = (table, box, words) => table.boxes.find(({ id }) => id === box)?.name ?? words?.won_box;
const paid = ({ box, points, beside }) => (!box ? "" : beside ? `${points} +${beside}` : String(points));

// Dice with what is held of them: the held ones solid, the others faded; with nothing held, none is.
const inWords = (words, dice, held) => {
  const kept = dice.filter((_, at) => held?.[at]);
  return kept.length ? say(words.dice_held, { dice: dice.join(" "), held: kept.join(" ") }) : dice.join(" ");
};
const rowOf = (words, dice, held) => {
  const kept = dice.filter((_, at) => held?.[at]);
  return diceRow(dice, kept.length ? held : null, inWords(words, dice, held));
};

export class Story {
  /**
   * `onLoad(table, state)` is called with a game that has been read and replayed without a fault; without it none is loaded;
   * `unfinished(data)` says whether loading a game of this kind would throw one away.
   */
  constructor(all, { onLoad, unfinished }) {
    const words = (this.words = all.log);
    this.onLoad = onLoad;
    this.unfinished = unfinished;
    this.rows = []; // oldest first: {key, node}
    this.list = el("ol", { class: "turns", reversed: "" });
    this.news = el("p", { class: "small told", role: "status" });
    this.again = button(words.replay, () => this.openReplay());
    const bar = el(
      "p",
      { class: "bar" },
      button(words.copy, () => copy(words, write(this.table, this.state), this.news)),
      button(words.download, () => this.download()),
      onLoad ? button(words.load, () => this.openLoad()) : null,
      this.again,
    );
    this.element = el("section", { class: "story", "aria-label": words.title }, el("h2", {}, words.title));
    this.element.append(bar, this.news, this.list, el("p", { class: "small none" }, words.none));
  }

  update(table, state) {
    if (this.state === state) return;
    this.table = table;
    this.state = state;
    const keys = state.log.map((turn) => JSON.stringify([table.id, state.seats[turn.seat], turn]));
    let same = 0;
    while (same < this.rows.length && this.rows[same].key === keys[same]) same++;
    for (const { node } of this.rows.splice(same)) node.remove();
    for (; same < keys.length; same++) {
      const node = this.turn(state.log[same]);
      this.rows.push({ key: keys[same], node });
      this.list.prepend(node);
    }
    set(this.again, { "aria-disabled": !isBegun(state) && "true" });
  }

  turn(turn) {
    const { words, table, state } = this;
    const seat = state.seats[turn.seat];
    const last = turn.rolls.at(-1);
    const item = el("li");
    const toggle = () => {
      const open = line.getAttribute("aria-expanded") !== "true";
      set(line, { "aria-expanded": String(open) });
      if (open) item.append(this.rolls(turn));
      else item.lastChild.remove();
    };
    const line = button(
      mark(seat.colour),
      toggle,
      "turn",
      el("b", { class: "who" }, seat.name),
      rowOf(words, last.dice),
      el("span", { class: "box" }, boxName(table, turn.box, words)),
      el("b", { class: "pts" }, paid(turn)),
    );
    item.append(set(line, { "aria-expanded": "false" }));
    return item;
  }

  rolls(turn) {
    const { words } = this;
    const rows = turn.rolls.map(({ dice, held }, at) => {
      const isLast = at === turn.rolls.length - 1;
      const kept = dice.filter((_, i) => held[i]).join(" ");
      const says = isLast ? "" : kept ? say(words.held, { dice: kept }) : words.held_none;
      const number = el("span", {}, say(words.roll, { n: at + 1 }));
      const row = rowOf(words, dice, isLast ? null : held); // its label says what is held, too
      return el("li", {}, number, row, el("span", { "aria-hidden": "true" }, says));
    });
    return el("ol", { class: "rolls" }, ...rows);
  }

  download() {
    this.element.querySelector(".by-hand")?.remove();
    const file = `three-rolls-${this.table.id}.txt`;
    download(write(this.table, this.state), file);
    set(this.news, { text: say(this.words.downloaded, { file }) });
  }

  openLoad() {
    const { words } = this;
    let sure = "";
    const go = button(words.load_go, () => attempt(), "go");
    const field = textField(words, { label: words.paste, long: words.wrong.long, longest: LONGEST, came: () => go.focus() });
    field.text.addEventListener("input", () => {
      sure = "";
      set(go, { text: words.load_go });
    });
    const refuse = (sentence) => field.tells(sentence, true);
    const attempt = async () => {
      const wanted = field.text.value;
      if (!wanted.trim()) return refuse(words.load_empty);
      try {
        const record = read(wanted);
        if (!(await loadGames()).some(({ id }) => id === record.game)) {
          return refuse(say(words.no_game, { game: record.game }));
        }
        const { data } = await load(record.game);
        const table = tableOf(data, record.chosen);
        const state = replay(table, record);
        if (this.unfinished(data) && sure !== wanted) {
          sure = wanted;
          const found = { game: table.name, seats: state.seats.map(({ name }) => name).join(", ") };
          field.tells(say(`${words.found} ${words.replaces}`, found));
          return set(go, { text: words.load_sure });
        }
        dialog.close();
        set(this.news, { text: words.loaded });
        this.onLoad(table, state);
      } catch (error) {
        refuse(say(words.wrong[error.key ?? (error instanceof RangeError ? "table" : "fetch")], error.values));
      }
    };
    const { dialog } = openPane(
      "load",
      words.load_title,
      words.close,
      el("div", { class: "part" }, ...field.parts),
      el("div", { class: "pane-foot" }, field.choose, go),
    );
    field.text.focus();
  }

  openReplay() {
    if (!isBegun(this.state)) return set(this.news, { text: this.words.nothing });
    openReplay(this.words, this.table, this.state);
  }
}

// ---- replay: a dialog that goes through a game step by step, and changes nothing of it
const PACE = 900; // ms a step
const GO = "M8 5v14l11-7z";
const STOP = "M8 5v14M16 5v14";

/** `words` are those of the log; `played` is the state to go through. */
function openReplay(words, table, played) {
  const record = read(write(table, played));
  const last = steps(record);
  let at = 0;
  let timer = 0;

  const where = el("p", { class: "where" });
  const voice = el("p", { class: "sr", role: "status" });
  const dice = el("div", { class: "thrown" });
  const says = el("p", { class: "says" }, el("b"), el("span"));
  const rows = played.seats.map(({ name, colour }) => el("li", {}, mark(colour), el("span", {}, name), el("b")));
  const seats = el("ol", { class: "standing" }, ...rows);
  const range = el("input", { type: "range", min: "0", max: String(last), "aria-label": words.step_range });
  const play = iconButton(GO, "", () => (timer ? pause() : run()));

  const show = (to) => {
    at = Math.max(0, Math.min(last, to));
    const state = replay(table, record, at);
    const filled = !state.current.length && state.log.at(-1);
    const seat = filled ? filled.seat : seatOf(state);
    const thrown = filled ? filled.rolls.at(-1) : state.current.at(-1);
    const held = filled ? [] : state.held;
    const { name } = state.seats[seat];
    const total = totals(table, state.cards[seat]).total;

    set(where, { text: say(words.step, { n: at, of: last }) });
    dice.replaceChildren(
      ...(thrown?.dice ?? []).map((face, i) =>
        el("span", {}, die(face), el("small", {}, held[i] ? words.held_word : "")),
      ),
    );
    set(dice, { role: "img", "aria-label": thrown ? inWords(words, thrown.dice, held) : words.no_dice });
    const entry = filled && { name, box: boxName(table, filled.box, words), points: paid(filled) };
    const rolled = say(state.winner === null ? words.rolled : words.won_roll, { name, n: state.current.length });
    set(says.firstChild, { text: filled ? say(words.filled, entry) : thrown ? rolled : words.before });
    set(says.lastChild, { text: filled ? say(words.total_after, { total }) : "" });
    state.cards.forEach((card, i) => {
      set(rows[i], { "aria-current": i === seat && "true" });
      set(rows[i].lastChild, { text: totals(table, card).total });
    });
    range.value = at;
    set(range, { "aria-valuetext": where.textContent });
    for (const button of [start, back]) set(button, { "aria-disabled": !at && "true" });
    set(on, { "aria-disabled": at >= last && "true" });
    const [line, after] = says.children;
    const seen = [line.textContent, after.textContent || dice.getAttribute("aria-label")];
    if (!timer) set(voice, { text: seen.join(". ") }); // a step a second is too much to hear
  };
  const face = (label, path) => {
    set(play, { "aria-label": label });
    set(play.querySelector("path"), { d: path });
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    face(words.play, GO);
  };
  const run = () => {
    if (at === last) show(0);
    face(words.pause, STOP);
    timer = setInterval(() => {
      if (at + 1 === last) pause();
      show(at + 1);
    }, PACE);
  };
  const go = (to) => {
    pause();
    show(to);
  };
  const start = iconButton("M7 5v14M18 6l-7 6 7 6", words.first, () => go(0));
  const back = iconButton("M15 6l-7 6 7 6", words.back, () => go(at - 1));
  const on = iconButton("M9 6l7 6-7 6", words.forward, () => go(at + 1));
  range.addEventListener("input", () => go(Number(range.value)));

  pause();
  show(0);
  const { closed } = openPane(
    "replay",
    words.replay_title,
    words.close,
    el("div", { class: "part" }, where, dice, says, seats, voice),
    el("div", { class: "pane-foot" }, range, el("p", { class: "bar" }, start, back, play, on)),
  );
  play.focus();
  closed.then(pause);
}

// ---- the end
/** Places with their marks: "1", "1=" when shared. After a win at once only the winner has one, and stands first. */
const ranks = (table, state) =>
  places(table, state).map((one, _, all) => {
    const isShared = all.filter(({ place }) => place === one.place)[1];
    return { ...one, mark: state.winner === null ? one.place + (isShared ? "=" : "") : one.won ? "1" : "" };
  });

/** Who won, in a sentence. */
export function headline({ log: words }, table, state) {
  const rows = places(table, state);
  const [{ total }, second] = rows;
  const first = rows.filter(({ place }) => place === 1).map(({ seat }) => state.seats[seat].name);
  const names = joined(words.and, first);
  const text = second ? (first[1] ? words.shared : words.won) : words.solo;
  return say(state.winner === null ? text : words.won_at_once, { names, name: names, total });
}

/** The result as lines of text, to be copied. */
export function resultText(all, table, state) {
  const words = all.log;
  const rules = rulings(table);
  return [
    say(words.result_of, { game: table.name }),
    ...(rules.length ? [say(words.result_rules, { rules: rules.join("; ") })] : []),
    headline(all, table, state),
    ...ranks(table, state).map(({ seat, total, mark: m }) => `${m} ${state.seats[seat].name} ${total}`.trim()),
    "",
  ].join("\n");
}

/**
 * The end of a game as an element. `best`: the best total of these rules before this game, or null; told to someone who
 * plays alone. A seat index `starts` in `onRematch` is who begins next: the start moves on by one.
 */
export function summary(all, table, state, { best = null, onUndo, onRematch, onNew, onReview }) {
  const words = all.log;
  const rows = ranks(table, state);
  const alone = rows.length === 1;
  const starts = (state.first + 1) % state.seats.length;
  const news = el("p", { class: "small told", role: "status" });
  const list = rows.map(({ seat, total, place, mark: m }) =>
    el(
      "li",
      place === 1 ? { class: "won" } : {},
      el("span", { class: "place" }, m),
      mark(state.seats[seat].colour),
      el("span", { class: "name" }, state.seats[seat].name),
      el("b", {}, String(total)),
    ),
  );
  const parts = alone ? [] : [el("ol", { class: "places" }, ...list)];
  if (alone && state.winner === null) {
    const [{ total }] = rows;
    const says = best === null ? words.best_first : total > best ? words.best_new : words.best;
    parts.push(el("p", { class: "best" }, say(says, { best: best ?? total })));
  }
  const note = alone ? [] : [el("small", {}, say(words.rematch_note, { name: state.seats[starts].name }))];
  const again = button(el("b", {}, alone ? words.again : words.rematch), () => onRematch(starts), "go", ...note);
  return el(
    "section",
    { class: "summary", "aria-label": words.over },
    el("p", { class: "small" }, say(words.over_in, { game: table.name })),
    el("h2", {}, headline(all, table, state)),
    ...parts,
    again,
    el(
      "p",
      { class: "bar" },
      onReview ? button(words.review, onReview) : null,
      button(words.new_game, onNew),
      onUndo ? button(words.undo, onUndo) : null,
      button(words.copy_result, () => copy(words, resultText(all, table, state), news)),
    ),
    news,
  );
}

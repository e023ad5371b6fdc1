// A dialog that goes through a game step by step, and changes nothing of it.
import { read, replay, seatOf, steps, write } from "./game.js";
import { die, el, iconButton, mark, openPane, say, set } from "./page.js";
import { boxName, inWords, paid } from "./story.js";
import { totals } from "./table.js";

const PACE = 900; // ms a step
const GO = "M8 5v14l11-7z";
const STOP = "M8 5v14M16 5v14";

/** `words` are those of the log; `played` is the state to go through. */
export function openReplay(words, table, played) {
  const record = read(write(table, played));
  const last = steps(record);
  let at = 0;
  let timer = 0;

  const where = el("p", { class: "where" });
  const voice = el("p", { class: "sr", role: "status" });
  const dice = el("div", { class: "thrown" });
  const says = el("p", { class: "says" }, el("b"), el("span"));
  const seats = el("ol", { class: "standing" });
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
    const entry = filled && { name, box: boxName(words, table, filled.box), points: paid(filled) };
    const rolled = say(state.winner === null ? words.rolled : words.won_roll, { name, n: state.current.length });
    set(says.firstChild, { text: filled ? say(words.filled, entry) : thrown ? rolled : words.before });
    set(says.lastChild, { text: filled ? say(words.total_after, { total }) : "" });
    while (seats.children.length < state.seats.length) {
      const one = state.seats[seats.children.length];
      seats.append(el("li", {}, mark(one.colour), el("span", {}, one.name), el("b", {})));
    }
    state.cards.forEach((card, i) => {
      set(seats.children[i], { "aria-current": i === seat ? "true" : null });
      set(seats.children[i].lastChild, { text: totals(table, card).total });
    });
    range.value = at;
    set(range, { "aria-valuetext": where.textContent });
    for (const button of [start, back]) set(button, { "aria-disabled": at ? null : "true" });
    set(on, { "aria-disabled": at < last ? null : "true" });
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

// What a notice of the game says in words: for the live region, the line above the card, and refusals in the dock.
import { offersNow, places, rollsLeft, seatOf } from "./game.js";
import { say } from "./page.js";

export const boxOf = (table, id) => table.boxes.find((box) => box.id === id);

/** The name of the box that a shut one waits for: the only one, or the first, that this roll may fill. */
export const before = (table, state) => {
  const [first] = Object.keys(offersNow(table, state)?.pays ?? {});
  return first ? boxOf(table, first).name : "";
};

export const list = (words, names) =>
  [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(words.play.tell.and);

const points = (words, n) => (n === 1 ? words.play.point : say(words.play.points, { n }));

const faces = (words, dice) => dice.map((face) => words.number[face]).join(", ");

function rolled(words, table, state, seat) {
  const tell = words.play.tell;
  const said = say(tell.rolled, {
    ordinal: words.play.ordinal[state.rolls - 1],
    dice: faces(words, state.dice),
    left: tell.left[rollsLeft(table, state)],
  });
  return seat.kind === "person" ? said : say(tell.by, { name: seat.name, said });
}

/** The last line of the log as a sentence. */
export function filled(words, table, state) {
  const tell = words.play.tell;
  const line = state.log.at(-1);
  if (!line?.box) return "";
  const name = state.seats[line.seat].name;
  const said = say(tell.filled, { name, box: boxOf(table, line.box).name, points: points(words, line.points) });
  return line.beside ? `${said} ${say(tell.beside, { points: points(words, line.beside) })}` : said;
}

function result(words, state, placed) {
  const tell = words.play.tell;
  if (state.winner !== null) return say(tell.won, { name: state.seats[state.winner].name });
  const { total } = placed[0];
  if (placed.length === 1) return say(tell.solo, { total: points(words, total) });
  const names = placed.filter((one) => one.place === 1).map((one) => state.seats[one.seat].name);
  return say(names.length > 1 ? tell.share : tell.wins, { names: list(words, names), total });
}

/** What `state.notice` says; "" when there is nothing to say. */
export function sentence(words, table, state) {
  const tell = words.play.tell;
  const notice = state.notice;
  const seat = state.seats[seatOf(state)];
  const box = notice.box ? boxOf(table, notice.box).name : "";
  const held = () => state.dice.filter((_, at) => state.held[at]);
  const face = () => words.number[notice.face];
  switch (notice.key) {
    case "start":
      return say(tell.start, { game: table.name, name: seat.name });
    case "rolled":
      return rolled(words, table, state, seat);
    case "held":
      return say(notice.held ? tell.held : tell.freed, { n: notice.die + 1, face: face() });
    case "kept":
      return seat.kind === "person" || !state.dice
        ? ""
        : say(held().length ? tell.kept : tell.kept_none, { name: seat.name, dice: faces(words, held()) });
    case "sure":
      return say(tell.sure, { box });
    case "filled":
      return [
        filled(words, table, state),
        notice.bonus ? say(tell.bonus, { points: notice.bonus }) : "",
        state.seats.length > 1 ? say(tell.next, { name: seat.name }) : "",
      ]
        .filter(Boolean)
        .join(" ");
    case "undone":
      return say(tell.undone, { box, name: state.seats[notice.seat].name });
    case "over":
    case "won":
      return `${filled(words, table, state)} ${say(tell.over, { result: result(words, state, places(table, state)) })}`.trim();
    case "closed":
      return say(tell[notice.why === "filled" ? "filled-box" : notice.why], { box, first: before(table, state) });
    default:
      return tell[notice.key] ?? "";
  }
}

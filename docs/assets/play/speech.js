// What a notice of the game says in words: by voice, on the line above the card, in the dock when a tap is refused.
import { offersNow, seatOf } from "./game.js";
import { say } from "./page.js";
import { boxName, headline } from "./story.js";

/** The box that a shut one waits for: the first that this roll may fill. */
export const waitsFor = (table, state) => boxName(table, Object.keys(offersNow(table, state)?.pays ?? {})[0]);

/** The sentence for `notice`, of this state or of an earlier moment of it; "" where there is nothing to say. */
export function sentence(words, table, state, notice = state.notice) {
  const { play, number } = words, { tell } = play, isNow = notice === state.notice, next = state.seats[seatOf(state)];
  const seat = state.seats[notice.seat] ?? next, isComputer = seat.kind !== "person";
  const held = notice.held?.length ? notice.dice ?? state.dice?.filter((_, i) => notice.held[i]) : [];
  const points = (n) => say(n === 1 ? play.point : play.points, { n });
  const tells = (key) => say(tell[key] ?? "", {
    game: table.name, name: seat.name, next: next.name, box: boxName(table, notice.box), first: waitsFor(table, state),
    dice: (notice.dice ?? held ?? []).map((face) => number[face]).join(", "),
    n: notice.die + 1, face: number[notice.face],
    ordinal: play.ordinal[notice.roll - 1], left: tell.left[table.nRolls - notice.roll],
    points: points(notice.points), beside: points(notice.beside), bonus: notice.bonus, zero: 0,
  });
  const filled = () => [
    notice.box && tells("filled"), notice.beside && tells("beside"), notice.bonus && tells("bonus"),
    isNow && (state.over ? headline(words, table, state) : state.seats.length > 1 && tells("next")),
  ].filter(Boolean).join(" ");
  switch (notice.key) {
    case "rolled": return tells(isComputer ? "rolled_by" : "rolled");
    case "held": return tells(notice.held ? "held" : "freed");
    case "kept": return isComputer ? tells(held.length ? "kept" : "kept_none") : "";
    case "filled": case "over": case "won": return filled();
    case "closed": return tells(notice.why === "filled" ? "taken" : notice.why);
    case "start": return isNow ? tells("start") : "";
    default: return notice.text ?? tells(notice.key);
  }
}

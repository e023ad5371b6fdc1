// What a card says in words: what was done, what it comes to, why a number is marked. Texts only, no nodes.
import { say } from "./page.js";
import { holdable } from "./table.js";
import { further } from "./tally.js";

const called = ({ score }, { players }, at) => players[at]?.name || say(score.player, { n: at + 1 });

/** What a player is called: by name, or by place; by both where others have the same name. */
export function nameAt(words, sheet, at) {
  const name = called(words, sheet, at), isDouble = sheet.players.some((_, other) => other !== at && called(words, sheet, other) === name);
  return isDouble ? say(words.score.double, { name, n: at + 1 }) : name;
}

export const boxOf = (table, id) => table.boxes.find((box) => box.id === id);
const boxNames = (table, ids) => list(ids.map((id) => boxOf(table, id).name), "unit");

/** Texts one after the other: "conjunction" a, b, and c; "disjunction" a, b, or c; "unit" a, b, c. */
const list = (texts, type) => new Intl.ListFormat("en", { type }).format(texts);

/** Numbers, runs of them drawn together: "0 or 5 to 30". */
function allowedSays({ score }, numbers) {
  const runs = [];
  for (const n of numbers) {
    if (n === runs.at(-1)?.to + 1) runs.at(-1).to = n;
    else runs.push({ from: n, to: n });
  }
  const few = (from, to) => (from === to ? [`${from}`] : [`${from}`, `${to}`]);
  return list(runs.flatMap(({ from, to }) => (to - from > 1 ? [say(score.range, { from, to })] : few(from, to))), "disjunction");
}

/** What an action did, in a few words. `before` and `after`: the sheets; `table`: that of either, where boxes are named. */
export function doneSays(words, action, before, after, table) {
  const { done } = words.score, { player, box } = action, points = after.players[player]?.points[box];
  const key = { write: points === undefined ? "clear" : "write", enter: "write" }[action.do] ?? action.do;
  const at = action.do === "add" ? after.players.length - 1 : player;
  return say(done[key], {
    name: at === undefined ? "" : nameAt(words, action.do === "add" ? after : before, at), points, n: action.repeats,
    box: (box ? boxOf(table, box) : table.repeat)?.name ?? box ?? words.sheet.extras,
  });
}

/** Who won, once all boxes are filled. */
export function endSays(words, sheet, { places }) {
  const { score } = words, [{ total }] = places, first = places.filter(({ place }) => place === 1);
  if (places.length === 1) return say(score.alone, { total });
  const names = first.map(({ player }) => nameAt(words, sheet, player));
  return say(first.length > 1 ? score.all_tie : score.one_wins, { name: names[0], names: list(names, "conjunction"), total });
}

/** Why no further five alike can be ticked for a player, or null. `column`: the player's sums. */
export function extrasShut(words, table, sheet, { extrasOpen, most }, player) {
  const { score } = words, { points, repeats } = sheet.players[player], { name, id } = table.repeat, held = points[id];
  if (extrasOpen) return repeats < most ? null : say(score.enough, { name: nameAt(words, sheet, player), most });
  return say(held === undefined ? score.needs_long : score.is_long, { box: name, points: held ?? Math.max(...holdable(table.repeat)) });
}

/** Where one more five alike goes. */
function furtherSays({ score }, table, column) {
  const { own, below } = further(table, column);
  return [
    own.length && say(score.goes_own, { boxes: boxNames(table, own) }),
    below.length && say(score.goes_below, { boxes: boxNames(table, below) }),
  ].filter(Boolean).join(" ") || score.goes_anywhere;
}

/** What is told after a step: what was written, what the column comes to, whose turn it is. */
export function stepSays(words, table, action, { before, after, was, now }) {
  const { tell } = words.score, { player, box } = action;
  if (!["write", "enter", "tick"].includes(action.do)) {
    return say(tell[action.do] ?? `${doneSays(words, action, before, after, table)}.`, { game: table.name });
  }
  const one = after.players[player], points = one.points[box], column = now.columns[player], name = nameAt(words, after, player);
  const key = action.do === "tick" ? "tick" : points === undefined ? "clear" : points ? "write" : "zero";
  const beside = action.do === "enter" && one.repeats > before.players[player].repeats && table.rules.repeatBonus;
  const next = now.next === null ? endSays(words, after, now) : after.players.length > 1
    ? say(tell.next, { name: nameAt(words, after, now.next) }) : "";
  const sum = say(tell.sums, column), ended = now.next === null;
  const odd = action.do === "tick" ? [] : newlyOdd(column.flags, was.columns[player]?.flags, box).map((id) => {
    const { is, why } = oddSays(words, table, name, boxOf(table, id), one.points[id], column.flags[id]);
    return id === box ? why : `${is} ${why}`;
  });
  return [
    say(tell[key], { name, box: box && boxOf(table, box).name, points: points ?? column.repeat, n: one.repeats }), ...odd,
    beside && say(tell.beside, beside), column.bonus > was.columns[player]?.bonus && say(tell.bonus, { points: column.bonus }),
    ended ? `${sum}. ${next}` : `${[sum, next].filter(Boolean).join(", ")}.`,
    action.do === "tick" && one.repeats > before.players[player].repeats && furtherSays(words, table, one),
  ].filter(Boolean).join(" ");
}

/** The boxes of a column that a step has just marked: the one that was written, and those that it locked. */
export const newlyOdd = (flags = {}, before = {}, written) => (
  Object.keys(flags).filter((id) => id === written || (flags[id].why === "lock" && !before[id]))
);

/** Why a number is marked, and what could stand there instead: {is, why, says: all of it, fixes: points or null for a blank}. */
export function oddSays(words, table, name, box, points, flag) {
  const { odd } = words.score, other = flag.until ?? flag.first, is = say(odd.is, { name, box: box.name, points });
  const allowed = flag.allowed && allowedSays(words, flag.allowed);
  const why = say(odd[flag.why], { other: other && boxOf(table, other).name, allowed });
  if (flag.why === "order") return { is, why, says: `${is} ${why}`, fixes: [null] };
  const says = [is, why, say(odd.counts, { points })].join(" ");
  if (flag.why === "lock") return { is, why, says, fixes: [0] };
  const near = flag.allowed.filter((n) => n > 0).sort((a, b) => Math.abs(a - points) - Math.abs(b - points)).slice(0, 2);
  return { is, why, says, fixes: [...near, 0] };
}

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MOST_PLAYERS, act, begin, between, blank, further, keep, nameOf, read, recall, redo, standing, step, sums, typed, undo, write,
} from "../../docs/assets/play/tally.js";
import { holdable } from "../../docs/assets/play/table.js";
import { table } from "./tables.js";

const yahtzee = table("yahtzee"), yacht = table("yacht");
const column = (points, repeats = 0) => ({ name: "", points, repeats });
const lower = yahtzee.boxes.filter(({ upper }) => !upper).map(({ id }) => id);

test("sixty-three pays the bonus, sixty-two does not, and the pace counts from three of each", () => {
  const all = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18 };
  const { upper, bonus, pace, total } = sums(yahtzee, column(all));
  assert.deepEqual([upper, bonus, pace, total], [63, 35, 0, 98]);
  const less = sums(yahtzee, column({ ...all, ones: 2 }));
  assert.deepEqual([less.upper, less.bonus, less.pace, less.short, less.total], [62, 0, -1, 1, 62]);
  assert.equal(sums(yahtzee, column({ sixes: 24, ones: 1 })).pace, 6 - 2);
  assert.equal(sums(yacht, column(all)).pace, null);
});

test("ticks count only while the box holds its points, and no more of them than there were turns", () => {
  const three = { yahtzee: 50, fours: 20, "full-house": 25, chance: 15 };
  assert.deepEqual([sums(yahtzee, column(three, 3)).total, sums(yahtzee, column(three, 3)).most], [410, 4]);
  assert.equal(sums(yahtzee, column({ ...three, yahtzee: 0 }, 3)).counted, 0);
  assert.equal(sums(yahtzee, column({ ...three, yahtzee: 24 }, 3)).extrasOpen, false);
  assert.equal(sums(yahtzee, column({ yahtzee: 50 })).most, 1); // the turn under way
  assert.equal(sums(yahtzee, column({ yahtzee: 50, fours: 16 })).most, 1); // four fours were no five alike
  const full = Object.fromEntries(yahtzee.boxes.map(({ id, face, upper }) => [id, upper ? 5 * face : id === "yahtzee" ? 50 : 0]));
  assert.equal(sums(yahtzee, column(full)).most, 12);
  assert.equal(sums(table("yahtzee", { extra: "none" }), column(full, 5)).counted, 0);
});

test("ticks beyond the turns stay on the card and do not count", () => {
  const filled = { yahtzee: 50, ones: 5, twos: 10, threes: 15 };
  assert.deepEqual([sums(yahtzee, column(filled, 3)).counted, sums(yahtzee, column(filled, 3)).total], [3, 380]);
  assert.deepEqual([sums(yahtzee, column({ yahtzee: 50 }, 3)).counted, sums(yahtzee, column({ yahtzee: 50 }, 3)).total], [1, 150]);
  assert.equal(sums(yahtzee, column({ yahtzee: 50 }, 999)).repeat, 100);
});

test("a number that no roll makes is named with those that some roll makes, and counts", () => {
  const { flags, total } = sums(yahtzee, column({ "full-house": 24, twos: 4 }));
  assert.deepEqual(flags, { "full-house": { why: "number", allowed: [0, 25] } });
  assert.equal(total, 28);
  const doubled = table("generala", { double: "100" });
  assert.deepEqual(sums(doubled, column({ "double-generala": 100 })).flags, { "double-generala": { why: "lock", until: "generala" } });
  assert.deepEqual(sums(table("yatzy", { order: "sheet" }), column({ twos: 4 })).flags, { twos: { why: "order", first: "ones" } });
  assert.deepEqual(holdable(yahtzee.boxes[0]), [0, 1, 2, 3, 4, 5]);
});

test("whose turn it is goes round, and equal totals share a place", () => {
  let sheet = blank("yacht", {}, ["Ana", "Bo", "Cleo"]);
  assert.equal(standing(yacht, sheet).next, 0);
  sheet = act(sheet, { do: "write", player: 0, box: "ones", points: 0 });
  assert.equal(standing(yacht, sheet).next, 1);
  sheet = act(sheet, { do: "write", player: 2, box: "choice", points: 20 });
  sheet = act(sheet, { do: "write", player: 1, box: "choice", points: 20 });
  const { next, round, of, places } = standing(yacht, sheet);
  assert.deepEqual([next, round, of], [0, 2, 12]);
  assert.deepEqual(places, [{ player: 1, total: 20, place: 1 }, { player: 2, total: 20, place: 1 }, { player: 0, total: 0, place: 3 }]);
});

test("a whole number may be typed as decimal keyboards do, and nothing else is one", () => {
  for (const [text, n] of [["12", 12], ["12.", 12], [" 12,0 ", 12], ["012", 12], ["0", 0], ["000", 0], ["１２．", 12], ["12.00", 12], ["", null], ["  ", null]]) {
    assert.equal(typed(text), n, text);
  }
  for (const text of ["12.5", "twelve", "-3", "+3", "1000", "1e2", "1 2", "0x1", "1,000", "12.000", "1²", "①", "12\n13", "<b>", "."]) assert.equal(typed(text), undefined, text);
});

test("a further five alike goes to its own number box first, then below, then anywhere", () => {
  const numbers = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18 }, { fours, ...open } = numbers;
  assert.deepEqual(further(yahtzee, column({ yahtzee: 50, ...open, chance: 9 })), { own: ["fours"], below: lower.slice(0, 5) });
  const filled = Object.fromEntries(lower.map((id) => [id, 0]));
  assert.deepEqual(further(yahtzee, column({ ...filled, yahtzee: 50, ones: 1 })).below, []);
  assert.deepEqual(further(yahtzee, column({})), { own: [], below: [] });
  assert.deepEqual(further(table("yahtzee", { joker: "free" }), column({ yahtzee: 50, ...numbers })), { own: [], below: [] });
});

test("dice write what they pay, and the tick that they earn", () => {
  const sheet = { ...blank("yahtzee", {}, ["Ana"]), players: [column({ yahtzee: 50 })] };
  const after = act(sheet, { do: "enter", player: 0, box: "fives", dice: [5, 5, 5, 5, 5] }, yahtzee);
  assert.deepEqual(after.players[0].points, { yahtzee: 50, fives: 25 });
  assert.equal(after.players[0].repeats, 1);
  assert.throws(() => act(sheet, { do: "enter", player: 0, box: "chance", dice: [5, 5, 5, 5, 5] }, yahtzee), RangeError);
});

test("everything can be taken back and done again, a new game too, and names stay for it", () => {
  let history = begin(blank("yacht", {}, ["Ana", "Bo"]));
  const seen = [history.sheet];
  for (const action of [
    { do: "write", player: 0, box: "ones", points: 3 }, { do: "add", name: "Cleo" }, { do: "move", player: 2, to: 0 },
    { do: "rename", player: 1, name: "Anna" }, { do: "rules", game: "yacht", chosen: { bonus: "35" } },
    { do: "tick", player: 0, repeats: 1 }, { do: "new" }, { do: "remove", player: 0 }, { do: "rules", game: "yatzy", chosen: {} },
  ]) {
    history = step(history, action);
    seen.push(history.sheet);
  }
  assert.deepEqual(seen.at(-3).players.map(({ name, points }) => [name, points]), [["Cleo", {}], ["Anna", {}], ["Bo", {}]]);
  for (const sheet of seen.slice(0, -1).reverse()) {
    history = undo(history);
    assert.deepEqual(history.sheet, sheet);
  }
  assert.throws(() => undo(history), RangeError);
  for (const sheet of seen.slice(1)) {
    history = redo(history);
    assert.deepEqual(history.sheet, sheet);
  }
  assert.equal(step(history, { do: "rules", game: "yatzy", chosen: {} }), history); // nothing changed
  assert.deepEqual(recall(keep(history)), history);
});

test("what cannot be is refused", () => {
  const sheet = blank("yacht", {}, [""]);
  for (const points of [-1, 1000, 1.5, NaN, "3"]) assert.throws(() => act(sheet, { do: "write", player: 0, box: "ones", points }), RangeError);
  for (const action of [{ do: "remove", player: 0 }, { do: "write", player: 1, box: "ones", points: 1 }, { do: "jump" }]) {
    assert.throws(() => act(sheet, action), RangeError);
  }
  const full = blank("yacht", {}, Array(MOST_PLAYERS).fill("x"));
  assert.throws(() => act(full, { do: "add", name: "" }), RangeError);
});

test("what nobody sees is no name, and what makes an emoji or a word stays", () => {
  for (const none of ["\u200b", "\u2060\ufeff\u00ad", "\u3164", "\u2800 \u034f", "\ufe0f", "\u200d"]) assert.equal(nameOf(none), "", escape(none));
  assert.equal(nameOf("A\u200bna\u200d"), "Ana");
  for (const whole of ["👩‍👩‍👧", "👩🏽‍🚀", "❤️", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "علی\u200cرضا"]) assert.equal(nameOf(whole), whole);
  const cut = nameOf(`${"x".repeat(18)}👩‍👧`);
  assert.equal(nameOf(cut), cut, "once is enough");
});

test("a sheet is its text", () => {
  const sheet = { game: "yahtzee", chosen: { joker: "free" }, players: [
    { name: "Ana <b>", points: { ones: 0, "full-house": 24 }, repeats: 2 }, { name: "", points: {}, repeats: 0 },
  ] };
  assert.deepEqual(read(write(sheet)), sheet);
  assert.equal(write(sheet), "Three Rolls card 1\ngame yahtzee joker=free\nplayer Ana <b>\nones 0\nfull-house 24\nextras 2\nplayer\n");
  assert.equal(lower.length, 7);
});

for (const [key, text] of Object.entries({
  long: "x".repeat(9000), other: "Three Rolls 1\ngame yacht", version: "Three Rolls card 2\ngame yacht\nplayer",
  line: "Three Rolls card 1\ngame yacht\nplayer\nones three four", number: "Three Rolls card 1\ngame yacht\nplayer\nones -3",
  twice: "Three Rolls card 1\ngame yacht\nplayer\nones 3\nones 4", game: "Three Rolls card 1\nplayer",
  players: "Three Rolls card 1\ngame yacht",
})) {
  test(`a text is refused with a reason: ${key}`, () => assert.throws(() => read(text), { key }));
}

test("a kept history that is damaged or of another format is refused with a reason", () => {
  const kept = JSON.parse(keep(step(begin(blank("yacht")), { do: "add", name: "" })));
  for (const text of ["", "{", "null", "[]", JSON.stringify({ ...kept, now: 3 })]) assert.throws(() => recall(text), { key: "damaged" });
  assert.throws(() => recall(JSON.stringify({ ...kept, format: 0 })), { key: "version" });
});

test("steps that are damaged or cannot have been done go, and the card stays", () => {
  const kept = JSON.parse(keep(step(begin(blank("yacht")), { do: "add", name: "" }))), { now } = kept;
  const done = [{ do: "jump" }, { do: "__proto__" }, { do: "write", player: "x" }, { do: "tick", player: 0 }, { do: "move", player: 0 }, null].map((what) => [now, what]);
  for (const past of [null, "x", ["x"], [null], [["x", kept.past[0][1]]], ...done.map((one) => [one])]) {
    for (const more of [{ past }, { future: past }]) {
      assert.deepEqual(recall(JSON.stringify({ ...kept, ...more })), { sheet: read(now), past: [], future: [], lost: true });
    }
  }
});

// Three players, known by name, and every way in which columns move.
const three = begin(blank("yacht", {}, ["Ana", "Bo", "Cleo"]));
for (const [what, places, stay] of [
  [{ do: "move", player: 0, to: 2 }, [2, 0, 1], false], [{ do: "move", player: 2, to: 1 }, [0, 2, 1], false],
  [{ do: "remove", player: 1 }, [0, null, 1], false], [{ do: "add", name: "Dev" }, [0, 1, 2], true],
  [{ do: "write", player: 1, box: "ones", points: 3 }, [0, 1, 2], true], [{ do: "rename", player: 0, name: "Al" }, [0, 1, 2], true],
  [{ do: "new" }, [null, null, null], false], [{ do: "rules", game: "yatzy", chosen: {} }, [null, null, null], false],
  [{ do: "rules", game: "yacht", chosen: { bonus: "35" } }, [null, null, null], false],
]) {
  test(`it is known where each player is after ${JSON.stringify(what)}, after taking it back and after doing it again`, () => {
    const start = what.do === "new" ? step(three, { do: "write", player: 0, box: "ones", points: 1 }) : three;
    const after = step(start, what), far = recall(keep(after)), back = undo(after);
    for (const [from, to] of [[start, after], [start, far], [back, redo(back)]]) {
      const { stay: stays, placeOf } = between(from, to);
      assert.deepEqual([[0, 1, 2].map(placeOf), stays], [places, stay]);
    }
    const { placeOf } = between(after, back);
    places.forEach((place, at) => assert.equal(placeOf(place), place === null ? null : at));
  });
}

test("between cards that have nothing to do with each other nobody is followed, and a column that goes is none", () => {
  const other = begin(blank("yatzy", {}, ["Ana", "Bo", "Cleo"]));
  assert.deepEqual([between(three, other).stay, between(three, other).placeOf(0)], [false, null]);
  const more = step(three, { do: "add", name: "" });
  assert.deepEqual([between(more, undo(more)).stay, between(more, undo(more)).placeOf(3)], [false, null]);
  assert.equal(between(three, recall(keep(three))).stay, true);
});

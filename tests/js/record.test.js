import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { act, read, replay, steps, write } from "../../docs/assets/play/game.js";
import { playOut, table } from "./tables.js";

const GAME = `Three Rolls 1
game yacht straights=15-30
seat person 0 Ana
seat best 1 Computer
first 2
2 [5][5]2[5]1 [5][5]3[5]1 55652 fives 15
1 2[3]3[4][5]
`;
const yacht = table("yacht", { straights: "15-30" });

test("a game is written as it was read", () => {
  const state = replay(yacht, read(GAME));
  assert.equal(write(yacht, state), GAME);
  assert.deepEqual(state.cards.map(({ points }) => points), [{}, { fives: 15 }]);
  assert.deepEqual([state.dice, state.held, state.rolls], [[2, 3, 3, 4, 5], [false, true, false, true, true], 1]);
});

test("a replay stops after any of its steps", () => {
  const record = read(GAME);
  assert.equal(steps(record), 5);
  const rolls = [0, 1, 2, 3, 4, 5].map((n) => replay(yacht, record, n)).map(({ turn, rolls: thrown }) => [turn, thrown]);
  assert.deepEqual(rolls, [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 1]]);
});

test("windows' line ends, a mark at the start and spaces make no difference", () => {
  assert.equal(write(yacht, replay(yacht, read(`\uFEFF${GAME.replaceAll("\n", " \r\n")}\r\n`))), GAME);
});

const WORDS = JSON.parse(readFileSync(`${process.env.TABLES}/words.json`, "utf8")).log.wrong;
const refuses = (text, key, values) => assert.throws(() => replay(yacht, read(text)), (error) => {
  assert.ok(WORDS[error.key], `no words for ${error.key}`);
  assert.deepEqual([error.key, error.values], [key, values]);
  return true;
});

for (const [what, from, to, key, values = {}] of [
  ["another text", "Three Rolls 1", "Dear Ana", "other"],
  ["a newer version", "Three Rolls 1", "Three Rolls 2", "newer"],
  ["no game", "game yacht straights=15-30\n", "", "game"],
  ["no seat", /seat .*\n/g, "", "seats", { most: 6 }],
  ["a seat of another kind", "person", "ghost", "seat", { n: 3 }],
  ["a colour that is not there", "person 0", "person 6", "seat", { n: 3 }],
  ["a seat that is not there", "first 2", "first 3", "first"],
  ["no first seat", "first 2", "first", "first"],
  ["a line of rubbish", "2 [5]", "# [5]", "line", { n: 6 }],
  ["a face that dice do not have", "55652", "55657", "line", { n: 6 }],
  ["four dice", "55652", "5565", "dice", { n: 6, dice: 5 }],
  ["a held die that changed", "55652", "45652", "held", { n: 6 }],
  ["points that the box does not pay", "fives 15", "fives 20", "points", { n: 6, box: "Fives", points: 15, beside: 0 }],
  ["a bonus that is not earned", "fives 15", "fives 15 +100", "points", { n: 6, box: "Fives", points: 15, beside: 0 }],
  ["a box that is not there", "fives 15", "elevens 15", "rules", { n: 6 }],
  ["a fourth roll", "55652", "55652 55652", "rules", { n: 6 }],
  ["a die held after the last roll", "55652", "5565[2]", "last", { n: 6 }],
  ["another seat's turn", "\n1 2[3]", "\n2 2[3]", "turn", { n: 7 }],
  ["a turn without its entry", " fives 15", "", "entry", { n: 7 }],
  ["a text that is too long to be a game", /$/, "x".repeat(100_000), "long"],
]) {
  test(`refuses ${what}`, () => refuses(GAME.replace(from, to), key, values));
}

test("a game that one roll won is kept with that roll and no entry", () => {
  const generala = table("generala");
  const text = "Three Rolls 1\ngame generala\nseat person 0 Ana\nseat person 1 Bo\nfirst 1\n1 12344 ones 1\n2 33333\n";
  const state = replay(generala, read(text));
  assert.deepEqual([state.over, state.winner], [true, 1]);
  assert.equal(write(generala, state), text);
  assert.throws(() => replay(generala, read(`${text}1 12344 twos 2\n`)), { key: "over", values: { n: 8 } });
});

test("undo works after a game was read again", () => {
  const state = replay(yacht, read(GAME.replace("first 2", "first 1").replace("\n2 [5]", "\n1 [5]").replace("1 2[3]3[4][5]\n", "")));
  assert.equal(act(yacht, state, { do: "undo" }).notice.key, "undone");
});

test("whatever computers play is read again to the same end", () => {
  for (const game of ["yacht", "yahtzee", "generala", "maxi-yatzy"]) {
    const one = table(game), seats = ["now", "turn", "best"].map((kind, colour) => ({ name: kind, kind, colour }));
    const state = playOut(one, seats, `again ${game}`, { first: 1 });
    assert.deepEqual({ ...replay(one, read(write(one, state))), notice: 0 }, { ...state, notice: 0 });
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { act } from "../../docs/assets/play/game.js";
import { read, replay, steps, write } from "../../docs/assets/play/record.js";
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

for (const [what, from, to, says] of [
  ["another text", "Three Rolls 1", "Dear Ana", /no game of Three Rolls/],
  ["a newer version", "Three Rolls 1", "Three Rolls 2", /newer version/],
  ["no game", "game yacht straights=15-30\n", "", /which game/],
  ["no seat", /seat .*\n/g, "", /one to 6 seats/],
  ["a seat of another kind", "person", "ghost", /Line 3: a seat is person, now, turn, best/],
  ["a seat that is not there", "first 2", "first 3", /which seat starts/],
  ["no first seat", "first 2", "first", /which seat starts/],
  ["a line of rubbish", "2 [5]", "# [5]", /Line 6: no turn can be read here/],
  ["a face that dice do not have", "55652", "55657", /Line 6/],
  ["four dice", "55652", "5565", /Line 6: a roll has 5 dice/],
  ["a held die that changed", "55652", "45652", /Line 6: a held die changed/],
  ["points that the box does not pay", "fives 15", "fives 20", /Line 6: fives pays 15 by these rules/],
  ["a bonus that the roll does not earn", "fives 15", "fives 15 +100", /Line 6: fives pays 15 by these rules/],
  ["a box that is not there", "fives 15", "elevens 15", /Line 6: the rules do not allow this \(fill\)/],
  ["a fourth roll", "55652", "55652 55652", /Line 6/],
  ["a die held after the last roll", "55652", "5565[2]", /Line 6: nothing is held after the last roll/],
  ["another seat's turn", "\n1 2[3]", "\n2 2[3]", /Line 7: it is another seat's turn/],
  ["a turn without its entry", " fives 15", "", /Line 7: the turn before it has no entry/],
]) {
  test(`refuses ${what}`, () => assert.throws(() => replay(yacht, read(GAME.replace(from, to))), says));
}

test("refuses a text that is too long to be a game", () => {
  assert.throws(() => read(GAME + "x".repeat(100_000)), /too long/);
});

test("a game that one roll won is kept with that roll and no entry", () => {
  const generala = table("generala");
  const text = "Three Rolls 1\ngame generala\nseat person 0 Ana\nseat person 1 Bo\nfirst 1\n1 12344 ones 1\n2 33333\n";
  const state = replay(generala, read(text));
  assert.deepEqual([state.over, state.winner], [true, 1]);
  assert.equal(write(generala, state), text);
  assert.throws(() => replay(generala, read(`${text}1 12344 twos 2\n`)), /Line 8: the game is over/);
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

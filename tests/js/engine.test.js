import assert from "node:assert/strict";
import { test } from "node:test";
import { keepOdds, lattice, odds, reduced } from "../../docs/assets/play/engine.js";
import { GAMES, table } from "./tables.js";

test("five dice have 252 rolls and 462 keeps, fewest dice first, then highest faces", () => {
  const { dice, nRolls, first, find, findRoll } = lattice(5);
  assert.deepEqual([dice.length, nRolls, first], [462, 252, 210]);
  assert.deepEqual([dice[0], dice[1], dice[6], dice[7], dice[first], dice.at(-1)], [[], [6], [1], [6, 6], [6, 6, 6, 6, 6], [1, 1, 1, 1, 1]]);
  dice.forEach((keep, i) => assert.equal(find([...keep].reverse()), i));
  assert.equal(findRoll([6, 6, 6, 6, 6]), 0);
  assert.equal(lattice(5), lattice(5));
});

test("what is no roll, and no number of re-rolls, is refused", () => {
  const one = table("yacht");
  for (const dice of [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4], [1, 2, 3, 4, 7], ["1", 2, 3, 4, 5], [NaN, 1, 1, 1, 1]]) {
    assert.throws(() => odds(one, dice, 1), RangeError);
  }
  for (const rerolls of [-1, 3, 1.5, "1", undefined]) assert.throws(() => odds(one, [1, 2, 3, 4, 5], rerolls), RangeError);
  for (const throws of [0, 4]) assert.throws(() => keepOdds(one, [], throws), RangeError);
});

test("a known chance: five alike in three rolls is 347,897 in 7,558,272", () => {
  assert.deepEqual(keepOdds(table("yacht"), [], 3).goals["five-alike"], { ...reduced(347897, 7558272), hold: [] });
});

test("numerators stay whole numbers that a double holds", () => {
  for (const game of GAMES) {
    const one = table(game);
    for (const dice of one.lattice.dice.slice(one.lattice.first)) {
      for (const found of Object.values(odds(one, dice, 2).boxes)) assert.ok(Number.isSafeInteger(found.n) && Number.isSafeInteger(found.d));
    }
  }
});

test("odds of any dice take less than a frame", () => {
  const one = table("yahtzee");
  odds(one, [1, 2, 3, 4, 5], 2); // the first asks for all of them
  const began = performance.now(), rolls = one.lattice.dice.slice(one.lattice.first);
  for (const dice of rolls) odds(one, dice, 2);
  assert.ok((performance.now() - began) / rolls.length < 4);
});

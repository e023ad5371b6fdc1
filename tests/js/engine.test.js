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

test("fractions are in lowest terms, and what they were before is a whole number that a double holds", () => {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const check = (found, whole, most) => {
    const [n, d] = [BigInt(found.n), BigInt(found.d)];
    assert.equal(whole % d, 0n);
    assert.equal(gcd(n, d), 1n);
    assert.ok(n <= most * d && (n * whole) / d <= BigInt(Number.MAX_SAFE_INTEGER), `${n} / ${d} of ${whole}`);
  };
  for (const game of GAMES) {
    const one = table(game), fresh = keepOdds(one, [], 3), most = {};
    for (const { id, firstPoints } of one.boxes) most[id] = BigInt(Math.max(...firstPoints));
    const checkAll = ({ boxes, goals }, throws) => {
      const whole = 6n ** BigInt(one.nDice * throws);
      for (const [id, found] of Object.entries(boxes)) check(found, whole, most[id]);
      for (const found of Object.values(goals)) check(found, whole, 1n);
    };
    checkAll(fresh, 3);
    for (const dice of one.lattice.dice.slice(one.lattice.first)) checkAll(odds(one, dice, 2), 2);
  }
});

test("odds of any dice take less than a frame", () => {
  const one = table("yahtzee");
  odds(one, [1, 2, 3, 4, 5], 2); // the first asks for all of them
  const began = performance.now(), rolls = one.lattice.dice.slice(one.lattice.first);
  for (const dice of rolls) odds(one, dice, 2);
  assert.ok((performance.now() - began) / rolls.length < 4);
});

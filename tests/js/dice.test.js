import assert from "node:assert/strict";
import { test } from "node:test";
import { diceFor, fairDice, seededDice } from "../../docs/assets/play/dice.js";

test("fair dice show every face about equally often", () => {
  const throws = 60_000, seen = Array(7).fill(0);
  for (const face of fairDice()(throws)) seen[face] += 1;
  assert.equal(seen[0], 0);
  const expected = throws / 6;
  const chiSquare = seen.slice(1).reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  assert.ok(chiSquare < 40, `chi-square ${chiSquare} with five degrees of freedom`); // once in ten million runs
});

test("bytes that would favour the first faces are thrown away", () => {
  const source = { getRandomValues: (bytes) => bytes.map((_, i) => 250 + (i % 6)) };
  assert.deepEqual([...new Set(fairDice(source)(60))].sort(), [5, 6]);
});

test("a page is seeded by its address, and not by an empty seed", () => {
  assert.deepEqual(diceFor("?seed=7")(20), seededDice("7")(20));
  for (const search of ["", "?seed=", "?seed"]) assert.notDeepEqual(diceFor(search)(40), diceFor(search)(40));
});

test("seeded dice repeat themselves and differ by seed", () => {
  const one = seededDice(7)(50);
  assert.deepEqual(seededDice(7)(50), one);
  assert.notDeepEqual(seededDice(8)(50), one);
  assert.ok(one.every((face) => Number.isInteger(face) && face >= 1 && face <= 6));
});

test("a seed's numbers that would favour the first faces are thrown away, too", () => {
  assert.deepEqual(seededDice("8166800")(72).slice(64), [1, 1, 3, 4, 2, 5, 1, 5]); // the 68th number is 2 ** 32 - 4
});

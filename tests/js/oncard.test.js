import assert from "node:assert/strict";
import { test } from "node:test";
import { odds } from "../../docs/assets/play/engine.js";
import { offers, onCard } from "../../docs/assets/play/table.js";
import { CASES, GAMES, table } from "./tables.js";

const ROLLS = [[1, 1, 1, 1, 1], [6, 6, 6, 6, 6], [1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [5, 5, 5, 2, 2], [1, 3, 3, 4, 6]];

for (const game of GAMES) {
  test(`${game}: odds on a card start from what its boxes are offered`, () => {
    for (const { card: points, options } of CASES[game].legal) {
      const one = table(game, options), card = { points, repeats: 0 }, here = onCard(one, card);
      const sixth = one.nDice - 5;
      for (const dice of ROLLS.map((roll) => [...roll, ...Array(sixth).fill(6)])) {
        for (const [rerolls, isFirst] of [[0, false], [one.nRolls - 1, true]]) {
          const { pays } = offers(one, card, dice, isFirst), { now } = odds(here, dice, rerolls);
          for (const { id } of here.boxes) assert.equal(now[id], pays[id] ?? 0, `${id} ${dice}`);
          assert.ok(Object.keys(pays).every((id) => id in now));
        }
      }
    }
  });
}

test("a joker is counted in what is still to come, and a locked box brings nothing", () => {
  const boxed = table("yahtzee"), fives = { points: { yahtzee: 50, fives: 20 }, repeats: 0 };
  const { now, boxes } = odds(onCard(boxed, fives), [5, 5, 5, 5, 5], 1);
  assert.equal(now["large-straight"], 40);
  assert.deepEqual(boxes["large-straight"], { n: 40, d: 1, hold: [5, 5, 5, 5, 5] });
  const locked = onCard(table("generala", { double: "100" }), { points: { ones: 1 }, repeats: 0 });
  assert.deepEqual(odds(locked, [2, 2, 2, 2, 2], 1).boxes["double-generala"], { n: 0, d: 1, hold: [] });
});

test("where the sheet has an order only its next box is there", () => {
  const sheet = onCard(table("yatzy", { order: "sheet" }), { points: { ones: 1 }, repeats: 0 });
  assert.deepEqual(sheet.boxes.map(({ id }) => id), ["twos"]);
});

test("the same card gives the same table, so that what was worked out is kept", () => {
  const one = table("yacht"), card = { points: {}, repeats: 0 };
  assert.equal(onCard(one, card), onCard(one, card));
  assert.notEqual(onCard(one, card), onCard(table("yacht"), card));
});

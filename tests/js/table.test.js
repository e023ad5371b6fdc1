import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesIn, emptyCard, enter, houseRules, offers, tableOf, totals } from "../../docs/assets/play/table.js";
import { CASES, GAMES, dataOf, table } from "./tables.js";

for (const game of GAMES) {
  test(`${game}: pays what the cases of the library say`, () => {
    for (const { box, dice, points, options, card = {}, first_roll: first, why } of CASES[game].score) {
      const { pays } = offers(table(game, options), { points: card, repeats: 0 }, dice, first);
      assert.equal(pays[box], points, `${box} ${dice}: ${why}`);
    }
  });

  test(`${game}: opens the boxes that the cases of the library open`, () => {
    for (const { dice, card, boxes, beside, options, first_roll: first, why } of CASES[game].legal) {
      const found = offers(table(game, options), { points: card, repeats: 0 }, dice, first);
      assert.deepEqual(found.pays, boxes, why);
      assert.deepEqual(Object.keys(found.pays), Object.keys(boxes), why);
      assert.equal(found.beside, beside ?? 0, why);
    }
  });
}

test("a choice that is not there is refused with those that are", () => {
  const data = dataOf("yacht");
  assert.throws(() => tableOf(data, { straights: "9-9" }), /straights: no choice 9-9; allowed: 30-30, 30-40, 15-30/);
  assert.throws(() => tableOf(data, { colour: "red" }), /yacht has no option colour; it has: straights/);
  assert.throws(() => tableOf(data, JSON.parse('{"__proto__": "x"}')), RangeError);
});

test("the default choice leaves no trace, others are named as house rules", () => {
  assert.deepEqual(table("yacht", { straights: "30-30" }).chosen, {});
  assert.deepEqual(houseRules(table("yacht", { straights: "15-30" })).map(({ option, choice }) => [option, choice]), [["straights", "15-30"]]);
  assert.deepEqual(houseRules(table("yacht")), []);
});

test("a table does not change the data that it is made from", () => {
  const data = dataOf("generala"), before = JSON.stringify(data);
  tableOf(data, { generala: "60", double: "120", "first-roll": "10" });
  assert.equal(JSON.stringify(data), before);
});

test("a forced joker must go to its own number box, then below, then anywhere for nothing", () => {
  const one = table("yahtzee"), fives = [5, 5, 5, 5, 5];
  const below = Object.fromEntries(one.boxes.filter((box) => !box.upper).map(({ id }) => [id, id === "yahtzee" ? 50 : 0]));
  const own = offers(one, { points: { yahtzee: 50 }, repeats: 0 }, fives);
  assert.deepEqual(own.pays, { fives: 25 });
  assert.equal(own.closed.chance, "own");
  assert.equal(own.beside, 100);
  const next = offers(one, { points: { yahtzee: 0, fives: 25 }, repeats: 0 }, fives);
  assert.equal(next.pays["large-straight"], 40);
  assert.equal(next.closed.ones, "lower");
  assert.equal(next.beside, 0);
  const last = offers(one, { points: { ...below, fives: 25 }, repeats: 0 }, fives);
  assert.deepEqual(last.pays, { ones: 0, twos: 0, threes: 0, fours: 0, sixes: 0 });
});

test("an entry adds up: number bonus at sixty-three, repeat bonuses beside", () => {
  const one = table("yahtzee");
  let card = emptyCard();
  for (const [box, face] of one.boxes.slice(0, 6).map(({ id }, i) => [id, i + 1])) {
    assert.equal(totals(one, card).bonus, 0);
    card = enter(one, card, box, face < 6 ? [face, face, face, ...(face > 1 ? [1, 1] : [2, 2])] : [6, 6, 6, 1, 1]);
  }
  assert.deepEqual(totals(one, card), { upper: 63, bonus: 35, short: 0, repeat: 0, total: 98, open: 7 });
  card = enter(one, enter(one, card, "yahtzee", [2, 2, 2, 2, 2]), "full-house", [3, 3, 3, 3, 3]);
  assert.deepEqual(totals(one, card), { upper: 63, bonus: 35, short: 0, repeat: 100, total: 98 + 50 + 25 + 100, open: 5 });
  assert.throws(() => enter(one, card, "ones", [1, 2, 3, 4, 5]), /ones is not open to 1 2 3 4 5/);
});

test("of an address only what the game has is taken", () => {
  assert.deepEqual(choicesIn(dataOf("yahtzee"), { joker: "free", order: "sheet", d: "12345", __proto__: "x", "toString": "x" }), { joker: "free" });
  assert.deepEqual(choicesIn(dataOf("yahtzee"), { joker: "no such" }), {});
});

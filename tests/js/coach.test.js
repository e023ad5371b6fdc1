import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { boundFor, review } from "../../docs/assets/play/advice.js";
import { chancesSay, heldSays, inTenths, moveSays, reasonSays } from "../../docs/assets/play/coach.js";
import { Best, solve } from "../../docs/assets/play/solver.js";
import { emptyCard } from "../../docs/assets/play/table.js";
import { people, playOut, table } from "./tables.js";

const words = JSON.parse(readFileSync(`${process.env.TABLES}/words.json`, "utf8"));
const yacht = table("yacht"), best = new Best(yacht, solve(yacht));
const yahtzee = table("yahtzee"), bestYahtzee = new Best(yahtzee, solve(yahtzee));

test("dice that are held are named as people say them", () => {
  const named = {
    5: "a five", 55: "two fives", 2555: "three fives and a two", 3355: "two fives and two threes", 36: "a six and a three",
    2345: "the run two to five", 123: "the run one to three", 246: "a six, a four and a two", 1123: "two ones, a three and a two",
  };
  for (const [keep, says] of Object.entries(named)) assert.equal(heldSays(words, [...keep].map(Number)), says);
});

test("a move is said in a few words, a box by its printed name", () => {
  assert.equal(moveSays(words, yacht, { keep: [5, 5] }), "hold two fives");
  assert.equal(moveSays(words, yacht, { keep: [] }), "roll all five");
  assert.equal(moveSays(words, yacht, { box: "four-of-a-kind", points: 20 }), "fill Four of a Kind with 20");
});

test("a reason never calls certain what is not", () => {
  const points = Object.fromEntries(yacht.boxes.slice(0, -1).map(({ id }) => [id, 0])), card = { ...emptyCard(), points };
  const say = (keep, left) => reasonSays(words, best, { card, left }, { keep });
  assert.match(say([6, 6, 6, 6], 2), /^It ends in Yacht 31 times in 100\. It brings nothing 69 times in 100\.$/);
  assert.match(say([], 1), /^It ends in Yacht once in 100\. It brings nothing 99 times in 100\.$/);
});

test("where no box is left, what still comes is the number bonus", () => {
  const points = Object.fromEntries(yahtzee.boxes.filter(({ id }) => id !== "sixes").map(({ id }) => [id, 9])), card = { points, repeats: 0 };
  const one = { box: "sixes", points: 18, beside: 0, rest: 35 };
  assert.equal(reasonSays(words, bestYahtzee, { card, left: 0 }, one), "It pays 18 now, and the number bonus brings 35.");
  delete points.fives;
  assert.equal(reasonSays(words, bestYahtzee, { card, left: 0 }, one), "It pays 18 now, and the rest of the card brings 35.0 on average.");
});

test("what a box pays and what comes beside it are told apart", () => {
  const one = { box: "large-straight", points: 40, beside: 100, rest: 224.7 };
  assert.equal(reasonSays(words, bestYahtzee, { card: emptyCard(), left: 0 }, one), "It pays 40 + 100 now, and the rest of the card brings 224.7 on average.");
});

test("a turn that pays beside its box does not bring nothing", () => {
  const points = Object.fromEntries(yahtzee.boxes.map(({ id }) => [id, 0]));
  delete points.ones;
  const card = { points: { ...points, yahtzee: 50 }, repeats: 0 };
  const [{ box, chance, pays }] = boundFor(bestYahtzee, card, [6, 6, 6, 6], 1);
  assert.equal(box, "ones");
  assert.ok(Math.abs(chance - 1) < 1e-9 && Math.abs(pays - 2 / 6) < 1e-9); // a one pays, and the fifth six
});

test("a review adds up to the total as it is shown, in tenths", () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const found = review(best, playOut(yacht, people(1), `${seed}`), 0), { average, luck, lost, total } = inTenths(found);
    assert.equal(average + luck - lost, total);
    assert.equal(total, 10 * Math.round(found.now));
    for (const [shown, exact] of [[average, found.expected], [lost, found.lost]]) assert.ok(Math.abs(shown - 10 * exact) <= 0.5 + 1e-9);
    assert.ok(Math.abs(luck - 10 * found.luck) <= 1 + 1e-9);
  }
});

test("a chance looks certain only where it is, and says when it is about", () => {
  const say = (chances, isExact, atOnce) => chancesSay(words, [{ name: "Ana" }, { name: "Bo" }], { chances, isExact }, atOnce);
  assert.equal(say([0.624, 0.376], true), "Chance to win: Ana 62 %, Bo 38 %.");
  assert.equal(say([0.999, 0.001], true), "Chance to win: Ana >99 %, Bo <1 %.");
  assert.equal(say([1, 0], true), "Chance to win: Ana 100 %, Bo 0 %.");
  assert.equal(say([1, 0], false), "Chance to win, about: Ana >99 %, Bo <1 %.");
  assert.equal(say([1, 0], true, true), "Chance to win, about: Ana >99 %, Bo <1 %.");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin, countAs, drop, fill, hold, isInOrder, isWhole, left, mostRepeats, note, put, read, refit, repeats,
} from "../../docs/assets/play/turn.js";
import { GAMES, choicesOf, dataOf, table } from "./tables.js";

const yahtzee = table("yahtzee"), entered = (at, dice, one = yahtzee) => [...dice].reduce((now, face) => put(one, now, Number(face)), at);

test("dice are entered one by one, and no more than the game has", () => {
  const at = entered(begin({}), "554");
  assert.deepEqual([at.dice, isWhole(yahtzee, at), left(yahtzee, at)], [[5, 5, 4], false, 2]);
  const all = entered(at, "216");
  assert.deepEqual([all.dice, isWhole(yahtzee, all)], [[5, 5, 4, 2, 1], true]);
  assert.equal(put(yahtzee, all, 3), all);
});

test("after a hold only the other dice are asked for, and those held stay", () => {
  const at = hold(entered(begin({}), "55421"), [5, 5]);
  assert.deepEqual([at.dice, at.kept, at.roll], [[5, 5], 2, 2]);
  assert.equal(drop(at, 1), at);
  assert.equal(drop(at, 4), at);
  assert.equal(drop(at, -1), at);
  const more = entered(at, "61");
  assert.deepEqual(drop(more, 2).dice, [5, 5, 1]);
  assert.equal(hold(entered(at, "651"), []).kept, 0);
});

test("a roll that is counted as the first has nothing held before it", () => {
  const at = entered(hold(entered(begin({}), "55421"), [5, 5]), "651");
  assert.deepEqual([countAs(at, 3).kept, countAs(at, 1).kept, countAs(at, 1).dice.length], [2, 0, 5]);
});

test("what is written clears the dice; a first roll pays what a first roll pays", () => {
  const generala = table("generala"), first = entered(begin({}), "66622", generala);
  const at = fill(generala, first, "full-house"), later = fill(generala, countAs(first, 2), "full-house");
  assert.deepEqual([at.roll, at.dice, at.kept], [1, [], 0]);
  assert.ok(at.card.points["full-house"] > later.card.points["full-house"]);
  assert.throws(() => fill(generala, entered(at, "66622", generala), "full-house"), RangeError);
});

test("a further five alike counts beside the box, and goes with what it stands beside", () => {
  const at = fill(yahtzee, entered(note(yahtzee, begin({}), "yahtzee", 50), "55555"), "fives");
  assert.deepEqual(at.card, { points: { yahtzee: 50, fives: 25 }, repeats: 1 });
  assert.equal(mostRepeats(yahtzee, at.card), 1);
  assert.equal(mostRepeats(yahtzee, note(yahtzee, at, "ones", 3).card), 2);
  assert.equal(mostRepeats(yahtzee, { points: { yahtzee: 50 } }), 0, "each has filled a box");
  assert.equal(note(yahtzee, at, "yahtzee", 0).card.repeats, 0);
  assert.equal(note(yahtzee, at, "yahtzee", null).card.repeats, 0);
  assert.equal(repeats(at, 3).card.repeats, 3);
  assert.equal(mostRepeats(table("yacht"), { points: { yacht: 50 } }), 0);
});

test("a number is written and cleared, and the card before it stays as it was", () => {
  const before = begin({}), at = note(yahtzee, before, "ones", 3);
  assert.deepEqual([before.card.points, at.card.points, note(yahtzee, at, "ones", null).card.points], [{}, { ones: 3 }, {}]);
});

test("other house rules keep what is written", () => {
  const at = entered(note(yahtzee, begin({}), "full-house", 25), "123"), free = table("yahtzee", { joker: "free" });
  const after = refit(free, at);
  assert.deepEqual([after.chosen, after.card.points, after.dice], [{ joker: "free" }, { "full-house": 25 }, [1, 2, 3]]);
  assert.deepEqual(refit(free, after), after);
});

test("where the sheet is filled in its order, a card with a gap is seen", () => {
  const inOrder = choicesOf(dataOf("yatzy")).map((chosen) => table("yatzy", chosen)).find(({ rules }) => rules.inOrder);
  const [first, second, third] = inOrder.boxes.map(({ id }) => id), is = (...ids) => isInOrder(inOrder, { points: Object.fromEntries(ids.map((id) => [id, 0])) });
  assert.deepEqual([is(), is(first), is(first, second), is(second), is(first, third)], [true, true, true, false, false]);
  assert.ok(isInOrder(table("yatzy"), { points: { [third]: 0 } }));
});

test("what is written is read again, for every game and choice", () => {
  for (const game of GAMES) {
    const data = dataOf(game);
    for (const chosen of choicesOf(data)) {
      const one = table(game, chosen), roll = Array(one.nDice).fill(6);
      let at = begin(chosen);
      for (let turn = 0; turn < one.boxes.length; turn += 1) {
        assert.deepEqual(read(data, JSON.stringify(at)), at);
        at = entered(at, roll, one);
        assert.deepEqual(read(data, JSON.stringify(hold(at, [6, 6]))), hold(at, [6, 6]));
        const open = one.boxes.find(({ id }) => {
          try {
            return fill(one, at, id);
          } catch {
            return false;
          }
        });
        at = fill(one, at, open.id);
      }
      assert.deepEqual(read(data, JSON.stringify(at)), at);
    }
  }
});

test("what no table can hold is refused", () => {
  const data = dataOf("yahtzee"), good = { chosen: {}, card: { points: { ones: 3, yahtzee: 50 }, repeats: 1 }, roll: 2, dice: [5, 5, 1], kept: 2 };
  const refused = (more, card) => assert.throws(() => read(data, JSON.stringify({ ...good, ...more, card: { ...good.card, ...card } })), JSON.stringify([more, card]));
  assert.deepEqual(read(data, JSON.stringify(good)), good);
  for (const text of ["", "null", "[]", "{", "7", "{}", '"x"', "\u0000"]) assert.throws(() => read(data, text), text);
  for (const roll of [0, 4, 1.5, "2", null]) refused({ roll });
  for (const dice of [[7, 1, 1], [0], [1, 2, 3, 4, 5, 6], "555", [5, 5, null], {}]) refused({ dice });
  for (const kept of [-1, 4, 0.5, "1"]) refused({ kept });
  refused({ roll: 1 });
  refused({ dice: [5, 5, 5, 5, 5], kept: 5 });
  for (const chosen of [{ joker: "no" }, { no: "x" }, null]) refused({ chosen });
  for (const points of [{ ones: 7 }, { ones: -1 }, { ones: "3" }, { sevens: 7 }, { chance: 1000 }, null]) refused({}, { points, repeats: 0 });
  assert.throws(() => read(data, JSON.stringify(good).replace('"ones":3', '"__proto__":3')));
  for (const n of [-1, 13, 0.5]) refused({}, { repeats: n });
  refused({}, { points: { ones: 3 }, repeats: 1 });
});

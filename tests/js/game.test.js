import assert from "node:assert/strict";
import { test } from "node:test";
import { seededDice } from "../../docs/assets/play/dice.js";
import {
  act, free, offersNow, places, read, replay, rollsLeft, round, seatOf, start, write,
} from "../../docs/assets/play/game.js";
import { nameOf } from "../../docs/assets/play/text.js";
import { totals } from "../../docs/assets/play/table.js";
import { GAMES, choicesOf, dataOf, people, playOut, table } from "./tables.js";

const yacht = table("yacht"), yahtzee = table("yahtzee"), generala = table("generala"), sheet = table("yatzy", { order: "sheet" });
const play = (one, state, ...actions) => actions.reduce((now, action) => act(one, now, action), state);
const roll = (...faces) => ({ do: "roll", faces }), hold = (die) => ({ do: "hold", die });
const fill = (box) => ({ do: "fill", box });
const frozen = (value) => {
  if (value && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

test("dice are held one by one, equal ones too, and may be freed again", () => {
  let state = play(yacht, start(yacht, people(1)), roll(5, 5, 2, 5, 1), hold(0), hold(3));
  assert.deepEqual(state.held, [true, false, false, true, false]);
  state = play(yacht, state, roll(1, 2, 3));
  assert.deepEqual(state.dice, [5, 1, 2, 5, 3]);
  assert.deepEqual(state.held, [true, false, false, true, false]);
  state = play(yacht, state, hold(0));
  assert.deepEqual(free(state), [0, 1, 2, 4]);
});

test("after the last roll nothing rolls and nothing is held, and the notice says why", () => {
  const state = play(yacht, start(yacht, people(1)), roll(1, 2, 3, 4, 6), roll(1, 2, 3, 4, 6), roll(1, 2, 3, 4, 6));
  assert.equal(rollsLeft(yacht, state), 0);
  for (const [action, key] of [[roll(1, 1, 1, 1, 1), "no-rolls"], [hold(0), "last-roll"]]) {
    const after = act(yacht, state, action);
    assert.deepEqual({ ...after, notice: 0 }, { ...state, notice: 0 });
    assert.deepEqual(after.notice, { key, refused: true });
  }
});

test("rolling with all dice held is refused and costs nothing", () => {
  const held = play(yacht, start(yacht, people(1)), roll(5, 5, 5, 5, 5), { do: "keep", held: [true, true, true, true, true] });
  const state = act(yacht, held, roll());
  assert.equal(state.notice.key, "all-held");
  assert.equal(state.rolls, 1);
});

test("a zero is written by the second tap on its box, and anything else takes the first back", () => {
  const state = play(yacht, start(yacht, people(1)), roll(1, 2, 3, 4, 6), fill("yacht"));
  assert.equal(state.sure, "yacht");
  assert.deepEqual(state.cards[0].points, {});
  for (const away of [{ do: "cancel" }, hold(0), roll(1, 2, 3, 4, 6), fill("full-house")]) {
    assert.notEqual(act(yacht, state, away).sure, "yacht");
  }
  const after = act(yacht, state, fill("yacht"));
  assert.deepEqual(after.cards[0].points, { yacht: 0 });
  assert.equal(after.turn, 1);
});

test("a box that pays is written by the first tap", () => {
  const state = play(yacht, start(yacht, people(1)), roll(1, 2, 3, 4, 6), fill("ones"));
  assert.deepEqual(state.cards[0].points, { ones: 1 });
  assert.deepEqual(state.notice, { key: "filled", seat: 0, box: "ones", points: 1, beside: 0, bonus: 0 });
});

test("a filled box, a box before the roll and a box out of order are refused with the reason", () => {
  const fresh = start(yacht, people(1));
  assert.equal(act(yacht, fresh, fill("ones")).notice.key, "roll-first");
  const again = play(yacht, fresh, roll(1, 2, 3, 4, 6), fill("ones"), roll(1, 2, 3, 4, 6), fill("ones"));
  assert.deepEqual([again.notice.key, again.notice.why], ["closed", "filled"]);
  const order = play(sheet, start(sheet, people(1)), roll(6, 6, 6, 1, 1), fill("sixes"));
  assert.deepEqual([order.notice.key, order.notice.why], ["closed", "order"]);
  assert.equal(play(yacht, fresh, roll(1, 2, 3, 4, 6), fill("constructor")).notice.key, "closed");
});

test("undo takes back a person's last entry until the next roll, dice and rolls included", () => {
  const before = play(yacht, start(yacht, people(2)), roll(5, 5, 2, 5, 1), hold(0));
  const filled = act(yacht, before, fill("fives"));
  const undone = act(yacht, filled, { do: "undo" });
  assert.deepEqual({ ...undone, notice: 0 }, { ...before, notice: 0 });
  assert.deepEqual(undone.notice, { key: "undone", seat: 0, box: "fives" });
  assert.equal(act(yacht, undone, { do: "undo" }).notice.key, "nothing-to-undo");
  const rolled = act(yacht, filled, roll(1, 1, 1, 1, 1));
  assert.equal(act(yacht, rolled, { do: "undo" }).notice.key, "nothing-to-undo");
});

test("a five alike on the first roll wins at once where two or more play, and only then", () => {
  const sixes = roll(6, 6, 6, 6, 6);
  const won = act(generala, start(generala, people(2), 1), sixes);
  assert.deepEqual([won.over, won.winner, won.notice.key], [true, 1, "won"]);
  assert.deepEqual(places(generala, won).map(({ seat, place }) => [seat, place]), [[1, 1], [0, 2]]);
  assert.equal(act(generala, won, fill("sixes")).notice.key, "is-over");
  assert.equal(act(generala, start(generala, people(1)), sixes).over, false);
  const second = play(generala, start(generala, people(2)), roll(1, 2, 3, 4, 6), sixes);
  assert.equal(second.over, false);
  assert.equal(act(yahtzee, start(yahtzee, people(2)), sixes).over, false);
});

test("equal totals share a place", () => {
  const state = { ...start(yacht, people(3)), cards: [20, 24, 20].map((choice) => ({ points: { choice }, repeats: 0 })) };
  assert.deepEqual(places(yacht, state).map(({ seat, place, total }) => [seat, place, total]), [[1, 1, 24], [0, 2, 20], [2, 2, 20]]);
});

test("the turn goes round from the seat that starts", () => {
  let state = start(yacht, people(3), 2);
  const seen = [];
  for (const box of ["ones", "twos", "threes", "fours"]) {
    seen.push([seatOf(state), round(yacht, state).turn]);
    state = play(yacht, state, roll(1, 2, 3, 4, 6), fill(box));
  }
  assert.deepEqual(seen, [[2, 1], [0, 1], [1, 1], [2, 2]]);
});

test("a game never changes a state that it was given", () => {
  const dice = seededDice("frozen");
  let state = frozen(start(yahtzee, people(2)));
  for (let i = 0; i < 400 && !state.over; i += 1) state = frozen(act(yahtzee, state, anyAction(yahtzee, state, dice)));
});

test("throws and actions that do not exist are errors, not moves", () => {
  const fresh = start(yacht, people(1));
  for (const faces of [[1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 2, 3, 4, 7], [1.5, 2, 3, 4, 5], ["1", "2", "3", "4", "x"]]) {
    assert.throws(() => act(yacht, fresh, { do: "roll", faces }), RangeError);
  }
  assert.throws(() => act(yacht, fresh, { do: "cheat" }), RangeError);
  assert.throws(() => act(yacht, fresh, { do: "toString" }), RangeError);
});

test("names are one line of at most twenty plain characters", () => {
  assert.equal(nameOf("  Ana \u202e\n\tMaria  "), "Ana Maria");
  assert.equal(nameOf("x".repeat(99)).length, 20);
  assert.equal(nameOf("<img src=x onerror=alert(1)>"), "<img src=x onerror=a");
  assert.equal(nameOf(undefined), "");
  assert.equal([...nameOf("🎲".repeat(30))].length, 20);
});

/** Whatever fingers might do, most of it out of place. */
function anyAction(one, state, dice) {
  const pick = (things) => things[(dice(1)[0] * 36 + dice(1)[0] * 6 + dice(1)[0]) % things.length];
  const thrown = state.rolls < one.nRolls && !state.over ? dice(free(state).length) : [];
  return pick([
    { do: "roll", faces: thrown }, { do: "roll", faces: thrown }, { do: "hold", die: pick([...state.held.keys()]) },
    { do: "hold", die: pick([...state.held.keys()]) }, { do: "fill", box: pick(one.boxes).id }, { do: "fill", box: pick(one.boxes).id },
    { do: "fill", box: pick(one.boxes).id, sure: true }, { do: "fill", box: "nowhere" }, { do: dice(1)[0] > 5 ? "undo" : "cancel" },
    { do: "keep", held: state.held.map(() => dice(1)[0] > 3) },
  ]);
}

for (const game of GAMES) {
  test(`${game}: ten thousand random actions leave a legal state`, () => {
    const dice = seededDice(`monkey ${game}`), tables = choicesOf(dataOf(game)).map((chosen) => table(game, chosen));
    let one = tables[0], state = start(one, people(2)), games = 0;
    for (let i = 0; i < 10000; i += 1) {
      state = act(one, state, anyAction(one, state, dice));
      for (const card of state.cards) assert.ok(Object.keys(card.points).every((id) => one.boxes.some((box) => box.id === id)));
      assert.ok(state.rolls >= 0 && state.rolls <= one.nRolls && (state.dice === null) === (state.rolls === 0));
      assert.ok(state.dice === null || state.dice.every((face) => face >= 1 && face <= one.nFaces));
      assert.equal(state.cards.reduce((n, card) => n + Object.keys(card.points).length, 0), state.turn);
      if (i % 50 === 0 || state.over) { // what it wrote down is played again to the same state
        const again = replay(one, read(write(one, state)));
        assert.deepEqual(again.cards, state.cards);
        assert.deepEqual([again.dice, again.held, again.rolls, again.over], [state.dice, state.held, state.rolls, state.over]);
      }
      if (state.over) {
        games += 1;
        one = tables[games % tables.length];
        state = start(one, people(1 + (games % 4)), 0);
      }
    }
    assert.ok(games > 1, `${games} games came to their end`);
  });
}

test("offers are shown from the first roll on and not after the end", () => {
  assert.equal(offersNow(yacht, start(yacht, people(1))), null);
  const done = playOut(yacht, [{ name: "A", kind: "turn", colour: 0 }], "offers");
  assert.equal(offersNow(yacht, done), null);
  assert.equal(totals(yacht, done.cards[0]).open, 0);
  assert.equal(act(yacht, done, roll(1, 1, 1, 1, 1)).notice.key, "is-over");
});

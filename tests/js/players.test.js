import assert from "node:assert/strict";
import { test } from "node:test";
import { seededDice } from "../../docs/assets/play/dice.js";
import { act, free, offersNow, start } from "../../docs/assets/play/game.js";
import { totals } from "../../docs/assets/play/table.js";
import { choicesOf, computer, dataOf, playOut, table } from "./tables.js";

const KINDS = ["now", "turn", "best"];
const seat = (kind) => [{ name: kind, kind, colour: 0 }];
const mean = (game, kind, games) => {
  const one = table(game);
  let sum = 0;
  for (let n = 0; n < games; n += 1) sum += totals(one, playOut(one, seat(kind), `${kind} ${n}`).cards[0]).total;
  return sum / games;
};

/** What a computer does with a roll: "keep 66", or the box; `roll` says which of the turn's it is. */
function does(one, kind, faces, { roll = 1, card = null } = {}) {
  const fresh = start(one, seat(kind));
  let state = card ? { ...fresh, cards: [card] } : fresh;
  const dice = [...faces].map(Number);
  for (let n = 0; n < roll; n += 1) state = act(one, state, { do: "roll", faces: dice });
  const action = computer(one, state);
  return action.do === "fill" ? action.box : `keep ${dice.filter((_, at) => action.held[at]).join("")}`;
}

/** A card on which only these boxes are open; the others hold nothing, or what `filled` says. */
const open = (one, boxes, filled = {}) => ({
  points: Object.fromEntries(one.boxes.filter(({ id }) => !boxes.includes(id)).map(({ id }) => [id, filled[id] ?? 0])),
  repeats: 0,
});

test("a computer throws at least one die again and fills only what is open, at any table", () => {
  for (const game of ["yahtzee", "yatzy", "generala"]) {
    for (const chosen of choicesOf(dataOf(game))) {
      for (const kind of KINDS) {
        const one = table(game, chosen), dice = seededDice(`${game} ${kind}`);
        let state = start(one, seat(kind));
        while (!state.over) {
          if (state.dice) {
            const action = computer(one, state);
            if (action.do === "fill") assert.ok(Object.hasOwn(offersNow(one, state).pays, action.box), action.box);
            else assert.ok(state.rolls < one.nRolls && action.held.length === one.nDice && action.held.includes(false));
            state = act(one, state, action);
            assert.ok(!state.notice.refused, state.notice.key);
          }
          if (!state.over) state = act(one, state, { do: "roll", faces: dice(free(state).length) });
        }
      }
    }
  }
});

test("the three strengths look one throw ahead, at the turn, and at the boxes that are left", () => {
  const yacht = table("yacht");
  assert.equal(does(yacht, "now", "66653"), "keep 6665");
  assert.equal(does(yacht, "turn", "66653"), "keep 666");
  assert.equal(does(yacht, "turn", "66653", { roll: 2 }), does(yacht, "now", "66653", { roll: 2 }));
  assert.equal(does(yacht, "turn", "66552"), "keep 6655");
  assert.equal(does(yacht, "turn", "66665", { roll: 3 }), "choice");
  assert.equal(does(yacht, "best", "66665", { roll: 3 }), "four-of-a-kind");
  for (const kind of KINDS) assert.equal(does(yacht, kind, "44444"), "yacht");
});

test("after the last roll, the first two strengths take the most points", () => {
  const yacht = table("yacht"), dice = seededDice("most");
  for (let n = 0; n < 50; n += 1) {
    const faces = dice(5);
    let state = start(yacht, seat("now"));
    for (let roll = 0; roll < 3; roll += 1) state = act(yacht, state, { do: "roll", faces });
    const { pays } = offersNow(yacht, state);
    for (const kind of ["now", "turn"]) {
      assert.equal(pays[does(yacht, kind, faces.join(""), { roll: 3 })], Math.max(...Object.values(pays)));
    }
  }
});

test("the strongest has the number bonus in sight", () => {
  assert.equal(does(table("yahtzee"), "best", "66664", { roll: 3 }), "sixes");
  assert.equal(does(table("yahtzee"), "best", "64331"), "keep 33");
});

test("what a first roll pays more is taken", () => {
  for (const kind of KINDS) assert.equal(does(table("generala"), kind, "66655"), "full-house");
  assert.equal(does(table("generala"), "turn", "66663"), "four-of-a-kind");
  assert.equal(does(table("generala", { "first-roll": "none" }), "turn", "66663"), "keep 6666");
});

test("what depends on the card is planned for: the joker, points beside the box, a lock, the order of the sheet", () => {
  const yahtzee = table("yahtzee"), straights = open(yahtzee, ["small-straight", "large-straight"], { yahtzee: 50 });
  assert.equal(does(yahtzee, "turn", "66666", { card: straights }), "large-straight");
  assert.equal(does(yahtzee, "turn", "66651", { card: straights }), "keep 666");
  const none = table("yahtzee", { joker: "none", extra: "none" });
  assert.equal(does(none, "turn", "66651", { card: straights }), "keep ");
  const two = open(yahtzee, ["small-straight", "ones"], { yahtzee: 50 });
  assert.equal(does(yahtzee, "turn", "66662", { card: two }), "keep 6666");
  assert.equal(does(table("yahtzee", { extra: "none" }), "turn", "66662", { card: two }), "keep ");

  const double = table("generala", { double: "120" });
  const locked = open(double, ["double-generala", "sixes"]), free = open(double, ["double-generala", "sixes"], { generala: 50 });
  assert.equal(does(double, "turn", "65555", { card: locked }), "keep 6");
  assert.equal(does(double, "turn", "65555", { card: free }), "keep 5555");

  assert.equal(does(table("yatzy", { order: "sheet" }), "turn", "66661"), "keep 1");
  assert.equal(does(table("yatzy"), "turn", "66661"), "keep 6666");
});

test("a box that an option changed is charged in proportion, one that nobody knows a price of with what it brings", () => {
  assert.equal(does(table("yatzy", { prices: "boxed" }), "best", "65332", { roll: 3 }), "chance");
  assert.equal(does(table("yacht", { "four-alike": "all" }), "best", "44442", { roll: 3 }), "fours");
  assert.equal(does(table("yacht", { straights: "15-30" }), "best", "66543", { roll: 3 }), "choice");
  const double = table("generala", { double: "120" }), made = { points: { generala: 50 }, repeats: 0 };
  assert.equal(does(double, "best", "66554", { roll: 3, card: made }), "fives");
});

test("stronger computers score more, and the strongest comes near best play", () => {
  const [now, best] = ["now", "best"].map((kind) => mean("yahtzee", kind, 300));
  assert.ok(now > 205 && now < best, `${now}`);
  assert.ok(best > 242, `${best} of 254.6`);
});

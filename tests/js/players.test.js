import assert from "node:assert/strict";
import { test } from "node:test";
import { act, offersNow, start } from "../../docs/assets/play/game.js";
import { decide } from "../../docs/assets/play/players.js";
import { totals } from "../../docs/assets/play/table.js";
import { playOut, table } from "./tables.js";

const seat = (kind) => [{ name: kind, kind, colour: 0 }];
const mean = (game, kind, games) => {
  const one = table(game);
  let sum = 0;
  for (let n = 0; n < games; n += 1) sum += totals(one, playOut(one, seat(kind), `${kind} ${n}`).cards[0]).total;
  return sum / games;
};

test("a computer never holds what it does not have and fills only what is open", () => {
  for (const game of ["yahtzee", "yatzy", "generala"]) {
    const one = table(game);
    for (const kind of ["now", "turn", "best"]) {
      playOut(one, seat(kind), `legal ${game} ${kind}`, { each: (state) => assert.ok(!state.notice.refused, JSON.stringify(state.notice)) });
    }
  }
});

test("a computer that plays each turn well keeps what is best for the turn", () => {
  const one = table("yacht");
  const rolled = act(one, start(one, seat("turn")), { do: "roll", faces: [6, 6, 5, 5, 2] });
  assert.deepEqual(decide(one, rolled), { do: "keep", held: [true, true, true, true, false] });
  const made = act(one, start(one, seat("turn")), { do: "roll", faces: [4, 4, 4, 4, 4] });
  assert.deepEqual(decide(one, made), { do: "fill", box: "yacht", sure: true });
});

test("a computer that takes the most points now takes them after the last roll", () => {
  const one = table("yacht");
  let state = start(one, seat("now"));
  for (const faces of [[6, 6, 6, 6, 1], [1], [1]]) {
    if (state.dice) state = act(one, state, { do: "keep", held: [true, true, true, true, false] });
    state = act(one, state, { do: "roll", faces });
  }
  const { pays } = offersNow(one, state);
  assert.equal(pays[decide(one, state).box], Math.max(...Object.values(pays)));
});

test("stronger computers score more, and the strongest comes near best play", () => {
  const [now, best] = ["now", "best"].map((kind) => mean("yahtzee", kind, 300));
  assert.ok(now > 205 && now < best, `${now}`);
  assert.ok(best > 242, `${best} of 254.6`);
});

// What a computer at a seat does with the dice in front of it: pure. None of the strengths knows a rule:
//   now   takes the most points now: looks one throw ahead, at this turn's points only
//   turn  plays each turn well: the hold that brings this turn the most points on average, exactly
// The third is advice.js, which is loaded when it is asked for.

import { bestHold, heldOf, throwRest } from "./engine.js";
import { seatOf } from "./game.js";
import { offersAt } from "./table.js";

const plainly = () => (_, points) => points;

/**
 * {do: "keep", held} when it throws again, else {do: "fill", box, sure: true}; for the seat on turn, after its roll.
 * `worthOf`: (table, card) -> (box, points) -> what writing them there is worth.
 */
export function decide(table, state, worthOf = plainly) {
  const { lattice: lat } = table, seat = seatOf(state), card = state.cards[seat], { kind } = state.seats[seat];
  const { worth, turn } = planOf(table, card, worthOf), row = lat.findRoll(state.dice), left = table.nRolls - state.rolls;
  const stop = bestBox(offersAt(table, card, row, state.rolls === 1), worth);
  if (left > 0) {
    const { values, holds } = turn[kind === "now" ? 0 : left - 1], keep = lat.dice[holds[row]];
    if (values[row] > stop.value && keep.length < table.nDice) return { do: "keep", held: heldOf(state.dice, keep) };
  }
  return { do: "fill", box: table.boxes[stop.box].id, sure: true };
}

const plans = new WeakMap();

/** What a turn on this card is played for: what boxes are worth, and by throws left the best holds. Once a turn. */
function planOf(table, card, worthOf) {
  const made = plans.get(card);
  if (made?.table === table && made.worthOf === worthOf) return made;
  const { lattice: lat } = table, worth = worthOf(table, card), turn = [];
  let values = Float64Array.from({ length: lat.nRolls }, (_, row) => bestBox(offersAt(table, card, row, false), worth).value);
  for (let throws = 1; throws < table.nRolls; throws += 1) {
    turn.push(bestHold(lat, throwRest(lat, values)));
    values = turn.at(-1).values;
  }
  const plan = { table, worthOf, worth, turn };
  plans.set(card, plan);
  return plan;
}

function bestBox({ pay, beside }, worth) {
  let box = -1, value = -Infinity;
  pay.forEach((points, i) => {
    if (points < 0) return;
    const here = worth(i, points) + beside;
    if (here > value) [box, value] = [i, here];
  });
  return { box, value };
}

// What a computer at a seat does with the dice in front of it: pure. Three strengths, none of which knows a rule:
//   now   takes the most points now: looks one throw ahead, at this turn's points only
//   turn  plays each turn well: the hold that brings this turn the most points on average, exactly
//   best  near best play: the same, with every box charged what it could bring later, and the number bonus in sight

import { bestHold, heldOf, keepOdds, throwRest } from "./engine.js";
import { seatOf } from "./game.js";
import { offersAt, totals } from "./table.js";

/** {do: "keep", held} when it throws again, else {do: "fill", box, sure: true}; for the seat on turn, after its roll. */
export function decide(table, state) {
  const { lattice: lat } = table, seat = seatOf(state), card = state.cards[seat], { kind } = state.seats[seat];
  const { worth, turn } = planOf(table, card, kind), row = lat.findRoll(state.dice), left = table.nRolls - state.rolls;
  const stop = bestBox(offersAt(table, card, row, state.rolls === 1), worth);
  if (left > 0) {
    const { values, holds } = turn[kind === "now" ? 0 : left - 1], keep = lat.dice[holds[row]];
    if (values[row] > stop.value && keep.length < table.nDice) return { do: "keep", held: heldOf(state.dice, keep) };
  }
  return { do: "fill", box: table.boxes[stop.box].id, sure: true };
}

const plans = new WeakMap();

/** What a turn on this card is played for: what boxes are worth, and by throws left the best holds. Once a turn. */
function planOf(table, card, kind) {
  const made = plans.get(card);
  if (made?.table === table && made.kind === kind) return made;
  const { lattice: lat } = table, worth = kind === "best" ? worthOf(table, card) : plainly, turn = [];
  let values = Float64Array.from({ length: lat.nRolls }, (_, row) => bestBox(offersAt(table, card, row, false), worth).value);
  for (let throws = 1; throws < table.nRolls; throws += 1) {
    turn.push(bestHold(lat, throwRest(lat, values)));
    values = turn.at(-1).values;
  }
  const plan = { table, kind, worth, turn };
  plans.set(card, plan);
  return plan;
}

const plainly = (_, points) => points;

function bestBox({ pay, beside }, worth) {
  let box = -1, value = -Infinity;
  pay.forEach((points, i) => {
    if (points < 0) return;
    const here = worth(i, points) + beside;
    if (here > value) [box, value] = [i, here];
  });
  return { box, value };
}

/** (box, points) -> what writing them there is worth: less what the box could bring later, and what the bonus gains. */
function worthOf(table, card) {
  const cost = costsOf(table), { upperBonus } = table.rules;
  if (!upperBonus) return (i, points) => points - cost[i];
  const upper = [...table.boxes.keys()].filter((i) => table.boxes[i].face), sum = (of) => of.reduce((a, b) => a + b, 0);
  const faceOf = (i) => table.boxes[i].face;
  const open = upper.filter((i) => !Object.hasOwn(card.points, table.boxes[i].id));
  const { upper: scored } = totals(table, card);
  const pace = upperBonus.at / sum(upper.map(faceOf));
  // The chance of the bonus when each of these open boxes brings its share of it, give or take a die and a bit.
  const chances = (boxes) => {
    const spread = Math.sqrt(sum(boxes.map((i) => (1.1 * faceOf(i)) ** 2)));
    const short = upperBonus.at - pace * sum(boxes.map(faceOf)) - 0.5;
    return (points) => (spread ? 1 / (1 + Math.exp((1.7 * (short - points)) / spread)) : Number(points >= upperBonus.at));
  };
  const before = chances(open)(scored), after = [];
  for (const i of open) after[i] = chances(open.filter((each) => each !== i));
  return (i, points) => points - cost[i] + (after[i] ? upperBonus.points * (after[i](scored + points) - before) : 0);
}

const costs = new WeakMap();

/** By box, what the data says that it could bring later, in proportion where an option changed the box. */
function costsOf(table) {
  if (!costs.has(table)) {
    const alone = (points) => {
      const one = { ...table, goals: [], boxes: [{ id: "one", points, firstPoints: points }] };
      const { n, d } = keepOdds(one, [], table.nRolls).boxes.one;
      return n / d;
    };
    costs.set(table, table.boxes.map(({ cost, points, standard }) => {
      if (cost === null) return alone(points);
      return standard ? (cost * alone(points)) / alone(standard) : cost;
    }));
  }
  return costs.get(table);
}

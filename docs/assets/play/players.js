// What a computer at a seat does with the dice in front of it: pure. Three strengths, none of which knows a rule:
//   now   takes the most points now: looks one throw ahead, at this turn's points only
//   turn  plays each turn well: the hold that brings this turn the most points on average, exactly
//   best  near best play: the same with every box charged what it is usually good for, and the number bonus in sight

import { bestHold, keepOdds, throwRest } from "./engine.js";
import { seatOf } from "./game.js";
import { offersAt } from "./table.js";

/** {do: "keep", held} when it throws again, else {do: "fill", box, sure: true}; for the seat on turn, after its roll. */
export function decide(table, state) {
  const { lattice: lat } = table, seat = seatOf(state), card = state.cards[seat], { kind } = state.seats[seat];
  const worth = kind === "best" ? worthOf(table, card) : plainly;
  const row = lat.findRoll(state.dice), now = offersAt(table, card, row, state.rolls === 1);
  const stop = bestBox(now, worth), left = table.nRolls - state.rolls;
  if (left > 0) {
    let values = Float64Array.from({ length: lat.nRolls }, (_, each) => bestBox(offersAt(table, card, each, false), worth).value);
    const ahead = kind === "now" ? 1 : left;
    for (let throws = 1; throws < ahead; throws += 1) values = bestHold(lat, throwRest(lat, values)).values;
    const { values: held, holds } = bestHold(lat, throwRest(lat, values));
    const keep = lat.dice[holds[row]];
    if (held[row] > stop.value && keep.length < table.nDice) return { do: "keep", held: positions(state.dice, keep) };
  }
  return { do: "fill", box: table.boxes[stop.box].id, sure: true };
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

/** Which dice lie at the positions that keep these faces: the first of equal ones. */
function positions(dice, keep) {
  const left = [...keep];
  return dice.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** (box, points) -> what writing them there is worth beyond what the box would bring anyway. */
function worthOf(table, card) {
  const par = parsOf(table), { upperBonus } = table.rules;
  const open = [...table.boxes.keys()].filter((i) => table.boxes[i].upper && !Object.hasOwn(card.points, table.boxes[i].id));
  const upper = table.boxes.filter((box) => box.upper).reduce((sum, box) => sum + (card.points[box.id] ?? 0), 0);
  // Chance of the bonus when the open number boxes bring their usual points, give or take a die and a bit each.
  const reaches = (sum, boxes) => {
    const mean = boxes.reduce((total, i) => total + par[i], sum);
    const spread = Math.sqrt(boxes.reduce((total, i) => total + (1.1 * (i + 1)) ** 2, 0));
    if (!spread) return sum >= upperBonus.at ? 1 : 0;
    return 1 / (1 + Math.exp((-1.7 * (mean - upperBonus.at + 0.5)) / spread));
  };
  const before = upperBonus ? reaches(upper, open) : 0;
  return (i, points) => {
    const bonus = upperBonus && open.includes(i)
      ? upperBonus.points * (reaches(upper + points, open.filter((each) => each !== i)) - before) : 0;
    return points - par[i] + bonus;
  };
}

const pars = new WeakMap();

/** By box, the points that it usually brings: those of best play, in proportion where an option changed the box. */
function parsOf(table) {
  if (!pars.has(table)) {
    const alone = (points) => {
      const one = { ...table, goals: [], boxes: [{ id: "one", points, firstPoints: points }] };
      const { n, d } = keepOdds(one, [], table.nRolls).boxes.one;
      return n / d;
    };
    pars.set(table, table.boxes.map(({ par, points, standard }) => {
      if (par === null) return alone(points);
      return standard ? (par * alone(points)) / alone(standard) : par;
    }));
  }
  return pars.get(table);
}

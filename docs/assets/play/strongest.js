// The strongest computer: plays best where best play can be solved, else near best: each turn well, with every box charged what it
// could bring later, and the number bonus in sight. It knows no rule.

import { decideBest } from "./advice.js";
import { bestOf } from "./best.js";
import { keepOdds } from "./engine.js";
import { decide } from "./players.js";
import { totals } from "./table.js";

/** How it decides, as `decide` does, once best play is solved; near best where it is not. Takes what `bestOf` takes. */
export async function strongest(data, chosen, how) {
  try {
    const best = await bestOf(data, chosen, how);
    return (table, state) => decideBest(best, state);
  } catch {
    return decideNearly;
  }
}

export const decideNearly = (table, state) => decide(table, state, worthOf);

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

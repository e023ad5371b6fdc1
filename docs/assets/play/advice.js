// What best play makes of a card and dice: pure. What each hold and each box is worth, where a hold leads to, what the strongest
// computer does, and how a game that was played compares. Worth is points: the total at the end, on average, when all
// that follows is played best; a number bonus counts whole.

import { heldOf } from "./engine.js";
import { rollsLeft, seatOf } from "./game.js";
import { emptyCard, enter, offersAt, totals } from "./table.js";

const EVEN = 1e-9; // what is closer than that is equal
const TOSS = 0.1, CLEAR = 1; // points between the best and the next: below the first a coin toss, from the second on clear

/** What a card has for certain: all but the number bonus, which counts as still to come. */
export function standing(table, card) {
  const { total, bonus } = totals(table, card);
  return total - bonus;
}

/** How far the best and the next are apart: "toss", "close" or "clear"; "only" where there is no other. */
export const howClear = (gap) => (gap === null ? "only" : gap < TOSS ? "toss" : gap < CLEAR ? "close" : "clear");

/** What the strongest computer does with its roll, for the seat on turn: an action. */
export function decideBest(best, state) {
  const { table } = best, { lattice: lat } = table, left = rollsLeft(table, state), row = lat.findRoll(state.dice);
  const { holds, entries } = best.turn(state.cards[seatOf(state)]), keep = holds[left][row];
  if (keep < lat.first) return { do: "keep", held: heldOf(state.dice, lat.dice[keep]) };
  const isFirst = state.rolls === 1;
  return { do: "fill", box: table.boxes[entries[Number(isFirst)].box[row]].id, sure: true };
}

/** The keeps that these dice allow, as places in the lattice, all dice apart. */
function keepsOf({ lattice: lat }, dice) {
  const found = new Set();
  for (let chosen = 0; chosen < 2 ** dice.length - 1; chosen += 1) found.add(lat.find(dice.filter((_, i) => (chosen >> i) & 1)));
  return [...found].sort((a, b) => a - b);
}

/**
 * Everything that can be done with this roll, best first: [{keep, worth}] for dice held, faces, and [{box, points, beside, rest,
 * worth}] for boxes; `rest` is what the boxes that are left bring on average. `less`: points behind the best. Throws
 * RangeError for what are no dice of the game.
 */
export function options(best, card, dice, left, isFirst = false) {
  const { table } = best, row = table.lattice.findRoll(dice), sure = standing(table, card), { keeps } = best.turn(card);
  const { pay, beside } = offersAt(table, card, row, isFirst), found = [];
  table.boxes.forEach(({ id }, i) => {
    if (pay[i] < 0) return;
    const rest = best.worth({ ...card, points: { ...card.points, [id]: pay[i] } });
    found.push({ box: id, points: pay[i], beside, rest, worth: sure + pay[i] + beside + rest });
  });
  if (left) {
    for (const keep of keepsOf(table, dice)) found.push({ keep: table.lattice.dice[keep], worth: sure + keeps[left][keep] });
  }
  const most = Math.max(...found.map(({ worth }) => worth));
  return found.map((one) => ({ ...one, less: most - one.worth < EVEN ? 0 : most - one.worth }))
    .sort((a, b) => (Math.abs(a.worth - b.worth) < EVEN ? 0 : b.worth - a.worth));
}

/** From the chances of keeps to those of all that comes of throwing the rest once, in place. */
function spread({ first, plus, nFaces }, chances) {
  for (let i = 0; i < first; i += 1) {
    if (!chances[i]) continue;
    for (let f = 0; f < nFaces; f += 1) chances[plus[i * nFaces + f]] += chances[i] / nFaces;
    chances[i] = 0;
  }
}

/**
 * How a turn ends when it is played best from here: `each(row, chance, isFirst)` is called with every roll that is written. `keep`: the
 * place in the lattice of what is held with so many throws left, all of them before the first roll.
 */
export function endings(best, card, keep, throws, each) {
  const { lattice: lat, nRolls } = best.table, { holds } = best.turn(card);
  let chances = new Float64Array(lat.dice.length);
  chances[keep] = 1;
  for (let left = throws - 1; left >= 0; left -= 1) {
    spread(lat, chances);
    const held = new Float64Array(lat.dice.length);
    for (let row = 0; row < lat.nRolls; row += 1) {
      const chance = chances[lat.first + row], to = holds[left][row];
      if (!chance) continue;
      if (to >= lat.first) each(row, chance, left === nRolls - 1);
      else held[to] += chance;
    }
    chances = held;
  }
}

/** The boxes that a hold leads to: [{box, chance, pays: the chance that it pays there, in the box or beside it}], by that. */
export function boundFor(best, card, dice, throws) {
  const { table } = best, { entries } = best.turn(card), found = new Map();
  endings(best, card, table.lattice.find(dice), throws, (row, chance, isFirst) => {
    const { box, pay, beside } = entries[Number(isFirst)], { id } = table.boxes[box[row]];
    const one = found.get(id) ?? { box: id, chance: 0, pays: 0 };
    one.chance += chance;
    if (pay[row] + beside[row]) one.pays += chance;
    found.set(id, one);
  });
  return [...found.values()].sort((a, b) => b.pays - a.pays);
}

/**
 * How a seat's turns so far compare with best play: `expected` before its first roll, `luck` of the rolls and `lost` by choices;
 * expected + luck - lost is `now`, what its card is worth now (the total, once it is full). `decisions`, in order: {turn,
 * roll, dice, card, left, lost, did, better}, the last two as in `options`; null after a win at once, which has no points.
 */
export function review(best, state, seat) {
  const { table } = best, { lattice: lat, nRolls } = table, decisions = [];
  let card = emptyCard(), luck = 0, turn = 0;
  if (state.winner !== null) return null;
  for (const { rolls, box, points, beside } of state.log.filter((entry) => entry.seat === seat)) {
    const { rolls: worthOf, keeps } = best.turn(card);
    let before = best.worth(card);
    turn += 1;
    const here = card, after = enter(table, card, box, rolls.at(-1).dice, rolls.length === 1);
    rolls.forEach(({ dice, held }, at) => {
      const left = nRolls - 1 - at, worth = worthOf[left][lat.findRoll(dice)], isLast = at === rolls.length - 1;
      luck += worth - before;
      const keep = lat.find(dice.filter((_, i) => held[i]));
      before = isLast ? points + beside + best.worth(after) : keeps[left][keep];
      const lost = worth - before < EVEN ? 0 : worth - before, same = (one) => (isLast ? one.box === box
        : one.keep && lat.find(one.keep) === keep);
      const all = options(best, here, dice, left, at === 0);
      decisions.push({ turn, roll: at + 1, dice, card: here, left, lost, did: all.find(same), better: all[0] });
    });
    card = after;
  }
  const lost = decisions.reduce((sum, one) => sum + one.lost, 0);
  return { expected: best.average, luck, lost, now: standing(table, card) + best.worth(card), decisions };
}

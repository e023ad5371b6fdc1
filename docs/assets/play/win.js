// The chance of each seat to win when all of them play for the most points: pure. What a card still brings is worked out exactly,
// forwards over the cards that best play meets; while they are too many, it is taken from games that are played out with
// dice of their own. Both give way after every card or game, so that a page stays awake meanwhile.

import { endings, standing } from "./advice.js";
import { seededDice } from "./dice.js";
import { layoutOf } from "./solver.js";
import { totals } from "./table.js";

const CARDS = 3000; // worked through in about a second
const GAMES = 500; // played out else: a chance is then off by less than five in a hundred, nineteen times in twenty

/** The ways a turn on this card ends: [{box, pay, beside, chance}], those that write the same put together. */
function waysOf(best, card) {
  const { table } = best, { entries } = best.turn(card), found = new Map();
  endings(best, card, 0, table.nRolls, (row, chance, isFirst) => {
    const { box, pay, beside } = entries[Number(isFirst)], name = `${box[row]} ${pay[row]} ${beside[row]}`;
    const one = found.get(name) ?? { box: table.boxes[box[row]].id, pay: pay[row], beside: beside[row], chance: 0 };
    one.chance += chance;
    found.set(name, one);
  });
  return [...found.values()];
}

/** The most that a turn can add to each box of a card. */
const mostOf = ({ boxes, rules, lattice }) => boxes.map(({ points, firstPoints, joker }) => {
  const beside = rules.repeatBonus?.points ?? 0;
  return beside + Array.from({ length: lattice.nRolls }, (_, r) => Math.max(points[r], firstPoints[r], joker)).reduce((a, b) => Math.max(a, b));
});

/** How many cards, as later turns tell them apart, may be met from this one on. */
function ahead({ table }, card) {
  const { upper, lower, rows, columns } = layoutOf(table), filled = (of) => (
    of.reduce((mask, i, k) => mask | (Object.hasOwn(card.points, table.boxes[i].id) << k), 0));
  const [low, high] = [filled(lower), filled(upper)], among = (all, mask) => all.filter((one) => (one.mask & mask) === mask).length;
  return among(rows, low) * among(columns, high);
}

/** The exact chances of the totals that this card comes to, by total. Yields after every card. */
export function* exactly(best, card) {
  const { table } = best, open = table.boxes.filter(({ id }) => !Object.hasOwn(card.points, id)), sure = standing(table, card);
  const gains = mostOf(table), room = 1 + table.boxes.reduce((sum, box, i) => sum + (open.includes(box) ? gains[i] : 0), 0);
  const bonusOf = (full) => totals(table, full).bonus, found = new Float64Array(sure + room + (table.rules.upperBonus?.points ?? 0));
  let level = new Map([[0, { card, gained: Float64Array.of(1) }]]);
  for (let left = open.length; left > 0; left -= 1) {
    const next = new Map();
    for (const { card: here, gained } of level.values()) {
      for (const { box, pay, beside, chance } of waysOf(best, here)) {
        const after = { ...here, points: { ...here.points, [box]: pay } }, name = best.state(after);
        if (!next.has(name)) next.set(name, { card: after, gained: new Float64Array(room) });
        const to = next.get(name).gained, more = pay + beside, stop = Math.min(gained.length, room - more);
        for (let sum = 0; sum < stop; sum += 1) to[sum + more] += gained[sum] * chance;
      }
      yield;
    }
    level = next;
  }
  for (const { card: full, gained } of level.values()) {
    gained.forEach((chance, sum) => { if (chance) found[sure + sum + bonusOf(full)] += chance; });
  }
  return found;
}

/** The same from games played out, the same ones for the same card. Yields after every game, and every card that is new. */
export function* roughly(best, card) {
  const { table } = best, ways = new Map(), dice = seededDice(JSON.stringify(card.points)), sure = standing(table, card);
  const chance = () => dice(12).reduce((sum, face) => (sum + face - 1) / table.nFaces, 0), found = [];
  for (let game = 0; game < GAMES; game += 1) {
    let here = card, total = sure;
    while (Object.keys(here.points).length < table.boxes.length) {
      const name = best.state(here);
      if (!ways.has(name)) {
        ways.set(name, waysOf(best, here));
        yield;
      }
      let left = chance();
      const way = ways.get(name).find((one) => (left -= one.chance) < 0) ?? ways.get(name).at(-1);
      here = { ...here, points: { ...here.points, [way.box]: way.pay } };
      total += way.pay + way.beside;
    }
    total += totals(table, here).bonus;
    found[total] = (found[total] ?? 0) + 1 / GAMES;
    yield;
  }
  return Float64Array.from(found, (share) => share ?? 0);
}

const known = new WeakMap(); // by Best: what its cards come to, {chances, isExact}, by what is written and what they may still become

/**
 * The chance of each of these cards to end above the others, a first place that is shared counting in parts: {chances,
 * isExact}. A generator that yields while it works; what a card comes to is worked out once.
 */
export function* winning(best, cards) {
  if (!known.has(best)) known.set(best, new Map());
  const found = known.get(best), seats = [];
  for (const card of cards) {
    const name = `${best.state(card)} ${standing(best.table, card)}`, isExact = ahead(best, card) <= CARDS;
    if (!found.has(name)) found.set(name, { isExact, chances: yield* (isExact ? exactly : roughly)(best, card) });
    seats.push(found.get(name));
  }
  const won = seats.map(() => 0), below = seats.map(() => 0);
  for (let total = 0; total < Math.max(...seats.map(({ chances }) => chances.length)); total += 1) {
    const here = seats.map(({ chances }) => chances[total] ?? 0);
    here.forEach((chance, seat) => {
      if (!chance) return;
      let shared = [1]; // by how many others have as much, the chance that all the rest have less
      here.forEach((other, i) => {
        if (i === seat) return;
        shared = [...shared, 0].map((each, n) => each * below[i] + (shared[n - 1] ?? 0) * other);
      });
      won[seat] += chance * shared.reduce((sum, each, n) => sum + each / (n + 1), 0);
    });
    here.forEach((chance, seat) => { below[seat] += chance; });
  }
  return { chances: won, isExact: seats.every((seat) => seat.isExact) };
}

// What best play makes of a card and dice: pure. What each hold and each box is worth, where a hold leads to, how a game that
// was played compares, who is likely to win, and what the strongest computer does. Worth is points: the total at the end, on
// average, when all that follows is played best; a number bonus counts whole. One module, as most of it is loaded together.

import { bestOf } from "./best.js";
import { seededDice } from "./dice.js";
import { heldOf, keepOdds } from "./engine.js";
import { rollsLeft, seatOf } from "./game.js";
import { decide } from "./players.js";
import { layoutOf } from "./solver.js";
import { emptyCard, enter, offersAt, totals } from "./table.js";

const EVEN = 1e-9; // what is closer than that is equal
const CARDS = 3000; // worked through in about a second
const GAMES = 500; // played out else: a chance is then off by less than five in a hundred, nineteen times in twenty
const TOSS = 0.1, CLEAR = 1; // points between the best and the next: below the first a coin toss, from the second on clear

/** What a card has for certain: all but the number bonus, which counts as still to come. */
export function standing(table, card) {
  const { total, bonus } = totals(table, card);
  return total - bonus;
}

/** The card once a box holds what it is paid. */
const written = (card, box, points) => ({ ...card, points: { ...card.points, [box]: points } });

/** How far the best and the next are apart: "toss", "close" or "clear"; "only" where there is no other. */
export const howClear = (gap) => (gap === null ? "only" : gap < TOSS ? "toss" : gap < CLEAR ? "close" : "clear");

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
    const rest = best.worth(written(card, id, pay[i]));
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
function endings(best, card, keep, throws, each) {
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

// ---- who wins, when all play for the most points

// What a card still brings is worked out exactly, forwards over the cards that best play meets; while they are too many, it
// is taken from games that are played out with dice of their own. Both give way after every card or game, so that a page
// stays awake meanwhile.

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
function ahead(best, card) {
  const { rows, columns, stride } = layoutOf(best.table), here = best.state(card);
  const from = (all, { mask }) => all.filter((one) => (one.mask & mask) === mask).length;
  return from(rows, rows[Math.floor(here / stride)]) * from(columns, columns[here % stride]);
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
        const after = written(here, box, pay), name = best.state(after);
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
      here = written(here, way.box, way.pay);
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

// ---- the strongest computer: plays best, or near best where best play cannot be solved

/** What it does with its roll, for the seat on turn: an action. */
export function decideBest(best, state) {
  const { table } = best, { lattice: lat } = table, left = rollsLeft(table, state), row = lat.findRoll(state.dice);
  const { holds, entries } = best.turn(state.cards[seatOf(state)]), keep = holds[left][row];
  if (keep < lat.first) return { do: "keep", held: heldOf(state.dice, lat.dice[keep]) };
  const isFirst = state.rolls === 1;
  return { do: "fill", box: table.boxes[entries[Number(isFirst)].box[row]].id, sure: true };
}

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

// A game as one table plays it, and what a roll may be written as on a card: pure, without a rule of its own. Points come
// from the game's data; what depends on more than the roll (jokers, bonuses, a lock, the order) from its parameters.

import { lattice } from "./engine.js";

/**
 * The table of a game's data (/data/<game>.json) with these choices: {option id: choice id}. Throws RangeError for an option
 * or choice that it does not have.
 */
export function tableOf(data, chosen = {}) {
  const kept = {}, rules = { ...data.rules }, boxes = new Map(data.boxes.map((box) => [box.id, box]));
  for (const [optionId, choiceId] of Object.entries(chosen)) {
    const option = data.options.find(({ id }) => id === optionId);
    if (!option) throw new RangeError(`${data.id} has no option ${optionId}; it has: ${ids(data.options)}`);
    const choice = option.choices.find(({ id }) => id === choiceId);
    if (!choice) throw new RangeError(`${optionId}: no choice ${choiceId}; allowed: ${ids(option.choices)}`);
    if (choice !== option.choices[0]) kept[optionId] = choiceId;
  }
  for (const option of data.options) {
    const choice = option.choices.find(({ id }) => id === kept[option.id]);
    for (const box of choice?.boxes ?? []) boxes.set(box.id, { ...box, standard: boxes.get(box.id)?.points });
    Object.assign(rules, choice?.rules);
  }
  const all = [...boxes.values()].map((box) => ({ ...box, firstPoints: firstPoints(box, rules.firstRoll) }));
  const named = (rule) => all.find(({ id }) => id === rule?.box) ?? null; // the box that a rule names
  return {
    id: data.id, name: data.name, edition: data.edition,
    nDice: data.dice, nFaces: data.faces, nRolls: data.rolls,
    chosen: kept, rules, options: data.options, key: data.key, lattice: lattice(data.dice, data.faces), boxes: all,
    joker: named(rules.joker), repeat: named(rules.repeatBonus), lock: named(rules.lock), wins: named(rules.instantWin),
    goals: Object.entries(data.goals).map(([id, made]) => ({ id, made })),
  };
}

const ids = (things) => things.map(({ id }) => id).join(", ") || "none";

const firstPoints = (box, firstRoll) => (firstRoll?.boxes.includes(box.id)
  ? box.points.map((points) => (points ? points + firstRoll.points : 0)) : box.points);

const held = new WeakMap();

/** The numbers that a box can hold, ascending; any box may hold zero. */
export function holdable(box) {
  if (!held.has(box)) held.set(box, [...new Set([0, ...box.points, ...box.firstPoints])].sort((a, b) => a - b));
  return held.get(box);
}

/** Of what somebody asks for, {name: value}, the choices that a game has: {option id: choice id}, in the order of its options. */
export const choicesIn = ({ options }, wish) => Object.fromEntries(options
  .filter(({ id, choices }) => choices.some((choice) => choice.id === wish[id])).map(({ id }) => [id, wish[id]]));

/** The choices that differ from the game's own rules: [{option, choice, question, says}]. */
export function houseRules(table) {
  return table.options.filter(({ id }) => id in table.chosen).map(({ id, question, choices }) => {
    const choice = choices.find((each) => each.id === table.chosen[id]);
    return { option: id, choice: choice.id, question, says: choice.says };
  });
}

/** The house rules, each with its question. */
export const rulings = (table) => houseRules(table).map(({ question, says }) => `${question} ${says}`);

export const emptyCard = () => ({ points: {}, repeats: 0 });

const isFilled = (card, id) => Object.hasOwn(card.points, id);

/**
 * What a roll (its row) may be written as. `pay`: points by box, -1 where it may not go; `why`: "filled", "own", "lower" or
 * "order" there; `beside`: what it earns beside its box.
 */
export function offersAt(table, card, row, firstRoll) {
  const { boxes, rules, joker, repeat, lock } = table;
  const why = boxes.map(({ id }) => (isFilled(card, id) ? "filled" : null));
  const pay = boxes.map((box) => (firstRoll ? box.firstPoints : box.points)[row]);
  const isOpen = (i) => !why[i], close = (reason, stays) => boxes.forEach((box, i) => {
    if (!why[i] && !stays(box, i)) why[i] = reason;
  });
  if (rules.inOrder) close("order", (_, i) => i === why.indexOf(null));
  if (joker && joker.points[row] && isFilled(card, joker.id)) {
    const isOwn = (box) => box.upper && box.points[row] > 0, isLower = (box) => !box.upper;
    if (boxes.some((box, i) => isOpen(i) && isOwn(box))) {
      if (rules.joker.forced) close("own", isOwn);
    } else {
      boxes.forEach((box, i) => { if (isLower(box)) pay[i] = Math.max(pay[i], box.joker); });
      if (rules.joker.forced && boxes.some((box, i) => isOpen(i) && isLower(box))) close("lower", isLower);
    }
  }
  if (lock && !(card.points[rules.lock.until] > 0)) pay[boxes.indexOf(lock)] = 0;
  const beside = repeat && card.points[repeat.id] > 0 && repeat.points[row] ? rules.repeatBonus.points : 0;
  return { pay: pay.map((points, i) => (why[i] ? -1 : points)), why, beside };
}

/** The same by box id: `pays` of the boxes it may fill, in the order of the card, and `closed`, open boxes it may not. */
export function offers(table, card, dice, firstRoll = false) {
  const { pay, why, beside } = offersAt(table, card, table.lattice.findRoll(dice), firstRoll);
  const pays = {}, closed = {};
  table.boxes.forEach(({ id }, i) => {
    if (!why[i]) pays[id] = pay[i];
    else if (why[i] !== "filled") closed[id] = why[i];
  });
  return { pays, closed, beside };
}

const views = new WeakMap();

/** The table as this card has it: the boxes it may still fill, with what rolls pay there now. One and the same for a card. */
export function onCard(table, card) {
  if (views.get(card)?.of !== table) {
    const rows = [...Array(table.lattice.nRolls).keys()];
    const [later, first] = [false, true].map((isFirst) => rows.map((row) => offersAt(table, card, row, isFirst).pay));
    const boxes = table.boxes.map((box, i) => ({ ...box, shut: later.every((pay) => pay[i] < 0),
      points: later.map((pay) => Math.max(pay[i], 0)), firstPoints: first.map((pay) => Math.max(pay[i], 0)) }));
    views.set(card, { ...table, of: table, boxes: boxes.filter(({ shut }) => !shut) });
  }
  return views.get(card);
}

/** The card after this roll is written into that box. Throws RangeError when it may not be. */
export function enter(table, card, box, dice, firstRoll = false) {
  const { pays, beside } = offers(table, card, dice, firstRoll);
  if (!Object.hasOwn(pays, box)) throw new RangeError(`${box} is not open to ${dice.join(" ")}`);
  return { points: { ...card.points, [box]: pays[box] }, repeats: card.repeats + (beside > 0) };
}

/** Sums of a card; `short`: points still needed for the number bonus, null where there is none. */
export function totals(table, card) {
  const { upperBonus, repeatBonus } = table.rules, sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const upper = sum(table.boxes.filter((box) => box.upper).map((box) => card.points[box.id] ?? 0));
  const short = upperBonus && Math.max(0, upperBonus.at - upper), bonus = short === 0 ? upperBonus.points : 0;
  const repeat = repeatBonus ? card.repeats * repeatBonus.points : 0, filled = Object.values(card.points);
  return { upper, bonus, short, repeat, total: sum(filled) + bonus + repeat, open: table.boxes.length - filled.length };
}

// A card and a turn of real dice, as data: pure, and it knows no rule. What can be done, what is kept, what each is read from.

import { emptyCard, enter, holdable, tableOf } from "./table.js";

const MOST = 999; // the highest number that a box takes
const FRESH = { roll: 1, dice: [], kept: 0 };

/**
 * Nothing written, nothing rolled: {chosen, card, roll, dice, kept}. `roll` counts from 1; `dice`: faces as they were entered,
 * the first `kept` of them held from the roll before.
 */
export const begin = (chosen) => ({ chosen, card: emptyCard(), ...FRESH });

export const isWhole = ({ nDice }, { dice }) => dice.length === nDice;
export const left = ({ nRolls }, { roll }) => nRolls - roll;

/** How many further five alike may stand on a card: one for each other box, once the box that they stand beside has its points. */
export const mostRepeats = ({ repeat }, { points }) => (repeat && points[repeat.id] > 0 ? Object.keys(points).length - 1 : 0);

/** Whether turns make a card with these boxes filled, where the sheet is filled in its order. */
export const isInOrder = ({ rules, boxes }, { points }) => (
  !rules.inOrder || boxes.every(({ id }, i) => !i || !(id in points) || boxes[i - 1].id in points));

export const put = (table, at, face) => (isWhole(table, at) ? at : { ...at, dice: [...at.dice, face] });
export const drop = (at, place) => (place < at.kept || place >= at.dice.length ? at : { ...at, dice: at.dice.toSpliced(place, 1) });

/** Some dice are kept and the others thrown: those are to be entered next. */
export const hold = (at, dice) => ({ ...at, roll: at.roll + 1, dice, kept: dice.length });

/** What is on the table is another roll than it was thought to be. */
export const countAs = (at, roll) => ({ ...at, roll, kept: roll > 1 ? at.kept : 0 });

/** The dice are written into a box; the next turn. Throws RangeError where they may not be. */
export const fill = (table, at, box) => ({ ...at, card: enter(table, at.card, box, at.dice, at.roll === 1), ...FRESH });

/** With what a card can hold: numbers of boxes that it has, and no more further five alike than may stand there. */
function fitted(table, at, written, repeats) {
  const points = Object.fromEntries(Object.entries(written).filter(([id, n]) => n !== null && table.boxes.some((box) => box.id === id)));
  return { ...at, chosen: table.chosen, card: { points, repeats: Math.min(repeats, mostRepeats(table, { points })) } };
}

/** A box holds this number; null clears it. */
export const note = (table, at, box, points) => fitted(table, at, { ...at.card.points, [box]: points }, at.card.repeats);

export const repeats = (at, n) => ({ ...at, card: { ...at.card, repeats: n } });

/** The same by other house rules; numbers of boxes that they do not have go. */
export const refit = (table, at) => fitted(table, at, at.card.points, at.card.repeats);

/** What is kept as JSON, by a game's data. Throws for all that no table can hold. */
export function read(data, text) {
  const { chosen, card: { points, repeats: n }, roll, dice, kept } = JSON.parse(text), table = tableOf(data, chosen);
  const check = (number, most, least = 0) => {
    if (!Number.isInteger(number) || number < least || number > most) throw new RangeError(text);
  };
  for (const [id, number] of Object.entries(points)) {
    const box = table.boxes.find((each) => each.id === id);
    check(number, box.upper && !holdable(box).includes(number) ? -1 : MOST); // bonus and best play count on whole dice there
  }
  check(n, mostRepeats(table, { points }));
  check(roll, table.nRolls, 1);
  table.lattice.find(dice);
  check(kept, roll > 1 ? Math.min(dice.length, table.nDice - 1) : 0);
  return { chosen: table.chosen, card: { points: { ...points }, repeats: n }, roll, dice, kept };
}

// A game as data: its one step, (table, state, action) -> state, and its one text form. Pure: dice come with the action, time
// does not come in. A refused action changes nothing but the notice, which says why; so every tap may be sent here.

import { emptyCard, enter, offers, totals } from "./table.js";
import { linesOf, nameOf, reject } from "./text.js";

export const KINDS = ["person", "now", "turn", "best"]; // who sits there: a person, or a computer of three strengths
export const MOST_SEATS = 6;

/**
 * A new game. `seats`: [{name, kind, colour}], one to six; `first`: who starts. State:
 *   turn     turns played so far, over all seats
 *   dice     faces by position, null before the first roll; held: whether each stays; rolls: thrown this turn
 *   current  the rolls of this turn, [{dice, held}]; log: turns played, [{seat, rolls, box, points, beside}]
 *   cards    a card a seat; sure: the box that pays nothing and waits for its second tap
 *   over, winner (the seat that won at once, else null); before: the state that undo goes back to; notice: what happened
 */
export function start(table, seats, first = 0) {
  return {
    seats: seats.map(({ name, kind, colour }, i) => ({ name: nameOf(name) || `${i + 1}`, kind, colour })), first, turn: 0,
    ...newTurn(table), cards: seats.map(emptyCard), log: [], over: false, winner: null, before: null,
    notice: { key: "start" },
  };
}

const newTurn = (table) => ({ dice: null, held: new Array(table.nDice).fill(false), rolls: 0, current: [], sure: null });

export const seatOf = ({ first, turn, seats }) => (first + turn) % seats.length;
/** Whether there is anything in it yet: a roll, or a turn. */
export const isBegun = ({ log, rolls }) => log.length > 0 || rolls > 0;
export const rollsLeft = (table, state) => table.nRolls - state.rolls;
/** The positions that would be thrown now. */
export const free = ({ held }) => [...held.keys()].filter((i) => !held[i]);
/** What the dice on the table may be written as, null before the first roll. */
export const offersNow = (table, state) => (state.dice && !state.over
  ? offers(table, state.cards[seatOf(state)], state.dice, state.rolls === 1) : null);
/** Which turn of how many the seat on turn plays. */
export const round = (table, { turn, seats }) => (
  { turn: Math.min(Math.floor(turn / seats.length) + 1, table.boxes.length), of: table.boxes.length }
);

/** Seats with their totals, best first; equal totals share a place. Who won at once stands before all. */
export function places(table, state) {
  const found = state.cards.map((card, seat) => ({ seat, total: totals(table, card).total, won: seat === state.winner }));
  const better = (a, b) => (state.winner === null ? a.total > b.total : a.won || (!b.won && a.total > b.total));
  const placed = found.map((one) => ({ ...one, place: 1 + found.filter((other) => other !== one && better(other, one)).length }));
  return placed.sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/**
 * Actions: {do: "roll", faces} for the dice not held, {do: "hold", die}, {do: "keep", held}, {do: "fill", box, sure},
 * {do: "cancel"}, {do: "undo"}. Throws RangeError only for faces, dice or actions that do not exist.
 */
export function act(table, state, action) {
  if (!Object.hasOwn(moves, action.do)) throw new RangeError(`no action ${action.do}`);
  return moves[action.do](table, state, action);
}

const refuse = (state, key, more) => ({ ...state, sure: null, notice: { key, refused: true, ...more } });

const moves = {
  roll(table, state, { faces }) {
    if (state.over) return refuse(state, "is-over");
    if (state.rolls === table.nRolls) return refuse(state, "no-rolls");
    const thrown = free(state), seat = seatOf(state);
    if (!thrown.length) return refuse(state, "all-held");
    if (faces.length !== thrown.length || !faces.every((face) => face >= 1 && face <= table.nFaces && face % 1 === 0)) {
      throw new RangeError(`a throw of ${thrown.length} dice, each from 1 to ${table.nFaces}`);
    }
    const dice = state.dice ? [...state.dice] : new Array(table.nDice);
    thrown.forEach((die, i) => { dice[die] = faces[i]; });
    const rolls = state.rolls + 1, isLast = rolls === table.nRolls;
    const current = [
      ...state.current.slice(0, -1), ...state.current.slice(-1).map((roll) => ({ ...roll, held: state.held })),
      { dice, held: new Array(table.nDice).fill(false) },
    ];
    const next = {
      ...state, dice, rolls, current, sure: null, before: null,
      held: isLast ? new Array(table.nDice).fill(false) : state.held,
      notice: { key: "rolled", seat, roll: rolls, dice, thrown, held: state.held },
    };
    const wins = table.wins?.points[table.lattice.findRoll(dice)] > 0;
    if (wins && rolls === 1 && state.seats.length > 1) {
      const log = [...state.log, { seat, rolls: current, box: null, points: 0, beside: 0 }];
      return { ...next, log, over: true, winner: seat, notice: { ...next.notice, key: "won" } };
    }
    return next;
  },

  hold(table, state, { die }) {
    const held = state.held.map((is, i) => (i === die ? !is : is));
    const done = keep(table, state, held);
    return done.notice.refused ? done : { ...done, notice: { key: "held", die, face: state.dice[die], held: held[die] } };
  },

  keep: (table, state, { held }) => keep(table, state, held),

  fill(table, state, { box, sure }) {
    if (state.over) return refuse(state, "is-over");
    if (!state.dice) return refuse(state, "roll-first");
    const seat = seatOf(state), card = state.cards[seat], { pays, closed, beside } = offersNow(table, state);
    if (!Object.hasOwn(pays, box)) {
      return refuse(state, "closed", { box, why: closed[box] ?? "filled", dice: state.dice });
    }
    if (!pays[box] && !sure && state.sure !== box) return { ...state, sure: box, notice: { key: "sure", box } };
    const after = enter(table, card, box, state.dice, state.rolls === 1);
    const entry = { seat, rolls: state.current, box, points: pays[box], beside };
    const next = {
      ...state, ...newTurn(table), cards: state.cards.map((each, i) => (i === seat ? after : each)),
      log: [...state.log, entry], turn: state.turn + 1,
      before: state.seats[seat].kind === "person" ? { ...state, sure: null, before: null } : null,
    };
    const said = { seat, box, points: pays[box], beside, bonus: totals(table, after).bonus - totals(table, card).bonus };
    if (next.turn < state.seats.length * table.boxes.length) return { ...next, notice: { key: "filled", ...said } };
    return { ...next, over: true, notice: { key: "over", ...said, places: places(table, next) } };
  },

  cancel: (table, state) => ({ ...state, sure: null, notice: { key: "cancelled" } }),

  undo(table, state) {
    if (!state.before) return refuse(state, "nothing-to-undo");
    const { seat, box } = state.log.at(-1);
    return { ...state.before, notice: { key: "undone", seat, box } };
  },
};

function keep(table, state, held) {
  if (state.over) return refuse(state, "is-over");
  if (!state.dice) return refuse(state, "roll-first");
  if (state.rolls === table.nRolls) return refuse(state, "last-roll");
  if (held.length !== table.nDice) throw new RangeError(`${table.nDice} dice are held or free`);
  return { ...state, held: held.map(Boolean), sure: null, notice: { key: "kept", held } };
}

// ---- The text of a game: saved, copied, downloaded, loaded and replayed. What is loaded is played again step by step,
// so a text that the rules do not allow never becomes a game. Format 1:
//   Three Rolls 1
//   game yacht straights=15-30
//   seat person 0 Ana
//   first 1
//   1 [5][5]2[5]1 [5][5]3[5]1 55652 fives 15      seat, rolls with held dice in brackets, box, points, +beside

const HEAD = "Three Rolls", VERSION = "1";
export const LONGEST = 60000; // characters: six seats at twenty boxes come to a fifth of it

export function write(table, state) {
  const chosen = Object.entries(table.chosen).map(([option, choice]) => ` ${option}=${choice}`).join("");
  const lines = state.log.map(({ seat, rolls, box, points, beside }) => (
    turnLine(seat, rolls) + (box ? ` ${box} ${points}${beside ? ` +${beside}` : ""}` : "")
  ));
  if (state.current.length && !state.over) {
    const rolls = [...state.current.slice(0, -1), { dice: state.dice, held: state.held }];
    lines.push(turnLine(seatOf(state), rolls));
  }
  return [
    `${HEAD} ${VERSION}`, `game ${table.id}${chosen}`,
    ...state.seats.map(({ kind, colour, name }) => `seat ${kind} ${colour} ${name}`),
    `first ${state.first + 1}`, ...lines, "",
  ].join("\n");
}

const turnLine = (seat, rolls) => `${seat + 1} ${rolls.map(rollText).join(" ")}`;
const rollText = ({ dice, held }) => dice.map((face, i) => (held[i] ? `[${face}]` : face)).join("");

/** {game, chosen, seats, first, lines}. Throws RangeError as `reject` makes it, for words.log.wrong. */
export function read(text) {
  if (text.length > LONGEST) reject("long");
  const record = { game: "", chosen: {}, seats: [], first: null, lines: [] };
  const lines = linesOf(text), first = lines.shift()?.line ?? "";
  if (!first.startsWith(`${HEAD} `)) reject("other");
  if (first !== `${HEAD} ${VERSION}`) reject("newer");
  for (const { n, line } of lines) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === "game" && !record.game) {
      [record.game] = rest;
      record.chosen = Object.fromEntries(rest.slice(1).map((pair) => pair.split("=")));
    } else if (word === "seat" && !record.lines.length) {
      const [kind, colour, ...name] = rest;
      if (!KINDS.includes(kind) || !/^[0-5]$/.test(colour)) reject("seat", { n });
      record.seats.push({ kind, colour: Number(colour), name: nameOf(name.join(" ")) });
    } else if (word === "first") {
      record.first = /^[1-6]$/.test(rest[0]) ? rest[0] - 1 : null;
    } else {
      const turn = /^([1-6])((?: (?:\[[1-6]\]|[1-6])+)+)(?: ([a-z][a-z-]*) (\d+)(?: \+(\d+))?)?$/.exec(line.replace(/\s+/g, " "));
      if (!turn) reject("line", { n });
      const rolls = turn[2].trim().split(" ").map((roll) => {
        const dice = roll.match(/\[[1-6]\]|[1-6]/g);
        return { dice: dice.map((die) => Number(die.replace(/\D/g, ""))), held: dice.map((die) => die.startsWith("[")) };
      });
      const [, seat, , box, points, beside = 0] = turn;
      record.lines.push({ n, seat: seat - 1, rolls, box: box ?? null, points: Number(points), beside: Number(beside) });
    }
  }
  if (!/^[a-z0-9-]+$/.test(record.game ?? "")) reject("game");
  if (record.seats.length < 1 || record.seats.length > MOST_SEATS) reject("seats", { most: MOST_SEATS });
  if (!record.seats[record.first]) reject("first");
  return record;
}

/** Rolls and entries: the steps that `replay` can stop after. */
export const steps = ({ lines }) => lines.reduce((n, { rolls, box }) => n + rolls.length + (box ? 1 : 0), 0);

/** The game after so many of its steps. Throws RangeError as `reject` makes it. */
export function replay(table, record, upTo = Infinity) {
  let state = start(table, record.seats, record.first), left = upTo;
  for (const { n, seat, rolls, box, points, beside } of record.lines) {
    const step = (action) => {
      state = act(table, state, action);
      if (state.notice.refused) reject("rules", { n });
    };
    if (state.over) reject("over", { n });
    if (state.current.length) reject("entry", { n });
    if (seat !== seatOf(state)) reject("turn", { n });
    let held = new Array(table.nDice).fill(false);
    for (const roll of rolls) {
      if (left <= 0) return state;
      if (roll.dice.length !== table.nDice) reject("dice", { n, dice: table.nDice });
      if (state.dice && state.dice.some((face, i) => held[i] && face !== roll.dice[i])) reject("held", { n });
      step({ do: "roll", faces: roll.dice.filter((_, i) => !held[i]) });
      held = roll.held;
      if (state.rolls < table.nRolls && !state.over) step({ do: "keep", held });
      else if (held.some(Boolean)) reject("last", { n });
      left -= 1;
    }
    if (box) {
      if (state.over) reject("over", { n });
      if (left <= 0) return state;
      step({ do: "fill", box, sure: true });
      const entry = state.log.at(-1);
      if (entry.points !== points || entry.beside !== beside) {
        reject("points", { n, box: table.boxes.find(({ id }) => id === box).name, points: entry.points, beside: entry.beside });
      }
      left -= 1;
    }
  }
  return state;
}

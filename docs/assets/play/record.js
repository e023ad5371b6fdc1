// The one text form of a game: saved, copied, downloaded, loaded and replayed. What is loaded is played again step by step,
// so a text that the rules do not allow never becomes a game. Format 1:
//   Three Rolls 1
//   game yacht straights=15-30
//   seat person 0 Ana
//   first 1
//   1 [5][5]2[5]1 [5][5]3[5]1 55652 fives 15      seat, rolls with held dice in brackets, box, points, +beside

import { KINDS, MOST_SEATS, act, nameOf, start } from "./game.js";

const HEAD = "Three Rolls", VERSION = "1";
const LONGEST = 60000; // characters: six seats at twenty boxes come to a fifth of it

export function write(table, state) {
  const chosen = Object.entries(table.chosen).map(([option, choice]) => ` ${option}=${choice}`).join("");
  const lines = state.log.map(({ seat, rolls, box, points, beside }) => (
    turnLine(seat, rolls) + (box ? ` ${box} ${points}${beside ? ` +${beside}` : ""}` : "")
  ));
  if (state.current.length && !state.over) {
    const rolls = [...state.current.slice(0, -1), { dice: state.dice, held: state.held }];
    lines.push(turnLine((state.first + state.turn) % state.seats.length, rolls));
  }
  return [
    `${HEAD} ${VERSION}`, `game ${table.id}${chosen}`,
    ...state.seats.map(({ kind, colour, name }) => `seat ${kind} ${colour} ${name}`),
    `first ${state.first + 1}`, ...lines, "",
  ].join("\n");
}

const turnLine = (seat, rolls) => `${seat + 1} ${rolls.map(rollText).join(" ")}`;
const rollText = ({ dice, held }) => dice.map((face, i) => (held[i] ? `[${face}]` : face)).join("");

/** A text that is no game, or one that the rules do not allow: `key` names the reason in words.log.wrong, `values` fill it. */
function refuse(key, values = {}) {
  throw Object.assign(new RangeError(`${key} ${JSON.stringify(values)}`), { key, values });
}

/** {game, chosen, seats, first, lines}. Throws RangeError as `refuse` makes it. */
export function read(text) {
  if (text.length > LONGEST) refuse("long");
  const record = { game: "", chosen: {}, seats: [], first: 0, lines: [] };
  const typed = text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line, i) => ({ n: i + 1, line: line.trim() }));
  const lines = typed.filter(({ line }) => line), first = lines.shift()?.line ?? "";
  if (!first.startsWith(`${HEAD} `)) refuse("other");
  if (first !== `${HEAD} ${VERSION}`) refuse("newer");
  for (const { n, line } of lines) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === "game") {
      [record.game] = rest;
      record.chosen = Object.fromEntries(rest.slice(1).map((pair) => pair.split("=")));
    } else if (word === "seat") {
      const [kind, colour, ...name] = rest;
      if (!KINDS.includes(kind) || !/^[0-5]$/.test(colour)) refuse("seat", { n });
      record.seats.push({ kind, colour: Number(colour), name: nameOf(name.join(" ")) });
    } else if (word === "first") {
      record.first = Number(rest[0]) - 1;
    } else {
      const turn = /^([1-6])((?: (?:\[[1-6]\]|[1-6])+)+)(?: ([a-z][a-z-]*) (\d+)(?: \+(\d+))?)?$/.exec(line.replace(/\s+/g, " "));
      if (!turn) refuse("line", { n });
      const rolls = turn[2].trim().split(" ").map((roll) => {
        const dice = roll.match(/\[[1-6]\]|[1-6]/g);
        return { dice: dice.map((die) => Number(die.replace(/\D/g, ""))), held: dice.map((die) => die.startsWith("[")) };
      });
      const [, seat, , box, points, beside = 0] = turn;
      record.lines.push({ n, seat: seat - 1, rolls, box: box ?? null, points: Number(points), beside: Number(beside) });
    }
  }
  if (!/^[a-z0-9-]+$/.test(record.game ?? "")) refuse("game");
  if (record.seats.length < 1 || record.seats.length > MOST_SEATS) refuse("seats", { most: MOST_SEATS });
  if (!record.seats[record.first]) refuse("first");
  return record;
}

/** Rolls and entries: the steps that `replay` can stop after. */
export const steps = ({ lines }) => lines.reduce((n, { rolls, box }) => n + rolls.length + (box ? 1 : 0), 0);

/** The game after so many of its steps. Throws RangeError as `refuse` makes it. */
export function replay(table, record, upTo = Infinity) {
  let state = start(table, record.seats, record.first), left = upTo;
  for (const { n, seat, rolls, box, points, beside } of record.lines) {
    const step = (action) => {
      state = act(table, state, action);
      if (state.notice.refused) refuse("rules", { n });
    };
    if (state.over) refuse("over", { n });
    if (state.current.length) refuse("entry", { n });
    if (seat !== (state.first + state.turn) % state.seats.length) refuse("turn", { n });
    let held = new Array(table.nDice).fill(false);
    for (const roll of rolls) {
      if (left <= 0) return state;
      if (roll.dice.length !== table.nDice) refuse("dice", { n, dice: table.nDice });
      if (state.dice && state.dice.some((face, i) => held[i] && face !== roll.dice[i])) refuse("held", { n });
      step({ do: "roll", faces: roll.dice.filter((_, i) => !held[i]) });
      held = roll.held;
      if (state.rolls < table.nRolls && !state.over) step({ do: "keep", held });
      else if (held.some(Boolean)) refuse("last", { n });
      left -= 1;
    }
    if (box && !state.over) {
      if (left <= 0) return state;
      step({ do: "fill", box, sure: true });
      const entry = state.log.at(-1);
      if (entry.points !== points || entry.beside !== beside) {
        refuse("points", { n, box: table.boxes.find(({ id }) => id === box).name, points: entry.points, beside: entry.beside });
      }
      left -= 1;
    }
  }
  return state;
}

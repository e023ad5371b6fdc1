// The dice of a day, and what became of the days: pure. A day is text, 2026-11-30, and goes from midnight to midnight UTC.

import { seededDice } from "./dice.js";
import { say } from "./page.js";
import { linesOf } from "./text.js";

const DAY = 86_400_000; // ms

/** The day of a time in ms. */
export const dayAt = (time) => new Date(time).toISOString().slice(0, 10);
/** The time at which a day begins, in ms. */
export const startOf = (day) => Date.parse(day);
export const later = (day, n) => dayAt(startOf(day) + n * DAY);
/** Whether there is such a day: the 30th of February is none. */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && startOf(text) >= 0 && later(text, 0) === text;
/** How long it is until the next day begins: {hours, minutes}, rounded up, so that it never says none. */
export function untilNext(time) {
  const minutes = Math.ceil((DAY - (time % DAY)) / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/**
 * (turn, roll, place) -> face, all counted from 0: what the die in that place shows when it is thrown in that roll, whatever
 * else is held. Drawn in this order for all of a table's turns: turn by turn, roll by roll, place by place.
 */
export function diceOf(day, { id, boxes, nRolls, nDice }) {
  const faces = seededDice(`three-rolls ${day} ${id}`)(boxes.length * nRolls * nDice);
  return (turn, roll, place) => faces[(turn * nRolls + roll) * nDice + place];
}

/** Throws RangeError for a game that was not played alone, by the game's own rules and with these dice. */
export function checkDealt(face, { chosen }, { seats, log, current }) {
  const isAlone = seats.length === 1 && seats[0].kind === "person" && !Object.keys(chosen).length;
  const isDealt = [...log.map(({ rolls }) => rolls), current].every((rolls, turn) => rolls.every(({ dice }, roll) => (
    dice.every((shown, place) => rolls[roll - 1]?.held[place] || shown === face(turn, roll, place)))));
  if (!isAlone || !isDealt) throw new RangeError("other dice than those of the day");
}

// ---- What was finished, as it is kept: a line for each game of a day, "2026-11-30 yahtzee 261"

/** [{day, game, total}] of a text; lines that say nothing that can be are left out, of several for one game the last counts. */
export function readResults(text) {
  const found = new Map();
  for (const { line } of linesOf(text ?? "")) {
    const [, day, game, total] = /^(\S+) ([a-z0-9-]+) (\d{1,4})$/.exec(line) ?? [];
    if (day && isDay(day)) found.set(`${day} ${game}`, { day, game, total: Number(total) });
  }
  return [...found.values()];
}

export const writeResults = (results) => results.map(({ day, game, total }) => `${day} ${game} ${total}\n`).join("");

/** With this total of a day's game in the place of another; null takes it out. */
export function withResult(results, day, game, total) {
  const others = results.filter((one) => one.day !== day || one.game !== game);
  return total === null ? others : [...others, { day, game, total }];
}

/**
 * Days in a row with a game finished, none before `first` or after `today`: {now, best}. `now` counts those up to today, or
 * up to yesterday while today has none yet.
 */
export function streak(results, first, today) {
  const days = new Set(results.map(({ day }) => day).filter((day) => day >= first && day <= today));
  const upTo = (day) => {
    let n = 0;
    while (days.has(later(day, -n))) n += 1;
    return n;
  };
  const ends = [...days].filter((day) => !days.has(later(day, 1)));
  return { now: upTo(today) || upTo(later(today, -1)), best: Math.max(0, ...ends.map(upTo)) };
}

/** A result in a line to be sent: it gives nothing away of dice and boxes. `mean`: of best play, as published, "" where none is. */
export const shareText = (words, { run, mean, ...told }) => say(words.share, {
  ...told, best: mean && say(words.share_best, { mean }), run: run ? say(words.share_streak, { run }) : "",
});

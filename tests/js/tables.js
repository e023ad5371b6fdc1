// What tests of modules share: the tables as the site publishes them, games to be found in, and the cases of the library.
import { readFileSync, readdirSync } from "node:fs";
import { seededDice } from "../../docs/assets/play/dice.js";
import { act, free, seatOf, start } from "../../docs/assets/play/game.js";
import { decide } from "../../docs/assets/play/players.js";
import { decideNearly } from "../../docs/assets/play/advice.js";
import { tableOf } from "../../docs/assets/play/table.js";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const cases = new URL("../cases/", import.meta.url);

export const GAMES = json(`${process.env.TABLES}/games.json`).map(({ id }) => id);
export const dataOf = (game) => json(`${process.env.TABLES}/${game}.json`);
export const table = (game, chosen) => tableOf(dataOf(game), chosen);
export const CASES = Object.fromEntries(
  readdirSync(cases).map((file) => [file.replace(".json", ""), json(new URL(file, cases))]),
);

/** A game and each of its choices on its own. */
export const choicesOf = (data) => [{}, ...data.options.flatMap(({ id, choices }) => choices.slice(1).map((c) => ({ [id]: c.id })))];

export const people = (n) => Array.from({ length: n }, (_, i) => ({ name: `P${i + 1}`, kind: "person", colour: i }));

/** What the computer on turn does; the strongest as where best play is not solved. */
export const computer = (one, state) => (state.seats[seatOf(state)].kind === "best" ? decideNearly : decide)(one, state);

/** Computers play; `each` is shown every state; `decides` says what they do. */
export function playOut(one, seats, seed, { first = 0, each = () => {}, until = (state) => state.over, decides = computer } = {}) {
  const dice = seededDice(seed);
  let state = start(one, seats, first);
  while (!until(state)) {
    const action = state.dice ? decides(one, state) : null;
    if (action) state = act(one, state, action);
    if (!action || action.do === "keep") state = act(one, state, { do: "roll", faces: dice(free(state).length) });
    each(state);
  }
  return state;
}

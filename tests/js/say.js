// Answers the tests of the library: one JSON question a line in, one JSON answer a line out.
//   {"ask": "odds", "game", "options"}    every roll and number of re-rolls: [n, d, hold] of each box and goal, and now
//   {"ask": "keeps", "game", "options", "throws"}    every keep that is no roll: [n, d] of each box and goal
//   {"ask": "games", "game", "options", "games"}   whole games of computers: what was written, totals, what was on offer
//   {"ask": "cards", "game", "options", "cards"}   what filled-in columns come to; and the numbers that each box can hold
//   {"ask": "verdicts", "game", "boxes"}   what every roll pays in each box by every reading: [option, choice, [[box, roll, points]]]
import { createInterface } from "node:readline";
import { keepOdds, odds } from "../../docs/assets/play/engine.js";
import { offersNow, places, seatOf, write } from "../../docs/assets/play/game.js";
import { totals } from "../../docs/assets/play/table.js";
import { holdable, sums } from "../../docs/assets/play/tally.js";
import { paysBy } from "../../docs/assets/play/verdict.js";
import { dataOf, playOut, table } from "./tables.js";

const KINDS = ["now", "turn", "best"];
const flat = (found) => Object.fromEntries(Object.entries(found).map(([id, { n, d, hold }]) => [id, [n, d, hold]]));
const SHOWN = 10; // games of each table that also tell what every roll was offered

const answers = {
  odds({ game, options }) {
    const one = table(game, options), rolls = one.lattice.dice.slice(one.lattice.first);
    return rolls.map((dice) => Array.from({ length: one.nRolls }, (_, rerolls) => {
      const { now, boxes, goals } = odds(one, dice, rerolls);
      return { dice, rerolls, now, boxes: flat(boxes), goals: flat(goals) };
    })).flat();
  },

  keeps({ game, options, throws }) {
    const one = table(game, options);
    return one.lattice.dice.slice(0, one.lattice.first).map((keep) => {
      const { boxes, goals } = keepOdds(one, keep, throws);
      return { keep, boxes: flat(boxes), goals: flat(goals) };
    });
  },

  games({ game, options, games }) {
    const one = table(game, options);
    return Array.from({ length: games }, (_, n) => {
      const seats = Array.from({ length: 1 + (n % 2) }, (_, i) => ({ kind: KINDS[(n + i) % 3], colour: i, name: `P${i}` }));
      const offered = [];
      const each = (state) => {
        const offer = n < SHOWN && state.notice.key === "rolled" && offersNow(one, state);
        if (offer) offered.push({ ...state.cards[seatOf(state)], dice: state.dice, first: state.rolls === 1, ...offer });
      };
      const state = playOut(one, seats, `${game} ${JSON.stringify(options)} ${n}`, { first: n % seats.length, each });
      const cards = state.cards.map((card) => ({ ...card, ...totals(one, card) }));
      return { text: write(one, state), cards, offered, winner: state.winner, places: places(one, state) };
    });
  },

  cards({ game, options, cards }) {
    const one = table(game, options);
    return { sums: cards.map((card) => sums(one, card)), holdable: one.boxes.map((box) => [box.id, holdable(box)]) };
  },

  verdicts({ game, boxes }) {
    const data = dataOf(game), { lattice } = table(game, {}), rolls = lattice.dice.slice(lattice.first);
    return boxes.map((box) => rolls.map((dice) => ({ dice, pays: paysBy(data, box, dice)
      .map(({ option, choice, pays }) => [option?.id ?? null, choice?.id ?? null, pays]) })));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answers[question.ask](question))}\n`);
}

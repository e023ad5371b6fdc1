// Answers the tests of the library: one JSON question a line in, one JSON answer a line out.
//   {"ask": "odds", "game", "options"}    every roll and number of re-rolls: [n, d, hold] of each box and goal, and now
//   {"ask": "keeps", "game", "options", "throws"}    every keep that is no roll: [n, d] of each box and goal
//   {"ask": "games", "game", "options", "games"}   whole games of computers: what was written, totals, what was on offer
//   {"ask": "cards", "game", "options", "cards"}   what filled-in columns come to; and the numbers that each box can hold
//   {"ask": "best", "game", "options", "cards"}    best play: its average, and what these cards are worth
//   {"ask": "ceiling", "game", "options"}   the most that a card can come to
//   {"ask": "advice", "game", "options", "questions": [{card, dice, left, first}]}   what can be done, best first
//   {"ask": "best-games", "game", "options", "games"}   totals of the strongest computer, alone
//   {"ask": "reviews", "game", "options", "games"}   games of all strengths, alone, and how they compare with best play
//   {"ask": "outcomes", "game", "options", "card"}   the chances of the totals of a card, exactly and roughly
//   {"ask": "win", "game", "options", "cards"}   the chance of each seat to win
//   {"ask": "verdicts", "game", "boxes"}   what every roll pays in each box by every reading: [option, choice, [[box, roll, points]]]
import { createInterface } from "node:readline";
import { boundFor, decideBest, exactly, options as optionsFor, review, roughly, winning } from "../../docs/assets/play/advice.js";
import { keepOdds, odds } from "../../docs/assets/play/engine.js";
import { offersNow, places, seatOf, write } from "../../docs/assets/play/game.js";
import { Best, solve } from "../../docs/assets/play/solver.js";
import { holdable, totals } from "../../docs/assets/play/table.js";
import { sums } from "../../docs/assets/play/tally.js";
import { computer, dataOf, playOut, table } from "./tables.js";

globalThis.HTMLElement = class {}; // what the module of an element asks for; the rest of it is pure
globalThis.customElements = { define() {} };
const { paysBy } = await import("../../docs/assets/play/settle.js");

const KINDS = ["now", "turn", "best"];
const flat = (found) => Object.fromEntries(Object.entries(found).map(([id, { n, d, hold }]) => [id, [n, d, hold]]));
const SHOWN = 10; // games of each table that also tell what every roll was offered

let latest = {}; // the solved game that was asked about last

function bestOf(game, chosen) {
  const name = JSON.stringify([game, chosen]);
  if (latest.name !== name) {
    const one = table(game, chosen);
    latest = { name, best: new Best(one, solve(one)) };
  }
  return latest.best;
}

/** What a generator comes to. */
function run(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

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

  best({ game, options, cards }) {
    const best = bestOf(game, options);
    return { average: best.average, worth: cards.map((card) => best.worth(card)) };
  },

  ceiling({ game, options }) {
    const one = table(game, options);
    return new Best(one, solve(one, { most: true })).average;
  },

  advice({ game, options, questions }) {
    const best = bestOf(game, options);
    return questions.map(({ card, dice, left, first }) => {
      const found = optionsFor(best, card, dice, left, first), hold = found.find(({ keep }) => keep);
      return { options: found, bound: hold ? boundFor(best, card, hold.keep, left) : null };
    });
  },

  "best-games"({ game, options, games }) {
    const best = bestOf(game, options), one = best.table, decides = (_, state) => decideBest(best, state);
    return Array.from({ length: games }, (_, n) => (
      totals(one, playOut(one, [{ kind: "best", colour: 0, name: "B" }], `best ${game} ${n}`, { decides }).cards[0]).total
    ));
  },

  reviews({ game, options, games }) {
    const best = bestOf(game, options), one = best.table;
    const decides = (_, state) => (state.seats[0].kind === "best" ? decideBest(best, state) : computer(one, state));
    return Array.from({ length: games }, (_, n) => {
      const kind = KINDS[n % 3], state = playOut(one, [{ kind, colour: 0, name: "A" }], `review ${game} ${n}`, { decides });
      const { expected, luck, lost, now, decisions } = review(best, state, 0);
      const losses = decisions.map((each) => [each.lost, each.did.worth, each.better.worth]);
      return { kind, expected, luck, lost, now, losses, total: totals(one, state.cards[0]).total, turns: one.boxes.length };
    });
  },

  outcomes({ game, options, card }) {
    const best = bestOf(game, options);
    return { exactly: [...run(exactly(best, card))], roughly: [...run(roughly(best, card))] };
  },

  win({ game, options, cards }) {
    return run(winning(bestOf(game, options), cards));
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../../docs/assets/play/game.js";
import { headline, resultText } from "../../docs/assets/play/story.js";
import { tableOf } from "../../docs/assets/play/table.js";

const box = { id: "any", name: "Any", upper: false, points: [2, 1], joker: 0 };
const choices = [{ id: "no", says: "no" }, { id: "yes", says: "yes, once", boxes: [], rules: {} }];
const rules = { upperBonus: null, repeatBonus: null, joker: null, firstRoll: null, lock: null, instantWin: null };
const data = { id: "coin", name: "Coin", edition: "", dice: 1, faces: 2, rolls: 1, boxes: [box], rules, goals: {} };
data.options = [{ id: "extra", question: "Is there an extra?", choices }];
const table = tableOf(data);

const words = {
  log: {
    and: " and ",
    won: "{names}: {total}",
    shared: "{names} share {total}",
    won_at_once: "{name} at once",
    solo: "{total} points",
    result_of: "Result of {game}",
    result_rules: "Rules: {rules}",
  },
};

/** A game that is over, with a total for each name. */
const over = (totals, winner = null) => {
  const seats = Object.keys(totals).map((name, colour) => ({ name, kind: "person", colour }));
  const cards = Object.values(totals).map((points) => ({ points: { any: points }, repeats: 0 }));
  return { ...start(table, seats), cards, over: true, winner };
};

test("one winner is named with the total", () => {
  assert.equal(headline(words, table, over({ Ana: 180, Bo: 203 })), "Bo: 203");
});

test("equal totals share the win, whoever sits first", () => {
  assert.equal(headline(words, table, over({ Ana: 203, Cy: 7, Bo: 203 })), "Ana and Bo share 203");
  assert.equal(headline(words, table, over({ Ana: 5, Bo: 5, Cy: 5 })), "Ana, Bo and Cy share 5");
});

test("alone there is a total and no winner", () => {
  assert.equal(headline(words, table, over({ Ana: 203 })), "203 points");
});

test("who won at once won, whatever the totals", () => {
  const state = over({ Ana: 100, Bo: 0 }, 1);
  assert.equal(headline(words, table, state), "Bo at once");
  assert.equal(resultText(words, table, state), "Result of Coin\nBo at once\n1 Bo 0\nAna 100\n");
});

test("the text of a result lists shared places, and house rules where there are any", () => {
  const state = over({ Ana: 203, Bo: 10, Cy: 203 });
  const text = "Result of Coin\nAna and Cy share 203\n1= Ana 203\n1= Cy 203\n3 Bo 10\n";
  assert.equal(resultText(words, table, state), text);
  const own = resultText(words, tableOf(data, { extra: "yes" }), state).split("\n");
  assert.equal(own[1], "Rules: Is there an extra? yes, once");
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { empty, keyOf, rowsOf } from "../../docs/assets/play/paper.js";
import { blank } from "../../docs/assets/play/tally.js";
import { choicesOf, dataOf, GAMES, table } from "./tables.js";

const WORDS = JSON.parse(readFileSync(`${process.env.TABLES}/words.json`, "utf8"));
const column = (points, repeats = 0) => ({ name: "", points, repeats });
const cells = (one, ...players) => Object.fromEntries(rowsOf(WORDS, one, players).map(({ name, cells: found }) => [name, found]));
const { sheet: { numbers, bonus, upper, extras, lower, total } } = WORDS;

test("every box of every table has its row, and so has every sum that its game knows", () => {
  for (const game of GAMES) {
    for (const chosen of choicesOf(dataOf(game))) {
      const one = table(game, chosen), names = rowsOf(WORDS, one, [column({})]).map(({ name }) => name);
      const sums = [...(one.rules.upperBonus ? [numbers, bonus, upper, lower] : []), ...(one.rules.repeatBonus ? [extras] : []), total];
      assert.deepEqual(names.toSorted(), [...one.boxes.map(({ name }) => name), ...sums].toSorted());
      assert.equal(names.at(-1), total);
      assert.ok(rowsOf(WORDS, one, [column({})]).every(({ note }) => !/[{}]|undefined/.test(note)), game);
    }
  }
});

test("what is written is printed, zeros too, with its sums, and what is not yet known is left to the pencil", () => {
  const one = table("yahtzee"), all = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18 };
  const found = cells(one, column({ ...all, yahtzee: 50, chance: 0 }, 2), column({ sixes: 24 }), column({}));
  assert.deepEqual([found.Ones, found.Chance, found.Sixes], [[3, "", ""], [0, "", ""], [18, 24, ""]]);
  assert.deepEqual([found[numbers], found[bonus], found[upper]], [[63, 24, ""], [35, "", ""], [98, 24, ""]]);
  assert.deepEqual([found[extras], found[lower], found[total]], [[200, "", ""], [250, "", ""], [348, 24, ""]]);
  const low = cells(one, column({ ...all, ones: 2 }));
  assert.deepEqual([low[numbers], low[bonus]], [[62], [0]], "no more numbers to come");
  assert.deepEqual(cells(one, column({ yahtzee: 0 }, 3))[extras], [0], "ticks that do not count pay nothing");
});

test("the lower boxes begin below a line, after the sums of the upper ones", () => {
  const kinds = (game) => rowsOf(WORDS, table(game), [column({})]).map(({ kind }) => kind);
  assert.deepEqual(kinds("yacht").slice(5, 8), ["upper", "half", "lower"]);
  assert.deepEqual(kinds("yahtzee").slice(5, 10), ["upper", "sum", "sum", "sum", "half"]);
  assert.deepEqual(kinds("yahtzee").slice(-3), ["ticks", "sum", "total"]);
});

test("the scoring key says what the chosen rules say, and nothing of a rule that they do not have", () => {
  const says = (game, chosen) => keyOf(table(game, chosen)).flat().join(" ");
  assert.match(says("yahtzee"), /tick 100 .* joker.* 1,575/);
  const free = says("yahtzee", { joker: "free", extra: "50" });
  assert.match(free, /tick 50 .* any open box/);
  assert.doesNotMatch(free, /1,575|tick 100/);
  assert.doesNotMatch(says("yahtzee", { joker: "none", extra: "none" }), /joker|tick/);
  assert.match(says("generala", { double: "100", "first-roll": "10" }), /10 more.*Double Generala.*Eleven turns/);
  assert.ok(keyOf(table("yatzy")).every(([head, text]) => head && text));
});

test("a blank sheet has six columns at least, without names or numbers", () => {
  const sheet = { ...blank("yatzy", { order: "sheet" }, ["Ana"]), players: [{ name: "Ana", points: { ones: 3 }, repeats: 1 }] };
  const none = empty(sheet);
  assert.deepEqual([none.game, none.chosen, none.players.length], ["yatzy", { order: "sheet" }, 6]);
  assert.ok(none.players.every(({ name, points, repeats }) => !name && !repeats && !Object.keys(points).length));
  assert.equal(empty(blank("yatzy", {}, Array(8).fill("Ana"))).players.length, 8);
});

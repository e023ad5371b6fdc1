import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cardIn, fitting, inWords, linkOf, textIn, why } from "../../docs/assets/play/share.js";
import { blank, read, write } from "../../docs/assets/play/tally.js";
import { choicesOf, dataOf, table } from "./tables.js";

const WORDS = JSON.parse(readFileSync(`${process.env.TABLES}/words.json`, "utf8"));
const PAGE = "https://threerolls.example/score-card/?a=b#g=yatzy";
const filled = (game, names, points) => ({ ...blank(game, {}, names), players: names.map((name) => ({ name, points: { ...points }, repeats: 0 })) });
const refused = (job, key) => assert.throws(job, (error) => error instanceof RangeError && error.key === key);

test("a link holds the whole card, whatever the names are, and nothing else of the page's address", () => {
  const names = ["Ana & Bo", "#card=x", "a+b=c%20", "<img src=x>", "Zoë 骰子 🎲", "__proto__"];
  const sheet = { ...filled("yahtzee", names, { ones: 3, chance: 0 }), chosen: { joker: "free" } }, link = linkOf(sheet, PAGE);
  assert.ok(link.startsWith("https://threerolls.example/score-card/#card="));
  assert.doesNotMatch(link, /\s/);
  assert.deepEqual(read(cardIn(link)), sheet);
  assert.deepEqual(read(cardIn(new URL(link).hash)), sheet);
  assert.equal(cardIn("#g=yatzy"), null);
  assert.equal(cardIn(""), null);
});

test("what is pasted may be the text of a card, a link, or words with a link", () => {
  const sheet = filled("yacht", ["see #card=x"], { ones: 3 }), link = linkOf(sheet, PAGE);
  for (const pasted of [write(sheet), `\uFEFF\n${write(sheet)}`, link, ` ${link}\n`, `Ana wins\n${link}\nbye`]) assert.deepEqual(read(textIn(pasted)), sheet);
  refused(() => read(textIn("hello")), "other");
  refused(() => read(textIn("https://threerolls.example/#g=yacht")), "other");
});

test("a card fits its game with every choice, and with the boxes that a choice adds", () => {
  for (const game of ["yacht", "yahtzee", "yatzy", "generala", "maxi-yatzy"]) {
    const data = dataOf(game);
    for (const chosen of choicesOf(data)) assert.deepEqual(fitting(data, { ...blank(game), chosen }).chosen, chosen);
  }
  assert.ok(fitting(dataOf("generala"), filled("generala", ["Ana"], { "double-generala": 100 })));
  assert.deepEqual(fitting(dataOf("yahtzee"), { ...blank("yahtzee"), chosen: { joker: "forced" } }).chosen, {}, "its own choice is none");
});

test("a card with an option, a choice or a box that its game does not have is refused", () => {
  const data = dataOf("yahtzee");
  for (const chosen of [{ constructor: "x" }, JSON.parse('{"__proto__": "x"}'), { joker: "never" }, { joker: undefined }, { "": "x" }]) {
    refused(() => fitting(data, { ...blank("yahtzee"), chosen }), "table");
  }
  for (const box of ["yatzy", "constructor", "double-generala"]) refused(() => fitting(data, filled("yahtzee", ["Ana"], { [box]: 1 })), "table");
});

test("every reason why a card is refused has its words, and an error that is none goes on", () => {
  const { wrong } = WORDS.score;
  const reasons = [["x".repeat(9000), "long"], ["no", "other"], ["Three Rolls card 0", "version"], ["Three Rolls card 1\nplayer A\nones x", "number"]];
  for (const [text, key] of reasons) {
    try {
      read(text);
      assert.fail(text);
    } catch (error) {
      assert.equal(error.key, key);
      assert.doesNotMatch(why(wrong, error), /[{}]|undefined/);
    }
  }
  assert.match(why(wrong, { key: "line", values: { n: 7 } }), /7/);
  for (const key of ["table", "fetch", "damaged"]) assert.ok(why(wrong, { key }));
  assert.throws(() => why(wrong, new TypeError("a mistake")), TypeError);
  assert.throws(() => why(wrong, { key: "toString" }));
});

test("in words a card names its game, its house rules, who leads, and what each has", () => {
  const yahtzee = table("yahtzee", { extra: "50" }), upper = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18 };
  const sheet = { ...filled("yahtzee", ["Ana", "", "Cy"], {}), chosen: { extra: "50" } };
  sheet.players[0].points = { ...upper, yahtzee: 50 };
  sheet.players[0].repeats = 1;
  sheet.players[1].points = { chance: 20 };
  const text = inWords(WORDS, yahtzee, sheet, ["Ana", "Player 2", "Cy"]);
  assert.match(text, /^Three Rolls: Yahtzee\nHouse rules: .*50 each/);
  assert.match(text, /\nAna leads with 198, in round 1 of 13\n1\. Ana 198 \(bonus 35, extras 50\)\n2\. Player 2 20\n3\. Cy 0$/);
});

test("in words a finished card names who won, equals together, and one alone has points", () => {
  const yacht = table("yacht"), zeros = Object.fromEntries(yacht.boxes.map(({ id }) => [id, 0]));
  const says = (names, points = zeros) => inWords(WORDS, yacht, filled("yacht", names, points), names).split("\n");
  assert.match(says(["Ana", "Bo", "Cy"])[1], /^Ana, Bo and Cy share the win with 0$/);
  assert.deepEqual(says(["Ana", "Bo"]).slice(2), ["1. Ana 0", "1. Bo 0"]);
  assert.equal(says(["Ana"])[1], "0 points");
  assert.match(says(["Ana"], { ones: 3 })[1], /^3 points, in round 2 of 12$/);
  assert.match(says(["Ana", "Bo"], { ones: 3 })[1], /^Ana and Bo are level with 3/);
  assert.equal(says(["Ana", "Bo"], {})[1], WORDS.score.share.not_begun);
});

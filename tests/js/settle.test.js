import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GAMES, dataOf } from "./tables.js";

globalThis.HTMLElement = class {}; // what the module's element asks for; the rest of it is pure
globalThis.customElements = { define() {} };
const { heard, readAddress, settle, understand } = await import("../../docs/assets/play/settle.js");

const known = JSON.parse(readFileSync(`${process.env.TABLES}/settle.json`, "utf8"));
const datas = Object.fromEntries(GAMES.map((game) => [game, dataOf(game)]));
const verdict = (dice, boxes, game = null) => settle(known, datas, { dice: [...dice].map(Number), boxes: boxes && [boxes].flat(), game });
const ask = (text) => {
  const { dice, boxes, game } = understand(known, text);
  return [dice.join(""), boxes?.join(" ") ?? null, game ?? null];
};
const casesOf = (found, game) => found.rows.find((row) => row.game.id === game).cases
  .map(({ when, option, choice, pays }) => [when, option?.id ?? null, choice?.id ?? null, pays]);

test("dice are read as digits, as words, and as people say them", () => {
  for (const [text, dice] of [
    ["44444", "44444"], ["4 4 4 4 4", "44444"], ["5-5-5-5-2", "55552"], ["5,5,5,5,2.", "55552"], ["five fours", "44444"],
    ["5 fours", "44444"], ["five 4s", "44444"], ["five 4's", "44444"], ["three sixes and two ones", "66611"],
    ["four fives and a two", "55552"], ["four fives and one two", "55552"], ["one two three four five", "12345"],
    ["pair of sixes and three ones", "66111"], ["６６６１１", "66611"], ["444222", "444222"],
  ]) assert.equal(ask(text)[0], dice, text);
});

test("a box is read by what sheets print and by what people call it, a game after in", () => {
  for (const [text, asked] of [
    ["is 44444 a full house", ["44444", "full-house", null]],
    ["IS 44444 A FULL-HOUSE?", ["44444", "full-house", null]],
    ["does 5 5 5 5 2 count as four of a kind in yatzy", ["55552", "four-of-a-kind", "yatzy"]],
    ["does 55552 count as 4 of a kind in Yatzy", ["55552", "four-of-a-kind", "yatzy"]],
    ["small straight 12346", ["12346", "small-straight", null]],
    ["five fours as a full boat", ["44444", "full-house", null]],
    ["poker 44441 in generala", ["44441", "four-of-a-kind", "generala"]],
    ["große Straße 23456", ["23456", "large-straight", null]],
    ["kåk 33322", ["33322", "full-house", null]],
    ["12345 in little straight", ["12345", "small-straight", null]],
    ["44442 in fours", ["44442", "fours", null]],
    ["12346 straight", ["12346", "small-straight large-straight", null]],
    ["66225 two pairs in maxi yatzy", ["66225", "two-pairs", "maxi-yatzy"]],
    ["55552 in yacht with a 35 bonus", ["55552", null, "yacht-35"]],
    ["two full houses", ["", "full-house", null]],
  ]) assert.deepEqual(ask(text), asked, text);
});

test("a game's name is a box where an article says so, or where there is no other", () => {
  assert.deepEqual(ask("is 44444 a yahtzee"), ["44444", "five-alike", "yahtzee"]);
  assert.deepEqual(ask("44444 yatzy"), ["44444", "five-alike", "yatzy"]);
  assert.deepEqual(ask("yahtzee full house 44444"), ["44444", "full-house", "yahtzee"]);
  for (const text of ["what is 44441 worth in yahtzee", "what is 44441 worth, yahtzee", "we play yahtzee and I have 44441"]) {
    assert.deepEqual(ask(text), ["44441", null, "yahtzee"], text);
  }
  assert.deepEqual(ask("is 44441 a yahtzee"), ["44441", "five-alike", "yahtzee"]);
});

test("a roll that is named stands for itself where there are no dice", () => {
  const [dice, box] = ask("is five of a kind a full house");
  assert.equal(new Set(dice).size, 1);
  assert.equal(dice.length, 5);
  assert.equal(box, "full-house");
  assert.deepEqual(ask("what is a full house in generala"), ["", "full-house", "generala"]);
});

test("of two boxes the last is asked about, and what the first says of the dice is left at that", () => {
  for (const [text, asked] of [
    ["does a yahtzee 44444 count as a full house", ["44444", "full-house", "yahtzee"]],
    ["does a large straight 23456 count as a small straight in yatzy", ["23456", "small-straight", "yatzy"]],
    ["does four of a kind 44441 count as two pairs", ["44441", "two-pairs", null]],
    ["does a full house 22233 count as three of a kind in yatzy", ["22233", "three-of-a-kind", "yatzy"]],
  ]) assert.deepEqual(ask(text), asked, text);
});

test("where it is asked goes before the game that a box is called after", () => {
  const [dice, ...asked] = ask("is a generala a full house in yahtzee");
  assert.equal(new Set(dice).size, 1);
  assert.deepEqual(asked, ["full-house", "yahtzee"]);
  assert.equal(ask("is a yatzy four of a kind in yahtzee")[2], "yahtzee");
  assert.deepEqual(ask("44444 full house in a yahtzee game"), ["44444", "full-house", "yahtzee"]);
});

test("boxes that are weighed against each other, and a game with words that are not understood, are no question here", () => {
  for (const text of [
    "what pays more a full house or a large straight in generala", "is a full house better than a straight",
    "is a pair and three of a kind a full house", "can three of a kind and a pair be a full house",
    "is there a bonus in yatzy", "do you roll three times in yahtzee",
  ]) assert.deepEqual(ask(text), ["", null, null], text);
  assert.deepEqual(ask("in yatzy"), ["", null, "yatzy"]);
});

test("numbers of rolls, players and points are no dice", () => {
  for (const [text, dice] of [
    ["I have 3 3 3 2 2 after 3 rolls is it a full house", "33322"], ["5 dice: 3 3 3 2 2", "33322"],
    ["player 2 rolled 3 3 3 2 2", "33322"], ["does 3 3 3 2 2 pay 25 or 13 points", "33322"], ["what pays 1 1 1 1 1", "11111"],
    ["do three fives pay 25 in yahtzee", "555"], ["are four ones worth 4", "1111"], ["is four sixes worth 24", "6666"],
    ["1 2 3 4 5 6 1", "1234561"], ["is 1 2 3 4 6 worth 30", "12346"],
  ]) assert.equal(ask(text)[0], dice, text);
});

test("a roll written in one is the roll, and no other number is dice", () => {
  for (const [text, asked] of [
    ["3 kind 33312", ["33312", "three-of-a-kind", null]],
    ["5 dice 33344 full house", ["33344", "full-house", null]],
    ["1st roll 12345", ["12345", null, null]],
    ["3 of a kind on 6s 66612", ["66612", "three-of-a-kind", null]],
    ["is 44444 worth 25 as full house", ["44444", "full-house", null]],
    ["I rolled 1 2 3 4 6 on my 1st roll, small straight", ["12346", "small-straight", null]],
    ["two 3s two 5s and a six count as two pair in yatzy?", ["33556", "two-pairs", "yatzy"]],
    ["4 4 4 and 2 2", ["44422", null, null]],
    ["is 1 2 3 4 5 straight", ["12345", "small-straight large-straight", null]],
    ["5 5 5 5 2 4 of a kind", ["55552", "four-of-a-kind", null]],
    ["44444 or 55555", ["4444455555", null, null]],
  ]) assert.deepEqual(ask(text), asked, text);
});

test("the roll that a game is called after is asked about without an article too", () => {
  for (const text of ["does yahtzee count as a full house", "is yahtzee also a full house", "can yahtzee be a full house"]) {
    assert.deepEqual(ask(text).slice(1), ["full-house", "yahtzee"], text);
    assert.equal(new Set(ask(text)[0]).size, 1, text);
  }
  assert.deepEqual(ask("44422 in yahtzee as full house"), ["44422", "full-house", "yahtzee"]);
  assert.deepEqual(ask("yahtzee full house"), ["", "full-house", "yahtzee"]);
});

test("names are understood as they are often misspelt and as other tables have them", () => {
  for (const [text, box] of [
    ["small straigt 12345", "small-straight"], ["lg strait 23456", "large-straight"], ["tvåpar 33221", "two-pairs"],
    ["vierer pasch 44441", "four-of-a-kind"], ["castle 444222", "villa"], ["ful house 33322", "full-house"],
  ]) assert.equal(ask(text)[1], box, text);
});

test("what is no question is read as nothing, and no sign throws", () => {
  for (const text of ["", "   ", "hello", "???", "💥 <b>", "в доме", "\\", "(((", "[1-6]+", "a|b", "$&", "constructor", "__proto__"]) {
    const { dice, boxes, game } = understand(known, text);
    assert.deepEqual([boxes, game], [undefined, undefined], text);
    assert.ok(dice.every((face) => face > 0 && face < 7), text);
  }
  assert.equal(understand(known, "44409 full house").odd, "9");
});

test("names are heard as the data has them", () => {
  assert.equal(heard("  Große   Straße! "), "grosse strasse");
  assert.equal(heard("Kåk"), "kak");
  for (const words of Object.keys(known.called)) assert.equal(heard(words), words);
});

test("every name of a box and of a game is understood", () => {
  for (const [words, { b, g }] of Object.entries(known.called)) {
    const found = understand(known, `${g ? 44444 : 44441} ${words}`); // what a game is called after is five alike
    assert.deepEqual(found.boxes, b, words);
    assert.equal(found.game, g, words);
  }
});

test("five alike is no full house anywhere, and the cases say where it is", () => {
  const found = verdict("44444", "full-house");
  assert.equal(found.word, known.words.but);
  assert.match(found.line, /^It pays 0 in all six games with five dice\. /);
  assert.equal(found.why, "The dice show five alike, and Full House takes three of one, two of another.");
  assert.equal(found.answer.slug, "five-alike-full-house");
  assert.deepEqual(casesOf(found, "yahtzee"), [
    [2, null, null, 25], [0, "joker", "none", 0], [0, "five-alike-full-house", "always", 25],
  ]);
  assert.deepEqual(casesOf(found, "yatzy"), []);
  assert.deepEqual(found.counts, Array(5).fill(false));
});

test("where games differ the verdict says which pays what, the most first", () => {
  const found = verdict("12346", "small-straight");
  assert.equal(found.word, known.words.depends);
  assert.equal(found.line, "It pays 30 in Yahtzee and Kniffel; 15 in Yacht with a 35 bonus; 0 in Yacht and Yatzy.");
  assert.equal(verdict("12346", "small-straight", "yacht").word, known.words.but);
  assert.equal(verdict("11223", "small-straight", "yacht").word, known.words.no);
  assert.equal(verdict("12346", "small-straight", "kniffel").line, "It pays 30 in Kniffel.");
});

test("the dice that count are those of the box, in the order in which they lie", () => {
  assert.deepEqual(verdict("52555", "four-of-a-kind", "yacht").counts, [true, false, true, true, true]);
  assert.deepEqual(verdict("52555", "four-of-a-kind", "yahtzee").counts, Array(5).fill(true));
  assert.deepEqual(verdict("52555", "twos", "yahtzee").counts, [false, true, false, false, false]);
  assert.deepEqual(verdict("23456", "small-straight", "yahtzee").counts, [false, true, true, true, true]);
});

test("a first roll and other readings of Generala are cases", () => {
  assert.deepEqual(casesOf(verdict("44422", "full-house", "generala"), "generala"), [
    [1, null, null, 35], [1, "first-roll", "10", 40], [0, "first-roll", "none", 30],
  ]);
  const wrapped = verdict("34561", ["small-straight", "large-straight"], "generala");
  assert.equal(wrapped.family, "large-straight");
  assert.deepEqual(casesOf(wrapped, "generala").map((one) => one.slice(1)), [
    ["straight", "wrap", 20], ["straight", "any-wrap", 20], ["straight", "ones-wild", 20],
  ]);
});

test("a box that only some tables have is not there, and the cases say who has it", () => {
  const found = verdict("44444", "double-generala", "generala");
  assert.equal(found.word, known.words.rare);
  assert.equal(verdict("44444", "double-generala").word, known.words.rare);
  assert.equal(verdict("", "double-generala").word, known.words.rare);
  assert.equal(verdict("44444", "double-generala", "yahtzee").word, "Yahtzee has no such box.");
  assert.deepEqual(casesOf(found, "generala"), [[0, "double", "100", 100], [0, "double", "120", 120]]);
  assert.equal(verdict("44444", "villa").word, known.words.lack);
});

test("six dice are those of Maxi Yatzy alone", () => {
  const found = verdict("444222", "villa");
  assert.deepEqual(found.rows.map(({ game, pays }) => [game.id, pays]), [["maxi-yatzy", 18]]);
  assert.match(verdict("444444", "six-alike").why, /six alike/);
  for (const [dice, family, says] of [
    ["444222", "villa", "three and three"], ["444422", "tower", "four and two"], ["442211", "three-pairs", "three pairs"],
    ["123456", "full-straight", "six in a row"], ["444221", "full-house", "a full house"],
  ]) assert.ok(verdict(dice, family).why.startsWith(`The dice show ${says},`), dice);
});

test("without a box, every box of the game stands there, the best first", () => {
  const found = verdict("66611", null, "yatzy");
  assert.equal(found.rows.length, datas.yatzy.boxes.length);
  assert.deepEqual(found.rows.map(({ pays }) => pays), found.rows.map(({ pays }) => pays).toSorted((a, b) => b - a));
  assert.equal(found.about[0].pays, found.rows[0].pays);
  assert.match(found.word, /Full House/);
});

test("without dice, every sheet says what its box takes", () => {
  const found = verdict("", "small-straight");
  assert.equal(found.takes, true);
  assert.ok(found.rows.every(({ box, pays }) => box.says && pays === null));
  assert.equal(found.rows.length, 6);
  assert.equal(verdict("", null, "maxi-yatzy").rows.length, datas["maxi-yatzy"].boxes.length);
});

test("the answer is about the roll in hand, and about a game that was named", () => {
  for (const [dice, box, game, slug] of [
    ["44422", "full-house", null, "full-house-pays"], ["33333", "full-house", null, "five-alike-full-house"],
    ["55552", "four-of-a-kind", null, "four-of-a-kind-dice"], ["55555", "four-of-a-kind", "yacht", "five-alike-four-of-a-kind"],
    ["23456", "small-straight", null, "large-fills-small"], ["12346", "small-straight", null, "small-straight-four-or-five"],
    ["34561", "large-straight", null, "straights-wrap"], ["44442", "two-pairs", null, "two-pairs-four-alike"],
    ["44444", "large-straight", null, "five-alike-large-straight"], ["44444", "five-alike", null, "what-is-a-yacht"],
    ["55551", "five-alike", "yacht", "what-is-a-yacht"], ["", "five-alike", "generala", "what-is-a-yacht"],
    ["11123", "ones", null, "number-boxes-score"], ["66654", "sixes", "yahtzee", "number-boxes-score"],
    ["", "threes", null, "number-boxes-score"], ["33333", "threes", null, "five-alike-number-box"],
    ["25566", "ones", null, "write-zero"], ["44444", "four-of-a-kind", "yacht", "five-alike-four-of-a-kind"],
    ["", "small-straight", null, "small-straight-four-or-five"], ["44123", "small-straight", null, "small-straight-four-or-five"],
    ["23445", "small-straight", "yahtzee", "small-straight-doubled"], ["", "full-house", null, "full-house-pays"],
  ]) assert.equal(verdict(dice, box, game).answer?.slug, slug, `${dice} ${box}`);
  for (const { slug, games = GAMES } of known.answers) {
    for (const game of GAMES) {
      const found = verdict("44444".padEnd(datas[game].dice, "4"), "full-house", game).answer;
      assert.ok(found?.slug !== slug || games.includes(game));
    }
  }
});

test("an address is read, odd parts of it left out", () => {
  const read = (hash) => readAddress(known, hash);
  assert.deepEqual(read("#d=44444&b=full-house&g=yahtzee"), { dice: [4, 4, 4, 4, 4], boxes: ["full-house"], game: "yahtzee", text: undefined });
  assert.deepEqual(read("#g=yahtzee&b=Full%20House&d=4440").boxes, ["full-house"]);
  assert.deepEqual(read("#b=little-straight").boxes, ["small-straight"]);
  for (const odd of ["#d=99", "#d=4444444444", "#b=__proto__", "#b=toString", "#g=chess", "#d=", "#", "#b=%E0%A4%A", "#d=4.4"]) {
    assert.deepEqual(read(odd), { dice: [], boxes: undefined, game: undefined, text: undefined }, odd);
  }
  assert.equal(read("#q=wibble").text, "wibble");
});

test("every roll in every family has a verdict in whole sentences", () => {
  const dice = [];
  for (let n = 0; n < 6 ** 5; n += 1) {
    const faces = [...n.toString(6).padStart(5, "0")].map((digit) => Number(digit) + 1);
    if (faces.every((face, at) => !at || face >= faces[at - 1])) dice.push(faces);
  }
  assert.equal(dice.length, datas.yacht.boxes[0].points.length);
  for (const faces of dice) {
    for (const family of Object.keys(known.families)) {
      const { word, line, why } = settle(known, datas, { dice: faces, boxes: [family], game: null });
      for (const text of [word, line ?? "", why ?? ""]) assert.doesNotMatch(text, /[{}]|undefined|NaN|null/, `${faces} ${family}`);
    }
  }
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { act, free, read, replay, start, write } from "../../docs/assets/play/game.js";
import { decide } from "../../docs/assets/play/players.js";
import { GAMES, people, table } from "./tables.js";

globalThis.HTMLElement = class {}; // what the module's element asks for; the rest of it is pure
globalThis.customElements = { define() {} };
const daily = await import("../../docs/assets/play/today.js");

const FIRST = "2026-11-30";
const AT = (text) => Date.parse(text);

/** Every face of a day's game, in the order in which they are dealt. */
const faces = (day, one) => {
  const face = daily.diceOf(day, one), dealt = [];
  for (let turn = 0; turn < one.boxes.length; turn += 1) {
    for (let roll = 0; roll < one.nRolls; roll += 1) {
      for (let place = 0; place < one.nDice; place += 1) dealt.push(face(turn, roll, place));
    }
  }
  return dealt;
};

/** The day's game as somebody plays it who holds by this rule: (state) -> held, or null to fill a box. */
function played(day, one, hold) {
  const face = daily.diceOf(day, one);
  let state = start(one, people(1));
  while (!state.over) {
    const { turn, rolls } = state, places = free(state);
    state = act(one, state, { do: "roll", faces: places.map((place) => face(turn, rolls, place)) });
    const held = hold(state);
    if (held && state.rolls < one.nRolls && held.includes(false)) state = act(one, state, { do: "keep", held });
    else state = act(one, state, { ...decide(one, { ...state, rolls: one.nRolls }), sure: true });
  }
  return state;
}

/** FNV-1a and mulberry32 as the page words them, written apart from the module. */
function stated(text, n) {
  let hash = 2166136261n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 16777619n) % 2n ** 32n;
  const found = [];
  let a = Number(hash);
  while (found.length < n) {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t = (t ^ (t + Math.imul(t ^ (t >>> 7), t | 61))) >>> 0;
    const number = (t ^ (t >>> 14)) >>> 0;
    if (number < 4294967292) found.push((number % 6) + 1);
  }
  return found;
}

const chiSquare = (counts) => {
  const expected = counts.reduce((a, b) => a + b) / counts.length;
  return counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
};

test("the dice of a day never change", () => {
  assert.deepEqual(faces(FIRST, table("yahtzee")).slice(0, 15), [1, 4, 3, 4, 4, 5, 6, 4, 1, 1, 1, 6, 6, 2, 4]);
});

for (const game of GAMES) {
  test(`${game}: the dice are those of the hash that the page states`, () => {
    const one = table(game), dealt = faces("2027-02-28", one);
    assert.equal(dealt.length, one.boxes.length * one.nRolls * one.nDice);
    assert.deepEqual(dealt, stated(`three-rolls 2027-02-28 ${game}`, dealt.length));
  });
}

test("other days and other games have other dice", () => {
  const all = new Set(GAMES.flatMap((game) => ["2026-11-30", "2026-12-01", "2027-11-30"].map((day) => faces(day, table(game)).slice(0, 36).join(""))));
  assert.equal(all.size, 3 * GAMES.length);
});

test("a die shows what its place holds, whatever else is held", () => {
  const one = table("yacht"), face = daily.diceOf(FIRST, one);
  const games = [
    played(FIRST, one, () => [false, false, false, false, false]), played(FIRST, one, () => [true, false, true, false, false]),
    played(FIRST, one, ({ dice }) => dice.map((shown) => shown > 4)),
  ];
  for (const { log } of games) {
    assert.equal(log.length, one.boxes.length);
    log.forEach(({ rolls }, turn) => rolls.forEach(({ dice }, roll) => dice.forEach((shown, place) => {
      const held = rolls[roll - 1]?.held[place];
      assert.equal(shown, held ? rolls[roll - 1].dice[place] : face(turn, roll, place));
    })));
  }
});

test("faces are uniform over many days, and neighbours know nothing of each other", () => {
  const one = table("yahtzee"), counts = Array(6).fill(0), pairs = Array(36).fill(0), first = Array(6).fill(0), between = Array(36).fill(0);
  let day = FIRST, before = null;
  for (let n = 0; n < 1000; n += 1, day = daily.later(day, 1)) {
    const dealt = faces(day, one);
    first[dealt[0] - 1] += 1;
    dealt.forEach((face, i) => {
      counts[face - 1] += 1;
      if (i % 2) pairs[(dealt[i - 1] - 1) * 6 + face - 1] += 1;
      if (before) between[(before[i] - 1) * 6 + face - 1] += 1; // the same place, a day later
    });
    before = dealt;
  }
  for (const found of [counts, first]) assert.ok(chiSquare(found) < 35.9, `${chiSquare(found)}`); // fair dice: once in a million
  for (const found of [pairs, between]) assert.ok(chiSquare(found) < 90.5, `${chiSquare(found)}`);
});

test("two games of one day know nothing of each other", () => {
  const [one, other] = [table("yahtzee"), table("kniffel")], counts = Array(36).fill(0);
  let day = FIRST;
  for (let n = 0; n < 300; n += 1, day = daily.later(day, 1)) {
    const beside = faces(day, other);
    faces(day, one).forEach((face, i) => { counts[(face - 1) * 6 + beside[i] - 1] += 1; });
  }
  assert.ok(chiSquare(counts) < 90.5);
});

// ---- days

test("a day goes from midnight to midnight UTC", () => {
  assert.equal(daily.dayAt(AT("2026-11-30T00:00:00Z")), "2026-11-30");
  assert.equal(daily.dayAt(AT("2026-11-30T23:59:59.999Z")), "2026-11-30");
  assert.equal(daily.dayAt(AT("2026-12-01T01:00:00+02:00")), "2026-11-30");
  assert.equal(daily.later("2026-12-31", 1), "2027-01-01");
  assert.equal(daily.later("2028-03-01", -1), "2028-02-29");
});

test("what is no day is refused", () => {
  for (const day of ["2026-11-30", "2028-02-29"]) assert.ok(daily.isDay(day), day);
  for (const text of ["", "2026-02-30", "2027-02-29", "2026-13-01", "2026-1-1", " 2026-11-30", "2026-11-30T00:00Z", "30-11-2026", "1969-12-31", "today", "2026-11-3０"]) {
    assert.ok(!daily.isDay(text), text);
  }
});

test("the time until the next dice is rounded up to minutes and never none", () => {
  const left = (time) => daily.untilNext(AT(`2026-11-30T${time}Z`));
  assert.deepEqual(left("00:00:00"), { hours: 24, minutes: 0 });
  assert.deepEqual(left("19:48:10"), { hours: 4, minutes: 12 });
  assert.deepEqual(left("23:59:59.999"), { hours: 0, minutes: 1 });
});

// ---- a saved game

const saved = (state, one) => write(one, state);
const checked = (text, day, one) => {
  const record = read(text), by = table(record.game, record.chosen), state = replay(by, record);
  return () => daily.checkDealt(daily.diceOf(day, one), by, state);
};

test("a game of the day's dice passes at every moment, and no other does", () => {
  const one = table("yahtzee"), over = played(FIRST, one, ({ dice }) => dice.map((face) => face === 6)), text = saved(over, one);
  assert.doesNotThrow(checked(text, FIRST, one));
  assert.throws(checked(text, "2026-12-01", one), RangeError);
  const record = read(text);
  for (let step = 0; step < 40; step += 1) assert.doesNotThrow(() => daily.checkDealt(daily.diceOf(FIRST, one), one, replay(one, record, step)));
});

test("a game with one die changed, with other rules, with others or by a computer is none of the day", () => {
  const one = table("yacht"), head = "Three Rolls 1\ngame yacht\nseat person 0 You\nfirst 1\n";
  const face = daily.diceOf(FIRST, one), first = [0, 1, 2, 3, 4].map((place) => face(0, 0, place));
  assert.doesNotThrow(checked(`${head}1 ${first.join("")}\n`, FIRST, one));
  first.forEach((shown, place) => {
    const other = first.map((each, i) => (i === place ? (each % 6) + 1 : each));
    assert.throws(checked(`${head}1 ${other.join("")}\n`, FIRST, one), RangeError, `die ${place + 1}`);
  });
  const turn = `1 ${first.join("")}\n`;
  assert.throws(checked(`Three Rolls 1\ngame yacht bonus=35\nseat person 0 You\nfirst 1\n${turn}`, FIRST, one), RangeError);
  assert.throws(checked(`Three Rolls 1\ngame yacht\nseat best 0 You\nfirst 1\n${turn}`, FIRST, one), RangeError);
  assert.throws(checked(`Three Rolls 1\ngame yacht\nseat person 0 You\nseat person 1 Bo\nfirst 1\n${turn}`, FIRST, one), RangeError);
});

// ---- results

const on = (...days) => new Map(days.map((day) => [daily.nameIn(day, "yacht"), 150]));

test("results come back as they were kept", () => {
  const text = "2026-11-30 maxi-yatzy 1003\n2026-12-01 yacht 0\n", results = daily.readResults(text);
  assert.deepEqual([...results], [["2026-11-30.maxi-yatzy", 1003], ["2026-12-01.yacht", 0]]);
  assert.equal(daily.writeResults(results), text);
});

test("damaged results become none, and sound lines among them stay", () => {
  for (const text of [null, "", "{}", "[1,2]", "null", "2026-11-30", "2026-11-30 yacht", "2026-11-30 yacht -3", "2026-02-30 yacht 100", "2026-11-30 yacht 99999", "2026-11-30 yacht 1e3"]) {
    assert.deepEqual(daily.readResults(text), new Map(), `${text}`);
  }
  assert.deepEqual(daily.readResults("rubbish\n2026-11-30 yacht 150\n\0"), on(FIRST));
  assert.deepEqual(daily.readResults("2026-11-30 yacht 1\n2026-11-30 yacht 150"), on(FIRST));
});

test("a streak goes on until a day was left out, and today is not yet left out", () => {
  const runs = (today, ...days) => daily.streak(on(...days), FIRST, today);
  assert.deepEqual(runs("2026-12-03"), { now: 0, best: 0 });
  assert.deepEqual(runs(FIRST), { now: 0, best: 0 });
  assert.deepEqual(runs(FIRST, FIRST), { now: 1, best: 1 });
  assert.deepEqual(runs("2026-12-01", "2026-12-01"), { now: 1, best: 1 });
  assert.deepEqual(runs("2026-12-03", "2026-12-03"), { now: 1, best: 1 });
  assert.deepEqual(runs("2026-12-03", "2026-12-02", "2026-12-01"), { now: 2, best: 2 });
  assert.deepEqual(runs("2026-12-04", "2026-12-02", "2026-12-01"), { now: 0, best: 2 });
  assert.deepEqual(runs("2026-12-06", "2026-12-06", "2026-12-01", "2026-12-02", "2026-12-03"), { now: 1, best: 3 });
});

test("a streak goes over the ends of months and years, and over leap days", () => {
  const all = [];
  for (let day = FIRST; day <= "2028-03-02"; day = daily.later(day, 1)) all.push(day);
  assert.equal(all.length, 1 + 31 + 365 + 31 + 29 + 2);
  assert.deepEqual(daily.streak(on(...all), FIRST, "2028-03-02"), { now: all.length, best: all.length });
  for (const left of ["2026-12-31", "2027-02-28", "2028-02-29"]) {
    const { now, best } = daily.streak(on(...all.filter((day) => day !== left)), FIRST, "2028-03-02"), at = all.indexOf(left);
    assert.deepEqual({ now, best }, { now: all.length - at - 1, best: Math.max(at, all.length - at - 1) }, left);
  }
});

test("ten years of days are counted in no time", () => {
  const all = [];
  for (let day = FIRST; all.length < 3650; day = daily.later(day, 1)) all.push(day);
  const results = on(...all), from = performance.now();
  assert.equal(daily.streak(results, FIRST, all.at(-1)).now, 3650);
  assert.ok(performance.now() - from < 200);
});

test("a day counts once for a streak, however many of its games were finished", () => {
  const results = new Map([...on("2026-12-01"), [daily.nameIn("2026-12-01", "yatzy"), 1]]);
  assert.deepEqual(daily.streak(results, FIRST, "2026-12-01"), { now: 1, best: 1 });
});

test("days before the first and after today count for nothing", () => {
  assert.deepEqual(daily.streak(on("2026-11-29", "2026-11-28"), FIRST, FIRST), { now: 0, best: 0 });
  assert.deepEqual(daily.streak(on("2026-12-01", "2030-01-01", "2030-01-02"), FIRST, "2026-12-01"), { now: 1, best: 1 });
});

// ---- what is sent

const words = JSON.parse(readFileSync(`${process.env.TABLES}/words.json`, "utf8")).today;

test("what is sent holds the total and nothing of the dice", () => {
  const told = { game: "Yahtzee", day: FIRST, total: 261, mean: "254.6", run: 4, link: "https://threerolls.example/today/" };
  assert.equal(daily.shareText(words, told), "Three Rolls, today’s dice, Yahtzee, 2026-11-30: 261 (best play averages 254.6), streak 4 · https://threerolls.example/today/");
  assert.equal(daily.shareText(words, { ...told, mean: "", run: 0 }), "Three Rolls, today’s dice, Yahtzee, 2026-11-30: 261 · https://threerolls.example/today/");
});

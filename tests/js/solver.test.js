import assert from "node:assert/strict";
import { test } from "node:test";
import { options, howClear } from "../../docs/assets/play/advice.js";
import { Best, MOST_STATES, fingerprint, layoutOf, solve } from "../../docs/assets/play/solver.js";
import { emptyCard } from "../../docs/assets/play/table.js";
import { GAMES, choicesOf, dataOf, table } from "./tables.js";

const SOLVED = GAMES.filter((game) => layoutOf(table(game)).nStates <= MOST_STATES);

// Milliseconds of processor time that a page may take, on a machine as of 2026 that does something else besides.
const ALLOWED = { yacht: 150, generala: 150, "yacht-35": 2000, yahtzee: 5000, yatzy: 12000 };

for (const [game, most] of Object.entries(ALLOWED)) {
  test(`${game} is solved within ${most} milliseconds`, () => {
    const one = table(game), taken = [];
    do {
      const before = process.cpuUsage();
      solve(one);
      const { user, system } = process.cpuUsage(before);
      taken.push((user + system) / 1000);
    } while (taken.at(-1) > most && taken.length < 4);
    assert.ok(taken.at(-1) <= most, `${taken.map(Math.round).join(", ")} ms`);
  });
}

test("progress rises from row to row and ends at one", () => {
  const told = [];
  solve(table("generala"), { progress: (share) => told.push(share) });
  assert.equal(told.at(-1), 1);
  assert.deepEqual(told, told.toSorted((a, b) => a - b));
  assert.ok(told.length > 10 && told[0] > 0);
});

test("a game that is too large is refused before any work, and says how large it is", () => {
  assert.throws(() => solve(table("maxi-yatzy")), (error) => (
    error instanceof RangeError && error.message.includes(String(layoutOf(table("maxi-yatzy")).nStates))));
});

test("values of another game, or half of them, are refused", () => {
  const one = table("generala"), values = solve(one);
  assert.throws(() => new Best(one, values.slice(1)), RangeError);
  assert.throws(() => new Best(table("yacht"), values), RangeError);
  assert.throws(() => new Best(one, null), RangeError);
  assert.equal(new Best(one, values).average, new Best(one, values).worth(emptyCard()));
});

test("sets of rules that are worth otherwise have fingerprints of their own, and the same rules the same", () => {
  const seen = new Map();
  for (const game of SOLVED) {
    for (const chosen of choicesOf(dataOf(game))) {
      const name = fingerprint(table(game, chosen));
      assert.match(name, /^[0-9a-f]{16}$/);
      assert.equal(name, fingerprint(table(game, chosen)));
      seen.set(name, [...(seen.get(name) ?? []), `${game} ${JSON.stringify(chosen)}`]);
    }
  }
  for (const same of seen.values()) {
    const games = new Set(same.map((one) => one.split(" ")[0]));
    assert.equal(games.size, same.length, same.join("; ")); // two games may share rules, two choices of one never do
  }
});

test("a gap is a coin toss below a tenth of a point, and clear from a point on", () => {
  assert.deepEqual([null, 0, 0.099, 0.1, 0.99, 1].map(howClear), ["only", "toss", "toss", "close", "close", "clear"]);
});

test("what is equally good stands in the order of the lattice, fewest dice first, after the boxes", () => {
  const one = table("yacht"), best = new Best(one, solve(one));
  const points = Object.fromEntries(one.boxes.filter(({ id }) => id !== "choice").map(({ id }) => [id, 0]));
  const found = options(best, { points, repeats: 0 }, [6, 6, 6, 6, 6], 1);
  assert.equal(found[0].box, "choice");
  assert.equal(found[0].worth, 30);
  const yacht = Object.fromEntries(one.boxes.filter(({ id }) => id !== "yacht").map(({ id }) => [id, 0]));
  const equal = options(best, { points: yacht, repeats: 0 }, [1, 2, 3, 4, 6], 1).filter(({ less }) => less === 0);
  assert.deepEqual(equal.map(({ keep }) => keep.join("")), ["", "6", "4", "3", "2", "1"]);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { act, start } from "../../docs/assets/play/game.js";
import { wish } from "../../docs/assets/play/keys.js";
import { sentence } from "../../docs/assets/play/speech.js";
import { people, table } from "./tables.js";

const words = JSON.parse(readFileSync(`${process.env.TABLES}/words.json`, "utf8"));

/** What is said after each of these actions. */
const said = (one, seats, ...actions) => {
  let state = start(one, seats);
  return actions.map((action) => {
    state = act(one, state, action);
    return sentence(words, one, state);
  });
};
const roll = (...faces) => ({ do: "roll", faces });
const fill = (box) => ({ do: "fill", box });

test("a roll is told with its dice and what is left, a box with its points and who is next", () => {
  const turn = [roll(5, 3, 5, 1, 3), { do: "hold", die: 0 }, roll(3, 3, 3, 5), fill("full-house")];
  assert.deepEqual(said(table("yacht"), people(2), ...turn), [
    "First roll: five, three, five, one, three. Two rolls left.",
    "Die 1: five, held.",
    "Second roll: five, three, three, three, five. One roll left.",
    "P1: Full House, 19 points. P2 to roll.",
  ]);
});

test("a box that pays nothing is asked for twice, and a lone player hears no next one", () => {
  const [, sure, filled] = said(table("yacht"), people(1), roll(1, 2, 2, 3, 6), fill("yacht"), fill("yacht"));
  assert.equal(sure, "Yacht pays 0. Press again to fill it with 0.");
  assert.equal(filled, "P1: Yacht, 0 points.");
});

test("what a repeated five alike earns beside its box is told, and why a box is shut to it", () => {
  const five = roll(4, 4, 4, 4, 4);
  const turns = [five, fill("yahtzee"), five, fill("chance"), fill("fours")];
  const [, , , shut, filled] = said(table("yahtzee"), people(1), ...turns);
  assert.equal(shut, "Chance is shut: five alike must go to Fours while that is open.");
  assert.equal(filled, "P1: Fours, 20 points. 100 points beside it.");
});

test("every refusal has its sentence", () => {
  const one = table("yatzy", { order: "sheet" }), any = roll(1, 2, 3, 4, 6);
  const all = { do: "keep", held: [true, true, true, true, true] };
  for (const text of [
    said(one, people(1), fill("ones")), said(one, people(1), { do: "undo" }),
    said(one, people(1), { do: "hold", die: 1 }),
    said(one, people(1), any, fill("chance")), said(one, people(1), any, fill("ones"), any, fill("ones")),
    said(one, people(1), any, all, roll()), said(one, people(1), any, any, any, any),
    said(one, people(1), any, any, any, { do: "hold", die: 1 }),
  ]) assert.match(text.at(-1), /^[A-Z][^{]*\.$/);
});

test("computers are named, with what they hold", () => {
  const seats = [{ name: "Computer", kind: "turn", colour: 0 }];
  const held = [true, false, true, false, false];
  assert.deepEqual(said(table("yacht"), seats, roll(5, 3, 5, 1, 3), { do: "keep", held }), [
    "Computer. First roll: five, three, five, one, three.", "Computer holds five, five.",
  ]);
});

test("a key asks for one thing, and for nothing beside Ctrl, in a field, or held down", (t) => {
  globalThis.document = { querySelector: () => null };
  t.after(() => delete globalThis.document);
  const press = (key, more) => wish({ key, code: "", target: { closest: () => null }, ...more }, 5, true);
  assert.deepEqual(press("R"), { do: "roll" });
  assert.deepEqual(press("5"), { do: "hold", die: 4 });
  assert.deepEqual(press("&", { code: "Digit1" }), { do: "hold", die: 0 });
  for (const [key, more] of [
    ["6"], ["0"], ["x"], ["r", { ctrlKey: true }], ["r", { metaKey: true }], ["r", { repeat: true }],
    ["1", { target: { closest: () => ({}) } }],
  ]) assert.equal(press(key, more), null, key);
});

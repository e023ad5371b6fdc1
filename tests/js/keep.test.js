import assert from "node:assert/strict";
import { test } from "node:test";
import { Kept, isOurs } from "../../docs/assets/play/keep.js";
import { openStore } from "../../docs/assets/play/store.js";
import { begin, blank, keep, step, undo } from "../../docs/assets/play/tally.js";
import { area, blocked } from "./areas.js";

const KEY = "three-rolls.card";
const fresh = () => begin(blank("yacht", {}, ["Ana", "Bo"]));
const put = (history, box, points, player = 0) => step(history, { do: "write", player, box, points });
const of = ({ sheet }) => sheet.players[0].points;

/** A tab of the browser: it agrees before each change, as the page does. */
const tab = (place) => {
  const kept = new Kept(openStore(place));
  let history = kept.find().history ?? fresh();
  return {
    kept,
    get history() {
      return history;
    },
    look: () => (history = kept.find(history).history),
    change(action) {
      history = step(kept.find(history).history, action);
      return kept.save(history);
    },
    put(box, points) {
      return this.change({ do: "write", player: 0, box, points });
    },
  };
};

test("a card comes back with all its steps, and a browser that has none says so", () => {
  const place = area(), first = tab(place);
  assert.equal(new Kept(openStore(place)).find().history, null);
  assert.equal(place.values.size, 0, "nothing is kept before something is written");
  first.put("ones", 3);
  first.put("twos", 6);
  const again = tab(place);
  assert.deepEqual(again.history, first.history);
  assert.deepEqual(of(undo(again.history)), { ones: 3 });
});

test("a tab that changes the card goes on from what the other wrote", () => {
  const place = area(), [one, two] = [tab(place), tab(place)];
  one.put("ones", 3);
  two.put("twos", 6);
  one.put("threes", 9);
  assert.deepEqual(of(one.history), { ones: 3, twos: 6, threes: 9 });
  two.look();
  assert.deepEqual(two.history, one.history);
  assert.deepEqual(of(undo(undo(two.history))), { ones: 3 });
});

test("what another tab took back is taken back here, and can be done again", () => {
  const place = area(), one = tab(place);
  one.put("ones", 3);
  const two = tab(place), back = undo(two.history);
  two.kept.save(back);
  one.look();
  assert.deepEqual(of(one.history), {});
  assert.equal(one.history.future.length, 1);
});

test("two that write at once lose nothing: the other's card is shown, one's own is a step back, all else behind", () => {
  const place = area(), one = tab(place);
  one.put("ones", 3);
  const theirs = put(put(one.history, "sixes", 18), "fives", 15);
  one.put("twos", 6);
  place.setItem(KEY, keep(theirs)); // by a tab that did not see the twos
  assert.equal(new Kept(openStore(place)).find(one.history).news, "both");
  one.look();
  assert.deepEqual(of(one.history), of(theirs));
  const seen = [];
  for (let at = one.history; at.past.length; seen.push(of(at))) at = undo(at);
  assert.deepEqual(seen, [{ ones: 3, twos: 6 }, of(theirs), { ones: 3, sixes: 18 }, { ones: 3 }, {}]);
});

test("a tab without a card of its own takes the other's as it is", () => {
  const place = area(), [one, two] = [tab(place), tab(place)];
  one.change({ do: "rules", game: "yatzy", chosen: {} });
  one.put("ones", 3);
  two.look();
  assert.deepEqual(two.history, one.history);
});

for (const [name, text, why] of [
  ["no JSON", "{", "damaged"], ["another's JSON", "[1]", "damaged"], ["no card", '{"format":1,"now":"x","past":[],"future":[]}', "damaged"],
  ["of an older format", '{"format":0,"now":""}', "version"], ["of a newer format", '{"format":2}', "version"],
  ["a newer text", keep(fresh()).replace("card 1", "card 2"), "version"],
]) {
  test(`what is kept and cannot be read is set aside, and a new card begins: ${name}`, () => {
    const place = area({ [KEY]: text }), one = tab(place), { kept } = one;
    assert.deepEqual(one.history, fresh());
    assert.deepEqual([kept.aside, place.getItem(`${KEY}.aside`), place.getItem(`${KEY}.aside.2`)], [text, text, null]);
    assert.equal(place.getItem(KEY), null);
    one.put("ones", 3);
    assert.deepEqual([kept.aside, place.getItem(`${KEY}.aside`), place.getItem(`${KEY}.aside.2`)], [text, text, null]);
    assert.equal(tab(place).history.past.length, 1);
    place.setItem(KEY, text);
    assert.deepEqual(new Kept(openStore(place)).find(), { history: null, news: why });
  });
}

test("what another tab damages does not take the card from this one", () => {
  const place = area(), one = tab(place);
  one.put("ones", 3);
  place.setItem(KEY, "{");
  assert.deepEqual(one.kept.find(one.history), { history: one.history, news: "damaged" });
  one.put("twos", 6);
  assert.deepEqual(of(tab(place).history), { ones: 3, twos: 6 });
  assert.equal(one.kept.aside, "{");
});

test("where only the steps are damaged the card goes on, and the text is set aside", () => {
  const place = area(), one = tab(place);
  one.put("ones", 3);
  const text = JSON.stringify({ ...JSON.parse(place.getItem(KEY)), past: ["x"] });
  place.setItem(KEY, text);
  const two = new Kept(openStore(place)), found = two.find();
  assert.deepEqual([of(found.history), found.history.past, found.news], [{ ones: 3 }, [], "steps"]);
  assert.deepEqual([two.aside, place.getItem(KEY)], [text, null]);
  place.setItem(KEY, text);
  assert.deepEqual(one.kept.find(one.history), { history: one.history, news: "steps" }, "what this tab can take back stays");
});

test("a card that cannot be used is set aside too", () => {
  const place = area(), one = tab(place);
  one.put("ones", 3);
  const text = place.getItem(KEY);
  one.kept.setAside();
  assert.deepEqual([one.kept.aside, place.getItem(KEY)], [text, null]);
});

test("storage that is blocked works for the visit, and says that it keeps nothing", () => {
  const one = tab(blocked);
  assert.deepEqual([one.put("ones", 3), one.put("twos", 6)], [false, false]);
  assert.deepEqual(of(one.look()), { ones: 3, twos: 6 });
  assert.equal(one.kept.aside, null);
});

test("where there is little room the card is kept without its steps, and where there is none what was there before stays", () => {
  const size = keep(put(fresh(), "ones", 3)).length, place = area({}, KEY.length + size), one = tab(place);
  assert.equal(one.put("ones", 3), true);
  assert.equal(one.put("twos", 6), true);
  assert.equal(one.history.past.length, 2);
  assert.equal(one.kept.isBare, true);
  assert.deepEqual([of(tab(place).history), tab(place).history.past.length], [{ ones: 3, twos: 6 }, 0]);
  assert.equal(one.change({ do: "rename", player: 0, name: "x".repeat(20) }), true);
  for (const name of ["Cleo", "Dora", "Emil", "Finn", "Gus", "Hal"]) one.change({ do: "add", name: name.repeat(5) });
  assert.equal(one.put("threes", 9), false);
  assert.deepEqual(of(one.look()), { ones: 3, twos: 6, threes: 9 });
  assert.ok(tab(place).history.sheet.players.length < 8);
});

test("a full store's tab still sees what another wrote, and keeps its own a step back", () => {
  const room = KEY.length + keep(fresh()).length + 20, place = area({}, room), one = tab(place);
  for (const name of ["Cleo", "Dora", "Emil", "Finn"]) one.change({ do: "add", name: name.repeat(5) });
  assert.ok(one.history.sheet.players.length === 6);
  place.setItem(KEY, keep(begin(blank("yatzy", {}, ["Zoe"]))));
  one.look();
  assert.equal(one.history.sheet.game, "yatzy");
  assert.equal(undo(one.history).sheet.players.length, 6);
});

test("news of other keys is not about the card", () => {
  assert.equal(isOurs({ key: KEY }), true);
  assert.equal(isOurs({ key: null }), true);
  assert.equal(isOurs({ key: "three-rolls.settings" }), false);
});

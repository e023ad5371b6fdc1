import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore } from "../../docs/assets/play/store.js";
import { area, blocked } from "./areas.js";

/** What browsers do with locks, for several tabs at once. */
const lockManager = () => {
  const held = new Map();
  return {
    request(name, { ifAvailable, steal }, callback) {
      return new Promise((resolve, reject) => {
        const before = held.get(name);
        if (before && ifAvailable) return resolve(callback(null));
        if (before && steal) before.reject(new DOMException("stolen", "AbortError"));
        const mine = { reject };
        held.set(name, mine);
        queueMicrotask(async () => {
          const value = await callback({ name });
          if (held.get(name) === mine) held.delete(name);
          resolve(value);
        });
      });
    },
  };
};

const tab = (locks, kept = area()) => {
  const page = new EventTarget();
  const store = openStore(kept, locks, page);
  const leave = () => page.dispatchEvent(new Event("pagehide"));
  const comeBack = () => page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  return { store, leave, comeBack };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("a value comes back, under a key of our own", () => {
  const kept = area();
  const store = openStore(kept);
  assert.equal(store.read("game.yacht"), null);
  assert.equal(store.write("game.yacht", "text"), true);
  assert.equal(store.read("game.yacht"), "text");
  assert.deepEqual([...kept.values.keys()], ["three-rolls.game.yacht"]);
  assert.equal(store.works, true);
});

test("opening leaves nothing behind", () => {
  const kept = area();
  openStore(kept);
  assert.equal(kept.values.size, 0);
});

for (const [name, broken] of [["blocked", blocked], ["missing", null], ["not there", undefined]]) {
  test(`${name} storage: values live for the visit, and nothing throws`, () => {
    const store = openStore(broken);
    assert.equal(store.works, false);
    assert.equal(store.write("last", "yacht"), false);
    assert.equal(store.read("last"), "yacht");
    assert.equal(store.setAside("last"), false);
    assert.equal(store.read("last"), null);
    assert.equal(store.read("last.aside"), "yacht");
    assert.equal(store.saveSettings({ pace: "quick" }), false);
    assert.equal(store.settings().pace, "quick");
    assert.equal(store.saveBest("yacht", 200), true);
    assert.equal(store.best("yacht"), 200);
  });
}

test("full storage: the newest value is read, whatever an older one says", () => {
  const kept = area({ "three-rolls.last": "yacht" }, 40);
  const store = openStore(kept);
  assert.equal(store.write("last", "x".repeat(50)), false);
  assert.equal(store.read("last"), "x".repeat(50));
  assert.equal(store.works, false);
  assert.equal(store.write("last", "yatzy"), true);
  assert.equal(store.read("last"), "yatzy");
  assert.equal(store.works, true);
});

test("a damaged value is set aside and kept", () => {
  const kept = area({ "three-rolls.game.yacht": "damaged" });
  const store = openStore(kept);
  assert.equal(store.setAside("game.yacht"), true);
  assert.equal(store.read("game.yacht"), null);
  assert.equal(kept.getItem("three-rolls.game.yacht.aside"), "damaged");
  assert.equal(store.setAside("game.yacht"), false, "there is nothing left to move");
});

test("what is set aside later lies beside what was set aside before, each once", () => {
  const kept = area(), store = openStore(kept);
  for (const text of ["one", "two", "one", "three", "four", "five", "six"]) {
    store.write("card", text);
    assert.equal(store.setAside("card"), true);
  }
  const aside = ["", ".2", ".3", ".4", ".5"].map((place) => kept.getItem(`three-rolls.card.aside${place}`));
  assert.deepEqual(aside, ["one", "two", "three", "four", "six"]);
});

test("what the area holds is told beside what it did not take", () => {
  const kept = area({ "three-rolls.card": "short" }, 40), store = openStore(kept);
  store.write("card", "x".repeat(50));
  assert.deepEqual([store.read("card").length, store.held("card")], [50, "short"]);
  assert.equal(openStore(blocked).held("card"), null);
});

test("setting aside works where there is room for one copy only", () => {
  const kept = area({ "three-rolls.last": "x".repeat(60) }, 90);
  const store = openStore(kept);
  assert.equal(store.setAside("last"), true);
  assert.equal(kept.getItem("three-rolls.last.aside"), "x".repeat(60));
  assert.equal(store.read("last"), null);
});

test("odd settings are ignored, one by one", () => {
  const defaults = { keys: true, pace: "calm", odds: false, coach: false };
  for (const text of ["", "no json", "null", "7", "[]", '"calm"', '{"keys": "yes", "pace": 3, "other": 1}']) {
    assert.deepEqual(openStore(area({ "three-rolls.settings": text })).settings(), defaults, text);
  }
  const store = openStore(area({ "three-rolls.settings": '{"keys": 0, "pace": "quick", "odds": true}' }));
  assert.deepEqual(store.settings(), { keys: true, pace: "quick", odds: true, coach: false });
  store.saveSettings({ keys: false });
  assert.deepEqual(store.settings(), { keys: false, pace: "quick", odds: true, coach: false });
  store.saveSettings({ keys: "odd", pace: "calm" });
  assert.deepEqual(store.settings(), { keys: false, pace: "calm", odds: true, coach: false });
});

test("the best total only rises, and an odd one counts for nothing", () => {
  const store = openStore(area({ "three-rolls.best.yatzy": "much" }));
  assert.equal(store.best("yatzy"), null);
  assert.equal(store.best("yacht"), null);
  assert.equal(store.saveBest("yacht", 0), true);
  assert.equal(store.saveBest("yacht", 203), true);
  assert.equal(store.saveBest("yacht", 180), false);
  assert.equal(store.best("yacht"), 203);
  assert.equal(store.saveBest("yacht", Number.NaN), false);
});

test("without locks everything is mine, after coming back too", async () => {
  for (const locks of [undefined, { request: () => Promise.reject(new DOMException("no", "SecurityError")) }]) {
    const { store, leave, comeBack } = tab(locks);
    const told = [];
    const right = await store.claim("game", () => told.push("lost"), () => told.push("back"));
    assert.equal(right.mine, true);
    assert.equal(await right.take(), true);
    leave();
    comeBack();
    await settled();
    assert.equal(right.mine, true);
    assert.deepEqual(told, ["back"]);
  }
});

test("one tab has a game; another may take it, and the first is told once", async () => {
  const locks = lockManager();
  const told = [];
  const one = await tab(locks).store.claim("game", () => told.push("one"));
  const two = await tab(locks).store.claim("game", () => told.push("two"));
  assert.deepEqual([one.mine, two.mine], [true, false]);
  assert.equal(await two.take(), true);
  await settled();
  assert.deepEqual([one.mine, two.mine, told], [false, true, ["one"]]);
  assert.equal(await one.take(), true);
  await settled();
  assert.deepEqual([one.mine, two.mine, told], [true, false, ["one", "two"]]);
});

test("different games do not stand in each other's way", async () => {
  const locks = lockManager();
  assert.equal((await tab(locks).store.claim("game.yacht")).mine, true);
  assert.equal((await tab(locks).store.claim("game.yatzy")).mine, true);
});

test("a page that is left lets go, and asks again when it comes back", async () => {
  const locks = lockManager();
  const told = [];
  const first = tab(locks);
  const one = await first.store.claim("game", () => told.push("lost"), () => told.push("back"));
  first.leave();
  await settled();
  assert.equal(one.mine, false);
  const two = await tab(locks).store.claim("game");
  assert.equal(two.mine, true);
  first.comeBack();
  await settled();
  assert.deepEqual([one.mine, told], [false, ["lost"]]);
  two.release();
  await settled();
  first.comeBack();
  await settled();
  assert.deepEqual([one.mine, told], [true, ["lost", "back"]]);
});

test("a right that is given up does not come back", async () => {
  const locks = lockManager();
  const told = [];
  const first = tab(locks);
  const one = await first.store.claim("game", () => told.push("lost"), () => told.push("back"));
  one.release();
  await settled();
  first.comeBack();
  await settled();
  assert.deepEqual([one.mine, told], [false, []]);
  assert.equal((await tab(locks).store.claim("game")).mine, true);
});

test("a reload that is quicker than the page before it still gets the game", async () => {
  const locks = lockManager();
  const before = tab(locks);
  await before.store.claim("game");
  setTimeout(before.leave, 20);
  assert.equal((await tab(locks).store.claim("game")).mine, true);
});

test("asking again gives the right that another tab has let go, and never costs it", async () => {
  const locks = lockManager();
  const [one, two] = [tab(locks), tab(locks)];
  const first = await one.store.claim("game");
  const second = await two.store.claim("game");
  assert.equal(await second.again(), false);
  one.leave();
  await settled();
  assert.ok((await Promise.all([second.again(), second.again()])).includes(true));
  assert.equal(second.mine, true);
  assert.equal(await second.again(), true);
  assert.equal(await first.again(), false);
});

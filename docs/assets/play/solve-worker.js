// A worker that solves one game and is then done with: {data, chosen, most, name} in; {share} as it goes on, {values} or
// {refused} out. What was solved is kept in the browser under its rules' fingerprint, all of it or nothing; where nothing
// can be kept, it is solved again on the next visit.

import { layoutOf, solve } from "./solver.js";
import { tableOf } from "./table.js";

const KEPT = 12; // solved games, the latest; each takes up to eight million bytes
const TOLD = 50; // ms between two tellings

const asked = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = request.onblocked = () => reject(request.error);
});

function open() {
  const request = indexedDB.open("three-rolls", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("best", { keyPath: "name" }).createIndex("at", "at");
  };
  return asked(request);
}

const storeOf = (base, mode) => base.transaction("best", mode).objectStore("best");

async function find(base, name, size) {
  const found = await asked(storeOf(base, "readonly").get(name));
  return found?.values instanceof Float64Array && found.values.length === size ? found.values : null;
}

async function keep(base, name, values) {
  const store = storeOf(base, "readwrite"), oldestFirst = await asked(store.index("at").getAllKeys());
  for (const old of oldestFirst.filter((each) => each !== name).slice(0, 1 - KEPT)) store.delete(old);
  await asked(store.put({ name, values, at: Date.now() }));
}

self.onmessage = async ({ data: { data, chosen, most, name } }) => {
  const table = tableOf(data, chosen);
  const base = await open().catch(() => null);
  let values = base && await find(base, name, layoutOf(table).size).catch(() => null);
  if (!values) {
    let told = 0;
    const progress = (share) => {
      const now = performance.now();
      if (now - told > TOLD) self.postMessage({ share });
      if (now - told > TOLD) told = now;
    };
    try {
      values = solve(table, { most, progress });
    } catch (error) {
      return self.postMessage({ refused: error.message, nStates: error.nStates });
    }
    if (base) await keep(base, name, values).catch(() => {});
  }
  base?.close();
  return self.postMessage({ values }, [values.buffer]);
};

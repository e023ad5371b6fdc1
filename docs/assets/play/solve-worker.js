// A worker that solves one game and is then done with: {data, chosen, most, name} in; {share} as it goes on, and at the end
// {values}, {refused, nStates} for a game that is too large, or {failed}. What was solved is kept in the browser
// under its rules' fingerprint, all of it or nothing; where nothing can be kept, it is solved again on the next visit.

import { layoutOf, solve } from "./solver.js";
import { tableOf } from "./table.js";

const KEPT = 12; // solved games, the latest; each takes up to eight million bytes
const TOLD = 50; // ms between two tellings
const PATIENCE = 3000; // ms for a storage that does not answer

const asked = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  request.onblocked = () => reject(new Error("blocked")); // has no error of its own yet
});

/** What comes of a job with the storage; null when it fails, or takes too long. */
const soon = (job) => Promise.race([
  job().catch(() => null), // refused, full, damaged or switched off: as if nothing were kept
  new Promise((resolve) => setTimeout(resolve, PATIENCE, null)),
]);

async function open() {
  const request = indexedDB.open("three-rolls", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("best", { keyPath: "name" }).createIndex("at", "at");
  };
  return asked(request);
}

const storeOf = (base, mode) => base.transaction("best", mode).objectStore("best");

async function find(base, name, size) {
  const found = await asked(storeOf(base, "readonly").get(name));
  return found?.values instanceof Float64Array && found.values.length === size && !found.values.includes(NaN) ? found.values : null;
}

async function keep(base, name, values) {
  const store = storeOf(base, "readwrite"), ended = new Promise((resolve) => {
    store.transaction.oncomplete = store.transaction.onabort = resolve; // before that, the page must not end the worker
  });
  const oldestFirst = await asked(store.index("at").getAllKeys());
  for (const old of oldestFirst.filter((each) => each !== name).slice(0, 1 - KEPT)) store.delete(old);
  store.put({ name, values, at: Date.now() });
  await ended;
}

async function answer({ data, chosen, most, name }) {
  const table = tableOf(data, chosen), size = layoutOf(table).size;
  const base = await soon(open);
  let values = base && await soon(() => find(base, name, size));
  if (!values) {
    let told = 0;
    const progress = (share) => {
      const now = performance.now();
      if (now - told < TOLD) return;
      told = now;
      self.postMessage({ share });
    };
    try {
      values = solve(table, { most, progress });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return self.postMessage({ refused: error.message, nStates: error.nStates });
    }
    if (base) await soon(() => keep(base, name, values));
  }
  base?.close();
  return self.postMessage({ values }, [values.buffer]);
}

self.onmessage = ({ data }) => answer(data).catch((error) => self.postMessage({ failed: error.message }));

// Best play for a page: solved in a worker, once for each set of rules, and kept for the visit.

import { Best, fingerprint } from "./solver.js";
import { tableOf } from "./table.js";

const LATEST = 8; // solved games that a page holds on to, each up to eight million bytes

const solved = new Map(), running = new Map(); // by name: a Best, the latest asked for last; and what is being solved

/**
 * The `Best` of a game's data with these choices. `most`: its worth is the most that can still come. `progress` is told the
 * share that is done, 0 to 1; `signal` cancels. Rejects with RangeError for a game that is too large to solve (`nStates`: how
 * many it has), with the signal's reason when it was cancelled, and with another Error where no worker can be had.
 */
export async function bestOf(data, chosen, { most = false, progress = () => {}, signal } = {}) {
  signal?.throwIfAborted();
  const table = tableOf(data, chosen), name = fingerprint(table) + (most ? ".most" : "");
  let best = solved.get(name);
  if (!best) {
    const job = running.get(name) ?? begin(name, { data, chosen: table.chosen, most, name });
    const values = await waitFor(job, progress, signal);
    best = solved.get(name) ?? new Best(table, values);
  }
  solved.delete(name);
  solved.set(name, best);
  if (solved.size > LATEST) solved.delete(solved.keys().next().value);
  return best;
}

function begin(name, question) {
  const worker = new Worker(new URL("./solve-worker.js", import.meta.url), { type: "module" });
  const job = {
    waiting: new Set(),
    end() {
      worker.terminate();
      if (running.get(name) === job) running.delete(name);
    },
  };
  const finish = (how, what) => {
    job.end();
    for (const one of job.waiting) one[how](what);
    job.waiting.clear(); // nobody who leaves from now on ends anything
  };
  worker.onmessage = ({ data: { share, refused, failed, nStates, values } }) => {
    if (values) finish("resolve", values);
    else if (refused) finish("reject", Object.assign(new RangeError(refused), { nStates }));
    else if (failed) finish("reject", new Error(failed));
    else for (const one of job.waiting) one.progress(share);
  };
  worker.onerror = () => finish("reject", new Error("no worker"));
  worker.postMessage(question);
  running.set(name, job);
  return job;
}

/** Whoever no longer waits leaves; the last one takes the worker along. */
function waitFor(job, progress, signal) {
  return new Promise((resolve, reject) => {
    const one = { progress, resolve, reject };
    job.waiting.add(one);
    signal?.addEventListener("abort", () => {
      if (job.waiting.delete(one) && !job.waiting.size) job.end();
      reject(signal.reason);
    }, { once: true });
  });
}

// Best play for a page: solved in a worker, once for each set of rules, and kept for the visit.

import { Best, fingerprint } from "./solver.js";
import { tableOf } from "./table.js";

const solved = new Map(), running = new Map(); // by name: a Best, and what is being solved

/**
 * The `Best` of a game's data with these choices. `most`: its worth is the most that can still come. `progress` is told the
 * share that is done, 0 to 1; `signal` cancels. Rejects with RangeError, which has its `nStates`, for a game that is too large to solve, with the
 * signal's reason when it was cancelled, and with another Error where no worker can be had.
 */
export async function bestOf(data, chosen, { most = false, progress = () => {}, signal } = {}) {
  signal?.throwIfAborted();
  const table = tableOf(data, chosen), name = fingerprint(table) + (most ? ".most" : "");
  if (!solved.has(name)) {
    const job = running.get(name) ?? begin(name, { data, chosen: table.chosen, most, name });
    const values = await waitFor(job, progress, signal);
    if (!solved.has(name)) solved.set(name, new Best(table, values));
  }
  return solved.get(name);
}

function begin(name, question) {
  const worker = new Worker(new URL("./solve-worker.js", import.meta.url), { type: "module" });
  const job = { waiting: new Set(), end: () => {
    worker.terminate();
    running.delete(name);
  } };
  const finish = (how, what) => {
    job.end();
    for (const one of job.waiting) one[how](what);
  };
  worker.onmessage = ({ data: { share, refused, nStates, values } }) => {
    if (values) finish("resolve", values);
    else if (refused) finish("reject", Object.assign(new RangeError(refused), { nStates }));
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

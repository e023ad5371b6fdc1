"""Best play in the page: the worker that solves it, what cancels it, and what the browser keeps of it."""

import json
from pathlib import Path

import pytest
from opened import traced

ROOT = Path(__file__).parent.parent
FIGURES = json.loads((ROOT / "figures.json").read_text(encoding="utf-8"))["figures"]
PAGE = "/about/"  # one that loads nothing of play by itself
WORKER = "**/solve-worker.js"

# What a page has to ask. `start` gives a number; `outcome` waits a minute for what came of it: an
# average, or the name of an error.
ASKED = """async () => {
  const { bestOf } = await import("/assets/play/best.js");
  const jobs = [];
  window.told = [];
  window.start = async (game, chosen = {}, most = false) => {
    const data = await (await fetch(`/data/${game}.json`)).json(), stop = new AbortController();
    const progress = (share) => {
      told.push(share);
      if (window.stopAt !== undefined && share >= window.stopAt) stop.abort();
    };
    const outcome = bestOf(data, chosen, { most, progress, signal: stop.signal })
      .then((best) => best.average, ({ name, message, nStates }) => [name, nStates ?? message]);
    return jobs.push({ stop, outcome }) - 1;
  };
  window.cancel = (n) => jobs[n].stop.abort();
  const late = () => new Promise((resolve) => setTimeout(resolve, 60_000, "nothing"));
  window.outcome = (n) => Promise.race([jobs[n].outcome, late()]);
}"""

# What is kept: [name, number of values] of each, null where it has none of the right kind.
KEPT = """() => new Promise((resolve) => {
  const request = indexedDB.open("three-rolls");
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = () => resolve([]);
  request.onsuccess = () => {
    const all = request.result.transaction("best").objectStore("best").getAll();
    all.onsuccess = () => {
      request.result.close();
      const isWhole = (values) => values instanceof Float64Array && !values.includes(NaN);
      resolve(all.result.map(({ name, values }) => [name, isWhole(values) ? values.length : null]));
    };
  };
})"""

# Puts something else in the place of what is kept: VALUES is an expression of the values that are there.
DAMAGE = """() => new Promise((resolve) => {
  const request = indexedDB.open("three-rolls");
  request.onsuccess = () => {
    const base = request.result, change = base.transaction("best", "readwrite"), store = change.objectStore("best");
    store.getAll().onsuccess = ({ target: { result } }) => {
      for (const { values, ...one } of result) store.put({ ...one, values: VALUES });
    };
    change.oncomplete = () => { base.close(); resolve(); };
  };
})"""

# Storage that fails, as a worker finds it.
FAULTS = {
    "none": "Object.defineProperty(self, 'indexedDB', { value: undefined });",
    "throws": "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };",
    "refused": """{ const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (name) { open.call(this, name, 9); return open.call(this, name, 8); }; }""",
    "blocked": """IDBFactory.prototype.open = () => {
      const request = { get error() { throw new DOMException('', 'InvalidStateError'); } };
      setTimeout(() => request.onblocked(new Event('blocked')));
      return request;
    };""",
    "silent": "IDBFactory.prototype.open = () => ({});",
    "full": """IDBObjectStore.prototype.put = function () {
      this.transaction.abort();
      throw new DOMException('', 'QuotaExceededError');
    };""",
    "full at the end": """{ const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...what) {
        const request = put.apply(this, what), { transaction } = this;
        request.addEventListener('success', () => transaction.abort());
        return request;
      }; }""",
    "no store": "IDBDatabase.prototype.createObjectStore = () => ({ createIndex() {} });",
}
TELLS_STORING = """{ const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...what) {
    self.postMessage({ share: 2 });
    return put.apply(this, what);
  }; }"""


def first(site: Path, code: str) -> str:
    """The worker's script with this before what it does."""
    return code + "\n" + (site / "assets/play/solve-worker.js").read_text(encoding="utf-8")


@pytest.fixture
def page(visit):
    page = visit(PAGE)
    page.evaluate(ASKED)
    yield page
    page.context.close()


@pytest.fixture
def worker(page, site):
    """Has workers begin with this code."""

    def begin_with(code: str) -> None:
        page.unroute(WORKER)
        page.route(WORKER, lambda route: route.fulfill(body=first(site, code), content_type="text/javascript"))

    return begin_with


def start(page, *question) -> int:
    return page.evaluate("(question) => start(...question)", list(question))


def outcome(page, job: int):
    return page.evaluate("(job) => outcome(job)", job)


def workers(page) -> list:
    """Those that solve; the search has one of its own."""
    return [worker for worker in page.workers if "solve-worker" in worker.url]


def no_worker_is_left(page) -> bool:
    for _ in range(100):
        if not workers(page):
            return True
        page.wait_for_timeout(50)
    return False


def mean(game: str) -> float:
    return pytest.approx(FIGURES[f"{game}.best-play.mean"]["value"], abs=1e-6)


def whole_or_nothing(page, n: int | None = None) -> list:
    """What is kept, once it is seen that no table is half there: all of a game have the same length."""
    kept = page.evaluate(KEPT)
    assert all(length for _, length in kept), kept
    assert n is None or len(kept) == n, kept
    return kept


def again(page, game: str) -> None:
    """It can be asked for again after whatever happened."""
    page.unroute(WORKER)
    page.evaluate("delete window.stopAt")
    assert outcome(page, start(page, game)) == mean(game)
    assert no_worker_is_left(page)


def test_solved_once_it_is_kept_whole_and_found_on_the_next_visit(page, worker):
    assert outcome(page, start(page, "yacht")) == mean("yacht")
    assert no_worker_is_left(page)
    [(name, length)] = whole_or_nothing(page, 1)
    assert length == 65 * 64  # a column beside the states stands for boxes that are not open
    assert name
    page.reload()
    page.evaluate(ASKED)
    worker("IDBObjectStore.prototype.put = () => { throw new Error('solved again'); };")
    assert outcome(page, start(page, "yacht")) == mean("yacht")
    assert page.evaluate("told") == []
    assert page.wrong == []


def test_asked_twice_at_once_it_is_solved_once_and_one_may_leave(page):
    jobs = [start(page, "yacht-35"), start(page, "yacht-35")]
    while not workers(page):
        page.wait_for_timeout(5)
    assert len(workers(page)) == 1
    page.evaluate("(job) => cancel(job)", jobs[0])
    assert outcome(page, jobs[0])[0] == "AbortError"
    assert outcome(page, jobs[1]) == mean("yacht-35")
    page.evaluate("(job) => cancel(job)", jobs[1])  # too late: what came stays
    assert outcome(page, start(page, "yacht-35")) == mean("yacht-35")
    assert no_worker_is_left(page)


def test_cancelled_before_it_began_nothing_is_started(page):
    told = page.evaluate("""async () => {
      const { bestOf } = await import("/assets/play/best.js");
      return bestOf(await (await fetch("/data/yacht.json")).json(), {}, { signal: AbortSignal.abort() })
        .catch(({ name }) => name);
    }""")
    assert told == "AbortError"
    assert workers(page) == []


def test_cancelled_while_the_worker_loads(page):
    held = []
    page.route(WORKER, lambda route: held.append(route))
    job = start(page, "yacht-35")
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("(job) => cancel(job)", job)
    assert outcome(page, job)[0] == "AbortError"
    assert no_worker_is_left(page)
    assert page.evaluate(KEPT) == []
    again(page, "yacht-35")


@pytest.mark.parametrize("share", [0, 0.5, 0.9])
def test_cancelled_while_it_solves(page, share):
    page.evaluate("(share) => { window.stopAt = share; }", share)
    job = start(page, "yacht-35")
    assert outcome(page, job)[0] == "AbortError"
    assert no_worker_is_left(page)
    assert page.evaluate("told.at(-1)") >= share
    assert page.evaluate(KEPT) == []
    again(page, "yacht-35")
    whole_or_nothing(page, 1)


def test_cancelled_while_it_stores(page, worker):
    worker(TELLS_STORING)
    page.evaluate("window.stopAt = 2")
    job = start(page, "yacht-35")
    assert outcome(page, job)[0] == "AbortError"
    assert no_worker_is_left(page)
    assert page.evaluate("told.at(-1)") == 2
    half = whole_or_nothing(page)
    assert len(half) <= 1
    again(page, "yacht-35")
    kept = whole_or_nothing(page, 1)
    assert not half or half == kept


def test_cancelled_when_it_is_done_nothing_is_lost(page):
    job = start(page, "yacht")
    assert outcome(page, job) == mean("yacht")
    page.evaluate("(job) => cancel(job)", job)
    assert outcome(page, job) == mean("yacht")
    assert no_worker_is_left(page)
    whole_or_nothing(page, 1)
    again(page, "yacht")


def test_cancelled_and_asked_again_at_once_over_and_over(page):
    for wait in (0, 5, 30, 80, 200):
        job = start(page, "yacht-35")
        page.wait_for_timeout(wait)
        page.evaluate("(job) => cancel(job)", job)
    job = start(page, "yacht-35")
    assert outcome(page, job) == mean("yacht-35")
    assert no_worker_is_left(page)
    whole_or_nothing(page, 1)


@pytest.mark.parametrize("fault", FAULTS)
def test_where_nothing_can_be_kept_it_is_solved_for_the_visit(page, worker, fault):
    worker(FAULTS[fault])
    assert outcome(page, start(page, "yacht")) == mean("yacht")
    assert no_worker_is_left(page)
    page.unroute(WORKER)
    worker("throw new Error('asked again');")
    assert outcome(page, start(page, "yacht")) == mean("yacht")  # the page holds on to it
    assert page.wrong == []


@pytest.mark.parametrize(
    "damage",
    [
        "values.slice(1)",
        "new Float64Array(0)",
        "Array.from(values)",
        "new Float32Array(values)",
        "values.fill(NaN)",
        "'values'",
        "undefined",
    ],
)
def test_what_was_damaged_is_solved_again_and_mended(page, damage):
    assert outcome(page, start(page, "yacht")) == mean("yacht")
    kept = whole_or_nothing(page, 1)
    page.evaluate(DAMAGE.replace("VALUES", damage))
    assert page.evaluate(KEPT) != kept
    page.reload()
    page.evaluate(ASKED)
    assert outcome(page, start(page, "yacht")) == mean("yacht")
    assert page.evaluate(KEPT) == kept
    assert page.wrong == []


def test_the_latest_dozen_are_kept(page):
    told = page.evaluate("""async () => {
      const { bestOf } = await import("/assets/play/best.js");
      const { fingerprint } = await import("/assets/play/solver.js");
      const { tableOf } = await import("/assets/play/table.js");
      const data = await (await fetch("/data/generala.json")).json(), names = [];
      for (let points = 1; points <= 14; points += 1) {
        const other = { ...data, rules: { ...data.rules, firstRoll: { ...data.rules.firstRoll, points } } };
        await bestOf(other, {}, { most: true });
        names.push(`${fingerprint(tableOf(other))}.most`);
      }
      return names;
    }""")
    assert {name for name, _ in whole_or_nothing(page, 12)} == set(told[2:])


def test_a_game_that_is_too_large_is_refused_with_its_size(page):
    name, states = outcome(page, start(page, "maxi-yatzy"))
    assert name == "RangeError"
    assert states > 30_000_000
    assert no_worker_is_left(page)


@pytest.mark.parametrize("code", ["throw new Error('broken');", "self.Float64Array = null;"])
def test_a_worker_that_fails_is_an_error_and_the_next_try_begins_anew(page, worker, code):
    worker(code)
    assert outcome(page, start(page, "yacht"))[0] == "Error"
    assert no_worker_is_left(page)
    again(page, "yacht")


def test_a_worker_that_cannot_be_fetched_or_made_is_an_error_too(page):
    page.route(WORKER, lambda route: route.abort())
    assert outcome(page, start(page, "yacht"))[0] == "Error"
    page.evaluate("() => { window.made = Worker; window.Worker = undefined; }")
    assert outcome(page, start(page, "yacht"))[0] == "TypeError"
    page.evaluate("() => { window.Worker = made; }")
    again(page, "yacht")


def test_no_task_of_the_page_is_long_while_the_lab_solves_yahtzee(browser, visit):
    """In the processor's time, which a busy machine does not stretch; from the empty page to the last number."""
    page = visit("/lab/#g=generala")
    page.locator(".lab-key[aria-disabled]").wait_for()
    with traced(browser, page) as tasks:
        page.locator("input[name=g][value=yahtzee]").check()
        page.wait_for_function("document.querySelector('house-rules-lab').table.id === 'yahtzee'")
        page.locator(".lab-key[aria-disabled]").wait_for(timeout=300_000)
        page.locator("input[name=joker][value=none]").check()
        page.wait_for_timeout(1500)
    assert len(tasks) > 50
    assert max(tasks) <= 50

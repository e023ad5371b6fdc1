// The element house-rules-lab: what the rules of a table are worth. Choices beside what best play makes of them, solved in
// a worker while the page stays free: average, ceiling, chance of the number bonus, the boxes worth most, and each rule
// against the game's own. The address holds game and choices. Attribute: game, where the address names none.

import { bestOf } from "./best.js";
import { button, copy, el, load, loadGames, loadWords, say, set, tell } from "./page.js";
import { layoutOf, MOST_STATES } from "./solver.js";
import { houseRules, tableOf } from "./table.js";

const PAUSE = 300; // ms after a change: several in a row are solved once
const NUDGE = 1e-3; // points by which a number bonus is raised to see how often it comes
const NOTHING = 1e-7; // points; two averages that are closer are the same
const APART = 0.05; // points by which rules together differ from their sum before that is said
const TOP = 3; // boxes shown
const LONGEST = 80; // characters that are told of what an address asks for and is not there
const ROOT = new URL("../../", import.meta.url).pathname;

const number = (value, places = 0, signDisplay = "auto") => new Intl.NumberFormat("en", {
  minimumFractionDigits: places, maximumFractionDigits: places, signDisplay,
}).format(value).replace("-", "−");

/** The data with every number bonus a little larger. Best play stays what it is, so its average grows by how often one comes. */
const nudged = (data) => JSON.parse(JSON.stringify(data), (key, value) => (
  key === "upperBonus" && value ? { ...value, points: value.points + NUDGE } : value
));

/** What best play makes of rules: {value} in points; of an average `states`, and `costs`, of a zero in the dearest boxes. */
async function solved(data, { kind, chosen }, how) {
  const best = await bestOf(kind === "bonus" ? nudged(data) : data, chosen, { ...how, most: kind === "most" });
  const { table, average } = best, zero = (id) => best.worth({ points: { [id]: 0 }, repeats: 0 });
  if (kind !== "mean") return { value: average };
  const costs = table.boxes.map(({ id, name }) => ({ name, cost: average - zero(id) })).sort((a, b) => b.cost - a.cost);
  return { value: average, states: layoutOf(table).nStates, costs: costs.slice(0, TOP) };
}

class HouseRulesLab extends HTMLElement {
  #asking = 0; // which game is to be shown next
  #known = new Map(); // what was solved, by name of its job
  #job = null; // of what is being solved: an AbortController
  #pause = 0;
  #state = ""; // "waits", "solves", "stopped", "failed", "large" or "done"

  async connectedCallback() {
    try {
      [this.games, this.words] = await Promise.all([loadGames(), loadWords()]);
      await this.#read();
      window.addEventListener("hashchange", () => /^$|=/.test(location.hash) && this.#read()); // else a heading
    } catch (error) {
      console.error(error); // what stands here for readers without JavaScript stays
    }
  }

  // ---- game and choices

  /** Takes over the address; what it asks for and is not there is told, and left out. */
  async #read() {
    const { g, ...asked } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    const game = this.games.find(({ id }) => id === g)?.id, odd = g === undefined || game ? [] : [`g=${g}`], chosen = {};
    if (!(await this.#take(game ?? this.getAttribute("game"), ({ options }) => {
      for (const [option, choice] of Object.entries(asked)) {
        if (options.find(({ id }) => id === option)?.choices.some(({ id }) => id === choice)) chosen[option] = choice;
        else odd.push(`${option}=${choice}`);
      }
      return chosen;
    }))) return;
    const what = odd.join(", "), short = what.length > LONGEST ? `${what.slice(0, LONGEST)}…` : what;
    if (what) this.#tells(say(this.words.lab.unknown, { what: short }));
  }

  /** Shows a game with the choices that `choose` makes of its data. False when it cannot be had, or another is asked for. */
  async #take(game, choose) {
    const asking = ++this.#asking;
    try {
      const { data } = await load(game);
      if (asking !== this.#asking) return false;
      const wish = choose(data), inOrder = data.options.flatMap(({ id }) => (wish[id] ? [[id, wish[id]]] : []));
      this.table = tableOf(data, Object.fromEntries(inOrder)); // one set of choices, one address
      if (!this.data) this.#build();
      if (this.data !== data) this.#ask(data);
      this.data = data;
    } catch (error) {
      if (!this.data) throw error;
      if (asking === this.#asking) this.#tells(this.words.lab.missing);
      this.#update();
      return false;
    }
    this.#tells("");
    this.#begin();
    return true;
  }

  /** The same by hand, and the address keeps it. A step back leads to what was chosen before, once it stood for a moment. */
  async #change(game, more) {
    const how = this.#state === "waits" ? "replaceState" : "pushState";
    const chosen = { ...(game === this.data.id && this.table.chosen), ...more };
    if (await this.#take(game, () => chosen)) history[how](null, "", this.#address);
  }

  get #address() { return `#${new URLSearchParams({ g: this.data.id, ...this.table.chosen })}`; }

  /** What was told keeps its room when it is past, or the questions would move under the finger. */
  #tells(text) {
    set(this.told, { ...(text && { text }), class: { "is-past": !text } });
  }

  // ---- solving

  /** What is to be solved, in this order, each once: {kind: "mean", "most" or "bonus", chosen} by its name. */
  get #jobs() {
    const { chosen, rules } = this.table, sets = [chosen, {}, ...this.#rulings.map((one) => one.chosen)];
    const jobs = sets.flatMap((each) => ["mean", "most"].map((kind) => ({ kind, chosen: each })));
    if (rules.upperBonus) jobs.splice(2, 0, { kind: "bonus", chosen });
    return new Map(jobs.map((job) => [this.#name(job), job]));
  }

  /** The choices that differ from the game's own, each by itself. */
  get #rulings() {
    return houseRules(this.table).map(({ option, choice, ...words }) => ({ ...words, chosen: { [option]: choice } }));
  }

  #name = ({ kind, chosen }) => JSON.stringify([this.data.id, kind, chosen]);

  /** What was solved; undefined before. */
  #found(kind, chosen = this.table.chosen) { return this.#known.get(this.#name({ kind, chosen })); }

  #halt() {
    clearTimeout(this.#pause);
    this.#job?.abort();
    this.#job = null;
  }

  /** Shows what is known, and solves what is not, after a pause. */
  #begin(pause = PAUSE) {
    this.#halt();
    this.todo = [...this.#jobs].filter(([name]) => !this.#known.has(name));
    this.#state = this.todo.length ? "waits" : "done";
    this.done = 0;
    this.#update();
    if (this.todo.length) this.#pause = setTimeout(() => this.#solve(), pause);
  }

  async #solve() {
    const { data, todo } = this, job = (this.#job = new AbortController()), progress = (share) => {
      this.done = Math.floor(this.done) + Math.min(share, 0.99); // the whole comes with its result
      this.#step();
    };
    this.#state = "solves";
    try {
      for (const [name, each] of todo) {
        this.#known.set(name, await solved(data, each, { progress, signal: job.signal }));
        if (job !== this.#job) return;
        this.done = Math.floor(this.done) + 1;
        this.#update();
      }
      this.#state = "done";
    } catch (error) {
      if (job !== this.#job) return; // cancelled, or something else was chosen
      this.#state = error instanceof RangeError ? "large" : "failed";
      this.states = error.nStates;
    }
    this.#job = null;
    this.#update();
    tell(this.live, this.#state === "done" ? this.#sentence : this.stand.textContent);
  }

  get #isBusy() { return ["waits", "solves"].includes(this.#state); }

  /** Cancels what is being solved, or begins again what was cancelled or failed; else says why there is nothing to do. */
  #press() {
    if (this.#isBusy) {
      this.#halt();
      this.#state = "stopped";
      this.#update();
    } else if (!this.stop.ariaDisabled) return this.#begin(0);
    return tell(this.live, this.stand.textContent);
  }

  // ---- what is shown

  #build() {
    const { lab, log } = this.words, part = (title, ...inside) => el("section", {}, el("h2", {}, title), ...inside);
    const small = (text, more = {}) => el("p", { class: "small", ...more }, text);
    this.told = el("p", { class: "lab-told is-past", role: "status" });
    this.live = el("p", { class: "sr", role: "status" });
    this.edition = small("");
    this.questions = el("div", { class: "lab-questions" });
    const games = this.games.map(({ id, name }) => this.#radio("g", id, () => this.#change(id), name));

    this.bar = el("progress", { "aria-label": lab.progress });
    this.big = lab.big.map((head) => ({ head, value: el("b", {}, "…"), more: el("small") }));
    const big = this.big.map(({ head, value, more }) => el("div", {}, el("dt", {}, head), el("dd", {}, value, more)));
    this.stand = small("");
    this.stop = button("", () => this.#press(), "lab-key");
    this.sum = el("section", { class: "lab-sum", "aria-label": lab.sum }, this.bar, el("dl", {}, ...big),
      el("div", { class: "lab-line" }, this.stand, this.stop));

    this.tops = Array.from({ length: TOP }, () => el("li", {}, el("span", {}, "…"), el("b"), el("i", { "aria-hidden": "true" })));
    this.none = small(lab.none);
    this.body = el("tbody");
    const heads = el("tr", {}, ...lab.heads.map((head) => el("th", { scope: "col" }, head)));
    this.worth = el("table", { class: "lab-worth" }, el("caption", { class: "small" }, lab.worth_note), el("thead", {}, heads), this.body);
    this.links = lab.links.map((label, n) => el("a", { class: n ? "next" : "btn" }, label));
    const news = small("", { role: "status" });
    const link = button(lab.copy, () => copy(log, new URL(this.#address, location.href).href, news), "lab-key");

    this.replaceChildren(el("div", { class: "lab" },
      el("div", { class: "lab-ask" }, this.#group(lab.game, "lab-games", games), this.edition, this.told, this.questions),
      el("div", { class: "lab-out" }, this.sum,
        part(lab.tops, small(lab.tops_note), el("ol", {}, ...this.tops)), part(lab.worth, this.none, this.worth),
        part(lab.then, el("p", { class: "lab-do" }, ...this.links), el("p", { class: "lab-line" }, link, news)))), this.live);
  }

  #group(question, kind, labels) { return el("fieldset", { class: kind }, el("legend", {}, question), ...labels); }

  #radio(name, value, onchange, ...shown) {
    return el("label", {}, el("input", { type: "radio", name: `lab-${name}`, value, onchange }), el("span", {}, ...shown));
  }

  /** The questions of a game. */
  #ask({ id: game, options }) {
    this.questions.replaceChildren(...options.map(({ id, question, choices }) => this.#group(question, null, choices.map((choice, n) => {
      const own = n ? [] : [" ", el("small", {}, this.words.lab.own)];
      return this.#radio(id, choice.id, () => this.#change(game, { [id]: choice.id }), choice.says, ...own);
    }))));
    if (!options.length) this.questions.append(el("p", {}, this.words.lab.no_options));
  }

  #update() {
    const { lab } = this.words, { id, name, edition, chosen, options, rules } = this.table, isBusy = this.#isBusy;
    const picked = { g: id, ...Object.fromEntries(options.map((each) => [each.id, chosen[each.id] ?? each.choices[0].id])) };
    for (const radio of this.querySelectorAll("input")) radio.checked = picked[radio.name.slice(4)] === radio.value;
    set(this.edition, { text: say(lab.edition, { game: name, edition }) });

    const [mean, most, raised] = ["mean", "most", "bonus"].map((kind) => this.#found(kind)), [average, ceiling, bonus] = this.big;
    this.#show(average.value, mean && number(mean.value, 2));
    this.#show(ceiling.value, most && number(most.value));
    this.chance = mean && raised ? Math.max(0, (raised.value - mean.value) / NUDGE) : null;
    this.#show(bonus.value, !rules.upperBonus ? lab.no_bonus : this.chance === null ? undefined : `${number(100 * this.chance, 1)} %`);
    ["mean", "most"].forEach((kind, n) => {
      this.#show(this.big[n].more, Object.keys(chosen).length ? this.#gain(kind, chosen) : lab.plain[n]);
    });
    set(bonus.more, { text: rules.upperBonus ? say(lab.bonus_of, rules.upperBonus) : "" });

    this.tops.forEach((item, n) => {
      const { name: box, cost } = mean?.costs[n] ?? {}, [label, points, bar] = item.children;
      this.#show(label, box);
      this.#show(points, mean && number(cost, 2));
      if (mean) bar.style.width = `${(100 * cost) / mean.costs[0].cost}%`;
    });
    this.#rules(chosen);

    const query = String(new URLSearchParams(chosen)), all = this.#address;
    [`play/${all}`, `score-card/${all}`, `print/${id}/#${query || "house-rules"}`, "compare/#disputes"]
      .forEach((path, n) => set(this.links[n], { href: ROOT + path }));
    set(this.sum, { "aria-busy": String(isBusy) });
    const can = { stopped: "again", failed: "again", large: "unsolved", done: "nothing" }[this.#state] ?? "cancel";
    set(this.stop, { text: lab[can], "aria-disabled": ["large", "done"].includes(this.#state) ? "true" : null });
    this.#step();
  }
  /** Text that is there, or the one before it, dimmed. */
  #show(node, text) {
    const isLarge = this.#state === "large" && text === undefined;
    set(node, { ...(isLarge ? { text: "–" } : text !== undefined && { text }), class: { "is-old": text === undefined && !isLarge } });
  }

  /** How far the rules stand, and what can be done. */
  #step() {
    const { lab } = this.words, { done, todo, table: { name: game } } = this, [at, n] = [Math.floor(done) + 1, todo.length];
    const values = { at, n, game, states: number(this.#found("mean")?.states ?? this.states ?? 0), most: number(MOST_STATES) };
    set(this.bar, { max: n || 1, value: done, class: { "is-off": !this.#isBusy } });
    set(this.stand, { text: say(lab.state[this.#state === "waits" ? "solves" : this.#state], values) });
  }

  /** What the choices change, as text: points more or fewer than by the game's own rules; undefined while it is not known. */
  #gain(kind, chosen) {
    const [with_, own] = [this.#found(kind, chosen), this.#found(kind, {})];
    return with_ && own && this.#signed(with_.value - own.value, kind);
  }

  #signed(points, kind = "mean") {
    const places = kind === "mean" ? 2 : 0, least = number(10 ** -places, places);
    if (Math.abs(points) < NOTHING) return "0";
    return Math.abs(points) < 10 ** -places / 2 ? say(this.words.lab.under, { least }) : number(points, places, "exceptZero");
  }

  /** What each of the choices is worth by itself, and all together. */
  #rules(chosen) {
    const { lab } = this.words, rulings = this.#rulings, several = rulings.length > 1, name = this.#name({ chosen });
    if (name !== this.shown) {
      const rows = [...rulings, ...(several ? [{ question: lab.together, says: "…", chosen, kind: "is-all" }] : [])];
      this.body.replaceChildren(...rows.map(({ question, says, kind = null }) => el("tr", { class: kind },
        el("th", { scope: "row" }, question, el("small", {}, says)), el("td", {}, "…"), el("td", {}, "…"))));
      this.rows = rows.map((row, n) => ({ ...row, cells: this.body.rows[n].cells }));
      this.shown = name;
    }
    set(this.none, { text: this.table.options.length ? lab.none : lab.no_options }).hidden = rulings.length > 0;
    this.worth.hidden = !rulings.length;
    for (const { cells, chosen: each } of this.rows) {
      ["mean", "most"].forEach((kind, n) => this.#show(cells[n + 1], this.#gain(kind, each)));
    }
    if (!several) return;
    const points = (each) => this.#found("mean", each)?.value - this.#found("mean", {})?.value;
    const sum = rulings.reduce((total, each) => total + points(each.chosen), 0), apart = Math.abs(points(chosen) - sum);
    const says = apart >= APART ? lab.apart : lab.added;
    this.#show(this.rows.at(-1).cells[0].lastChild, Number.isNaN(apart) ? undefined : say(says, { sum: this.#signed(sum) }));
  }

  /** The result in a sentence or two. */
  get #sentence() {
    const { lab } = this.words, { chosen, name: game, rules } = this.table;
    const [average, ceiling, chance] = this.big.map(({ value }) => value.textContent);
    const said = Object.keys(chosen).length ? lab.said : lab.said_own;
    return say(rules.upperBonus ? `${said} ${lab.said_bonus}` : said, { game, average, ceiling, chance });
  }
}

customElements.define("house-rules-lab", HouseRulesLab);

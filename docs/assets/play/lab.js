// The element house-rules-lab: what the rules of a table are worth. Choices beside what best play makes of them, solved in
// a worker while the page stays free: average, ceiling, chance of the number bonus, the boxes worth most, and each rule
// against the game's own. The address holds game and choices. Attribute: game, where the address names none. What it looks
// like stands in its template (gen/templates/lab.html).

import { bestOf } from "./best.js";
import { addressOf, copy, el, load, say, set, takeParts, tell } from "./page.js";
import { askedFor, unknownIn } from "./rules-choice.js";
import { layoutOf, MOST_STATES } from "./solver.js";
import { choicesIn, houseRules, tableOf } from "./table.js";

const PAUSE = 300; // ms after a change: several in a row are solved once
const NUDGE = 1e-3; // points by which a number bonus is raised to see how often it comes
const NOTHING = 1e-7; // points; two averages that are closer are the same
const APART = 0.05; // points by which rules together differ from their sum before that is said
const KINDS = ["mean", "most", "bonus"]; // what is solved: the average, the ceiling, the average with a larger number bonus
const ROOT = new URL("../../", import.meta.url).pathname;

const number = (value, places = 0, signDisplay = "auto") => value.toLocaleString("en", {
  minimumFractionDigits: places, maximumFractionDigits: places, signDisplay,
}).replace("-", "−");

/** The data with every number bonus a little larger. Best play stays what it is, so its average grows by how often one comes. */
const nudged = (data) => JSON.parse(JSON.stringify(data), (key, value) => (
  key === "upperBonus" && value ? { ...value, points: value.points + NUDGE } : value
));

/** What best play makes of rules: {value} in points; of an average `states`, and `costs`, of a zero in the dearest of boxes that can be chosen first. */
async function solved(data, { kind, chosen }, how) {
  const best = await bestOf(kind === "bonus" ? nudged(data) : data, chosen, { ...how, most: kind === "most" });
  const { table, average } = best, zero = (id) => best.worth({ points: { [id]: 0 }, repeats: 0 });
  if (kind !== "mean") return { value: average };
  const costs = table.rules.inOrder ? [] : table.boxes.map(({ id, name }) => ({ name, cost: average - zero(id) }));
  return { value: average, states: layoutOf(table).nStates, costs: costs.sort((a, b) => b.cost - a.cost) };
}

class HouseRulesLab extends HTMLElement {
  #asking = 0; // which game is to be shown next
  #known = new Map(); // what was solved, by name of its job
  #job = null; // of what is being solved: an AbortController
  #pause = 0;
  #state; // as words name it: "solves", a pause before it included, "stopped", "failed", "large" or "done"

  connectedCallback() {
    if (this.content) return;
    takeParts(this);
    this.radio = this.content.querySelector("label");
    this.games = [...this.content.querySelectorAll("input")].map(({ value }) => value);
    this.onchange = ({ target: { name, value } }) => this.#change({ [name]: value });
    this.stop.onclick = () => this.#press();
    this.link.onclick = () => copy(this.words.log, new URL(this.#address, location.href).href, this.news);
    const read = () => this.#read().catch(console.error); // what stands here for readers without JavaScript stays
    addEventListener("hashchange", () => /^$|=/.test(location.hash) && read()); // else a heading
    read();
  }

  // ---- game and choices

  /** Takes over the address; what it asks for and is not there is told, and left out. */
  async #read() {
    const wish = askedFor(), g = this.games.includes(wish.g) ? wish.g : this.getAttribute("game");
    if (!(await this.#take(g, wish))) return;
    this.#tells(unknownIn(this.words, wish, { g, ...choicesIn(this.data, wish) }));
  }

  /** Shows a game with those of these choices that it has. False when it cannot be had, or another is asked for. */
  async #take(game, chosen) {
    const asking = ++this.#asking, isLatest = () => asking === this.#asking;
    try {
      const { data, words } = await load(game);
      if (!isLatest()) return false;
      this.words = words;
      this.table = tableOf(data, choicesIn(data, chosen));
      if (!this.data) this.replaceChildren(this.content);
      if (this.data !== data) this.#ask(data);
      this.data = data;
    } catch (error) {
      if (!this.data) throw error;
      if (isLatest()) this.#tells(this.words.lab.missing);
      this.#update();
      return false;
    }
    this.#tells("");
    set(this.news, { text: "" }).nextSibling?.remove(); // the link that was copied is of other rules
    this.#begin();
    return true;
  }

  /** The same by hand, and the address keeps it. A step back leads to what was chosen before, once it stood for a moment. */
  async #change({ g = this.data.id, ...more }) {
    const isPause = this.#state === "solves" && !this.#job, chosen = { ...(g === this.data.id && this.table.chosen), ...more };
    if (await this.#take(g, chosen)) history[isPause ? "replaceState" : "pushState"](null, "", this.#address);
  }

  get #address() { return addressOf(this.data.id, this.table.chosen); }

  /** What was told keeps its room when it is past, or the questions would move under the finger. */
  #tells(text) {
    set(this.told, { ...(text && { text }), class: { "is-past": !text } });
  }

  // ---- solving

  /** What is to be solved, in this order: [name, {kind, chosen}]. */
  get #jobs() {
    const { chosen, rules } = this.table, alone = this.#rulings.map((one) => one.chosen);
    const jobs = [chosen, {}, ...alone].flatMap((each) => ["mean", "most"].map((kind) => ({ kind, chosen: each })));
    if (rules.upperBonus) jobs.splice(2, 0, { kind: "bonus", chosen });
    return [...new Map(jobs.map((job) => [this.#name(job), job]))];
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
    this.todo = this.#jobs.filter(([name]) => !this.#known.has(name));
    this.done = 0;
    this.#stands(this.todo.length ? "solves" : "done");
    if (this.todo.length) this.#pause = setTimeout(() => this.#solve(), pause);
  }

  async #solve() {
    const { data, todo } = this, job = (this.#job = new AbortController()), progress = (share) => {
      this.done = Math.floor(this.done) + Math.min(share, 0.99); // the whole comes with its result
      this.#step();
    };
    let state = "done";
    try {
      for (const [at, [name, each]] of todo.entries()) {
        this.#known.set(name, await solved(data, each, { progress, signal: job.signal }));
        if (job !== this.#job) return;
        this.done = at + 1;
        this.#update();
      }
    } catch (error) {
      if (job !== this.#job) return; // cancelled, or something else was chosen
      this.states = error.nStates;
      state = this.states ? "large" : "failed";
    }
    this.#job = null;
    this.#stands(state);
    tell(this.live, state === "done" ? this.#sentence : this.stand.textContent);
  }

  #stands(state) {
    this.#state = state;
    this.#update();
  }

  /** Cancels what is being solved, or begins again what was cancelled or failed; else says why there is nothing to do. */
  #press() {
    if (["stopped", "failed"].includes(this.#state)) return this.#begin(0);
    if (this.#state === "solves") {
      this.#halt();
      this.#stands("stopped");
    }
    return tell(this.live, this.stand.textContent);
  }

  // ---- what is shown

  /** The questions of a game. */
  #ask({ options }) {
    this.questions.replaceChildren(...options.map(({ id, question, choices }) => el("fieldset", {}, el("legend", {}, question), ...choices.map((choice, n) => {
      const label = this.radio.cloneNode(true), [radio, says] = label.children;
      Object.assign(radio, { name: id, value: choice.id });
      says.replaceChildren(choice.says, ...(n ? [] : [" ", el("small", {}, this.words.lab.own)]));
      return label;
    }))));
    if (!options.length) this.questions.append(el("p", {}, this.words.lab.no_options));
  }

  #update() {
    const { lab } = this.words, { id, name, edition, chosen, options, rules } = this.table, state = this.#state;
    const picked = { g: id, ...Object.fromEntries(options.map((each) => [each.id, each.choices[0].id])), ...chosen };
    for (const radio of this.querySelectorAll("input")) radio.checked = picked[radio.name] === radio.value;
    set(this.edition, { text: say(lab.edition, { game: name, edition }) });
    this.#sums(chosen, rules);
    this.#rules(chosen, options);
    const all = this.#address, query = String(new URLSearchParams(chosen));
    [`play/${all}`, `score-card/${all}`, `print/${id}/#${query || "house-rules"}`, "compare/#disputes"]
      .forEach((path, n) => set(this.links.children[n], { href: ROOT + path }));
    set(this.sum, { "aria-busy": String(state === "solves") });
    set(this.stop, { text: lab.can[state], "aria-disabled": ["large", "done"].includes(state) ? "true" : null });
    this.#step();
  }

  /** The large numbers, what stands below each, and the boxes worth most. */
  #sums(chosen, { upperBonus, inOrder }) {
    const { lab } = this.words, [mean, most, raised] = KINDS.map((kind) => this.#found(kind)), isOwn = !Object.keys(chosen).length;
    this.chance = mean && raised && Math.max(0, (raised.value - mean.value) / NUDGE);
    const values = [mean && number(mean.value, 2), most && number(most.value),
      !upperBonus ? lab.no_bonus : this.chance === undefined ? undefined : `${number(100 * this.chance, 1)} %`];
    const notes = [...lab.plain.map((plain, n) => (isOwn ? plain : this.#gain(KINDS[n], chosen))), upperBonus ? say(lab.bonus_of, upperBonus) : ""];
    [...this.sum.querySelectorAll("dd")].forEach(({ children: [value, note] }, n) => {
      this.#show(value, values[n]);
      this.#show(note, notes[n]);
    });
    this.tops.hidden = inOrder;
    this.order.hidden = !inOrder;
    [...this.tops.lastChild.children].forEach(({ children: [box, points, bar] }, n) => {
      const { name, cost } = mean?.costs[n] ?? {};
      this.#show(box, name);
      this.#show(points, name && number(cost, 2));
      if (name) bar.style.width = `${(100 * cost) / mean.costs[0].cost}%`;
    });
  }

  /** Text that is there, or the one before it, dimmed. */
  #show(node, text) {
    const isOld = text === undefined, isLarge = isOld && this.#state === "large";
    return set(node, { text: isLarge ? "–" : text, class: { "is-old": isOld && !isLarge } });
  }

  /** How far the rules stand, and what can be done. */
  #step() {
    const { done, todo: { length: n }, table: { name: game } } = this, state = this.#state;
    const values = { at: Math.floor(done) + 1, n, game, states: number(this.#found("mean")?.states ?? this.states ?? 0), most: number(MOST_STATES) };
    set(this.bar, { max: n || 1, value: done, class: { "is-off": state !== "solves" } });
    set(this.stand, { text: say(this.words.lab.state[state], values) });
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
  #rules(chosen, options) {
    const { lab } = this.words, all = this.#rulings, cell = (tag, text) => this.#show(el(tag, {}, "…"), text);
    set(this.none, { text: options.length ? lab.none : lab.no_options }).hidden = all.length;
    this.worth.hidden = !all.length;
    if (all.length > 1) all.push({ question: lab.together, says: this.#added(all, chosen), chosen, kind: "is-all" });
    this.rows.replaceChildren(...all.map(({ question, says, chosen: each, kind = null }) => el("tr", { class: kind },
      el("th", { scope: "row" }, question, cell("small", says)), ...["mean", "most"].map((of) => cell("td", this.#gain(of, each))))));
  }

  /** What rules come to that are worth this much each by itself, and whether they change each other; undefined before it is known. */
  #added(rulings, chosen) {
    const { lab } = this.words, points = (each) => this.#found("mean", each)?.value - this.#found("mean", {})?.value;
    const sum = rulings.reduce((total, each) => total + points(each.chosen), 0), apart = Math.abs(points(chosen) - sum);
    return Number.isNaN(apart) ? undefined : say(apart >= APART ? lab.apart : lab.added, { sum: this.#signed(sum) });
  }

  /** The result in a sentence or two. */
  get #sentence() {
    const { lab } = this.words, { chosen, name: game, rules } = this.table;
    const [average, ceiling, chance] = [...this.sum.querySelectorAll("b")].map(({ textContent }) => textContent);
    const said = Object.keys(chosen).length ? lab.said : lab.said_own;
    return say(rules.upperBonus ? `${said} ${lab.said_bonus}` : said, { game, average, ceiling, chance });
  }
}

customElements.define("house-rules-lab", HouseRulesLab);

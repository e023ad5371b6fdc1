// Settle it: dice and a box in, by hand or in plain words, a verdict out. What people ask, in words or in an address, and what every
// game says to it comes first: it asks no page, and has no rule of its own. Points come from the tables of the games,
// everything else from /data/settle.json (`known`). The element settle-it follows.

import { heldOf } from "./engine.js";
import { button, copy, el, fetched, say, set, tell } from "./page.js";
import { emptyCard, offers, tableOf } from "./table.js";
import { joined } from "./text.js";

const EVERY = 63; // a bit for each die, as the signs of `known.counting` have them

/** Words as `known` has them: small letters without marks, digits, one space between. */
export const heard = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFKD").replace(/[\p{M}'’]/gu, "")
  .replace(/[^a-z0-9]+/g, " ").trim();

/**
 * Reads a question in plain words: {dice: [faces], boxes: families that are meant, game: id, odd}; what is not said is left out.
 * `odd` is a sign among the dice that is no face.
 */
export function understand({ patterns, number, called, families }, text) {
  const said = [], worth = (word) => Number(word) || number.indexOf(word), names = Object.keys(called).join("|");
  const all = (name) => RegExp(say(patterns[name], { names }), "g");
  let rest = heard(text), dice = [], odd;
  const take = (name, use) => {
    rest = rest.replace(all(name), (_, ...got) => {
      use?.(...got);
      return "|";
    });
  };
  take("many", (n, one) => {
    const many = worth(n);
    dice.push(...Array(many > 0 ? many : 2).fill(worth(one)));
  });
  take("named", (place, article, name, used) => {
    const { b, g } = called[name];
    if (place && g) said.unshift({ game: g }); // before the games of boxes
    else said.push({ game: g, meant: b, isBox: !g || article, used });
  });
  if (dice.length) take("single", (one) => dice.push(worth(one)));
  take("other"); // "worth 25", "after 3 rolls"
  for (const sign of rest.replace(/\d*[a-z]\w*|\D/g, "")) { // "1st" and "6s" are no dice
    if (sign > 0 && sign < 7) dice.push(Number(sign));
    else odd = sign;
  }
  // where a roll is written in one, no other number is dice: "is 12346 worth 30"
  const whole = rest.match(all("whole")), spoken = rest.match(all("face")) ?? [];
  if (whole) [dice, odd] = [[...whole.join("").replaceAll(" ", "")].map(Number)];
  if (!dice.length && spoken[4]) dice.push(...spoken.map(worth)); // fewer are no roll
  // a game's name is a box's too: where an article says so, or where nothing else is one and the dice are alike
  const boxes = said.filter(({ meant }) => meant), sure = boxes.filter(({ isBox, used }) => isBox || (used && !dice.length));
  let asked = sure[0] || new Set(dice).size > 1 ? sure : boxes;
  if (asked[1] && !dice.length) {
    if (asked[2] || all("either").test(rest)) asked = []; // which of them is asked about
    else dice.push(...[...families[asked[0].meant[0]].roll].map(Number)); // "is a yahtzee a full house"
  }
  const isRead = dice.length || asked[0] || !/\w/.test(rest); // a game alone is no question, with other words
  return { dice, boxes: asked.at(-1)?.meant, game: isRead ? said.find(({ game }) => game)?.game : undefined, odd };
}

const readings = {};

/** The tables of a game: by its own rules, then with each other choice alone. */
function tablesOf(data) {
  return readings[data.id] ??= [{ table: tableOf(data) }, ...data.options.flatMap((option) => option.choices.slice(1).map((choice) => (
    { option, choice, table: tableOf(data, { [option.id]: choice.id }) })))];
}

/** A card on which all is filled that this roll has to fill before it is a joker, or before a lock is open. */
function laterCard({ boxes, joker, rules, lattice }, id, dice) {
  const row = lattice.findRoll(dice), filled = boxes.filter((box) => box.id !== id && box.points[row]
    && (box === joker || box.id === rules.lock?.until || (joker && box.upper)));
  return { points: Object.fromEntries(filled.map((box) => [box.id, box.points[row]])), repeats: 0 };
}

/**
 * What a box pays for a roll by every reading of a game: [{option, choice, table, pays}], its own rules first. `pays`: on an
 * empty card, on the first roll of a turn, and once the roll is a joker; none where the box is not there or not open.
 */
export const paysBy = (data, id, dice) => tablesOf(data).map((reading) => {
  const { table } = reading, pays = (card, first) => offers(table, card, dice, first).pays[id];
  return { ...reading, pays: [pays(emptyCard()), pays(emptyCard(), true), pays(laterCard(table, id, dice))] };
});

/** One game's line: its box, what it pays, and the `cases` in which that is another number. */
function lineOf(known, game, data, family, dice) {
  const id = game.sheet[family], box = data.boxes.find((one) => one.id === id), cases = [];
  if (!dice.length) return { game, box, pays: null, cases };
  const [{ pays: own }, ...others] = paysBy(data, id, dice);
  own.forEach((pays, n) => pays === own[0] || pays == null || cases.push({ when: n, pays }));
  for (const { option, choice, pays } of others) {
    const differs = pays.map((points, at) => points != null && points !== own[at]);
    const n = Math.max(differs.indexOf(true), differs.findIndex((is, at) => is && pays[at])); // rather one that pays
    if (n >= 0) cases.push({ when: pays[n] === own[0] || !box ? 0 : n, option, choice, pays: pays[n], ...known.readings[game.id][option.id][choice.id] });
  }
  return { game, box, pays: own[0], cases };
}

/** The dice that count, by place: those of a number box, those that the data names, or all of a roll that pays. */
function counting(known, { game, box }, { dice: keeps, first }, row, dice) {
  const mask = known.counting[game.id]?.[box.id]?.charCodeAt(row) ?? EVERY;
  if (box.face) return dice.map((face) => face === box.face);
  return heldOf(dice, box.points[row] ? keeps[first + row].filter((_, n) => (mask >> n) & 1) : []);
}

/** The answer that says most about a roll, which made these goals, in this box; nothing where none is about the box. */
function answerTo(answers, game, family, dice, made) {
  const key = dice.toSorted().join("");
  const near = ({ near: { [family]: named = 0 }, rolls: { [family]: rolls }, games, goals, tells }) => {
    const about = named + 20 * Boolean(rolls?.includes(key));
    return about && (!game || games.includes(game)) && (tells || goals.every((goal) => made.includes(goal))) && about + 16 * goals.includes(made[0]);
  };
  return answers.filter(near).sort((a, b) => near(b) - near(a))[0];
}

/**
 * The verdict on a question {dice, boxes, game}; dice of a number that some game has, or none. `datas`: game id -> its data.
 * Comes back in words (`word`, `line`, `why`), with `rows` of games or boxes, those that it is `about`, the `counts` of the
 * dice, the `family` that was meant, whether it only says what a box `takes`, and the `answer` to read.
 */
export function settle(known, datas, { dice, boxes, game }) {
  const { words, number, families, games, answers } = known, list = (names) => joined(words.and, names);
  const played = games.filter((one) => !dice.length || one.dice === dice.length), own = played.find(({ id }) => id === game);
  const first = own ?? played[0], [{ table }] = tablesOf(datas[first.id]), takes = !dice.length;
  const row = takes ? -1 : table.lattice.findRoll(dice), counts = (line) => !takes && counting(known, line, table.lattice, row, dice);
  if (!boxes) {
    const pays = takes ? {} : offers(table, emptyCard(), dice).pays, most = Math.max(...Object.values(pays));
    const rows = table.boxes.map((box) => ({ game: first, box, pays: pays[box.id], cases: [] })).sort((a, b) => b.pays - a.pays);
    const about = rows.filter((one) => one.pays === most), found = { rows, about, takes, game: first, counts: counts(rows[0]) };
    if (takes) return { ...found, word: say(words.takes, { box: first.name }), line: words.set };
    const values = { game: first.name, pays: most, box: list(about.map(({ box }) => box.name)) };
    return { ...found, word: say(words.best, values), line: say(words.most, values) };
  }
  const isAsked = (one) => !game || one.game === own;
  // what a roll makes, the rarest first
  const made = Object.keys(known.rolls).filter((id) => (datas[first.id].goals[id] ?? table.boxes.find((box) => box.id === id)?.points)?.[row]);
  const n = number[dice.length], roll = new Set(dice).size > 1 ? known.rolls[made[0]] ?? words.no_roll : say(words.alike, { n });
  const asked = boxes.map((family) => {
    const rows = played.filter(({ sheet }) => sheet[family]).map((one) => lineOf(known, one, datas[one.id], family, dice));
    const about = rows.filter((one) => one.box && isAsked(one)), paying = about.filter(({ pays }) => pays);
    return { family, rows: rows.sort((a, b) => (b.game === own) - (a.game === own)), about, paying };
  });
  // of several boxes that a word may mean, one that is there, and that pays in more games
  const [{ family, rows, about, paying }] = asked.sort((a, b) => b.paying.length - a.paying.length || b.about.length - a.about.length);
  const shown = paying[0] ?? about[0], box = (own && shown?.box.name) ?? families[family].name;
  const found = { family, rows, about, counts: shown && counts(shown), takes, game: own, answer: answerTo(answers, game, family, dice, made) };
  const some = !paying.length && rows.some((one) => isAsked(one) && one.cases.some(({ pays }) => pays));
  if (!shown) return { ...found, word: rows.some(isAsked) ? words.rare : own ? say(words.lacks, { game: own.name }) : words.lack };
  if (takes) return { ...found, word: say(words.takes, { box }), line: words.set };
  const names = (lines) => (lines.length > 1 && lines.length === about.length
    ? say(words.all[Number(about.length < played.length)], { n: number[about.length], dice: n }) : list(lines.map((one) => one.game.name)));
  const groups = [...new Set(about.map(({ pays }) => pays))].sort((a, b) => b - a)
    .map((pays) => say(words.group, { pays, games: names(about.filter((one) => one.pays === pays)) }));
  const says = [...new Set(about.map((one) => one.box.says.split(":")[0]))];
  return { ...found, word: words[paying.length === about.length ? "yes" : paying.length ? "depends" : some ? "but" : "no"],
    line: say(some ? words.pays_but : words.pays, { groups: groups.join("; ") }), why: say(says[1] ? words.why_differ : words.why, { roll, box, says: says[0] }) };
}

/** The question that an address holds, odd parts left out: {dice (0 where a die is not set), boxes, game, text}. */
export function readAddress({ called, games }, hash) {
  const { d, b, g, q } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return {
    dice: /^[0-6]{1,6}$/.test(d) ? [...d].map(Number) : [], boxes: called[heard(b ?? "")]?.b,
    game: games.find(({ id }) => id === g)?.id, text: q,
  };
}

// ---- The element

const QUIET = 400; // milliseconds until a verdict is told, so that five taps make one sentence
const ROOT = new URL("../../", import.meta.url).href;

const link = (path, text, kind = null) => el("a", { href: ROOT + path, class: kind }, text);
const line = (text, kind) => text && el("p", { class: kind }, text);

class SettleIt extends HTMLElement {
  datas = {};

  connectedCallback() {
    if (this.form) return;
    const { d, b, g } = this.dataset;
    [this.form, this.faces, this.points, this.told, this.live] = ["form", ".settle-faces", ".points", ".settle-told", "[role=status]"]
      .map((css) => this.querySelector(css));
    this.dies = [...this.querySelectorAll(".settle-die")];
    this.isCompact = this.hasAttribute("compact");
    this.state = this.first = { dice: [...d].map(Number), boxes: [b], game: g || null };
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.ask(this.form.q.value, true);
    };
    this.form.onchange = ({ target }) => this.choose(target);
    this.onclick = ({ target }) => {
      const pressed = target.closest("button"), at = this.dies.indexOf(pressed), face = [...this.faces.children].indexOf(pressed);
      if (at >= 0) this.point(at);
      if (face >= 0) this.put(this.at, face + 1, true);
    };
    this.onkeydown = (event) => this.key(event);
    for (const use of ["focusin", "pointerdown"]) this.addEventListener(use, () => this.fetch().catch(() => {}), { once: true });
    if (this.isCompact) return;
    addEventListener("hashchange", () => this.take());
    this.take();
  }

  /** What a verdict is read from; a browser asks for it once. */
  async fetch() {
    this.known = await fetched("settle.json");
    await Promise.all(this.known.games.map(async ({ id }) => {
      this.datas[id] = await fetched(`${id}.json`);
    }));
  }

  /** Where it cannot be had, that is said, and whoever waits goes no further. */
  ready() {
    return this.fetch().catch(() => {
      this.show([line(this.dataset.lost, "settle-line")]);
      return new Promise(() => {});
    });
  }

  /** Shows what is told; its first three lines are spoken, those left out among them. */
  show(parts) {
    this.told.replaceChildren(...parts.filter(Boolean));
    set(this, { class: { "is-coming": false } });
    clearTimeout(this.telling);
    this.telling = setTimeout(() => tell(this.live, parts.slice(0, 3).map((part) => part?.textContent).join(" ")), QUIET);
  }

  /** The question of the address; a fragment that is no question changes nothing. */
  async take() {
    const { hash } = location;
    // a page that was left without a question is come back to
    if (hash === this.hash || !(hash ? /^#(.*&)?[dbgq]=/.test(hash) : this.hash)) return;
    this.hash = hash;
    set(this, { class: { "is-coming": true } });
    await this.ready();
    const { text, ...asked } = readAddress(this.known, hash);
    this.form.q.value = text ?? "";
    if (text) this.ask(text);
    else this.change(!hash ? this.first : asked.boxes || asked.dice.length ? asked : { game: asked.game });
  }

  /** A question in plain words; what is not understood is said, and the address keeps it. */
  async ask(text, isStep) {
    await this.ready();
    const { words, number, families, games } = this.known, { dice, boxes, game, odd } = understand(this.known, text);
    const n = dice.length;
    const isFew = games.some((one) => one.id === game && one.dice < n);
    if (!odd && !isFew && (n ? games.some((one) => one.dice === n) : boxes ?? game)) this.change(n || boxes ? { dice, boxes, game } : { game }, isStep);
    else if (text.trim()) {
      const why = say(odd ? words.sign : n ? words.count : words.unread_line, { sign: odd, n: number[n] ?? n });
      const read = [dice.join(" "), boxes && families[boxes[0]].name].filter(Boolean).join(", ");
      set(this.form.q, { "aria-invalid": "true" });
      this.show([line(words.unread, "settle-word"), line(why, "settle-line"), read && line(say(words.read, { read }), "why"),
        line(words.tries, "small")]);
      this.keep({ q: text }, isStep);
    }
  }

  async choose({ name, value }) {
    await this.ready();
    if (name === "b") this.change({ boxes: value ? [value] : null });
    // dice stay; where a game has another number of them, the last one comes or goes
    else if (name === "g") this.change({ game: value || null, dice: this.state.dice.slice(0, this.known.games[0].dice) });
  }

  point(at) {
    this.at = at;
    set(this.faces, { "aria-label": say(this.faces.dataset.label, { n: at + 1 }) });
    this.dies.forEach((die, n) => set(die, { class: { "is-at": n === at } }));
  }

  key({ key, target }) {
    const at = this.dies.indexOf(target), isFace = this.faces.contains(target);
    if ((at >= 0 || isFace) && key > 0 && key < 7) this.put(isFace ? this.at : at, Number(key), isFace);
  }

  /** Sets a die. The next one is up then, so that a roll goes in without choosing each. */
  async put(at, face, isFace) {
    const dice = this.dies.filter((die) => !die.hidden).map((_, n) => (n === at ? face : this.state.dice[n] ?? 0));
    this.state = { ...this.state, dice }; // at once: who types does not wait for the data
    if (at + 1 < dice.length) {
      if (isFace) this.point(at + 1);
      else this.dies[at + 1].focus();
    } else if (isFace) this.faces.hidePopover?.();
    await this.ready();
    this.change({ dice }); // over what was asked before, if that waited too
  }

  /** Takes over a question and shows its verdict. `isStep`: one that back and forward stop at. */
  change(more, isStep) {
    const asked = { ...this.state, ...more }, { games } = this.known, n = asked.dice.length;
    const { id: fits, dice: size } = games.find(({ id, dice }) => id === asked.game && n <= dice) ?? games.find(({ dice }) => dice === n) ?? games[0];
    asked.game &&= fits; // where it has not so many dice, the one that has
    asked.dice = asked.dice.some(Boolean) ? Array.from({ length: size }, (_, at) => asked.dice[at] ?? 0) : [];
    if (!asked.dice.length) asked.boxes ??= [this.dataset.b];
    this.state = asked;
    set(this.form.q, { "aria-invalid": null });
    this.update(size);
    this.keep(this.question, isStep);
  }

  /** The question as an address holds it. */
  get question() {
    const { dice, boxes, game } = this.state;
    return Object.fromEntries(Object.entries({ d: dice.join(""), b: boxes?.[0], g: game }).filter(([, value]) => value));
  }

  keep(question, isStep) {
    this.hash = `#${new URLSearchParams(question)}`;
    if (this.isCompact || this.hash === location.hash) return;
    if (isStep) location.hash = this.hash;
    else history.replaceState(history.state, "", this.hash);
  }

  update(size) {
    const { known, state, form } = this, { words, number, families } = known, { dice, game } = state;
    const n = dice.filter((face) => !face).length, found = settle(known, this.datas, { ...state, dice: n ? [] : dice });
    const { family, counts, about, word, why } = found, says = n ? say(words.missing[Number(n > 1)], { n: number[n] }) : found.line;
    if (state.boxes) state.boxes = [family];
    this.dies.forEach((die, at) => {
      die.hidden = at >= size;
      set(die, { "aria-label": say(words.die, { n: at + 1, face: dice[at] ? number[dice[at]] : words.unset }) });
      set(set(die.firstChild, { class: { "is-off": counts && !counts[at] } }).firstChild, { href: `#die-${dice[at] || "blank"}` });
    });
    const names = game && found.game.names; // boxes go by those that the chosen game prints
    for (const option of form.b) if (option.value) option.text = names?.[option.value] ?? families[option.value].name;
    [form.g.value, form.b.value] = [game ?? "", family ?? ""];
    const pays = about.map((one) => one.pays), most = Math.max(...pays);
    set(this.points, { text: pays[0] != null ? [...new Set([Math.min(...pays), most])].join("–") : "–" });
    set(this.points.parentNode, { class: { "is-good": most > 0, "is-zero": !(most > 0) } });
    this.show([line(word, "settle-word"), line(says, "settle-line"), line(why, "why"), this.table(found, dice), ...this.links(found)]);
  }

  table({ rows, family, game, takes }, dice) {
    const { words, families } = this.known, { isCompact } = this;
    const row = (kind, head, small, pays) => el("tr", { class: kind }, el("th", { scope: "row" }, head, small ? el("small", {}, small) : ""),
      el("td", { class: pays ? "num" : "num zero" }, String(pays ?? "–")));
    const body = rows.filter((one) => !isCompact || !family || one.game !== game).flatMap(({ game: one, box, pays, cases }) => [
      row(family && one === game ? "is-own" : null, family ? link(`${one.id}/`, one.name) : box.name,
        isCompact ? "" : !box ? words.no_box : family ? `${box.name}: ${box.says}` : box.says, takes ? box?.pays : pays),
      ...(isCompact ? [] : cases).map(({ when, at, says, who, pays: paid }) => row("settle-case",
        at ? link(`compare/#${at}`, says) : words.when[when], at && [words.when[when], who].filter(Boolean).join("; "), paid)),
    ]);
    const caption = say(takes ? words.caption_takes : family ? words.caption : words.caption_boxes, { dice: dice.join(" "), box: families[family]?.name, game: game?.name });
    return el("table", { class: isCompact ? "elsewhere" : "tbl settle-table" }, el("caption", {}, caption), el("tbody", {}, ...body));
  }

  links({ answer }) {
    const { words } = this.known, news = el("span", { class: "small", role: "status" });
    return [
      answer && el("p", { class: "settle-answer" }, link(`faq/${answer.slug}/`, answer.ask, "next"), " ", answer.says),
      this.isCompact ? el("p", {}, link(`settle/#${new URLSearchParams(this.question)}`, words.more, "next"))
        : el("p", { class: "settle-share" }, button(words.copy, () => copy(words, location.href, news), "copy"), news),
    ];
  }
}

customElements.define("settle-it", SettleIt);

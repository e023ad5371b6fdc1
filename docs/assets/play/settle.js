// Settle it: dice and a box in, by hand or in plain words, a verdict out. What it says is worked out in verdict.js.

import { button, copy, el, fetched, say, set, tell } from "./page.js";
import { readAddress, settle, understand } from "./verdict.js";

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
    if (!odd && (n ? games.some((one) => one.dice === n) : boxes ?? game)) this.change(n || boxes ? { dice, boxes, game } : { game }, isStep);
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

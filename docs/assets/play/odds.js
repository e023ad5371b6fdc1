// The panel of what can come of dice, in the odds helper and beside a game. It shows what engine.js counts, and knows no rule.

import { heldOf, keepOdds, odds } from "./engine.js";
import { diceRow, el, say, set } from "./page.js";

// Rounded half to even, as on the site's pages.
const formats = [];
const number = (value, places = 0) => (formats[places] ??= new Intl.NumberFormat("en", {
  minimumFractionDigits: places, maximumFractionDigits: places, roundingMode: "halfEven",
})).format(value);

// Digits are added until what is not certain, or not impossible, no longer looks so.
function apart(value, places, ...never) {
  const written = number(value, places);
  return never.includes(Number(written)) ? apart(value, places + 1, ...never) : written;
}

const worth = ({ n, d }) => n / d;
const isSure = ({ n, d }) => n === 0 || n === d;
const exact = ({ n, d }) => number(n) + (d > 1 ? ` / ${number(d)}` : "");
const percent = (chance) => `${isSure(chance) ? number(100 * worth(chance)) : apart(100 * worth(chance), 2, 0, 100)} %`;
const oneIn = ({ n, d }) => (d < 100 * n && d % n ? apart(d / n, 1, 1) : number(d / n));

export class Chances {
  /** `words`: all words of the site; `compact`: boxes first, for a panel beside a game. */
  constructor(words, { compact = false } = {}) {
    const { helper } = (this.words = words);
    const part = (title, says, shown) => el("section", {}, el("header", {}, el("h2", {}, title)), says, shown);
    this.says = [0, 1].map(() => el("p", { class: "small" }));
    this.list = el("ol", { class: "chances-goals" });
    this.body = el("tbody");
    const heads = el("tr", {}, ...helper.heads.map((head) => el("th", { scope: "col" }, head)));
    const table = el("table", { class: "chances-boxes" }, el("thead", {}, heads), this.body);
    const parts = [part(helper.goals, this.says[0], this.list), part(helper.boxes, this.says[1], table)];
    this.element = el("div", { class: "chances" }, ...(compact ? parts.reverse() : parts));
    this.element.append(el("p", { class: "small chances-tie" }, helper.tie));
  }

  /**
   * `question`: {dice, held, rerolls}; a table may be that of a card. Gives back in words what stands out: the likeliest
   * goal that is not yet certain, and the box that brings most.
   */
  update(table, { dice, held = null, rerolls }) {
    const { helper, goal: goals, number: numbers } = this.words;
    if (table !== this.table) this.build(table);
    const lies = dice && (!rerolls || (held && !held.includes(false)));
    const mode = !dice ? "fresh" : lies ? "lie" : held ? "kept" : "best";
    const keep = mode === "kept" ? dice.filter((_, place) => held[place]) : [];
    const now = dice && odds(table, dice, rerolls);
    const found = mode === "best" ? now : lies ? odds(table, dice, 0) : keepOdds(table, keep, dice ? rerolls : table.nRolls);
    const brings = ({ id }) => (lies ? now.now[id] : worth(found.boxes[id]));
    const most = Math.max(...table.boxes.map(brings));
    const top = most > 0 && table.boxes.find((box) => brings(box) === most);

    const values = { dice: keep.join(" ") || helper.nothing, n: numbers[table.nDice] };
    this.says.forEach((says, n) => set(says, { text: say(helper.says[mode][n], values) }));
    set(this.element, { "data-mode": mode });
    const hold = (place, kept) => {
      if (mode !== "best") return;
      const spoken = kept.map((face) => numbers[face]).join(", ");
      const says = kept.length === dice.length ? helper.stop : kept.length ? helper.keep : helper.roll_all;
      if (place.firstChild?.children.length !== dice.length) place.replaceChildren(diceRow(dice), "");
      const row = place.firstChild;
      set(row, { "aria-label": say(says, { dice: spoken, n: values.n }) });
      heldOf(dice, kept).forEach((isHeld, n) => {
        set(set(row.children[n], { class: { "is-off": !isHeld } }).firstChild, { href: `#die-${dice[n]}` });
      });
      if (place.tagName === "SPAN") place.lastChild.data = say(says, { dice: kept.join(" "), n: values.n });
    };

    for (const { id, element, pc, how, fr, bar } of this.goals) {
      const chance = found.goals[id], sure = isSure(chance);
      const far = say(helper.one_in, { exact: exact(chance), n: sure || oneIn(chance) });
      set(element, { class: { "is-never": !chance.n } });
      set(pc, { text: percent(chance) });
      set(fr, { text: sure ? helper[lies ? "made" : "sure"][chance.n] : far });
      bar.style.width = `${100 * worth(chance)}%`;
      hold(how, chance.hold);
    }
    for (const { box, element, best, pays, mean, how } of this.boxes) {
      const points = number(worth(found.boxes[box.id]), 2);
      const exactly = say(helper.exactly, { exact: exact(found.boxes[box.id]) });
      set(element, { class: { "is-best": box === top } });
      set(best, { text: box === top ? helper.best[lies ? 1 : 0] : "" });
      set(pays, { text: dice ? now.now[box.id] : "" });
      set(mean, { text: points, "data-exact": exactly, "aria-label": `${points}, ${exactly}` });
      hold(how, found.boxes[box.id].hold);
    }
    const likely = this.goals.map(({ id }) => ({ id, ...found.goals[id] })).filter((chance) => !isSure(chance))
      .sort((a, b) => worth(b) - worth(a))[0];
    return [
      likely && say(helper.likely, { goal: goals[likely.id], chance: percent(likely) }),
      top && say(helper.top, { box: top.name, points: number(most, lies ? 0 : 2) }),
    ].filter(Boolean).join(" ");
  }

  // Goals stand likeliest first as a fresh turn has them, whatever the dice: a line stays where the eye left it.
  build(table) {
    this.table = table;
    const fresh = keepOdds(table, [], table.nRolls).goals;
    this.goals = table.goals.toSorted((a, b) => worth(fresh[b.id]) - worth(fresh[a.id])).map(({ id }) => {
      const [pc, how, fr, bar] = ["pc", "how", "fr", "chance-bar"].map((name) => el("span", { class: name }));
      const more = el("span", { class: "more" }, how, fr);
      return { id, pc, how, fr, bar, element: el("li", {}, el("b", {}, this.words.goal[id]), pc, more, bar) };
    });
    this.boxes = table.boxes.map((box) => {
      const [best, pays, how] = ["small", "td", "td"].map((tag) => el(tag));
      const mean = el("button", { type: "button", class: "exact", onkeydown: putAway, onblur: putAway });
      const element = el("tr", {}, el("th", { scope: "row" }, box.name, best), pays, el("td", {}, mean), how);
      return { box, element, best, pays, mean, how };
    });
    this.list.replaceChildren(...this.goals.map(({ element }) => element));
    this.body.replaceChildren(...this.boxes.map(({ element }) => element));
  }
}

// What opens on focus can be put away without losing the place, and opens again on the next visit.
function putAway({ key = "", target }) {
  set(target, { class: { "is-away": key === "Escape" } });
}

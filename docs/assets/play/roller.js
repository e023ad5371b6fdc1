// The element dice-roller: five dice to throw and hold, without a game.

import { diceFor } from "./dice.js";
import { bigDie, showFace } from "./odds-helper.js";
import { button, el, loadWords, say, set, tell } from "./page.js";

const throwDice = diceFor(location.search);

class DiceRoller extends HTMLElement {
  async connectedCallback() {
    if (this.held) return;
    this.held = Array(5).fill(false);
    try {
      this.words = await loadWords();
    } catch {
      return; // what stands there without JavaScript stays
    }
    const { helper } = this.words;
    this.dice = this.held.map((_, n) => button(bigDie(helper.held), () => this.hold(n)));
    this.button = button("", () => this.roll(), "odds-roll");
    this.news = el("p", { class: "small", role: "status" });
    const row = el("div", { class: "odds-dice", role: "group", "aria-label": helper.dice }, ...this.dice);
    this.replaceChildren(el("div", { class: "odds-ask" }, row, this.button, this.news));
    this.update(helper.tap);
  }

  update(text) {
    const { helper, number } = this.words, free = this.held.filter((held) => !held).length;
    this.dice.forEach((each, n) => {
      const face = this.faces?.[n], held = this.held[n];
      const label = say(held ? helper.die_held : helper.die, { n: n + 1, face: number[face] ?? helper.blank });
      set(each, { "aria-pressed": String(held), "aria-label": label, class: { "is-blank": !face } });
      showFace(each, face ?? n + 1);
    });
    const roll = say(helper[free === 1 ? "roll_one" : "roll_n"], { n: number[free] });
    set(this.button, { text: free ? roll : helper.all_held, "aria-disabled": free ? null : "true" });
    tell(this.news, text);
  }

  hold(place) {
    const { helper, number } = this.words;
    if (this.faces) this.held[place] = !this.held[place];
    this.update(say(this.faces ? helper.n_held : helper.roll_first, { n: number[this.held.filter(Boolean).length] }));
  }

  roll() {
    if (!this.held.includes(false)) return this.update(this.words.helper.let_go);
    const faces = throwDice(5), isQuiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.faces = this.held.map((held, n) => (held ? this.faces[n] : faces[n]));
    this.dice.forEach((each, n) => {
      const land = [{ transform: "translateY(-16px) rotate(-13deg)" }, {}];
      if (!isQuiet && !this.held[n]) each.firstChild.animate(land, { duration: 180, easing: "ease-out" });
    });
    return this.update(say(this.words.helper.rolled, { dice: this.faces.map((face) => this.words.number[face]).join(", ") }));
  }
}

customElements.define("dice-roller", DiceRoller);

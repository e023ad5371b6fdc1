// The element score-card: the card that people fill in. Holds the history, and is the one place where it changes;
// grid.js draws the table, pad.js what can be picked, columns.js asks for players and game.
// Attribute: game, for a card that nothing is written on.
import { Grid, nameAt } from "./grid.js";
import { Keeper } from "./keeper.js";
import { button, el, load } from "./page.js";
import { tableOf } from "./table.js";
import { begin, blank, redo, standing, step, undo } from "./tally.js";

class ScoreCard extends HTMLElement {
  #data = new Map(); // of games, by id: what has come so far
  #asking = 0; // which history is to be shown next

  async connectedCallback() {
    if (this.grid) return;
    this.keeper = new Keeper(this);
    try {
      await this.show(await this.keeper.arrive() ?? begin(blank(this.getAttribute("game"))));
      await this.keeper.begin();
    } catch (error) {
      console.error(error); // what stands here for readers without JavaScript stays
    }
  }

  get sheet() { return this.history.sheet; }

  /** Every change goes through here. See `act` of tally.js; also {do: "undo"} and {do: "redo"}. */
  async commit(action) {
    const other = this.keeper.agree();
    if (other) return other;
    const ways = { undo, redo }, { history } = this;
    await this.show(ways[action.do]?.(history) ?? step(history, action, this.table));
    return this.keeper.save();
  }

  names() { return this.sheet.players.map((_, at) => nameAt(this.words.score, this.sheet, at)); }

  /** Makes this history the present one, at once where its game is here. Rejects when that cannot be had. */
  async show(history) {
    const { game, chosen } = history.sheet, asking = ++this.#asking;
    if (!this.#data.has(game)) {
      const { data, words } = await load(game);
      this.#data.set(game, data);
      this.words = words;
      if (asking !== this.#asking) return;
    }
    const named = JSON.stringify([game, chosen]);
    if (this.#named !== named) this.table = tableOf(this.#data.get(game), chosen);
    this.#named = named;
    this.history = history;
    this.update();
  }

  #named;

  update() {
    if (!this.grid) this.#build();
    const { table, sheet } = this;
    this.grid.update({ table, sheet, standing: standing(table, sheet) });
  }

  #build() {
    const { score } = this.words;
    this.grid = new Grid(this.words, {
      write: (player, box, typed) => this.commit({ do: "write", player, box, points: typed === "" ? null : Number(typed) }),
    });
    this.print = button(score.print, () => window.print(), "key");
    this.send = button(score.send, () => this.keeper.share(), "key");
    this.bar = el("div", { class: "tally-bar" }, this.print, this.send, button(score.new, () => this.commit({ do: "new" }), "key"));
    this.replaceChildren(el("div", { class: "tally" }, this.keeper.note, this.grid.element, this.bar));
  }
}

customElements.define("score-card", ScoreCard);

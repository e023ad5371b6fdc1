// A game and its house rules, to be chosen beside something else: a select, and a fold of questions; and what an address asks for
// in vain.

import { el, inAddress, load, loadGames, say, set } from "./page.js";
import { houseRules } from "./table.js";

const LONGEST = 80; // characters that are told of what is not there

const select = (options, onchange) => el("select", { onchange }, ...options.map(([value, text]) => el("option", { value }, text)));

/**
 * {game, rules, update(table)}: two nodes, and what shows in them the rules of that table. `helper`: the words; `games`: those to choose
 * from; `change` is told what was chosen, {g: game} or {option: choice}.
 */
export function rulesChoice(helper, games, change) {
  const game = select(games.map(({ id, name, edition }) => [id, `${name}, ${edition}`]), () => change({ g: game.value }));
  const rules = el("details", { class: "odds-rules" }, el("summary")), asked = new Map();
  const ask = ({ id, question, choices: [own, ...others] }) => {
    const choices = [[own.id, say(helper.standard, own)], ...others.map((choice) => [choice.id, choice.says])];
    const one = select(choices, () => change({ [id]: one.value }));
    asked.set(id, one);
    return el("label", {}, question, one);
  };
  const update = (table) => {
    const { id, chosen, options } = table, own = houseRules(table).map(({ says }) => says).join("; ");
    if (rules.dataset.game !== id) {
      asked.clear();
      rules.replaceChildren(rules.firstChild, ...options.map(ask));
      set(rules, { "data-game": id, hidden: !options.length });
    }
    game.value = id;
    for (const { id: option, choices } of options) asked.get(option).value = chosen[option] ?? choices[0].id;
    set(rules.firstChild, { text: say(helper.rules, { rules: own || helper.no_rules }) });
  };
  return { game: el("label", {}, helper.game, game), rules, update };
}

/** The pairs that the address asks for; false where it names a heading, or nothing. */
export const askedFor = () => location.hash.includes("=") && inAddress();

/** What an address `asked` for and is not `known`, in words; "" where all of it is there. */
export function unknownIn({ lab }, asked, known) {
  const what = Object.entries(asked).filter(([name, value]) => known[name] !== value).map((pair) => pair.join("=")).join(", ");
  return what && say(lab.unknown, { what: what.length > LONGEST ? `${what.slice(0, LONGEST)}…` : what });
}

/** {games, data, words}: those of the game that is asked for, else of the one that the element names. Rejects as `load` does. */
export async function loadAsked(element, asked) {
  const games = await loadGames(), named = (id) => games.find((game) => game.id === id);
  return { games, ...(await load((named(asked) ?? named(element.getAttribute("game")) ?? games[0]).id)) };
}

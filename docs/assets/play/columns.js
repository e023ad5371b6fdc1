// The dialogs of the card: who plays, and which game by which rules. Every change goes through the card's `commit`.
import { button, cross, el, iconButton, loadGames, openPane, say, set, tell } from "./page.js";
import { nameAt } from "./remarks.js";
import { tableOf } from "./table.js";
import { MOST_PLAYERS, isBegun, nameOf } from "./tally.js";

const UP = "M12 19V5M6 11l6-6 6 6", DOWN = "M12 5v14M6 13l6 6 6-6";

/** Players: names, order, more and fewer. `at`: whose name has the focus. Resolves when it is closed. */
export function openPlayers(card, at = 0) {
  const { words } = card, { ask } = words.score, rows = [];
  const list = el("ol", { class: "tally-players" }), news = el("p", { class: "small", role: "status" });
  const add = button("", () => more(), "more");
  const nameOfRow = (n) => nameAt(words, card.sheet, n);

  /** Does it, unless the card has changed in another tab meanwhile: then the rows show that. */
  const does = async (action) => (await card.commit(action)) !== false || tell(news, words.score.elsewhere);

  const rename = (row) => {
    const n = rows.indexOf(row), name = nameOf(row.name.value);
    if (!row.edited) return;
    row.edited = false;
    if (name !== card.sheet.players[n].name) does({ do: "rename", player: n, name });
    show();
  };
  const move = async (n, by, which) => {
    const to = n + by;
    if (!card.sheet.players[to] || !await does({ do: "move", player: n, to })) return;
    rows[to][which].focus();
    tell(news, say(ask.moved, { name: nameOfRow(to), n: to + 1, of: card.sheet.players.length }));
  };
  const remove = async (n) => {
    if (card.sheet.players.length === 1) return tell(news, ask.least);
    const what = say(words.score.done.remove, { name: nameOfRow(n) });
    if (!await does({ do: "remove", player: n })) return;
    rows[Math.min(n, rows.length - 1)].out.focus();
    tell(news, `${what}.`);
  };
  const more = async () => {
    if (card.sheet.players.length === MOST_PLAYERS) return tell(news, say(ask.most, { n: MOST_PLAYERS }));
    if (await does({ do: "add", name: "" })) rows.at(-1).name.focus();
  };

  const rowOf = (n) => {
    const row = { edited: false }, named = () => rename(row);
    const next = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // or the same press would close the dialog
      (rows[rows.indexOf(row) + 1]?.name ?? done).focus();
    };
    const name = el("input", { type: "text", maxlength: 20, autocomplete: "off", spellcheck: "false", enterkeyhint: "next",
      "aria-label": say(ask.name, { n: n + 1 }), placeholder: say(words.score.player, { n: n + 1 }),
      oninput: () => { row.edited = true; }, onchange: named, onblur: named, onkeydown: next });
    const up = iconButton(UP, "", () => move(n, -1, "up")), down = iconButton(DOWN, "", () => move(n, 1, "down"));
    const out = cross("", () => remove(n));
    return Object.assign(row, { name, up, down, out, node: el("li", {}, name, up, down, out) });
  };
  const show = () => {
    const { players } = card.sheet;
    while (rows.length > players.length) rows.pop().node.remove();
    while (rows.length < players.length) list.append(rows[rows.push(rowOf(rows.length)) - 1].node);
    rows.forEach(({ name, edited, up, down, out }, n) => {
      const called = { name: nameOfRow(n) };
      if (!edited && name.value !== players[n].name) name.value = players[n].name;
      set(up, { "aria-label": say(ask.up, called), "aria-disabled": !n && "true" });
      set(down, { "aria-label": say(ask.down, called), "aria-disabled": n === players.length - 1 && "true" });
      set(out, { "aria-label": say(ask.remove, called), "aria-disabled": players.length === 1 && "true" });
    });
    const full = players.length === MOST_PLAYERS;
    set(add, { text: full ? say(ask.most, { n: MOST_PLAYERS }) : ask.add, "aria-disabled": full && "true" });
  };

  /** After any change of the card: what is typed was for whoever stood there. */
  const follow = ({ detail: { placeOf } }) => {
    rows.forEach((row, n) => { row.edited &&= placeOf(n) === n; });
    show();
    setTimeout(() => { // a name that is being left gives the focus to what comes next, a moment later
      if (dialog.open && !dialog.contains(document.activeElement)) rows.at(-1).name.focus();
    });
  };

  show();
  const done = button(ask.done, () => dialog.close(), "go");
  const part = el("div", { class: "part" }, list, add, news), foot = el("div", { class: "pane-foot" }, done);
  const { dialog, closed } = openPane("players", ask.players, ask.close, part, foot);
  card.addEventListener("shown", follow);
  rows[at]?.name.focus();
  rows[at]?.name.select();
  return closed.then(() => {
    rows.forEach(rename); // Escape leaves a name without a change
    card.removeEventListener("shown", follow);
  });
}

/** Game and house rules. Resolves when it is closed; only its button changes anything. Other rules from elsewhere close it. */
export async function openRules(card) {
  const { words } = card, { ask } = words.score, games = await loadGames(), own = new Map([[card.sheet.game, card.table.chosen]]);
  const ruled = () => JSON.stringify([card.sheet.game, card.sheet.chosen]), were = ruled();
  let game = card.sheet.game, table = null, data;
  const questions = el("div", { class: "asks" }), news = el("small"), label = el("b");
  const go = button([label, news], () => use(), "go");

  const radio = (group, value, checked, onchange, ...shown) => el("label", { class: "choice" },
    el("input", { type: "radio", name: `tally-${group}`, value, checked, onchange }), el("span", {}, ...shown));
  const question = ({ id, question: text, choices }) => el("fieldset", {}, el("legend", {}, text),
    ...choices.map((choice) => radio(id, choice.id, choice.id === (table.chosen[id] ?? choices[0].id), () => {
      table = tableOf(data, { ...table.chosen, [id]: choice.id });
      own.set(game, table.chosen);
      show();
    }, choice.says)));
  const show = () => {
    const another = game !== card.sheet.game, begun = isBegun(card.sheet), { name } = games.find(({ id }) => id === game);
    set(label, { text: another ? say(ask.use_game, { game: name }) : ask.use });
    set(news, { text: !table ? ask.loading : !begun ? "" : another ? ask.empties : ask.starts });
    set(go, { "aria-disabled": !table && "true" });
  };
  const choose = async (id) => {
    [game, table] = [id, null];
    show();
    try {
      const found = await card.dataOf(id);
      if (game !== id) return; // another was chosen meanwhile
      data = found;
      table = tableOf(data, own.get(id));
      questions.replaceChildren(...(table.options.length ? table.options.map(question) : [el("p", {}, ask.no_rules)]));
      show();
    } catch {
      if (game === id) set(news, { text: words.score.missing });
    }
  };
  const use = async () => {
    if (!table) return;
    dialog.close();
    await closed;
    await card.commit({ do: "rules", game, chosen: table.chosen });
  };

  const tiles = games.map((one) => radio("game", one.id, one.id === game, () => choose(one.id),
    el("b", {}, one.name), el("small", {}, say(ask.boxes, { n: one.boxes }))));
  const follow = () => {
    if (ruled() === were) return show();
    dialog.close();
    card.tell(words.score.elsewhere);
  };
  const { dialog, closed } = openPane("setup which-game", ask.game, ask.close, el("div", { class: "parts" },
    el("fieldset", {}, el("legend", { class: "head" }, ask.which), el("div", { class: "tiles" }, ...tiles)),
    el("div", {}, el("h3", { class: "head" }, ask.rules), questions)), el("div", { class: "pane-foot" }, go));
  card.addEventListener("shown", follow);
  closed.then(() => card.removeEventListener("shown", follow));
  dialog.querySelector(":checked").focus();
  choose(game);
  return closed;
}

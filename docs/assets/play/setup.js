// The dialog that sets up a game: which one, by which house rules, who sits where, and how it is played.
// It knows nothing of the game that runs behind it; what it is told is only whether that one would be lost.
import { KINDS, MOST_SEATS } from "./game.js";
import { button, cross, el, iconButton, mark as markOf, openPane, say, set } from "./page.js";
import { tableOf } from "./table.js";
import { nameOf } from "./text.js";

/** What an unnamed seat is called; a lone computer needs no number. */
const unnamed = (words, seats, at) => {
  const { kind } = seats[at];
  if (kind === "person") return say(words.player, { n: at + 1 });
  const alike = seats.filter((seat) => (seat.kind !== "person" && !seat.name) || seat.name === words.computer);
  return say(alike.length > 1 ? words.computer_n : words.computer, { n: at + 1 });
};

let count = 0;

/** Resolves to {game, chosen, seats, first, settings}, or to null when it is closed without starting. */
export function openSetup({ words: all, games, load, current }) {
  const words = all.setup;
  const id = `setup-${++count}`;
  const chosenOf = new Map([[current.game, { ...current.chosen }]]);
  const seats = current.seats.map((seat) => ({ ...seat }));
  let first = seats[current.first] ?? seats[0];
  let game = games.find((one) => one.id === current.game) ?? games[0];
  let table = null; // of the standard rules; null while it loads
  let trouble = "";
  let replaces = false; // an unfinished game of the chosen kind

  const chosen = () => {
    if (!chosenOf.has(game.id)) chosenOf.set(game.id, {});
    return chosenOf.get(game.id);
  };
  const nameAt = (at) => nameOf(seats[at].name) || unnamed(words, seats, at);

  // ---- parts
  const radio = (group, value, checked, onchange, ...label) => {
    const autofocus = checked && group === "game";
    const input = el("input", { type: "radio", name: `${id}-${group}`, value, onchange, checked, autofocus });
    return el("label", { class: "choice" }, input, el("span", {}, ...label));
  };
  const fold = (name, ...inside) => {
    const sum = el("span", { class: "sum" });
    return [el("details", {}, el("summary", {}, el("b", {}, name), " ", sum), ...inside), sum];
  };

  // ---- game and house rules
  const about = el("p", { class: "small" });
  const tiles = el("div", { class: "tiles" });
  for (const one of games) {
    const size = say(words.boxes, { n: one.boxes });
    tiles.append(radio("game", one.id, one === game, () => choose(one), el("b", {}, one.name), el("small", {}, size)));
  }
  const questions = el("div", { class: "questions" });
  const [rules, rulesSum] = fold(words.house_rules, questions);

  const ask = (option) =>
    el(
      "fieldset",
      {},
      el("legend", {}, option.question),
      ...option.choices.map((choice, at) => {
        const picked = chosen()[option.id] ?? option.choices[0].id;
        const pick = () => {
          if (at) chosen()[option.id] = choice.id;
          else delete chosen()[option.id];
          update();
        };
        const standard = at ? "" : el("small", { class: "standard" }, words.standard);
        return radio(option.id, choice.id, choice.id === picked, pick, choice.says, " ", standard);
      }),
    );

  const choose = async (one) => {
    game = one;
    table = null;
    trouble = "";
    update();
    try {
      const { data } = await load(one.id);
      if (game !== one) return; // another was chosen meanwhile
      const made = (table = tableOf(data));
      replaces = current.unfinished(data);
      for (const [option, choice] of Object.entries(chosen())) {
        const choices = made.options.find((it) => it.id === option)?.choices ?? [];
        if (!choices.some((it, at) => at && it.id === choice)) delete chosen()[option]; // standard, or from elsewhere
      }
      questions.replaceChildren(...(table.options.length ? table.options.map(ask) : [el("p", {}, words.no_options)]));
    } catch {
      if (game !== one) return;
      trouble = words.no_data;
      questions.replaceChildren(el("p", {}, trouble));
    }
    update();
  };

  // ---- seats
  const list = el("ol", { class: "seating" });
  const rows = new Map();
  const starter = el("select", {
    id: `${id}-first`,
    onchange: () => {
      first = seats[starter.selectedIndex];
      update();
    },
  });
  const news = el("p", { class: "sr", role: "status" });
  const add = button("", () => addSeat(), "more");

  const menu = (kind, values, labels, value, onchange) => {
    const node = el("select", { class: kind, onchange: () => onchange(node.value) });
    values.forEach((one, at) => node.append(el("option", { value: one }, labels[at])));
    node.value = value;
    return node;
  };

  const rowOf = (seat) => {
    const mark = markOf(seat.colour);
    const colour = menu("hue", [...Array(MOST_SEATS).keys()], words.colours, seat.colour, (value) => {
      const other = seats.find((one) => one !== seat && one.colour === Number(value));
      if (other) other.colour = seat.colour; // two seats swap rather than look alike
      seat.colour = Number(value);
      update();
    });
    const name = el("input", {
      type: "text",
      maxlength: 20,
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      oninput: () => {
        seat.name = name.value;
        update();
      },
      onchange: () => {
        seat.name = name.value = nameOf(name.value);
        update();
      },
    });
    name.value = seat.name;
    const kind = menu("kind", KINDS, words.kinds, seat.kind, (value) => {
      if (seat.kind !== "person" && value === "person" && seat.name === words.computer) seat.name = name.value = "";
      seat.kind = value;
      update();
    });
    const up = iconButton("M12 19V5M6 11l6-6 6 6", "", () => move(seat, -1, up));
    const down = iconButton("M12 5v14M6 13l6 6 6-6", "", () => move(seat, 1, down));
    const out = cross("", () => remove(seat));
    const node = el(
      "li",
      {},
      el("span", { class: "colour" }, colour, mark),
      name,
      up,
      down,
      kind,
      out,
    );
    return { node, mark, colour, name, kind, up, down, out };
  };

  const move = (seat, by, button) => {
    const at = seats.indexOf(seat);
    const to = at + by;
    if (to < 0 || to >= seats.length) return;
    seats.splice(to, 0, ...seats.splice(at, 1));
    update();
    button.focus(); // a moved node loses it
    set(news, { text: say(words.moved, { name: nameAt(to), n: to + 1, of: seats.length }) });
  };
  const remove = (seat) => {
    if (seats.length === 1) return set(news, { text: words.one_seat });
    const at = seats.indexOf(seat);
    const name = nameAt(at);
    seats.splice(at, 1);
    if (first === seat) first = seats[0];
    update();
    rows.get(seats[Math.min(at, seats.length - 1)]).out.focus();
    set(news, { text: say(words.removed, { name }) });
  };
  const addSeat = () => {
    if (seats.length === MOST_SEATS) return set(news, { text: words.six_seats });
    const free = [...Array(MOST_SEATS).keys()].find((colour) => !seats.some((seat) => seat.colour === colour));
    const seat = { name: "", kind: "person", colour: free ?? 0 };
    seats.push(seat);
    update();
    rows.get(seat).name.focus();
  };

  // ---- settings
  const settings = { ...current.settings };
  const keys = el("input", { type: "checkbox", onchange: () => ((settings.keys = keys.checked), update()) });
  keys.checked = settings.keys;
  const pace = (value) =>
    radio("pace", value, settings.pace === value, () => ((settings.pace = value), update()), words[value]);
  const keyList = el("dl", { class: "keylist" });
  for (const [key, does] of words.key_list) keyList.append(el("dt", {}, el("kbd", {}, key)), el("dd", {}, does));
  const [how, howSum] = fold(
    words.settings,
    el("label", { class: "choice" }, keys, el("span", {}, words.keys)),
    keyList,
    el("fieldset", { class: "inline" }, el("legend", {}, words.pace), pace("calm"), pace("quick")),
  );

  // ---- start
  const startLabel = el("b", {});
  const startNote = el("small", {});
  const start = el("button", { type: "button", class: "go", onclick: () => finish() }, startLabel, startNote);
  const starting = el("p", { class: "starter" }, el("label", { for: starter.id }, words.first), starter);
  const parts = el(
    "div",
    { class: "parts" },
    el("div", {}, el("fieldset", {}, el("legend", { class: "head" }, words.game), tiles), about, rules),
    el("div", { class: "seats" }, el("h3", { class: "head" }, words.seats), list, add, starting),
    el("div", { class: "how" }, how),
  );

  const update = () => {
    set(about, { text: say(words.played_by, { game: game.name, edition: game.edition }) });
    const own = Object.keys(chosen()).length;
    set(rulesSum, { text: trouble || (own ? say(words.own, { n: own }) : words.none) });

    seats.forEach((seat, at) => {
      if (!rows.has(seat)) rows.set(seat, rowOf(seat));
      const row = rows.get(seat);
      if (list.children[at] !== row.node) list.insertBefore(row.node, list.children[at] ?? null);
      const n = at + 1;
      const name = nameAt(at);
      set(row.mark, { "data-colour": String(seat.colour) });
      if (row.colour.value !== String(seat.colour)) row.colour.value = seat.colour;
      set(row.colour, { "aria-label": say(words.colour_of, { n }) });
      set(row.name, { "aria-label": say(words.name_of, { n }), placeholder: unnamed(words, seats, at) });
      set(row.kind, { "aria-label": say(words.kind_of, { name }) });
      set(row.up, { "aria-label": say(words.up, { name }), "aria-disabled": at ? null : "true" });
      set(row.down, { "aria-label": say(words.down, { name }), "aria-disabled": n < seats.length ? null : "true" });
      set(row.out, { "aria-label": say(words.remove, { name }), "aria-disabled": seats.length > 1 ? null : "true" });
    });
    for (const [seat, { node }] of rows) {
      if (seats.includes(seat)) continue;
      node.remove();
      rows.delete(seat);
    }
    const full = seats.length === MOST_SEATS;
    set(add, { text: full ? words.six_seats : words.add, "aria-disabled": full ? "true" : null });

    while (starter.length > seats.length) starter.lastChild.remove();
    while (starter.length < seats.length) starter.append(el("option"));
    seats.forEach((seat, at) => set(starter.options[at], { text: nameAt(at) }));
    starter.selectedIndex = seats.indexOf(first);

    set(howSum, { text: `${settings.keys ? words.keys_on : words.keys_off}, ${words[settings.pace]}` });
    const n = seats.length;
    set(startLabel, { text: say(n === 1 ? words.start_one : words.start, { game: game.name, n }) });
    const starts = say(words.starts, { name: nameAt(seats.indexOf(first)) });
    const says = say(words.replaces, { game: game.name });
    set(startNote, { text: trouble || (replaces ? says : n > 1 ? starts : words.alone) });
    set(start, { "aria-disabled": table ? null : "true" });
  };

  let result = null;
  const finish = () => {
    if (!table) return set(news, { text: trouble || words.loading });
    const named = seats.map((seat, at) => ({ ...seat, name: nameAt(at) }));
    result = { game: game.id, chosen: { ...chosen() }, seats: named, first: seats.indexOf(first), settings };
    dialog.close();
  };

  update();
  const foot = el("div", { class: "pane-foot" }, start);
  const { dialog, closed } = openPane("setup", words.title, words.close, parts, foot, news);
  choose(game);
  return closed.then(() => result);
}

// What people ask about a roll, in words or in an address, and what every game says to it. Pure, and without a rule of its
// own: points come from the tables of the games, everything else from /data/settle.json (`known`).

import { heldOf } from "./engine.js";
import { say } from "./page.js";
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
export function understand({ words, number, called, families }, text) {
  const faces = number.slice(1, 7).join("|"), face = `${faces}|[1-6]`, { articles } = words, said = [];
  const worth = (word) => Number(word) || number.indexOf(word);
  let rest = heard(text), dice = [], odd;
  const take = (pattern, use) => {
    rest = rest.replace(RegExp(`\\b(?:${pattern})\\b`, "g"), (_, ...got) => {
      use(...got);
      return "|";
    });
  };
  take(`(${face}|${words.pair}) (${face})e?s`, (n, one) => {
    const many = worth(n);
    dice.push(...Array(many > 0 ? many : 2).fill(worth(one)));
  });
  take(`(?:(${words.places}) |(${articles}) )?(${Object.keys(called).join("|")})s?( (?:${words.used}))?`, (place, article, name, used) => {
    const { b, g } = called[name];
    said.push({ game: g, meant: place && g ? null : b, isBox: !g || article, used });
  });
  if (dice.length) take(`(?:one|1|${articles}) (${face})`, (one) => dice.push(worth(one)));
  for (const sign of rest.replace(/\d*[a-z]\w*|\D/g, "")) { // "1st" and "6s" are no dice
    if (sign > 0 && sign < 7) dice.push(Number(sign));
    else odd = sign;
  }
  // where a roll is written in one, no other number is dice: "is 12346 worth 30"
  const whole = heard(text).match(/\b[1-6]{5,6}\b/g);
  if (whole) [dice, odd] = [[...whole.join("")].map(Number)];
  const spoken = rest.match(RegExp(`\\b(?:${faces})\\b`, "g")) ?? [];
  if (!dice.length && spoken[4]) dice.push(...spoken.map(worth)); // fewer are no roll
  // a game's name is a box's too: where an article says so, or where nothing else is one
  const all = said.filter(({ meant }) => meant), sure = all.filter(({ isBox, used }) => isBox || (used && !dice.length)), asked = sure.length ? sure : all;
  if (asked[1] && !dice.length) dice.push(...[...families[asked.shift().meant[0]].roll].map(Number)); // "is a yahtzee a full house"
  return { dice, boxes: asked[0]?.meant, game: said.find(({ game }) => game)?.game, odd };
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

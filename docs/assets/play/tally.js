// A score card that people fill in by hand: columns of numbers, as data. Pure: (sheet, action) -> sheet, what a table says
// of it, its one text form, and undo. A card is no referee: a number that no roll makes is marked and counts all the same.

import { enter, holdable, offers, totals } from "./table.js";
import { linesOf, nameOf as lineOf, reject } from "./text.js";

export const MOST_PLAYERS = 8;
export const MOST = 999; // the highest number that a box takes
const STEPS = 200; // that can be taken back

/**
 * A sheet: {game, chosen, players: [{name, points: {box: number}, repeats}]}. `repeats`: further five alike that were ticked,
 * kept as typed, whether they count or not. An empty name is shown as the player's number.
 */
export const blank = (game, chosen = {}, names = ["", ""]) => ({ game, chosen, players: names.map(player) });

// What nobody sees, and before it what is kept: emoji with all that makes one of several, Persian words with their joiners.
const HIDDEN = /(\p{ExtPict}[\ufe0f\p{EMod}\u{e0020}-\u{e007f}]*(?:\u200d(?=\p{ExtPict}))?|[\p{Script=Arabic}\p{M}]\u200c(?=\p{L}))|[\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu;
const seen = (text) => text.replace(HIDDEN, "$1").trim();

/** A player's name as it may be shown and kept: without what nobody sees, or it would look like another's, or like none. */
export function nameOf(typed) {
  const name = seen(lineOf(seen(String(typed ?? "")))); // what was cut off may have held its end
  return /[^\p{DI}\s]/u.test(name) ? name : "";
}

const player = (name) => ({ name: nameOf(name), points: {}, repeats: 0 });
/** Whether anything but names is written on it. */
export const isBegun = ({ players }) => players.some(({ points, repeats }) => repeats > 0 || Object.keys(points).length > 0);
const isPossible = (n) => Number.isInteger(n) && n >= 0 && n <= MOST;

/** What was typed into a box: its number, null for nothing, undefined for what is no number of points. */
export function typed(text) {
  const bare = text.trim().replace(/[\uff0c\uff0e\uff10-\uff19]/g, (wide) => wide.normalize("NFKC")); // superscripts stay what they are
  const [, digits] = /^0*(\d{1,3})(?:[.,]0{0,2})?$/.exec(bare) ?? []; // decimal keyboards type "12."; "1,000" may be a thousand
  return bare ? digits && Number(digits) : null;
}

/**
 * Actions:
 *   {do: "write", player, box, points}          null clears the box
 *   {do: "enter", player, box, dice, first}     what these dice pay there, and the tick that they earn; needs the table
 *   {do: "tick", player, repeats}
 *   {do: "rename", player, name}, {do: "move", player, to}, {do: "add", name}, {do: "remove", player}
 *   {do: "rules", game, chosen}                 another game starts empty; other house rules keep what is written
 *   {do: "new"}                                 empty boxes, the same names
 *   {do: "open", sheet}                         another sheet, from a link, a file or another tab
 * Throws RangeError for what cannot be done.
 */
export function act(sheet, action, table) {
  if (!Object.hasOwn(moves, action.do)) throw new RangeError(`no action ${action.do}`);
  return moves[action.do](sheet, action, table);
}

const moves = {
  write: (sheet, { player, box, points }) => change(sheet, player, (one) => {
    if (points !== null && !isPossible(points)) throw new RangeError(`a box takes 0 to ${MOST}, not ${points}`);
    const { [box]: _, ...others } = one.points;
    return { ...one, points: points === null ? others : { ...one.points, [box]: points } };
  }),
  enter: (sheet, { player, box, dice, first }, table) => change(sheet, player, (one) => ({ ...one, ...enter(table, one, box, dice, first) })),
  tick: (sheet, { player, repeats }) => change(sheet, player, (one) => {
    if (!isPossible(repeats)) throw new RangeError(`${repeats} ticks`);
    return { ...one, repeats };
  }),
  rename: (sheet, { player, name }) => change(sheet, player, (one) => ({ ...one, name: nameOf(name) })),
  move(sheet, { player, to }) {
    const players = [...sheet.players];
    if (!players[player] || !players[to]) throw new RangeError(`no place ${to}`);
    players.splice(to, 0, ...players.splice(player, 1));
    return { ...sheet, players };
  },
  add(sheet, { name }) {
    if (sheet.players.length === MOST_PLAYERS) throw new RangeError(`${MOST_PLAYERS} players at most`);
    return { ...sheet, players: [...sheet.players, player(name)] };
  },
  remove(sheet, { player }) {
    if (sheet.players.length === 1 || !sheet.players[player]) throw new RangeError("a sheet needs a player");
    return { ...sheet, players: sheet.players.filter((_, i) => i !== player) };
  },
  rules: (sheet, { game, chosen }) => (game === sheet.game
    ? { ...sheet, chosen } : blank(game, chosen, sheet.players.map(({ name }) => name))),
  new: ({ game, chosen, players }) => blank(game, chosen, players.map(({ name }) => name)),
  open: (_, { sheet }) => sheet,
};

function change(sheet, at, how) {
  if (!sheet.players[at]) throw new RangeError(`no player ${at}`);
  return { ...sheet, players: sheet.players.map((one, i) => (i === at ? how(one) : one)) };
}

// ---- What a table says of a sheet

/** How many of each number make the bonus, three where it is at 63; null without one. */
export const eachOf = ({ rules: { upperBonus }, boxes }) => (
  upperBonus && upperBonus.at / boxes.reduce((sum, { upper, face }) => sum + (upper ? face : 0), 0)
);

/** What one player's column comes to: `totals`, and what stands below. `written`: of the number boxes; `filled`: of all. */
export function sums(table, { points, repeats }) {
  const there = known(table, points), { most, open } = ticks(table, there);
  const counted = open ? Math.min(repeats, most) : 0, all = totals(table, { points: there, repeats: counted });
  const filled = table.boxes.filter(({ id, upper }) => upper && Object.hasOwn(there, id));
  const each = eachOf(table);
  return {
    ...all, counted, most, extrasOpen: open, lower: all.total - all.upper - all.bonus, filled: Object.keys(there).length,
    written: filled.length, pace: each && filled.reduce((sum, { id, face }) => sum + there[id] - each * face, 0),
    flags: flags(table, there),
  };
}

/** The boxes of this table among those written; others wait until the rules have them again. */
const known = (table, points) => Object.fromEntries(
  table.boxes.filter(({ id }) => Object.hasOwn(points, id)).map(({ id }) => [id, points[id]]),
);

/** Whether further five alike may be ticked, and how many the turns so far allow, the one under way included. */
function ticks(table, points) {
  const { repeat } = table, written = repeat && points[repeat.id];
  if (!repeat || !written || !holdable(repeat).includes(written)) return { open: false, most: 0 };
  const rows = [...repeat.points.keys()].filter((row) => repeat.points[row]);
  const others = table.boxes.filter((box) => box !== repeat);
  const could = (box) => [0, ...(table.joker ? [box.joker] : []), ...rows.flatMap((row) => [box.points[row], box.firstPoints[row]])].includes(points[box.id]);
  const turns = others.filter((box) => Object.hasOwn(points, box.id) && could(box)).length;
  return { open: true, most: turns + others.some(({ id }) => !Object.hasOwn(points, id)) };
}

/**
 * Where one more five alike must go, as boxes: `own`, those of its face, while they are open; `below`, with any other face.
 * Both are empty where it may go anywhere.
 */
export function further(table, column) {
  const own = new Set(), below = new Set();
  for (let face = 1; face <= table.nFaces; face += 1) {
    const { pays, closed } = offers(table, column, Array(table.nDice).fill(face)), why = Object.values(closed);
    const asked = why.includes("own") ? own : why.includes("lower") ? below : null;
    if (asked) Object.keys(pays).forEach((id) => asked.add(id));
  }
  return { own: [...own], below: [...below] };
}

/** What no play makes, by box: {why: "number", allowed}, {why: "lock", until} or {why: "order", first}. */
function flags(table, points) {
  const { lock, rules } = table, found = {};
  const skipped = rules.inOrder && table.boxes.find(({ id }) => !Object.hasOwn(points, id));
  for (const box of table.boxes) {
    if (!Object.hasOwn(points, box.id)) continue;
    const allowed = holdable(box);
    if (!allowed.includes(points[box.id])) found[box.id] = { why: "number", allowed };
    else if (lock === box && points[box.id] && !points[rules.lock.until]) found[box.id] = { why: "lock", until: rules.lock.until };
    else if (skipped && table.boxes.indexOf(skipped) < table.boxes.indexOf(box)) found[box.id] = { why: "order", first: skipped.id };
  }
  return found;
}

/**
 * Where the game stands: `columns` (sums of each player), `next` (whose turn it is: the first of those with the fewest boxes
 * filled; null when all are full), `round` of `of`, and `places` [{player, total, place}], best first, equals sharing one.
 */
export function standing(table, sheet) {
  const columns = sheet.players.map((one) => sums(table, one)), of = table.boxes.length;
  const least = Math.min(...columns.map(({ filled }) => filled));
  const placed = columns.map(({ total }, player) => ({ player, total, place: 1 + columns.filter((other) => other.total > total).length }));
  return {
    columns, of, round: Math.min(least + 1, of), next: least < of ? columns.findIndex(({ filled }) => filled === least) : null,
    places: placed.sort((a, b) => a.place - b.place || a.player - b.player),
  };
}

// ---- Undo: of everything, a new game included

/** `past` and `future` hold [{sheet, what}]: the sheet and what was done to it, nearest last. */
export const begin = (sheet) => ({ sheet, past: [], future: [] });

/** After this action; the same history when it changes nothing. `what` is told when it is taken back. */
export function step(history, action, table) {
  const sheet = act(history.sheet, action, table);
  if (JSON.stringify(sheet) === JSON.stringify(history.sheet)) return history;
  return { sheet, past: [...history.past, { sheet: history.sheet, what: action }].slice(-STEPS), future: [] };
}

export function undo({ sheet, past, future }) {
  if (!past.length) throw new RangeError("nothing to undo");
  const { sheet: before, what } = past.at(-1);
  return { sheet: before, past: past.slice(0, -1), future: [...future, { sheet, what }] };
}

export function redo({ sheet, past, future }) {
  if (!future.length) throw new RangeError("nothing to redo");
  const { sheet: after, what } = future.at(-1);
  return { sheet: after, past: [...past, { sheet, what }], future: future.slice(0, -1) };
}

/** Where one stands when another, or oneself, goes from one place to another; null is outside of the card. */
function shift(at, from, to) {
  if (at === null || at === from) return at === null ? null : to;
  const left = at - (from !== null && at > from);
  return left + (to !== null && left >= to);
}

/**
 * What became of the columns between two histories: `stay`, whether each still is the same player's by the same rules, and
 * `placeOf(at)`, where a player is now, null when the column is not to be gone on with.
 */
export function between({ sheet }, next) {
  const here = write(sheet), from = (list) => list.findLastIndex((one) => one.sheet === sheet || write(one.sheet) === here);
  const [first, last] = [from(next.past), from(next.future)], isBack = first < 0;
  if (isBack && last < 0 && write(next.sheet) !== here) return { stay: false, placeOf: () => null };
  const steps = !isBack ? next.past.slice(first) : last < 0 ? [] : next.future.slice(last).reverse();
  const after = (at, { what: { do: what, player, to = null } }) => {
    if (what === "move" || what === "remove") return isBack ? shift(at, to, player) : shift(at, player, to);
    return ["rules", "new", "open"].includes(what) ? null : at;
  };
  const placeOf = (at) => {
    const place = steps.reduce(after, at);
    return next.sheet.players[place] ? place : null;
  };
  return { stay: sheet.players.every((_, at) => placeOf(at) === at), placeOf };
}

// ---- The text of a sheet: kept, sent by link, exported and imported. Format 1:
//   Three Rolls card 1
//   game yahtzee joker=free
//   player Ana
//   ones 3
//   extras 1

export const HEAD = "Three Rolls card";
const VERSION = "1", EXTRAS = "extras";
export const LONGEST = 8000; // characters: eight players at twenty boxes come to a third of it

export function write({ game, chosen, players }) {
  const lines = players.flatMap(({ name, points, repeats }) => [
    `player ${name}`.trim(), ...Object.entries(points).map(([box, n]) => `${box} ${n}`), ...(repeats ? [`${EXTRAS} ${repeats}`] : []),
  ]);
  const rules = Object.entries(chosen).map(([option, choice]) => ` ${option}=${choice}`).join("");
  return [`${HEAD} ${VERSION}`, `game ${game}${rules}`, ...lines, ""].join("\n");
}

/**
 * The sheet of a text. Whether game, choices and boxes exist is for the table to say. Throws RangeError with key and values
 * for words.score.wrong: "long", "other", "version", "line", "number", "twice", "game", "players".
 */
export function read(text) {
  if (text.length > LONGEST) reject("long");
  const lines = linesOf(text), first = lines.shift()?.line ?? "", sheet = { game: "", chosen: {}, players: [] };
  if (!first.startsWith(`${HEAD} `)) reject("other");
  if (first !== `${HEAD} ${VERSION}`) reject("version");
  for (const { n, line } of lines) {
    const [word, ...rest] = line.split(/\s+/), one = sheet.players.at(-1);
    if (word === "game" && !sheet.game) {
      [sheet.game = ""] = rest;
      sheet.chosen = Object.fromEntries(rest.slice(1).map((pair) => pair.split("=")));
    } else if (word === "player") {
      sheet.players.push(player(line.slice(word.length)));
    } else {
      if (!one || rest.length !== 1 || !/^[a-z][a-z-]*$/.test(word)) reject("line", { n });
      const value = Number(rest[0]);
      if (!/^\d{1,3}$/.test(rest[0])) reject("number", { n, most: MOST });
      if (Object.hasOwn(one.points, word) || (word === EXTRAS && one.repeats)) reject("twice", { n });
      if (word === EXTRAS) one.repeats = value;
      else one.points[word] = value;
    }
  }
  if (!/^[a-z0-9-]+$/.test(sheet.game)) reject("game");
  if (sheet.players.length < 1 || sheet.players.length > MOST_PLAYERS) reject("players", { most: MOST_PLAYERS });
  return sheet;
}

/** The history as it is kept, undo included; `recall` reads it. */
export const keep = ({ sheet, past, future }) => JSON.stringify({
  format: 1, now: write(sheet),
  past: past.map((one) => [write(one.sheet), one.what]), future: future.map((one) => [write(one.sheet), one.what]),
});

/** Throws what `act` does where this cannot have been done to that sheet; what dice pay is not worked out again. */
const check = (sheet, what) => act(sheet, what.do === "enter" ? { ...what, do: "tick", repeats: 0 } : what);

/**
 * Throws RangeError, as `read` does, for what is damaged ("damaged") or written by another version ("version"). Where only
 * its steps are damaged, the sheet comes without any, and `lost` is true.
 */
export function recall(text) {
  let kept;
  try {
    kept = JSON.parse(text);
  } catch {
    reject("damaged");
  }
  if (kept?.format !== 1) reject(typeof kept?.format === "number" ? "version" : "damaged");
  const { now, past, future } = kept;
  if (typeof now !== "string") reject("damaged");
  const sheet = read(now);
  try {
    const [done, undone] = [past, future].map((list) => list.map(([text, what]) => ({ sheet: read(text), what })));
    done.forEach((one) => check(one.sheet, one.what));
    undone.forEach(({ what }, i) => check(undone[i + 1]?.sheet ?? sheet, what));
    return { sheet, past: done, future: undone };
  } catch {
    return { ...begin(sheet), lost: true };
  }
}

// Best play of a whole game: the points still to come from every state of a card, by backward induction. Pure, and it knows
// no rule: what a roll may be written as is asked of the table. The method is the library's (yachtlib/solver.py, states.py):
// rows are the lower boxes filled (and whether the box that later turns ask about holds its points), columns the number
// boxes with their total as far as it matters. A row is worked out some columns at a time, in place: first what every
// roll is worth in its best box, then throw by throw what every keep is worth. Values are doubles, off by less than 1e-9.
// Dice have six faces, each with a number box of its own.

import { bestHold, throwRest } from "./engine.js";
import { emptyCard, offersAt } from "./table.js";

const LOST = -1; // a total of the number boxes that can no longer earn their bonus
const EVEN = 1e-9; // values closer than that are equal
const WIDTH = 128; // columns at a time: what they need fits the cache; measured
export const MOST_STATES = 2_000_000;

const layouts = new WeakMap();

/** How the states of a table's cards lie in its array of values. Once a table. */
export function layoutOf(table) {
  if (!layouts.has(table)) layouts.set(table, layout(table));
  return layouts.get(table);
}

const bits = (mask) => mask.toString(2).replaceAll("0", "").length;
const has = (mask, k) => Boolean((mask >> k) & 1);

function layout(table) {
  const { boxes, nDice, rules, repeat } = table, indices = [...boxes.keys()];
  const upper = indices.filter((i) => boxes[i].upper), lower = indices.filter((i) => !boxes[i].upper);
  const remembered = repeat?.id ?? rules.lock?.until ?? null;
  const masks = (n) => (rules.inOrder ? Array.from({ length: n + 1 }, (_, k) => 2 ** (n - k) - 1)
    : [...Array(2 ** n).keys()].sort((a, b) => bits(b) - bits(a) || a - b));

  const watched = lower.findIndex((i) => boxes[i].id === remembered), rows = [], rowAt = new Map();
  for (const mask of masks(lower.length)) {
    for (const earned of has(mask, watched) && watched >= 0 ? [true, false] : [false]) {
      rowAt.set(2 * mask + earned, rows.length);
      rows.push({ mask, earned });
    }
  }

  const bonus = rules.upperBonus, faces = upper.map((i) => boxes[i].face), columns = [], columnAt = new Map();
  const counted = (mask, total) => {
    if (!bonus) return 0;
    const most = nDice * faces.reduce((sum, face, k) => sum + (has(mask, k) ? 0 : face), 0);
    return total === LOST || total + most < bonus.at ? LOST : Math.min(total, bonus.at);
  };
  const sets = masks(upper.length);
  for (const mask of sets) {
    let reached = new Set([0]);
    faces.forEach((face, k) => {
      if (!has(mask, k)) return;
      reached = new Set([...reached].flatMap((total) => Array.from({ length: nDice + 1 }, (_, n) => total + n * face)));
    });
    for (const total of [...new Set([...reached].map((each) => counted(mask, each)))].sort((a, b) => a - b)) {
      columnAt.set(`${mask} ${total}`, columns.length);
      columns.push({ mask, total, filled: bits(mask) });
    }
  }
  const n = columns.length, next = upper.map((_, k) => Array.from({ length: nDice + 1 }, (_, dice) => (
    Int32Array.from(columns, ({ mask, total }) => {
      const after = mask | (1 << k);
      const reached = counted(after, total === LOST ? LOST : total + dice * faces[k]);
      return after === mask ? n : columnAt.get(`${after} ${reached}`) ?? n;
    })
  )));
  const stride = n + 1; // the last column stands for boxes that are not open
  return {
    upper, lower, remembered, rows, columns, next, stride, bonus,
    full: 2 ** upper.length - 1, fullRow: 2 ** lower.length - 1, nStates: rows.length * n, size: rows.length * stride,
    row: (mask, earned) => rowAt.get(2 * mask + earned), column: (mask, total) => columnAt.get(`${mask} ${counted(mask, total)}`),
  };
}

// ---- a turn on some cards of one row: what every roll and every keep is worth to each, keep after keep in one buffer

/** Raises each of w numbers from `to` on to what stands from `from` on, plus `more`. */
function raise(buffer, to, source, from, w, more) {
  for (let c = 0; c < w; c += 1) {
    const value = source[from + c] + more;
    if (value > buffer[to + c]) buffer[to + c] = value;
  }
}

/** The tables that turns of a game are worked out with. */
function prepare(table) {
  const { boxes, lattice: lat, joker, repeat } = table, { lower, remembered } = layoutOf(table);
  const { first, dice, nFaces, nRolls, plus, minus } = lat;
  const counts = Array.from({ length: nRolls }, (_, row) => {
    const found = new Array(nFaces).fill(0);
    for (const face of dice[first + row]) found[face - 1] += 1;
    return found;
  });
  // The best number box of a roll is the better of that of its low dice and that of its high ones: few of either.
  const halves = [0, 3].map((start) => {
    const keys = counts.map((count) => count.slice(start, start + 3)), names = [...new Set(keys.map(String))];
    return { start, of: keys.map((key) => names.indexOf(String(key))), counts: names.map((name) => name.split(",").map(Number)) };
  });
  const keys = [joker, repeat, boxes.find(({ id }) => id === table.rules.lock?.box), boxes.find(({ id }) => id === remembered)];
  const special = [...counts.keys()].filter((row) => keys.some((box) => box?.points[row]));
  const isSpecial = new Uint8Array(nRolls);
  for (const row of special) isSpecial[row] = 1;
  const paying = (columnOf) => lower.map((i) => [...counts.keys()].filter((row) => columnOf(boxes[i])[row] && !isSpecial[row]));
  const from = Array.from(dice, (_, i) => [...minus.subarray(i * nFaces, (i + 1) * nFaces)].filter((less) => less >= 0));
  const total = nFaces ** lat.nDice, factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  const ways = Float64Array.from(counts, (count) => count.reduce((n, k) => n / factorial(k), factorial(lat.nDice)) / total);
  return {
    counts, halves, special, isSpecial, from, ways, plus,
    pays: [paying((box) => box.points), table.rules.firstRoll && paying((box) => box.firstPoints)],
  };
}

/** Works on `width` cards of one row at a time, in room of its own. `values`: those of states that are known already. */
export class Turns {
  constructor(table, values, width) {
    this.table = table;
    this.lay = layoutOf(table);
    this.known = prepare(table);
    this.values = values;
    this.width = width;
    const { lattice: lat } = table, room = (n) => new Float64Array(n * width);
    this.keeps = room(lat.dice.length);
    this.numbers = room(lat.nFaces * (lat.nDice + 1));
    this.halves = this.known.halves.map(({ counts }) => room(counts.length));
    this.firsts = table.rules.firstRoll ? room(lat.nRolls) : null;
    this.offered = new Map();
  }

  /**
   * What every roll is worth in its best box, for the w cards from this column on; `isFirst`: as a first roll. Gives back where
   * the values of the first of them stand after each lower box took zero, or points; null where it is not open.
   */
  enter(row, column, w, isFirst = false) {
    const { table, lay, known, values, width, keeps } = this, { lattice: lat, boxes } = table;
    const { rows, columns, next, stride, lower } = lay, here = rows[row], n = lat.nDice + 1;
    const closed = table.rules.inOrder && columns[column].mask !== lay.full; // the numbers come first
    for (let at = 0; at < lat.nFaces * n; at += 1) {
      const ahead = next[Math.floor(at / n)][at % n], points = (Math.floor(at / n) + 1) * (at % n), base = row * stride;
      for (let c = 0; c < w; c += 1) this.numbers[at * width + c] = values[base + ahead[column + c]] + points;
    }
    const after = lower.map((_, k) => {
      const mask = here.mask | (1 << k);
      if (closed || mask === here.mask) return null;
      const to = (earned) => lay.row(mask, earned), isIt = boxes[lower[k]].id === lay.remembered;
      const zero = to(here.earned);
      return zero === undefined ? null : [zero, isIt ? to(true) : zero].map((each) => each * stride + column);
    });
    known.halves.forEach(({ start, counts }, side) => {
      const half = this.halves[side];
      counts.forEach((count, at) => {
        half.fill(-Infinity, at * width, at * width + w);
        count.forEach((dice, k) => raise(half, at * width, this.numbers, ((start + k) * n + dice) * width, w, 0));
        if (!side) for (const ways of after) if (ways) raise(half, at * width, values, ways[0], w, 0);
      });
    });
    const [low, high] = this.halves, [{ of: lowOf }, { of: highOf }] = known.halves;
    for (let r = 0; r < lat.nRolls; r += 1) {
      const to = (lat.first + r) * width, a = lowOf[r] * width, b = highOf[r] * width;
      for (let c = 0; c < w; c += 1) {
        const x = low[a + c], y = high[b + c];
        keeps[to + c] = x > y ? x : y;
      }
    }
    after.forEach((ways, k) => {
      if (!ways) return;
      const box = boxes[lower[k]], points = isFirst ? box.firstPoints : box.points;
      for (const r of known.pays[Number(isFirst)][k]) raise(keeps, (lat.first + r) * width, values, ways[1], w, points[r]);
    });
    for (const r of known.special) this.enterSpecial(r, row, column, w, isFirst, after);
    return after;
  }

  /** The same for a roll whose points depend on the card. */
  enterSpecial(r, row, column, w, isFirst, after) {
    const { lay, known, values, width, keeps, numbers, table } = this, { lattice: lat } = table;
    const to = (lat.first + r) * width, n = lat.nDice + 1;
    for (let c = 0; c < w;) {
      const { mask } = lay.columns[column + c];
      let end = c + 1;
      while (end < w && lay.columns[column + end].mask === mask) end += 1;
      const { pay, beside } = this.offer(r, row, mask, isFirst);
      keeps.fill(-Infinity, to + c, to + end);
      lay.upper.forEach((i, k) => {
        if (pay[i] >= 0) raise(keeps, to + c, numbers, (k * n + known.counts[r][k]) * width + c, end - c, beside);
      });
      lay.lower.forEach((i, k) => {
        if (pay[i] >= 0) raise(keeps, to + c, values, after[k][Number(pay[i] > 0)] + c, end - c, pay[i] + beside);
      });
      c = end;
    }
  }

  /** What a special roll may be written as, by the boxes filled. */
  offer(r, row, mask, isFirst) {
    const name = ((row * 64 + mask) * 512 + r) * 2 + Number(isFirst);
    if (!this.offered.has(name)) {
      this.offered.set(name, offersAt(this.table, cardOf(this.table, row, mask), r, isFirst));
    }
    return this.offered.get(name);
  }

  /** Which box each roll goes into on one card, after it was entered: {box, pay, beside}, a number for each roll. */
  entries(row, column, isFirst, after) {
    const { table, lay, known, values, keeps, numbers } = this, { lattice: lat, boxes } = table, n = lat.nDice + 1;
    const found = { box: new Int8Array(lat.nRolls), pay: new Int16Array(lat.nRolls), beside: new Int16Array(lat.nRolls) };
    for (let r = 0; r < lat.nRolls; r += 1) {
      const offer = known.isSpecial[r] ? this.offer(r, row, lay.columns[column].mask, isFirst) : null;
      const beside = offer?.beside ?? 0, most = keeps[lat.first + r] - EVEN;
      const pays = (i) => (offer ? offer.pay[i] : (isFirst ? boxes[i].firstPoints : boxes[i].points)[r]);
      let box = lay.upper.findIndex((i, k) => pays(i) >= 0 && numbers[k * n + known.counts[r][k]] + beside >= most);
      if (box >= 0) box = lay.upper[box];
      else box = lay.lower.find((i, k) => after[k] && pays(i) >= 0 && values[after[k][Number(pays(i) > 0)]] + pays(i) + beside >= most);
      found.box[r] = box;
      found.pay[r] = pays(box);
      found.beside[r] = beside;
    }
    return found;
  }

  /** From the values of the rolls to those of every keep when the rest is thrown once. */
  throwRest(w) {
    const { keeps, width, known: { plus } } = this;
    for (let i = this.table.lattice.first - 1; i >= 0; i -= 1) {
      const at = 6 * i, to = i * width;
      const p = plus[at] * width, q = plus[at + 1] * width, r = plus[at + 2] * width;
      const s = plus[at + 3] * width, t = plus[at + 4] * width, u = plus[at + 5] * width;
      for (let c = 0; c < w; c += 1) {
        keeps[to + c] = (keeps[p + c] + keeps[q + c] + keeps[r + c] + keeps[s + c] + keeps[t + c] + keeps[u + c]) / 6;
      }
    }
  }

  /** From the values of keeps to the best that each keep, and so each roll, can hold on to. */
  hold(w) {
    const { keeps, width, known: { from } } = this;
    for (let i = 1; i < from.length; i += 1) {
      const less = from[i], to = i * width;
      for (let k = 0; k < less.length; k += 3) {
        const a = less[k] * width, b = (less[k + 1] ?? less[k]) * width, d = (less[k + 2] ?? less[k]) * width;
        for (let c = 0; c < w; c += 1) {
          let best = keeps[to + c];
          const x = keeps[a + c], y = keeps[b + c], z = keeps[d + c];
          if (x > best) best = x;
          if (y > best) best = y;
          if (z > best) best = z;
          keeps[to + c] = best;
        }
      }
    }
  }

  /** The values of w states of a row, from those that a turn leads to; `most`: when every turn goes as well as it can. */
  solve(row, column, w, most) {
    const { table, keeps, firsts, width, known: { ways }, values, lay } = this, { lattice: lat, nRolls } = table;
    const start = lat.first * width, to = row * lay.stride + column;
    if (firsts) {
      this.enter(row, column, w, true);
      firsts.set(keeps.subarray(start));
    }
    this.enter(row, column, w);
    for (let throws = 1; throws < nRolls && !most; throws += 1) {
      this.throwRest(w);
      this.hold(w);
    }
    for (let r = 0; r < lat.nRolls; r += 1) {
      const at = start + r * width, share = ways[r];
      if (firsts) raise(keeps, at, firsts, r * width, w, 0);
      if (most) raise(values, to, keeps, at, w, 0);
      else for (let c = 0; c < w; c += 1) values[to + c] += keeps[at + c] * share;
    }
  }
}

/** A card with these boxes filled, as far as a turn asks. */
function cardOf(table, row, mask) {
  const { upper, lower, rows, remembered } = layoutOf(table), points = {};
  upper.forEach((i, k) => { if (has(mask, k)) points[table.boxes[i].id] = 0; });
  lower.forEach((i, k) => { if (has(rows[row].mask, k)) points[table.boxes[i].id] = 0; });
  if (rows[row].earned) points[remembered] = 1;
  return { points, repeats: 0 };
}

/**
 * The value of every state: points still to come on average, a number bonus counted whole. `most`: the most that can still
 * come instead, so that the empty card is worth the ceiling. `progress` is told the share that is done. Throws RangeError
 * for a game of more than MOST_STATES.
 */
export function solve(table, { progress = () => {}, most = false } = {}) {
  const lay = layoutOf(table), { rows, columns, stride, full, bonus, nStates } = lay;
  if (nStates > MOST_STATES) {
    throw Object.assign(new RangeError(`${table.id}: ${nStates} states; up to ${MOST_STATES} are solved`), { nStates });
  }
  const values = new Float64Array(lay.size), turns = new Turns(table, values, WIDTH);
  rows.forEach(({ mask }, row) => {
    values[row * stride + columns.length] = -Infinity;
    for (let column = 0; column < columns.length;) {
      const { mask: numbers, filled, total } = columns[column];
      let w = 1;
      if (numbers === full && mask === lay.fullRow) {
        values[row * stride + column] = bonus && total === bonus.at ? bonus.points : 0;
      } else {
        while (w < WIDTH && columns[column + w]?.filled === filled) w += 1;
        if (!table.rules.inOrder || numbers === full || !mask) turns.solve(row, column, w, most);
      }
      column += w;
    }
    progress((row + 1) / rows.length);
  });
  return values;
}

/** Best play of a game that is solved: `values` as `solve` gives them. */
export class Best {
  #turns;
  #known = new WeakMap();

  /** Throws RangeError for values that are not those of a game of this size. */
  constructor(table, values) {
    if (values?.length !== layoutOf(table).size) throw new RangeError(`${table.id}: not its values`);
    this.table = table;
    this.values = values;
    this.#turns = new Turns(table, values, 1);
    this.average = this.worth(emptyCard());
  }

  #find({ points }) {
    const { upper, lower, remembered, row, column } = layoutOf(this.table), { boxes } = this.table;
    const filled = (of) => of.reduce((mask, i, k) => mask | (Object.hasOwn(points, boxes[i].id) << k), 0);
    const total = upper.reduce((sum, i) => sum + (points[boxes[i].id] ?? 0), 0);
    return [row(filled(lower), points[remembered] > 0), column(filled(upper), total)];
  }

  /** Which of `values` is that of this card: the same for cards that later turns cannot tell apart. */
  state(card) {
    const [row, column] = this.#find(card);
    return row * layoutOf(this.table).stride + column;
  }

  /** Points still to come on average with this card. */
  worth(card) {
    return this.values[this.state(card)];
  }

  /**
   * A turn on this card. By re-rolls left: what every roll is worth (`rolls`) and the keeps that reach it (`holds`; the roll
   * itself: it is written now); by throws left, what every keep is worth when the rest is thrown (`keeps`). Values are points
   * still to come, those of the turn among them. `entries`: the box that each roll goes into, {box, pay, beside}, by whether
   * it is a first roll.
   */
  turn(card) {
    if (!this.#known.has(card)) this.#known.set(card, this.#turn(...this.#find(card)));
    return this.#known.get(card);
  }

  #turn(row, column) {
    const { lattice: lat, nRolls } = this.table, turns = this.#turns, written = (isFirst) => {
      const after = turns.enter(row, column, 1, isFirst);
      return [turns.keeps.slice(lat.first), turns.entries(row, column, isFirst, after)];
    };
    const [early, firsts] = turns.firsts ? written(true) : [], [late, entries] = written(false);
    const rolls = [late], keeps = [null], holds = [lat.itself.subarray(lat.first)];
    while (rolls.length < nRolls) {
      keeps.push(throwRest(lat, rolls.at(-1)));
      const held = bestHold(lat, keeps.at(-1));
      rolls.push(held.values);
      holds.push(held.holds);
    }
    early?.forEach((value, r) => {
      if (value > rolls.at(-1)[r]) [rolls.at(-1)[r], holds.at(-1)[r]] = [value, lat.first + r];
    });
    return { rolls, keeps, holds, entries: [entries, firsts ?? entries] };
  }
}

/** What tells the rules of two tables apart, as far as best play goes, and two versions of this module. */
export function fingerprint({ nDice, nFaces, nRolls, boxes, rules }) {
  const text = JSON.stringify([1, nDice, nFaces, nRolls, rules, boxes.map(({ id, upper, face, points, joker, firstPoints }) => (
    [id, upper, face, joker, points, firstPoints]
  ))]);
  return [0x811c9dc5, 0x9747b28c].map((start) => {
    let hash = start;
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}

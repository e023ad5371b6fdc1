// The lattice of keeps and exact odds on it: pure, and it knows no game. What a roll pays comes as a table of numbers.
//
// A keep is a multiset of dice; a roll is a keep of all of them. Throwing the rest is one die added at a time, choosing a
// hold one die taken away at a time. Keeps stand in the order in which equal choices are decided: fewest dice first, then
// highest faces. Chances are whole numbers over 6 ** (dice x throws). A double holds them exactly for three throws: those of
// six dice pass 2 ** 53, but only as multiples of high powers of two.

const lattices = new Map();

/**
 * Every keep of 0 to nDice dice. `dice[i]`: faces of keep i, highest first; `first`: the first roll; `plus[i * 6 + f]`, `minus[i * 6 + f]`: the keep with one die of face f + 1 more, or fewer (-1:
 * it has none); `itself[i]` is i. `find` takes faces in any order and throws RangeError for what is no keep; `findRoll` counts from 0.
 */
export function lattice(nDice, nFaces = 6) {
  const name = `${nDice} ${nFaces}`;
  if (!lattices.has(name)) lattices.set(name, build(nDice, nFaces));
  return lattices.get(name);
}

function check(what, n, least, most) {
  if (!(Number.isInteger(n) && n >= least && n <= most)) throw new RangeError(`${what} ${n}: ${least} to ${most}`);
}

function build(nDice, nFaces) {
  const dice = [], index = new Map();
  const keyOf = (faces) => faces.toSorted().join(" ");
  const extend = (keep, left, highest) => {
    if (!left) {
      index.set(keyOf(keep), dice.length);
      dice.push(keep);
      return;
    }
    for (let face = highest; face > 0; face -= 1) extend([...keep, face], left - 1, face);
  };
  for (let k = 0; k < nDice; k += 1) extend([], k, nFaces);
  const first = dice.length;
  extend([], nDice, nFaces);
  const plus = new Int32Array(first * nFaces), minus = new Int32Array(dice.length * nFaces).fill(-1);
  dice.forEach((keep, i) => {
    for (let f = 0; f < nFaces; f += 1) {
      const at = keep.indexOf(f + 1);
      if (at >= 0) minus[i * nFaces + f] = index.get(keyOf(keep.toSpliced(at, 1)));
      if (i < first) plus[i * nFaces + f] = index.get(keyOf([...keep, f + 1]));
    }
  });
  const find = (faces) => {
    check("dice", faces.length, 0, nDice);
    faces.forEach((face) => check("face", face, 1, nFaces));
    return index.get(keyOf(faces));
  };
  const findRoll = (faces) => {
    check("dice", faces.length, nDice, nDice);
    return find(faces) - first;
  };
  const itself = Int32Array.from(dice.keys());
  return { nDice, nFaces, dice, first, nRolls: dice.length - first, plus, minus, itself, find, findRoll };
}

/** Of a row of dice, which are those of a keep: each of its faces once, from the left. */
export function heldOf(dice, keep) {
  const left = [...keep];
  return dice.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The mean of the rolls' values for every keep when the rest is thrown once. Exact for multiples of 6 ** nDice. */
export function throwRest(lat, rollValues) {
  const { first, nFaces, plus } = lat, values = new Float64Array(lat.dice.length);
  values.set(rollValues, first);
  for (let i = first - 1; i >= 0; i -= 1) {
    let sum = 0;
    for (let f = 0; f < nFaces; f += 1) sum += values[plus[i * nFaces + f]];
    values[i] = sum / nFaces;
  }
  return values;
}

/** For every roll the best value that it can hold on to, and which keep that is; the first of equal ones. */
export function bestHold(lat, keepValues) {
  const { first, nFaces, minus, dice } = lat, values = keepValues.slice();
  const holds = lat.itself.slice();
  for (let i = 1; i < dice.length; i += 1) {
    for (let f = 0; f < nFaces; f += 1) {
      const less = minus[i * nFaces + f];
      if (less < 0) continue;
      if (values[less] > values[i] || (values[less] === values[i] && holds[less] < holds[i])) {
        values[i] = values[less];
        holds[i] = holds[less];
      }
    }
  }
  return { values: values.subarray(first), holds: holds.subarray(first) };
}

/**
 * A turn played for one column of numbers. By re-rolls left: the values of the rolls, times 6 ** (nDice x re-rolls), and the
 * keeps that reach them. `firstColumn`: what a first roll pays, where that is more.
 */
function turn(lat, nRolls, column, firstColumn) {
  const scale = lat.nFaces ** lat.nDice;
  const steps = [{ values: Float64Array.from(column), holds: lat.itself.subarray(lat.first) }];
  while (steps.length < nRolls) {
    steps.push(bestHold(lat, throwRest(lat, steps.at(-1).values.map((value) => value * scale))));
  }
  if (firstColumn) {
    const { values, holds } = steps[nRolls - 1], stop = scale ** (nRolls - 1);
    for (let row = 0; row < values.length; row += 1) {
      if (firstColumn[row] * stop > values[row]) {
        values[row] = firstColumn[row] * stop;
        holds[row] = lat.first + row;
      }
    }
  }
  return steps;
}

const turns = new WeakMap();

/** The turns of a table's boxes and goals: [{kind, id, now, firstNow, steps}], worked out once a table. */
function turnsOf(table) {
  if (!turns.has(table)) {
    const { lattice: lat, nRolls } = table;
    const column = (kind, id, now, firstNow) => (
      { kind, id, now, firstNow: firstNow ?? now, steps: turn(lat, nRolls, now, firstNow) }
    );
    turns.set(table, [
      ...table.boxes.map((box) => column("boxes", box.id, box.points, box.firstPoints)),
      ...table.goals.map((goal) => column("goals", goal.id, goal.made)),
    ]);
  }
  return turns.get(table);
}

/**
 * What these dice are worth with so many re-rolls left: `{now: {box}, boxes: {box: {n, d, hold}}, goals: {goal: ...}}`;
 * n / d is exact and in lowest terms. With all re-rolls left it is the first roll, and pays what a first roll pays.
 */
export function odds(table, dice, rerolls) {
  const { lattice: lat, nRolls } = table, row = lat.findRoll(dice), found = { now: {}, boxes: {}, goals: {} };
  check("re-rolls", rerolls, 0, nRolls - 1);
  for (const { kind, id, now, firstNow, steps } of turnsOf(table)) {
    const { values, holds } = steps[rerolls];
    if (kind === "boxes") found.now[id] = (rerolls === nRolls - 1 ? firstNow : now)[row];
    found[kind][id] = { ...reduced(values[row], lat.nFaces ** (lat.nDice * rerolls)), hold: lat.dice[holds[row]] };
  }
  return found;
}

/** What comes of keeping exactly these dice for the next throw, and the best holds after it; nothing pays now. */
export function keepOdds(table, keep, throws) {
  const { lattice: lat, nRolls } = table, at = lat.find(keep), found = { now: {}, boxes: {}, goals: {} };
  check("throws", throws, 1, nRolls);
  const scale = lat.nFaces ** lat.nDice;
  for (const { kind, id, steps } of turnsOf(table)) {
    const value = throwRest(lat, steps[throws - 1].values.map((each) => each * scale))[at];
    if (kind === "boxes") found.now[id] = 0;
    found[kind][id] = { ...reduced(value, scale ** throws), hold: lat.dice[at] };
  }
  return found;
}

/** A fraction of whole numbers in lowest terms. */
export function reduced(n, d) {
  let [a, b] = [n, d];
  while (b) [a, b] = [b, a % b];
  return { n: n / a, d: d / a };
}

// Where throws come from: functions that give n faces. Fair ones from the browser's source of chance, or fixed by a seed.

const FACES = 6;

/** Bytes of 252 and more are thrown away: six does not divide 256, and the first faces would come up more often. */
export function fairDice(source = globalThis.crypto) {
  return from(() => source.getRandomValues(new Uint8Array(16)), 252);
}

/** Those of a page: `?seed=7` in its address fixes them; without a seed, or with an empty one, they are fair. */
export function diceFor(search) {
  const seed = new URLSearchParams(search).get("seed");
  return seed ? seededDice(seed) : fairDice();
}

/** The same throws for the same seed (text), on every machine: mulberry32. */
export function seededDice(seed) {
  let state = [...String(seed)].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0), 0x01000193), 0x811c9dc5);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return from(() => [next()], 2 ** 32 - (2 ** 32 % FACES));
}

function from(draw, limit) {
  let ready = [];
  return (n) => {
    const faces = [];
    while (faces.length < n) {
      if (!ready.length) ready = [...draw()];
      const number = ready.pop();
      if (number < limit) faces.push((number % FACES) + 1);
    }
    return faces;
  };
}

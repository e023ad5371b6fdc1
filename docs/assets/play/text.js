// What people write and what is read back: names, and texts of lines. Pure.

const NAME = 20; // characters of a name

// What nobody sees, and before it what is kept: emoji with all that makes one of several, Persian words with their joiners.
const HIDDEN = /(\p{ExtPict}[\ufe0f\p{EMod}\u{e0020}-\u{e007f}]*(?:\u200d(?=\p{ExtPict}))?|[\p{Script=Arabic}\p{M}]\u200c(?=\p{L}))|[\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu;
const seen = (text) => text.replace(HIDDEN, "$1").trim();

/** A name as it may be shown and kept: one line, nothing in it that turns the line around or that nobody sees. */
export function nameOf(typed) {
  const line = seen(String(typed ?? "").replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " "));
  const name = seen([...line].slice(0, NAME).join("")); // what was cut off may have held its end
  return /[^\p{DI}\s]/u.test(name) ? name : "";
}

/** Names in a row; `and` stands before the last. */
export const joined = (and, names) => (names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + and + names.at(-1));

/** The lines of a text that hold something: [{n, line}], counted from 1. */
export const linesOf = (text) => text.replace(/^\uFEFF/, "").split(/\r?\n/)
  .map((line, i) => ({ n: i + 1, line: line.trim() })).filter(({ line }) => line);

/** Throws RangeError for a text that cannot be read: `key` names the reason among the words, `values` fill it. */
export function reject(key, values = {}) {
  throw Object.assign(new RangeError(`${key} ${JSON.stringify(values)}`), { key, values });
}

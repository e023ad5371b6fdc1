// What people write and what is read back: names, and texts of lines. Pure.

const NAME = 20; // characters of a name

/** A name as it may be shown and kept: one line, and nothing in it that turns the line around. */
export const nameOf = (typed) => [...String(typed ?? "").replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim()].slice(0, NAME).join("").trim();

/** Names in a row; `and` stands before the last. */
export const joined = (and, names) => (names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + and + names.at(-1));

/** The lines of a text that hold something: [{n, line}], counted from 1. */
export const linesOf = (text) => text.replace(/^\uFEFF/, "").split(/\r?\n/)
  .map((line, i) => ({ n: i + 1, line: line.trim() })).filter(({ line }) => line);

/** Throws RangeError for a text that cannot be read: `key` names the reason among the words, `values` fill it. */
export function reject(key, values = {}) {
  throw Object.assign(new RangeError(`${key} ${JSON.stringify(values)}`), { key, values });
}

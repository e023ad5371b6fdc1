// A card that is sent, saved and opened: as a link that holds all of it, as a file, as words for people. Nothing goes to a
// server. What can be worked out without a page comes first; then the dialog.

import { button, copy, download, el, load, loadGames, openPane, say, set, textField } from "./page.js";
import { rulings, tableOf } from "./table.js";
import { HEAD, LONGEST, isBegun, read, standing, write } from "./tally.js";
import { joined, reject } from "./text.js";

const FIELD = "card"; // of the address, after its #

/** The address of a page with the whole card in it. */
export const linkOf = (sheet, page) => `${page.split(/[?#]/)[0]}#${new URLSearchParams({ [FIELD]: write(sheet) })}`;

/** The text of the card in an address, or null. */
export const cardIn = (address) => new URLSearchParams(address.slice(address.indexOf("#") + 1)).get(FIELD);

/** The text of the card in this page's address, or null. It is taken out: neither a reload nor a step back opens it again. */
export function takeCard() {
  const text = cardIn(location.hash);
  if (text !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return text;
}

/** The text of a card in what was pasted: itself, or that of a link, alone or after words. */
export function textIn(pasted) {
  if (pasted.trimStart().startsWith(HEAD)) return pasted;
  const at = pasted.lastIndexOf(`#${FIELD}=`);
  return at < 0 ? pasted : cardIn(pasted.slice(at).split(/\s/, 1)[0]);
}

/** The sheet with no choice that is the game's own. Throws RangeError with the key "table" for what the game does not have. */
export function fitting(data, sheet) {
  const boxes = [...data.boxes, ...data.options.flatMap(({ choices }) => choices.flatMap((choice) => choice.boxes ?? []))];
  const isKnown = (id) => boxes.some((box) => box.id === id);
  if (!sheet.players.every(({ points }) => Object.keys(points).every(isKnown))) reject("table");
  try {
    return { ...sheet, chosen: tableOf(data, sheet.chosen).chosen };
  } catch {
    return reject("table");
  }
}

/** The same for a sheet of any game. Rejects with the key "table", or "fetch" when its rules cannot be had. */
export async function usable(sheet) {
  const unfetched = () => reject("fetch"), known = await loadGames().catch(unfetched);
  if (!known.some(({ id }) => id === sheet.game)) reject("table");
  return fitting((await load(sheet.game).catch(unfetched)).data, sheet);
}

/** Whether all that undo and redo bring back, and name, is of games that there are; one that cannot be fetched may be. */
export async function isWhole({ past, future }) {
  const named = ({ sheet, what: { box } }) => (box ? { ...sheet, players: [...sheet.players, { points: { [box]: 0 } }] } : sheet);
  const found = await Promise.allSettled([...past, ...future].map((one) => usable(named(one))));
  return !found.some(({ reason }) => reason?.key === "table");
}

/** The sheet of a text, of a link, or of words with a link. Rejects as `read` throws, and as `usable`. */
export const opened = async (pasted) => usable(read(textIn(pasted)));

/** How a card stands, in lines to be sent to people. `names`: of its players. */
export function inWords({ score: { share: words }, log }, table, sheet, names) {
  const { columns, places, next, round, of } = standing(table, sheet), [{ total }, second] = places, rules = rulings(table);
  const first = places.filter(({ place }) => place === 1).map(({ player }) => names[player]), who = joined(log.and, first);
  const [alone, one, several] = next === null ? [log.solo, log.won, log.shared] : [words.alone, words.leads, words.level];
  const head = !isBegun(sheet) ? words.not_begun : !second ? alone : first[1] ? several : one;
  return [
    say(log.result_of, { game: table.name }),
    ...(rules.length ? [say(log.result_rules, { rules: rules.join("; ") })] : []),
    say(head, { names: who, total, round, of }),
    ...places.map(({ player, total: points, place }) => {
      const { bonus, repeat } = columns[player];
      const more = [bonus && say(words.bonus, { bonus }), repeat && say(words.extras, { extras: repeat })].filter(Boolean).join(", ");
      return `${place}. ${names[player]} ${points}${more && ` (${more})`}`;
    }),
  ].join("\n");
}

/**
 * The dialog. `all`: the page's words; `names`: of the players; `on`: open(sheet), with the one that was asked for, and
 * blank(), to print an empty one.
 */
export function openShare(all, { table, sheet, names }, on) {
  const { score: { share: words, wrong }, log } = all;
  const link = linkOf(sheet, location.href), text = inWords(all, table, sheet, names), file = `three-rolls-card-${table.id}.txt`;
  const part = (title, note, ...inside) => el("section", {}, el("h3", {}, title), note && el("p", { class: "small" }, note), ...inside);
  const sent = el("p", { class: "told", role: "status" }), saved = el("p", { class: "told", role: "status" });
  const go = button(words.go, () => attempt());
  const field = textField(log, { label: words.paste, long: wrong.long, longest: LONGEST, came: () => go.focus() });
  const attempt = async () => {
    if (!field.text.value.trim()) return field.tells(log.load_empty, true);
    try {
      const other = await opened(field.text.value);
      dialog.close();
      on.open(other);
    } catch (error) {
      field.tells(why(wrong, error), true);
    }
  };
  const send = async () => {
    try {
      await navigator.share({ title: table.name, text, url: link });
    } catch (error) {
      if (error.name !== "AbortError") set(sent, { text: words.not_sent }); // closed again by whoever opened it
    }
  };
  const { dialog, closed } = openPane("send", words.title, log.close, el("div", { class: "parts" },
    part(words.link, words.link_note,
      el("p", { class: "bar" }, navigator.share ? button(words.send, send, "go") : null,
        button(words.copy_link, () => copy(log, link, sent), navigator.share ? null : "go"), button(words.copy_text, () => copy(log, `${text}\n${link}\n`, sent))), sent),
    part(words.file, words.file_note, el("p", { class: "bar" }, button(words.download, () => {
      download(write(sheet), file);
      set(saved, { text: say(log.downloaded, { file }) });
    }), button(words.blank, () => {
      dialog.close();
      on.blank();
    })), saved),
    part(words.open, words.open_note, ...field.parts, el("p", { class: "bar" }, field.choose, go))));
  return closed;
}

/** Why a card was refused, in a sentence. */
export const why = (wrong, error) => {
  if (!Object.hasOwn(wrong, error.key ?? "")) throw error;
  return say(wrong[error.key], error.values);
};

// What the elements share: data and words, small ways to make and change nodes, dialogs. Text only ever goes in as text.

const kept = new Map();

export function fetched(path) {
  if (!kept.has(path)) {
    kept.set(path, fetch(new URL(`../../data/${path}`, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(path);
      return answer.json();
    }).catch((error) => {
      kept.delete(path); // the next try asks again
      throw error;
    }));
  }
  return kept.get(path);
}

export const loadWords = () => fetched("words.json");
export const loadGames = () => fetched("games.json");

/** A game's data and the words of the page; rejects when they cannot be had. */
export async function load(game) {
  const [data, words] = await Promise.all([fetched(`${game}.json`), loadWords()]);
  return { data, words };
}

/** Fills {name} in a text; a value that is missing stays as it is written. */
export const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (typed, name) => values[name] ?? typed);

/** What the address asks for, as it is written there: {name: value}. */
export const inAddress = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** The address of a game by these house rules: the part from # on. */
export const addressOf = (game, chosen) => `#${new URLSearchParams({ g: game, ...chosen })}`;

/** Gives an element what its template holds: `content`, to be put in place, and by name the nodes with a data-part. */
export function takeParts(element) {
  element.content = element.querySelector("template").content;
  for (const node of element.content.querySelectorAll("[data-part]")) element[node.dataset.part] = node;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element; `on…` attributes are listeners, null and false leave one out, strings among the children are text. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** Changes only what differs: {text, class: {name: bool}, attribute: value or null}. */
export function set(node, { text, class: classes = {}, ...attributes }) {
  if (text !== undefined && node.textContent !== String(text)) node.textContent = text;
  for (const [name, on] of Object.entries(classes)) node.classList.toggle(name, Boolean(on));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
  return node;
}

/** Puts news into a live region; said again, it is news again. */
export const tell = (node, text) => {
  node.textContent = text && node.textContent === text ? `${text}\u00a0` : text;
};

function drawn(name, part, attributes, more = {}) {
  const svg = document.createElementNS(SVG, "svg"), inside = document.createElementNS(SVG, part);
  set(svg, { "aria-hidden": "true", ...more }).classList.add(name);
  svg.append(set(inside, attributes));
  return svg;
}

/** One drawn die. */
export const die = (face, off = false) => set(drawn("die", "use", { href: `#die-${face}` }), { class: { "is-off": off } });

/** A row of drawn dice under one label, for the eye alone without it; those not held (by position) are faded, none when that is not given. */
export function diceRow(dice, held, label) {
  const drawn = dice.map((face, n) => die(face, held && !held[n]));
  return el("span", { class: "dice", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) }, ...drawn);
}

/** A line icon. */
export const icon = (path) => drawn("ico", "path", { d: path }, { viewBox: "0 0 24 24" });

/** `label`: text, or what is drawn on it, one node or several. */
export const button = (label, onclick, kind = null, ...more) =>
  el("button", { type: "button", onclick, class: kind }, ...[label].flat(), ...more);

export const iconButton = (path, label, onclick) =>
  el("button", { type: "button", class: "icon", onclick, "aria-label": label }, icon(path));

export const cross = (label, onclick) => iconButton("M6 6l12 12M18 6 6 18", label, onclick);

/** The mark of a seat: a colour and a shape of its own. */
export const mark = (colour) => el("i", { class: "seat-mark", "aria-hidden": "true", "data-colour": String(colour) });

/** Puts a text on the clipboard and says in `news`, by words.copied, how it went; where that fails, shows it to be copied by hand. */
export async function copy(words, text, news) {
  let by = news.parentNode.querySelector(".by-hand");
  try {
    await navigator.clipboard.writeText(text);
    by?.remove();
    set(news, { text: words.copied });
  } catch {
    if (!by) {
      by = el("textarea", { class: "by-hand", readonly: "", rows: "6", "aria-label": words.by_hand });
      news.after(by);
    }
    by.value = text;
    by.select();
    set(news, { text: words.not_copied });
  }
}

/** Saves a text as a file of that name. */
export function download(text, file) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

let count = 0;

/**
 * A field for a text that was saved, pasted or from a file of at most `longest` bytes, after which `came()` is called. `words`
 * are those of the log; `label` names the field, `long` refuses too much. Returns its nodes, and `tells`: what is said below
 * it, and whether that refuses the text.
 */
export function textField(words, { label, long, longest, came }) {
  const told = el("p", { class: "told", role: "status" });
  const tells = (sentence, isBad = false) => {
    set(text, { "aria-invalid": isBad && "true" });
    set(told, { text: sentence, class: { bad: isBad } });
  };
  const text = el("textarea", { rows: "7", spellcheck: "false", autocomplete: "off", oninput: () => tells("") });
  const read = async () => {
    const [one] = file.files;
    try {
      if (one?.size > longest) tells(long, true);
      else if (one) {
        text.value = await one.text();
        text.dispatchEvent(new Event("input"));
        came();
      }
    } catch {
      tells(words.unreadable, true);
    }
    file.value = "";
  };
  const file = el("input", { type: "file", accept: ".txt,text/plain", class: "sr", onchange: read });
  return { parts: [el("label", {}, label, text), told], choose: el("label", { class: "file" }, file, words.file), text, tells };
}

/** Shows a dialog with these parts. `closed` resolves, with no value, when it has gone. */
export function openPane(kind, title, closeLabel, ...parts) {
  const id = `pane-${++count}`;
  const dialog = el(
    "dialog",
    { class: `pane ${kind}`, "aria-labelledby": id },
    el("div", { class: "pane-head" }, el("h2", { id }, title), cross(closeLabel, () => dialog.close())),
    ...parts,
  );
  const closed = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove(); // the browser has given the focus back by now
      resolve();
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}

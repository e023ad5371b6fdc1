// The ledger of figures: finding one by typing, opening the one that the address names, a line to quote it by.
// Every word shown comes from data attributes of the page; without this script the whole list stands open to read.

/** Fills the places {name} of a text. */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** What the address names after its #, whatever way it is written. */
const named = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
};

/** Calls back with a test for texts: every word typed stands somewhere in them. */
const onTyping = (form, then) => {
  const input = form.querySelector("input");
  const look = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    then(words.length ? (text) => words.every((word) => text.includes(word)) : null);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", look);
  form.hidden = false;
  if (input.value) look(); // kept by the browser when it came back to this page
};

/** The page of one game: hides the lines that do not fit, and headings with nothing left below them. */
const filterLines = (form) => {
  const status = form.querySelector("[role=status]");
  const sections = [...document.querySelectorAll("section.ledger")];
  const lines = [...document.querySelectorAll("details.entry")].map((line) => ({
    line,
    text: `${line.id} ${line.querySelector("summary").textContent}`.toLowerCase(),
  }));
  const headings = [...document.querySelectorAll(".md-typeset h2, .md-typeset h3")];
  onTyping(form, (fits) => {
    let n = 0;
    for (const { line, text } of lines) {
      line.hidden = fits !== null && !fits(text);
      n += !line.hidden;
    }
    for (const section of sections) section.hidden = !section.querySelector("details:not([hidden])");
    for (const heading of headings) {
      let next = heading.nextElementSibling;
      let any = false;
      while (next && next.tagName !== "H2" && next.tagName !== heading.tagName) {
        any ||= next.matches("section.ledger:not([hidden])");
        next = next.nextElementSibling;
      }
      heading.hidden = !any;
    }
    status.textContent = fits === null ? "" : fill(n ? status.dataset.found : status.dataset.none, { n, all: lines.length });
  });
};

/** Opens the line that the address names; a search that hides it is cleared. */
const openNamed = () => {
  const line = document.getElementById(named());
  if (!line?.matches("details.entry")) return;
  if (line.hidden) {
    const input = document.querySelector(".finder input");
    input.value = "";
    input.dispatchEvent(new Event("input"));
  }
  line.open = true;
  line.scrollIntoView();
};

/** The day as 2026-11-30, by the reader's clock. */
const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
};

/** Gives a line, when it opens, what to quote it by and a button that copies it. */
const offerQuote = (line, words) => {
  const value = line.querySelector("data");
  if (!value || line.querySelector(".quote")) return;
  const quote = fill(words.cite, {
    statement: line.querySelector("summary span").textContent.trim().replace(/\.$/, ""),
    value: value.textContent,
    address: `${words.address}#${line.id}`,
    date: today(),
  });
  const row = document.createElement("div");
  row.className = "quote";
  const term = document.createElement("dt");
  term.textContent = words.quote;
  const told = document.createElement("dd");
  const text = document.createElement("span");
  text.textContent = quote;
  told.append(text);
  if (navigator.clipboard) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = words.copy;
    const status = document.createElement("span");
    status.className = "small";
    status.setAttribute("role", "status");
    const say = (done) => {
      status.textContent = done;
      setTimeout(() => (status.textContent = ""), 2500);
    };
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(quote).then(
        () => say(words.copied),
        () => say(words.failed),
      );
    });
    told.append(" ", button, " ", status);
  }
  row.append(term, told);
  line.querySelector("dl").append(row);
};

/** /figures/: finds among all figures, read once when somebody types, and shows the first that fit. */
const findInAll = (form) => {
  const SHOWN = 20;
  const list = form.querySelector("ol");
  const status = form.querySelector("[role=status]");
  let all;
  const read = () => (all ??= fetch(form.dataset.list).then((answer) => answer.json()));
  let asked = 0;
  onTyping(form, async (fits) => {
    const turn = ++asked;
    const figures = fits ? Object.entries(await read()) : [];
    if (turn !== asked) return; // more was typed meanwhile
    const game = (id) => document.getElementById(id.split(".")[0]).querySelector("th").textContent;
    const found = figures
      .filter(([id, told]) => fits(`${id} ${game(id)} ${told.join(" ")}`.toLowerCase()))
      .sort(([, one], [, other]) => one[1].length - other[1].length); // the plainest statement first
    list.replaceChildren(
      ...found.slice(0, SHOWN).map(([id, [value, says]]) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `${id.split(".")[0]}/#${id}`;
        link.textContent = says;
        const number = document.createElement("b");
        number.textContent = value;
        const where = document.createElement("small");
        where.textContent = game(id);
        const line = document.createElement("span");
        line.append(link, " ", where);
        item.append(number, line);
        return item;
      }),
    );
    list.hidden = !found.length;
    const words = !found.length ? "none" : found.length > SHOWN ? "first" : "found";
    const told = { n: found.length, shown: SHOWN, all: figures.length };
    status.textContent = fits ? fill(status.dataset[words], told) : "";
  });
};

/** /figures/#yacht.ceiling was the address of a figure once, and some names began otherwise: leads on to it. */
const leadOn = (form) => {
  let id = named();
  for (const [old, now] of form.dataset.moved.split(" ").filter(Boolean).map((pair) => pair.split(">"))) {
    if (id.startsWith(old)) id = now + id.slice(old.length);
  }
  const [group] = id.split(".");
  if (id !== group && document.getElementById(group)?.matches(".ledgers tr")) location.replace(`${group}/#${id}`);
};

const ledger = document.querySelector("[data-ledger]");
const everything = document.querySelector(".finder-all");
if (ledger) {
  document.addEventListener(
    "toggle",
    (event) => event.target.matches("details.entry[open]") && offerQuote(event.target, ledger.dataset),
    true,
  );
  filterLines(ledger.querySelector(".finder"));
  openNamed();
  addEventListener("hashchange", openNamed);
}
if (everything) {
  leadOn(everything);
  findInAll(everything);
  addEventListener("hashchange", () => leadOn(everything));
}

// A modal dialog of ours and its line icons. The browser keeps the focus inside, Escape closes it, and the focus goes back
// to where it was.
import { el } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const CROSS = "M6 6l12 12M18 6 6 18";

export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  for (const [name, value] of [["viewBox", "0 0 24 24"], ["aria-hidden", "true"], ["class", "ico"]]) {
    svg.setAttribute(name, value);
  }
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const button = (label, onclick, kind = "") =>
  el("button", { type: "button", onclick, ...(kind && { class: kind }) }, label);

export const iconButton = (path, label, onclick) =>
  el("button", { type: "button", class: "icon", onclick, "aria-label": label }, icon(path));

export const cross = (label, onclick) => iconButton(CROSS, label, onclick);

/** The mark of a seat: a colour and a shape of its own. */
export const mark = (colour) => el("i", { class: "seat-mark", "aria-hidden": "true", "data-colour": String(colour) });

let count = 0;

/** Shows a dialog with these parts. `closed` resolves, with no value, when it has gone. */
export function openPane(kind, title, closeLabel, ...parts) {
  const id = `pane-${++count}`;
  const dialog = el(
    "dialog",
    { class: `pane ${kind}`, "aria-labelledby": id },
    el("div", { class: "pane-head" }, el("h2", { id }, title), cross(closeLabel, () => dialog.close())),
    ...parts,
  );
  const back = document.activeElement;
  const closed = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (back?.isConnected && !document.activeElement?.closest("dialog")) back.focus();
      resolve();
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}

// Parts that the setup, the log and the board share: buttons with line icons, the mark of a seat, modal dialogs.
import { el, set } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  set(svg, { viewBox: "0 0 24 24", "aria-hidden": "true", class: { ico: true } });
  set(line, { d: path });
  svg.append(line);
  return svg;
}

export const button = (label, onclick, kind = "") =>
  el("button", { type: "button", onclick, ...(kind && { class: kind }) }, label);

export const iconButton = (path, label, onclick) =>
  el("button", { type: "button", class: "icon", onclick, "aria-label": label }, icon(path));

export const cross = (label, onclick) => iconButton("M6 6l12 12M18 6 6 18", label, onclick);

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

// The keys of the game, and where an arrow leads.
const TYPING = "input, textarea, select, [contenteditable], dialog[open], [role=dialog] :focus";

/** What a key asks for: {do: "roll" | "hold" | "undo" | "cancel" | "arrow", ...} or null. */
export function wish(event, nDice, alone, letters) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  if (event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return null;
  if (document.querySelector("[data-md-toggle=search]")?.checked) return null;
  if (event.key === "Escape") return { do: "cancel" };
  const arrow = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
  if (arrow) return { do: "arrow", arrow };
  if (!alone || !letters || event.repeat) return null;
  const digit = Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? event.key);
  if (!event.shiftKey && digit >= 1 && digit <= nDice) return { do: "hold", die: digit - 1 };
  const letter = event.key.toLowerCase();
  return letter === "r" ? { do: "roll" } : letter === "u" ? { do: "undo" } : null;
}

const middle = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The node of `nodes` that lies nearest in the direction; the nearest of all when `from` is not one of them. */
export function towards(nodes, from, [x, y]) {
  const [left, top] = middle(from);
  const among = nodes.includes(from);
  const ranked = nodes
    .filter((node) => node !== from)
    .map((node) => {
      const [across, down] = middle(node).map((at, axis) => at - (axis ? top : left));
      const ahead = across * x + down * y;
      const aside = Math.abs(across * y) + Math.abs(down * x);
      return { node, ahead, cost: ahead + aside * 3, far: Math.hypot(across, down) };
    });
  const ahead = ranked.filter((one) => one.ahead > 4).sort((a, b) => a.cost - b.cost);
  return (ahead[0] ?? (among ? null : ranked.sort((a, b) => a.far - b.far)[0]))?.node ?? null;
}

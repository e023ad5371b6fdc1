// The keys of the game, and where an arrow leads.
const BUSY = "dialog[open], [data-md-toggle]:checked"; // the search and the drawer of the theme
const TYPING = "input, textarea, select, [contenteditable]";
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** What a key asks for: an action, {do: "arrow", arrow}, or null. `letters`: whether digits and letters are keys. */
export function wish(event, nDice, letters) {
  const { key, code, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (target.closest?.(TYPING) || document.querySelector(BUSY)) return null;
  if (key === "Escape") return { do: "cancel" };
  if (ARROWS[key]) return { do: "arrow", arrow: ARROWS[key] };
  if (!letters || event.repeat || event.shiftKey) return null;
  const digit = Number(/^Digit(\d)$/.exec(code)?.[1] ?? key); // by place: some keyboards shift for digits
  if (digit > 0 && digit <= nDice) return { do: "hold", die: digit - 1 };
  return { r: { do: "roll" }, u: { do: "undo" } }[key.toLowerCase()] ?? null;
}

/** The node that lies nearest in that direction; from outside of them, the nearest of all if none does. */
export function towards(nodes, from, [x, y]) {
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [left, top] = middle(from);
  const ranked = nodes.filter((node) => node !== from).map((node) => {
    const [right, below] = middle(node), across = right - left, down = below - top, ahead = across * x + down * y;
    const aside = Math.abs(across * y) + Math.abs(down * x);
    const behind = nodes.includes(from) ? Infinity : 1e6 + Math.abs(ahead) + aside;
    return { node, cost: ahead > 4 ? ahead + aside * 3 : behind };
  });
  const [best] = ranked.sort((a, b) => a.cost - b.cost);
  return best?.cost < Infinity ? best.node : null;
}

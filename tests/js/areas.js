// Stand-ins for what browsers store in.

/** A storage area; `room`: how many characters it takes. */
export const area = (stored = {}, room = Infinity) => {
  const values = new Map(Object.entries(stored));
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem(key, text) {
      const used = [...values].reduce((n, [k, v]) => n + (k === key ? 0 : k.length + v.length), key.length);
      if (used + String(text).length > room) throw new DOMException("full", "QuotaExceededError");
      values.set(key, String(text));
    },
    removeItem: (key) => values.delete(key),
  };
};

const refuse = () => {
  throw new DOMException("blocked", "SecurityError");
};
export const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse };

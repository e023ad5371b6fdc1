// What a browser keeps, and which tab may play a game. Nothing here throws to its caller: where storage is blocked or
// full, values live in memory until the page is left.
const PREFIX = "three-rolls.";
const SETTINGS = { keys: [true, false], pace: ["calm", "quick"], odds: [false, true], coach: [false, true] }; // the default first

const PLACES = [".aside", ".aside.2", ".aside.3", ".aside.4", ".aside.5"];

const MOMENT = 200; // ms: a page just left, or reloaded, may still be letting go

const storage = () => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // even asking for it is refused
  }
};

const parsed = (text) => {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
};

/** The settings among these values; of the others, what stood before. */
const known = (values, before = {}) =>
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, allowed]) => {
      const value = values?.[name];
      return [name, allowed.includes(value) ? value : (before[name] ?? allowed[0])];
    }),
  );

export function openStore(area = storage(), locks = globalThis.navigator?.locks, page = globalThis) {
  const memory = new Map(); // only what the area did not take: null marks a key that is gone
  let works = true;

  const tell = (job) => {
    try {
      job();
      return (works = true);
    } catch {
      return (works = false);
    }
  };

  /** What the area holds, whatever was given since that it did not take. */
  const held = (key) => {
    try {
      return area.getItem(PREFIX + key) ?? null;
    } catch {
      return null;
    }
  };

  const read = (key) => (memory.has(key) ? memory.get(key) : held(key));

  const write = (key, text) => {
    if (tell(() => area.setItem(PREFIX + key, text))) memory.delete(key);
    else memory.set(key, text);
    return works;
  };

  const remove = (key) => {
    if (tell(() => area.removeItem(PREFIX + key))) memory.delete(key);
    else memory.set(key, null);
    return works;
  };

  /**
   * Moves a value to `<key>.aside`, or to `<key>.aside.2` and so on where another lies there; the last place is taken again.
   * True when it will be there on the next visit too.
   */
  const setAside = (key) => {
    const text = read(key), all = PLACES.map((place) => key + place);
    if (text === null) return false;
    const place = all.find((one) => [null, text].includes(read(one))) ?? all.at(-1);
    if (write(place, text)) return remove(key);
    remove(key); // full: its own place may be room enough
    return write(place, text);
  };

  const settings = () => known(parsed(read("settings")));
  const saveSettings = (changed) => write("settings", JSON.stringify(known(changed, settings())));

  const best = (key) => {
    const text = read(`best.${key}`);
    return /^\d{1,6}$/.test(text ?? "") ? Number(text) : null;
  };
  /** Keeps a total only when it is higher than the best so far; true when it is. */
  const saveBest = (key, total) => {
    if (!(total > (best(key) ?? -1))) return false;
    write(`best.${key}`, String(total));
    return true;
  };

  /**
   * Asks for the one right to play `name`: only while `mine` may this tab act and save. `take()` takes it from another,
   * whose `onLost()` is called; `again()` asks once more; `release()` gives it up. Without locks (old browsers, plain http) everything is mine.
   * A page that is left lets go, or it would be barred from the back/forward cache; coming back it asks again:
   * `onBack()` if the right is here, else `onLost()`. After `take()` and in `onBack` the saved game may be a newer one.
   */
  async function claim(name, onLost = () => {}, onBack = () => {}) {
    let mine = false;
    let letGo = () => {};
    let wanted = true;

    const ask = (options) =>
      new Promise((answer) => {
        let held = false;
        const settle = (is) => answer((mine = is));
        const holding = (lock) => {
          if (!lock || !wanted) return settle(mine); // without a lock it may still be this page that holds it
          held = true;
          settle(true);
          return new Promise((resolve) => (letGo = resolve));
        };
        try {
          locks.request(PREFIX + name, options, holding).catch(() => {
            if (!held) return settle(wanted); // locks are refused here altogether: play on without them
            mine = false;
            onLost();
          });
        } catch {
          settle(wanted);
        }
      });

    const leave = () => {
      mine = false;
      letGo();
    };
    const comeBack = async (event) => {
      if (!event.persisted) return;
      if (await ask({ ifAvailable: true })) onBack();
      else if (wanted) onLost();
    };
    page.addEventListener?.("pagehide", leave);
    page.addEventListener?.("pageshow", comeBack);

    if (!(await ask({ ifAvailable: true }))) {
      await new Promise((resolve) => setTimeout(resolve, MOMENT));
      await ask({ ifAvailable: true });
    }
    return {
      get mine() {
        return mine;
      },
      take: async () => mine || ask({ steal: true }),
      again: async () => mine || ask({ ifAvailable: true }),
      release() {
        wanted = false;
        leave();
        page.removeEventListener?.("pagehide", leave);
        page.removeEventListener?.("pageshow", comeBack);
      },
    };
  }

  tell(() => {
    area.setItem(`${PREFIX}probe`, "");
    area.removeItem(`${PREFIX}probe`);
  });

  return {
    read,
    held,
    write,
    remove,
    setAside,
    settings,
    saveSettings,
    best,
    saveBest,
    claim,
    /** Whether the last value given was really kept. */
    get works() {
      return works;
    },
  };
}

// The page for an address that is not there: shows the pages whose addresses come nearest to what was typed. The list of
// all pages is in the page itself, [path below the site's address, title].
{
  const list = document.querySelector("[data-near]");
  const there = JSON.parse(document.getElementById("there").textContent);
  const base = new URL(list.dataset.base, location.href).pathname;
  const MOST = 5;
  const LEAST = 0.34;
  const LEAST_OF_BEST = 0.6;

  const plain = (text) => {
    try {
      text = decodeURIComponent(text);
    } catch {
      // a stray percent sign: taken as typed
    }
    return text.toLowerCase().replace(/\.\w+$/, "").replace(/(^|\/)index$/, "").replace(/[^a-z0-9]+/g, " ").trim();
  };
  const pairs = (text) => {
    const found = new Set();
    for (const word of text.split(" ")) {
      for (let at = -1; at < word.length; at++) found.add((word[at] ?? "<") + (word[at + 1] ?? ">"));
    }
    return found;
  };
  // How much two texts have in common, from 0 to 1: the pairs of letters they share among those that both have.
  const alike = (one, other) => {
    const [a, b] = [pairs(one), pairs(other)];
    let shared = 0;
    for (const pair of a) shared += b.has(pair);
    return (2 * shared) / (a.size + b.size);
  };

  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname.slice(1);
  const own = (way) => plain(way.replace(/^faq\/(?=.)/i, "").replace(/\/+$/, "")); // the folder that all answers share says nothing
  const typed = own(path);
  const scored = there
    .filter(([url]) => typed && url !== "./")
    .map(([url, title]) => ({ url, title, near: Math.max(alike(typed, own(url)), 0.9 * alike(typed, plain(title))) }))
    .sort((one, other) => other.near - one.near);
  const least = Math.max(LEAST, LEAST_OF_BEST * (scored[0]?.near ?? 0));
  const nearest = scored.filter(({ near }) => near >= least).slice(0, MOST);

  for (const { url, title } of nearest) {
    const link = document.createElement("a");
    link.href = base + url;
    link.textContent = title;
    list.appendChild(document.createElement("li")).append(link);
  }
  list.parentElement.hidden = !nearest.length;
}

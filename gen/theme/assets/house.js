// House rules on a game's page of sheets: the address says what is chosen (#option=choice&…), the game's own left out, so
// that a link keeps it; what the game does not have is told and left out. What somebody asked for is what prints.
{
  const form = document.getElementById("house-rules");
  const radios = [...form.querySelectorAll("input[type=radio]")];
  const status = form.querySelector("[role=status]");
  const printed = form.querySelector("[data-address]"), published = printed.textContent;
  const card = form.querySelector("[data-card]"), blank = card.getAttribute("href");
  const MOST = 80; // characters of what is told

  /** What is chosen, as an address says it; empty: the game's own. */
  const chosen = () => {
    const other = radios.filter((radio) => radio.checked && !radio.defaultChecked);
    return new URLSearchParams(other.map((radio) => [radio.name, radio.value])).toString();
  };

  const show = () => {
    const says = chosen();
    printed.textContent = published + (says && `#${says}`);
    card.setAttribute("href", blank + (says && `&${says}`));
  };

  const keep = () => history.replaceState(null, "", `#${chosen() || form.id}`);
  const ask = () => form.classList.add("is-asked");

  /** An option that the address names twice is what it says last, as in every address of ours. */
  const read = () => {
    const unknown = [];
    for (const radio of radios) radio.checked = radio.defaultChecked;
    for (const [option, choice] of new Map(new URLSearchParams(location.hash.slice(1)))) {
      const radio = radios.find(({ name, value }) => name === option && value === choice);
      if (radio) radio.checked = true;
      else unknown.push(`${option}=${choice}`);
    }
    const what = unknown.join(", ");
    const told = what.length > MOST ? `${what.slice(0, MOST)}…` : what;
    status.textContent = what && form.dataset.unknown.split("{what}").join(told);
    status.classList.remove("is-past");
    show();
    ask();
    form.scrollIntoView();
  };

  /** A part of the page that was gone to holds no choice: what is chosen stays, and goes back into the address. */
  const follow = () => {
    if (location.hash.includes("=")) read();
    else if (chosen()) keep();
  };

  form.addEventListener("change", () => {
    status.classList.add("is-past");
    show();
    ask();
    keep();
  });
  form.querySelector("button").addEventListener("click", () => {
    ask();
    print();
  });
  addEventListener("hashchange", follow);
  follow();
}

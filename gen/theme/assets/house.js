// House rules on a game's page of sheets: the address says what is chosen (#option=choice&…), the game's own left out, so
// that a link keeps it; what the game does not have is told and left out.
{
  const form = document.getElementById("house-rules");
  const radios = [...form.querySelectorAll("input[type=radio]")];
  const status = form.querySelector("[role=status]");
  const printed = form.querySelector("[data-address]");
  const published = printed.textContent;
  const MOST = 80; // characters of what is told

  const show = () => {
    const chosen = radios.filter((radio) => radio.checked && !radio.defaultChecked);
    const says = new URLSearchParams(chosen.map((radio) => [radio.name, radio.value])).toString();
    printed.textContent = published + (says && `#${says}`);
    return says || form.id;
  };

  const read = () => {
    const asked = location.hash.includes("=") ? [...new URLSearchParams(location.hash.slice(1))] : [];
    const unknown = [];
    for (const radio of radios) radio.checked = radio.defaultChecked;
    for (const [option, choice] of asked) {
      const radio = radios.find(({ name, value }) => name === option && value === choice);
      if (radio) radio.checked = true;
      else unknown.push(`${option}=${choice}`);
    }
    const what = unknown.join(", ");
    const told = what.length > MOST ? `${what.slice(0, MOST)}…` : what;
    status.textContent = what && form.dataset.unknown.split("{what}").join(told);
    show();
    if (asked.length) form.scrollIntoView();
  };

  form.addEventListener("change", () => {
    status.textContent = "";
    history.replaceState(null, "", `#${show()}`);
  });
  addEventListener("hashchange", read);
  read();
}

// Finds rows of a table by the dice typed: a row stays while its roll holds all of them.
for (const input of document.querySelectorAll("[data-find]")) {
  const rows = [...document.querySelectorAll(`#${input.dataset.find} [data-roll]`)];
  const status = input.parentElement.querySelector("[role=status]");
  const holds = (roll, dice) => {
    const left = [...roll];
    return dice.every((die) => {
      const at = left.indexOf(die);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  };
  const look = () => {
    const dice = [...input.value.replace(/[\s,;.-]/g, "")];
    let found = 0;
    for (const row of rows) {
      row.hidden = !holds(row.dataset.roll, dice);
      found += !row.hidden;
    }
    const { odd, none, some } = status.dataset;
    if (!dice.length) status.textContent = "";
    else if (dice.some((die) => !/[1-6]/.test(die))) status.textContent = odd;
    else status.textContent = found ? some.replace("{n}", found).replace("{all}", rows.length) : none;
  };
  input.closest("[hidden]").hidden = false;
  input.addEventListener("input", look);
  look();
}

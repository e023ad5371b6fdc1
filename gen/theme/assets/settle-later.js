// The box on the home page that settles a roll: its module comes once somebody uses it, and takes up what was pressed meanwhile.
{
  const box = document.querySelector("settle-it"), meanwhile = [];
  let coming = null, isHere = false;

  const come = () => {
    coming ??= import("./play/settle.js").then(() => {
      isHere = true;
      box.fetch().catch(() => {}); // a question says so if this fails
      for (const again of meanwhile.splice(0)) again();
    }, () => { coming = null; }); // the next use asks again
  };
  const keep = (type, again) => box.addEventListener(type, (event) => {
    come();
    if (isHere || !again) return;
    if (type === "submit") event.preventDefault();
    meanwhile.push(() => again(event.target));
  });

  keep("pointerdown");
  keep("focusin");
  keep("click", (target) => target.closest(".settle-die, .settle-faces button")?.click());
  keep("change", (target) => target.dispatchEvent(new Event("change", { bubbles: true })));
  keep("submit", (form) => form.requestSubmit());
}

// The copy button of an answer: copies its permanent address and says so. Shown only where it can work.
const button = document.querySelector("[data-copy]");
if (button && navigator.clipboard) {
  const label = button.textContent;
  const status = button.parentElement.querySelector("[role=status]");
  let timer;
  const say = (words) => {
    clearTimeout(timer);
    button.textContent = status.textContent = words;
    timer = setTimeout(() => {
      button.textContent = label;
      status.textContent = "";
    }, 2500);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(button.dataset.copy).then(
      () => say(button.dataset.copied),
      () => say(button.dataset.failed),
    );
  });
}

// The copy button of an answer: copies its permanent address and says so. Shown only where it can work.
const button = document.querySelector("[data-copy]");
if (button && navigator.clipboard) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
    } catch {
      button.textContent = button.dataset.failed;
    }
    setTimeout(() => (button.textContent = label), 2500);
  });
}

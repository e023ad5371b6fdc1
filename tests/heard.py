"""What a page tells those who listen to it: a script for a browser, for tests that hear as a screen reader would."""

# Records what live regions say from here on: every text that is put into one.
LISTEN = """() => {
  window.heard = [];
  new MutationObserver((records) => {
    for (const {target, addedNodes} of records) {
      if (!target.closest?.("[role=status]")) continue;
      for (const {textContent} of addedNodes) if (textContent.trim()) heard.push(textContent.trim());
    }
  }).observe(document.body, {subtree: true, childList: true});
}"""

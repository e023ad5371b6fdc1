// The theme's search looks for every word as the beginning of others: "a" finds all, and a word that was cut to its stem
// finds nothing. So whole words are asked for as they are (a boost of one says so), and only the last one, which may still
// be being typed, as a beginning too. The theme has no setting for it; its worker is told by the message of type 2.
// It also listens to keys alone, so text that is pasted or dictated is told on as one.
document.addEventListener("input", ({ target }) => {
  if (target.matches?.(".md-search__input")) target.dispatchEvent(new KeyboardEvent("keyup"));
});
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (message?.type === 2 && typeof message.data === "string") {
    const words = message.data.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const last = words.at(-1);
    const begins = last?.length > 2 ? [last] : [];
    message = { ...message, data: [...words.map((word) => `${word}^1`), ...begins].join(" ") };
  }
  return post.call(this, message, ...rest);
};

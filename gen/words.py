"""Words that know where they stand in their file, so that one that is missing or mistyped is named by its place.

Pure: imports checks only.
"""

import re
from collections.abc import Mapping
from typing import Any

from gen.checks import line_at


class WrongWord(LookupError):
    """A word that is not there or cannot be filled in; holds its path (section, …, name), what is wrong, the advice."""


class Words(dict):
    """The words of a section and of those in it, by name. Raises WrongWord for one that is not there."""

    def __init__(self, words: Mapping[str, Any], path: tuple[str, ...] = ()) -> None:
        super().__init__({name: _placed(word, (*path, name)) for name, word in words.items()})
        self._path = path  # not a name that a word could have

    def __missing__(self, name: str) -> Any:
        where = f" in [{'.'.join(self._path)}]" if self._path else ""
        raise WrongWord((*self._path, name), f"no word {name!r}{where}", "Write it again: git log shows how it was.")


class Word(str):
    """A word with the place it stands at. ``format`` raises WrongWord for a placeholder that nobody fills."""

    path: tuple[str, ...]

    def format(self, *values: Any, **named: Any) -> str:
        try:
            return super().format(*values, **named)
        except (LookupError, ValueError) as error:
            known = ", ".join(f"{{{name}}}" for name in named) or "none"
            what = f"{'.'.join(self.path)} cannot be filled in: {error}"
            raise WrongWord(self.path, what, f"The placeholders that it may have: {known}.") from None


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line of a word in a file of them; where there is none, that of the section nearest to it."""
    for n in range(len(path) - 1, 0, -1):
        section = re.search(rf"(?m)^\[{re.escape('.'.join(path[:n]))}\].*(?:\n(?!\[).*)*", text)
        if section:
            word = re.search(rf"(?m)^{re.escape(path[n])}\s*=", section[0])
            return line_at(text, section.start() + (word.start() if word else 0))
    return 1


def _placed(word: Any, path: tuple[str, ...]) -> Any:
    if isinstance(word, Mapping):
        return Words(word, path)
    if isinstance(word, list):
        return [_placed(one, path) for one in word]
    if not isinstance(word, str):
        return word
    placed = Word(word)
    placed.path = path
    return placed

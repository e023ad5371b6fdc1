"""A Markdown extension: HTML blocks at the start of a line go through as they are.

Markdown does that itself, by a parser that looks at every tag of them; most of a page here is such blocks, made by
templates, and this takes a tenth of the time. Elements of our own are such blocks here too. Named in mkdocs.yml;
imports nothing of the project.
"""

import re

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

BLOCK = re.compile(
    r"^<(table|div|section|article|aside|nav|header|figure|fieldset|form|details|dl|ul|ol|p|[a-z]+(?:-[a-z]+)+)\b",
    re.MULTILINE,
)
BEFORE_HTML = 22  # fenced code is 25, Markdown's own look at HTML 20


class Blocks(Preprocessor):
    """Takes whole blocks out of the text, to be put back when it is HTML."""

    def run(self, lines: list[str]) -> list[str]:
        text, kept, done = "\n".join(lines), [], 0
        while start := BLOCK.search(text, done):
            end = _end(text, start.start(), start[1])
            if not end:  # never closed: Markdown's own parser makes what it can of it
                break
            if start[1] not in self.md.block_level_elements:
                self.md.block_level_elements.append(start[1])  # or it would stand in a paragraph
            kept += [text[done : start.start()], "\n\n", self.md.htmlStash.store(text[start.start() : end]), "\n\n"]
            done = end
        return "".join([*kept, text[done:]]).split("\n")


def _end(text: str, start: int, tag: str) -> int:
    """Where the element that begins at ``start`` ends; 0 when it does not."""
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(text, start):
        depth += -1 if found[1] else 1
        if not depth:
            return found.end()
    return 0


class BlocksExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # the name that Markdown calls
        md.preprocessors.register(Blocks(md), "blocks", BEFORE_HTML)


def makeExtension(**settings) -> BlocksExtension:  # likewise
    return BlocksExtension(**settings)

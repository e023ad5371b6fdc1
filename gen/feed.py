"""The Atom feed of new and corrected answers, by RFC 4287.

Pure: answers in, text out. An entry's id is the address under which the answer was first published, so that one that
moved is not taken for a new one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

FILE = "feed.xml"
TIME = "T12:00:00Z"  # answers are dated by the day; a feed wants a time, so it is always this one


@dataclass(frozen=True)
class Entry:
    """One answer: ``route`` its address below the site's, ``first`` the one it was first published at."""

    route: str
    first: str
    title: str
    summary: str
    updated: str  # the day, as 2026-11-30
    corrected: str = ""  # what was wrong and is now right

    @property
    def category(self) -> str:
        return "corrected" if self.corrected else "new"


def feed(entries: Iterable[Entry], site_url: str, words: Mapping[str, str]) -> str:
    """The feed, newest first. ``words``: title, subtitle, author, and the labels new and corrected."""
    listed = sorted(sorted(entries, key=lambda entry: entry.route), key=lambda entry: entry.updated, reverse=True)
    newest = listed[0].updated if listed else "1970-01-01"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<id>{escape(site_url)}</id>",
        f"<title>{escape(words['title'])}</title>",
        f"<subtitle>{escape(words['subtitle'])}</subtitle>",
        f"<author><name>{escape(words['author'])}</name></author>",
        f"<updated>{newest}{TIME}</updated>",
        f'<link rel="self" type="application/atom+xml" href={quoteattr(site_url + FILE)}/>',
        f'<link rel="alternate" type="text/html" href={quoteattr(site_url + "faq/")}/>',
    ]
    for entry in listed:
        lines += _entry(entry, site_url, words)
    return "\n".join([*lines, "</feed>", ""])


def _entry(entry: Entry, site_url: str, words: Mapping[str, str]) -> list[str]:
    summary = f"{entry.summary} {words['corrected']}: {entry.corrected}" if entry.corrected else entry.summary
    label = quoteattr(words[entry.category])
    return [
        "<entry>",
        f"<id>{escape(site_url + entry.first[1:])}</id>",
        f"<title>{escape(entry.title)}</title>",
        f'<link rel="alternate" type="text/html" href={quoteattr(site_url + entry.route[1:])}/>',
        f"<updated>{entry.updated}{TIME}</updated>",
        f'<category term="{entry.category}" label={label}/>',
        f"<summary>{escape(summary)}</summary>",
        "</entry>",
    ]

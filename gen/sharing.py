"""What pages say of themselves where their links are shared, listed or followed from an old address.

Pure: collects cards, entries of the feed, and forwarding pages while pages are rendered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gen.addresses import forwarding
from gen.cards import SITE, Card, CardVoice, answer_card, card_says, game_card, path_of, site_card
from gen.content import Page
from gen.feed import Entry
from gen.figures import Snapshot
from yachtlib.games import GAMES


@dataclass
class Sharing:
    """``cards``: path below the site's root -> card; ``moved``: path below build/docs -> front matter."""

    snapshot: Snapshot
    sources: Mapping[str, Mapping]
    strings: Mapping[str, Any]
    cards: dict[str, Card] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    moved: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cards[SITE] = site_card(self._voice("/", GAMES[0]))

    def ordinary(self, page: Page, plain: Mapping[str, str]) -> dict[str, Any]:
        """More front matter for a built page that is no answer. ``plain``: its texts without markup."""
        path = path_of(page)
        if not path:
            return {"image": SITE, "image_alt": card_says(self.cards[SITE])}
        self.cards[path] = game_card(page, self._voice(page.route, page.game))
        above = [[self.strings["card"]["rules"], "rules/"]]
        return self._seen(page, path, [*above, [plain.get("title", ""), page.route[1:]]])

    def answer(
        self, page: Page, plain: Mapping[str, str], text: Callable[[Page, str, CardVoice], str]
    ) -> dict[str, Any]:
        """More front matter for a built answer. ``text`` has a text of its front matter spoken by a voice."""
        words, group, path = self.strings, page.meta["group"], path_of(page)
        question, short = plain.get("question", ""), f"{plain.get('verdict', '')} {plain.get('because', '')}"
        voice = self._voice(page.route, page.game)
        said = {key: text(page, key, voice) for key in ("question", "verdict", "because")}
        self.cards[path] = answer_card(page, said, voice)
        above = [[words["answer"]["answers"], "faq/"], [words["group"][group], f"faq/#{group}"]]
        head = {
            "title": question,
            "question": question,
            "description": plain.get("description", short),
            "jsonld": _faq_page(question, short),
            **self._seen(page, path, [*above, [question, page.route[1:]]]),
        }
        self.moved |= forwarding(page, head)
        self.entries.append(
            Entry(
                route=page.route,
                first=f"/faq/{(page.meta['was'] or [page.slug])[0]}/",
                title=question,
                summary=short,
                updated=str(page.meta["updated"]),
                corrected=plain.get("corrected", ""),
            )
        )
        return head

    def _seen(self, page: Page, path: str, crumbs: list[list[str]]) -> dict[str, Any]:
        return {"image": path, "image_alt": card_says(self.cards[path]), "crumbs": crumbs}

    def _voice(self, route: str, game: Any) -> CardVoice:
        return CardVoice(route, game, self.snapshot, self.sources, self.strings, plain=True)


def _faq_page(question: str, answer: str) -> dict[str, Any]:
    accepted = {"@type": "Answer", "text": answer}
    entity = {"@type": "Question", "name": question, "acceptedAnswer": accepted}
    return {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": [entity]}

"""Picture cards for link previews: what pages know, as the data that ``gen/templates/card.typ`` draws.

Pure: no disk, no typesetter; ``__main__`` draws. A card is plain data (JSON), so that it can be told by its hash
whether it has to be drawn again.
"""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

from gen.content import Page
from gen.markup import Voice, which

# Where cards stand below the site's root. The last is shown for every page that has none of its own.
FOLDER, SITE = "assets/cards", "assets/share.png"
PROOFS = 3  # as many rolls as stand side by side
SETTLED = ("four-of-a-kind", "55552")  # the roll on the site's own card

Card = Mapping[str, Any]


class CardVoice(Voice):
    """A voice that leaves dice where they stand in its text, for ``parts`` to find."""

    def dice(self, roll: str, box: str = "", keep: str | None = None, size: str = "s") -> str:
        return f"\x02{''.join(map(str, self._faces(roll)))}\x03"

    def proof(self, box: str, roll: str) -> dict[str, Any]:
        """A roll, which of its dice count in a box, and what it pays there."""
        faces = self._faces(roll, self.game.n_dice)
        counts = which(faces, self.counting(box, faces))
        return {"box": self.box(box).name, "points": self.points(box, roll), "dice": list(faces), "counts": counts}


def parts(text: str) -> list[str | list[int]]:
    """A text of a CardVoice as a card takes it: words, and rows of dice as lists of faces."""
    found = re.split(r"\x02([1-6]*)\x03", unescape(re.sub(r"<[^>]+>", "", text)))
    return [[int(face) for face in part] if n % 2 else part for n, part in enumerate(found) if part]


def path_of(page: Page) -> str:
    """Where the card of a page stands below the site's root; empty for a page that has none of its own."""
    if page.kind == "answer":
        return f"{FOLDER}/{page.slug}.png"
    return f"{FOLDER}/rules/{page.game.id}.png" if page.route == f"/{page.game.id}/" else ""


def answer_card(page: Page, said: Mapping[str, str], voice: CardVoice) -> Card:
    """The card of an answer. ``said``: its question, verdict and because, spoken by a CardVoice."""
    words = voice.strings
    group = words["group"].get(page.meta["group"], "")
    alone = page.meta["games"] in (None, [], [page.game.id])
    return {
        "kind": "answer",
        "file": page.file,
        "site": words["site"]["name"],
        "place": f"{page.game.name} · {group}" if alone else group,
        **{key: parts(said[key]) for key in ("question", "verdict", "because")},
        "proof": [
            voice.proof(roll["box"], roll["dice"]) | {"by": "" if alone else page.game.name}
            for roll in (page.meta["proof"] or ())[:PROOFS]
        ],
    }


def game_card(page: Page, voice: CardVoice) -> Card:
    """The card of a game's page: its boxes, its ceiling, and what best play averages where that is known."""
    words, shown = voice.strings["card"], page.game
    line = words["line"].format(edition=shown.edition, dice=voice.word(shown.n_dice), rolls=voice.word(shown.n_rolls))
    figures = {"ceiling": f"{shown.id}.ceiling", "average": f"{shown.id}.best-play.mean"}
    facts = [[words["boxes"], str(len(shown.boxes))]]
    facts += [[words[key], voice.fig(name)] for key, name in figures.items() if name in voice.snapshot.figures]
    return {
        "kind": "game",
        "file": page.file,
        "site": voice.strings["site"]["name"],
        "place": words["rules"],
        "name": shown.name,
        "line": line[:1].upper() + line[1:],
        "dice": [6] * shown.n_dice,
        "facts": facts,
    }


def site_card(voice: CardVoice) -> Card:
    """The card of every other page: what the site is for, and one roll settled by the rules of the voice's game."""
    words = voice.strings["card"]
    return {
        "kind": "site",
        "file": "gen/strings/en.toml",
        "site": voice.strings["site"]["name"],
        "place": words["place"],
        "promise": words["promise"],
        "lead": words["lead"],
        "settled": words["settled"],
        "rules": f"{voice.game.name}, {voice.game.edition}",
        "proof": [voice.proof(*SETTLED) | {"by": ""}],
    }


def card_says(card: Card) -> str:
    """What a card shows, in words, for those who do not see it."""
    shown = [_flat(card[key]) for key in ("question", "verdict") if key in card]
    shown += [f"{card['name']}. {card['line']}."] if "name" in card else []
    shown += [f"{label}: {value}." for label, value in card.get("facts", ())]
    shown += [card["promise"]] if "promise" in card else []
    shown += [
        f"{' '.join(map(str, proof['dice']))}: {proof['box']}{proof['by'] and ' in ' + proof['by']}, {proof['points']}."
        for proof in card.get("proof", ())
    ]
    return " ".join(shown)


def _flat(found: Sequence[str | list[int]]) -> str:
    return "".join(part if isinstance(part, str) else " ".join(map(str, part)) for part in found)

"""How templates and prose are compiled, and what they can name on every page besides the words of its voice.

Texts and the snapshot in, a Jinja environment out. Sees rules and the snapshot, never the odds.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import jinja2

from gen import bibliography, charts, ledger
from gen.compare import WHICH, box_of, disputing, disputing_box, rows
from gen.disputes import anchor, dispute, disputes, followers, played_together, stakes
from gen.figures import Snapshot, bound, exact_form, forms
from gen.key import key, said
from gen.kin import TWIN_ODDS, differing, goal_of
from gen.settle import families
from gen.sheets import KINDS, PAPERS, path, preview
from yachtlib.games import GAMES


def environment(
    texts: Mapping[str, str], words: Mapping[str, Any], compiled_before: jinja2.BytecodeCache | None
) -> jinja2.Environment:
    """Compiles ``texts`` by name, with what rules say and ``words`` for names."""
    env = jinja2.Environment(
        loader=_Texts(texts),
        bytecode_cache=compiled_before,
        cache_size=-1,  # all are used again and again
        autoescape=jinja2.select_autoescape(["html"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters |= {"forms": forms, "exact_form": exact_form, "bound": bound, "day": _day, "decimals": _decimals}
    env.filters |= {"host": bibliography.host, "ditto": ledger.ditto, "length_of": ledger.length}
    env.globals |= RULES | words
    return env


# What templates can name that depends on nothing but the rules.
RULES: Mapping[str, Any] = {
    "anchor": anchor,
    "box_of": box_of,
    "cited_on": bibliography.cited_on,
    "differing": differing,
    "disputing": disputing,
    "disputing_box": disputing_box,
    "followers": followers,
    "games": GAMES,
    "goal_of": goal_of,
    "kinds": list(KINDS),
    "ledger_groups": ledger.GROUPS,
    "moved": ledger.MOVED,
    "papers": list(PAPERS),
    "pictured_at": lambda game, kind: f"/{preview(game, kind)}",
    "printed_at": lambda game, paper, kind: f"/{path(game, paper, kind)}",
    "readings_of": bibliography.readings,
    "rows": rows,
    "stakes": stakes,
    "twin_odds": TWIN_ODDS,
    "which": WHICH,
}


def said_of(
    snapshot: Snapshot,
    strings: Mapping[str, Any],
    examples: Mapping[str, Mapping[str, str]],
    sources: Mapping[str, Mapping],
) -> dict[str, Any]:
    """What templates can name of the figures, the telling rolls and the sources."""
    figures, series = snapshot.figures, snapshot.series
    return {
        "dispute": lambda game, option: dispute(game, option, figures),
        "disputes": lambda: disputes(GAMES, figures),
        "examples": examples,
        "families": lambda: families(strings),
        "figures": figures,
        "key": lambda game: said(key(game, strings, figures)),
        "ledger": lambda group: ledger.ledger(group, figures, strings["figures"]["part"]),
        "played_together": lambda: list(played_together(GAMES, figures)),
        "published": snapshot.published,
        "series_of": lambda group: ledger.series_of(group, series),
        "shelf_index": lambda shelf: bibliography.index(sources, shelf),
        "shelves": bibliography.shelves(sources),
        "sources": sources,
        "totals_chart": partial(charts.totals, series, figures),
        "totals_charts": partial(charts.totals_side_by_side, series, figures),
    }


class _Texts(jinja2.BaseLoader):
    """Templates from a mapping, under names that tracebacks repeat."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def get_source(self, environment: jinja2.Environment, template: str):
        if template not in self.texts:
            raise jinja2.TemplateNotFound(template)
        return self.texts[template], template, lambda: True


def _day(date: Any) -> str:
    """``30 Nov 2026``."""
    return f"{date.day} {date:%b %Y}" if hasattr(date, "day") else str(date)


def _decimals(value: float) -> str:
    """A number of a series, with two decimals as figures of its kind have."""
    return f"{value:,.2f}"

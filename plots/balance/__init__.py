"""The report of an experiment: one page of HTML, which prints well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armada_sim.pictures import Style, Words
from armada_sim.tabletop.laboratory import Opening, Pages, Plan, Store, Study, Summary
from armada_sim.tabletop.terminal import Look
from plots.balance.canvas import wide
from plots.balance.offers import offers
from plots.balance.page import as_html
from plots.balance.report import contents
from plots.settings import settings
from plots.style_file import style_of, styled


def reporter(look: Look, lang: str) -> Pages:
    """What draws the pages of a command. Raises InputError for a style there is none of, or charts without room."""
    style = styled(look)
    wide(style)
    spoken = style.lang or lang

    def report(study: Study[Any], plan: Plan, found: Summary, store: Store, counts: Sequence[int]) -> bytes:
        facts, openings = study.experiment.facts(plan, spoken), study.openings(store, counts)
        return balance_report(found, facts, openings, style=style, lang=spoken)

    def offered(study: Study[Any], plan: Plan, found: Summary) -> bytes:
        return as_html(offers(found, study.experiment.facts(plan, spoken), Words(spoken)), style)

    return Pages(report, offered)


def balance_report(
    found: Summary, facts: Sequence[tuple[str, str]], openings: Sequence[Opening] = (), *,
    style: str | Style = "screen", lang: str = "en",
) -> bytes:  # fmt: skip
    """The report of an experiment as the content of a file: equal experiments give equal bytes.

    facts: names and values of how its games came about. openings: set-ups of its first meetings, if they are known.
    Raises InputError for an unknown style or language.
    """
    look = style_of(style)
    with settings({"text.parse_math": False}):  # names are the user's: a dollar in them is a dollar
        return as_html(contents(found, facts, openings, look, Words(lang)), look)

"""The report of an experiment: one page of HTML, or sheets of A4, with the same content."""

from __future__ import annotations

from collections.abc import Sequence

from armada_sim.experiments import Opening
from armada_sim.tabletop import InputError, Message, either
from armada_sim.tabletop.laboratory import Summary
from armada_sim.tabletop.terminal import Look
from plots.balance.canvas import wide
from plots.balance.page import as_html
from plots.balance.paper import as_pdf
from plots.balance.report import contents
from plots.messages import Words
from plots.settings import settings
from plots.style import Style
from plots.style_file import style_of, styled

KINDS = {".html": as_html, ".pdf": as_pdf}


def report_style(look: Look) -> Style:
    """The style that was asked for of a report. Raises InputError for one there is none of, or charts without room."""
    style = styled(look)
    wide(style)
    return style


def balance_report(
    found: Summary, facts: Sequence[tuple[str, str]], openings: Sequence[Opening] = (), *, kind: str = ".html",
    style: str | Style = "screen", lang: str = "en",
) -> bytes:  # fmt: skip
    """The report of an experiment as the content of a file: equal experiments give equal bytes.

    facts: names and values of how its games came about. openings: set-ups of its first meetings, if they are known.
    kind: .html or .pdf. Raises InputError for an unknown kind, style or language.
    """
    if kind not in KINDS:
        raise InputError(
            Message("a report is {known}, not {given}", known=either(list(KINDS)), given=repr(kind)), key="kind"
        )
    look = style_of(style)
    with settings({"text.parse_math": False}):  # names are the user's: a dollar in them is a dollar
        return KINDS[kind](contents(found, facts, openings, look, Words(lang)), look)

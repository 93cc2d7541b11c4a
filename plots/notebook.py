"""Values as pictures in a notebook (IPython asks a value for `_repr_svg_`, and for `_repr_html_`)."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from armada_sim.evidence import Ruling, Subject
from armada_sim.play import Game, flagships
from armada_sim.referee import position_problems
from armada_sim.regions import Reach, Threat
from armada_sim.table import Clause, Layout, Rules
from armada_sim.tabletop.laboratory import Summary
from armada_sim.wording import Teller
from plots.balance import balance_report
from plots.figures import figure_of_position, figure_of_reach, figure_of_ruling
from plots.grids import PICTURES, figure_of_state
from plots.save import described, figure_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FRAME = '<iframe srcdoc="{page}" style="width: 100%; height: 720px; border: 0"></iframe>'
"""A page in a page, which leaves the styles of both alone."""


def svg_of(value: object) -> str | None:
    """What lies on a table or a board, a ruling or a region as an SVG element; None if it cannot be drawn."""
    figure = _figure(value)
    if figure is None:
        return None
    text = figure_bytes(figure, "svg", *described(figure)).decode()
    return text[text.index("<svg ") :]


def html_of(value: object) -> str | None:
    """What an experiment came to, as the report that `balance` writes; None for anything else."""
    if not isinstance(value, Summary):
        return None
    return _FRAME.format(page=escape(balance_report(value, ()).decode()))


def _figure(value: object) -> Figure | None:
    """A layout is drawn under the default rules, with what of it cannot be; a ship that is sunk may lie there, since
    the table of a game keeps those it took off. A ruling or region is drawn if it knows the table it was given on."""
    match value:
        case Layout():
            problems = [problem for problem in position_problems(value) if problem.clause is not Clause.POSITION_SUNK]
            return figure_of_position(value, Rules(), problems=problems)
        case Ruling(subject=Subject(layout, rules, unit)):
            return figure_of_ruling(layout, value, rules, unit=unit)
        case Reach(subject=Subject(layout, rules, unit)) | Threat(subject=Subject(layout, rules, unit)):
            return figure_of_reach(layout, value, rules, unit=unit)
        case Game():
            return figure_of_position(
                value.layout, value.state.agreement.rules, flagships=flagships(value.state),
                title=Teller("en").heading(value) or Teller("en").standing(value),
            )  # fmt: skip
    if getattr(getattr(value, "game", None), "name", None) in PICTURES:
        return figure_of_state(value)  # type: ignore[arg-type]  # the states of a board game are known by their game
    return None

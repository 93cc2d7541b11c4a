"""Layouts and rulings as pictures in a notebook (IPython asks a value for `_repr_svg_`)."""

from __future__ import annotations

from matplotlib.figure import Figure

from armada_sim.evidence.ruling import Ruling
from armada_sim.referee.positions import position_problems
from armada_sim.table.clauses import Clause
from armada_sim.table.layout import Layout
from armada_sim.table.rules import Rules
from plots.figures import figure_of_position, figure_of_ruling
from plots.save import described, figure_bytes


def svg_of_layout(layout: Layout) -> str:
    """The whole table, under the default rules, with what of it cannot be.

    A ship that is sunk may lie there: the table of a game keeps those it took off.
    """
    problems = [problem for problem in position_problems(layout) if problem.clause is not Clause.POSITION_SUNK]
    return _svg(figure_of_position(layout, Rules(), problems=problems))


def svg_of_ruling(ruling: Ruling) -> str | None:
    """What the ruling was given on and its evidence; None if it does not know the table."""
    if ruling.subject is None:
        return None
    subject = ruling.subject
    return _svg(figure_of_ruling(subject.layout, ruling, subject.rules, unit=subject.unit))


def _svg(figure: Figure) -> str:
    """The SVG element alone, to stand in a page."""
    text = figure_bytes(figure, "svg", *described(figure)).decode()
    return text[text.index("<svg ") :]

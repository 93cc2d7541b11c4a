"""Layouts and rulings as pictures in a notebook (IPython asks a value for `_repr_svg_`)."""

from __future__ import annotations

from matplotlib.figure import Figure

from armada_sim.evidence import Ruling
from armada_sim.referee import position_problems
from armada_sim.table import Clause, Layout, Rules
from plots.figures import figure_of_position, figure_of_ruling
from plots.save import described, figure_bytes


def svg_of(value: object) -> str | None:
    """A layout or a ruling as an SVG element; None if it cannot be drawn.

    A layout is drawn under the default rules, with what of it cannot be; a ship that is sunk may lie there, since the
    table of a game keeps those it took off. A ruling is drawn with its evidence, if it knows the table it was given on.
    """
    if isinstance(value, Layout):
        problems = [problem for problem in position_problems(value) if problem.clause is not Clause.POSITION_SUNK]
        return _svg(figure_of_position(value, Rules(), problems=problems))
    if isinstance(value, Ruling) and value.subject is not None:
        subject = value.subject
        return _svg(figure_of_ruling(subject.layout, value, subject.rules, unit=subject.unit))
    return None


def _svg(figure: Figure) -> str:
    """The SVG element alone, to stand in a page."""
    text = figure_bytes(figure, "svg", *described(figure)).decode()
    return text[text.index("<svg ") :]

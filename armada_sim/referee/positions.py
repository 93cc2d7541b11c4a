"""The table is looked at first: which positions cannot be. `_mistakes` says what is likeliest.

What that changes of a ruling, `faults` weighs.
"""

from __future__ import annotations

from collections.abc import Sequence

from armada_sim.evidence import Json, Reason
from armada_sim.referee._lying import every_problem
from armada_sim.table import Clause, Layout, Rules, unit_of
from armada_sim.tabletop import Message

AS_WRITTEN = Message('the table is judged as written (position = "as_written")')
"""The note of every ruling for which nobody looked at the table first."""

ADVICE = Message(
    "correct the file or give a tolerance (tolerance.position); "
    'or ask for a ruling on the table as written (position = "as_written")'
)
"""What to do about a position that cannot be."""


def position_problems(layout: Layout, rules: Rules | None = None, unit: str = "mm") -> tuple[Reason, ...]:
    """Everything of a table that cannot be, under the rules; empty if it can.

    Clauses `position.*`. measured and limit of a reason: mm of overlap, of sticking out or of misfit, and how much of
    it the tolerances allow (hits and pips of a sunk ship). unit: of the sentences. Whether the layout says that it is
    to be ruled on as written makes no difference. Raises InputError for an unknown unit.
    """
    rules, words = rules or Rules(), unit_of(layout, unit)
    layout, key = layout.of_sizes(rules.sizes), ("position", rules, words)
    if key not in layout.kept:
        found = tuple(every_problem(layout, rules, words))
        if found:
            from armada_sim.referee._mistakes import with_likeliest

            found = with_likeliest(layout, rules, words, found)
        layout.kept[key] = found
    problems: tuple[Reason, ...] = layout.kept[key]
    return problems


def positions_json(problems: Sequence[Reason], lang: str = "en") -> list[dict[str, Json]]:
    """Problems as plain data, lengths in mm: clause, text, pieces, measured, limit. lang: of the text."""
    return [{key: value for key, value in problem.as_json(lang).items() if key != "step"} for problem in problems]


def misplaced(problem: Reason) -> tuple[str, ...]:
    """The ships that cannot lie so: both of two that overlap; surface and objects are where they are."""
    return problem.pieces if problem.clause is Clause.POSITION_OVERLAP else problem.pieces[:1]

"""The table is looked at first: which positions cannot be, and which rulings rest on them.

A ruling that rests on a piece that cannot lie as written is in doubt. `_mistakes` says what is likeliest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from armada_sim.evidence import Answer, Json, MoveEvidence, Reason, Ruling, SetupEvidence
from armada_sim.referee._lying import problems_found
from armada_sim.table import Clause, Layout, Rules, Unit
from armada_sim.tabletop import Message

AS_WRITTEN = Message('the table is ruled on as it is written: position = "as_written"')
"""The note of every ruling for which nobody looked at the table first."""

ADVICE = Message(
    "put the file right, or say in it how far pieces may be off (tolerance.position); "
    'with position = "as_written" the table is ruled on as it is written'
)
"""What to do about a position that cannot be."""

_MOST_NAMED = 24
"""1. Misplaced pieces named in a note; the problems themselves name all."""


def position_problems(layout: Layout, rules: Rules | None = None, unit: str = "mm") -> tuple[Reason, ...]:
    """Everything of a table that cannot be, under the rules; empty if it can.

    Clauses `position.*`. measured and limit of a reason: mm of overlap, of sticking out or of misfit, and how much of
    it the tolerances allow (hits and pips of a sunk ship). unit: of the sentences. Whether the layout says that it is
    to be ruled on as written makes no difference. Raises InputError for an unknown unit.
    """
    rules, words = rules or Rules(), Unit(unit)
    key = ("position", rules, words)
    if key not in layout.kept:
        found = tuple(problems_found(layout, rules, words))
        if found:
            from armada_sim.referee._mistakes import with_likeliest

            found = with_likeliest(layout, rules, words, found)
        layout.kept[key] = found
    problems: tuple[Reason, ...] = layout.kept[key]
    return problems


def positions_json(problems: Sequence[Reason], lang: str = "en") -> list[dict[str, Json]]:
    """Problems as plain data, lengths in mm: clause, text, pieces, measured, limit. lang: of the text."""
    return [{key: value for key, value in problem.as_json(lang).items() if key != "step"} for problem in problems]


# ------------------------------------------------------------------------------- rulings that rest on it


def looked_at(ruling: Ruling, layout: Layout, rules: Rules, unit: Unit) -> Ruling:
    """The ruling as it stands once the table was looked at: in doubt if it rests on what cannot be.

    Other rulings stand, with a note; so they all do if the layout says that it is ruled on as written.
    """
    if layout.position == "as_written":
        return replace(ruling, notes=(AS_WRITTEN, *ruling.notes))
    problems = position_problems(layout, rules, unit.name)
    if not problems:
        return ruling
    wrong = _rested_on(ruling, problems)
    if not wrong:
        names = list(dict.fromkeys(name for problem in problems for name in misplaced(problem)))
        more, named = len(names) - _MOST_NAMED, ", ".join(names[:_MOST_NAMED])
        note = Message("the table cannot be as it is written ({names}); this answer does not rest on that", names=named)
        if more > 0:
            note = Message.counted(
                "the table cannot be as it is written ({names} and {n} other); this answer does not rest on that",
                "the table cannot be as it is written ({names} and {n} others); this answer does not rest on that",
                more, names=named,
            )  # fmt: skip
        return replace(ruling, notes=(note, *ruling.notes))
    shown = ruling.witness
    witness = replace(shown, stands=0) if isinstance(shown, MoveEvidence) else shown
    return replace(
        ruling, answer=Answer.IN_DOUBT, allowed=False, margin=None, margin_upper=None, flip=None,
        reasons=wrong, witness=witness, notes=(ADVICE,),
    )  # fmt: skip


def misplaced(problem: Reason) -> tuple[str, ...]:
    """The ships that cannot lie so: both of two that overlap; surface and objects are where they are."""
    return problem.pieces if problem.clause is Clause.POSITION_OVERLAP else problem.pieces[:1]


def _rested_on(ruling: Ruling, problems: Sequence[Reason]) -> tuple[Reason, ...]:
    """The problems that a ruling rests on.

    A no to a move or a set-up rests on none if one of its reasons, each of which is enough, names nothing misplaced. A
    set-up is about where everything lies: overlaps and the like are reasons of its own no, so only what was measured
    wrongly makes that no doubtful.
    """
    setup, refused = ruling.question == "setup", ruling.answer is Answer.NO
    if setup and not refused:
        return tuple(problems)
    if setup:
        problems = [problem for problem in problems if problem.clause is Clause.POSITION_MISFIT]
    asked = {name for name in (ruling.ship, ruling.target) if name is not None}
    facts = [asked | _named(reason, ruling) for reason in ruling.reasons if reason.clause is not Clause.DOUBT]
    each = refused and ruling.question in ("move", "setup")
    enough = facts if each else [asked.union(*facts, ruling.flip.ships if ruling.flip else ())]
    wrong = {name for problem in problems for name in misplaced(problem)}
    if refused and not all(names & wrong for names in enough):
        return ()
    named = set().union(*enough)
    return tuple(
        problem for problem in problems if named.intersection(misplaced(problem)) or _comes_near(ruling, problem)
    )


def _named(reason: Reason, ruling: Ruling) -> set[str]:
    """The pieces a reason rests on."""
    shown = ruling.witness
    stuck = shown.stuck if isinstance(shown, MoveEvidence) and reason.clause is Clause.MOVE_STUCK else None
    return {*reason.pieces, *(block.by for block in stuck or ())}


def _comes_near(ruling: Ruling, problem: Reason) -> bool:
    """Whether what an allowed move comes nearest to lies wrongly, and nearer than by how much it is wrong."""
    closest = ruling.witness.closest if isinstance(ruling.witness, MoveEvidence | SetupEvidence) else None
    if closest is None or ruling.answer is Answer.NO or not set(misplaced(problem)).intersection(closest.pieces):
        return False
    return closest.clearance <= (problem.measured or 0.0)

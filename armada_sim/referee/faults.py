"""Faults are weighed: pieces that cannot lie as stated may lie elsewhere, and a ruling says what that may change.

Each piece that takes part in a fault may be the one that lies elsewhere, by twice the full depth of its faults at any
corner. The question is asked again with these bounds for tolerances: an answer that is the same throughout stands,
since the true table is among those placements. Any other is in doubt, and names the pieces and the millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from armada_sim.evidence import Answer, ArrivalEvidence, Fault, MoveEvidence, Reason, Ruling
from armada_sim.geometry import exact
from armada_sim.referee.positions import ADVICE, AS_WRITTEN, misplaced, position_problems
from armada_sim.table import Clause, Layout, Rules, Unit, rounded
from armada_sim.tabletop import Listing, Message

Ask = Callable[[Layout, Rules], Ruling]
"""A question, to be asked of a table under some rules."""

_TIMES_DEPTH = 2
"""A piece may lie elsewhere by so many times the depth of its faults."""

_WIDEST_MM = 10_000.0
"""mm. No table is so wide: what a piece that must lie further off might change is nothing. It decides no answer."""

_MOST_NAMED = 24
"""Misplaced pieces named in a note; the problems themselves name all."""

_MOST_BOUNDS = 4
"""Pieces whose bounds a note gives one by one."""


def weighed(ask: Ask, layout: Layout, rules: Rules, unit: Unit) -> Ruling:
    """The ruling on a question once the table was looked at.

    In doubt, and not allowed, if a placement of pieces that cannot lie as stated, within the bounds of their faults,
    may give another answer. Other rulings stand, with a note; so they all do if the layout says that it is ruled on as
    written.
    """
    ruling = _with_even_margin(ask, layout, rules, ask(layout, rules))
    if layout.position == "as_written":
        return replace(ruling, notes=(AS_WRITTEN, *ruling.notes))
    problems = position_problems(layout, rules, unit.name)
    if not problems:
        return ruling
    asked = {ruling.ship, ruling.target}
    sunk = [p for p in problems if p.clause is Clause.POSITION_SUNK and asked.intersection(p.pieces)]
    if sunk:
        return _in_doubt(ruling, sunk)
    bounds = fault_bounds(layout, problems)
    ruling = _without_certificate(ruling, bounds)
    certain = rules.but(doubt_rule="three_answers", doubt_scope="every_positive_claim")
    faults = tuple(_fault(ask, layout, certain, name, bound) for name, bound in bounds.items())
    ruling = replace(ruling, faults=faults)
    changing = [fault for fault in faults if fault.matters]
    if not changing and ruling.answer is not Answer.IN_DOUBT:
        changing = _together(ask, layout, certain, ruling.answer, bounds, faults)
    if not changing:
        rests = _rests(ask, layout, certain, bounds, ruling)
        return replace(ruling, notes=(_stands(problems, faults if rests else (), unit), *ruling.notes))
    names = {fault.ship for fault in changing}
    concerned = [problem for problem in problems if names.intersection(misplaced(problem))]
    return _in_doubt(ruling, [*concerned, *_what_changes(concerned, changing, rules, unit)])


def _with_even_margin(ask: Ask, layout: Layout, rules: Rules, ruling: Ruling) -> Ruling:
    """The ruling with the margin and flip of pieces that may all be off as far, where some are known better than others
    by what was measured of them: the answer goes by what is known of each, a margin is one number for all."""
    if ruling.margin is None or len({ship.spread for ship in layout.ships}) < 2:
        return ruling
    even = ask(replace(layout, evenly=True), rules.but(doubt_rule="exact"))
    return replace(ruling, margin=even.margin, margin_upper=even.margin_upper, flip=even.flip)


def fault_bounds(layout: Layout, problems: Sequence[Reason]) -> dict[str, Fraction]:
    """mm by which each ship that takes part in a fault may lie elsewhere: twice the sum of the depths of its faults (of
    overlap, of sticking out, of lying on an object, of what its readings ask for), never less than its tolerance."""
    depths: dict[str, Fraction] = {}
    for problem in problems:
        if problem.clause is not Clause.POSITION_SUNK and problem.measured is not None:
            for name in misplaced(problem):
                depths[name] = depths.get(name, Fraction(0)) + exact(problem.measured)
    return {name: max(_TIMES_DEPTH * far, layout.tolerance_of(layout.ship(name))) for name, far in depths.items()}


def _fault(ask: Ask, layout: Layout, rules: Rules, name: str, bound: Fraction) -> Fault:
    """What one ship may change that lies elsewhere alone."""
    ruling = ask(replace(layout, misplaced=((name, bound),), only_misplaced=True), rules)
    alone = None if ruling.margin is None or ruling.margin > _WIDEST_MM else ruling.margin
    return Fault(name, float(bound), alone, ruling.answer is Answer.IN_DOUBT)


def _together(
    ask: Ask, layout: Layout, rules: Rules, answer: Answer, bounds: Mapping[str, Fraction], faults: Sequence[Fault]
) -> list[Fault]:
    """Ships none of which changes the answer alone, but all of them elsewhere at once may; none if even all together
    do not."""

    def change(chosen: Sequence[Fault]) -> bool:
        misplaced = tuple((fault.ship, bounds[fault.ship]) for fault in chosen)
        return ask(replace(layout, misplaced=misplaced), rules).answer is not answer

    if not change(faults):
        return []
    chosen = list(faults)
    for fault in faults:
        rest = [other for other in chosen if other is not fault]
        if change(rest):
            chosen = rest
    return chosen


def _rests(ask: Ask, layout: Layout, rules: Rules, bounds: Mapping[str, Fraction], ruling: Ruling) -> bool:
    """Whether some placement of the misplaced ships, however far off, may change the answer; of claims that a ship has
    got somewhere nobody knows."""
    if isinstance(ruling.witness, ArrivalEvidence) or any(fault.alone is not None for fault in ruling.faults):
        return True
    margin = ask(replace(layout, misplaced=tuple(bounds.items()), only_misplaced=True), rules).margin
    return margin is not None and margin <= _WIDEST_MM


def _without_certificate(ruling: Ruling, bounds: Mapping[str, Fraction]) -> Ruling:
    """A ruling that does not say that a ship is stuck because of what may lie elsewhere: its answer rests on more."""
    shown = ruling.witness
    if not isinstance(shown, MoveEvidence) or shown.stuck is None or len(ruling.reasons) < 2:
        return ruling
    if not bounds.keys() & {ruling.ship, *(block.by for block in shown.stuck)}:
        return ruling
    reasons = tuple(reason for reason in ruling.reasons if reason.clause is not Clause.MOVE_STUCK)
    witness = replace(shown, stuck=None, unsaid=shown.unsaid | {"stuck"})
    return replace(ruling, reasons=reasons, witness=witness)


# -------------------------------------------------------------------------------------------- in words


def _in_doubt(ruling: Ruling, reasons: Sequence[Reason]) -> Ruling:
    """The ruling in doubt for these reasons; a set-up keeps its own, which are about where everything lies."""
    shown = ruling.witness
    witness = replace(shown, stands=0) if isinstance(shown, MoveEvidence) else shown
    own = ruling.reasons if ruling.question == "setup" and ruling.answer is Answer.NO else ()
    return replace(
        ruling, answer=Answer.IN_DOUBT, allowed=False, reasons=(*reasons, *own), witness=witness,
        notes=(ADVICE, *ruling.notes),
    )  # fmt: skip


def _what_changes(
    problems: Sequence[Reason], changing: Sequence[Fault], rules: Rules, unit: Unit
) -> list[Reason]:  # fmt: skip
    """Which pieces may lie elsewhere, and how many millimetres of that could change the answer."""
    found = []
    for fault in changing:
        clause = next(problem.clause for problem in problems if fault.ship in misplaced(problem))
        far, alone = rounded(fault.bound, unit, up=True), fault.alone if rules.premeasure == "allowed" else None
        if not fault.matters:
            text = Message(
                "{ship} may lie up to {far} elsewhere for that; together with others that could change the answer",
                ship=fault.ship, far=far,
            )  # fmt: skip
        elif alone is None:
            text = Message(
                "{ship} may lie up to {far} elsewhere for that, which could change the answer", ship=fault.ship, far=far
            )
        else:
            text = Message(
                "{ship} may lie up to {far} elsewhere for that, and {enough} could change the answer",
                ship=fault.ship, far=far, enough=rounded(alone, unit, up=True),
            )  # fmt: skip
        found.append(Reason(clause, text, None, (fault.ship,), alone, fault.bound))
    return found


def _stands(problems: Sequence[Reason], faults: Sequence[Fault], unit: Unit) -> Message:
    """The note of a ruling that no placement within the bounds changes. faults: none if it does not rest on them."""
    names = list(dict.fromkeys(name for problem in problems for name in misplaced(problem)))
    more, named = len(names) - _MOST_NAMED, Listing(names[:_MOST_NAMED])
    who: Message | Listing = named
    if more > 0:
        who = Message.counted("{names} and {n} other", "{names} and {n} others", more, names=named)
    if not faults:
        return Message("the table is impossible as written ({names}); this answer does not depend on that", names=who)
    if len(faults) > _MOST_BOUNDS:
        most = rounded(max(fault.bound for fault in faults), unit, up=False)
        return Message(
            "the table is impossible as written ({names}); this answer stands if each of them lies no further off "
            "than twice what is wrong with it, {most} at most",
            names=who, most=most,
        )  # fmt: skip
    pieces = Listing(
        Message("{ship} lies no further than {far} off", ship=fault.ship, far=rounded(fault.bound, unit, up=False))
        for fault in faults
    )
    return Message(
        "the table is impossible as written ({names}); this answer stands if {pieces}", names=who, pieces=pieces
    )

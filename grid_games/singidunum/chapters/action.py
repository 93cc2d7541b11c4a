"""An action: a unit is chosen and moves or stays; then it attacks, shoots or does neither (section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from grid_games.core.engine import View
from grid_games.core.protocol import Violation
from grid_games.core.sets import listed, members
from grid_games.singidunum.chapters import deployment, doubles, melee, movement, retreat, shooting, turns
from grid_games.singidunum.moves import Attack, Double, Go, Move, Say, Shoot
from grid_games.singidunum.state import HELPER, LEAD, TARGET, Phase, State, Step

_PASS = (Say.PASS,)


class Goings(View[Move]):
    """What may be said where a unit is chosen: each one's stay and its goings, then double attacks, then to pass."""

    __slots__ = ("others", "reaches", "table")

    def __init__(self, draft: State) -> None:
        self.table, limits, units = (
            draft.table,
            movement.Limits(draft, draft.mover),
            draft.ready & draft.men[draft.mover],
        )
        self.reaches = reaches = limits.reaches(units, draft.occupied)
        """Where each available unit may go."""

        count = 1 + len(reaches) + sum(map(int.bit_count, reaches.values()))
        self.others: tuple[Move, ...] = _PASS
        """Double attacks, and to pass."""

        if limits.met and len(reaches) > 1 and (everywhere := reduce(or_, reaches.values(), units)) & limits.zone:
            names = self.table.board.names
            pairs = doubles.Doubles(draft, limits, reaches).declarable(everywhere)
            self.others = (*(Double(names[lead], names[target]) for lead, target in pairs), *_PASS)
            count += len(pairs)
        self._count = count

    def at(self, index: int) -> Move:
        """The move of a place within the length."""
        for unit, ends in self.reaches.items():
            if index <= (far := ends.bit_count()):
                return self.table.goings[unit][listed(ends)[index - 1]] if index else self.table.stays[unit]
            index -= far + 1
        return self.others[index]

    def __iter__(self) -> Iterator[Move]:
        for unit, ends in self.reaches.items():
            yield self.table.stays[unit]
            yield from map(self.table.goings[unit].__getitem__, members(ends))
        yield from self.others

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Go):
            return move in self.others
        start, end = (self.table.board.numbers[name] for name in (move.start, move.end))
        return start in self.reaches and bool((self.reaches[start] | 1 << start) >> end & 1)


def _chosen(draft: State, move: Go | Double | Say) -> None:
    """A unit is chosen, a double attack declared, or no unit used any more."""
    numbers = draft.table.board.numbers
    if isinstance(move, Go):
        _goes(draft, LEAD, move)
    elif isinstance(move, Double):
        draft.at[LEAD], draft.at[TARGET] = numbers[move.lead], numbers[move.target]
        draft.joint = True
        draft.phase = Phase.DOUBLE
    else:
        turns.passes(draft)


def _not_chosen(draft: State, move: Move) -> Violation | None:
    if isinstance(move, Go):
        return movement.why_not(draft, move)
    return doubles.undeclared(draft, move) if isinstance(move, Double) else None


def _legal_double(draft: State) -> list[Move]:
    names, found = draft.table.board.names, doubles.Doubles(draft).goings()
    return [Go(names[unit], names[end]) for unit, ends in found.items() for end in members(ends)]


def _double(draft: State, move: Go) -> None:
    """One of the two moves of a double attack."""
    who = LEAD if draft.table.board.numbers[move.start] == draft.at[LEAD] else HELPER
    draft.gone |= 1 << who
    _goes(draft, who, move)


def _goes(draft: State, who: int, move: Go) -> None:
    """A unit makes its move, or stays where it is; then comes the attack it brings, what may be chosen, or nothing."""
    numbers = draft.table.board.numbers
    start, end = numbers[move.start], numbers[move.end]
    draft.at[who] = end
    if who == LEAD:
        draft.contact = melee.in_contact(draft, end, start)
    if start != end:
        draft.came[who] = start
        if not draft.relocate(draft.mover, start, end, retreat=False):
            draft.at[who] = -1
            turns.end_action(draft)
            return
    if draft.joint:
        if draft.gone == 1 << LEAD | 1 << HELPER:
            melee.challenge(draft, draft.at[TARGET])
        else:
            draft.phase = Phase.DOUBLE
        return
    moved, named = draft.came[LEAD] >= 0, melee.nameable(draft)
    if moved and named and not named & named - 1:
        draft.played(draft.mover, draft.table.on[Attack][named.bit_length() - 1])
        melee.challenge(draft, named.bit_length() - 1)
    elif named or shooting.may_shoot(draft, moved=moved):
        draft.phase = Phase.STRIKE
    else:
        draft.played(draft.mover, Say.HOLD)
        turns.end_action(draft)


def _legal_strikes(draft: State) -> list[Move]:
    moved, moves = draft.came[LEAD] >= 0, melee.attacks(draft)
    moves += [draft.table.on[Shoot][place] for place in members(shooting.may_shoot(draft, moved=moved))]
    return moves if moved and draft.contact else [*moves, Say.HOLD]


def _strikes(draft: State, move: Attack | Shoot | Say) -> None:
    if isinstance(move, Attack):
        melee.challenge(draft, draft.table.board.numbers[move.hex])
    elif isinstance(move, Shoot):
        shooting.aimed(draft, draft.table.board.numbers[move.hex])
    else:
        turns.end_action(draft)


def _no_strike(draft: State, move: Move) -> Violation | None:
    return shooting.why_not(draft, move.hex) if isinstance(move, Shoot) else melee.why_not(draft, move)


def _legal_again(draft: State) -> list[Move]:
    names = draft.table.board.names
    joined = [Double(names[draft.at[LEAD]], names[target]) for target in doubles.joinable(draft)]
    return [*melee.attacks(draft), *joined, Say.HOLD]


def _again(draft: State, move: Attack | Double | Say) -> None:
    """After a refusal another enemy is attacked, with another unit too where that is agreed, or none."""
    if isinstance(move, Double):
        draft.at[TARGET] = draft.table.board.numbers[move.target]
        draft.joint, draft.gone = True, 1 << LEAD
        draft.phase = Phase.DOUBLE
    elif isinstance(move, Attack):
        melee.challenge(draft, draft.table.board.numbers[move.hex])
    else:
        turns.end_action(draft)


STEPS = {
    **deployment.STEPS,
    Phase.GO: Step("", Goings, _chosen, _not_chosen),
    Phase.DOUBLE: Step(
        "", _legal_double, _double, lambda draft, move: doubles.why_not(draft, move) if isinstance(move, Go) else None,
    ),
    Phase.STRIKE: Step("", _legal_strikes, _strikes, _no_strike),
    Phase.AGAIN: Step(
        "", _legal_again, _again,
        lambda draft, move: doubles.unjoined(draft, move) if isinstance(move, Double) else melee.why_not(draft, move),
    ),
    **melee.STEPS, **retreat.STEPS, **shooting.STEPS, **turns.STEPS,
}  # fmt: skip
"""What each phase is about."""

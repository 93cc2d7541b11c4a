"""All conditions of a claim together: whether it holds, by how much, and a displacement after which it does not.

A claim that holds is broken by its tightest condition, pushed a little too far. One that does not is mended: broken
pairs are pushed apart until none is left, or each piece by itself is brought to the nearest place where all that is
asked of it holds.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from armada_sim.evidence.conditions import Condition, Deepen, Escape, Key, Movable, Shift, TurnOf, displacement
from armada_sim.geometry import (
    FLIP_PAST_MM,
    POSE_GRID_MM,
    PROVED_SHARE,
    STILL,
    Displacement,
    middle,
)

if TYPE_CHECKING:
    from armada_sim.geometry import Deepened, Freed

_BREAKING_TRIES = 60
"""Conditions tried, tightest first, for a displacement that breaks a claim; nearly always the first does."""

MENDING_ROUNDS = 100
"""Rounds of pushing broken pairs apart, at most: among twelve ships those that came to an end took 57 or fewer."""

_MENDING_TRIES = 24
"""Smaller displacements tried once one is found that mends several things. It only makes `margin_upper` smaller:
half of the searches come to their end in six."""

MOST_EVALUATIONS = 2 + max(_BREAKING_TRIES, MENDING_ROUNDS + _MENDING_TRIES)
"""How often `judge` asks for the conditions at most: as stated, once for each of these, and once for pieces brought
to their places one by one."""

MOST_CONDITIONS = 40_000
"""Conditions returned after all displacements together, and pieces that some of them say must be displaced: some
seconds. Twelve ships in a heap have some 200 at a time, so that what they take to mend is never cut short; two
hundred on one spot 30,000."""

MOST_MOTIONS = 500_000
"""Motions looked at for all the conditions of one claim, see `freeing.FREEING_MOTIONS`: some seconds."""

_MENDING_HASTE: Final = 1.2
"""How much further past the limit each round of pushing goes than the one before: many pieces that
push each other back get there in some tens of rounds, while a single pair needs one or two."""

_MENDING_PATIENCE: Final = 8
"""Rounds of pushing broken pairs apart without progress after which no flip is looked for any more:
rounds that succeed in the end make progress in nearly every one."""

_MENDING_PROGRESS: Final = 0.99
"""Share of the least sum of pushes so far below which a round counts as progress; it bounds the
rounds, since a sum of metres falls below the last micrometre in some two thousand of them."""

_MENDING_FINEST: Final = 0.01
"""A placement that mends several things is made smaller by steps down to this share of one piece's motion."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer without tolerance, and its margin from both sides."""

    holds: bool
    low: float
    high: float | None
    shift: Shift | None
    conditions: tuple[Condition, ...]
    motions: int = 0
    """How many motions were looked at, at most `MOST_MOTIONS`."""

    settled: bool = True
    """Whether the search for `shift` came to its end; if not, `low` is what is proved so far."""


def judge(evaluate: Callable[[Shift], Sequence[Condition]], pieces: Mapping[Key, Movable]) -> Verdict:
    """All conditions together: they hold, or not, by how much, and a displacement that shows it.

    evaluate: the conditions after displacing pieces (those that hold then may be left out), with every piece where it
    would be shown, so that whatever `shift` says was asked as it is shown; it is asked `MOST_EVALUATIONS` times at
    most, and no more once it has returned `MOST_CONDITIONS`. pieces: everything that can be displaced.
    """
    conditions, motions, settled = [], 0, True
    for condition in evaluate({}):
        sharp, least = _sharpened(condition, pieces, MOST_MOTIONS - motions)
        conditions.append(sharp)
        if least is not None:
            motions, settled = motions + least.motions, settled and least.settled
    broken = [c for c in conditions if not c.holds]
    ask = _Evaluations(evaluate, len(conditions) if broken else 0)
    if not broken:
        return _broken(tuple(conditions), ask, pieces)
    low = max(c.low for c in broken)
    if not math.isfinite(low):
        return Verdict(False, low, None, None, tuple(conditions), motions, settled)
    found = _mended(conditions, ask, pieces, MOST_MOTIONS - motions)
    size = None if found.shift is None else _size(found.shift, pieces) + float(POSE_GRID_MM)
    return Verdict(False, low, size, found.shift, tuple(conditions), motions + found.motions, settled and found.settled)


class _Evaluations:
    """Conditions after displacements, counted, and with each the pieces it says must be displaced to mend it."""

    def __init__(self, evaluate: Callable[[Shift], Sequence[Condition]], expected: int) -> None:
        """expected: how many the first displacement may bring."""
        self._evaluate, self._told, self._last = evaluate, 0, expected

    def __call__(self, shift: Shift) -> Sequence[Condition]:
        found = self._evaluate(shift)
        self._last = sum(1 + len(condition.motion) for condition in found)
        self._told += self._last
        return found

    @property
    def enough(self) -> bool:
        """Whether another evaluation as long as the last would exceed what is left of `MOST_CONDITIONS`."""
        return self._told + self._last > MOST_CONDITIONS


def _sharpened(condition: Condition, pieces: Mapping[Key, Movable], most: int) -> tuple[Condition, Freed | None]:
    """A broken condition with the margin that mends it: of a straight push, or the least motion, with its search."""
    escape = condition.escape
    if condition.holds or escape is None or not escape.decides or not math.isfinite(condition.low):
        return condition, None
    corners, region = escape.corners, escape.region(escape.origin)
    dx, dy = next((x, y) for key, x, y in condition.pushes if key == escape.key)
    past = condition.amount + 2 * escape.clear
    if region.room([(x + dx * past, y + dy * past) for x, y in corners]) >= escape.clear:
        return replace(condition, amount=past), None
    from armada_sim.geometry import least_motion

    share = pieces[escape.key].share
    both = float(share if escape.partner is None else share + pieces[escape.partner].share)
    least = least_motion(corners, region, condition.low * both, turns=escape.turns, clear=escape.clear, most=most)
    if least.high is None:
        return replace(condition, low=least.low / both, high=math.inf), least
    motion = shared_motion(escape, least, pieces)
    return replace(condition, low=least.low / both, high=_size(dict(motion), pieces), motion=motion), least


def shared_motion(escape: Escape, least: Freed, pieces: Mapping[Key, Movable]) -> tuple[tuple[Key, Displacement], ...]:
    """The displacements that make up the least motion: the partner takes its share of the shift."""
    if escape.partner is None:
        return ((escape.key, displacement(least.dx, least.dy, least.turn)),)
    arms = pieces[escape.key].arms
    cosine, sine = math.cos(least.turn), math.sin(least.turn)
    x, y = (sum(c) / len(arms) for c in zip(*arms, strict=True))
    mean = (least.dx + (cosine - 1) * x - sine * y, least.dy + sine * x + (cosine - 1) * y)
    share, other = float(pieces[escape.key].share), float(pieces[escape.partner].share)
    part = other / (share + other)
    dx, dy = part * mean[0], part * mean[1]
    return (
        (escape.key, displacement(least.dx - dx, least.dy - dy, least.turn)),
        (escape.partner, displacement(-dx, -dy)),
    )


def _size(shift: Shift, pieces: Mapping[Key, Movable]) -> float:
    """mm. The error that allows a displacement of these pieces: of a step's piece alone, and with its turn."""
    moves = list(shift.items())
    moves += [(key.step, shift.get(key.step, STILL) + move) for key, move in shift.items() if isinstance(key, TurnOf)]
    return max((move.size(pieces[key].arms) / float(pieces[key].share) for key, move in moves), default=0.0)


def _broken(conditions: tuple[Condition, ...], ask: _Evaluations, pieces: Mapping[Key, Movable]) -> Verdict:
    """A claim that holds, with a displacement that breaks its tightest condition.

    Where a straight push does not break what it should, a better margin of that condition is sought. What is not looked
    into any more keeps the margin it has.
    """
    waiting = sorted((c for c in conditions if math.isfinite(c.low)), key=lambda c: c.low)
    low, high, broken, motions, settled = math.inf, math.inf, None, 0, True
    for _ in range(_BREAKING_TRIES):
        if not waiting or waiting[0].low >= high or ask.enough:
            break
        condition = waiting.pop(0)
        shift = _past(condition, pieces) if math.isfinite(condition.high) else {}
        if shift and not all(c.holds for c in ask(shift)):
            size = max(_size(shift, pieces), condition.high)
            high, broken = min((high, broken), (size, shift), key=lambda found: found[0])
        elif condition.deepen is not None:
            better, found = _deepened(condition, condition.deepen, pieces, MOST_MOTIONS - motions)
            motions, settled = motions + found.looked, settled and found.settled
            insort(waiting, better, key=lambda c: c.low)
            continue
        low = min(low, condition.low)
    low = min([low, *(c.low for c in waiting)])
    settled = settled and (not waiting or waiting[0].low >= high)
    return Verdict(True, low, None if broken is None else high, broken, conditions, motions, settled)


def _deepened(
    condition: Condition, deepen: Deepen, pieces: Mapping[Key, Movable], most: int
) -> tuple[Condition, Deepened]:
    """A condition with the least motions that really break it, and the search for them."""
    from armada_sim.geometry import least_deepening

    x, y = middle(deepen.solids[0])
    first, second = ([(cx - x, cy - y) for cx, cy in solid.corners] for solid in deepen.solids)
    one, other = (0.0 if key is None else float(pieces[key].share) for key in deepen.keys)
    found = least_deepening(first, second, (one, other), deepen.depth, condition.low, most)
    if found.motions is None:
        return replace(condition, low=found.low, high=math.inf, deepen=None), found
    motion = tuple(
        (key, _about_mean(dx, dy, turn, pieces[key]))
        for key, (dx, dy, turn) in zip(deepen.keys, found.motions, strict=True)
        if key is not None and pieces[key].share
    )
    return replace(condition, low=found.low, high=_size(dict(motion), pieces), motion=motion, deepen=None), found


def _about_mean(dx: float, dy: float, turn: float, piece: Movable) -> Displacement:
    """A shift and a turn (radians) about the mean of the corners as a displacement of the origin."""
    x, y = (sum(c) / len(piece.arms) for c in zip(*piece.arms, strict=True))
    cosine, sine = math.cos(turn), math.sin(turn)
    return displacement(dx + (1 - cosine) * x + sine * y, dy - sine * x + (1 - cosine) * y, turn)


def _past(condition: Condition, pieces: Mapping[Key, Movable]) -> dict[Key, Displacement]:
    """Every piece pushed as far as `condition.high` and a little further, into the other."""
    if condition.motion:
        return dict(condition.motion)
    shift: dict[Key, Displacement] = {}
    for index, (key, dx, dy) in enumerate(condition.pushes):
        ux, uy = (dx, dy) if condition.into is None else condition.into
        sign = 1 if condition.into is None or index == 0 else -1
        share = float(pieces[key].share)
        x = (dx * condition.high + sign * ux * FLIP_PAST_MM) * share
        y = (dy * condition.high + sign * uy * FLIP_PAST_MM) * share
        shift[key] = displacement(x, y)
    return shift


@dataclass(frozen=True, slots=True)
class _Mending:
    """A displacement that mends everything, as far as the search for one went."""

    shift: Shift | None
    motions: int = 0
    settled: bool = True


def _mended(
    conditions: Sequence[Condition], ask: _Evaluations, pieces: Mapping[Key, Movable],
    most: int,
) -> _Mending:  # fmt: skip
    """A displacement after which everything holds.

    Broken pairs are pushed apart until none is left; where that comes to no end, each piece by itself
    is brought to the nearest place that is free of everything.
    """
    shift = _pushed(conditions, ask, pieces)
    if shift is None and ask.enough:
        return _Mending(None, settled=False)
    found = _alone(conditions, ask, pieces, most) if shift is None else _Mending(shift)
    if found.shift is None or sum(not c.holds for c in conditions) < 2:
        return found
    return replace(found, shift=_shortened(found.shift, ask, pieces))


def _shortened(shift: Shift, ask: _Evaluations, pieces: Mapping[Key, Movable]) -> Shift:
    """A mending displacement made smaller: the piece that goes farthest goes less far while all still holds.

    It ends after `_MENDING_TRIES` or enough conditions, and at steps of `_MENDING_FINEST`; a displacement that rounding
    leaves as large as it was is none that is smaller.
    """
    less = 0.5
    for _ in range(_MENDING_TRIES):
        if ask.enough:
            break
        key = max(shift, key=lambda k: _size({k: shift[k]}, pieces))
        move = shift[key]
        dx, dy, turn = ((1 - less) * float(v) for v in (move.dx, move.dy, move.turn))
        tried = {**shift, key: displacement(dx, dy, math.radians(turn))}
        if _size({key: tried[key]}, pieces) < _size({key: move}, pieces) and all(c.holds for c in ask(tried)):
            shift = tried
        elif less < 2 * _MENDING_FINEST:
            break
        else:
            less /= 2
    return shift


def _pushed(conditions: Sequence[Condition], ask: _Evaluations, pieces: Mapping[Key, Movable]) -> Shift | None:
    """Broken pairs pushed apart until none is left.

    None after `MENDING_ROUNDS` or enough conditions, or once the pushes left to do have not become fewer for
    `_MENDING_PATIENCE` rounds: on a table too small for the pieces they never do.
    """
    shift: dict[Key, Displacement] = {}
    broken = [c for c in conditions if not c.holds]
    least, waited, past = math.inf, 0, FLIP_PAST_MM / 2
    for _ in range(MENDING_ROUNDS):
        if ask.enough:
            break
        # one push for the same pieces: what two conditions ask of a pair is not asked twice
        urgent = {_to_displace(c): c for c in sorted(broken, key=lambda c: c.amount)}
        for condition in urgent.values():
            motion = condition.motion or _push(condition, past, pieces)
            shift |= {key: shift.get(key, STILL) + move for key, move in motion}
        broken = [c for c in ask(shift) if not c.holds]
        if not broken:
            return shift
        left = sum(c.amount for c in broken)
        least, waited = (left, 0) if left < least * _MENDING_PROGRESS else (least, waited + 1)
        if waited == _MENDING_PATIENCE:
            break
        past *= _MENDING_HASTE
    return None


def _to_displace(condition: Condition) -> frozenset[Key]:
    return frozenset(key for key, *_ in condition.pushes or condition.motion)


def _push(condition: Condition, past: float, pieces: Mapping[Key, Movable]) -> tuple[tuple[Key, Displacement], ...]:
    """The straight push that mends a condition, `past` mm further than needed, each piece doing its share."""
    total = sum(float(pieces[key].share) for key, _, _ in condition.pushes)
    step = (condition.amount + past) / total if total else 0.0
    shares = [(key, step * float(pieces[key].share), dx, dy) for key, dx, dy in condition.pushes]
    return tuple((key, displacement(dx * far, dy * far)) for key, far, dx, dy in shares)


def _alone(
    conditions: Sequence[Condition], ask: _Evaluations, pieces: Mapping[Key, Movable],
    most: int,
) -> _Mending:  # fmt: skip
    """Every piece of a broken condition brought, by itself, where all its conditions hold."""
    shift: dict[Key, Displacement] = {}
    motions, settled = 0, True
    for condition in conditions:
        if condition.holds:
            continue
        if condition.escape is None:
            if not condition.motion:
                return _Mending(None, motions, settled)
            shift |= dict(condition.motion)
        elif condition.escape.key not in shift:
            key = condition.escape.key
            asked = [c for c in conditions if c.escape is not None and c.escape.key == key]
            low = max(c.low for c in asked if not c.holds) * float(pieces[key].share) * (1 - PROVED_SHARE)
            freed = _jointly([c.escape for c in asked if c.escape], low, most - motions)
            motions, settled = motions + freed.motions, settled and freed.settled
            if freed.high is None:
                return _Mending(None, motions, settled)
            shift[key] = displacement(freed.dx, freed.dy, freed.turn)
    if not all(c.holds for c in ask(shift)):
        return _Mending(None, motions, settled)
    return _Mending(shift, motions, settled)


def _jointly(escapes: Sequence[Escape], low: float, most: int) -> Freed:
    """The least motion that meets all that is asked of a piece; a shift, if not all ask it of the same body.

    low: mm, less is proved not to do for one of them.
    """
    from armada_sim.geometry import Every, Trailing, least_motion

    first = escapes[0]
    clear = max(e.clear for e in escapes)
    if all(e.turns and e.body == first.body for e in escapes):
        region = Every(tuple(e.region(first.origin) for e in escapes))
        return least_motion(first.corners, region, low, clear=clear, most=most)
    x, y = map(float, first.origin)
    trailing = [
        Trailing(e.region(first.origin), (tuple((cx - x, cy - y) for cx, cy in e.body.corners),)) for e in escapes
    ]
    return least_motion([(0.0, 0.0)], Every(tuple(trailing)), low, turns=False, clear=clear, most=most)

"""What was likeliest done wrong where a position cannot be.

Each guess is tried: the table (or the piece) is written anew without the mistake, and the guess is reported only if
what was wrong is then right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce

from armada_sim.evidence import Reason
from armada_sim.geometry import DiscDomain, Number, exact, polygon_domain
from armada_sim.referee._lying import every_problem, place_problems
from armada_sim.table import (
    MM_PER,
    Clause,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    Unit,
    asks_no_more,
    fitted,
    rounded,
    standard_surface,
)
from armada_sim.tabletop import N_, InputError, Message

_SMALL_MM = 3.0
"""mm. Up to here a piece may well have been measured wrongly by so much: a tolerance would do. It decides no answer."""

_WIDEST_MM = 3000.0
"""mm. A table wider than this is none that anybody plays on with pieces of the official size. It decides no answer."""

_NAMES = {
    "mm": Message('millimetres (unit = "mm")'),
    "cm": Message('centimetres (unit = "cm")'),
    "in": Message('inches (unit = "in")'),
}
"""Units as a sentence and a file name them."""

_PARTS = (
    ((N_("it would be possible if all lengths were in {unit}"),
      N_("it would be possible if all lengths were in {unit} or {other}")), True, True),
    ((N_("it would be possible if the lengths of ships and objects were in {unit}"),
      N_("it would be possible if the lengths of ships and objects were in {unit} or {other}")), True, False),
    ((N_("it would be possible if the lengths of the surface were in {unit}"),
      N_("it would be possible if the lengths of the surface were in {unit} or {other}")), False, True),
)  # fmt: skip
"""Which lengths may be in another unit: what is said with one unit and with two; whether the pieces', the surface's."""

_SWAPPED = (
    (N_("it would be possible with x and y of all ships swapped"),
     N_("it would be possible with x and y of all ships swapped and their headings clockwise from +y")),
    (N_("it would be possible with x and y of all ships and objects swapped"),
     N_("it would be possible with x and y of all ships and objects swapped and the headings clockwise from +y")),
)  # fmt: skip
_SWAPPED_ALONE = (
    N_("with x and y of {ship} swapped it would fit there"),
    N_("with x and y of {ship} swapped and its heading clockwise from +y it would fit there"),
)
"""Without objects and with them; headings as they are written, and mirrored like the coordinates."""

_PLACES = (Clause.POSITION_SURFACE, Clause.POSITION_OBJECT, Clause.POSITION_OVERLAP)
"""What is wrong with where ships lie, not with how they were measured."""

_ORDERS = (
    (N_("with the first of them as the tip they fit: the order is base, base, tip"), (1, 2, 0)),
    (N_("with the second of them as the tip they fit: the order is base, base, tip"), (0, 2, 1)),
)
"""Which of three corners may be the tip instead of the third, and the order in which they should have been given."""


def with_likeliest(layout: Layout, rules: Rules, unit: Unit, problems: Sequence[Reason]) -> tuple[Reason, ...]:
    """The same problems; where the likeliest mistake is known, their sentences name it."""
    common = _common(layout, rules, unit, problems)
    return tuple(_with_guess(problem, _likeliest(layout, rules, unit, problem, common)) for problem in problems)


def _with_guess(problem: Reason, guess: Message | None) -> Reason:
    if guess is None:
        return problem
    return replace(problem, text=Message("{problem}; {guess}", problem=problem.text, guess=guess))


def _likeliest(layout: Layout, rules: Rules, unit: Unit, problem: Reason, common: Message | None) -> Message | None:
    """What may have been done wrong; None if that is not known. common: with the whole table."""
    ship = layout.ship(problem.pieces[0])
    match problem.clause:
        case Clause.POSITION_SUNK:
            return Message('take it out, or say wreck = "stays_as_obstacle" in the rules')
        case Clause.POSITION_MISFIT:
            return next(_of_measurement(layout, ship, rules, unit), None) or common or _tolerance(problem, unit)
        case Clause.POSITION_SURFACE:
            of_all = _either(common, _swap_of_one(layout, ship, rules, unit))
            return of_all or _digit(layout, ship, rules, unit) or _tolerance(problem, unit)
    return common or _tolerance(problem, unit)


def _either(*guesses: Message | None) -> Message | None:
    """All the guesses there are, as one sentence."""
    known = [guess for guess in guesses if guess is not None]
    if not known:
        return None
    return reduce(lambda guess, other: Message("{guess}, or {other}", guess=guess, other=other), known)


# ------------------------------------------------------------------------------------ the whole table


def _common(layout: Layout, rules: Rules, unit: Unit, problems: Sequence[Reason]) -> Message | None:
    """What may have been done wrong with all ships: their unit, or which coordinate is which.

    The unit is guessed where half the ships or more are concerned, or nobody plays on such a table. That x and y are
    swapped is guessed where some ship lies off the table, or where so many are concerned, by more than a tolerance
    would allow for, and no unit fits: exchanging them puts every ship elsewhere, so that a single overlap is nearly
    always gone.
    """
    strange = _half(layout, problems) or not _is_played_on(layout, rules)
    units = could_be(layout, rules, unit) if strange else None
    large = [problem for problem in problems if problem.clause in _PLACES and _tolerance(problem, unit) is None]
    off = any(_coordinates_off(layout, layout.ship(problem.pieces[0])) for problem in large)
    swapped = off or (units is None and _half(layout, large))
    return _either(units, _swap_of_all(layout, rules, unit) if swapped else None)


def _half(layout: Layout, problems: Sequence[Reason]) -> bool:
    """Whether there are problems, and half the ships or more are concerned."""
    concerned = {name for problem in problems for name in problem.pieces}
    return bool(problems) and 2 * sum(ship.name in concerned for ship in layout.ships) >= len(layout.ships)


def could_be(layout: Layout, rules: Rules, unit: Unit) -> Message | None:
    """In which other units a table could be: all its lengths, those of ships and objects, or those of the surface."""
    stated = layout.surface.kind != "unbounded" and layout.surface != standard_surface()
    ways = _PARTS if stated else _PARTS[:1]
    guesses = []
    for said, pieces, surface in ways:
        fits = [
            name
            for name in MM_PER
            if name != unit.name and _fits(layout, rules, unit, name, pieces, surface and stated)
        ]
        if fits:
            guesses.append(Message(said[len(fits) > 1], unit=_NAMES[fits[0]], other=_NAMES[fits[-1]]))
    return _either(*guesses)


def _fits(layout: Layout, rules: Rules, unit: Unit, name: str, pieces: bool, surface: bool) -> bool:
    """Whether a table can lie so, and be played on, whose pieces or surface, or both, are in another unit."""
    factor = MM_PER[name] / MM_PER[unit.name]
    try:
        scaled = _rewritten(layout, rules, partial(_scaled, factor=factor)) if pieces else layout
        if surface:
            scaled = replace(scaled, surface=_scaled_surface(layout.surface, factor))
        return _is_played_on(scaled, rules) and _can_be(scaled, rules, unit)
    except InputError:  # beyond what a coordinate may be
        return False


def _can_be(layout: Layout, rules: Rules, unit: Unit) -> bool:
    return all(problem.clause is Clause.POSITION_SUNK for problem in every_problem(layout, rules, unit))


def _swap_of_all(layout: Layout, rules: Rules, unit: Unit) -> Message | None:
    """That x and y of all ships are swapped, if the table could be so."""
    for objects in (False, True)[: 1 + bool(layout.objects)]:
        for turned, said in enumerate(_SWAPPED[objects]):
            swapped = _rewritten(layout, rules, _exchanged, _mirrored if turned else None)
            if _can_be(swapped if objects else replace(swapped, objects=layout.objects), rules, unit):
                return Message(said)
    return None


def _is_played_on(layout: Layout, rules: Rules) -> bool:
    """Whether a table is neither wider than tables are nor too small for a set-up; without edges it goes from its
    origin to all ships."""
    left, bottom, right, top = layout.surface.bounds
    if left == -math.inf:
        xs, ys = zip((0.0, 0.0), *((float(ship.pose.x), float(ship.pose.y)) for ship in layout.ships), strict=True)
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    elif math.hypot(right - left, top - bottom) < rules.min_gap_mm:
        return False
    return max(right - left, top - bottom) <= widest_mm(rules)


def widest_mm(rules: Rules) -> float:
    """mm. A table wider than this is none that anybody plays on with such pieces. It decides no answer."""
    return _WIDEST_MM * max(1.0, float(rules.widest_mm / Rules().widest_mm))


_Corner = tuple[Number, Number]
"""A point, mm."""


def _rewritten(
    layout: Layout, rules: Rules, point: Callable[[Sequence[Number]], _Corner],
    heading: Callable[[Number], Number] | None = None,
) -> Layout:  # fmt: skip
    """The table with every point of its ships and objects, and every heading, written otherwise."""
    ships = tuple(_rewritten_ship(layout, ship, rules, point, heading) for ship in layout.ships)
    things = tuple(Obstacle.of(o.name, tuple(map(point, o.polygon)), marker=o.marker) for o in layout.objects)
    return replace(layout, ships=ships, objects=things)


def _rewritten_ship(
    layout: Layout,
    ship: Ship,
    rules: Rules,
    point: Callable[[Sequence[Number]], _Corner],
    heading: Callable[[Number], Number] | None,
) -> Ship:
    if not ship.measured:
        turned = heading(ship.pose.heading) if heading else ship.pose.heading
        return replace(ship, pose=Pose(*point((ship.pose.x, ship.pose.y)), turned))
    measured = tuple(map(point, ship.measured))
    fit = fitted(measured, rules.outline(ship.size), layout.stated_tolerance(ship))
    return replace(ship, pose=fit.pose, misfit=fit.misfit, measured=measured, spread=fit.spread)


def _scaled(point: Sequence[Number], factor: Fraction) -> _Corner:
    return exact(point[0]) * factor, exact(point[1]) * factor


def _exchanged(point: Sequence[Number]) -> _Corner:
    return point[1], point[0]


def _mirrored(heading: Number) -> Fraction:
    """The heading of what is seen with x and y exchanged: degrees clockwise from +y."""
    return 90 - exact(heading)


def _scaled_surface(surface: Surface, factor: Fraction) -> Surface:
    domain = surface.domain
    if isinstance(domain, DiscDomain):
        (x, y), radius = domain.centre, domain.radius
        return replace(surface, domain=DiscDomain((x * factor, y * factor), radius * factor))
    corners = tuple((x * factor, y * factor) for x, y in surface.corners)
    return replace(surface, domain=polygon_domain(corners)) if corners else surface


# ------------------------------------------------------------------------------------------ one piece


def _of_measurement(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Iterator[Message]:
    """Measurements that would fit, likeliest mistake first."""

    def fits(measured: Sequence[Sequence[Number]], size: Size) -> bool:
        fit = fitted(measured, rules.outline(size), layout.stated_tolerance(ship))
        return asks_no_more(fit.misfit, layout.reading_error(ship))

    points, outline = ship.measured, rules.outline(ship.size)
    if not points:  # whoever made the ship said no more than its misfit
        return
    if len(points) == 2:
        apart = math.dist(*[[float(v) for v in point] for point in points])
        if abs(apart - math.sqrt(outline.side_square)) <= layout.reading_error(ship):
            yield Message("they are as far apart as a corner of the base and the tip: measure from its middle")
    if len(points) == 3:
        for said, order in _ORDERS:
            if fits([points[i] for i in order], ship.size):
                yield Message(said)
    for size in rules.sizes:
        if size != ship.size and fits(points, size):
            yield Message("they fit a {kind}", kind=size.ship)
    for name, length in MM_PER.items():
        factor = length / MM_PER[unit.name]
        if name != unit.name and fits([_scaled(point, factor) for point in points], ship.size):
            yield Message("they fit in {unit}", unit=_NAMES[name])


def _coordinates_off(layout: Layout, ship: Ship) -> list[str]:
    """Which coordinates of a ship's base lie beyond all of the surface."""
    left, bottom, right, top = layout.surface.bounds
    x, y = ship.pose.x, ship.pose.y
    return [name for name, beyond in (("x", not left <= x <= right), ("y", not bottom <= y <= top)) if beyond]


def _swap_of_one(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Message | None:
    """That x and y of a ship whose base is off the table are swapped, if it can lie there among the others."""
    if not _coordinates_off(layout, ship):
        return None
    for heading, said in zip((None, _mirrored), _SWAPPED_ALONE, strict=True):
        moved = _rewritten_ship(layout, ship, rules, _exchanged, heading)
        there = replace(layout, ships=tuple(moved if one.name == ship.name else one for one in layout.ships))
        if next(place_problems(there, moved, rules, unit), None) is None:
            return Message(said, ship=ship.name)
    return None


def _digit(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Message | None:
    """A coordinate ten times too large, if the ship can lie where it is at a tenth of it."""
    x, y = exact(ship.pose.x), exact(ship.pose.y)
    wrong = _coordinates_off(layout, ship)
    if not wrong or ship.measured:
        return None
    there = Pose(x / 10 if "x" in wrong else x, y / 10 if "y" in wrong else y, ship.pose.heading)
    moved = layout.with_pose(ship.name, there)
    if next(place_problems(moved, moved.ship(ship.name), rules, unit), None) is not None:
        return None
    values = {name: unit.text(float(value)) for name, value in (("x", there.x), ("y", there.y))}
    match wrong:
        case ["x"]:
            said = N_("with x = {x}, a tenth of what is written, it would fit there")
        case ["y"]:
            said = N_("with y = {y}, a tenth of what is written, it would fit there")
        case _:
            said = N_("with x = {x} and y = {y}, a tenth of what is written, it would fit there")
    return Message(said, **values)


def _tolerance(problem: Reason, unit: Unit) -> Message | None:
    """The tolerance that would allow for something small."""
    assert problem.measured is not None
    need = problem.measured / 2 if problem.clause is Clause.POSITION_OVERLAP else problem.measured
    if need > _SMALL_MM:
        return None
    return Message("a tolerance.position of {length} would allow for it", length=rounded(need, unit, up=True))

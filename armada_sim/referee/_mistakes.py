"""What was likeliest done wrong where a position cannot be.

Each guess is tried: the table (or the piece) is written anew without the mistake, and the guess is reported only if
what was wrong is then right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from armada_sim.evidence import Reason
from armada_sim.geometry import MISFIT_MM, DiscDomain, Number, exact, polygon_domain
from armada_sim.referee._lying import misfit_problem, place_problems, problems_found
from armada_sim.table import MM_PER, Clause, Layout, Pose, Rules, Ship, Size, Surface, Unit, fitted, rounded
from armada_sim.tabletop import N_, InputError, Message

_SMALL_MM = 3.0
"""mm. Up to here a piece may well have been measured wrongly by so much: a tolerance would do. It decides no answer."""

WIDEST_MM = 3000.0
"""mm. A table that a guess makes wider than this is none that anybody plays on. It decides no answer."""

_NAMES = {
    "mm": Message('millimetres (unit = "mm")'),
    "cm": Message('centimetres (unit = "cm")'),
    "in": Message('inches (unit = "in")'),
}
"""Units as a sentence and a file name them."""

_ORDERS = (
    (N_("with the first of them as the tip they fit: the order is base, base, tip"), (1, 2, 0)),
    (N_("with the second of them as the tip they fit: the order is base, base, tip"), (0, 2, 1)),
)
"""Which of three corners may be the tip instead of the third, and the order in which they should have been given."""


def with_likeliest(layout: Layout, rules: Rules, unit: Unit, problems: Sequence[Reason]) -> tuple[Reason, ...]:
    """The same problems; where the likeliest mistake is known, their sentences name it."""
    common = _common(layout, rules, unit, problems)
    return tuple(_told(problem, _likeliest(layout, rules, unit, problem, common)) for problem in problems)


def _told(problem: Reason, guess: Message | None) -> Reason:
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
            return common or _digit(layout, ship, rules, unit) or _tolerance(problem, unit)
    return common or _tolerance(problem, unit)


# ------------------------------------------------------------------------------------ the whole table


def _common(layout: Layout, rules: Rules, unit: Unit, problems: Sequence[Reason]) -> Message | None:
    """The unit that all lengths may have been meant in: half the ships or more are concerned, none is then."""
    concerned = {name for problem in problems for name in problem.pieces}
    if 2 * sum(ship.name in concerned for ship in layout.ships) < len(layout.ships):
        return None
    fits = [
        name for name in MM_PER if name != unit.name and _fits(layout, rules, unit, MM_PER[name] / MM_PER[unit.name])
    ]
    match fits:
        case []:
            return None
        case [one]:
            return Message("the table could be with all lengths in {unit}", unit=_NAMES[one])
    return Message(
        "the table could be with all lengths in {unit} or {other}", unit=_NAMES[fits[0]], other=_NAMES[fits[1]]
    )


def _fits(layout: Layout, rules: Rules, unit: Unit, factor: Fraction) -> bool:
    """Whether a table whose lengths are all so many times as large can lie so; its surface may be the same or not."""
    try:
        ships = tuple(_scaled_ship(ship, rules, factor) for ship in layout.ships)
        objects = tuple(
            replace(o, polygon=tuple((x * factor, y * factor) for x, y in o.polygon)) for o in layout.objects
        )
        for surface in (layout.surface, _scaled_surface(layout.surface, factor)):
            scaled = replace(layout, ships=ships, objects=objects, surface=surface)
            found = problems_found(scaled, rules, unit)
            if _is_played_on(scaled) and all(problem.clause is Clause.POSITION_SUNK for problem in found):
                return True
    except InputError:  # beyond what a coordinate may be
        pass
    return False


def _is_played_on(layout: Layout) -> bool:
    """Whether a table, or one from its origin to all ships where there are no edges, is no wider than tables are."""
    left, bottom, right, top = layout.surface.bounds
    if left == -math.inf:
        xs, ys = zip((0.0, 0.0), *((float(ship.pose.x), float(ship.pose.y)) for ship in layout.ships), strict=True)
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    return max(right - left, top - bottom) <= WIDEST_MM


def _scaled_ship(ship: Ship, rules: Rules, factor: Fraction) -> Ship:
    if not ship.measured:
        return replace(ship, pose=Pose(*_scaled((ship.pose.x, ship.pose.y), factor), ship.pose.heading))
    measured = tuple(_scaled(point, factor) for point in ship.measured)
    pose, misfit = fitted(measured, rules.outline(ship.size))
    return replace(ship, pose=pose, misfit=misfit, measured=measured)


def _scaled(point: Sequence[Number], factor: Fraction) -> tuple[Number, Number]:
    return exact(point[0]) * factor, exact(point[1]) * factor


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
        _, misfit = fitted(measured, rules.outline(size))
        return next(misfit_problem(layout, replace(ship, misfit=misfit), unit), None) is None

    points, outline = ship.measured, rules.outline(ship.size)
    if not points:  # whoever made the ship said no more than its misfit
        return
    if len(points) == 2:
        apart = math.dist(*[[float(v) for v in point] for point in points])
        if abs(apart - math.sqrt(outline.side_square)) <= (layout.tolerance_of(ship) or MISFIT_MM):
            yield Message("they are as far apart as a corner of the base and the tip: measure from its middle")
    if len(points) == 3:
        for said, order in _ORDERS:
            if fits([points[i] for i in order], ship.size):
                yield Message(said)
    for size in Size:
        if size is not ship.size and fits(points, size):
            yield Message("they fit a {kind}", kind=size.ship)
    for name, length in MM_PER.items():
        factor = length / MM_PER[unit.name]
        if name != unit.name and fits([_scaled(point, factor) for point in points], ship.size):
            yield Message("they fit in {unit}", unit=_NAMES[name])


def _digit(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Message | None:
    """A coordinate ten times too large, if the ship can lie where it is at a tenth of it."""
    left, bottom, right, top = layout.surface.bounds
    x, y = exact(ship.pose.x), exact(ship.pose.y)
    wrong = [name for name, beyond in (("x", not left <= x <= right), ("y", not bottom <= y <= top)) if beyond]
    if not wrong or ship.measured:
        return None
    there = Pose(x / 10 if "x" in wrong else x, y / 10 if "y" in wrong else y, ship.pose.heading)
    moved = layout.with_pose(ship.name, there)
    if next(place_problems(moved, moved.ship(ship.name), rules, unit), None) is not None:
        return None
    values = {name: unit.text(float(value)) for name, value in (("x", there.x), ("y", there.y))}
    match wrong:
        case ["x"]:
            said = N_("with x = {x}, a tenth of what is written, it could lie there")
        case ["y"]:
            said = N_("with y = {y}, a tenth of what is written, it could lie there")
        case _:
            said = N_("with x = {x} and y = {y}, a tenth of what is written, it could lie there")
    return Message(said, **values)


def _tolerance(problem: Reason, unit: Unit) -> Message | None:
    """The tolerance that would allow for something small."""
    assert problem.measured is not None
    need = problem.measured / 2 if problem.clause is Clause.POSITION_OVERLAP else problem.measured
    if need > _SMALL_MM:
        return None
    return Message("a tolerance.position of {length} would allow for it", length=rounded(need, unit, up=True))

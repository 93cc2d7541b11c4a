"""A ship's guns, what is in the way of their lines and what the large piece needs room among, as arrays.

They are what the compiled search for threats works on (`_gunnery.Battery`); `broadsides` decides what counts.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from flint import arb

from armada_sim.firing import ShotCase, guns, region, shot_case
from armada_sim.geometry import ConvexDomain, DiscDomain, ExactPoint, SimpleDomain, sight, template_at, turn, working_at
from armada_sim.geometry.kernel.lines import PARTS
from armada_sim.geometry.kernel.outlines import TINY
from armada_sim.regions._gunnery import Battery
from armada_sim.table import Layout, Obstacle, Pose, Rules, Ship

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_CHORD_CORNERS: Final = 40
"""Objects with more corners have no chords but those of their convex parts: looking takes the cube of it."""


@dataclass(frozen=True)
class Guns:
    """The gun sides of a ship in its own frame, and what may be in the way."""

    names: tuple[str, ...]
    """Of the side of each row; sides with several slides have several rows."""

    regions: tuple[Floats, ...]
    """(v, 2) corners of what each row's side reaches."""

    battery: Battery

    @classmethod
    def of(cls, layout: Layout, ship: Ship, rules: Rules, piece: float = math.inf, target: Ship | None = None) -> Guns:
        """Those of a ship, wherever it lies, firing at a target or, if None, at points of the table.

        piece: mm. Where it matters for points how the large piece lies, its slides are cut in pieces of this length.
        """
        shooter = layout.with_pose(ship.name, Pose(0, 0, 0)).ship(ship.name)
        case = shot_case(layout, shooter, target or shooter, guns.LONG_SIDES, rules)
        template = guns.large_template(rules)
        apart = rules.physical_fit != "virtual" or rules.obstruction == "clear_template"
        names, rows, regions, arms = [], [], [], []
        with working_at(sight.FINEST):
            base, depth = float(template.base), float(template.depth)
            slopes = np.array([(float(k), float(c)) for k, c in template.lines()])
            corners = [(float(x), float(y)) for x, y in template_at(template, arb(0))]
            for side in case.sides:
                gun = guns.GunSide(shooter, rules.outline(shooter.size), side)
                reach = list(dict.fromkeys(region(case, side)))  # a slide of one place sets down each corner twice
                for first, last in guns.base_slides(gun, template) if len(reach) > 2 else ():
                    for low, high in _pieces(float(first), float(last), piece if apart else math.inf):
                        names.append(side)
                        regions.append(np.array(reach))
                        rows.append(_row(gun, low, high))
                        arms.append((max(math.hypot(*p) for p in gun.edge.corners), max(math.hypot(*p) for p in reach)))
        things = [] if rules.obstruction == "none" else [np.array(solid.corners) for _, solid in case.blockers()]
        filled = _filled(things)
        centres = filled.mean(axis=1)
        radii = np.hypot(*np.moveaxis(filled - centres[:, None], 2, 0)).max(axis=1, initial=0.0)
        room, walls, discs = _room(case)
        battery = Battery(
            np.array(rows).reshape(-1, 9), np.array(arms).reshape(-1, 2), _shape(corners), slopes, base, depth,
            filled, np.column_stack([centres, radii]), room, walls, discs, rules.obstruction == "clear_template",
            apart or rules.in_area in ("half", "whole"), _chords(case), np.zeros((2, 64)), np.zeros((PARTS, 2, 64)),
        )  # fmt: skip
        return cls(tuple(names), tuple(regions), battery)


def _pieces(first: float, last: float, piece: float) -> Sequence[tuple[float, float]]:
    """An interval of slides in pieces of about a length."""
    count = max(1, math.ceil((last - first) / piece))
    return list(itertools.pairwise(np.linspace(first, last, count + 1).tolist()))


def _row(gun: guns.GunSide, low: float, high: float) -> list[float]:
    """A row of `Battery.sides`."""
    (x, y), (wx, wy), (mx, my) = gun.axes_float()
    return [x, y, wx, wy, mx, my, gun.length_text, low, high]


def _shape(corners: Sequence[tuple[float, float]]) -> Floats:
    """`Battery.shape` of the large piece's corners at slide 0, counter-clockwise from the left end of its base."""
    middle, rows = (corners[0][0] + corners[1][0]) / 2, []
    for x, y in corners:
        sharp = abs(x - middle) < TINY
        rows += [(x, y, 1.0), (x, y, 0.0)] if sharp else [(x, y, float(x > middle))]
    return np.array(rows)


def _filled(shapes: Sequence[Floats]) -> Floats:
    """Outlines in one array (m, k, 2), the first corner of short ones repeated."""
    most = max((len(corners) for corners in shapes), default=1)
    filled = [np.concatenate([c, np.repeat(c[:1], most - len(c), axis=0)]) for c in shapes]
    return np.array(filled).reshape(-1, most, 2)


def _room(case: ShotCase) -> tuple[Floats, Floats, Floats]:
    """`Battery.room`, `walls` and `discs`."""
    domain, walls, discs = case.domain, np.zeros((0, 3)), np.zeros((0, 3))
    if case.rules.physical_fit == "virtual":
        return _filled([]), walls, discs
    lying = [np.array(solid.corners) for solid in case.lying()]
    if isinstance(domain, ConvexDomain):
        walls = np.array(domain.half_planes)
    elif isinstance(domain, DiscDomain):
        discs = np.array([[*map(float, domain.centre), float(domain.radius)]])
    elif isinstance(domain, SimpleDomain):
        lying += [np.array(part.corners) for part in domain.outside]
    return _filled(lying), walls, discs


def _chords(case: ShotCase) -> Floats:
    """`Battery.chords`: between corners of each convex solid, and across objects that are not convex."""
    found: list[Sequence[float]] = []
    for _, solid in case.blockers():
        found += [(*p, *q) for p, q in itertools.combinations(solid.corners, 2)]
    for thing in case.obstacles:
        if len(thing.parts) > 1:
            found += _across(thing)
    return np.array(found if case.rules.obstruction != "none" else []).reshape(-1, 4)


def _across(thing: Obstacle) -> list[tuple[float, float, float, float]]:
    """Segments between corners of an object that lie inside it, in exact arithmetic."""
    corners = thing.polygon
    n, found = len(corners), []
    for i, j in itertools.combinations(range(n), 2) if n <= _CHORD_CORNERS else ():
        if j - i in (1, n - 1):
            continue
        p, q = corners[i], corners[j]
        off = [k for k in range(n) if k not in (i, j)]
        apart = all(_apart(p, q, corners[k], corners[(k + 1) % n]) for k in off if (k + 1) % n in off)
        if apart and all(turn(p, q, corners[k]) for k in ((i - 1) % n, (i + 1) % n, (j - 1) % n, (j + 1) % n)):
            middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            if _holds(corners, middle):
                found.append((float(p[0]), float(p[1]), float(q[0]), float(q[1])))
    return found


def _apart(p: ExactPoint, q: ExactPoint, r: ExactPoint, s: ExactPoint) -> bool:
    """Whether one of two segments lies strictly on one side of the other's line."""
    return turn(p, q, r) * turn(p, q, s) > 0 or turn(r, s, p) * turn(r, s, q) > 0


def _holds(corners: Sequence[ExactPoint], point: ExactPoint) -> bool:
    """Whether a polygon holds a point that is not on its border (even-odd rule)."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside

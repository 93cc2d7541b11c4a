"""Lines of fire among many corners: the plane of lines cut into boxes in which little can change.

`sight` decides one line for every cell between its curves, which are far too many where hundreds of corners lie in the
way. But whether one blocker closes a line depends on its own curves alone (and on the target's). So lines are taken in
boxes, of starts xp by directions w with u = w / (1 - |w|): there every curve is bilinear, so the signs at a box's
corners say whether it passes through. A blocker none of whose curves does either closes all lines of the box, which is
then done, or none, and is left out. Boxes through which few curves pass are decided by `sight` as whole scenes are;
others are cut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb

from armada_sim.geometry import sight
from armada_sim.geometry.precision import working_at
from armada_sim.geometry.sight import TARGET, Line, Prepared, Scene
from armada_sim.geometry.solids import Point
from armada_sim.geometry.tolerance import (
    SIGHT_FILTER_MM,
    SIGHT_FILTER_SIZE_MM,
    SIGHT_HAIR_MM,
    SIGHT_ROUNDING,
)
from armada_sim.tabletop import InputError, Message

FEW_CURVES = 16
"""A box with no more curves through it is decided as it is: cutting it costs more."""

_MOST_CUTS = 70
"""A box cut so often, by turns in each direction, is decided anyway: narrower ones are within rounding."""

_MOST_MEETING = 300
"""Curves through such a box, at most: so many corners lie in one straight line as far as doubles can tell."""

MOST_WORK = 30_000
"""What the search for one line may cost: a box 1 and one more for each `_CURVES_A_UNIT` curves looked at in it, a
box that is decided the square of their number by `_SQUARE_A_UNIT`. A unit is about a fifth of a millisecond."""

_CURVES_A_UNIT = 200
_SQUARE_A_UNIT = 16

WHOLE = 120
"""Scenes with no more curves are decided in their cells: so few need no cutting."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """Whether there is a clear line in a scene."""

    line: Line | None
    """A clear line; None if there is none."""

    shut: frozenset[int] = frozenset()
    """If there is none: blockers that together leave none."""


def find_line(scene: Scene) -> Visibility:
    """A clear line, or what closes all: decided, not searched. Raises InputError if too many corners are in the way."""
    with working_at(sight.FINEST):
        if sight.out_of_reach(scene):
            return Visibility(None)
        ready = sight.prepare(scene)
        low, high = sight.start_range(scene)
        if sight.sign(high - low) < 0:
            return Visibility(None)
        soon = sight.soon(ready, low, high)
        if soon is True:
            return Visibility(None, frozenset(range(len(scene.blockers))))
        if soon is not False:
            return Visibility(soon)
        owned = sight.owned_curves(ready)
        if len(owned) > WHOLE:
            division = _Division(ready, owned, (low, high))
            line = division.search()
            return Visibility(line, frozenset(division.shut))
        line = sight.line_in_cells(ready, [curve for _, curve in owned], (low, high), (None, None))
        return Visibility(line, frozenset(range(len(scene.blockers))))


@dataclass(frozen=True)
class Box:
    """Lines whose starts and directions lie in intervals."""

    start: tuple[float, float]
    """mm"""

    way: tuple[float, float]
    """w, both ends of one sign."""

    curves: Sequence[int]
    """Those that may pass through."""

    owners: Sequence[int]
    """Blockers that may close some of its lines and not others."""

    cuts: int = 0


class _Division:
    """The search for a clear line by boxes; `shut` holds the blockers that close what was looked at."""

    def __init__(self, ready: Prepared, owned: Sequence[tuple[int, sight.Curve]], starts: tuple[arb, arb]) -> None:
        self.ready = ready
        self.low, self.high = starts
        owned = [(owner, curve) for owner, curve in owned if any(map(sight.sign, curve))]
        self.curves = [curve for _, curve in owned]
        owners = [owner for owner, _ in owned]
        forms = [tuple(map(float, curve)) for curve in self.curves]
        for owner, planes in ((TARGET, ready.target), *enumerate(ready.blockers)):
            sides = [(-float(d), float(a), 0.0, 0.0) for a, _, d in planes if sight.sign(a)]
            owners += [owner] * len(sides)  # starts at which a side crosses the line of starts, whatever the direction
            forms += sides
        self.owners, self.forms = owners, forms
        self.shut: set[int] = set()
        self.work = 0.0
        target = ready.scene.target
        depths = [float(y) for _, y in target]
        self.depths = min(depths), max(depths)
        spans = [[float(y) for _, y in corners] for corners in ready.scene.blockers]
        self.spans = [(min(span), max(span)) for span in spans]
        """mm. Least and greatest depth of each blocker."""
        self.walls = self._parting()

    def _parting(self) -> list[tuple[int, Point, Point]]:
        """Sides of blockers beyond which all of the target lies and before which all starts, and whose they are."""
        scene, found = self.ready.scene, []
        starts = [(float(self.low), 0.0), (float(self.high), 0.0)]
        target = [(float(x), float(y)) for x, y in scene.target]
        for owner, (corners, planes) in enumerate(zip(scene.blockers, self.ready.shown, strict=True)):
            ends = zip(corners, (*corners[1:], corners[0]), planes, strict=True)
            for (px, py), (qx, qy), (a, c, d) in ends:
                before = all(a * x + c * y > d + SIGHT_FILTER_MM for x, y in starts)
                if before and all(a * x + c * y < d - SIGHT_FILTER_MM for x, y in target):
                    found.append((owner, (float(px), float(py)), (float(qx), float(qy))))
        return found

    def search(self) -> Line | None:
        """A clear line whose start is in their range, or None. Raises InputError if that takes too much work."""
        start = (float(self.low) - SIGHT_HAIR_MM, float(self.high) + SIGHT_HAIR_MM)
        every, blockers = range(len(self.forms)), range(len(self.spans))
        ways = [(-1.0, 0.0), (0.0, 1.0)]
        waiting = deque(Box(start, way, every, blockers) for way in ways)
        self._width = start[1] - start[0]
        while waiting:
            self._spend(1 + len(waiting[0].curves) / _CURVES_A_UNIT)
            box = self._reduced(waiting.popleft())
            if box is None:
                continue
            if len(box.curves) > FEW_CURVES and box.cuts < _MOST_CUTS:
                line = self._middle(box)
                if line is None:
                    waiting.extend(self._halves(box))
                    continue
            else:
                line = self._decided(box)
            if line is not None:
                return line
        return None

    def _spend(self, units: float) -> None:
        self.work += units
        if self.work > MOST_WORK:
            raise InputError(
                Message(
                    "the lines of fire between the two take more work than the limit of {most} steps: so many corners, "
                    "or things in contact, lie in the way",
                    most=MOST_WORK,
                )
            )

    def _reduced(self, box: Box) -> Box | None:
        """The box with what matters in it alone; None if none of its lines can be clear."""
        if sight.sign(box.start[1] - self.low) < 0 or sight.sign(self.high - box.start[0]) < 0:
            return None
        wall = self._wall(box)
        if wall is not None:
            self.shut.add(wall)
            return None
        curves = [curve for curve in box.curves if self._passes(curve, box)]
        crossed = {self.owners[curve] for curve in curves}
        middle = self._line(box)
        reached = self.ready.reached(*middle)
        if TARGET not in crossed and reached is None:
            return None
        on_target = None if TARGET in crossed or reached is None else reached[0]
        kept, unknown = [owner for owner in box.owners if owner in crossed], []
        shown = float(middle[0]), float(middle[1])
        for owner in box.owners:
            if owner in crossed:
                continue
            sure, closes = self._surely(owner, shown, None if on_target is None else float(on_target))
            if closes:
                self.shut.add(owner)
                return None
            if not sure:
                unknown.append(owner)
            elif closes is None:
                kept.append(owner)
        for owner in unknown:
            closes = self._closes(owner, middle, on_target)
            if closes:
                self.shut.add(owner)
                return None
            if closes is None:
                kept.append(owner)
        return Box(box.start, box.way, curves, kept, box.cuts)

    def _wall(self, box: Box) -> int | None:
        """A blocker with a side that parts starts and target, and that all lines of a box cross."""
        for owner, one, other in self.walls:
            if (side := _beside(one, box)) and _beside(other, box) == -side:
                return owner
        return None

    def _passes(self, curve: int, box: Box) -> bool:
        """Whether a curve may pass through a box."""
        n0, n1, m0, m1 = self.forms[curve]
        upright, above = curve >= len(self.curves), None
        for xp in box.start:
            n, m = n1 * xp, m1 * xp
            rest, rate, terms, others = n0 + n, m0 + m, abs(n0) + abs(n), abs(m0) + abs(m)
            for w in box.way:
                far = 1.0 if upright else 1.0 - abs(w)
                value = rate * w - rest * far
                if abs(value) <= SIGHT_ROUNDING * (others * abs(w) + terms * far) or above is (value < 0):
                    return True
                above = value > 0
        return False

    def _surely(self, owner: int, line: Point, on_target: float | None) -> tuple[bool, bool | None]:
        """Whether doubles prove what `_closes` says of a blocker, and what that is.

        Depths are as good as in `Prepared.surely_useless`, by a share of them where they are large.
        """
        xp, u = line
        if abs(xp) + abs(u) > SIGHT_FILTER_SIZE_MM:
            return False, None
        enter, leave, complete = sight.float_span(self.ready.shown[owner], xp, u)
        hair = SIGHT_FILTER_MM * (1 + abs(enter) + abs(leave))  # infinite where nothing is to be said
        if enter > leave + hair or leave < -SIGHT_FILTER_MM:
            return True, False
        if not (complete and leave > enter + hair and leave > SIGHT_FILTER_MM):
            return False, None
        if on_target is not None:
            begin = max(enter, 0.0)
            return (True, True) if begin < on_target - hair else (begin > on_target + hair, False)
        grazing = self.ready.scene.grazing_passes
        if not grazing and enter < -SIGHT_FILTER_MM:
            return True, True
        if not grazing and enter <= SIGHT_FILTER_MM:
            return False, None
        return True, self._between(owner)

    def _between(self, owner: int) -> bool | None:
        """Whether a blocker that all lines of a box enter lies before all of the target; False: behind all of it."""
        nearest, farthest = self.spans[owner]
        if farthest < self.depths[0] - SIGHT_FILTER_MM:
            return True
        return False if nearest > self.depths[1] + SIGHT_FILTER_MM else None

    def _closes(self, owner: int, middle: tuple[arb, arb], on_target: arb | None) -> bool | None:
        """Whether a blocker, no curve of which passes through a box, closes all of its lines; None: perhaps some.

        on_target: how far from its start the line in the middle meets the target, if all lines do.
        """
        ready = self.ready
        begin = ready.entry(ready.blockers[owner], *middle)
        if begin is None:
            return False
        if on_target is not None:
            return ready.stops(begin, on_target)
        if not ready.scene.grazing_passes and not sight.sign(begin):
            return True
        return self._between(owner)

    def _line(self, box: Box) -> tuple[arb, arb]:
        """The line in the middle of a box, or one beside it if that starts out of range, by a hair."""
        w = (box.way[0] + box.way[1]) / 2
        return arb((box.start[0] + box.start[1]) / 2).max(self.low).min(self.high), arb(w) / (1 - abs(arb(w)))

    def _halves(self, box: Box) -> list[Box]:
        (x0, x1), (w0, w1) = box.start, box.way
        if (x1 - x0) / self._width >= w1 - w0:
            middle = (x0 + x1) / 2
            parts = [((x0, middle), box.way), ((middle, x1), box.way)]
        else:
            middle = (w0 + w1) / 2
            parts = [(box.start, (w0, middle)), (box.start, (middle, w1))]
        return [Box(start, way, box.curves, box.owners, box.cuts + 1) for start, way in parts]

    def _middle(self, box: Box) -> Line | None:
        """The line in the middle of a box, if it is clear."""
        (xp, u), few = self._line(box), self._few(box)
        return None if few.surely_useless(float(xp), float(u)) else few.line(xp, u)

    def _few(self, box: Box) -> Prepared:
        return self.ready.among(box.owners)

    def _decided(self, box: Box) -> Line | None:
        """A clear line of a box, or None: decided in its cells."""
        if len(box.curves) > _MOST_MEETING:
            raise InputError(
                Message(
                    "too many corners lie in one straight line between the two: more than {most} meet in one line of "
                    "fire",
                    most=_MOST_MEETING,
                )
            )
        self._spend(len(box.curves) ** 2 / _SQUARE_A_UNIT)
        curves = [self.curves[i] for i in box.curves if i < len(self.curves)]
        ways = [None if abs(w) == 1.0 else arb(w) / (1 - abs(arb(w))) for w in box.way]
        starts = self.low.max(arb(box.start[0])), self.high.min(arb(box.start[1]))
        line = sight.line_in_cells(self._few(box), curves, starts, (ways[0], ways[1]))
        if line is None:
            self.shut.update(box.owners)
        return line


def _beside(point: Point, box: Box) -> int:
    """On which side of all lines of a box a point lies; 0: not of all."""
    x, y = point
    left = None
    for xp in box.start:
        for w in box.way:
            far = 1.0 - abs(w)
            value = (x - xp) * far - w * y
            if abs(value) <= SIGHT_ROUNDING * ((abs(x) + abs(xp)) * far + abs(w * y)) or left is (value > 0):
                return 0
            left = value < 0
    return -1 if left else 1

"""What it takes to open a closed shot, bounded over boxes of placements and witnesses.

A shot is clear iff there are a placement of the shooter and a witness it carries (a slide of the large piece,
a line) such that every other piece, by itself, meets what the witness asks of it (`Opening`). What a solid has to
do is to leave a convex shape, and the least any of its corners must move for that is the depth of the overlap;
a target of which a point must be reached has to come as near as its distance. Only where the target has to be covered
its place matters too: it is taken as the large piece sees it. So the least error that opens the shot is the least
value of

    F(shooter's motion, slide, line, place of the target) = max over pieces of (what it must move / its weight).

Every part of F changes by no more than the points it is about move: if these move by at most r within a box, the part
is at least (its value in the middle - r) / weight all over the box. `closed.search` minimises F by
branch and bound. Frame: gun frame of the unmoved shooter, mm, radians (`margins.plane`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armada_sim.firing.margins._arrays import NDArray, np
from armada_sim.firing.margins.closed._boxes import SIZE, Boxes, Gathered, Numbers, named
from armada_sim.firing.margins.closed._demands import Cover, Front, Gun, Line, Room
from armada_sim.firing.margins.plane import Floats, View, longest_arm, most_turn, turn_of
from armada_sim.geometry import Domain
from armada_sim.table import Rules


@dataclass(frozen=True)
class Opening:
    """F of one view: what each demand of the rules adds to it."""

    view: View
    rules: Rules
    domain: Domain

    only: str = ""
    """Which of two conditions is looked at, `cover` or `line`, where the shot asks for both; none: both are."""

    @cached_property
    def gun(self) -> Gun:
        """The shooter."""
        view, rules = self.view, self.rules
        shared = self.only == "cover" and view.shooter.weight > 0 and view.target.weight > 0
        return Gun(view, shared, rules.touching_target == "cannot")

    @cached_property
    def cover(self) -> Cover | None:
        """How the target must be covered."""
        asked = self.rules.in_area in ("half", "whole") and self.only != "line"
        return Cover(self.gun, self.rules.in_area == "whole") if asked else None

    @cached_property
    def room(self) -> Room | None:
        """The room that the large piece must have."""
        fits = self.rules.physical_fit == "must_fit"
        return Room(self.gun, self.domain) if fits and not self.gun.shared else None

    @cached_property
    def way(self) -> Line | Front | None:
        """How the target is met. Under the large piece nothing lies in a line's way if that has room."""
        rules, covers = self.rules, self.cover is not None
        if self.only == "cover":
            return None
        if rules.obstruction == "clear_template":
            return Front(self.gun, free=True)
        if rules.physical_fit != "must_fit" and (not covers or self.view.solids):
            return Line(self.gun, covers)
        return None if covers else Front(self.gun, free=False)

    @property
    def both(self) -> bool:
        """Whether the target must be covered and something be free as well."""
        return self.cover is not None and self.way is not None

    @property
    def cost(self) -> int:
        """What one box costs, see `margins.work.BOXES`; measured."""
        way, room = self.way.cost if self.way else 0, self.room.cost if self.room else 0
        return way + 4 * self.both + room

    def start(self, limit: float) -> tuple[Floats, Floats]:
        """Middle and half sides of a box of everything that F may be less than `limit` for."""
        view, gun = self.view, self.view.shooter
        low, high = named(np.zeros(SIZE)), named(np.zeros(SIZE))
        shift = 0.0 if self.gun.shared else gun.weight * limit
        high.motion[:] = shift, shift, most_turn(gun, gun.weight * limit)
        low.motion[:] = -high.motion
        if not isinstance(self.way, Line) or self.way.slid:
            low.slide[...], high.slide[...] = view.first, view.last
        if self.way:
            self.way.widen(low, high)
        if self.cover:
            self.cover.widen(low, high, limit)
        return (low.whole + high.whole) / 2, (high.whole - low.whole) / 2

    def boxes(self, c: Floats, h: Floats) -> Boxes:
        """Boxes with middles c and half sides h, (N, SIZE), where some numbers follow from others."""
        view, cover = self.view, self.cover
        boxes = Boxes(named(c.copy()), named(h.copy()))
        if cover and cover.alike is not None and not view.target.weight:
            cover.follow(boxes.middle, boxes.half)
        return boxes

    def bounds(self, c: Floats, h: Floats, goal: float = 0.0) -> Gathered:
        """F over boxes with middles c and half sides h, (N, SIZE). goal: where F exceeds it, it does not matter."""
        boxes = self.boxes(c, h)
        sides = h * self.scale if h.any() else None  # points are not split
        found = Gathered(len(c), self.view.rounding, goal, sides)
        self._first(found, boxes)
        seen = self.cover.placed(found, boxes) if self.cover else None
        if self.gun.apart and seen is not None:
            self.gun.seen_off(found, seen)
        if self.way:
            self.way.bound(found, boxes, seen)
        if self.room:
            self.room.bound(found, boxes)
        return found

    def _first(self, found: Gathered, boxes: Boxes) -> None:
        """What is quick to see: how far the shooter moves, and what is asked of the witness alone."""
        self.gun.moved(found, boxes)
        if isinstance(self.way, Line):
            self.way.witnessed(found, boxes)

    def quick(self, c: Floats, h: Floats, goal: float) -> NDArray[np.bool_]:
        """Boxes that are not excluded by the shooter's motion, or by the witness itself."""
        found = Gathered(len(c), self.view.rounding, goal, None)
        self._first(found, self.boxes(c, h))
        return found.low < goal

    def first(self, c: Floats) -> Gathered:
        """What these say of F at points c (N, SIZE), which is no more than it is."""
        found = Gathered(len(c), self.view.rounding, 0.0, None)
        self._first(found, self.boxes(c, np.zeros_like(c)))
        return found

    @cached_property
    def scale(self) -> Floats:
        """mm. What a unit of each number moves, about."""
        scale = named(np.ones(SIZE))
        scale.turn[...] = longest_arm(self.view.shooter) + self.view.depth / 2
        turn_of(scale.place)[...] = longest_arm(self.view.target)
        return scale.whole

    def shapes(self, sample: Numbers) -> dict[str, Floats]:
        """What a witness asks for: a shape `free` of solids, one that must `reach` the target, the `room` it needs."""
        laid = self.gun.large_pieces(sample)[0]
        room = {"room": laid} if self.room else {}
        return {"reach": laid, "side": self.gun.side[0]} | (self.way.shapes(sample) if self.way else {}) | room

"""Ships as they lie in a set-up, and how far apart they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from armada_sim.geometry import Body, Circle, Gap, circle_around, clearance, near_pairs


class Lie:
    """Ships as they lie, and the clearances between them, each measured when it is first asked for."""

    def __init__(self, bodies: Mapping[str, Body], before: Lie | None = None, moved: Collection[str] = ()) -> None:
        """bodies: by name. before: how they lay when only `moved` lay elsewhere."""
        self.bodies, self._before, self._moved = bodies, before, moved
        self._gaps: dict[tuple[str, str], Gap] = {}

    def gap(self, a: str, b: str) -> Gap:
        """The clearance of two ships, seen from `a`."""
        if self._before is not None and a not in self._moved and b not in self._moved:
            return self._before.gap(a, b)
        if (b, a) in self._gaps:
            return self._gaps[b, a].seen_from_b
        if (a, b) not in self._gaps:
            self._gaps[a, b] = clearance(self.bodies[a], self.bodies[b])
        return self._gaps[a, b]

    def least_gap(self, a: str, b: str) -> float:
        """mm. Two ships are no nearer than this, by the circles around them."""
        return self.circles[a].least_gap(self.circles[b])

    @cached_property
    def circles(self) -> dict[str, Circle]:
        """The circle around each ship."""
        if self._before is None:
            return {name: circle_around(body) for name, body in self.bodies.items()}
        return self._before.circles | {name: circle_around(self.bodies[name]) for name in self._moved}

    def near(self, within: float) -> list[tuple[int, int]]:
        """Pairs of ships, by their numbers, whose circles are no farther apart than so many mm; sorted."""
        return near_pairs([self.circles[name] for name in self.bodies], within)

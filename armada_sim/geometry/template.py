"""The large piece as a template that slides along a gun side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import arb

if TYPE_CHECKING:
    from armada_sim.geometry.exact import Surd


BallPoint = tuple[arb, arb]


@dataclass(frozen=True)
class Template:
    """The outline that slides along the side."""

    base: Surd
    """mm. Length of its base."""

    depth: Surd
    """mm. How far its tip, or the cut of its tip, is from its base."""

    slopes: tuple[tuple[Surd, Surd, Surd, Surd], ...]
    """For each long edge (both sides are mirror images): two points (y, inset) and (y, inset) on
    it, mm; the edge is the straight line through them, inset measured inwards from the base's end."""

    @property
    def blunt(self) -> bool:
        """Whether its tip is cut off."""
        _, _, _, inset = self.slopes[0]
        return 2 * inset.coefficient < self.base.coefficient

    def lines(self) -> list[tuple[arb, arb]]:
        """(k, c) of each slope at the working precision: inset = k y - c."""
        found = []
        for y0, inset0, y1, inset1 in self.slopes:
            k = (inset1.ball() - inset0.ball()) / (y1.ball() - y0.ball())
            found.append((k, k * y0.ball() - inset0.ball()))
        return found


def template_at(template: Template, slide: arb) -> tuple[BallPoint, ...]:
    """Corners of the template at a slide, counter-clockwise."""
    b, depth = template.base.ball(), template.depth.ball()
    corners: list[BallPoint] = [(slide, arb(0)), (slide + b, arb(0))]
    shoulders = [(y1.ball(), inset1.ball()) for _, _, y1, inset1 in template.slopes[1:]]
    corners += [(slide + b - inset, y) for y, inset in shoulders]
    if template.blunt:
        inset = template.slopes[0][3].ball()
        corners += [(slide + b - inset, depth), (slide + inset, depth)]
    else:
        corners.append((slide + b / 2, depth))
    corners += [(slide + inset, y) for y, inset in reversed(shoulders)]
    return tuple(corners)

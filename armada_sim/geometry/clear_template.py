"""Can a template be laid so that nothing but the target lies in front of its covered part?

For a slide t let y(t) be the least depth of the target under the template. The slide is clear iff
no blocker meets the template at depths up to y(t). Depths at which an outline meets the template's
edges are linear functions of t, so the answer changes only where two of them are equal or a corner
crosses an edge: finitely many slides, each gap between them decided by one sample.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from flint import arb

from armada_sim.geometry.certify import ball_min
from armada_sim.geometry.clip import area, clip
from armada_sim.geometry.sight import HalfPlane, half_planes, sign
from armada_sim.geometry.template import BallPoint, Template, template_at


def _depths(template: Template, corners: Sequence[BallPoint]) -> list[tuple[arb, arb]]:
    """(p, q) of every depth p + q t at which a corner lies or an edge meets a template edge."""
    found = [(y, arb(0)) for _, y in corners]
    base = template.base.ball()
    for a, c, d in half_planes(corners):
        for k, inset in template.lines():
            # left edge x = t + k y - inset, right edge x = t + b - k y + inset
            for slope, start in ((k, -inset), (-k, base + inset)):
                rate = a * slope + c
                if sign(rate):
                    found.append(((d - a * start) / rate, -a / rate))
    return found


def _corner_slides(template: Template, corners: Sequence[BallPoint]) -> list[arb]:
    """Slides at which a corner of one outline lies on an edge of the other."""
    found = []
    base = template.base.ball()
    for x, y in corners:
        for k, inset in template.lines():
            found += [x - k * y + inset, x - base + k * y - inset]
    for a, c, d in half_planes(corners):
        if sign(a):
            found += [(d - a * x - c * y) / a for x, y in template_at(template, arb(0))]
    return found


def clear_slide(
    template: Template, slides: Sequence[tuple[arb, arb]], target: tuple[BallPoint, ...],
    blockers: Sequence[tuple[BallPoint, ...]], *, touching: bool,
) -> tuple[arb, BallPoint, BallPoint] | None:  # fmt: skip
    """A clear slide, a point of the base and a covered point of the target; None if there is none.

    touching: a target that only touches the template counts as covered. To be called at the finest
    working precision; gun frame, mm.
    """
    events = _corner_slides(template, target)
    depths = _depths(template, target)
    for corners in blockers:
        events += _corner_slides(template, corners)
        for p, q in _depths(template, corners):
            for r, s in depths:
                if sign(q - s):
                    events.append((r - p) / (q - s))
    waiting = list(blockers)  # the one that blocked last is asked first: it most often blocks the next slide too
    for first, last in slides:
        inner = sorted(
            (t for t in events if t.is_finite() and sign(t - first) > 0 and sign(last - t) > 0), key=lambda t: t.mid()
        )
        stops = [first, *inner, last]
        gaps = [((s + t) / 2).mid() for s, t in itertools.pairwise(stops) if sign(t - s) > 0]
        for slide in [*gaps, *stops]:
            covered = clip(target, half_planes(template_at(template, slide)))
            if not covered or (not touching and (len(covered) < 3 or sign(area(covered)) <= 0)):
                continue
            planes = _before(template, slide, covered)
            blocked = next((i for i, corners in enumerate(waiting) if clip(corners, planes)), None)
            if blocked is None:
                x = sum((p[0] for p in covered), arb(0)) / len(covered)
                y = sum((p[1] for p in covered), arb(0)) / len(covered)
                return slide, (slide + template.base.ball() / 2, arb(0)), (x, y)
            waiting.insert(0, waiting.pop(blocked))
    return None


def _before(template: Template, slide: arb, covered: Sequence[BallPoint]) -> list[HalfPlane]:
    """What a blocker must miss: the template up to the depth where the covered part begins."""
    return [*half_planes(template_at(template, slide)), (arb(0), arb(1), ball_min([y for _, y in covered]))]

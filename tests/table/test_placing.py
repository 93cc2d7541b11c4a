"""Pieces measured by their points: the placement whose worst corner is nearest, and how well it is known."""

from __future__ import annotations

import cmath
import math
import random
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from armada_sim import Pose, Rules, Size
from armada_sim.geometry import Body
from armada_sim.table import Fit, Outline, fitted
from tests.whole import whole

FOOTPRINTS = ("contact_triangle", "section_triangle", "shadow_pentagon")


def corners_of(outline: Outline, pose: Pose) -> list[complex]:
    """Where the two ends of the base edge and the tip of a piece lie, mm."""
    turn = cmath.rect(1.0, math.radians(float(pose.heading)))
    half, tip = float(outline.base) / 2, float(outline.step)
    return [complex(float(pose.x), float(pose.y)) + turn * point for point in (half * 1j, -half * 1j, tip)]


def pairs(points: list[complex]) -> list[tuple[float, float]]:
    return [(point.real, point.imag) for point in points]


@given(
    x=st.decimals(-900, 900, places=6),
    y=st.decimals(-900, 900, places=6),
    heading=st.decimals(0, Decimal("359.999999"), places=6),
    size=st.sampled_from(list(Size)),
    swapped=st.booleans(),
)
def test_a_piece_measured_exactly_is_found_again(x, y, heading, size, swapped):
    outline = Rules().outline(size)
    right, tip, left = Body(outline.corners, Pose(x, y, heading).place).corners
    fit = fitted([left, right, tip] if swapped else [right, left, tip], outline)
    assert (fit.pose.x, fit.pose.y) == (x, y)
    assert (fit.pose.heading - heading) % 360 == 0
    assert fit.misfit == 0
    assert fit.spread == pytest.approx(0.5, rel=0.03)  # what readings may be off by where nobody says
    fit = fitted([(x, y), tip], outline, error=2)
    assert (fit.pose.heading - heading) % 360 == 0
    assert fit.misfit == 0


def least_greatest(measured: list[complex], piece: list[complex]) -> float:
    """mm. The least greatest distance of a piece's points from what was measured, by another way: every turn is tried,
    and for each the smallest circle, by trying all pairs and the three, around where the readings ask a piece to be."""

    def radius(turn: float) -> float:
        asked = [m - cmath.rect(1.0, turn) * p for m, p in zip(measured, piece, strict=True)]
        best = math.inf
        for i in range(3):
            for j in range(i):
                middle = (asked[i] + asked[j]) / 2
                best = min(best, max(abs(point - middle) for point in asked))
        a, b, c = (abs(asked[i] - asked[j]) for i, j in ((0, 1), (1, 2), (2, 0)))
        area = abs(((asked[1] - asked[0]).conjugate() * (asked[2] - asked[0])).imag) / 2
        largest = max(a, b, c)
        acute = a * a + b * b + c * c > 2 * largest * largest
        return min(best, a * b * c / (4 * area)) if area and acute else best

    turns = [2 * math.pi * k / 720 for k in range(720)]
    at, step = min(turns, key=radius), 2 * math.pi / 720
    while step > 1e-10:
        at = min((at - step, at - step / 2, at, at + step / 2, at + step), key=radius)
        step /= 1.6
    return radius(at)


@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=3, max_size=3), st.integers(0, 359),
    st.sampled_from(FOOTPRINTS), st.sampled_from(list(Size)),
)  # fmt: skip
def test_the_fit_is_the_piece_whose_worst_corner_is_nearest(errors, heading, footprint, size):
    outline = Rules(footprint=footprint).outline(size)
    measured = [
        c + complex(*error) for c, error in zip(corners_of(outline, Pose(300, 400, heading)), errors, strict=True)
    ]
    fit = fitted(pairs(measured), outline)
    missed = max(abs(a - b) for a, b in zip(measured, corners_of(outline, fit.pose), strict=True))
    assert fit.misfit <= missed <= fit.misfit + 3.5e-6  # rounding to the grid of poses, and down
    least = least_greatest(measured, corners_of(outline, Pose(0, 0, 0)))
    assert fit.misfit <= least + 1e-9
    assert fit.misfit >= least - 3.1e-6


def readings(chooser: random.Random, kind: str, size: Size, points: int) -> tuple[Fit, float, list[complex], Outline]:
    """A ship measured with errors of up to some t: the fit, t, where the true corners are, and the outline."""
    outline = Rules(footprint=chooser.choice(FOOTPRINTS)).outline(size)
    t = chooser.choice([0.3, 0.5, 1.0, 2.0, 3.0])
    true = corners_of(outline, Pose(chooser.uniform(0, 900), chooser.uniform(0, 900), chooser.uniform(0, 360)))
    seen = true if points == 3 else [(true[0] + true[1]) / 2, true[2]]
    far = [t if kind == "full" else t * math.sqrt(chooser.random()) for _ in seen]
    measured = [p + cmath.rect(f, chooser.uniform(0, math.tau)) for p, f in zip(seen, far, strict=True)]
    return fitted(pairs(measured), outline, t), t, true, outline


@pytest.mark.parametrize("points", [3, 2])
@pytest.mark.parametrize("kind", ["disc", "full"])
@pytest.mark.parametrize("count", [50, whole(2500)])
def test_honest_readings_are_possible_and_the_true_piece_lies_within_what_is_carried(kind, points, count):
    """No ship is refused, none lies outside; what is carried is not much more than what is stated."""
    chooser, wide = random.Random(f"{kind} {points}"), []
    for _ in range(count):
        fit, t, true, outline = readings(chooser, kind, chooser.choice(list(Size)), points)
        off = max(abs(a - b) for a, b in zip(true, corners_of(outline, fit.pose), strict=True))
        assert fit.misfit <= t
        assert off <= fit.spread
        wide.append(fit.spread / t)
    assert sorted(wide)[count // 2] < 1.5
    assert max(wide) < 2.01


def test_a_piece_measured_exactly_may_lie_as_far_off_as_its_readings_and_little_more_is_carried():
    for size in Size:
        outline = Rules().outline(size)
        for t in (0.3, 1.0, 3.0):
            exact = fitted(pairs(corners_of(outline, Pose(300, 400, 33))), outline, t)
            assert t <= exact.spread <= 1.03 * t + 0.01


def test_readings_that_ask_for_more_are_taken_to_be_off_by_twice_as_much():
    outline = Rules().outline(Size.LARGE)
    base, tip = (300, 400), (300, 400 + float(outline.step) + 3)
    fit = fitted([base, tip], outline, error=1)
    assert fit.misfit == pytest.approx(1.5, abs=2e-6)
    assert fit.spread > fitted([base, tip], outline, error=1.5).spread
    assert fit.spread == pytest.approx(fitted([base, tip], outline, error=3).spread, abs=1e-5)

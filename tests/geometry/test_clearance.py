"""Contact, overlap and distance of convex solids are about the real shapes."""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from armada_sim.geometry.clearance import clearance
from armada_sim.geometry.exact import Surd
from armada_sim.geometry.gap import Relation
from armada_sim.geometry.solids import Body, Place, Polygon
from armada_sim.table.pieces import IDEAL_SHARP, Footprint, Size, outline
from tests import oracle
from tests.strategies import headings, poses, sizes

LARGE = outline(IDEAL_SHARP[Size.LARGE], Footprint.CONTACT_TRIANGLE).corners
UNIT = Surd(Fraction(1))
SQUARE = tuple((Surd(Fraction(x)), Surd(Fraction(y))) for x, y in ((0, -1), (2, -1), (2, 1), (0, 1)))


def back_to_back(corners: tuple, heading: Fraction, gap: Fraction = Fraction(0)) -> tuple[Body, Body]:
    """Two outlines base to base along one line, `gap` mm apart (negative: overlapping)."""
    place = Place(Fraction("103.1"), Fraction("57.7"), heading)
    other = place.stepped(Surd(-gap), heading + 180)
    return Body(corners, place), Body(corners, other)


def decimal_headings() -> list[Fraction]:
    chooser = random.Random(7)
    return [Fraction(Decimal(chooser.randrange(360 * 10**6)).scaleb(-6)) for _ in range(1000)]


@pytest.mark.parametrize("corners", [LARGE, SQUARE], ids=["triangles", "squares"])
@pytest.mark.parametrize("angles", [[Fraction(h) for h in range(1, 360)], decimal_headings()], ids=["whole", "decimal"])
def test_bases_exactly_together_are_contact_at_every_heading(corners: tuple, angles: list[Fraction]) -> None:
    """The design's measure: raw Shapely says so for less than half of the whole degrees."""
    found = Counter(clearance(*back_to_back(corners, heading)).relation for heading in angles)

    assert found == {Relation.CONTACT: len(angles)}


@pytest.mark.parametrize(("gap", "relation"), [("1e-12", Relation.APART), ("-1e-12", Relation.OVERLAP)])
def test_a_picometre_decides(gap: str, relation: Relation) -> None:
    """Displaced by 1e-12 mm the pieces are apart or overlapping, correctly, at every heading."""
    for heading in [Fraction(h) for h in range(1, 360)] + decimal_headings():
        gap_found = clearance(*back_to_back(LARGE, heading, Fraction(gap)))
        assert gap_found.relation is relation
        assert gap_found.low <= float(gap) <= gap_found.high


def test_headings_given_as_doubles_mean_the_doubles() -> None:
    """0.1 and 180.1 as doubles are not opposite, so the bases are not exactly together."""
    pair = (
        Body(LARGE, Place(Fraction(0), Fraction(0), Fraction(0.1))),
        Body(LARGE, Place(Fraction(0), Fraction(0), Fraction(180.1))),
    )

    assert Fraction(180.1) - Fraction(0.1) != 180
    assert clearance(*pair).relation is Relation.OVERLAP


@given(poses, sizes, headings, st.decimals(-40, 40, places=3), st.decimals(-40, 40, places=3), sizes)
def test_clearance_agrees_with_the_oracle(pose, size, heading, dx, dy, other_size) -> None:
    """Another algorithm (Minkowski difference, 80 digits) finds the same number and sign."""
    place = pose.place
    first = Body(outline(IDEAL_SHARP[size], Footprint.CONTACT_TRIANGLE).corners, place)
    second_place = Place(place.x + Fraction(dx), place.y + Fraction(dy), Fraction(heading))
    second = Body(outline(IDEAL_SHARP[other_size], Footprint.CONTACT_TRIANGLE).corners, second_place)
    expected = oracle.signed_clearance(
        oracle.triangle(place.x, place.y, place.heading, size),
        oracle.triangle(second_place.x, second_place.y, second_place.heading, other_size),
    )

    gap = clearance(first, second)

    assert gap.low <= float(expected) + 1e-13
    assert gap.high >= float(expected) - 1e-13
    assert gap.high - gap.low < 1e-6
    assert gap.relation.value == (expected > 1e-40) - (expected < -1e-40)


@given(poses, sizes, poses, sizes)
def test_clearance_is_symmetric(pose, size, other, other_size) -> None:
    """A is as far from B as B from A, and the nearest points swap."""
    first = Body(outline(IDEAL_SHARP[size], Footprint.CONTACT_TRIANGLE).corners, pose.place)
    second = Body(outline(IDEAL_SHARP[other_size], Footprint.CONTACT_TRIANGLE).corners, other.place)

    there, back = clearance(first, second), clearance(second, first)

    assert there.relation is back.relation
    assert there.value == pytest.approx(back.value, abs=1e-9)


def test_nearest_points_are_as_far_apart_as_the_clearance_says() -> None:
    """A corner facing a side: the foot of the perpendicular."""
    first = Polygon(((Fraction(0), Fraction(0)), (Fraction(10), Fraction(0)), (Fraction(0), Fraction(10))))
    second = Polygon(((Fraction(9), Fraction(9)), (Fraction(12), Fraction(9)), (Fraction(9), Fraction(12))))

    gap = clearance(first, second)

    assert gap.on_b == (9.0, 9.0)
    assert gap.on_a == pytest.approx((5.0, 5.0))
    assert gap.value == pytest.approx(4 * 2**0.5)

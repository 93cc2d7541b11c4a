"""Numbers in words: as precise as a table is known, and never on the wrong side of what they are compared with."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from armada_sim import Layout, Pose, Ship, Size
from armada_sim.table import MM_PER, UNITS, Unit, rounded, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from armada_sim.tabletop import Message

KNOWN = (0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 2.0, 3.0)


def units(count: int, seed: int) -> Iterator[tuple[Unit, random.Random]]:
    """Units of every kind, each with numbers to come."""
    dice = random.Random(seed)
    for _ in range(count):
        yield Unit(dice.choice(UNITS), dice.choice(KNOWN), dice.random() < 0.5), dice


def length(dice: random.Random) -> float:
    """mm. From far below what is said to the width of a table."""
    return math.exp(dice.uniform(math.log(1e-3), math.log(1e3)))


def number(text: str) -> float:
    """The number of a length or an angle in English words."""
    return float(text.split(" ")[0].removesuffix("°").replace("−", "-"))


def decimals(text: str) -> int:
    """How many decimals it has."""
    whole = text.split(" ")[0].removesuffix("°")
    return len(whole.partition(".")[2])


def ends(span: Message) -> tuple[str, str]:
    """Both headings of a span."""
    return str(span.values["start"]), str(span.values["end"])


def test_compared_lengths_have_the_same_decimals_and_never_cross() -> None:
    """A length that is above (below) its limit reads so, however near: 59.997 against 60 is not 60.00."""
    for unit, dice in units(6000, 1):
        limit = round(length(dice), dice.choice((0, 1, 2))) or 1.0
        value = abs(limit + dice.choice((-1, 1)) * math.exp(dice.uniform(math.log(1e-6), math.log(limit))))
        way = dice.choice((-1, 0, 1))
        if value / unit.mm < 1e-4:
            continue
        said, other = unit.compared(value, limit, way)
        assert decimals(said) == decimals(other)
        assert (number(said) < number(other)) == (value < limit)
        assert (number(said) > number(other)) == (value > limit)
        assert number(said) > 0
        assert (number(said) - value / unit.mm) * way >= 0


def test_a_limit_is_said_as_it_was_stated() -> None:
    """A tolerance of 0.25 mm is not 0.2 beside a length known to a tenth."""
    unit = Unit("mm", 0.25)
    assert unit.digits == 1
    assert unit.compared(0.613, 0.25) == ("0.61 mm", "0.25 mm")
    assert unit.stated(0.25) == "0.25 mm"
    assert Unit("mm", 0.5).compared(0.51, 0.5) == ("0.51 mm", "0.50 mm")
    assert Unit("mm", 0.5).compared(1.848, 0.5) == ("1.8 mm", "0.5 mm")
    assert Unit().compared(59.997, 60) == ("59.997 mm", "60.000 mm")
    assert Unit("mm", 2).compared(5.3, 2) == ("5 mm", "2 mm")


def test_margins_are_rounded_down_and_what_is_enough_up() -> None:
    """With the same decimals, to at most a digit of what they are."""
    for unit, dice in units(6000, 2):
        low = length(dice)
        high = low * (1 + dice.choice((0.0, 1e-6, 0.01, 1.0)))
        least, enough = unit.margins(low, high)
        assert enough is not None
        assert 0 < number(least) <= low / unit.mm
        assert number(enough) >= high / unit.mm
        assert decimals(least) == decimals(enough)
        step = 10.0 ** -decimals(least)
        assert number(least) > low / unit.mm - step * 1.001
        assert number(enough) < high / unit.mm + step * 1.001
        assert number(rounded(low, unit, up=False)) <= low / unit.mm <= number(rounded(low, unit, up=True))
        assert unit.margins(low, None) == (least, None)
    assert Unit("mm", 0.5).margins(9.634, 9.641) == ("9.6 mm", "9.7 mm")
    assert Unit().margins(0.0347, 0.34) == ("0.034 mm", "0.340 mm")
    assert Unit().margins(0.29, 0.29) == ("0.29 mm", "0.29 mm")


def test_a_length_that_is_not_zero_does_not_read_so_and_has_no_more_decimals_than_it_needs() -> None:
    """A clearance of 0.004 mm is one; above a unit of the last decimal there are just those of the table."""
    for unit, dice in units(4000, 3):
        value = length(dice)
        text = unit.text(value)
        if value / unit.mm < 1e-4:
            assert text.startswith("less than")
            continue
        assert number(text) > 0
        assert value / unit.mm < 10.0**-unit.digits or decimals(text) == unit.digits
    assert Unit("mm", 0.5).text(0.004) == "0.004 mm"
    assert Unit("mm", 0.5).text(12.345) == "12.3 mm"
    assert Unit("mm", 2).text(12.345) == "12 mm"


def test_the_last_decimal_is_worth_half_of_what_is_known_or_less() -> None:
    """And ten times as much would be more than that, unless an exact table has no finer decimals either."""
    for name in UNITS:
        exact, mm = Unit(name), float(MM_PER[name])
        for known in (0.003, 0.02, 0.1, 0.2, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0):
            unit = Unit(name, known)
            assert 10.0**-unit.digits * mm <= known / 2 + 1e-12 or unit.digits == exact.digits
            assert 10.0 ** (1 - unit.digits) * mm > known / 2 + 1e-12 or unit.digits == 0
            assert unit.digits <= exact.digits
            assert unit.angle_digits <= exact.angle_digits


def test_headings_stay_within_the_turn_a_table_uses() -> None:
    """From 0 to 360, or from -180 to 180; a heading that was stated keeps its own decimals."""
    for unit, dice in units(4000, 4):
        heading = dice.choice((dice.uniform(-720, 720), float(dice.randint(-720, 720)), 359.9999, -1e-12, 180.0))
        said = number(unit.heading(heading))
        least = -180 if unit.signed else 0
        assert least <= said <= least + 360
        apart = (said - heading + 180) % 360 - 180
        assert abs(apart) <= 0.5 * 10.0**-unit.angle_digits + 1e-9
    rough, signed = Unit("mm", 0.5), Unit("mm", 0.5, True)
    assert [rough.heading(value) for value in (160, 75.55, 164.6386, -20, 90.0151)] == [
        "160°", "75.55°", "164.6°", "340°", "90.0°",
    ]  # fmt: skip
    assert [signed.heading(value) for value in (-20, 200, 180, -180)] == ["−20°", "−160°", "180°", "−180°"]


def test_a_span_of_headings_claims_nothing_beyond_its_ends() -> None:
    """Rounded towards each other, never past one another, with a word where it goes on past a whole turn."""
    for unit, dice in units(6000, 5):
        start = dice.uniform(-400, 400)
        end = start + dice.choice((0.0, 1e-3, 0.05, 1.0, 90.0, 210.0, 360.0)) * dice.random()
        span = unit.span(start, end, dice.choice((1, 2, 4)))
        low, high = ends(span)
        least = -180 if unit.signed else 0
        assert all(least <= number(text) <= least + 360 for text in (low, high))
        over = "counter-clockwise" in span
        assert over or number(low) <= number(high)
        width = number(high) - number(low) + 360 * over
        inward = (number(low) - start + 180) % 360 - 180
        assert inward >= -1e-8
        assert end - start - width - inward >= -1e-8
    assert Unit().span(164.63862, 375.36138) == "164.64° counter-clockwise to 15.36°"
    assert Unit("mm", 0.5).span(164.63862, 375.36138) == "164.7° counter-clockwise to 15.3°"
    assert Unit("mm", 0.5, signed=True).span(164.63862, 195.36) == "164.7° counter-clockwise to −164.7°"
    assert Unit("mm", 0.5).span(100, 460) == "100.0° counter-clockwise to 100.0°"
    assert Unit("mm", 0.5).span(10.02, 10.07) == "10.02° to 10.07°"


def test_angles_and_their_limit_are_told_apart() -> None:
    """A turn of 74.64° is beyond the limit of 74.6386°, and does not read as the same."""
    assert Unit("mm", 0.5).angle(69.98, 74.6386) == ("70.0°", "74.6°")
    for unit, dice in units(4000, 6):
        limit = dice.uniform(60, 80)
        turn = limit + dice.choice((-1, 1)) * math.exp(dice.uniform(math.log(1e-8), math.log(30)))
        said, most = unit.angle(turn, limit)
        assert decimals(said) == decimals(most)
        assert (number(said) < number(most)) == (turn < limit)


def test_readings_say_how_well_a_ship_is_known() -> None:
    """Half a step of the coarsest unit in which all its readings are short decimals; a tolerance if that is more."""

    def known(*points: tuple[str, str], mm: str = "1", tolerance: float = 0.0) -> float:
        measured = tuple((Decimal(x) * Decimal(mm), Decimal(y) * Decimal(mm)) for x, y in points)
        ships = [
            Ship("A", "red", Size.LARGE, Pose(100, 100, 90), misfit=0.1, measured=measured),
            Ship("B", "red", Size.LARGE, Pose(Decimal("300.1234"), 100, 90)),
        ]
        return unit_of(Layout(ships=ships, tolerance=tolerance)).known

    corners = (("287", "400"), ("313", "400"), ("300", "446"))
    assert known(*corners) == 0.5
    assert known(*corners, mm="10") == 0.5
    assert known(("28.7", "40"), ("31.3", "40"), ("30", "44.6"), mm="10") == 0.5
    assert known(("287.5", "400"), ("313", "400"), ("300", "446")) == 0.05
    assert known(("11.31", "15.75"), ("12.31", "15.75"), ("11.8", "17.5"), mm="25.4") == pytest.approx(0.127)
    assert known(*corners, tolerance=2.0) == 2.0
    assert known(("287.5", "400"), ("313", "400"), ("300", "446"), tolerance=0.01) == 0.05
    assert unit_of(Layout(ships=[Ship("B", "red", Size.LARGE, Pose(1.5, 2, 90))])).known == 0.0


def test_a_table_or_question_with_negative_headings_has_them_in_its_words() -> None:
    """One negative heading is enough."""
    plain = Layout(ships=[Ship("A", "red", Size.LARGE, Pose(0, 0, 270))])
    assert not unit_of(plain).signed
    assert unit_of(plain, "mm", [Decimal(-10)]).signed
    assert unit_of(Layout(ships=[Ship("A", "red", Size.LARGE, Pose(0, 0, -90))])).signed

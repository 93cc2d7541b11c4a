"""Tables that follow from a value are worked out once, and are plain attributes."""

from dataclasses import dataclass, replace
from functools import cached_property

from grid_games.core.tables import tabled

CALLS: list[int] = []


@dataclass(frozen=True)
@tabled
class Square:
    side: int

    @cached_property
    def area(self) -> int:
        """Of the square."""
        CALLS.append(self.side)
        return self.side**2

    @cached_property
    def double(self) -> int:
        """Twice the area, which is there by then."""
        return 2 * self.area


def test_tables_are_worked_out_when_a_value_is_made() -> None:
    CALLS.clear()
    one = Square(3)
    assert (one.area, one.double, CALLS) == (9, 18, [3])
    assert one == Square(3)
    assert hash(one) == hash(Square(3))
    assert replace(one, side=4).double == 32
    assert not hasattr(Square, "area")  # nothing stands between a value and its attribute

"""What is remarkable about a table that can be: it is probably written wrongly, and decides nothing.

A table as wide as a room, or too small to have been set up on; more ships of a size than a set of pieces has; names
that differ in case only. What cannot be is told by `positions`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator

from armada_sim.referee.positions import position_problems
from armada_sim.table import MOST_OF_A_SIZE, Layout, Rules, Unit, unit_of
from armada_sim.tabletop import N_, Listing, Message

_OF_A_SIZE = MOST_OF_A_SIZE + 1
"""Pieces of a size in a set of one colour; one of them is kept back for measuring."""

_WIDE = N_("the surface is {length} wide, more than the {limit} that tables are")
_FAR = N_("ships lie up to {length} apart, more than the {limit} that tables are wide")
_SMALL = N_("the surface is no more than {length} across, less than enemies are apart at set-up: {limit} (min_gap)")


def table_notes(
    layout: Layout, rules: Rules | None = None, unit: str = "mm", *, written: str | None = None
) -> tuple[Message, ...]:
    """What was probably written wrongly on a table, one sentence each, without full stop; they change no ruling.

    unit: mm, cm or in, of the sentences. written: the unit that the table was written in; the same if that is not said.
    Raises InputError for other units.
    """
    rules = rules or Rules()
    return tuple(_remarks(layout, rules, unit_of(layout, unit), Unit(written or unit)))


def _remarks(layout: Layout, rules: Rules, unit: Unit, written: Unit) -> Iterator[Message]:
    yield from _extent(layout, rules, unit, written)
    counts = Counter((ship.player, ship.size) for ship in layout.ships)
    for player in dict.fromkeys(ship.player for ship in layout.ships):
        for size in rules.sizes:
            count = counts[player, size]
            if count > max(_OF_A_SIZE, rules.max_per_size):
                said = N_("{player} has {ships}: a set of pieces of one colour has {most} of each size")
                yield Message(said, player=player, ships=size.ships(count), most=_OF_A_SIZE)
    for names in _alike([ship.name for ship in layout.ships] + [thing.name for thing in layout.objects]):
        yield Message("{names} are different names that differ in case only", names=names)
    for names in _alike([ship.player for ship in layout.ships] + [fleet.player for fleet in layout.fleets]):
        yield Message("{names} are different players whose names differ in case only", names=names)


def _extent(layout: Layout, rules: Rules, unit: Unit, written: Unit) -> Iterator[Message]:
    """A table that nobody has, and in which unit it would be one; the latter is said with what cannot be, if it is."""
    from armada_sim.referee._mistakes import could_be, widest_mm

    left, bottom, right, top = layout.surface.bounds
    bounded = math.isfinite(left)
    if not bounded:
        places = [(float(ship.pose.x), float(ship.pose.y)) for ship in layout.ships] or [(0.0, 0.0)]
        xs, ys = zip(*places, strict=True)
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    length, limit = max(right - left, top - bottom), widest_mm(rules)
    if length > limit:
        said = _WIDE if bounded else _FAR
    elif bounded and math.hypot(right - left, top - bottom) < rules.min_gap_mm:
        said, length, limit = _SMALL, math.hypot(right - left, top - bottom), float(rules.min_gap_mm)
    else:
        return
    amount, most = unit.compared(length, limit)
    note = Message(said, length=amount, limit=most)
    guess = None if position_problems(layout, rules, unit.name) else could_be(layout, rules, written)
    yield note if guess is None else Message("{problem}; {guess}", problem=note, guess=guess)


def _alike(names: Iterable[str]) -> Iterator[Listing]:
    """Names that are different, and are the same but for capital letters."""
    same: dict[str, dict[str, None]] = {}
    for name in names:
        same.setdefault(name.casefold(), {})[name] = None
    yield from (Listing(group) for group in same.values() if len(group) > 1)

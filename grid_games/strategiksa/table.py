"""What stands on the board and who runs it: pieces, suzerains, managers. Values; every operation gives a new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from grid_games.core.sets import members
from grid_games.strategiksa.squares import SIDE
from grid_games.strategiksa.units import FIELD, KING, KING_WOUNDED, UNIT, healed, number

EMPTY: Final = (0,) * (SIDE * SIDE)
"""A colour's stacks when it has no piece."""


@dataclass(frozen=True, slots=True)
class Table:
    """Stacks by colour and square, the suzerain and the manager of each colour. Colours and players are numbers of seats.

    Player p started with colour p (clause 5): colours and players share their numbers, but are different things.
    """

    stacks: tuple[tuple[int, ...], ...]
    """For each colour, its stack on each square."""

    lords: tuple[int, ...]
    """For each colour, the independent player to whose alliance it belongs."""

    managers: tuple[int, ...]
    """For each colour, the player who decides for it."""

    occupied: tuple[int, ...] = field(compare=False)
    """For each colour, the squares where it stands. Follows from `stacks`."""

    totals: tuple[int, ...] = field(compare=False)
    """For each colour, all its pieces as one stack. Follows from `stacks`."""

    @classmethod
    def empty(cls, colours: int) -> Table:
        """Nothing on the board, everybody independent."""
        seats = tuple(range(colours))
        return cls((EMPTY,) * colours, seats, seats, (0,) * colours, (0,) * colours)

    @classmethod
    def of(cls, stacks: Iterable[Iterable[int]], lords: Iterable[int], managers: Iterable[int]) -> Table:
        """The table with these stacks."""
        rows = tuple(tuple(row) for row in stacks)
        occupied = tuple(sum(1 << square for square, stack in enumerate(row) if stack) for row in rows)
        return cls(rows, tuple(lords), tuple(managers), occupied, tuple(sum(row) for row in rows))

    def changed(self, colour: int, *changes: tuple[int, int]) -> Table:
        """With (square, packed pieces to add) for one colour."""
        row, occupied, total = list(self.stacks[colour]), self.occupied[colour], self.totals[colour]
        for square, more in changes:
            row[square] += more
            total += more
            if row[square]:
                occupied |= 1 << square
            else:
                occupied &= ~(1 << square)
        after = colour + 1
        return Table(
            (*self.stacks[:colour], tuple(row), *self.stacks[after:]),
            self.lords,
            self.managers,
            (*self.occupied[:colour], occupied, *self.occupied[after:]),
            (*self.totals[:colour], total, *self.totals[after:]),
        )

    def ruled(self, lords: tuple[int, ...], managers: tuple[int, ...]) -> Table:
        """The same pieces under other suzerains and managers."""
        return Table(self.stacks, lords, managers, self.occupied, self.totals)

    def managed(self, colour: int, player: int) -> Table:
        """With another manager of a colour."""
        return self.ruled(self.lords, (*self.managers[:colour], player, *self.managers[colour + 1 :]))

    def alliance(self, lord: int) -> int:
        """The squares where colours of a suzerain stand."""
        squares = 0
        for colour, occupied in enumerate(self.occupied):
            if self.lords[colour] == lord:
                squares |= occupied
        return squares

    def others(self, lord: int) -> int:
        """The squares where colours of any other alliance stand."""
        squares = 0
        for colour, occupied in enumerate(self.occupied):
            if self.lords[colour] != lord:
                squares |= occupied
        return squares

    def in_play(self, lord: int) -> bool:
        """Whether some colour of a suzerain has a piece (section 2.1)."""
        return any(total and self.lords[colour] == lord for colour, total in enumerate(self.totals))

    def lords_in_play(self) -> list[int]:
        """The suzerains some of whose colours have a piece, in order."""
        return sorted({self.lords[colour] for colour, total in enumerate(self.totals) if total})

    def colours(self, lord: int) -> list[int]:
        """The colours of an alliance."""
        return [colour for colour, its in enumerate(self.lords) if its == lord]

    def without_king(self, colour: int) -> Table:
        """With the king of a colour removed, if it has one."""
        if not self.totals[colour] & (FIELD * (UNIT[KING] + UNIT[KING_WOUNDED])):
            return self
        for square in members(self.occupied[colour]):
            for king in (KING, KING_WOUNDED):
                if number(self.stacks[colour][square], king):
                    return self.changed(colour, (square, -UNIT[king]))
        raise AssertionError("totals and stacks disagree")

    def without(self, colours: Iterable[int]) -> Table:
        """With every piece of some colours removed."""
        table = self
        for colour in colours:
            table = table.changed(
                colour, *((square, -table.stacks[colour][square]) for square in members(table.occupied[colour]))
            )
        return table

    def healed(self, colour: int, squares: int) -> Table:
        """With no wounds of a colour on some squares."""
        row = self.stacks[colour]
        return self.changed(
            colour,
            *((square, healed(row[square]) - row[square]) for square in members(squares & self.occupied[colour])),
        )


def submitted(table: Table, player: int, lord: int) -> Table:
    """A player has become a vassal of his own will: his king leaves, his alliance follows (clauses 47 and 52)."""
    lords = tuple(lord if its == player else its for its in table.lords)
    return table.without_king(player).ruled(lords, table.managers)


def dethroned(table: Table, player: int, lord: int, taken: bool, keeps_all: bool = True) -> Table:
    """A player's king is gone, and his alliance is another's (clauses 43, 44 and 47; U16)."""
    lords = tuple(lord if its == player else its for its in table.lords)
    managers = tuple(
        lord if its == player and not (taken and (keeps_all or colour == player)) else its
        for colour, its in enumerate(table.managers)
    )
    return table.ruled(lords, managers)

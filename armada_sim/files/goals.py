"""Goal lines and flags of games and disputes, from their tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from armada_sim.geometry import Number
from armada_sim.tabletop import InputError, Message, guess

if TYPE_CHECKING:
    from armada_sim.files.model import FlagTable, LineTable
    from armada_sim.play import Flag, GoalLine

PointOf = Callable[[Sequence[Any], str], tuple[Number, Number]]
"""A point of the file in mm, by what is written and its key. Raises InputError."""


def known_player(name: str, key: str, players: Sequence[str]) -> str:
    """The name of a player. Raises InputError with a guess."""
    if name not in players:
        said = Message("no player is called {name}{guess}", name=repr(name), guess=guess(name, players))
        raise InputError(said, key=key)
    return name


def line_of(row: LineTable, players: Sequence[str], point: PointOf) -> GoalLine:
    """A goal line. Raises InputError."""
    from armada_sim.play import GoalLine

    attacker = known_player(row["attacker"], "attacker", players)
    return GoalLine(attacker, point(row["start"], "start"), point(row["end"], "end"))


def flag_of(row: FlagTable, point: PointOf) -> Flag:
    """A flag. Raises InputError."""
    from armada_sim.play import Flag

    at = row.get("at")
    return Flag(row["owner"], None if at is None else point(at, "at"), row.get("ship"))

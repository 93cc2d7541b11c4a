"""A game as it is kept: what was agreed on, every action, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from armada_sim.files.chain import Change
from armada_sim.files.game_model import FORMAT
from armada_sim.play import Action, Agreement, Flag, Game
from armada_sim.table import Layout, Ship
from armada_sim.tabletop import Outcome


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game begins that is taken out of a battle."""

    ships: tuple[Ship, ...]
    first: str
    """Who begins a turn."""

    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Record:
    """A game as it is kept."""

    agreement: Agreement
    actions: tuple[Action, ...]
    start: Start | None = None
    title: str = ""
    result: Outcome | None = None
    """None while the game goes on, and where the record does not say."""

    digest: str = ""
    """Of the position after the last action; empty where the record does not say."""

    program: str = ""
    """The version that wrote it."""

    notes: tuple[tuple[str, str], ...] = ()
    """What is worth knowing of players: a name, a level."""

    file: str = ""
    format: int = field(default=FORMAT, compare=False)
    """Of the file it was read from, as the following are."""

    unfinished: bool = field(default=False, compare=False)
    """Whether it says that the game goes on."""

    change: Change | None = field(default=None, compare=False)
    """The first thing in it that is not as it was written."""

    def begin(self) -> Game:
        """The game before its first action. Raises InputError if the agreement cannot be played."""
        if self.start is None:
            return Game.new(self.agreement)
        layout = Layout(self.start.ships)
        return Game.of_layout(self.agreement, layout, self.start.first, self.start.flags)

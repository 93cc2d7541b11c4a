"""Games as files: what was played under which options, in notation, as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Literal

from grid_games.core.documents import Closed, shaped

FORMAT: Literal[2] = 2
"""Of the records written here. Those of format 1 did not say so, and were written under the defaults of their time
(`Option.was`)."""


@dataclass(frozen=True, slots=True)
class Record(Closed):
    """A game, whole or as far as it went."""

    game: str
    """Its name."""

    players: int
    settings: dict[str, str | int] = field(default_factory=dict)
    """Every option with its value; those left out have their default."""

    seats: tuple[str, ...] = ()
    """Who played, in the order of the seats; may be empty."""

    moves: tuple[str, ...] = ()
    """Notation of each move, results of dice included."""

    winners: tuple[str, ...] | None = None
    reason: str | None = None
    """How it ended; None if it did not."""

    format: Literal[1, 2] = FORMAT

    def text(self) -> str:
        """The record as a JSON document, a move a line."""
        import json

        kept = {
            key: value for key, value in asdict(self).items() if value is not None and key not in ("format", "moves")
        }
        document = {"format": self.format, **kept}
        head = json.dumps(document, ensure_ascii=False, indent=1)[:-2]
        moves = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in self.moves)
        return f'{head},\n "moves": [\n  {moves}\n ]\n}}\n' if moves else f'{head},\n "moves": []\n}}\n'


@dataclass(frozen=True, slots=True)
class View:
    """What one player may know of a game. Nothing is read from it, since a game cannot go on from it."""

    game: str
    players: int
    settings: dict[str, str | int]
    seats: tuple[str, ...]
    """As in a record."""

    view: str
    """The player."""

    told: list[str]
    """What the player has read, move by move."""

    board: list[str]
    """What the player sees, line by line."""

    def text(self) -> str:
        """The view as a JSON document."""
        import json

        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class _Written(Record):
    """A record as a document has it: without a format it is of the first."""

    format: Literal[1, 2] = 1


def read_record(text: str, file: str = "") -> Record:
    """The record of a JSON document. Raises InputError, which names every mistake with its key."""
    return Record(**asdict(shaped(_Written, text, file)))

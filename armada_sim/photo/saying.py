"""What is read off a picture, in words."""

from __future__ import annotations

from armada_sim.photo.readings import Paper, Reading, ReadShip
from armada_sim.table import Size, Unit, rounded
from armada_sim.tabletop import N_, Amount, Language, Message

COLOURS = frozenset(
    (
        N_("red"), N_("orange"), N_("yellow"), N_("green"), N_("cyan"), N_("blue"), N_("purple"), N_("pink"),
        N_("black"), N_("white"), N_("transparent"),
    )
)  # fmt: skip
"""Names of colours that players are called by."""

_NAMES = {Paper.A4: Message("A4"), Paper.LETTER: Message("Letter")}


def sheet_named(paper: Paper) -> Message:
    """A usual sheet, in a sentence: A4."""
    return _NAMES[paper]


_SHEETS = {
    Paper.A4: Message("a sheet of A4"),
    Paper.LETTER: Message("a sheet of Letter"),
    Paper.OWN: Message("a rectangle of another size"),
    Paper.NONE: Message("no sheet"),
}


def called(player: str, words: Language) -> str:
    """A player in the language of `words`, who is called by a colour."""
    return words.say(player) if player in COLOURS else player


def offered(offer: str) -> str:
    """What a question offers: a sheet or a size."""
    if offer in [*Paper]:
        return _SHEETS[Paper(offer)]
    return Size(offer).words if offer in [*Size] else offer


def off_by(tolerance: float, unit: Unit) -> Amount:
    """An accuracy in mm, with no more decimals than it is worth, and never less than it is."""
    return rounded(tolerance, Unit(unit.name, known=tolerance), up=True)


def accuracy(found: Reading, unit: Unit, words: Language) -> Message | None:
    """How well the ships of a picture are known; None where none is."""
    if all(ship.tolerance is None for ship in found.ships):
        return None
    return any_corner(off_by(found.tolerance, unit), found.size is not None, words)


def any_corner(off: Amount, measured: bool, words: Language) -> Message:
    """How well all ships are known; measured: whether a sheet or rectangle says where on the table they lie."""
    length = words.tell(off)
    if measured:
        return Message("Any corner of any ship may be off by {length}.", length=length)
    return Message(
        "No sheet was used: as the ships lie to each other, any corner may be off by {length}.", length=length
    )


def accuracy_of(ship: ReadShip, unit: Unit, words: Language) -> Message:
    """How well a ship is known."""
    if ship.tolerance is None:
        return Message("{ship}: where it lies cannot be known from this picture.", ship=ship.name)
    off = words.tell(off_by(ship.tolerance, unit))
    return Message("{ship}: any of its corners may be off by {length}.", ship=ship.name, length=off)

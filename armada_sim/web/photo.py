"""Ships marked on a photo: what the page asks, and where the fit says they lie. The picture stays in the browser."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from importlib.util import find_spec
from typing import Annotated, NotRequired, TypedDict

from pydantic_core import core_schema as core

from armada_sim.files import Name, default_of, list_of, table_schema, within
from armada_sim.files.building import build_dispute
from armada_sim.photo import (
    CORNERS,
    EDGES,
    MOST_MARKS,
    NEEDS_SCIPY,
    Mark,
    MarkedShip,
    PlacedShip,
    PlacedShips,
    Reference,
)
from armada_sim.table import Size, Unit, rounded
from armada_sim.tabletop import COMPUTER_ONLY, Amount, InputError, Language, Message
from armada_sim.tabletop.web import SLOW
from armada_sim.web.answers import PhotoAnswer, PhotoShip
from armada_sim.web.bodies import TableBody
from armada_sim.web.endpoints import Endpoint

_MOST_SHIPS = 48
"""Of one photo; the twelve of two fleets take 0.3 s, so many with marks by lot 8 s."""

_LEAST_SIDE, _LARGEST_SIDE = 100, 20_000
"""px of a picture."""

_LEAST_LENGTH, _LARGEST_LENGTH = 20, 5_000
"""mm of a reference: smaller ones say nothing, larger ones do not lie on a table."""


_PIXEL = list_of(within(-_LARGEST_SIDE, 2 * _LARGEST_SIDE), 2, 2)
_SIZE = core.literal_schema([size.value for size in Size])


class MarkTable(TypedDict):
    """A corner of a ship that was marked."""

    at: Annotated[list[float], _PIXEL, "px from the upper left corner of the picture, to the right and down"]
    corner: NotRequired[Annotated[str, core.literal_schema([*CORNERS]), "which it is, where that was said"]]


class MarkedTable(TypedDict):
    """A ship and its marks."""

    name: Name
    size: Annotated[str, _SIZE]
    marks: Annotated[list[MarkTable], list_of(table_schema(MarkTable), None, MOST_MARKS)]


class ReferenceTable(TypedDict):
    """A rectangle on the table."""

    size: Annotated[list[float], list_of(within(_LEAST_LENGTH, _LARGEST_LENGTH), 2, 2), "mm"]
    corners: Annotated[list[list[float]], list_of(_PIXEL, None, 4), "as they were marked, in any order"]


class PhotoBody(TableBody):
    """Where ships lie that were marked on a photo of the table."""

    picture: Annotated[list[float], list_of(within(_LEAST_SIDE, _LARGEST_SIDE), 2, 2), "px, wide and high"]
    reference: NotRequired[Annotated[ReferenceTable, table_schema(ReferenceTable), "else the ships' sizes are known"]]
    ships: Annotated[list[MarkedTable], default_of(list_of(table_schema(MarkedTable), None, _MOST_SHIPS), [])]


def _photo(given: PhotoBody, words: Language) -> PhotoAnswer:
    from armada_sim.photo import place

    ships = [
        MarkedShip(
            ship["name"],
            Size(ship["size"]),
            tuple(Mark((mark["at"][0], mark["at"][1]), mark.get("corner")) for mark in ship["marks"]),
        )
        for ship in given["ships"]
    ]
    if len({ship.name for ship in ships}) < len(ships):
        raise InputError(Message("two ships have one name"), key="ships")
    known, reference = given.get("reference"), None
    if known is not None:
        reference = Reference(known["size"][0], known["size"][1], tuple((x, y) for x, y in known["corners"]))
    wide, high = given["picture"]
    found = place((wide, high), reference, ships, build_dispute(given["dispute"]).rules.profile)
    return _answer(found, Unit(given["show_in"]), words)


def _answer(found: PlacedShips, unit: Unit, words: Language) -> PhotoAnswer:
    off = words.tell(rounded(found.tolerance, unit, up=True))
    text = Message("Any corner of any ship may be off by {length}.", length=off)
    if found.size is None:
        text = Message("As the ships lie to each other, any corner may be off by {length}.", length=off)
    return {
        "ships": [_ship(ship, unit, words) for ship in found.ships],
        "reference": [*found.reference],
        "size": found.size,
        "edges": [*EDGES],
        "tolerance": found.tolerance,
        "text": words.tell(text),
    }


def _ship(ship: PlacedShip, unit: Unit, words: Language) -> PhotoShip:
    text = words.say(
        "{ship}: its marks miss it by {pixels} px at most; it may be off by {length}.",
        ship=ship.name, pixels=words.tell(Amount(f"{ship.misfit:.1f}")),
        length=words.tell(rounded(ship.tolerance, unit, up=True)),
    )  # fmt: skip
    doubt = Message(
        "Its marks fit another way of lying as well: choose the one that lies right, or mark one more corner."
    )
    return {
        "name": ship.name,
        "base": (float(ship.pose.x), float(ship.pose.y)),
        "heading": float(ship.pose.heading),
        "corners": [*ship.corners],
        "misfit": ship.misfit,
        "tolerance": ship.tolerance,
        "unsure": words.say(doubt) if ship.unsure else "",
        "others": [{"corners": [*one.corners], "wire": [*one.wire]} for one in ship.others],
        "wire": [*ship.wire],
        "hidden": [*ship.hidden],
        "text": text,
    }


def photo_missing(words: Language) -> str:
    """What to install before a photo can be fitted; empty where all is there."""
    if find_spec("scipy"):
        return ""
    return words.tell(NEEDS_SCIPY if find_spec("numpy") else COMPUTER_ONLY)


PHOTO = Endpoint("/api/photo", PhotoBody, _photo, PhotoAnswer, lane=SLOW)
"""What the page asks of a photo."""

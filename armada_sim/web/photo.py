"""Ships marked on a photo: what the page asks, and where the fit says they lie. The picture stays in the browser."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Annotated, NotRequired, TypedDict

from pydantic_core import core_schema as core

from armada_sim.files import SIZE, Name, default_of, list_of, table_schema, within
from armada_sim.files.building import build_dispute
from armada_sim.photo import (
    CORNERS,
    EDGES,
    MOST_MARKS,
    NEEDS_SCIPY,
    SIDES_MM,
    Mark,
    MarkedShip,
    PlacedShip,
    PlacedShips,
    Reference,
    any_corner,
    missing_to_read,
    sheet_named,
)
from armada_sim.table import Rules, Size, Unit, rounded
from armada_sim.tabletop import COMPUTER_ONLY, Amount, InputError, Language, Message, inside
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


class MarkTable(TypedDict):
    """A corner of a ship that was marked."""

    at: Annotated[list[float], _PIXEL, "px from the upper left corner of the picture, to the right and down"]
    corner: NotRequired[Annotated[str, core.literal_schema([*CORNERS]), "which it is, where that was said"]]


class MarkedTable(TypedDict):
    """A ship and its marks."""

    name: Name
    size: Annotated[str, SIZE]
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


def size_named(name: str, key: str, rules: Rules) -> Size:
    """A size of the rules. Raises InputError with the key."""
    with inside(key=key):
        return rules.numbers.named(name)


def _photo(given: PhotoBody, words: Language) -> PhotoAnswer:
    from armada_sim.photo import place

    rules = build_dispute(given["dispute"]).rules
    ships = [
        MarkedShip(
            ship["name"],
            size_named(ship["size"], f"ships[{i}].size", rules),
            tuple(Mark((mark["at"][0], mark["at"][1]), mark.get("corner")) for mark in ship["marks"]),
        )
        for i, ship in enumerate(given["ships"], 1)
    ]
    if len({ship.name for ship in ships}) < len(ships):
        raise InputError(Message("two ships have one name"), key="ships")
    known, reference = given.get("reference"), None
    if known is not None:
        reference = Reference(known["size"][0], known["size"][1], tuple((x, y) for x, y in known["corners"]))
    wide, high = given["picture"]
    found = place((wide, high), reference, ships, rules.profile)
    return _answer(found, Unit(given["show_in"]), words)


def _answer(found: PlacedShips, unit: Unit, words: Language) -> PhotoAnswer:
    text = any_corner(rounded(found.tolerance, unit, up=True), found.size is not None, words)
    return {
        "ships": [_ship(ship, unit, words) for ship in found.ships],
        "reference": [*found.reference],
        "size": found.size,
        "edges": [*EDGES],
        "tolerance": found.tolerance,
        "text": words.tell(text),
        "doubts": [words.tell(doubt) for doubt in _doubts(found, words)],
    }


def _doubts(found: PlacedShips, words: Language) -> Iterator[Message]:
    """What does not fit in marks."""
    if found.looks_like is not None:
        paper = next(paper for paper, sides in SIDES_MM.items() if sides == found.looks_like)
        yield Message("This sheet looks like {paper}.", paper=sheet_named(paper))
    for ship in found.ships:
        if ship.beside:
            off = Amount(f"{ship.misfit:.0f}")
            yield Message(
                "{ship}: a mark lies beside its corner, or its size is another: they miss each other by {pixels} px.",
                ship=ship.name,
                pixels=off,
            )
    for one in found.left:
        yield Message("{ship} is left out: {why}.", ship=one.name, why=words.tell(one.why))


def _ship(ship: PlacedShip, unit: Unit, words: Language) -> PhotoShip:
    text = words.say(
        "{ship}: its marks miss it by {pixels} px at most; it may be off by {length}.",
        ship=ship.name, pixels=words.tell(Amount(f"{ship.misfit:.1f}")),
        length=words.tell(rounded(ship.tolerance, unit, up=True)),
    )  # fmt: skip
    doubt = Message("Its marks also fit another position: choose the right one, or mark one more corner.")
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


def reading_missing(words: Language) -> str:
    """What to install before a picture is read by itself; empty where all is there."""
    missing = missing_to_read()
    return "" if missing is None else words.tell(missing)


PHOTO = Endpoint("/api/photo", PhotoBody, _photo, PhotoAnswer, lane=SLOW)
"""What the page asks of a photo."""

"""Pictures of tables that the page sends: held in memory for a while, never written, and read as often as it asks."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from secrets import token_urlsafe
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from pydantic_core import core_schema as core

from armada_sim.files import SIZE, Name, default_of, list_of, table_schema, within
from armada_sim.files.building import build_dispute
from armada_sim.photo import (
    CORNERS,
    EDGES,
    SIDES_MM,
    Paper,
    Question,
    Reading,
    ReadShip,
    SaidSheet,
    SaidShip,
    accuracy,
    accuracy_of,
    called,
    check_installed,
    off_by,
    offered,
)
from armada_sim.table import Profile, Rules, Unit
from armada_sim.tabletop import InputError, Language, Message
from armada_sim.tabletop.web import SLOW, GoneError, still_wanted
from armada_sim.web.answers import Doubt, Forgotten, HeldPicture, PictureRead, ReadShipRow
from armada_sim.web.bodies import TableBody
from armada_sim.web.endpoints import Endpoint, Upload
from armada_sim.web.photo import size_named

if TYPE_CHECKING:
    from armada_sim.photo.reading import Prepared

_LARGEST_BYTES = 40_000_000
"""Of one picture."""

_MOST_BYTES, _MOST_PICTURES = 240_000_000, 24
"""Of all that are held; of more, those go that nobody has asked for the longest."""

_KEPT_S = 20 * 60.0
"""Seconds. A picture that nobody has asked for so long goes."""

_ID_BYTES = 18

_MOST_SHIPS = 48
_LARGEST_SIDE = 20_000
"""px of a picture."""

_LEAST_LENGTH, _LARGEST_LENGTH = 20, 5_000
"""mm of a rectangle on the table."""


@dataclass(slots=True)
class _Held:
    content: bytes
    asked: float
    """When it was asked for last, seconds."""

    prepared: tuple[Profile, Paper | SaidSheet | None, "Prepared"] | None = None
    """As it was read last: pieces, what was said of the sheet, and what that showed."""


class Pictures:
    """Pictures in memory, by names that nobody guesses; of every thread."""

    def __init__(self, now: Callable[[], float] = monotonic, most: int = _MOST_BYTES, kept_s: float = _KEPT_S) -> None:
        """now: seconds. most: bytes of all of them. kept_s: seconds that one is kept which nobody asks for."""
        self._now, self._most, self._kept_s = now, most, kept_s
        self._held: dict[str, _Held] = {}
        self._lock = Lock()
        self._later: Timer | None = None
        """What sweeps where nobody asks for anything."""

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, content: bytes) -> str:
        """Hold a picture; its name."""
        name = token_urlsafe(_ID_BYTES)
        with self._lock:
            self._held[name] = _Held(content, self._now())
        self.sweep()
        return name

    def at(self, name: str) -> bytes:
        """A picture. Raises GoneError where it is held no more."""
        self.sweep()
        with self._lock:
            found = self._held.pop(name, None)
            if found is None:
                raise GoneError(Message("this picture is here no more: send it again"))
            found.asked = self._now()
            self._held[name] = found  # the last one
            return found.content

    def prepared(self, name: str, profile: Profile, sheet: Paper | SaidSheet | None) -> "Prepared":
        """A picture, ready to be read; only the last one that was asked for stays so.

        Raises GoneError where it is held no more, InputError where it cannot be read.
        """
        from armada_sim.photo import prepared

        content = self.at(name)
        with self._lock:
            held = self._held.get(name)
            if held is not None and held.prepared is not None and held.prepared[:2] == (profile, sheet):
                return held.prepared[2]
        made = prepared(content, profile, sheet)
        with self._lock:
            for other in self._held.values():
                other.prepared = None
            if name in self._held:
                self._held[name].prepared = profile, sheet, made
        return made

    def forget(self, name: str) -> bool:
        """Let a picture go; whether it was there."""
        with self._lock:
            return self._held.pop(name, None) is not None

    def sweep(self) -> None:
        """Let those go that are too old, and then those too many."""
        with self._lock:
            old = self._now() - self._kept_s
            for name in [name for name, one in self._held.items() if one.asked <= old]:
                del self._held[name]
            while len(self._held) > 1 and (
                len(self._held) > _MOST_PICTURES or sum(len(one.content) for one in self._held.values()) > self._most
            ):
                del self._held[next(iter(self._held))]
            if self._held and self._later is None:
                self._later = Timer(self._kept_s, self._swept)
                self._later.daemon = True
                self._later.start()

    def _swept(self) -> None:
        """Sweep, and again as long as something is held."""
        with self._lock:
            self._later = None
        self.sweep()


_PIXEL = list_of(within(-_LARGEST_SIDE, 2 * _LARGEST_SIDE), 2, 2)
_SIDES = list_of(within(_LEAST_LENGTH, _LARGEST_LENGTH), 2, 2)
_ID = core.str_schema(min_length=1, max_length=60)


class SaidShipTable(TypedDict):
    """What is said of a ship on the picture."""

    name: Name
    at: Annotated[list[float], _PIXEL, "px from the upper left corner of the upright picture: a point on it"]
    size: NotRequired[Annotated[str, SIZE, "where that is known"]]
    wire: NotRequired[
        Annotated[list[list[float]], list_of(_PIXEL, len(CORNERS), len(CORNERS)), "px: about where its corners are"]
    ]


class PictureNamed(TypedDict):
    """A picture that was sent is forgotten."""

    picture: Annotated[str, _ID]


class ReadPictureBody(TableBody):
    """What a picture that was sent says of the table, with what a person says of it."""

    picture: Annotated[str, _ID]
    sheet: NotRequired[Annotated[str, core.literal_schema([*map(str, Paper)]), "what lies there; else that is found"]]
    size: NotRequired[Annotated[list[float], _SIDES, "mm of a rectangle that is no sheet of paper"]]
    corners: NotRequired[Annotated[list[list[float]], list_of(_PIXEL, 4, 4), "px: about where its corners are"]]
    ships: Annotated[
        list[SaidShipTable], default_of(list_of(table_schema(SaidShipTable), None, _MOST_SHIPS), []),
        "those to be read, and no others; none: all are looked for",
    ]  # fmt: skip


def photo_endpoints(pictures: Pictures) -> tuple[Endpoint[Any] | Upload, ...]:
    """Questions about the pictures of one server."""
    return (
        Upload(
            "/api/photo/picture", "A picture of a table, which is held in memory for a while.", "image/*",
            _LARGEST_BYTES, partial(_held, pictures), HeldPicture, lane=SLOW,
        ),
        Endpoint("/api/photo/read", ReadPictureBody, partial(_read, pictures), PictureRead, lane=SLOW),
        Endpoint("/api/photo/forget", PictureNamed, partial(_forgotten, pictures), Forgotten),
    )  # fmt: skip


def _held(pictures: Pictures, content: bytes, _: Language) -> HeldPicture:
    """Raises InputError for what is no picture that can be read."""
    check_installed()
    from armada_sim.photo import opened

    found = opened(content)
    still_wanted()
    return {"picture": pictures.hold(content), "width": found.width, "height": found.height}


def _forgotten(pictures: Pictures, given: PictureNamed, _: Language) -> Forgotten:
    return {"there": pictures.forget(given["picture"])}


def _read(pictures: Pictures, given: ReadPictureBody, words: Language) -> PictureRead:
    rules = build_dispute(given["dispute"]).rules
    ships = [_said(ship, f"ships[{i}].size", rules) for i, ship in enumerate(given["ships"], 1)]
    if len({ship.name for ship in ships}) < len(ships):
        raise InputError(Message("two ships have one name"), key="ships")
    from armada_sim.photo import read

    still_wanted()
    ready = pictures.prepared(given["picture"], rules.profile, _sheet(given))
    still_wanted()
    found = read(ready, ships=ships or None, lang=words.lang)
    return _answer(given["picture"], found, Unit(given["show_in"]), words)


def _said(given: SaidShipTable, key: str, rules: Rules) -> SaidShip:
    size = given.get("size")
    return SaidShip(
        given["name"], _pixel(given["at"]), None if size is None else size_named(size, key, rules),
        tuple(_pixel(corner) for corner in given.get("wire", ())),
    )  # fmt: skip


def _sheet(given: Mapping[str, Any]) -> Paper | SaidSheet | None:
    """What is said of the sheet or rectangle; None where nothing is."""
    paper = Paper(given["sheet"]) if "sheet" in given else None
    size = given.get("size") or (SIDES_MM.get(paper) if paper else None)
    corners = tuple(_pixel(corner) for corner in given.get("corners", ()))
    if paper is Paper.NONE or not (corners or "size" in given):
        return paper
    return SaidSheet(None if size is None else (size[0], size[1]), corners)


def _pixel(given: list[float]) -> tuple[float, float]:
    return given[0], given[1]


def _answer(picture: str, found: Reading, unit: Unit, words: Language) -> PictureRead:
    text = accuracy(found, unit, words)
    return {
        "picture": picture,
        "ships": [_ship(ship, unit, words) for ship in found.ships],
        "paper": found.paper.value,
        "sheet": [*found.sheet],
        "size": found.size,
        "edges": [*EDGES],
        "questions": [_doubt(question, words) for question in found.questions],
        "text": "" if text is None else words.tell(text),
    }


def _ship(ship: ReadShip, unit: Unit, words: Language) -> ReadShipRow:
    return {
        "name": ship.name,
        "player": called(ship.player, words),
        "size": ship.size.value,
        "base": (float(ship.pose.x), float(ship.pose.y)),
        "heading": float(ship.pose.heading),
        "tolerance": ship.tolerance,
        "off": "" if ship.tolerance is None else words.tell(off_by(ship.tolerance, unit)),
        "wire": [*ship.wire],
        "hidden": [*ship.hidden],
        "text": words.tell(accuracy_of(ship, unit, words)),
    }


def _doubt(question: Question, words: Language) -> Doubt:
    return {
        "topic": question.topic.value,
        "about": question.about,
        "text": words.tell(question.text),
        "offer": question.offer,
        "offered": words.tell(offered(question.offer)),
    }

"""What is read off a picture of a table: ships, the sheet, how sure that is, and what a person should be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from armada_sim.photo.marking import Pixel
from armada_sim.table import Pose, Size
from armada_sim.tabletop import Message

Source = Path | bytes
"""Of a picture: a file, or what is in one."""


class Paper(StrEnum):
    """Sheets whose size is known, a rectangle of another size, and a table without one."""

    A4 = "a4"
    LETTER = "letter"
    OWN = "own"
    NONE = "none"


SIDES_MM = {Paper.A4: (297.0, 210.0), Paper.LETTER: (279.4, 215.9)}
"""Longer side first (ISO 216; ANSI/ASME Y14.1)."""


@dataclass(frozen=True, slots=True)
class SaidSheet:
    """What a person says of the rectangle that lies on the table."""

    size: tuple[float, float] | None = None
    """mm, in any order; None leaves it to be found."""

    corners: tuple[Pixel, ...] = ()
    """px. About where its four corners are, in any order; empty leaves them to be found."""


@dataclass(frozen=True, slots=True)
class SaidShip:
    """What a person says of a ship in the picture: where it is, and what else is known."""

    name: str
    at: Pixel
    """px. A point on it."""

    size: Size | None = None
    wire: tuple[Pixel, ...] = ()
    """px. About where its corners are seen, in the order of `marking.CORNERS`; empty leaves that to be found."""


class Topic(StrEnum):
    """What a question is about."""

    PAPER = "paper"
    """The sheet looks like another one."""

    SIZE = "size"
    """A ship looks like one of another size."""

    CROPPED = "cropped"
    """The middle of the picture is not the lens's."""

    MARK = "mark"
    """A mark lies beside what it marks."""

    PLACE = "place"
    """A ship at which somebody points is hardly seen: it may lie otherwise."""

    PICTURE = "picture"
    """It is blurred, or shows too few ships, or was left out beside others."""

    SCALE = "scale"
    """All ships may be larger, and lie farther apart, or smaller: the size of this one would tell."""


@dataclass(frozen=True, slots=True)
class Question:
    """What does not fit, asked of the person who knows."""

    topic: Topic
    about: str
    """Name of the ship; empty where it is about the whole picture."""

    text: Message
    offer: str = ""
    """What it looks like instead: a `Paper` or a `Size`."""


@dataclass(frozen=True, slots=True)
class ReadShip:
    """A ship that was found."""

    name: str
    player: str
    """Name of the colour of its pieces: see `players`."""

    colour: tuple[int, int, int]
    """Red, green, blue: 0 to 255, as the picture shows it."""

    size: Size
    pose: Pose
    tolerance: float | None
    """mm. How far any of its corners may be off; None where it cannot be known."""

    wire: tuple[Pixel, ...]
    """px. Where its corners are seen, in the order of `marking.CORNERS`."""

    hidden: tuple[bool, ...]
    """Which of them the ship itself hides."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a picture says of a table.

    Poses are in the frame of the sheet: its corner at (0, 0) is the one from which, in the picture, x leads to the
    right. Without a sheet x leads right in the picture, and tolerances are of how ships lie to each other.
    """

    picture: Pixel
    """px, wide and high, upright."""

    ships: tuple[ReadShip, ...]
    """One player's after another's, the surest first; those that were said, in that order."""

    paper: Paper
    sheet: tuple[Pixel, ...]
    """px. Its corners: that at (0, 0), then counter-clockwise on the table; empty without one."""

    size: tuple[float, float] | None
    """mm. How far it reaches from (0, 0) along x and y."""

    questions: tuple[Question, ...]
    focal: float
    """px."""

    camera: tuple[float, float, float]
    """mm. Where the camera stood."""

    @property
    def tolerance(self) -> float:
        """mm. How far any corner of any ship that is known may be off."""
        return max((ship.tolerance for ship in self.ships if ship.tolerance is not None), default=0.0)

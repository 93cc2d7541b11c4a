"""What a painted picture says of its table, without looking at it: for tests of all that stands around the reading."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from armada_sim.photo import (
    CORNERS,
    Paper,
    Pixel,
    Question,
    Reading,
    ReadShip,
    SaidSheet,
    SaidShip,
    Topic,
)
from armada_sim.table import Pose, Size
from armada_sim.tabletop import Message
from tests.photo.painting import COLOURS, EYE, SHEET, SHIPS, Placed, sheet
from tests.photo.scenes import NAMES, Eye

SEVEN = [
    *SHIPS, Placed("red", "small", 330, 250, 30), Placed("blue", "large", -60, 120, 300),
    Placed("blue", "small", 120, -60, 45),
]  # fmt: skip
"""Of two players, around the sheet."""


def read_ship(name: str, ship: Placed, view: Eye = EYE, tolerance: float | None = 1.5) -> ReadShip:
    """A ship as it lies on the painted table."""
    pixels, shown = view.shoot(ship.corners), {k for face in view.shows(ship.corners) for k in face}
    order = [NAMES.index(corner) for corner in CORNERS]
    wire = tuple((float(pixels[k][0]), float(pixels[k][1])) for k in order)
    return ReadShip(
        name, ship.player, COLOURS[ship.player], Size(ship.size), Pose(ship.x, ship.y, ship.degrees % 360), tolerance,
        wire, tuple(k not in shown for k in order),
    )  # fmt: skip


def reading(ships: Sequence[ReadShip], questions: Sequence[Question] = (), paper: Paper = Paper.A4) -> Reading:
    """Of a picture as `paint` makes it."""
    corners = () if paper is Paper.NONE else tuple((float(x), float(y)) for x, y in sheet())
    return Reading(
        (float(EYE.picture[0]), float(EYE.picture[1])), tuple(ships), paper, corners, SHEET if corners else None,
        tuple(questions), EYE.focal, (float(EYE.place[0]), float(EYE.place[1]), float(EYE.place[2])),
    )  # fmt: skip


@dataclass(frozen=True)
class Ready:
    """In place of a picture that is prepared."""

    profile: object
    sheet: Paper | SaidSheet | None


@dataclass
class Standing:
    """In place of `read` and `prepared`: it sees ships that it is not blind to, and takes what is said for true.

    A ship that is pointed at is the nearest that there is. Its calls are kept, and what it says may be changed.
    """

    ships: Sequence[Placed] = tuple(SEVEN)
    blind: frozenset[int] = frozenset()
    """Numbers of ships that it misses until it is pointed at them."""

    unknown: frozenset[int] = frozenset()
    """Numbers of ships that it cannot know until their wire is said."""

    hardly: frozenset[int] = frozenset()
    """Numbers of ships of which it asks whether they lie so until their wire is said."""

    questions: Sequence[Question] = ()
    calls: list[dict[str, Any]] = field(default_factory=list)
    prepared: list[Ready] = field(default_factory=list)

    def stand_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """For what the page asks."""
        monkeypatch.setattr("armada_sim.photo.read", self)
        monkeypatch.setattr("armada_sim.photo.prepared", self.prepare)

    def prepare(self, source: bytes, profile: object, sheet: Paper | SaidSheet | None) -> Ready:
        """As `prepared`."""
        assert source
        self.prepared.append(Ready(profile, sheet))
        return self.prepared[-1]

    def __call__(
        self, source: Path | bytes | Ready, profile: object = None, sheet: Paper | SaidSheet | None = None,
        ships: Sequence[SaidShip] | None = None, lang: str = "en",
    ) -> Reading:  # fmt: skip
        """As `read`."""
        if isinstance(source, Ready):
            profile, sheet = source.profile, source.sheet
        self.calls.append({"profile": profile, "sheet": sheet, "ships": ships})
        paper = sheet if isinstance(sheet, Paper) else Paper.A4
        open_now = [one for one in self.questions if one.topic is not Topic.PAPER or one.offer != paper]
        if ships is not None:
            open_now = [one for one in open_now if one.topic is not Topic.SCALE]
        if ships is None:
            numbers = [k for k in range(len(self.ships)) if k not in self.blind]
            return reading([self._seen(k, f"{self._letter(k)}{k + 1}") for k in numbers], open_now, paper)
        found = []
        for said in ships:
            number = self.nearest(said.at)
            one = self._seen(number, said.name, known=bool(said.wire))
            if number in self.hardly and not said.wire:
                open_now = [*open_now, hardly_seen(said.name)]
            found.append(one if said.size is None else replace(one, size=said.size))
        return reading(found, open_now, paper)

    def nearest(self, at: Pixel) -> int:
        """The number of the ship that is seen nearest to a point."""
        return min(range(len(self.ships)), key=lambda k: math.dist(at, self.middle(k)))

    def middle(self, number: int) -> Pixel:
        """px. Where the middle of a ship is seen."""
        x, y = EYE.shoot(self.ships[number].corners).mean(axis=0)
        return float(x), float(y)

    def _letter(self, number: int) -> str:
        return self.ships[number].player[0].upper()

    def _seen(self, number: int, name: str, known: bool = False) -> ReadShip:
        lost = number in self.unknown and not known
        return read_ship(name, self.ships[number], tolerance=None if lost else 1.5)


def looks_like(paper: Paper) -> Question:
    """A question about the sheet."""
    names = {Paper.A4: "A4", Paper.LETTER: "Letter"}
    return Question(Topic.PAPER, "", Message("this sheet looks like {other}", other=names[paper]), offer=str(paper))


def resized(name: str, size: Size) -> Question:
    """A question about a ship's size."""
    return Question(
        Topic.SIZE, name, Message("{ship} looks like a {kind}", ship=name, kind=size.words), offer=str(size)
    )


def hardly_seen(name: str) -> Question:
    """A question about where a ship lies."""
    return Question(Topic.PLACE, name, Message("does {ship} lie so?", ship=name))


def any_scale(name: str) -> Question:
    """A question about how large all ships are."""
    return Question(Topic.SCALE, name, Message("which size is {ship}?", ship=name))

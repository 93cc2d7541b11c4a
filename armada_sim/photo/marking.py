"""What is marked on a photo, and what comes of it: ships, a rectangle, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.table import Pose, Size
from armada_sim.tabletop import Message

CORNERS = ("base_right", "base_left", "tip", "upper_right", "upper_left")
"""Names of the corners, in the order of every array of them: as seen from base to tip, the upper ones at the edge that
hangs over the table."""

ON_TABLE = 3
"""So many of them, the first, are those of the face on the table."""

EDGES = ((0, 1), (1, 2), (2, 0), (0, 3), (1, 4), (3, 4), (3, 2), (4, 2))
"""Pairs of corners."""

LEAST_MARKS = 3
MOST_MARKS = len(CORNERS)
NEEDS_SCIPY = Message("photos need SciPy: pip install 'armada-sim[photo]'")

Pixel = tuple[float, float]
"""Of a picture: from its upper left corner to the right, and down."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A corner of a ship as it was marked."""

    at: Pixel
    corner: str | None = None
    """Which it is, of `CORNERS`; None leaves it to be found."""


@dataclass(frozen=True, slots=True)
class MarkedShip:
    """A ship and three to five of its corners."""

    name: str
    size: Size
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A rectangle that lies on the table."""

    width: float
    """mm."""

    height: float
    """mm."""

    corners: tuple[Pixel, ...]
    """Its four corners as they were marked, in any order."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another way to take the marks on a ship."""

    corners: tuple[str, ...]
    """Which corner each mark would be."""

    wire: tuple[Pixel, ...]
    """Where the ship's corners would be seen, in the order of `CORNERS`."""


@dataclass(frozen=True, slots=True)
class PlacedShip:
    """Where a ship lies."""

    name: str
    pose: Pose
    corners: tuple[str, ...]
    """Which corner each mark was taken for."""

    misfit: float
    """px. How far the farthest of its marks misses it."""

    beside: bool
    """Whether its marks fit it so badly, against those of all ships, that one of them must lie beside its corner."""

    tolerance: float
    """mm. How far its corners may be off."""

    unsure: bool
    """Whether its marks may as well be other corners, or be seen from elsewhere, which would lay it elsewhere."""

    others: tuple[Other, ...]
    """Which other corners these are."""

    wire: tuple[Pixel, ...]
    """Where its corners are seen, in the order of `CORNERS`."""

    hidden: tuple[bool, ...]
    """Which of them the ship itself hides."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A ship whose marks make no sense."""

    name: str
    why: str
    """In a sentence."""


@dataclass(frozen=True, slots=True)
class PlacedShips:
    """What a photo says of a table."""

    ships: tuple[PlacedShip, ...]
    left: tuple[LeftOut, ...]
    """Ships that are not among them."""

    looks_like: tuple[float, float] | None
    """mm. A sheet whose sides fit the marks much better than what was said; None where none does."""

    reference: tuple[Pixel, ...]
    """Where its corners are seen: that at (0, 0), then counter-clockwise on the table. Empty without one."""

    size: tuple[float, float] | None
    """mm. How far the rectangle reaches from (0, 0) along x and y: one of its sides lies along each."""

    mark: float
    """px. How far a mark is off, as far as can be seen."""

    tolerance: float
    """mm. How far any corner of any ship may be off."""

    focal: float
    """px."""

    camera: tuple[float, float, float]
    """mm. Where the camera stood."""

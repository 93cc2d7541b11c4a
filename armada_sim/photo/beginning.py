"""Cameras that may have taken a picture: as a sheet shows them, or ships alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.adjusting import Expected
from armada_sim.photo.alone import MOST_SPOTS, WEAK, Seen, cameras_alone, closer
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.edges import Body, State
from armada_sim.photo.finding import Sight, sight, unlike
from armada_sim.photo.paper import WHOLE, Quad, Small, quads, small_of
from armada_sim.photo.pattern import Pattern
from armada_sim.photo.readings import SIDES_MM, Paper, SaidSheet, SaidShip
from armada_sim.photo.sheets import Laid, laid
from armada_sim.photo.sides import outlined
from armada_sim.table import Size

_SHEET_ODDS = 30.0
"""What a sheet all of whose sides are seen speaks for a camera, beside the ships seen by it, as a logarithm of odds."""

_BELIEVED = ((0.7, 0.55), (0.5, 0.65))
"""Shares of a sheet's sides that must be seen, and of its outline by which it must differ from what is beside it; less
is seen of a side where white squares of a check lie beside it."""

_COST_ODDS = 1.5
"""What it speaks against one way to take a quadrilateral for a sheet, for each unit by which another fits better."""

_SURE = ((0.6, 38.0), (WHOLE, 30.0))
"""Where so much of a sheet's sides is seen, and so much speaks for it and the ships, ships alone are not asked."""

_MOST_SHEETS = 5
_FOCALS = (0.87, 1.13)
"""Of the usual focal length: what is tried where a picture does not say."""


@dataclass(frozen=True, slots=True)
class Known:
    """A picture, and what is known before it is read."""

    rgb: NDArray[np.uint8]
    small: Small
    """The same, as sheets are looked for in it."""

    sight: Sight
    """Without the pattern of its table."""

    spots: Floats
    """(n, 2) px of the picture as it is searched, see `alone`."""

    solids: Floats
    """(sizes, 5, 3) mm."""

    sizes: tuple[Size, ...]
    """Of the solids, from the shortest."""

    bodies: tuple[Body, ...]
    expected: Expected
    focal_said: bool
    """Whether the picture says its focal length."""

    sheet: Paper | SaidSheet | None
    shown: float
    """Pixels that are worked on for one of the picture as it was taken."""

    blur: float
    """px. Standard deviation."""

    pattern: Pattern | None
    """Of the table."""

    def cleared(self, camera: Camera, sheet: Floats | None) -> Sight:
        """The same with what a camera sees of a sheet (4, 2) mm as it is."""
        if self.pattern is None or sheet is None:
            return self.sight
        return sight(self.pattern.without(camera.seen(sheet)), self.sight.before)

    @property
    def picture(self) -> tuple[float, float]:
        """px, wide and high, as it is worked on."""
        rows, columns = self.rgb.shape[:2]
        return float(columns), float(rows)

    @property
    def said_size(self) -> tuple[float, float] | None:
        """mm. Of the sheet, where that was said; the longer side first."""
        if isinstance(self.sheet, SaidSheet):
            return None if self.sheet.size is None else (max(self.sheet.size), min(self.sheet.size))
        return None if self.sheet is None else SIDES_MM.get(self.sheet)


@dataclass(frozen=True, slots=True)
class Begin:
    """A camera to start from."""

    paper: Paper
    sheet: Floats | None
    """(4, 2) mm."""

    state: State
    sizes: tuple[int, ...]
    """Of the ships in it."""

    odds: float
    """Logarithm of what speaks for it."""

    cost: float
    """How badly the sheet fits, as in `sheets`."""

    seen: float
    """Share of the sheet's sides that are seen."""


def sheets_of(known: Known, given: Iterable[Quad]) -> list[Laid]:
    """Sheets that are seen, the best first; all that may lie where somebody says that one lies.

    given: what may be sheets, as `quads_of` says.
    """
    found = laid(known.sight.taken, known.picture, given, _papers(known), known.expected)
    said_where = isinstance(known.sheet, SaidSheet) and bool(known.sheet.corners)
    return [one for one in found if said_where or _believed(known, one)]


def beginnings(
    known: Known, sheets: Sequence[Laid], said: Sequence[SaidShip] | None, before: Sequence[Begin] | None = None
) -> list[Begin]:
    """The likeliest first; those with the sheet that was said before all others.

    said: ships in the picture, if somebody says where they are; before: cameras that ships alone show, whatever is
    said, if they have been looked for: they do where nothing is said, or where enough speaks for them.
    """
    at = _said_at(known, said) if said else known.spots
    found: list[Begin] = []
    for one in sheets[:_MOST_SHEETS]:
        camera = one.adjusted.state.camera
        seen = closer(known.sight, camera, at, known.solids, known.bodies, one.sheet, known.expected)
        if seen is not None:
            best = min(other.cost for other in sheets if _same_place(one, other))
            odds = seen.odds + _SHEET_ODDS * one.seen - _COST_ODDS * (one.cost - best)
            found.append(Begin(one.paper, one.sheet, seen.state, seen.sizes, odds, one.cost, one.seen))
    sure = any(one.seen >= seen and one.odds >= odds for one in found for seen, odds in _SURE)
    if not sheets or (not sure and known.sheet is None):
        if before is None or (said and max((one.odds for one in before), default=0.0) < WEAK):
            before = alone(known, said)
        found += before
    found.sort(key=lambda one: -one.odds)
    size = known.said_size
    if size is not None:
        found.sort(key=lambda one: not is_sheet(one.sheet, size))
    return found


def alone(known: Known, said: Sequence[SaidShip] | None = None) -> list[Begin]:
    """Those that ships alone show, whether there is a sheet or not; said: as above."""
    at = known.spots if not said else np.concatenate([_said_at(known, said), known.spots])[:MOST_SPOTS]
    focals = [known.expected.focal] if known.focal_said else [share * known.expected.focal for share in _FOCALS]
    found = cameras_alone(known.sight, known.picture, at, known.solids, known.bodies, known.expected, focals)
    return [Begin(Paper.NONE, None, one.state, one.sizes, one.odds, 0.0, 0.0) for one in _unlike(found)]


def _said_at(known: Known, said: Sequence[SaidShip]) -> Floats:
    """(n, 2) px of the picture as it is searched."""
    return np.array([ship.at for ship in said]) * known.sight.scale - 0.5


_CLOSE = 6.0
"""By how much less may speak for another sheet for the ships to say which of the two it is."""


def rivals_of(found: Sequence[Begin]) -> list[Begin]:
    """The likeliest other sheet, if it fits nearly as well as the first: the sides alone do not always tell."""
    first = found[0]
    others = (one for one in found[1:] if one.seen and one.paper is not first.paper)
    return [one for one in others if first.seen and one.odds > first.odds - _CLOSE][:1]


_MOST_ALONE, _TURNED, _FARTHER = 3, np.radians(1.0), 0.03
"""So many cameras that ships alone show are kept; by how much the table must be turned before them, or how much farther
away it must be, for them to be two."""


def _unlike(given: Sequence[Seen]) -> list[Seen]:
    """Cameras that see the table otherwise, in their order."""

    def alike(one: int, other: int) -> bool:
        here, there = given[one].state.camera, given[other].state.camera
        turned = float(np.linalg.norm(here.turn[:, 2] - there.turn[:, 2]))
        return turned < _TURNED and abs(float(np.log(here.place[2] / there.place[2]))) < _FARTHER

    return [given[k] for k in unlike(range(len(given)), alike)[:_MOST_ALONE]]


_SAME_PX = 60.0
"""Sheets whose middles are seen nearer to each other are one, taken for another."""


def _same_place(one: Laid, other: Laid) -> bool:
    here, there = (each.adjusted.state.camera.seen(each.sheet.mean(axis=0)) for each in (one, other))
    return bool(np.linalg.norm(here - there) < _SAME_PX)


def _believed(known: Known, one: Laid) -> bool:
    """Whether enough of a sheet is seen, and of its outline has one colour within and another without."""
    corners = one.adjusted.state.camera.seen(one.sheet)
    small = known.small if known.pattern is None else small_of(known.pattern.without(corners))
    differs = outlined(small.lab, corners * small.scale - 0.5)
    return any(one.seen > seen and differs > least for seen, least in _BELIEVED)


_HIDDEN = 0.5
"""Share of the cells of a pattern under a sheet that must show something else: of 54 sheets on a check 0.77 did at
least, where the pattern was not followed as far as they reach. What was not looked at may be cloth."""


def is_sheet(sheet: Floats | None, size: tuple[float, float]) -> bool:
    """Whether a sheet (4, 2) mm has these sides, the longer first."""
    return sheet is not None and bool(np.allclose(sorted(sheet[2], reverse=True), size, atol=0.05))


def _papers(known: Known) -> list[tuple[Paper, tuple[float, float]]]:
    """Sheets that are tried: those that are known, and what was said."""
    size = known.said_size
    usual = list(SIDES_MM.items())
    own = size is not None and all(not np.allclose(size, sides, atol=0.05) for sides in SIDES_MM.values())
    return [(Paper.OWN, size), *usual] if own and size is not None else usual


def quads_of(known: Known) -> Iterable[Quad]:
    """What may be sheets, as it is asked for; none where somebody says that none lies there."""
    if known.sheet is Paper.NONE:
        return []
    if isinstance(known.sheet, SaidSheet) and known.sheet.corners:
        corners = np.array(known.sheet.corners, dtype=np.float64)
        area = cv2.contourArea(cv2.convexHull(corners.astype(np.float32).reshape(-1, 1, 2)))
        return [Quad(corners, 1.0, area / known.rgb[..., 0].size, rough=True)]
    if known.pattern is None:
        return quads([known.small])
    found = quads([small_of(known.pattern.cleared), known.small])
    lattice = known.pattern.lattice
    return (one for one in found if lattice.hidden_in(one.corners) > _HIDDEN)

"""Tables by lot that photographs are made of: what is on them, how they are lit, and who takes the picture.

A seed gives one table. Of every ten seeds that begin with a multiple of ten, each condition is in as many as said in
`SHARES`, whichever of them: so a range of such seeds has exactly those shares, and conditions fall together by chance.
Frame: the sheet's, its corner at (0, 0), x and y in mm along its sides, z up; without a sheet the table's, anywhere.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass

import numpy as np
from shapely.geometry import Polygon, box

from tests.photo.scenes import Array, Eye, by
from tests.photographs.shapes import Hand, Lying, Mug, covered, hidden, planes

KEPT = range(0, 30)
LIKE_LETTER = 10020
"""A picture that is kept for its A4 sheet, whose sides fit Letter as well."""

WHITE_CHECK = 13008
"""One that is kept for its sheet on a check, beside whose white squares no edge is seen."""

ANY_SCALE = 13006
"""One that is kept for two large ships that look as small ones do; beside them there are a medium and a small one."""

BESIDE_A_SIDE = 18007
"""One that is kept for its sheet: along one of its sides lie ships, and a cup stands on its end."""

WHITE_CLOTH = 19001
"""One that is kept for its sheet on a printed cloth as white as it is."""

IN_GLARE = 23042
"""One that is kept for its sheet in glare, with two ships beside it: it is whole, and seemed cropped."""

CUP_ON_A_CORNER = 30547
"""One that is kept for a cup on a corner of its sheet, whose edge seems to be the sheet's."""

TUNING = (*range(1000, 1060), *range(5000, 5060))
EVALUATION = (*range(7000, 7040), *range(7050, 7070))
"""Of 7049 no picture is made: its lamp hides the table."""


SHEETS = {"A4": (297.0, 210.0), "Letter": (279.4, 215.9)}
"""mm."""

THICK = 0.1
"""mm. Of a sheet."""

SHARES: dict[str, dict[str, int]] = {
    "sheet": {"A4": 4, "Letter": 3, "none": 3},
    "table": {"wood": 3, "baize": 2, "cloth": 2, "check": 3},
    "plastic": {"opaque": 5, "translucent": 5},
    "clear": {"yes": 3, "no": 7},
    "build": {"hollow": 5, "solid": 5},
    "pips": {"yes": 5, "no": 5},
    "shadows": {"soft": 5, "hard": 5},
    "glare": {"yes": 3, "no": 7},
    "covering": {"yes": 4, "no": 6},
    "touching": {"yes": 3, "no": 7},
    "clutter": {"hand": 2, "cup": 2, "none": 6},
    "bent lens": {"yes": 5, "no": 5},
    "noise": {"strong": 3, "weak": 7},
    "blur": {"strong": 2, "weak": 8},
    "jpeg": {"strong": 3, "weak": 7},
    "exif": {"yes": 8, "no": 2},
    "print": {"yes": 3, "no": 7},
    "held": {"upright": 3, "across": 7},
}
"""Of ten tables, how many have what. `clear`: one player's pieces are colourless; `bent lens`: by more than 1 % at the
corner of the picture; `held`: a picture that is higher than wide; `print`: something is printed on the sheet."""

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "cyan", "pink", "white", "black")
SIZES = ("small", "medium", "large")

MARGIN = 15 / 2000
"""Of the longer side: nothing that is looked for lies nearer to the edge of the picture."""

SHORTEST = 35 / 2000
"""Of the longer side: the farthest two corners of a ship are so far apart at least."""

MOST_COVERED = 0.6


@dataclass(frozen=True)
class Light:
    """Where light comes from, in the frame of the sheet; strengths against that of the soft light from all around."""

    towards: tuple[float, float, float]
    """Unit direction from the middle of the picture to the lamp or window."""

    away: float
    """mm."""

    radius: float
    """mm. Small for hard shadows."""

    strength: float
    """Of the light on the table, how much comes from it."""

    warmth: float
    """-1 for blue daylight, 1 for a bulb."""

    window: tuple[float, float, float] | None
    """Unit direction to a bright window that mirrors in what is glossy; where there is glare."""


@dataclass(frozen=True)
class Developing:
    """What the camera makes of light."""

    noise: float
    """Deviation of a middle grey, of 1."""

    denoise: float
    blur: float
    """px of 2000. Deviation."""

    shake: tuple[float, float]
    """px of 2000. How far a picture moves while it is taken."""

    quality: int
    """Of JPEG."""

    vignetting: float
    """How much darker the corners are."""

    exposure: float
    """Stops."""

    cast: float
    """How much of the light's colour is left, of 1."""

    contrast: float
    sharpening: float


@dataclass(frozen=True)
class Table:
    """One photograph's scene."""

    seed: int
    conditions: dict[str, str]
    sheet: str | None
    ships: tuple[Lying, ...]
    things: tuple[Mug | Hand, ...]
    place: Array
    """(3,) mm. The lens."""

    turn: Array
    """(3, 3). Rows: to the right in the picture, down in it, ahead."""

    focal: float
    """Of the longer side of the picture."""

    bend: float
    upright: bool
    elevation: float
    """degrees. Of the camera, above the table."""

    distance: float
    """mm. From the camera to what it looks at."""

    rounding: float
    """mm. Radius of the edges of pieces."""

    wall: float
    """mm. Of hollow pieces."""

    gloss: float
    """Roughness of the pieces' plastic."""

    light: Light
    developing: Developing
    middle: tuple[float, float]
    """mm. What the camera looks at."""

    def eye(self, long_side: int) -> Eye:
        """The camera that takes a picture of so many px on its longer side."""
        picture = (long_side * 3 // 4, long_side) if self.upright else (long_side, long_side * 3 // 4)
        outer = np.eye(4)
        outer[:3, :3], outer[:3, 3] = self.turn, -self.turn @ self.place
        return Eye(picture, self.place, outer, self.focal * long_side, self.bend)

    @property
    def sheet_corners(self) -> Array:
        """(4, 3) mm."""
        return _sheet_corners(self.sheet)

    @property
    def lamp(self) -> Array:
        """(3,) mm. The middle of the disc that is the lamp; it is turned to what the camera looks at."""
        return np.array([*self.middle, 0.0]) + self.light.away * np.array(self.light.towards)

    @property
    def behind_lamp(self) -> bool:
        """Whether the lamp hides a ship or the sheet, or a part of them: its back is black."""
        towards = np.array(self.light.towards)
        rays = np.vstack([self.sheet_corners, *(ship.corners for ship in self.ships)]) - self.place
        share = (self.lamp - self.place) @ towards / (rays @ towards)
        beside = np.linalg.norm(self.place + share[:, None] * rays - self.lamp, axis=1)
        return bool(((share > 0) & (share < 1) & (beside < self.light.radius)).any())

    @property
    def plastics(self) -> dict[str, str]:
        """Of each player: opaque, translucent or clear."""
        kinds = {}
        for ship in self.ships:
            kinds[ship.player] = "clear" if ship.colour == "clear" else self.conditions["plastic"]
        return kinds


def drawn(seed: int) -> dict[str, str]:
    """What each condition is at a seed, by name."""
    found = {}
    for name, shares in SHARES.items():
        assert sum(shares.values()) == 10
        found[name] = [value for value, count in shares.items() for _ in range(count)][_slot(seed, name)]
    if found["sheet"] == "none":
        found["print"] = "no"
    return found


def _slot(seed: int, name: str) -> int:
    """0 to 9, each once in ten seeds."""
    return int(np.random.default_rng([seed // 10, zlib.crc32(name.encode())]).permutation(10)[seed % 10])


def _spread(seed: int, name: str, low: float, high: float) -> float:
    """Evenly spread over ten seeds."""
    within = float(np.random.default_rng([seed, zlib.crc32(name.encode())]).uniform())
    return low + (high - low) * (_slot(seed, name) + within) / 10


def _sheet_corners(sheet: str | None) -> Array:
    if sheet is None:
        return np.zeros((0, 3))
    width, height = SHEETS[sheet]
    return np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]], dtype=float)


@dataclass(frozen=True)
class _View:
    """A camera over a table, before anything lies there."""

    eye: Eye
    middle: Array

    def within(self, points: Array, margin: float = MARGIN) -> bool:
        if ((by(self.eye.outer, points))[:, 2] < 50).any():
            return False
        pixels, room = self.eye.shoot(points), margin * max(self.eye.picture)
        return bool((pixels > room).all() and (pixels < np.array(self.eye.picture) - room).all())

    def table_at(self, lot: np.random.Generator, share: float) -> Array:
        """(2,) mm. A point of the table that is somewhere in the middle part of the picture."""
        while True:
            flat = lot.uniform(-share / 2, share / 2, 2) * self.eye.picture / self.eye.focal
            ahead = np.array([*flat, 1.0]) @ self.eye.outer[:3, :3]
            if ahead[2] < -0.05:
                found = self.eye.place - ahead * self.eye.place[2] / ahead[2]
                if np.linalg.norm(found[:2] - self.middle) < 420:
                    return found[:2]


def table(seed: int) -> Table:
    """The table of a seed."""
    conditions = drawn(seed)
    for attempt in range(2000):
        found = _attempt(seed, conditions, np.random.default_rng([seed, attempt]))
        if found is not None:
            return found
    raise AssertionError(f"no table for seed {seed}")


def _attempt(seed: int, conditions: dict[str, str], lot: np.random.Generator) -> Table | None:
    elevation = _spread(seed, "elevation", 25, 70)
    distance = lot.uniform(400, 1000)
    focal = lot.uniform(0.65, 1.0)
    bend = lot.choice([-1, 1]) * (lot.uniform(0.01, 0.03) if conditions["bent lens"] == "yes" else lot.uniform(0, 0.01))
    upright = conditions["held"] == "upright"
    sheet = None if conditions["sheet"] == "none" else conditions["sheet"]
    middle = np.array(SHEETS[sheet]) / 2 + lot.uniform(-90, 90, 2) if sheet else lot.uniform(-60, 60, 2)
    view = _camera(middle, elevation, distance, lot.uniform(0, 360), lot.normal(0, 3), focal, bend, upright)
    if sheet and not view.within(_sheet_corners(sheet)):
        return None
    count = round(_spread(seed, "ships", 1.5, 14.5))
    ships = _ships(lot, view, sheet, count, conditions)
    if ships is None:
        return None
    close = any(a.outline.distance(b.outline) < 0.1 for i, a in enumerate(ships) for b in ships[:i])
    if close != (conditions["touching"] == "yes"):
        return None
    things = _things(lot, view, ships, conditions["clutter"])
    if things is None:
        return None
    by_ships, by_all = covered(view.eye, ships, things)
    if by_all.max() > MOST_COVERED or (by_ships.max() > 0.05) != (conditions["covering"] == "yes"):
        return None
    if sheet and hidden(view.eye, _sheet_corners(sheet), ships, things).sum() > 1:
        return None
    rounding = _spread(seed, "rounding", 0.3, 1.0)
    wall = lot.uniform(1.0, 1.5)
    if conditions["build"] == "hollow":
        wall = max(wall, 1.35 * rounding + 0.15)
    return Table(
        seed=seed,
        conditions=conditions,
        sheet=sheet,
        ships=tuple(ships),
        things=tuple(things),
        place=view.eye.place,
        turn=view.eye.outer[:3, :3],
        focal=focal,
        bend=float(bend),
        upright=upright,
        elevation=elevation,
        distance=distance,
        rounding=rounding,
        wall=wall,
        gloss=lot.uniform(0.05, 0.25),
        light=_light(lot, view, ships, conditions),
        developing=_developing(lot, conditions),
        middle=(float(middle[0]), float(middle[1])),
    )


def _camera(
    middle: Array,
    elevation: float,
    distance: float,
    side: float,
    roll: float,
    focal: float,
    bend: float,
    upright: bool,
) -> _View:
    """A camera that looks to a point of the table; angles in degrees, nearly level when it is held."""
    up, round_, lean = np.radians([elevation, side, roll])
    back = np.array([math.cos(up) * math.cos(round_), math.cos(up) * math.sin(round_), math.sin(up)])
    place = np.array([*middle, 0.0]) + distance * back
    right = np.cross(-back, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(-back, right)
    c, s = math.cos(lean), math.sin(lean)
    outer = np.eye(4)
    outer[:3, :3] = [c * right + s * down, c * down - s * right, -back]
    outer[:3, 3] = -outer[:3, :3] @ place
    picture = (1500, 2000) if upright else (2000, 1500)
    return _View(Eye(picture, place, outer, focal * 2000, bend), np.asarray(middle))


def _ships(
    lot: np.random.Generator, view: _View, sheet: str | None, count: int, conditions: dict[str, str]
) -> list[Lying] | None:
    """So many ships of two or three players that do not overlap, or None where there is no room."""
    players = int(lot.integers(2, 4)) if count > 2 else 2
    colours = [str(colour) for colour in lot.permutation(COLOURS)[:players]]
    if conditions["clear"] == "yes":
        colours[0] = "clear"
    paper = box(0, 0, *SHEETS[sheet]) if sheet else Polygon()
    touching = int(lot.integers(1, 3)) if conditions["touching"] == "yes" else 0
    covering = int(lot.integers(1, 4)) if conditions["covering"] == "yes" else 0
    spread = lot.uniform(0.45, 0.9)
    headings = lot.uniform(0, 360, players)
    found: list[Lying] = []
    for _ in range(400):
        if len(found) == count:
            return found
        number = len(found)
        owner = number if number < players else int(lot.integers(players))
        size = SIZES[lot.integers(3)]
        degrees = headings[owner] + lot.normal(0, 50) if lot.random() < 0.5 else lot.uniform(0, 360)
        others = list(found)
        wants = None
        if others and touching:
            wants = "touch"
            at = _against(lot, others[lot.integers(len(others))], size, float(degrees))
        elif others and covering:
            wants = "cover"
            other = others[lot.integers(len(others))]
            ahead = view.eye.outer[2, :2] / np.linalg.norm(view.eye.outer[2, :2])
            beside = np.array([-ahead[1], ahead[0]])
            to = np.array([other.x, other.y]) + ahead * lot.uniform(10, 60) + beside * lot.normal(0, 15)
            at = (float(to[0]), float(to[1]), float(degrees))
        else:
            to = view.table_at(lot, spread)
            at = (float(to[0]), float(to[1]), float(degrees))
        x, y, turned = at
        ship = Lying(
            f"{colours[owner][0].upper()}{number + 1}", f"P{owner + 1}", colours[owner], size, x, y, turned % 360
        )
        if paper.disjoint(ship.outline) and sheet:
            ship = Lying(ship.name, ship.player, ship.colour, size, x, y, ship.degrees, -THICK)
        gaps = sorted(ship.outline.distance(other.outline) for other in found)
        if gaps and (gaps[0] <= 0 or (gaps[1:] or [9.0])[0] < 2 or (wants != "touch" and gaps[0] < 2)):
            continue
        pixels = view.eye.shoot(ship.corners) if view.within(ship.corners) else None
        if pixels is None or np.linalg.norm(pixels[:, None] - pixels, axis=-1).max() < SHORTEST * 2000:
            continue
        touching -= wants == "touch"
        covering -= wants == "cover"
        found.append(ship)
    return None


def _against(lot: np.random.Generator, other: Lying, size: str, degrees: float) -> tuple[float, float, float]:
    """x, y, heading of a ship that is pushed against another from some side until they all but touch."""
    kind = lot.random()
    if kind < 0.35:  # side along side, tips the same way or the other
        half = 2 * 15.25
        degrees = other.degrees + float(
            lot.choice([180 - half, 180 + half, half, -half]) if kind < 0.25 else lot.choice([180, 0])
        )
    side = lot.uniform(0, 2 * math.pi)
    push = np.array([math.cos(side), math.sin(side)])
    start = other.outline.centroid
    low, high = 0.0, 120.0
    gap = lot.uniform(0.005, 0.05)

    def at(far: float) -> Lying:
        probe = Lying("", "", "", size, 0.0, 0.0, degrees)
        own = probe.outline.centroid
        return Lying("", "", "", size, start.x - own.x + far * push[0], start.y - own.y + far * push[1], degrees)

    for _ in range(40):
        far = (low + high) / 2
        if at(far).outline.distance(other.outline) < gap:
            low = far
        else:
            high = far
    found = at(high)
    return found.x, found.y, degrees


def _things(lot: np.random.Generator, view: _View, ships: list[Lying], kind: str) -> list[Mug | Hand] | None:
    """A mug or a hand that no ship touches and that the picture shows a good part of; None if there is no room."""
    if kind == "none":
        return []
    for _ in range(60):
        x, y = (float(part) for part in view.table_at(lot, 0.95))
        thing: Mug | Hand
        if kind == "cup":
            thing = Mug(x, y, lot.uniform(36, 43), lot.uniform(80, 100), lot.uniform(0, 360))
        else:
            towards = view.middle - (x, y)
            pointing = math.degrees(math.atan2(towards[1], towards[0])) + lot.normal(0, 30)
            thing = Hand(x, y, pointing, bool(lot.random() < 0.4))
        if any(thing.outline.distance(ship.outline) < 1.5 for ship in ships):
            continue
        if isinstance(thing, Hand):  # the arm comes from outside, not out of the lens
            arm = thing.capsules[-1, 4:7]
            seen = by(view.eye.outer, arm[None])[0]
            if seen[2] > 150 and view.within(arm[None], 0.0):
                continue
            near = np.linalg.norm(thing.spheres[:, :3] - view.eye.place, axis=1).min()
            if near < 250:
                continue
        elif not view.within(np.array([[x, y, 0.0], [x, y, thing.height]]), 0.0):
            continue
        if covered(view.eye, ships, [thing], 160)[1].max() > MOST_COVERED:
            continue
        return [thing]
    return None


def _light(lot: np.random.Generator, view: _View, ships: list[Lying], conditions: dict[str, str]) -> Light:
    hard = conditions["shadows"] == "hard"
    up, side = math.radians(lot.uniform(25, 60) if hard else lot.uniform(35, 75)), lot.uniform(0, 2 * math.pi)
    towards = (math.cos(up) * math.cos(side), math.cos(up) * math.sin(side), math.sin(up))
    window = None
    if conditions["glare"] == "yes":  # where a mirror on the table, or on a ship's face, shows it to the camera
        ship = ships[lot.integers(len(ships))]
        to = ship.corners.mean(axis=0)
        ray = (to - view.eye.place) / np.linalg.norm(to - view.eye.place)
        normal = np.array([0.0, 0.0, 1.0])
        if lot.random() < 0.5:
            normals, _ = planes(ship.corners)
            shown = [n for n in normals if n @ ray < -0.1 and (ray - 2 * (ray @ n) * n)[2] > 0.15]
            normal = shown[lot.integers(len(shown))] if shown else normal
        mirrored = ray - 2 * (ray @ normal) * normal + lot.normal(0, 0.05, 3)
        mirrored /= np.linalg.norm(mirrored)
        window = (float(mirrored[0]), float(mirrored[1]), float(max(mirrored[2], 0.1)))
    return Light(
        towards=towards,
        away=lot.uniform(700, 1600),
        radius=lot.uniform(10, 35) if hard else lot.uniform(250, 450),
        strength=lot.uniform(0.45, 0.75) if hard else lot.uniform(0.3, 0.6),
        warmth=lot.uniform(-0.6, 1.0),
        window=window,
    )


def _developing(lot: np.random.Generator, conditions: dict[str, str]) -> Developing:
    strong = conditions["blur"] == "strong"
    way, far = lot.uniform(0, 2 * math.pi), lot.uniform(1.5, 5) if strong else lot.uniform(0, 0.8)
    return Developing(
        noise=lot.uniform(0.03, 0.06) if conditions["noise"] == "strong" else lot.uniform(0.004, 0.02),
        denoise=lot.uniform(0.3, 1.0),
        blur=lot.uniform(1.2, 2.2) if strong else lot.uniform(0.35, 0.8),
        shake=(far * math.cos(way), far * math.sin(way)),
        quality=int(lot.integers(45, 65) if conditions["jpeg"] == "strong" else lot.integers(80, 96)),
        vignetting=lot.uniform(0.1, 0.35),
        exposure=float(np.clip(lot.normal(0, 0.22), -0.5, 0.4)),
        cast=lot.uniform(0.1, 0.5),
        contrast=lot.uniform(0.15, 0.5),
        sharpening=lot.uniform(0.2, 0.9),
    )

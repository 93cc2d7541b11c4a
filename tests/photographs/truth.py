"""What a photograph shows, beside it as JSON.

Pixels: (0, 0) is the corner of the picture above left, the first pixel reaches to (1, 1), its middle is (0.5, 0.5).
Frame: the sheet's, its corner at (0, 0), z up from its upper side; where there is no sheet, the table's. mm, degrees,
headings counter-clockwise from x.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.photo.scenes import NAMES, Array, Eye
from tests.photographs.conditions import SHEETS, Table
from tests.photographs.shapes import covered, hidden


@dataclass(frozen=True)
class PhotographedShip:
    """A ship as it lies, and where its corners are in the picture."""

    name: str
    player: str
    colour: str
    size: str
    x: float
    y: float
    heading: float
    z: float
    """mm. What it lies on; 0 is the upper side of the sheet."""

    pixels: Array
    """(5, 2), by NAMES: corners of the solid with sharp edges, seen or not."""

    covered: float
    """Share of its pixels that other things cover."""

    plastic: str
    """opaque, translucent or clear."""


@dataclass(frozen=True)
class PhotographedSheet:
    """A sheet of paper."""

    name: str
    size: tuple[float, float]
    pixels: Array
    """(4, 2): its corners (0, 0), (width, 0), (width, height), (0, height)."""

    covered: tuple[bool, ...]
    """Which of them other things hide."""


@dataclass(frozen=True)
class Photograph:
    """A picture and its truth."""

    path: Path
    seed: int
    eye: Eye
    """`picture` is its width and height."""

    sheet: PhotographedSheet | None
    ships: tuple[PhotographedShip, ...]
    conditions: dict[str, str]
    measures: dict[str, float]
    """What is not one of a few: elevation in degrees, distance and rounding in mm, counts, and so on, by name."""


def told(table: Table, long_side: int) -> dict[str, Any]:
    """As JSON."""
    eye = table.eye(long_side)
    _, shares = covered(eye, list(table.ships), list(table.things), 1000)
    ships = [
        {
            "name": ship.name,
            "player": ship.player,
            "colour": ship.colour,
            "plastic": table.plastics[ship.player],
            "size": ship.size,
            "x": round(ship.x, 5),
            "y": round(ship.y, 5),
            "heading": round(ship.degrees, 5),
            "z": ship.z,
            "pixels": {name: _rounded(pixel) for name, pixel in zip(NAMES, eye.shoot(ship.corners), strict=True)},
            "covered": round(float(share), 4),
        }
        for ship, share in zip(table.ships, shares, strict=True)
    ]
    sheet = None
    if table.sheet:
        behind = hidden(eye, table.sheet_corners, list(table.ships), list(table.things))
        sheet = {
            "name": table.sheet,
            "size": SHEETS[table.sheet],
            "pixels": [_rounded(pixel) for pixel in eye.shoot(table.sheet_corners)],
            "covered": [bool(one) for one in behind],
        }
    return {
        "seed": table.seed,
        "picture": eye.picture,
        "camera": {
            "focal": round(eye.focal, 4),
            "middle": [eye.picture[0] / 2, eye.picture[1] / 2],
            "bend": round(eye.bend, 7),
            "turn": [[round(float(part), 9) for part in row] for row in table.turn],
            "place": [round(float(part), 5) for part in table.place],
        },
        "sheet": sheet,
        "ships": ships,
        "conditions": table.conditions,
        "measures": _measures(table),
    }


def _measures(table: Table) -> dict[str, float]:
    developing, light = table.developing, table.light
    values = {
        "ships": len(table.ships),
        "players": len({ship.player for ship in table.ships}),
        "elevation": table.elevation,
        "distance": table.distance,
        "focal": table.focal,
        "rounding": table.rounding,
        "wall": table.wall if table.conditions["build"] == "hollow" else 0,
        "roughness": table.gloss,
        "lamp radius": light.radius,
        "lamp strength": light.strength,
        "warmth": light.warmth,
        "noise": developing.noise,
        "blur": developing.blur,
        "shake": math.hypot(*developing.shake),
        "quality": developing.quality,
        "exposure": developing.exposure,
    }
    return {name: round(float(value), 5) for name, value in values.items()}


def _rounded(pixel: Array) -> list[float]:
    return [round(float(part), 3) for part in pixel]


def beside(path: Path) -> Path:
    """Where the truth of a picture is written."""
    return path.with_suffix(".json")


def load(path: str | Path) -> Photograph:
    """A picture's truth, by the path of the picture or of the JSON beside it."""
    picture = Path(path).with_suffix(".jpg")
    given = json.loads(beside(picture).read_text(encoding="utf-8"))
    camera, sheet = given["camera"], given["sheet"]
    outer, place = np.eye(4), np.array(camera["place"])
    outer[:3, :3] = camera["turn"]
    outer[:3, 3] = -outer[:3, :3] @ place
    width, height = given["picture"]
    return Photograph(
        path=picture,
        seed=given["seed"],
        eye=Eye((width, height), place, outer, camera["focal"], camera["bend"]),
        sheet=sheet
        and PhotographedSheet(
            sheet["name"], (sheet["size"][0], sheet["size"][1]), np.array(sheet["pixels"]), tuple(sheet["covered"])
        ),
        ships=tuple(
            PhotographedShip(**{**ship, "pixels": np.array([ship["pixels"][name] for name in NAMES])})
            for ship in given["ships"]
        ),
        conditions=given["conditions"],
        measures=given["measures"],
    )

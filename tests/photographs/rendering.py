"""A table as Mitsuba 3 sees it: (h, w, 3) linear light, through a lens that bends lines."""

from __future__ import annotations

import glob
import math
import os
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np

from tests.photo.scenes import shifted
from tests.photographs import meshes, textures
from tests.photographs.conditions import SHEETS, THICK, Table
from tests.photographs.meshes import Mesh
from tests.photographs.shapes import Mug, straightened
from tests.photographs.textures import Image, linear

LIFTED = 0.02
"""mm. Between a piece and what it lies on, so that no two surfaces coincide."""

PLASTICS: dict[str, tuple[float, float, float]] = {
    "red": (0.74, 0.07, 0.09),
    "blue": (0.07, 0.19, 0.62),
    "green": (0.06, 0.47, 0.20),
    "yellow": (0.93, 0.79, 0.08),
    "orange": (0.93, 0.42, 0.06),
    "purple": (0.40, 0.13, 0.52),
    "cyan": (0.08, 0.62, 0.70),
    "pink": (0.90, 0.40, 0.58),
    "white": (0.90, 0.90, 0.87),
    "black": (0.05, 0.05, 0.055),
}
"""sRGB of opaque pieces."""

TINTS: dict[str, tuple[float, float, float]] = {
    "red": (0.90, 0.10, 0.12),
    "blue": (0.14, 0.34, 0.88),
    "green": (0.12, 0.72, 0.32),
    "yellow": (0.98, 0.90, 0.18),
    "orange": (0.98, 0.52, 0.12),
    "purple": (0.58, 0.26, 0.74),
    "cyan": (0.18, 0.82, 0.90),
    "pink": (0.96, 0.52, 0.70),
    "white": (0.93, 0.93, 0.90),
    "black": (0.22, 0.22, 0.24),
    "clear": (0.97, 0.975, 0.975),
}
"""sRGB of what light becomes that goes into a translucent piece and out of it."""

_FOLDERS = (
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/local/lib",
    "/usr/lib/llvm-*/lib",
)


def _libllvm() -> str | None:
    """The newest of 16 or later."""
    found = []
    for folder in _FOLDERS:
        for file in glob.glob(f"{folder}/libLLVM*.so*"):
            if version := re.search(r"libLLVM(?:-|\.so\.)(\d+)", file):
                found.append((int(version[1]), file))
    newest = max(found, default=(0, ""))
    return newest[1] if newest[0] >= 16 else None


@cache
def mitsuba() -> Any:
    """The module, with its LLVM variant where a libLLVM of 16 or later is found, which is three times as fast."""
    import mitsuba as mi

    if "DRJIT_LIBLLVM_PATH" not in os.environ and (found := _libllvm()):
        os.environ["DRJIT_LIBLLVM_PATH"] = found
    mi.set_variant("llvm_ad_rgb" if "DRJIT_LIBLLVM_PATH" in os.environ else "scalar_rgb")  # an older one ends Python
    return mi


def _shape(mesh: Mesh, bsdf: dict[str, Any]) -> Any:
    mi = mitsuba()
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(bsdf)
    made = mi.Mesh("mesh", len(mesh.points), len(mesh.triangles), has_vertex_normals=True, props=properties)
    parameters = mi.traverse(made)
    parameters["vertex_positions"] = np.ascontiguousarray(mesh.points, np.float32).ravel()
    parameters["vertex_normals"] = np.ascontiguousarray(mesh.normals, np.float32).ravel()
    parameters["faces"] = np.ascontiguousarray(mesh.triangles, np.uint32).ravel()
    parameters.update()
    return made


def _rgb(values: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(part) for part in values]}


def _bitmap(image: Image, wrap: str) -> dict[str, Any]:
    mi = mitsuba()
    return {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(image, np.float32)),
        "raw": True,
        "wrap_mode": wrap,
    }


def _plastic(table: Table, colour: str, kind: str) -> dict[str, Any]:
    if kind == "opaque":
        return {
            "type": "roughplastic",
            "diffuse_reflectance": _rgb(linear(PLASTICS[colour])),
            "alpha": table.gloss,
            "int_ior": 1.49,
            "nonlinear": True,
        }
    if kind == "clear":
        return {
            "type": "principled",
            "base_color": _rgb(linear(TINTS["clear"])),
            "spec_trans": 0.98,
            "roughness": 0.08,
            "eta": 1.49,
        }
    return {
        "type": "principled",
        "base_color": _rgb(linear(TINTS[colour])),
        "spec_trans": 0.88,
        "roughness": 0.06 + 0.5 * table.gloss,
        "eta": 1.49,
    }


def _scene(table: Table) -> dict[str, Any]:
    """What Mitsuba loads, without its sensor."""
    mi = mitsuba()
    transform = mi.ScalarTransform4f
    lot = np.random.default_rng([table.seed, 1])
    glare = table.conditions["glare"] == "yes"
    scene: dict[str, Any] = {"type": "scene", "integrator": {"type": "path", "max_depth": 10, "rr_depth": 6}}

    image = textures.TABLES[table.conditions["table"]](lot, 3072)
    kind = table.conditions["table"]
    wrap = "repeat" if kind in ("check", "cloth") else "mirror"
    if kind == "wood":
        surface = {
            "type": "principled",
            "base_color": _bitmap(image, wrap),
            "specular": 0.5,
            "roughness": 0.2 if glare else float(lot.uniform(0.35, 0.6)),
        }
        surface["clearcoat"] = 0.6 if glare else 0.0
        surface["clearcoat_gloss"] = 0.85
    elif glare and kind != "baize":  # an oilcloth
        surface = {"type": "principled", "base_color": _bitmap(image, wrap), "specular": 0.5, "roughness": 0.28}
    else:
        surface = {"type": "diffuse", "reflectance": _bitmap(image, wrap)}
    turn = float(lot.uniform(0, 360))
    half = (float(lot.uniform(600, 1000)), float(lot.uniform(480, 750)))
    level = -THICK if table.sheet else 0.0
    at = [float(table.middle[0] + lot.uniform(-60, 60)), float(table.middle[1] + lot.uniform(-60, 60)), level]
    half = _wide_enough(table, turn, at, half)
    surface_turned = transform().rotate([0, 0, 1], float(lot.choice([0, 0, 90, 45, lot.uniform(0, 360)])))
    for texture in (surface.get("base_color"), surface.get("reflectance")):
        if texture:
            scale = (2 * half[0] / textures.TILE, 2 * half[1] / textures.TILE)
            texture["to_uv"] = surface_turned @ transform().scale([scale[0], scale[1], 1])
    scene["table"] = {
        "type": "rectangle",
        "to_world": transform().translate(at).rotate([0, 0, 1], turn).scale([half[0], half[1], 1]),
        "bsdf": {"type": "twosided", "bsdf": surface},
    }
    scene["under"] = {
        "type": "cube",
        "to_world": transform().translate([*at[:2], at[2] - 15]).rotate([0, 0, 1], turn).scale([*half, 14.99]),
        "bsdf": {"type": "diffuse", "reflectance": _rgb(image.mean(axis=(0, 1)))},
    }
    scene["floor"] = {
        "type": "rectangle",
        "to_world": transform().translate([0, 0, -740]).scale([6000, 6000, 1]),
        "bsdf": {"type": "diffuse", "reflectance": _rgb(linear(textures.muted(lot, 0.2, 0.6)))},
    }
    if table.sheet:
        width, height = SHEETS[table.sheet]
        print_ = textures.paper(lot, (width, height), table.conditions["print"] == "yes")[::-1]
        ink: dict[str, Any] = {"type": "diffuse", "reflectance": _bitmap(print_, "clamp")}
        if glare:
            ink = {
                "type": "roughplastic",
                "diffuse_reflectance": _bitmap(print_, "clamp"),
                "alpha": 0.25,
                "nonlinear": True,
            }
        scene["sheet"] = {
            "type": "rectangle",
            "to_world": transform().translate([width / 2, height / 2, 0]).scale([width / 2, height / 2, 1]),
            "bsdf": {"type": "twosided", "bsdf": ink},
        }
        thick = 0.45 * THICK
        scene["edge"] = {
            "type": "cube",
            "to_world": transform()
            .translate([width / 2, height / 2, -THICK / 2])
            .scale([width / 2, height / 2, thick]),
            "bsdf": {"type": "diffuse", "reflectance": _rgb((0.8, 0.8, 0.78))},
        }
    for number, ship in enumerate(table.ships):
        plastic = table.plastics[ship.player]
        mesh = meshes.pyramid(ship.size, table.rounding, table.wall if table.conditions["build"] == "hollow" else None)
        matrix = shifted(ship.x, ship.y, math.radians(ship.degrees))
        matrix[2, 3] = ship.z + LIFTED
        scene[f"ship{number}"] = _shape(mesh.moved(matrix), _plastic(table, ship.colour, plastic))
        if table.conditions["pips"] == "yes":
            scene[f"pips{number}"] = _shape(meshes.pips(ship.size).moved(matrix), _plastic(table, ship.colour, plastic))
    for thing in table.things:
        if isinstance(thing, Mug):
            colour = [(0.85, 0.84, 0.80), (0.15, 0.22, 0.38), (0.60, 0.16, 0.14), (0.20, 0.20, 0.21)][lot.integers(4)]
            glaze = {"type": "plastic", "diffuse_reflectance": _rgb(linear(colour)), "nonlinear": True}
            matrix = shifted(thing.x, thing.y, math.radians(thing.handle))
            matrix[2, 3] = level
            both = meshes.joined(meshes.mug(thing.radius, thing.height), meshes.handle(thing.radius, thing.height))
            scene["mug"] = _shape(both.moved(matrix), {"type": "twosided", "bsdf": glaze})
            scene["drink"] = {
                "type": "disk",
                "to_world": transform()
                .translate([thing.x, thing.y, level + 0.75 * thing.height])
                .scale(thing.radius - 3.4),
                "bsdf": {
                    "type": "plastic",
                    "diffuse_reflectance": _rgb([(0.02, 0.008, 0.003), (0.25, 0.08, 0.02)][lot.integers(2)]),
                },
            }
        else:
            tones = [(0.87, 0.66, 0.55), (0.76, 0.55, 0.43), (0.55, 0.36, 0.26), (0.38, 0.24, 0.17), (0.92, 0.73, 0.64)]
            skin = tones[lot.integers(len(tones))]
            sleeve = textures.muted(lot, 0.1, 0.7) if lot.random() < 0.6 else tuple(lot.uniform(0.1, 0.6, 3))
            parts = thing.capsules
            flesh = {"type": "principled", "base_color": _rgb(linear(skin)), "roughness": 0.5, "specular": 0.4}
            scene["hand"] = _shape(meshes.joined(*map(meshes.capsule, parts)), flesh)
            cuff = parts[-1].copy()
            cuff[:3] = 0.65 * cuff[:3] + 0.35 * cuff[4:7]
            cuff[[3, 7]] += 9
            scene["sleeve"] = _shape(meshes.capsule(cuff), {"type": "diffuse", "reflectance": _rgb(linear(sleeve))})  # type: ignore[arg-type]
    _lights(scene, table, lot)
    return scene


def _wide_enough(table: Table, turn: float, at: list[float], half: tuple[float, float]) -> tuple[float, float]:
    """mm. Half the sides of a table so turned about a place, enlarged until nothing reaches over its edges."""
    points = [ship.corners[:, :2] for ship in table.ships]
    points += [np.array(thing.outline.bounds).reshape(2, 2) for thing in table.things if isinstance(thing, Mug)]
    points += [table.sheet_corners[:, :2]] if table.sheet else []
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    reach = np.abs((np.vstack(points) - at[:2]) @ np.array([[c, -s], [s, c]])).max(axis=0) + 15
    return max(half[0], float(reach[0])), max(half[1], float(reach[1]))


def _lights(scene: dict[str, Any], table: Table, lot: np.random.Generator) -> None:
    """The soft light around gives a white table 1 - strength, the lamp its strength: 1 in all, whatever the table."""
    mi = mitsuba()
    light, transform = table.light, mi.ScalarTransform4f
    around = textures.room(lot, light.warmth)
    scene["sky"] = {
        "type": "envmap",
        "bitmap": mi.Bitmap(around * np.float32(1 - light.strength)),
        "to_world": transform().rotate([0, 0, 1], float(lot.uniform(0, 360))).rotate([1, 0, 0], 90),
    }
    middle = np.array([*table.middle, 0.0])
    tint = np.array([1 + 0.14 * light.warmth, 1.0, 1 - 0.24 * light.warmth])
    power = light.strength / (light.towards[2] * (light.radius / light.away) ** 2)
    scene["lamp"] = {
        "type": "disk",
        "to_world": transform()
        .look_at(origin=table.lamp.tolist(), target=middle.tolist(), up=[0.1, 1, 0.05])
        .scale(light.radius),
        "emitter": {"type": "area", "radiance": _rgb(tint * power)},
    }
    if light.window:
        there = middle + 1500 * np.array(light.window)
        scene["window"] = {
            "type": "rectangle",
            "to_world": transform()
            .look_at(origin=there.tolist(), target=middle.tolist(), up=[0, 0.02, 1])
            .scale([float(lot.uniform(150, 320)), float(lot.uniform(200, 380)), 1]),
            "emitter": {"type": "area", "radiance": _rgb(np.array([0.95, 1.0, 1.1]) * lot.uniform(5, 12))},
        }


def render(
    table: Table, long_side: int, passes: int = 6, samples: int = 4, told: Callable[[str], None] | None = None
) -> Image:
    """(h, w, 3). Linear light, a white sheet about 1; pixel (i, j) is the square from (i, j) to (i + 1, j + 1).

    It is rendered without a lens's bend, a little larger, in several passes of which rare bright ones are left out.
    """
    mi = mitsuba()
    eye = table.eye(long_side)
    width, height = eye.picture
    corner = math.hypot(width, height) / 2 / eye.focal
    edge = np.array([[width / 2, 0], [0, height / 2], [width / 2, height / 2]]) / eye.focal
    reach = np.abs(straightened(edge, eye.bend, corner) * eye.focal).max(axis=0)
    wide, high = (2 * math.ceil(part) + 6 for part in reach)
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([-eye.outer[0, :3], -eye.outer[1, :3], eye.outer[2, :3]])
    matrix[:3, 3] = eye.place
    scene = _scene(table)
    scene["sensor"] = {
        "type": "perspective",
        "fov": math.degrees(2 * math.atan(wide / 2 / eye.focal)),
        "fov_axis": "x",
        "near_clip": 20.0,
        "far_clip": 20000.0,
        "to_world": mi.ScalarTransform4f(matrix),
        "film": {
            "type": "hdrfilm",
            "width": wide,
            "height": high,
            "pixel_format": "rgb",
            "component_format": "float32",
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent"},
    }
    loaded = mi.load_dict(scene)
    layers = []
    for number in range(passes):
        layers.append(
            np.array(mi.render(loaded, spp=samples, seed=1000 * table.seed + number))[..., :3].astype(np.float32)
        )
        if told:
            told(f"pass {number + 1} of {passes}")
    flat = _calmed(np.stack(layers))
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    bent = np.stack([x - width / 2, y - height / 2], axis=-1) / eye.focal
    at = straightened(bent, eye.bend, corner) * eye.focal + [wide / 2 - 0.5, high / 2 - 0.5]
    at = at.astype(np.float32)
    return np.maximum(cv2.remap(flat, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), 0)


def _calmed(layers: Image) -> Image:
    """(h, w, 3) of (n, h, w, 3): the mean, without the brightest where it alone is far brighter than the others."""
    if len(layers) < 3:
        return layers.mean(axis=0)
    light = layers.mean(axis=-1)
    brightest, order = light.argmax(axis=0), np.sort(light, axis=0)
    others = order[:-1].mean(axis=0)
    alone = (order[-1] > 2.0 * others + 0.05) & (order[-1] > 1.3 * order[-2])
    top = np.take_along_axis(layers, brightest[None, ..., None], axis=0)[0]
    total = layers.sum(axis=0)
    return np.where(alone[..., None], (total - top) / (len(layers) - 1), total / len(layers)).astype(np.float32)

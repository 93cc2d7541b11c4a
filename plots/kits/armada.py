"""The kit of Armada: nets of the pyramids, the template of their faces, rulers, gun templates, markers; all true to
size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import shapely
from shapely import affinity

from armada_sim.firing import reaches
from armada_sim.geometry import Point
from armada_sim.moving import Mover
from armada_sim.pictures import Look, Words, Z, corners_of
from armada_sim.table import BASIC_FLEETS, Layout, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_
from plots.kits.faces import BETWEEN_MM
from plots.kits.pages import Grid, Kit, lines_of, put_runs
from plots.kits.parts import Part, text_parts
from plots.kits.texts import Made
from plots.paper import Leaf
from plots.rulebook import FIGURES
from plots.sheet import Sheet

RULES = Rules()

SIZES = tuple(Size)

STASH = RULES.max_per_size + 1
"""Pieces of each size in a set of one colour: the ships of a fleet, and one to measure with."""

_TAB_MM = 6.0
"""Width of a tab for glue."""

_HITS = sum(fleet.of(size) * size.pips for fleet in BASIC_FLEETS for size in SIZES)
"""Markers of a hit: as many as sink both fleets of the basic game."""

_MARKER_MM = 5.0
"""Radius of a marker of a hit."""


def _facts(kit: Kit) -> Mapping[str, object]:
    """The numbers of the rule sheet and the aid."""
    words = kit.words
    return {
        "actions": RULES.numbers.actions, "most": RULES.max_per_size, "stash": STASH, "gap": _gap(words),
        "steps": words.listed([str(size.steps) for size in SIZES]),
        "flag": words.amount(words.decimal(f"{float(RULES.flag_radius_mm or 0):g}"), "mm"),
        "limit": words.decimal(f"{_limit(Size.LARGE):.0f}"),
    }  # fmt: skip


def _gap(words: Words) -> str:
    """The gap at set-up, in words."""
    return words.amount(words.decimal(f"{float(RULES.min_gap_mm) / 10:g}"), "cm")


def _limit(size: Size) -> float:
    """Degrees that a step may turn."""
    return float(Mover(Ship("ship", "blue", size, Pose(0, 0, 0)), RULES.outline(size)).turn_limit)


def _made(kit: Kit) -> Made:
    """What stands in the text as a table: the three sizes."""
    words = kit.words

    def mm(length: float) -> str:
        return words.amount(words.decimal(f"{length:.1f}"), "mm")

    outlines = [RULES.outline(size) for size in SIZES]
    rows = [
        (N_("pips, shots in a turn, hits that sink it"), [str(size.pips) for size in SIZES]),
        (N_("steps in a move"), [str(size.steps) for size in SIZES]),
        (N_("base"), [mm(float(one.base)) for one in outlines]),
        (N_("one step, base to tip"), [mm(float(one.step)) for one in outlines]),
        (N_("largest turn in a step"), [words.decimal(f"{_limit(size):.1f}") + "°" for size in SIZES]),
    ]
    head = ("", *(words.tell(size.words) for size in SIZES))
    return {"sizes": [Grid([head, *((words.say(what), *values) for what, values in rows)])]}


# nets


def net_of(size: Size) -> tuple[shapely.Polygon, list[shapely.Geometry], list[Point]]:
    """A pyramid unfolded, mm: its outline with tabs, the folds, and the middle of each face. Its apex is the origin."""
    outline = RULES.outline(size)
    base, step = float(outline.base), float(outline.step)
    side, turn = math.hypot(base / 2, step), 2 * math.atan2(base / 2, step)
    rim = [(side * math.sin((k - 2) * turn), -side * math.cos((k - 2) * turn)) for k in range(5)]
    faces = [shapely.Polygon([(0, 0), rim[k], rim[k + 1]]) for k in range(4)]
    square = _beyond(rim[1], rim[2], base)
    floor = [(float(x), float(y)) for x, y in shapely.get_coordinates(square)[:4]]
    tabs = [_tab(rim[4], (0.0, 0.0)), *(_tab(one, other) for one, other in pairwise(floor))]
    parts = [*faces, square, *tabs]
    folds: list[shapely.Geometry] = [
        shapely.intersection(one, other, grid_size=1e-9)
        for k, one in enumerate(parts) for other in parts[k + 1 :]
        if shapely.intersection(one, other, grid_size=1e-9).length > 1
    ]  # fmt: skip
    whole = shapely.union_all([part.buffer(1e-6, join_style="mitre") for part in parts])
    assert isinstance(whole, shapely.Polygon)
    middles = [(float(face.centroid.x), float(face.centroid.y)) for face in faces]
    return whole, folds, middles


def _beyond(a: Point, b: Point, deep: float) -> shapely.Polygon:
    """A rectangle on the right of an edge from a to b: a, the corner beyond it, the one beyond b, b."""
    (ax, ay), (bx, by) = a, b
    long = math.dist(a, b)
    x, y = (by - ay) / long * deep, -(bx - ax) / long * deep
    return shapely.Polygon([a, (ax + x, ay + y), (bx + x, by + y), b])


def _tab(a: Point, b: Point) -> shapely.Polygon:
    """A strip with slanting ends on the right of an edge from a to b."""
    far = shapely.LineString(shapely.get_coordinates(_beyond(a, b, _TAB_MM))[1:3])
    share = min(_TAB_MM / math.dist(a, b), 0.4)
    ends = shapely.get_coordinates(far.interpolate([share, 1 - share], normalized=True)).tolist()
    return shapely.Polygon([a, *ends, b])


def _ships(kit: Kit) -> list[Leaf]:
    """The pieces of a set of one colour, largest first, on as many sheets as they take."""
    leaves, name = list[Leaf](), kit.words.say("Pyramids to fold: once for each player, on paper of his colour")
    figure, sheet = kit.sheet()
    x, top, low = 0.0, kit.window[1], kit.window[1]
    for size in (size for size in reversed(SIZES) for _ in range(STASH)):
        net, folds, middles = net_of(size)
        left, bottom, right, up = net.bounds
        if x + right - left > kit.window[0]:
            x, top = 0.0, low - BETWEEN_MM
        if top - (up - bottom) < 0:
            leaves.append(Leaf(figure, name=name))
            figure, sheet = kit.sheet()
            x, top, low = 0.0, kit.window[1], kit.window[1]
        _draw_net(sheet, size, net, folds, middles, (x - left, top - up))
        x, low = x + right - left + BETWEEN_MM, min(low, top - (up - bottom))
    return [*leaves, Leaf(figure, name=name)]


def _draw_net(
    sheet: Sheet, size: Size, net: shapely.Polygon, folds: Sequence[shapely.Geometry], middles: Sequence[Point],
    moved: Point,
) -> None:  # fmt: skip
    """A net: cut along the lines, folded along the dashes; a dot on a face for each pip."""
    style = sheet.style

    def put(shape: shapely.Geometry) -> list[Point]:
        return [(float(x), float(y)) for x, y in shapely.get_coordinates(affinity.translate(shape, *moved))]

    outline: Look = {"fill": False, "edgecolor": style.ink, "linewidth": style.line}
    sheet.mark("net", sheet.polygon(put(net)[:-1], Z.SURFACE, **outline), str(size))
    for fold in folds:
        line = sheet.line(put(fold), Z.REGION, color=style.ink, linewidth=style.thin, linestyle=(0, (4, 3)))
        sheet.mark("fold", line, str(size))
    for x, y in middles:
        for k in range(size.pips):
            ring = shapely.Point(x * (1.06 + 0.13 * k), y * (1.06 + 0.13 * k)).buffer(1.3)
            sheet.others.append(sheet.polygon(put(ring)[:-1], Z.SHIP, facecolor=style.ink, linewidth=0))


# what one measures with


_LEFT_MM, _RIGHT_MM = 126.0, 130.0
"""How wide rulers and gun templates are at most; where the markers begin beside them."""


def _tools(kit: Kit) -> list[Leaf]:
    """Rulers and what the guns reach, and beside them markers."""
    figure, sheet = kit.sheet()
    _guns(sheet, _rulers(sheet, kit.window[1]))
    _markers(sheet, kit.window[1], kit.window[0] - _RIGHT_MM)
    return [Leaf(figure, name=kit.words.say("Rulers, gun templates and markers"))]


def _title(sheet: Sheet, text: str, left: float, top: float, width: float) -> float:
    """A title over what is cut out; where it ends."""
    for runs in lines_of(f"**{text}**", width, 9.0, sheet.style.font):
        put_runs(sheet, runs, (left, top - 4.0), 9.0)
        top -= 4.2
    return top - 1.8


def _rulers(sheet: Sheet, top: float) -> float:
    """A ruler of steps for each size, and the gap at set-up in two halves; where they end."""
    words = sheet.words
    titles = {
        Size.SMALL: N_("Steps of a small ship, straight ahead"),
        Size.MEDIUM: N_("Steps of a medium ship, straight ahead"),
        Size.LARGE: N_("Steps of a large ship, straight ahead"),
    }
    for size in SIZES:
        outline = RULES.outline(size)
        base, step = float(outline.base), float(outline.step)
        marks = [(k * step, str(k)) for k in range(size.steps + 1)]
        top = _title(sheet, words.say(titles[size]), 0.0, top, _LEFT_MM)
        top = _strip(sheet, size.steps * step, base, marks, top, str(size))
    half = float(RULES.min_gap_mm) / 2
    gap = words.say("Gap at set-up, {length}: these two, end to end", length=_gap(words))
    top = _title(sheet, gap, 0.0, top, _LEFT_MM)
    for _ in range(2):
        top = _strip(sheet, half, 8.0, [(0.0, ""), (half, "")], top, "gap")
    return top


def _guns(sheet: Sheet, top: float) -> None:
    """What the guns of each size reach, around the ship."""
    top = _title(sheet, sheet.words.say("Reach of the guns: lay the ship on the grey outline"), 0.0, top, _LEFT_MM)
    for size in SIZES:
        ship = Ship(str(size), "blue", size, Pose(0, 0, 90))
        hull = shapely.Polygon(corners_of(ship, RULES))
        shapes = [
            (shapely.Polygon(area), "reach")
            for area in reaches(Layout((ship,), surface=Surface.unbounded()), ship, RULES)
        ] + [(hull, "hull")]
        left, low, _, high = shapely.union_all([shape for shape, _ in shapes]).bounds
        for shape, kind in shapes:
            points = shapely.get_coordinates(affinity.translate(shape, -left, top - high))[:-1].tolist()
            look: Look = {"facecolor": sheet.style.grid if kind == "hull" else "none"}
            look |= {"edgecolor": sheet.style.ink, "linewidth": sheet.style.thin}
            sheet.mark(kind, sheet.polygon(points, Z.SURFACE, **look), str(size))
        top -= high - low + BETWEEN_MM


def _strip(
    sheet: Sheet, length: float, high: float, marks: Sequence[tuple[float, str]], up: float, name: str
) -> float:  # fmt: skip
    """A ruler to cut out; where it ends."""
    rim: Look = {"fill": False, "edgecolor": sheet.style.ink, "linewidth": sheet.style.thin}
    sheet.mark("ruler", sheet.box(0, up - high, length, up, Z.SURFACE, **rim), name)
    for x, text in marks:
        sheet.mark("tick", sheet.line([(x, up - high), (x, up)], Z.REGION, color=sheet.style.ink, linewidth=0.6), name)
        if text:
            side = "left" if x == 0 else "right"
            at = (x + (1 if x == 0 else -1), up - high / 2)
            sheet.texts.append(sheet.write(text, at, 9.0, halo=False, ha=side, fontweight="bold"))
    return up - high - BETWEEN_MM


def _markers(sheet: Sheet, top: float, width: float) -> None:
    """Markers of hits, and flags of the true size; one of each also to lay on a flagship."""
    words, looks = sheet.words, sheet.style.looks(("red", "blue"))

    def discs(radius: float, kind: str, faces: Sequence[tuple[str, str, str]]) -> float:
        pitch = 2 * radius + BETWEEN_MM
        across = int((width + BETWEEN_MM) // pitch)
        for k, (text, fill, ink) in enumerate(faces):
            row, column = divmod(k, across)
            middle = _RIGHT_MM + radius + column * pitch, top - radius - row * pitch
            ring = shapely.get_coordinates(shapely.Point(middle).buffer(radius, quad_segs=24))[:-1].tolist()
            rim: Look = {"facecolor": fill, "edgecolor": sheet.style.ink, "linewidth": sheet.style.line}
            sheet.mark(kind, sheet.polygon(ring, Z.SURFACE, **rim), text)
            look: Look = {"color": ink, "fontweight": "bold"}
            sheet.texts.append(sheet.write(text, middle, 1.2 * radius / sheet.mm(1), halo=False, **look))
        return top - -(-len(faces) // across) * pitch

    top = _title(sheet, words.say("Hits: one on a ship for each, until it sinks"), _RIGHT_MM, top, width)
    top = discs(_MARKER_MM, "hit", [("×", "white", sheet.style.ink)] * _HITS) - 2.0
    top = _title(sheet, words.say("Flags: one fixed on the table, one for a flagship"), _RIGHT_MM, top, width)
    flags = [("⚑", look.fill, look.hatch_ink) for look in looks.values() for _ in range(2)]
    discs(float(RULES.flag_radius_mm or 0), "flag", flags)


def _template(kit: Kit) -> list[Leaf]:
    """The figure of the faces, which is true to size."""
    (figure,) = (one for one in FIGURES if one.name == "template")
    return [Leaf(figure.make(kit.style, kit.words).figure, name=kit.words.say("Template of the faces"))]


PARTS = (
    *text_parts("armada", _facts, _made),
    Part("ships", N_("Pyramids to fold"), _ships),
    Part("template", N_("Template of the faces"), _template),
    Part("tools", N_("Rulers, gun templates and markers"), _tools),
)
"""The parts of the kit, for the default rules."""

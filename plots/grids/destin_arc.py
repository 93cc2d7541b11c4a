"""Positions of Le Jeu du destin d'Arc: the map, the counters as a player sees them, what lies under spells."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import shapely
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from armada_sim.geometry import Point
from armada_sim.pictures import Look, View, Wanted, Words, Z, arc_points
from armada_sim.tabletop import N_, Message
from grid_games.core.hexes import Hex
from grid_games.core.sets import mask, members
from grid_games.destin_arc.board import Land
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.chapters.turns import bare_state
from grid_games.destin_arc.state import BACK, State, Terms
from plots.grids.destin_arc_counters import DOUBLE_RIM, draw_counter, looks_of, word_shape
from plots.grids.destin_arc_symbols import OF_UNIT, symbol
from plots.grids.hexes import HEX_MM, Ground, around, centre, corners, explain_ground, view_of
from plots.grids.scene import BoardScene, Tint, known
from plots.grids.stacks import explain_shape
from plots.labels import geometry, text_size
from plots.scene import Mark
from plots.sheet import Sheet

GROUNDS = {
    ".": Ground("#f3eeda", "", "#8a8468"), "h": Ground("#e3cf9f", "", "#94804f"), "c": Ground("#d9d0c7", "", "#81776c"),
    "t": Ground("#f4d58a", "", "#8a6a1c"), "w": Ground("#b7ada1", "", "#4c453d"), "g": Ground("#d9d0c7", "", "#4c453d"),
    "b": Ground("#c9d8dd", "", "#5b6d75"), "r": Ground("#a9cfe4", "", "#3f7896"), "m": Ground("#c4d6b4", "", "#5e7a50"),
}  # fmt: skip
GREY_GROUNDS = {
    ".": Ground("#ffffff", "", "#8a8a8a"), "h": Ground("#eeeeee", "", "#8a8a8a"), "c": Ground("#dedede", "", "#7a7a7a"),
    "t": Ground("#f6f6f6", "", "#555555"), "w": Ground("#b4b4b4", "", "#444444"), "g": Ground("#dedede", "", "#444444"),
    "b": Ground("#d2d2d2", "", "#6a6a6a"), "r": Ground("#c6c6c6", "---", "#9a9a9a"),
    "m": Ground("#e6e6e6", "...", "#9a9a9a"),
}  # fmt: skip

TERRAIN_WORDS = {
    ".": N_("open country"), "h": N_("hill"), "c": N_("city"), "t": N_("temple"),
    "w": N_("wall: 3 points, closed to cavalry"), "g": N_("gate"), "b": N_("bridge"),
    "r": N_("river (frozen): 3 points"), "m": N_("marsh (frozen): 3 points"),
}  # fmt: skip

PLAYER_WORDS = {"bonnaire": N_("Bonnaire"), "ulf": N_("Ulf"), "fereira": N_("Fereira"), "alliance": N_("the alliance")}


def _place_of(land: Land, number: int) -> Hex:
    """The hex of a number."""
    return land.grid.places[number]


def map_view(land: Land, shown: Iterable[int] | None = None) -> View:
    """The whole map with its edge, or some hexes."""
    return view_of([_place_of(land, h) for h in (members(land.all) if shown is None else shown)], flat=True)


SCALE, WHOLE = 1.6, 1.12
"""mm of paper per mm of the drawing, in every figure of a part of the map, and of all of it: numbers of hexes have 6
points."""


def corners_at(state: State, name: str) -> Sequence[Point]:
    """The corners of a hex."""
    land = state.game.land
    return corners(_place_of(land, land.numbers[known(name, land.labels)]), flat=True)


def near(state: State, name: str, radius: int) -> list[str]:
    """The hexes within so many of one."""
    land = state.game.land
    return [land.labels[h] for h in land.grid.within(land.numbers[known(name, land.labels)], radius)]


def part(state: State, shown: str) -> list[str]:
    """The hexes within so many of one, such as "Q12 3"."""
    return near(state, *around(shown))


def occupied(state: State, player: str | None = None) -> set[str]:
    """The hexes with pieces that `player` sees, all for None."""
    seat = None if player is None else state.game.seat(player)
    return {state.game.land.labels[h] for h in seen_hexes(state, seat)}


@dataclass(frozen=True)
class Map:
    """Terrain, walls, gates, bridges, river, strategic places, and names: of hexes, and of what there is."""

    land: Land
    occupied: tuple[int, ...] = ()
    """Hexes with counters: names of what there is stand clear of them, and of each other."""

    shown: frozenset[int] = frozenset()
    """The hexes of a part, without names of what there is; all if there are none."""

    def draw(self, sheet: Sheet) -> None:
        """The map, and the legend."""
        land = self.land
        grounds = GREY_GROUNDS if sheet.style.name == "greyscale" else GROUNDS
        cells = "".join(land.columns)
        there = mask(self.shown) or land.all
        middles = {h: centre(_place_of(land, h), flat=True) for h in members(there)}
        outlines = {h: corners(_place_of(land, h), flat=True) for h in middles}
        wide, rivers = 1.9, _joined(land, land.having("rb") & there, 0)
        walls = _joined(land, land.having("wg") & there, land.having("g"))
        rims = [corners(_place_of(land, h), 0.3, flat=True) for h in land.points if h in middles]
        words = [] if self.shown else [(text, land.numbers[label]) for text, label in land.names]
        bare = bare_places(land) & {h for _, h in words}
        spots = [middles[h] for h in bare - set(self.occupied)]
        clear = sheet.labeller.hard
        clear += [shapely.LineString(ends).buffer(wide / 2) for ends in walls]
        rings = [shapely.LinearRing(rim).buffer(sheet.mm(sheet.style.heavy / 2)) for rim in rims]
        clear += rings
        clear += [shapely.box(x + a, y + b, x + c, y + d) for h, (x, y) in middles.items()
                  if cells[h] in _SYMBOLS for a, b, c, d in [_SYMBOLS[cells[h]]]]  # fmt: skip
        clear += [shapely.Point(at).buffer(_SPOT_MM) for at in spots]
        numbers = _numbers(sheet, land, middles)
        clear += [*(box for box, _ in numbers.values()), *(ring.buffer(_GAP_MM) for ring in rings)]
        names = _names(sheet, words, middles, outlines, self.occupied, bare)
        for cell, ground in grounds.items():
            here = [h for h in middles if cells[h] == cell]
            look: Look = {
                "facecolor": ground.fill,
                "edgecolor": ground.ink,
                "linewidth": 0,
                "hatch": ground.hatch or None,
            }
            _polygons(sheet, [outlines[h] for h in here], Z.SURFACE, cell, **look)
            for h in here:
                (box, turned), size = numbers[h], _NUMBER_MM / sheet.mm(1)
                small: Look = {"color": ground.ink, "zorder": Z.GRID, "rotation": turned}
                (at,) = shapely.get_coordinates(shapely.centroid(box)).tolist()
                number = sheet.write(land.labels[h], at, size, halo=bool(ground.hatch), **small)
                number.set_in_layout(False)  # it lies inside its hex
                sheet.others.append(number)
            if cell in _SIGNS:
                clear_ones = [
                    middles[h]
                    for h in here
                    if cell in _SYMBOLS or not shapely.intersects(names, shapely.Polygon(outlines[h]))
                ]
                _draw_signs(sheet, cell, clear_ones, ground)
        look = {"facecolor": "none", "edgecolor": sheet.style.quiet, "linewidth": sheet.style.thin}
        _polygons(sheet, list(outlines.values()), Z.GRID, "hex", **look)
        _strokes(
            sheet, rivers, Z.GRID + 0.1, "river", colors=grounds["r"].ink, linewidths=2.2 / sheet.mm(1), alpha=0.35
        )
        _strokes(sheet, walls, Z.GRID + 0.1, "wall", colors=grounds["w"].ink, linewidths=wide / sheet.mm(1))
        heavy: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.style.heavy}
        _polygons(sheet, rims, Z.REGION + 0.5, "place", facecolor="none", **heavy)
        discs = [arc_points(at, _SPOT_MM, 0, 360)[:-1] for at in spots]
        _polygons(sheet, discs, Z.REGION, "spot", facecolor=sheet.style.page, edgecolor=sheet.style.ink)
        explain_map(sheet, {cells[h] for h in middles}, bool(rims), bool(spots))


_BARE = ".c"
"""Terrains on which a name needs a spot to show where it belongs."""

_SPOT_MM = 0.9
"""Its radius."""

_GAP_MM = 0.25
"""Between a rim and a name beside it, at least."""

_COUNTER_MM, _ABOVE_MM, _STACKED_MM = 3.1, 0.9, 0.2
"""Half of a counter's side, and how far above the middle of its hex it stands, alone or with others, that the number is
seen."""

_NAME_MM = 0.225 * HEX_MM
"""Size of the letters of names."""

_SYMBOLS = {"t": (-2.6, -2.0, 2.6, 2.7), "g": (-2.3, -1.9, 2.3, 2.1), "b": (-1.5, -3.3, 1.5, 3.3)}
"""Where the symbol of a temple, a gate, a bridge lies around the middle of its hex: left, bottom, right, top in mm."""

_NUMBER_MM = 0.19 * HEX_MM
"""Size of the letters of a hex's number."""

_NUMBER_SPOTS = (
    *((0, (0.0, up)) for up in (-3.7, -3.13, 3.4)),
    *((0, (side * right, up)) for up in (-0.7, 0.0, 0.7) for right in (2.85, 3.1) for side in (-1, 1)),
    *((90, (side * 3.75, up)) for up in (0.0, -1.0) for side in (-1, 1)),
)
"""Degrees by which a hex's number is turned, and where it may stand, mm from the middle: below, or, where something
lies there, elsewhere in the hex; upright by a gate in a wall."""

_NAME_HEIGHTS = tuple(HEX_MM / 2 * k - 1.2 for k in (1, 2, 0, -1, 3, -2, 4, -3))
"""How far above the middle of its hex a name may stand, mm: between the rows of numbers."""


def _numbers(sheet: Sheet, land: Land, middles: Mapping[int, Point]) -> dict[int, tuple[shapely.Geometry, int]]:
    """Where the number of each hex stands, over no wall, rim or symbol, and by how many degrees it is turned."""
    high, taken, found = _NUMBER_MM / sheet.mm(1), shapely.STRtree(sheet.labeller.hard), {}
    for h, (x, y) in middles.items():
        size = text_size(land.labels[h], high, sheet.style.font)[0], high
        boxes = [
            geometry(sheet.labeller.box((x + right, y + up), size[::-1] if turned else size))
            for turned, (right, up) in _NUMBER_SPOTS
        ]
        met = set(taken.query(boxes, predicate="intersects")[0].tolist())
        k = next((k for k in range(len(boxes)) if k not in met), 0)
        found[h] = boxes[k], _NUMBER_SPOTS[k][0]
    return found


def _names(
    sheet: Sheet, words: Sequence[tuple[str, int]], middles: Mapping[int, Point],
    outlines: Mapping[int, Sequence[Point]], occupied: Sequence[int], spots: Collection[int],
) -> shapely.Geometry:  # fmt: skip
    """Write the names of what there is, over nothing that is taken, those at spots first, with a free row above and
    below; where they stand."""
    points, clear = 1 / sheet.mm(1), sheet.labeller.hard
    clear += [shapely.box(x - 4.2, y - 2.4, x + 5.1, y + 4.1) for x, y in (middles[h] for h in occupied)]
    letters, taken = {"fontweight": "bold", "fontstyle": "italic", "clip_on": False}, list[shapely.Geometry]()
    for some in ([one for one in words if one[1] in spots], [one for one in words if one[1] not in spots]):
        wanted = []
        for text, h in some:
            x, y = middles[h]
            width = word_shape(text, (0.0, 0.0), _NAME_MM, weight="bold", italic=True).get_extents().width + 0.8
            asides = (0.0, *(side * (width / 2 + far) for far in (1.2, 2.6, 6.2, 15.0) for side in (1, -1)))
            ways = sorted(product(asides, _NAME_HEIGHTS), key=partial(math.dist, (0.0, 0.0)))
            size = (width * points, 1.02 * _NAME_MM * points)
            wanted.append(Wanted(tuple(outlines[h]), size, at=tuple((x + right, y + up) for right, up in ways)))
        for (text, _), spot in zip(some, sheet.labeller.place_all(wanted), strict=True):
            sheet.mark("name", sheet.write_at(spot, text, _NAME_MM * points, **letters), text)
        taken += clear[len(clear) - len(wanted) :]
        clear += [shapely.box(a, b - HEX_MM / 2, c, d + HEX_MM / 2) for a, b, c, d in map(shapely.bounds, taken)]
    return shapely.union_all(taken)


def _polygons(
    sheet: Sheet, outlines: Sequence[Sequence[tuple[float, float]]], zorder: float, kind: str, **look: object
) -> None:
    """Polygons of one look, as one shape: a map has thousands."""
    shapes = [Path([*outline, outline[0]], closed=True) for outline in outlines]
    if shapes:
        whole = PathPatch(Path.make_compound_path(*shapes), zorder=zorder, clip_on=False, **look)
        sheet.ax.add_artist(whole)
        sheet.mark(kind, whole)


def _strokes(
    sheet: Sheet, lines: Sequence[Sequence[tuple[float, float]]], zorder: float, kind: str, **look: object
) -> None:
    sheet.mark(kind, sheet.ax.add_collection(LineCollection(list(lines), zorder=zorder, capstyle="round", **look)))


def _joined(land: Land, hexes: int, gates: int) -> list[list[tuple[float, float]]]:
    """A line through the middles of neighbouring hexes; a neighbour that two others join is not joined once more."""
    ends = []
    for h in members(hexes):
        for other in members(land.grid.around[h] & hexes):
            both = land.grid.around[h] & land.grid.around[other] & hexes
            short_cut = both and h > members(both)[0] and other > members(both)[0]
            if h < other and not (gates >> h & gates >> other & 1) and not short_cut:
                ends.append([centre(_place_of(land, one), flat=True) for one in (h, other)])
    return ends


@dataclass(frozen=True, slots=True)
class _Sign:
    """What stands on hexes of a terrain around their middle, mm: lines, boxes (left, bottom, right, top), a roof."""

    lines: Sequence[Sequence[Point]] = ()
    boxes: Sequence[tuple[float, float, float, float]] = ()
    roofs: Sequence[Sequence[Point]] = ()
    width: float = 0.0
    """mm. Of lines."""

    alpha: float = 1.0
    kind: str = "symbol"

    @property
    def shapes(self) -> list[Sequence[Point]]:
        """Boxes and roofs."""
        return [*self.roofs, *([(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in self.boxes)]


COLUMNS = (*((left, -1.4, left + 0.7, 0.7) for left in (-2.2, -0.95, 0.3, 1.55)), (-2.6, -2.0, 2.6, -1.5))
_SIGNS = {
    "c": _Sign(boxes=((-2.7, 0.9, -0.5, 2.5), (0.4, 1.3, 2.7, 2.7), (-1.4, -1.9, 1.0, -0.2)), alpha=0.2, kind="detail"),
    "h": _Sign([
        [(a + w * t / 8, b + 0.9 * (1 - (t / 4 - 1) ** 2)) for t in range(9)]
        for a, b, w in ((-2.3, -0.3, 3.0), (0.2, 1.1, 2.2))
    ], width=0.35, alpha=0.7, kind="detail"),
    "m": _Sign([
        [(a, b), (a + lean, b + 1.1)]
        for a, b in ((-2.2, 0.6), (1.2, 1.4), (0.0, -1.3))
        for lean in (-0.6, 0.0, 0.6)
    ], width=0.28, kind="detail"),
    "t": _Sign(boxes=COLUMNS, roofs=[[(-2.6, 1.0), (2.6, 1.0), (0.0, 2.7)]]),
    "g": _Sign(boxes=(
        *((left, 1.3, left + 0.9, 2.1) for left in (-2.3, -0.45, 1.4)),
        (-2.3, -1.9, -0.9, 1.3), (0.9, -1.9, 2.3, 1.3), (-0.9, 0.4, 0.9, 1.3),
    )),
    "b": _Sign(boxes=[(-1.5, -3.3 + 1.1 * k, 1.5, -2.2 + 1.1 * k) for k in range(6)]),
}  # fmt: skip


def _sign_look(sheet: Sheet, cell: str, ground: Ground) -> Look:
    """Of the closed shapes of a sign: a bridge is of planks."""
    if cell != "b":
        return {"facecolor": ground.ink, "linewidth": 0, "alpha": _SIGNS[cell].alpha}
    wood = "#b08d57" if sheet.style.name != "greyscale" else "white"
    return {"facecolor": wood, "edgecolor": sheet.style.ink, "linewidth": sheet.style.thin}


def _draw_signs(sheet: Sheet, cell: str, middles: Sequence[Point], ground: Ground) -> None:
    """The sign of a terrain around each middle."""
    sign = _SIGNS[cell]
    lines, shapes = (
        [[(x + right, y + up) for right, up in line] for x, y in middles for line in there]
        for there in (sign.lines, sign.shapes)
    )
    _polygons(sheet, shapes, Z.REGION, sign.kind, **_sign_look(sheet, cell, ground))
    if lines:
        width = sign.width / sheet.mm(1)
        _strokes(sheet, lines, Z.REGION, sign.kind, colors=ground.ink, linewidths=width, alpha=sign.alpha)


def _explained_sign(sheet: Sheet, cell: str, ground: Ground) -> list[Line2D]:
    """What is drawn on hexes of a terrain, small, for the legend."""
    if cell in "rw":
        return [Line2D([], [], color=ground.ink, linewidth=3.0, alpha=0.5 if cell == "r" else 1.0)]
    if cell not in _SIGNS:
        return []
    sign = _SIGNS[cell]
    path = Path.make_compound_path(
        *(Path(line) for line in sign.lines), *(Path([*shape, shape[0]], closed=True) for shape in sign.shapes)
    )
    fill, width = ("none", 0.8) if sign.lines else (_sign_look(sheet, cell, ground)["facecolor"], 0.5)
    look: Look = {"linestyle": "none", "markersize": 12 if cell == "b" else 9, "markeredgecolor": ground.ink}
    return [Line2D([], [], marker=path, markerfacecolor=fill, markeredgewidth=width, **look)]


def bare_places(land: Land) -> set[int]:
    """The hexes with a name that nothing else marks."""
    named, cells = {land.numbers[label] for _, label in land.names}, "".join(land.columns)
    return {h for h in named if cells[h] in _BARE and h not in land.points}


def explain_map(sheet: Sheet, cells: Collection[str], rims: bool, spots: bool) -> None:
    """The terrains that are shown and the marks of places, in the legend."""
    grounds = GREY_GROUNDS if sheet.style.name == "greyscale" else GROUNDS
    for cell, words in TERRAIN_WORDS.items():
        if cell in cells:
            signs = _explained_sign(sheet, cell, grounds[cell])
            explain_ground(sheet, sheet.words.say(words), grounds[cell], *signs)
    rim = Patch(fill=False, edgecolor=sheet.style.blocker, linewidth=sheet.style.heavy)
    if rims:
        sheet.explain(sheet.words.say("place of strategic importance"), rim)
    if spots:
        look: Look = {"markerfacecolor": sheet.style.page, "markeredgecolor": sheet.style.ink, "linestyle": "none"}
        sheet.explain_line(sheet.words.say("another place with a name"), marker="o", markersize=5, **look)


# counters


def seen_hexes(state: State, seat: int | None) -> list[int]:
    """The hexes on which a player sees pieces."""
    return [
        place
        for place, there in sorted(state.board.at.items())
        if seat is None or any(state.board.sees(seat, p) for p in there)
    ]


@dataclass(frozen=True)
class Pieces:
    """The counters that a player sees, all of them for None: one above the other where several share a hex, with their
    number if they are many."""

    state: State
    seat: int | None
    shown: frozenset[int] = frozenset()
    """The hexes of a part; all if there are none."""

    def draw(self, sheet: Sheet) -> None:
        """Counters, and the sides in the legend."""
        state, seat = self.state, self.seat
        game, board = state.game, state.board
        looks, pieces, seen = looks_of(sheet.style), game.pieces, set[int]()
        for place, everybody in sorted(board.at.items()):
            there = [p for p in everybody if seat is None or board.sees(seat, p)]
            if not there or (self.shown and place not in self.shown):
                continue
            seen |= set(there)
            there.sort(key=lambda p: (not pieces.leader[p], p))
            x, y = centre(_place_of(game.land, place), flat=True)
            apart = self.shown and len(there) == 2  # there is room to show both
            half, left = (_COUNTER_MM, x) if len(there) == 1 else (2.15, x - 2.3) if apart else (2.6, x - 1.5)
            for k, p in enumerate(there[:3]):
                face = 1 if state.marks[p] & BACK else 0
                strong = max(pieces.melee[p][face], pieces.missile[p][face])
                figures = (str(strong), str(pieces.defence[p][face]))
                right = (4.6 if apart else 0.55) * k
                up = y + (_ABOVE_MM if len(there) == 1 else _STACKED_MM) + (0.0 if apart else 0.55 * k)
                draw_counter(
                    sheet, pieces.units[p].drawn, looks[pieces.side[p]], (left + right, up), half,
                    pieces.names[p], figures if k == 0 or apart else (), back=bool(face),
                    hidden=bool(state.unseen[p]), depth=k,
                )  # fmt: skip
            if len(there) > 1 and not apart:
                size = (0.14 if len(there) < 10 else 0.11) * HEX_MM
                path = word_shape(f"×{len(there)}", (x + 3.4, y + 0.1), size, weight="bold")
                bare: Look = {"facecolor": "none", "edgecolor": sheet.style.halo, "linewidth": 2.0}
                sheet.others.append(sheet.ax.add_patch(PathPatch(path, zorder=Z.LABEL, **bare)))
                count = PathPatch(path, zorder=Z.LABEL, facecolor=sheet.style.ink, linewidth=0)
                sheet.mark("count", sheet.ax.add_patch(count), game.land.labels[place])
        hidden = any(state.unseen[p] for p in seen)
        _explain_sides(sheet, game.players, {pieces.side[p] for p in seen}, hidden)
        if self.shown:
            for unit in sorted({pieces.units[p] for p in seen}, key=lambda unit: unit.id):
                explain_shape(sheet, sheet.words.say(unit.short), symbol(OF_UNIT[unit.drawn]))


TITLE = N_("Le Jeu du destin d’Arc")


def bare(game: Terms) -> State:
    """A map without pieces: Bonnaire's stand there before anybody has chosen."""
    return bare_state(game)


def scene_of(state: State, player: str | None = None, shown: str = "") -> BoardScene:
    """One moment of a game, as `player` may see it, all of it for None; shown: the hexes within so many of one, such as
    "Q12 3"."""
    seat, land = None if player is None else state.game.seat(player), state.game.land
    here = frozenset(land.numbers[name] for name in part(state, shown)) if shown else frozenset[int]()
    spells = tuple(
        Tint("zone", {land.labels[h]: corners(_place_of(land, h), flat=True) for h in members(effect.hexes)}, "spell",
             Message("under a spell"))
        for effect in state.effects
    )  # fmt: skip
    counters = tuple(h for h in seen_hexes(state, seat) if not here or h in here)
    marks: tuple[Mark, ...] = (Map(land, counters, here), Pieces(state, seat, here), *spells)
    return BoardScene(map_view(land, here or None), marks, SCALE if here else WHOLE)


def _explain_sides(sheet: Sheet, players: Sequence[str], sides: Collection[int], hidden: bool) -> None:
    """The colours of the sides that are there, and what a dashed rim means if a piece has one."""
    looks = looks_of(sheet.style)
    for side, name in enumerate(("bonnaire", "ulf", "fereira")):
        if side not in sides:
            continue
        words = sheet.words.say(PLAYER_WORDS[name])
        if name not in players:
            team = sheet.words.say(PLAYER_WORDS["alliance"])
            words = sheet.words.say("{player} ({names})", player=words, names=team)
        if name.startswith(DOUBLE_RIM):
            words = sheet.words.say("{name}, double rim", name=words)
        sheet.explain(words, Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink, linewidth=sheet.style.line))
    if hidden:
        dashes: Look = {"color": sheet.style.ink, "linestyle": (0, (3, 2)), "linewidth": sheet.style.line}
        sheet.explain_line(sheet.words.say("dashed: invisible to others"), **dashes)


def moment(state: State, _: str | None, words: Words) -> str:
    """Whose turn it is."""
    game, outcome, player = state.game, state.outcome(), state.current_player()
    if outcome is not None:
        return (
            words.say(
                "The game is over: {players} won.",
                players=words.listed([words.say(PLAYER_WORDS[one]) for one in outcome.winners]),
            )
            if outcome.winners
            else words.say("The game is over: nobody won.")
        )
    when = {"turn": state.turn, "turns": game.land.turns, "time": words.say(N_("night") if night(state) else N_("day"))}
    if player not in game.players:
        return words.say("Turn {turn} of {turns}, {time}. Dice are rolled.", **when)
    assert player is not None
    who = words.say(PLAYER_WORDS[player])
    if type(state.step).__name__ == "Placing":
        return words.say("{player} places pieces.", player=who)
    return words.say("Turn {turn} of {turns}, {time}. {player} to move.", player=who, **when)

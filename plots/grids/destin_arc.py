"""Positions of Le Jeu du destin d'Arc: the map, the counters as a player sees them, what lies under spells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import shapely
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from armada_sim.tabletop import N_
from grid_games.core.hexes import Hex
from grid_games.core.sets import members
from grid_games.destin_arc.board import Land
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.state import BACK, State
from plots.figures import fitted, page
from plots.grids.destin_arc_symbols import placed
from plots.grids.hexes import HEX_MM, Ground, centre, corners, explain_ground, shade, view_of
from plots.grids.squares import board_sheet
from plots.messages import Words
from plots.shapes import View
from plots.sheet import Sheet
from plots.style import Look, PlayerLook, Style, Z

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
_SIDE_COLOURS = ("red", "blue", "yellow")
"""Colours of Bonnaire's, Ulf's and Fereira's counters."""

DOUBLE_RIM = "u"
"""First letter of the units with a second, pale rim: without colours Ulf's counters are as dark as Bonnaire's."""


def _place_of(land: Land, number: int) -> Hex:
    """The hex of a number."""
    return land.grid.places[number]


def map_view(land: Land) -> View:
    """The whole map with its edge."""
    return view_of([_place_of(land, h) for h in members(land.all)], flat=True)


def draw_map(sheet: Sheet, land: Land, occupied: Sequence[int] = ()) -> None:
    """Terrain, walls, gates, bridges, river, places of strategic importance, and names: of hexes, and of what there is.

    Names of what there is stand clear of each other and of the counters on `occupied` hexes.
    """
    grounds = GREY_GROUNDS if sheet.style.name == "greyscale" else GROUNDS
    cells = "".join(land.columns)
    middles = {h: centre(_place_of(land, h), flat=True) for h in members(land.all)}
    outlines = {h: corners(_place_of(land, h), flat=True) for h in middles}
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
            at, size = (middles[h][0], middles[h][1] - 0.37 * HEX_MM), 0.19 * HEX_MM / sheet.mm(1)
            words = sheet.write(land.labels[h], at, size, halo=False, color=ground.ink, zorder=Z.GRID)
            words.set_in_layout(False)  # they lie inside their hex
            sheet.others.append(words)
        if cell in _DRAWN:
            _DRAWN[cell](sheet, [middles[h] for h in here], ground)
    _polygons(
        sheet,
        list(outlines.values()),
        Z.GRID,
        "hex",
        facecolor="none",
        edgecolor=sheet.style.quiet,
        linewidth=sheet.style.thin,
    )
    _joined(
        sheet, land, land.having("rb"), 0, "river", colors=grounds["r"].ink, linewidths=2.2 / sheet.mm(1), alpha=0.35
    )
    _joined(
        sheet, land, land.having("wg"), land.having("g"), "wall", colors=grounds["w"].ink, linewidths=1.9 / sheet.mm(1)
    )
    rims = [corners(_place_of(land, h), 0.35, flat=True) for h in land.points if h >= 0]
    _polygons(
        sheet,
        rims,
        Z.REGION + 0.5,
        "place",
        facecolor="none",
        edgecolor=sheet.style.blocker,
        linewidth=sheet.style.heavy,
    )
    taken = [
        shapely.box(x - _COUNTER_MM, y - _COUNTER_MM - 0.8, x + _COUNTER_MM + 2.2, y + _COUNTER_MM + 1.0)
        for x, y in (middles[h] for h in occupied)
    ]
    for text, label in land.names:
        at = _name(text, middles[land.numbers[label]], taken)
        letters: Look = {"fontweight": "bold", "fontstyle": "italic", "clip_on": False}
        sheet.mark("name", sheet.write(text, at, _NAME_MM / sheet.mm(1), **letters), text)


_COUNTER_MM = 3.1
"""Half of a counter's side."""

_ABOVE = 0.385
"""How far above the middle of its hex a name stands, in sides of a hex, where nothing is in its way."""


_NAME_MM = 0.225 * HEX_MM
"""Size of the letters of names."""


def _name(text: str, middle: tuple[float, float], taken: list[Any]) -> tuple[float, float]:
    """Where the middle of a name stands by its hex, where it covers least of what is taken: above, else farther off or
    beside; its place is taken then."""
    x, y = middle
    word = _word(text, (0.0, 0.0), _NAME_MM, weight="bold", italic=True)
    box = word.get_extents()
    aside = 0.75 * HEX_MM + box.width / 2
    spots = [(0.0, up * HEX_MM) for up in (_ABOVE, 0.55, 0.75, 0.95, -0.75, -0.95, 1.25, -1.25)]
    spots += [(side * aside, up * HEX_MM) for up in (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9) for side in (1, -1)]
    found = [shapely.box(x + a + box.x0, y + b + box.y0, x + a + box.x1, y + b + box.y1) for a, b in spots]
    covered = [sum(one.intersection(other).area for other in taken) for one in found]
    best = covered.index(min(covered))
    taken.append(found[best])
    return x + spots[best][0], y + spots[best][1]


@cache
def _outline(text: str, weight: str, italic: bool) -> tuple[TextPath, float, float]:
    """The shape of a word one unit high, and its middle. Thousands of small words are quicker, and no larger, as
    shapes."""
    path = TextPath(
        (0, 0),
        text,
        size=1.0,
        prop=FontProperties(family="DejaVu Sans", weight=weight, style="italic" if italic else "normal"),
    )
    ends = path.vertices[path.codes != Path.CLOSEPOLY]  # letters reach as far as the corners of their curves
    x, y = ((ends.min(axis=0) + ends.max(axis=0)) / 2).tolist()
    return path, x, y


def _word(text: str, at: tuple[float, float], size: float, weight: str = "normal", italic: bool = False) -> Path:
    """A word as a shape around a point, `size` mm high."""
    path, x, y = _outline(text, weight, italic)
    return path.transformed(Affine2D().translate(-x, -y).scale(size).translate(*at))


def _polygons(
    sheet: Sheet, outlines: Sequence[Sequence[tuple[float, float]]], zorder: float, kind: str, **look: Any
) -> None:
    """Polygons of one look, as one shape: a map has thousands."""
    shapes = [Path([*outline, outline[0]], closed=True) for outline in outlines]
    if shapes:
        whole = PathPatch(Path.make_compound_path(*shapes), zorder=zorder, clip_on=False, **look)
        sheet.ax.add_artist(whole)
        sheet.mark(kind, whole)


def _strokes(
    sheet: Sheet, lines: Sequence[Sequence[tuple[float, float]]], zorder: float, kind: str, **look: Any
) -> None:
    sheet.mark(kind, sheet.ax.add_collection(LineCollection(list(lines), zorder=zorder, capstyle="round", **look)))


def _joined(sheet: Sheet, land: Land, hexes: int, gates: int, kind: str, **look: Any) -> None:
    """A line through the middles of neighbouring hexes; a neighbour that two others join is not joined once more."""
    ends = []
    for h in members(hexes):
        for other in members(land.grid.around[h] & hexes):
            both = land.grid.around[h] & land.grid.around[other] & hexes
            short_cut = both and h > members(both)[0] and other > members(both)[0]
            if h < other and not (gates >> h & gates >> other & 1) and not short_cut:
                ends.append([centre(_place_of(land, one), flat=True) for one in (h, other)])
    _strokes(sheet, ends, Z.GRID + 0.1, kind, **look)


Middles = Sequence[tuple[float, float]]


def _boxes(sheet: Sheet, boxes: Sequence[tuple[float, float, float, float]], middles: Middles, **look: Any) -> None:
    """Boxes (left, bottom, right, top) beside each middle."""
    found = [
        [(x + a, y + b), (x + c, y + b), (x + c, y + d), (x + a, y + d)] for x, y in middles for a, b, c, d in boxes
    ]
    _polygons(sheet, found, Z.REGION, "detail", **look)


_HOUSES = ((-2.7, 0.9, -0.5, 2.5), (0.4, 1.3, 2.7, 2.7), (-1.4, -1.9, 1.0, -0.2))
COLUMNS = (*((left, -1.4, left + 0.7, 0.7) for left in (-2.2, -0.95, 0.3, 1.55)), (-2.6, -2.0, 2.6, -1.5))
_TEETH = tuple((left, 1.3, left + 0.9, 2.1) for left in (-2.3, -0.45, 1.4))
_PLANKS = tuple((-1.5, -3.3 + 1.1 * k, 1.5, -2.2 + 1.1 * k) for k in range(6))
"""Boxes of houses, of a temple, of a gate's battlements and of a bridge around the middle of a hex, in mm."""


def _arcs(x: float, y: float) -> list[list[tuple[float, float]]]:
    """The arcs of a hill."""
    return [
        [(x + a + w * t / 8, y + b + 0.9 * (1 - (t / 4 - 1) ** 2)) for t in range(9)]
        for a, b, w in ((-2.3, -0.3, 3.0), (0.2, 1.1, 2.2))
    ]


def _blades(x: float, y: float) -> list[list[tuple[float, float]]]:
    """The tufts of a marsh."""
    return [
        [(x + a, y + b), (x + a + lean, y + b + 1.1)]
        for a, b in ((-2.2, 0.6), (1.2, 1.4), (0.0, -1.3))
        for lean in (-0.6, 0.0, 0.6)
    ]


def _houses(sheet: Sheet, middles: Middles, ground: Ground) -> None:
    _boxes(sheet, _HOUSES, middles, facecolor=ground.ink, linewidth=0, alpha=0.20)


def _hill(sheet: Sheet, middles: Middles, ground: Ground) -> None:
    lines = [line for x, y in middles for line in _arcs(x, y)]
    _strokes(sheet, lines, Z.REGION, "detail", colors=ground.ink, linewidths=0.35 / sheet.mm(1), alpha=0.7)


def _tufts(sheet: Sheet, middles: Middles, ground: Ground) -> None:
    lines = [line for x, y in middles for line in _blades(x, y)]
    _strokes(sheet, lines, Z.REGION, "detail", colors=ground.ink, linewidths=0.28 / sheet.mm(1))


def _temple(sheet: Sheet, middles: Middles, ground: Ground) -> None:
    _boxes(sheet, COLUMNS, middles, facecolor=ground.ink, linewidth=0)
    roofs = [[(x - 2.6, y + 1.0), (x + 2.6, y + 1.0), (x, y + 2.7)] for x, y in middles]
    _polygons(sheet, roofs, Z.REGION, "detail", facecolor=ground.ink, linewidth=0)


def _gate(sheet: Sheet, middles: Middles, ground: Ground) -> None:
    _boxes(sheet, [(-2.3, -1.9, 2.3, 1.3), *_TEETH], middles, facecolor=ground.ink, linewidth=0)
    _boxes(sheet, [(-0.9, -1.9, 0.9, 0.4)], middles, facecolor=ground.fill, linewidth=0)


def _bridge(sheet: Sheet, middles: Middles, ground: Ground) -> None:
    wood = "#b08d57" if sheet.style.name != "greyscale" else "white"
    _boxes(sheet, _PLANKS, middles, facecolor=wood, edgecolor=sheet.style.ink, linewidth=sheet.style.thin)


def _box(left: float, bottom: float, right: float, top: float) -> list[tuple[float, float]]:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


_ROOF = [(-2.6, 1.0), (2.6, 1.0), (0.0, 2.7)]
_SHAPES: dict[str, tuple[list[list[tuple[float, float]]], list[list[tuple[float, float]]]]] = {
    "c": ([], [_box(*box) for box in _HOUSES]), "h": (_arcs(0.0, 0.0), []), "m": (_blades(0.0, 0.0), []),
    "t": ([], [_ROOF, *(_box(*box) for box in COLUMNS)]),
    "g": ([], [_box(*box) for box in (*_TEETH, (-2.3, -1.9, -0.9, 1.3), (0.9, -1.9, 2.3, 1.3), (-0.9, 0.4, 0.9, 1.3))]),
    "b": ([], [_box(*box) for box in _PLANKS]),
}  # fmt: skip
"""What stands on hexes of a terrain around their middle, in mm: lines, and closed shapes."""

_DRAWN = {"c": _houses, "h": _hill, "m": _tufts, "t": _temple, "g": _gate, "b": _bridge}


def _symbols(sheet: Sheet, cell: str, ground: Ground) -> list[Line2D]:
    """What is drawn on hexes of a terrain, small, for the legend."""
    if cell in "rw":
        return [Line2D([], [], color=ground.ink, linewidth=3.0, alpha=0.5 if cell == "r" else 1.0)]
    if cell not in _SHAPES:
        return []
    lines, boxes = _SHAPES[cell]
    look: Look = {"linestyle": "none", "markersize": 9, "markeredgecolor": ground.ink}
    if lines:
        path = Path.make_compound_path(*(Path(line) for line in lines))
        return [Line2D([], [], marker=path, markerfacecolor="none", markeredgewidth=0.8, **look)]
    path = Path.make_compound_path(*(Path([*box, box[0]], closed=True) for box in boxes))
    return [
        Line2D([], [], marker=path, markerfacecolor="white" if cell == "b" else ground.ink, markeredgewidth=0.5, **look)
    ]


def explain_map(sheet: Sheet) -> None:
    """The terrains and the mark of strategic places, in the legend."""
    grounds = GREY_GROUNDS if sheet.style.name == "greyscale" else GROUNDS
    for cell, pair in TERRAIN_WORDS.items():
        explain_ground(sheet, sheet.words.say(pair), grounds[cell], *_symbols(sheet, cell, grounds[cell]))
    sheet.explain(
        sheet.words.say("place of strategic importance"),
        Patch(fill=False, edgecolor=sheet.style.blocker, linewidth=sheet.style.heavy),
    )


# counters


def looks_of(style: Style) -> dict[int, PlayerLook]:
    """The look of each side's counters."""
    looks = style.looks(_SIDE_COLOURS)
    return {side: looks[colour] for side, colour in enumerate(_SIDE_COLOURS)}


def draw_counter(
    sheet: Sheet, unit: str, look: PlayerLook, middle: tuple[float, float], half: float, name: str,
    figures: Sequence[str], *, back: bool = False, hidden: bool = False,
) -> None:  # fmt: skip
    """One counter: its symbol above, its figures below; a pale stripe across a back, a dashed rim for an invisible
    piece."""
    style, (x, y) = sheet.style, middle
    body = shapely.box(x - half, y - half, x + half, y + half)
    rim: Look = {"edgecolor": style.ink, "linewidth": style.line, "linestyle": (0, (3, 2)) if hidden else "-"}
    sheet.mark("counter", sheet.polygon(list(body.exterior.coords)[:-1], Z.SHIP, facecolor=look.fill, **rim), name)
    if unit.startswith(DOUBLE_RIM):
        inner = shapely.box(x - half * 0.84, y - half * 0.84, x + half * 0.84, y + half * 0.84)
        sheet.others.append(
            sheet.polygon(
                list(inner.exterior.coords)[:-1],
                Z.SHIP,
                facecolor="none",
                edgecolor=look.hatch_ink,
                linewidth=style.thin,
            )
        )
    if back:
        stripe = [
            (x - half, y - half),
            (x - half * 0.55, y - half),
            (x + half, y + half * 0.55),
            (x + half, y + half),
            (x + half * 0.55, y + half),
            (x - half, y - half * 0.55),
        ]
        sheet.others.append(sheet.polygon(stripe, Z.SHIP, facecolor=look.hatch_ink, edgecolor="none", alpha=0.38))
    for part in shapely.get_parts(placed(unit, (x, y + half * 0.3), half * 0.55)):
        holes = [list(ring.coords)[:-1] for ring in part.interiors]
        sheet.others.append(
            sheet.polygon(list(part.exterior.coords)[:-1], Z.GHOST, facecolor=look.hatch_ink, edgecolor="none")
        )
        for hole in holes:
            sheet.others.append(sheet.polygon(hole, Z.GHOST, facecolor=look.fill, edgecolor="none"))
    for text, (right, up) in zip(figures, ((-0.5, -0.68), (0.5, -0.68)), strict=False):
        path = _word(text, (x + right * half, y + up * half), half * 0.52, weight="bold")
        sheet.others.append(sheet.ax.add_patch(PathPatch(path, facecolor=look.hatch_ink, linewidth=0, zorder=Z.GHOST)))


def seen_hexes(state: State, seat: int | None) -> list[int]:
    """The hexes on which a player sees pieces."""
    return [
        place
        for place, there in sorted(state.board.at.items())
        if seat is None or any(state.board.sees(seat, p) for p in there)
    ]


def draw_pieces(sheet: Sheet, state: State, seat: int | None) -> None:
    """The counters that a player sees, one above the other where several share a hex, with their number if they are
    many."""
    game, board = state.game, state.board
    looks, pieces = looks_of(sheet.style), game.pieces
    for place, everybody in sorted(board.at.items()):
        there = [p for p in everybody if seat is None or board.sees(seat, p)]
        there.sort(key=lambda p: (not pieces.leader[p], p))
        x, y = centre(_place_of(game.land, place), flat=True)
        half = _COUNTER_MM if len(there) == 1 else 2.7
        for k, p in reversed(list(enumerate(there[:3]))):
            face = 1 if state.marks[p] & BACK else 0
            strong = max(pieces.melee[p][face], pieces.missile[p][face]) // 2
            figures = (str(strong), str(pieces.defence[p][face] // 2))
            shift = 0.55 * k
            draw_counter(sheet, pieces.units[p].id, looks[pieces.side[p]], (x + shift, y + shift + 0.2), half,
            pieces.names[p],
                         figures if k == 0 else (), back=bool(face), hidden=bool(state.unseen[p]))  # fmt: skip
        if len(there) > 1:
            path = _word(f"×{len(there)}", (x + 4.1, y - 2.9), 0.26 * HEX_MM, weight="bold")
            for look in (
                {"facecolor": "none", "edgecolor": sheet.style.halo, "linewidth": 2.0},
                {"facecolor": sheet.style.ink, "linewidth": 0},
            ):
                sheet.others.append(sheet.ax.add_patch(PathPatch(path, zorder=Z.LABEL, **look)))


def figure_of(
    state: State, player: str | None, style: Style, words: Words, title: str, scale: float | None = None
) -> Figure:
    """One moment of a game, as `player` may see it; all of it for None."""
    game = state.game
    seat = None if player is None else game.seat(player)
    view = map_view(game.land)
    figure, ax = page(view, style, scale or 1.0)
    sheet = board_sheet(ax, view, style, words)
    draw_map(sheet, game.land, seen_hexes(state, seat))
    for effect in state.effects:
        shade(sheet, "zone", [_place_of(game.land, h) for h in members(effect.hexes)], _named(game.land), flat=True,
              facecolor=style.reach, edgecolor=style.reach, alpha=0.35)  # fmt: skip
    draw_pieces(sheet, state, seat)
    explain_map(sheet)
    explain_sides(sheet, game.players)
    if any(effect.hexes for effect in state.effects):
        sheet.explain(words.say("under a spell"), Patch(facecolor=style.reach, alpha=0.35))
    sheet.write_title(title or words.say("Le Jeu du destin d'Arc"), _moment(state, words))
    sheet.finish(legend="below")
    return fitted(figure, ax, style)


def _named(land: Land) -> Mapping[Hex, str]:
    return {_place_of(land, h): label for h, label in enumerate(land.labels)}


def explain_sides(sheet: Sheet, players: Sequence[str]) -> None:
    """The colours of the sides, and what a stripe and a dashed rim mean."""
    looks = looks_of(sheet.style)
    for side, name in enumerate(("bonnaire", "ulf", "fereira")):
        words = sheet.words.say(PLAYER_WORDS[name])
        if name not in players:
            team = sheet.words.say(PLAYER_WORDS["alliance"])
            words = sheet.words.say("{player} ({names})", player=words, names=team)
        if name.startswith(DOUBLE_RIM):
            words = sheet.words.say("{name}, double rim", name=words)
        sheet.explain(words, Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink, linewidth=sheet.style.line))
    sheet.explain(
        sheet.words.say("dashed: invisible to others"),
        Line2D([], [], color=sheet.style.ink, linestyle=(0, (3, 2)), linewidth=sheet.style.line),
    )


def _moment(state: State, words: Words) -> str:
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

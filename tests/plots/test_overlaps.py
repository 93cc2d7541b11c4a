"""Words of all the other pictures, measured as `looks` says: boards of the three games, names of a replay, tables
with crowds, parts of a table. Rulebook figures and examples are measured where they are tested."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import shapely
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from numpy.typing import NDArray

from armada_sim.files.game_reading import load_game
from armada_sim.files.game_records import Replay, replay
from armada_sim.pictures import SCREEN, Spot, View, Words, Z, corners_of, flag_foot, pennant, thing_corners
from armada_sim.referee.questions import check_contact
from armada_sim.table.layout import Layout, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from grid_games import catalogue
from plots import PRINT, figure_of_position, figure_of_ruling
from plots.animation import LETTERS, TEXT_SHARE
from plots.frames import Frame, common_view, frames, name_spots
from plots.grids import figure_of_state
from plots.grids.scene import board_sheet
from plots.grids.stacks import Chip, draw_chip
from plots.labels import text_size
from tests.plots.looks import assert_readable, kind_of, overlaps, shape_of
from tests.whole import few, whole

RULES = Rules()
ROOT = Path(__file__).parents[2]
RECORDS = [path for folder in ("examples/games", "tests/data/games") for path in (ROOT / folder).glob("*.json")]
GAMES = sorted(RECORDS, key=lambda path: (path.stat().st_size, path.name))


def crowd(side: float, count: int = 24) -> Layout:
    """Ships of both sides 60 mm apart in the middle of a square table, and one far from them."""
    turned = random.Random(4)
    ships = [
        Ship(f"{'RB'[i % 2]}{i // 2 + 1}", ("red", "blue")[i % 2], list(Size)[i % 3],
             Pose(0.4 * side + i % 6 * 60, 0.5 * side + i // 6 * 60, turned.randrange(360)))
        for i in range(count)
    ]  # fmt: skip
    return Layout(
        (*ships, Ship("far", "red", Size.SMALL, Pose(0.9 * side, 0.1 * side, 40))), Surface.rectangle(side, side)
    )


@pytest.mark.parametrize("lang", few(["fr", "en"], 1))
@pytest.mark.parametrize(
    ("name", "settings", "plies"),
    [
        ("strategiksa", {"players": 6}, 100), ("singidunum", {}, 60), ("destin-arc", {"map": "village"}, 60),
        *[whole("strategiksa", {"players": count}, plies) for count in (3, 25) for plies in (70, 200)],
        *[whole("singidunum", {}, plies) for plies in (30, 150)],
        *[whole("destin-arc", {"map": name}, plies) for name in ("village", "hamlet", "arc") for plies in (0, 200)],
    ],
)  # fmt: skip
def test_boards_in_play(name: str, settings: dict[str, object], plies: int, lang: str) -> None:
    given = dict(settings)
    players = cast("int | None", given.pop("players", None))
    state, rng = catalogue.load(name, players, given).new(), np.random.default_rng(5)
    for _ in range(plies):
        moves = state.legal_moves()
        if moves:
            state = state.play(moves[int(rng.integers(len(moves)))])
    assert_readable(figure_of_state(state, style=SCREEN, lang=lang))


def side_by_side() -> list[Frame]:
    """Ships base to base in two ranks, nearer than their names are wide; then one of them moved."""
    ships = [Ship(f"RM{i}", "red", Size.MEDIUM, Pose(300 + 20 * (i % 8), 400 + 45 * (i // 8), 90)) for i in range(16)]
    layout = Layout(tuple(ships))
    moved = Layout((Ship("RM0", "red", Size.MEDIUM, Pose(300, 365, 90)), *ships[1:]))
    return [Frame("", "", "before", layout), Frame("", "", "after", moved, ghost=ships[0])]


def assert_names_apart(found: Replay, shown: list[Frame]) -> list[dict[str, Spot]]:
    """Where names stand in each picture; none lies on a ship, a ghost, a flag, an object or another name."""
    view, rules = common_view(shown, found), found.record.agreement.rules
    high = TEXT_SHARE * view.width
    spots = list(name_spots(shown, rules, view, LETTERS / high, LETTERS, "DejaVu Sans"))
    for frame, names in zip(shown, spots, strict=True):
        ships = frame.layout.ships
        assert set(names) == {ship.name for ship in ships if not ship.sunk}
        hard = [shapely.Polygon(corners_of(ship, rules)) for ship in (*ships, *filter(None, [frame.ghost]))]
        hard += [shapely.Polygon(thing_corners(thing)) for thing in frame.layout.objects]
        feet = [flag_foot(ship, rules) for ship in ships if ship.name in frame.flagships]
        hard += [shapely.Polygon(pennant(foot)) for foot in feet]
        boxes = []
        for name, spot in names.items():
            (x, y), half = spot.middle, text_size(name, 0.5 * high, "DejaVu Sans")[0]
            boxes.append(shapely.box(x - half, y - high / 2, x + half, y + high / 2))
        for i, (name, box) in enumerate(zip(names, boxes, strict=True)):
            lying = max(box.intersection(shape).area for shape in (*hard, *boxes[:i]))
            assert lying < 0.02 * box.area, f"{name}: {frame.words}"
    return spots


@pytest.mark.parametrize("path", few(GAMES, 1), ids=lambda path: path.stem)
def test_names_of_a_replay_lie_on_nothing(path: Path) -> None:
    found = replay(load_game(path))
    assert_names_apart(found, frames(found))


def test_names_of_ships_side_by_side_stay_where_they_are() -> None:
    before, after = assert_names_apart(replay(load_game(GAMES[0])), side_by_side())
    assert sum(before[name] == after[name] for name in before) >= 13
    assert before["RM0"] != after["RM0"]


@pytest.mark.parametrize("side", few([2000.0, 10000.0], 1))
def test_a_crowd_is_drawn_once_more_and_larger(side: float) -> None:
    layout = crowd(side)
    figure = figure_of_position(layout, RULES, title="x")
    assert_readable(figure)
    (ax,) = figure.axes
    (inner,) = ax.child_axes
    assert {text.get_text() for text in inner.texts} == {ship.name for ship in layout.ships} - {"far"}
    assert "far" in {text.get_text() for text in ax.texts}
    assert not [line for line in inner.lines if kind_of(line) == "leader"]
    points = {one: one.bbox.width / (one.get_xlim()[1] - one.get_xlim()[0]) for one in (ax, inner)}
    factor = points[inner] / points[ax]
    assert factor > 4
    assert f"A: {factor:.2g} times larger" in [text.get_text() for text in ax.texts]
    assert any(kind_of(patch) == "frame" for patch in ax.patches)
    assert inner.bbox.y1 < ax.bbox.y0


def test_names_that_find_room_need_no_second_picture() -> None:
    figure = figure_of_position(side_by_side()[0].layout, RULES, around="RM3")
    assert not figure.axes[0].child_axes


@pytest.mark.parametrize("name", ["R1", whole("B3"), whole("R8"), whole("far")])
def test_a_part_of_a_table_lists_the_ships_it_names(name: str) -> None:
    layout = crowd(2000.0)
    figure = figure_of_position(layout, RULES, around=name)
    assert_readable(figure)
    (ax,) = figure.axes
    named = {text.get_text() for text in ax.texts} & {ship.name for ship in layout.ships}
    legend = ax.get_legend()
    assert legend is not None
    lines = [text.get_text() for text in legend.get_texts()]
    listed = [names for line in lines for names in re.findall(r"^(?:red|blue) \((.*)\)$", line)]
    assert {ship for names in listed for ship in names.split(", ")} == named
    seen = shapely.box(ax.get_xlim()[0], ax.get_ylim()[0], ax.get_xlim()[1], ax.get_ylim()[1])
    assert named == {ship.name for ship in layout.ships if seen.contains(shapely.Point(middle(ship)))}


def middle(ship: Ship) -> NDArray[np.float64]:
    return np.mean(corners_of(ship, RULES), axis=0)


def test_the_border_lies_over_the_zero_lines_of_the_grid() -> None:
    (ax,) = figure_of_position(crowd(2000.0, 6), RULES, show=("grid",)).axes
    (border,) = (patch for patch in ax.patches if kind_of(patch) == "surface")
    assert border.get_zorder() > max(ax.xaxis.get_zorder(), ax.yaxis.get_zorder())


@pytest.mark.parametrize("turn", few([25, 0, 70], 1))
@pytest.mark.parametrize("gap", [0.0, 0.6, 4.0])
def test_arrows_outside_a_small_gap_lie_beside_the_ships(gap: float, turn: float) -> None:
    """Base corners that nearly touch, and long sides along each other: in the line of the gap lie both ships."""
    base = float(RULES.outline(Size.LARGE).base)
    for ships in (
        (
            Ship("R", "red", Size.LARGE, Pose(300, 400, 90)),
            Ship("B", "blue", Size.LARGE, Pose(300 + base + gap, 400, 90)),
        ),
        (Ship("R", "red", Size.LARGE, Pose(300, 400, 90)), Ship("B", "blue", Size.LARGE, Pose(300, 400 - gap, 270))),
    ):
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        placed = [
            replace(ship, pose=Pose(float(c * (ship.pose.x - 300) - s * (ship.pose.y - 400) + 300),
                                    float(s * (ship.pose.x - 300) + c * (ship.pose.y - 400) + 400),
                                    float(ship.pose.heading) + turn))
            for ship in ships
        ]  # fmt: skip
        layout = Layout(tuple(placed))
        assert_readable(figure_of_ruling(layout, check_contact(layout, "R", "B"), RULES, style=PRINT))


def test_the_measure_sees_each_kind_of_overlap() -> None:
    """A word pushed onto a ship, a line, another word, over the edge; arrows pushed onto a ship."""
    ships = (Ship("R", "red", Size.LARGE, Pose(300, 400, 90)), Ship("B", "blue", Size.LARGE, Pose(326, 400, 90)))
    layout = Layout(ships)

    def offenders(name: str, x: float, y: float) -> str:
        figure = figure_of_ruling(layout, check_contact(layout, "R", "B"), RULES)
        (ax,) = figure.axes
        text = next(text for text in ax.texts if text.get_text() == name)
        text.set_position((x, y))
        return "\n".join(overlaps(figure))

    assert "'R' lies on ship-R" in offenders("R", 300, 410)
    assert "'R' lies on 'B'" in offenders("B", *at_of(layout, "R"))
    assert "'R' is cut off" in offenders("R", 10000, 400)
    figure = figure_of_ruling(layout, check_contact(layout, "R", "B"), RULES)
    arrow = next(patch for patch in figure.axes[0].patches if kind_of(patch) == "dimension")
    assert isinstance(arrow, FancyArrowPatch)
    arrow.set_positions((290, 410), (300, 410))
    assert "an arrow lies on ship-R" in "\n".join(overlaps(figure))


def at_of(layout: Layout, name: str) -> tuple[float, float]:
    (ax,) = figure_of_ruling(layout, check_contact(layout, "R", "B"), RULES).axes
    x, y = next(text for text in ax.texts if text.get_text() == name).get_position()
    return float(x), float(y)


def test_a_stack_of_counters_shows_its_first_symbol_whole() -> None:
    """Nothing but its own figures lies over the counter in front."""
    state = catalogue.load("destin-arc", None, {"map": "village"}).new()
    while (moves := state.legal_moves())[0].verb == "place":
        state = state.play(moves[len(moves) // 2])
    (ax,) = figure_of_state(state).axes
    parts = {
        kind: {patch.get_gid().partition("-")[2]: patch for patch in ax.patches if kind_of(patch) == kind
               and patch.get_zorder() >= Z.SHIP}
        for kind in ("symbol", "counter")
    }  # fmt: skip
    stacked = 0
    for name, symbol in parts["symbol"].items():
        own = parts["counter"][name]
        assert symbol.get_zorder() > own.get_zorder()
        for other, body in parts["counter"].items():
            if other != name and shape_of(symbol, area=True).intersects(shape_of(body, area=True)):
                stacked += 1
                assert (symbol.get_zorder() > body.get_zorder()) == (own.get_zorder() > body.get_zorder())
    assert stacked


@pytest.mark.parametrize("count", [1, 3, 12])
@pytest.mark.parametrize("letter", ["", "A"])
@pytest.mark.parametrize("kind", ["king", "infantry", "cavalry", "archers", "healer"])
def test_no_number_and_no_letter_lies_on_the_symbol_of_a_chip(kind: str, letter: str, count: int) -> None:
    figure = Figure(figsize=(2, 2))
    sheet = board_sheet(figure.add_axes((0.0, 0.0, 1.0, 1.0)), View(0, 0, 12, 12), SCREEN, Words("en"))
    draw_chip(sheet, Chip("red", kind, count, letter=letter), SCREEN.players[0], (6, 6), 10, "a1")
    (symbol,) = (shape_of(patch, area=True) for patch in sheet.ax.patches if kind_of(patch) == "symbol")
    discs = [shape_of(patch, area=True) for patch in sheet.ax.patches if kind_of(patch) == "disc"]
    body = shape_of(next(patch for patch in sheet.ax.patches if kind_of(patch) == "chip"), area=True)
    assert len(discs) == (count > 1) + bool(letter)
    assert body.contains(symbol)
    assert not any(symbol.intersects(disc) for disc in discs)
    assert len(discs) != 2 or not discs[0].intersects(discs[1])

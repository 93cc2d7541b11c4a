"""Kits to print: every sheet fits and is true to size, every piece is there once, backs lie behind their fronts."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from click.testing import CliRunner, Result
from matplotlib.figure import Figure
from matplotlib.text import Text

from armada_sim.cli.commands import cli
from armada_sim.firing import reaches
from armada_sim.pictures import corners_of
from armada_sim.table import Layout, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import LANGUAGES
from grid_games import catalogue
from grid_games.cli.commands import cli as grid_cli
from plots.kits import parts_of, save_kit, sheets_of
from plots.kits.armada import net_of
from plots.kits.boards import extent_mm, split_words
from plots.kits.pages import LEAST_POINTS
from plots.kits.texts import source_of
from plots.paper import Leaf
from tests.plots.pages import Page, Points, objects_of, pages_of, sizes_of
from tests.whole import whole

GAMES = ("armada", "destin-arc", "singidunum", "strategiksa")
NEAR = 0.1
"""mm"""

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MAPS = {"destin-arc": ("arc", "village"), "strategiksa": ("classic", "pinwheel")}


def game_of(name: str, map_: str = "") -> Any:
    return None if name == "armada" else catalogue.load(name, None, {"map": map_} if map_ else {})


@cache
def leaves(name: str, part: str, lang: str = "en", paper: str = "a4", map_: str = "") -> tuple[Leaf, ...]:
    """The sheets of one part."""
    chosen = [one for one in parts_of(game_of(name, map_)) if one.name == part]
    assert len(chosen) == 1
    return tuple(sheets_of(chosen, paper=paper, lang=lang))


@cache
def pdf(name: str, part: str, lang: str = "en", paper: str = "a4") -> bytes:
    """The file of one part."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "kit.pdf"
        chosen = [one for one in parts_of(game_of(name)) if one.name == part]
        save_kit(chosen, path, name, paper=paper, lang=lang)
        return path.read_bytes()


def figures_of(found: tuple[Leaf, ...]) -> list[Figure]:
    return [figure for leaf in found for figure in (leaf.front, leaf.back) if figure is not None]


def words_on(figure: Figure) -> list[Text]:
    return [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]


def patches(figure: Figure, kind: str) -> list[tuple[str, Points]]:
    """What is marked as of a kind: its name, and its corners in mm of the figure."""
    found = []
    for patch in figure.findobj():
        name = str(patch.get_gid() or "")
        if name.startswith(f"{kind}-") and hasattr(patch, "get_xy"):
            points = patch.get_transform().transform(patch.get_xy())[:-1] * 25.4 / figure.dpi
            found.append((name, points))
    return found


@pytest.mark.parametrize(
    ("game", "lang", "paper"),
    [
        ("armada", "en", "a4"), ("destin-arc", "fr", "a4"), ("singidunum", "en", "letter"),
        whole("strategiksa", "fr", "letter"), whole("armada", "fr", "letter"), whole("destin-arc", "en", "letter"),
        whole("singidunum", "fr", "a4"), whole("strategiksa", "en", "a4"),
    ],
)  # fmt: skip
def test_each_page_of_words_fits_its_sheet_in_letters_that_can_be_read(game: str, lang: str, paper: str) -> None:
    """On the pages of words of every kit, in both languages and on both papers: nothing lies outside the window, no
    letter is too small, and no word on another."""
    tested, close = {"board", "map", "template"}, {"counters", "pieces", "spells"}  # elsewhere; words on small pieces
    for part in parts_of(game_of(game)):
        if part.name in tested:
            continue
        for figure in figures_of(leaves(game, part.name, lang, paper)):
            width, height = figure.get_size_inches() * 25.4
            assert np.all(np.array([width, height]) < np.array(SIZES[paper]) - [20, 35] + 1e-6)
            boxes = []
            for text in words_on(figure):
                assert text.get_fontsize() >= LEAST_POINTS - 1e-9, (part.name, text.get_text())
                box = extent_mm(text)
                assert box is not None
                x0, y0, x1, y1 = box
                assert -NEAR < x0 < x1 < width + NEAR, (part.name, text.get_text())
                assert -NEAR < y0 < y1 < height + NEAR, (part.name, text.get_text())
                boxes.append(shapely.box(x0 + 0.1, y0 + 0.8, x1 - 0.1, y1 - 0.8))
            if part.name not in close and boxes:
                tree = shapely.STRtree(boxes)
                pairs = [pair for pair in tree.query(boxes, predicate="overlaps").T.tolist() if pair[0] < pair[1]]
                assert pairs == [], [words_on(figure)[k].get_text() for k in pairs[0]]


@pytest.mark.parametrize("game", GAMES)
def test_the_rule_sheet_and_the_aid_are_a_page_each(game: str) -> None:
    for part in ("rules", "aid"):
        assert len(leaves(game, part)) == len(leaves(game, part, "fr", "letter")) == 1


def test_nothing_but_marks_stands_in_the_margin_and_each_sheet_has_a_bar_of_100_mm() -> None:
    for page in pages_of(pdf("singidunum", "key")):
        window = page.clips["Figure"]
        assert np.allclose([window.min(axis=0), window.max(axis=0)], [[10, 25], [200, 287]], atol=NEAR)
        lines = [path for path in page.paths["Around"] if len(path) == 2]
        bars = [line for line in lines if np.allclose(np.abs(line[1] - line[0]), [100, 0], atol=NEAR)]
        assert len(bars) == 1
        outside = [line for line in lines if line.min() < 10 - NEAR]
        assert all(math.dist(*line) < 5 for line in outside)
        assert "100 mm where it is printed at 100 %" in page.words["Around"]


def test_letters_are_letters_of_fonts_that_the_file_has() -> None:
    content = pdf("armada", "rules", "fr")
    heads = b"".join(head for head, _ in objects_of(content).values())
    assert heads.count(b"/FontFile2") >= 2
    assert b"/Type3" not in heads
    (page,) = pages_of(content)
    assert "sans plateau ni" in page.words["Figure"]


# words


@pytest.mark.parametrize("game", GAMES)
def test_numbers_in_words_are_the_engines(game: str) -> None:
    """A text has no number of its own but 1, 2 and the die's 12; both languages ask for the same."""
    asked = []
    for lang in LANGUAGES:
        text = source_of(game, lang)
        asked.append((Counter(re.findall(r"\{(\w+)\}", text)), re.findall(r"\[\[(\w+)\]\]", text)))
        bare = re.sub(r"`[^`]*`|\{\w+\}|\[\[\w+\]\]", "", text)
        assert set(re.findall(r"\d+", bare)) <= {"1", "2", "12"}
    assert asked[0][1] == asked[1][1]
    assert set(asked[0][0]) == set(asked[1][0])


@pytest.mark.parametrize(
    ("game", "part", "told"),
    [
        ("destin-arc", "rules", ["The game lasts 8 turns", "wall cost 3", "9-1 and more", "200 for a priest", "10/4"]),
        ("singidunum", "rules", ["the same 14 units", "up to 55 points", "1, 2, 3, 3, 4 and 5", "by 4 or more on an"]),
        ("strategiksa", "rules", ["board of 25 zones", "10 points of others", "than 50 points", "control 18 zones"]),
        ("armada", "rules", ["has 5 pieces", "4 at most", "least 25 cm apart", "Up to 3 actions", "4, 2 and 1", "75°"]),
    ],
)  # fmt: skip
def test_the_numbers_of_the_rules_stand_on_the_sheet(game: str, part: str, told: list[str]) -> None:
    """As the sources and `docs/rules` have them."""
    (leaf,) = leaves(game, part)
    said = re.sub(r"\s+", " ", "".join(text.get_text() for text in words_on(leaf.front)))
    missing = [one for one in told if one.replace(" ", "") not in said.replace(" ", "").replace("\u00a0", "")]
    assert missing == []


# boards


@pytest.mark.parametrize(
    ("game", "part", "map_", "paper"),
    [
        whole("destin-arc", "map", "arc", "a4"), whole("destin-arc", "map", "arc", "letter"),
        ("destin-arc", "map", "village", "letter"), ("singidunum", "board", "", "a4"),
        ("singidunum", "board", "", "letter"), ("strategiksa", "board", "classic", "a4"),
        ("strategiksa", "board", "pinwheel", "letter"),
    ],
)  # fmt: skip
def test_no_word_of_a_board_is_cut_and_each_place_is_named_once(game: str, part: str, map_: str, paper: str) -> None:
    (leaf,) = leaves(game, part, "en", paper, map_)
    assert split_words(leaf, paper) == []
    said = Counter(text.get_text() for text in words_on(leaf.front))
    if game == "destin-arc":
        land = game_of(game, map_).land
        assert {name: said[name] for name, _ in land.names} == {name: 1 for name, _ in land.names}
        places = {label for _, label in land.places}
        assert places <= {label for _, label in land.names}
        named = list(land.labels)
    elif game == "singidunum":
        named = list(game_of(game).table.board.names)
    else:
        named = [*"abcdefghij", *"ABCDE", "6", "7", "8", "9", "10"]  # 1 to 5 name ranks, and zones
        assert all(said[str(k)] == 2 for k in range(1, 6))
    assert {name: said[name] for name in named} == dict.fromkeys(named, 1)


@pytest.mark.parametrize(
    ("game", "part", "kind", "width", "count"),
    [("singidunum", "board", 6, 23.0, 137), ("strategiksa", "board", 4, 21.0, 100)],
)
def test_hexes_and_squares_have_the_size_that_pieces_are_made_for(
    game: str, part: str, kind: int, width: float, count: int
) -> None:
    page = pages_of(pdf(game, part))[0]
    found = [path for path in page.paths["Figure"] if len(path) in (kind, kind + 1)]
    wide = [np.ptp(path, axis=0)[0] for path in found]
    assert np.count_nonzero(np.isclose(wide, width, atol=NEAR)) >= count


@pytest.mark.whole
def test_the_map_of_arc_has_hexes_that_its_counters_fit_on() -> None:
    sheets = pages_of(pdf("destin-arc", "map"))
    assert len(sheets) == 9
    grid = max(sheets[4].paths["Figure"], key=len)  # every hex in one path
    hexes = grid[: len(grid) // 6 * 6].reshape(-1, 6, 2)
    heights = hexes.max(axis=1)[:, 1] - hexes.min(axis=1)[:, 1]
    assert np.count_nonzero(np.isclose(heights, 20.0, atol=NEAR)) > 500


# pieces


def counters_on(page: Page, side: float) -> list[tuple[float, float]]:
    """Where the squares of so many mm on a page have their middle."""
    found = []
    for path in page.paths["Figure"]:
        if len(path) in (4, 8) and np.allclose(np.ptp(path, axis=0), side, atol=0.01):
            x, y = (path.max(axis=0) + path.min(axis=0)) / 2
            found.append((round(float(x), 2), round(float(y), 2)))
    return found


@pytest.mark.parametrize(
    ("game", "part", "paper", "side", "count"),
    [
        ("destin-arc", "counters", "letter", 14.0, 126), whole("destin-arc", "counters", "a4", 14.0, 126),
        ("singidunum", "counters", "a4", 16.0, 31), whole("strategiksa", "pieces", "letter", 10.0, 243),
    ],
)  # fmt: skip
def test_the_back_of_every_piece_lies_where_its_front_is_once_the_sheet_is_turned_over(
    game: str, part: str, paper: str, side: float, count: int
) -> None:
    """Over the long edge: what is at x in front is at the sheet's width less x behind."""
    sheets = pages_of(pdf(game, part, "en", paper))
    assert sizes_of(pdf(game, part, "en", paper)) == [pytest.approx(SIZES[paper], abs=0.01)] * len(sheets)
    found = 0
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        ahead, behind = sorted(set(counters_on(front, side))), sorted(set(counters_on(back, side)))
        turned = sorted((round(SIZES[paper][0] - x, 2), y) for x, y in behind)
        assert np.allclose(turned, ahead, atol=0.03)
        assert "front" in front.words["Around"]
        assert "back" in back.words["Around"]
        found += len(ahead)
    assert found == count


def faces(game: str, part: str, kind: str, map_: str = "") -> tuple[list[tuple[str, float, float]], ...]:
    """Names of the fronts, then of the backs, row by row, with where they lie from the side that is cut first."""
    sides: tuple[list[tuple[str, float, float]], ...] = ([], [])
    for leaf in leaves(game, part, map_=map_):
        for figure, found in zip((leaf.front, leaf.back), sides, strict=True):
            assert figure is not None
            wide = float(figure.get_size_inches()[0]) * 25.4
            for name, points in patches(figure, kind):
                x, y = points.mean(axis=0)
                found.append((name, round(float(wide - x if figure is leaf.back else x), 1), round(float(y), 1)))
    return sides


@pytest.mark.parametrize("map_", ["arc", "village"])
def test_every_piece_of_arc_has_one_counter_with_its_name_and_both_its_values(map_: str) -> None:
    game = game_of("destin-arc", map_)
    fronts, backs = faces("destin-arc", "counters", "counter", map_)
    names = Counter(name.removeprefix("counter-").rsplit("-", 1)[0] for name, *_ in fronts)
    assert set(names.values()) == {1}
    assert len(names) == len(game.pieces)
    where = {name.rsplit("-", 1)[0]: place for name, *place in fronts}
    assert {name.rsplit("-", 1)[0]: place for name, *place in backs} == where
    (leaf,) = leaves("destin-arc", "counters", map_=map_)
    said = Counter(text.get_text() for text in words_on(leaf.front))
    assert all(said[name] == 1 for name in game.pieces.names)


def test_counters_show_missiles_and_reach_as_the_text_prints_them() -> None:
    """10/4 and, on the back, 5/4 for the archers MPA; a reach of 1 for all others who shoot."""
    (leaf,) = leaves("destin-arc", "counters")
    assert leaf.back is not None
    front, back = (Counter(text.get_text() for text in words_on(side)) for side in (leaf.front, leaf.back))
    shown = {word: number for word, number in front.items() if re.fullmatch(r"\d+/\d", word)}
    assert shown == {"10/4": 6, "10/1": 6, "25/1": 4, "20/1": 5}
    shown = {word: number for word, number in back.items() if re.fullmatch(r"\d+/\d", word)}
    assert shown == {"5/4": 6, "5/1": 6, "13/1": 4, "10/1": 5}


def test_both_armies_of_singidunum_are_there_with_a_weaker_face_behind() -> None:
    fronts, backs = faces("singidunum", "counters", "counter")
    box = Counter(["E9", "E8", "H7", "H7", "H6", "H6", "C6", "C5", "C5", "C4", "A6", "A5", "A5", "A4"])
    for player in ("romans", "barbarians"):
        own = [name for name, *_ in fronts if f"-{player}-" in name]
        assert len(own) == 14
        assert Counter(name.split("-")[2].lower() for name in own) == Counter({k.lower(): n for k, n in box.items()})
    assert sorted(place for _, *place in fronts) == sorted(place for _, *place in backs)
    (leaf,) = leaves("singidunum", "counters")
    assert leaf.back is not None
    strong, weak = (
        Counter(text.get_text() for text in words_on(side) if text.get_text().isdigit())
        for side in (leaf.front, leaf.back)
    )
    assert weak == Counter({str(k): 2 * sum(int(name[1]) - 1 == k for name in box.elements()) for k in range(3, 9)})
    tracks = Counter(map(str, [*range(1, 9), *range(9), *range(9)]))  # turns, and points of either side
    assert strong - tracks == Counter({str(int(word) + 1): number for word, number in weak.items()})


def test_singidunum_has_a_marker_for_each_fire_that_may_win_and_for_each_track() -> None:
    fronts, backs = faces("singidunum", "counters", "marker")
    assert Counter(name.split("-")[1] for name, *_ in fronts) == {"burnt": 8, "turn": 1, "points": 2}
    assert sorted(place for _, *place in fronts) == sorted(place for _, *place in backs)


def test_arc_has_a_marker_of_each_side_for_each_place() -> None:
    fronts, _ = faces("destin-arc", "counters", "marker")
    found = Counter(name.split("-")[1].lower() for name, *_ in fronts)
    assert found == {"turn": 1, "bonnaire": 5, "ulf": 5, "fereira": 5}


@pytest.mark.parametrize("game", ["destin-arc", "singidunum"])
def test_the_key_has_every_terrain_of_the_board(game: str) -> None:
    """Of the map that is played, not of a smaller one."""
    (leaf,) = leaves(game, "key")
    said = {text.get_text().split(":")[0].split(",")[0] for text in words_on(leaf.front)}
    terrains = {
        "destin-arc": {"hill", "city", "marsh (frozen)", "bridge", "gate", "temple", "another place with a name"},
        "singidunum": {"plain", "brush", "maquis", "base", "flight zone (forest)"},
    }
    assert terrains[game] <= said


def test_no_page_of_words_is_empty_where_its_tables_are_too_wide_for_large_letters() -> None:
    """On Letter the units of Arc need small ones in both languages."""
    for lang in LANGUAGES:
        (leaf,) = leaves("destin-arc", "units", lang, "letter")
        assert len(words_on(leaf.front)) > 200


def test_every_colour_of_strategiksa_has_a_king_and_twenty_of_each_kind() -> None:
    fronts, backs = faces("strategiksa", "pieces", "chip")
    kinds = Counter(tuple(name.split("-")[2:4]) for name, *_ in fronts)
    for colour in ("red", "green", "blue"):
        assert kinds[colour, "king"] == 1
        assert [kinds[colour, kind] for kind in ("infantry", "cavalry", "archers", "healer")] == [20] * 4
    wounded = [name for name, *_ in backs if "wounded" in name]
    assert len(wounded) == 3 * 61
    assert sorted(place for _, *place in fronts) == sorted(place for _, *place in backs)


def test_each_spell_of_each_priesthood_has_a_card() -> None:
    fronts, backs = faces("destin-arc", "spells", "card")
    assert len(fronts) == len(backs) == 14
    assert len({name for name, *_ in fronts}) == 14


# Armada


@pytest.mark.parametrize(
    ("size", "base", "step"),
    [(Size.SMALL, 14.2875, 26.385), (Size.MEDIUM, 19.84375, 36.307), (Size.LARGE, 25.4, 46.229)],
)
def test_a_net_has_four_faces_a_floor_and_four_tabs_of_the_true_size(size: Size, base: float, step: float) -> None:
    net, folds, middles = net_of(size)
    side = math.hypot(base / 2, step)
    lengths = sorted(fold.length for fold in folds)
    assert lengths == pytest.approx([base] * 4 + [side] * 4, abs=0.01)
    assert len(middles) == 4
    lines = shapely.union_all([net.exterior, *folds], grid_size=1e-4)
    parts = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines))).tolist()
    areas = sorted(part.area for part in parts)
    assert len(parts) == 9
    assert np.count_nonzero(np.isclose(areas, base * step / 2, atol=0.05)) == 4
    assert np.count_nonzero(np.isclose(areas, base**2, atol=0.05)) == 1


def test_nets_for_a_set_of_five_of_each_size_lie_apart_on_their_sheets() -> None:
    found = Counter[str]()
    for paper in SIZES:
        for figure in figures_of(leaves("armada", "ships", paper=paper)):
            shapes = [(name, shapely.Polygon(points)) for name, points in patches(figure, "net")]
            wide, high = figure.get_size_inches() * 25.4
            assert all(shapely.box(-0.01, -0.01, wide + 0.01, high + 0.01).contains(shape) for _, shape in shapes)
            tree = shapely.STRtree([shape for _, shape in shapes])
            assert len(tree.query([shape for _, shape in shapes], predicate="intersects").T) == len(shapes)
            found.update(name.split("-")[1] for name, _ in shapes)
    assert found == {"small": 10, "medium": 10, "large": 10}


def test_rulers_guns_and_flags_are_of_the_true_size() -> None:
    (tools,) = (leaf.front for leaf in leaves("armada", "tools"))
    wide = [(name.split("-")[1], *np.ptp(points, axis=0)) for name, points in patches(tools, "ruler")]
    want = [("small", 4 * 26.385, 14.2875), ("medium", 2 * 36.307, 19.84375), ("large", 46.229, 25.4)]
    for (name, *size), (called, *true) in zip(wide, [*want, ("gap", 125.0, 8.0), ("gap", 125.0, 8.0)], strict=True):
        assert (name, size) == (called, pytest.approx(true, abs=0.01))
    for size in Size:
        ship = Ship(str(size), "blue", size, Pose(0, 0, 90))
        layout = Layout((ship,), surface=Surface.unbounded())
        true = sorted(shapely.Polygon(area).area for area in reaches(layout, ship, Rules()))
        drawn = [(name, shapely.Polygon(points)) for name, points in patches(tools, "reach") if str(size) in name]
        assert sorted(shape.area for _, shape in drawn) == pytest.approx(true, abs=0.1)
        (hull,) = (shapely.Polygon(points) for name, points in patches(tools, "hull") if str(size) in name)
        assert hull.area == pytest.approx(shapely.Polygon(corners_of(ship, Rules())).area, abs=0.1)
    assert len(patches(tools, "hit")) == 24
    flags = patches(tools, "flag")
    assert len(flags) == 4
    assert all(np.allclose(np.ptp(points, axis=0), 25.4, atol=NEAR) for _, points in flags)


# commands


def printed(game: str, *options: str) -> Result:
    """`print` of the program that has the game."""
    if game == "armada":
        return CliRunner().invoke(cli, ["print", *options])
    return CliRunner().invoke(grid_cli, ["print", game, *options])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("armada", "--list"), "tools"),
        (("destin-arc", "--list", "--only", "spells,map"), "spells  Spell cards"),
        (("destin-arc", "--list", "--lang", "fr", "--only", "spells"), "Cartes de sorts"),
    ],
)
def test_the_parts_are_listed(options: tuple[str, ...], told: str) -> None:
    found = printed(*options)
    assert (found.exit_code, told in found.output) == (0, True), found.output


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("armada",), "--output: say where the sheets go"),
        (("armada", "-o", "x.png"), "--output: only a PDF has sheets of paper"),
        (("armada", "-o", "x.pdf", "--only", "mpa"), "--only: there is no part called 'mpa'"),
        (("singidunum", "-o", "x.pdf", "--paper", "a5"), "'a5' is not one of"),
        (("chess", "-o", "x.pdf"), "chess"),
        (("strategiksa", "-o", "x.pdf", "--style", "loud", "--only", "board"), "loud"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_refused_in_one_sentence(
    options: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = printed(*options)
    assert (found.exit_code, told in found.output) == (2, True), found.output
    assert list(tmp_path.iterdir()) == []


def test_a_kit_is_of_the_map_and_the_options_that_are_played(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    options = ["--map", "village", "--set", "calendar=DDNNDDNN", "--only", "rules,counters", "--paper", "letter"]
    found = CliRunner().invoke(grid_cli, ["print", "destin-arc", "-o", str(path), *options, "--lang", "fr"])
    assert found.exit_code == 0, found.output
    rules, front, back = pages_of(path.read_bytes())
    assert "calendar = DDNNDDNN" in rules.words["Figure"].replace("\n", " ")
    assert "Feuille de règles" in rules.words["Around"]
    assert len(set(counters_on(front, 14.0))) == len(set(counters_on(back, 14.0))) == 22 + 16

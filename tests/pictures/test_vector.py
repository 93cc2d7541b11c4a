"""Pictures as SVG in plain Python: true to scale, well formed, with the words and the places of Matplotlib's."""

from __future__ import annotations

import math
import pickle
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import shapely

from armada_sim.evidence import BlockedLine, ClearLine, MoveEvidence, Ruling, ShotEvidence
from armada_sim.files import load_dispute
from armada_sim.pictures import (
    HIGHEST_MM,
    LAYER_WORDS,
    STYLES,
    WIDEST_MM,
    View,
    Words,
    corners_of,
    picture_of_position,
    picture_of_ruling,
    ruling_view,
    whole_view,
)  # fmt: skip
from armada_sim.table import Layout, Obstacle, Pose, Rules, Ship, Size
from plots import described, figure_of_position, figure_of_ruling
from tests.plots.drawings import table
from tests.whole import few, whole

EXAMPLES = Path(__file__).parents[2] / "examples"
SVG = "{http://www.w3.org/2000/svg}"
RULES = Rules()
POINTS_PER_MM = 72 / 25.4
ROUNDED = 0.0051 * math.sqrt(2)
"""Points: lengths are written to hundredths."""

MOST_OFF = 8.0
"""Points: letters of the legend are measured one by one, not in pairs."""


@cache
def rulings() -> tuple[tuple[str, Layout, Ruling, Rules], ...]:
    """Every question of every shipped dispute."""
    found = []
    for path in sorted(EXAMPLES.glob("*.toml")):
        dispute = load_dispute(path)
        for number in range(1, len(dispute.questions) + 1):
            ruling = dispute.ask(number)
            lying = ruling.subject.layout if ruling.subject else dispute.layout
            found.append((f"{path.stem}-{number}", lying, ruling, dispute.rules))
    return tuple(found)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def named(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """What is drawn under a name: its paths, the last on top."""
    found = root.find(f".//*[@id='{name}']")
    return [] if found is None else list(found.iter(f"{SVG}path"))


def millimetres(path: ElementTree.Element, view: View) -> list[tuple[float, float]]:
    """The points of a path on the table."""
    scale = POINTS_PER_MM * min(WIDEST_MM / view.width, HIGHEST_MM / view.height)
    numbers = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.attrib["d"])]
    return [(view.left + x / scale, view.top - y / scale) for x, y in numbers]


def assert_same(found: list[tuple[float, float]], wanted: Any, view: View) -> None:
    scale = POINTS_PER_MM * min(WIDEST_MM / view.width, HIGHEST_MM / view.height)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert math.dist(one, [float(value) for value in other]) <= ROUNDED / scale


def assert_ships_lie_right(svg: str, layout: Layout, rules: Rules, view: View) -> None:
    root = parsed(svg)
    for ship in layout.ships:
        (outline,) = named(root, f"{'sunk' if ship.sunk else 'ship'}-{ship.name}")
        assert_same(millimetres(outline, view), corners_of(ship, rules), view)


def random_table(seed: int, ships: int = 12, side: float = 860.0) -> Layout:
    """Ships and an object anywhere, some over others, some over the edge."""
    lots = random.Random(seed)
    sizes, players = [*Size], ("red", "blue", "yellow", "Ö & <b>", "x\"y'z")
    lying = tuple(
        Ship(
            f"S{number}", lots.choice(players), lots.choice(sizes),
            Pose(lots.uniform(40, side), lots.uniform(40, side), lots.uniform(0, 360)), lots.choice((0, 0, 1, 3)),
        )
        for number in range(ships)
    )  # fmt: skip
    x, y = lots.uniform(100, 700), lots.uniform(100, 700)
    return Layout(lying, objects=(Obstacle("reef", ((x, y), (x + 90, y + 10), (x + 30, y + 30), (x + 20, y + 80))),))


def test_ships_of_rulings_lie_where_they_lie() -> None:
    for _, layout, ruling, rules in rulings():
        svg = picture_of_ruling(layout, ruling, rules)
        assert_ships_lie_right(svg, layout, rules, ruling_view(layout, ruling, rules))


def test_evidence_is_drawn_where_it_is() -> None:
    seen = set()
    for name, layout, ruling, rules in rulings():
        root, view, shown = (
            parsed(picture_of_ruling(layout, ruling, rules)),
            ruling_view(layout, ruling, rules),
            ruling.witness,
        )
        if isinstance(shown, ShotEvidence) and isinstance(shown.line, ClearLine):
            drawn = named(root, f"line_of_fire-{ruling.ship}-{ruling.target}")
            assert_same(millimetres(drawn[-1], view), (shown.line.gun_point, shown.line.target_point), view)
            seen.add("line of fire")
        if isinstance(shown, ShotEvidence) and isinstance(shown.line, BlockedLine):
            for blocker in shown.line.blockers:
                assert named(root, f"blocker-{blocker}"), name
                seen.add("blocker")
        for step in shown.steps if isinstance(shown, MoveEvidence) else ():
            drawn = [path for path in root.iter(f"{SVG}path") if re.fullmatch(r"M[^z]*z", path.attrib["d"])]
            corners = [millimetres(path, view) for path in drawn]
            assert any(math.dist(one[0], map(float, step.corners[0])) < 0.05 for one in corners)
            seen.add("step")
    assert seen == {"line of fire", "blocker", "step"}


LOOKS = [("print", "fr"), whole("screen", "en"), whole("greyscale", "fr")]


@pytest.mark.parametrize(("style", "lang"), LOOKS)
def test_a_picture_says_what_matplotlib_s_says_and_is_as_large(style: str, lang: str) -> None:
    for name, layout, ruling, rules in rulings():
        root = parsed(picture_of_ruling(layout, ruling, rules, style=STYLES[style], lang=lang))
        figure = figure_of_ruling(layout, ruling, rules, style=style, lang=lang)
        assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")) == described(figure, lang), name
        for side, inches in zip(("width", "height"), figure.get_size_inches(), strict=True):
            assert abs(float(root.attrib[side].removesuffix("pt")) - 72 * inches) < MOST_OFF, name


def test_a_position_says_what_matplotlib_s_says() -> None:
    layout = random_table(5)
    root = parsed(picture_of_position(layout, RULES, title="A <b> & c"))
    told = described(figure_of_position(layout, RULES, title="A <b> & c"))
    assert root.findtext(f"{SVG}title") == told[0] == "A <b> & c"
    assert sorted((root.findtext(f"{SVG}desc") or "").split("\n")) == sorted(told[1].split("\n"))


def test_words_cover_no_ship_where_there_is_room() -> None:
    layout = table("R1 red large 300 400 90; B1 blue small 420 400 10; B2 blue medium 300 560 200 1")
    svg, view = picture_of_position(layout, RULES), whole_view(layout, RULES)
    scale = POINTS_PER_MM * min(WIDEST_MM / view.width, HIGHEST_MM / view.height)
    hulls = [shapely.Polygon(corners_of(ship, RULES)) for ship in layout.ships]
    for word in parsed(svg).iter(f"{SVG}text"):
        if word.text in {"R1", "B1", "B2"}:
            x, y = (float(word.attrib[key]) for key in ("x", "y"))
            left, right, low, high = ((value / scale) for value in (x - 6, x + 6, y, y - 6.5))
            box = shapely.box(view.left + left, view.top - low, view.left + right, view.top - high)
            assert not any(box.intersects(hull) for hull in hulls)


def test_what_people_write_is_escaped() -> None:
    told = '<script>alert(1)</script> & "it\'s" \x00\ud800'
    layout = Layout((Ship("<R&1>", told, Size("large"), Pose(300, 300, 90)),))
    svg = picture_of_position(layout, RULES, title=told, notes=[((100, 100), (250, 250), told)])
    assert "<script" not in svg
    assert svg.count("alert(1)") >= 4
    root = parsed(svg)
    assert root.findtext(f"{SVG}title") == told.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    svg.encode()


def test_notes_are_arrows_with_remarks() -> None:
    layout = table("R1 red large 300 400 90")
    bare = picture_of_position(layout, RULES)
    notes = [((100.0, 100.0), (250.0, 250.0), "from here"), ((500.0, 500.0), (500.0, 500.0), "alone")]
    svg = picture_of_position(layout, RULES, notes=[*notes, ((100.0, 100.0), (5000.0, 0.0), "out of view")])
    texts = [text.text for text in parsed(svg).iter(f"{SVG}text")]
    assert texts[-2:] == ["from here", "alone"]
    assert svg.count("<path") == bare.count("<path") + 2
    assert "alone" in (parsed(svg).findtext(f"{SVG}desc") or "")


def test_layers_have_names_in_the_language() -> None:
    labels = re.findall(r'inkscape:label="([^"]*)"', picture_of_position(random_table(1), RULES, lang="fr"))
    words = Words("fr")
    assert labels == [words.say(word) for word in LAYER_WORDS.values()]
    assert labels[1:4] == ["régions", "objets", "pièces"]


def test_names_in_a_file_are_there_once() -> None:
    names = re.findall(r' id="([^"]*)"', picture_of_position(random_table(2, ships=40, side=300), RULES))
    assert len(names) == len(set(names))


def test_a_crowd_is_drawn_once_more() -> None:
    svg = picture_of_position(random_table(4, ships=25, side=200), RULES)
    assert 'id="frame-A"' in svg
    assert 'id="inset-A-ship-' in svg
    assert 'id="table-inset-A"' in svg


@pytest.mark.parametrize("seed", few(range(2000), 20))
def test_any_table_has_a_picture(seed: int) -> None:
    lots = random.Random(seed)
    layout = random_table(seed, lots.choice((0, 1, 3, 12, 30)), lots.choice((100.0, 300.0, 860.0, 2000.0)))
    style = lots.choice([*STYLES.values()])
    lang, unit = lots.choice(("en", "fr")), lots.choice(("mm", "in"))
    svg = picture_of_position(layout, RULES, style=style, lang=lang, unit=unit)
    assert_ships_lie_right(svg, layout, RULES, whole_view(layout, RULES))


BLOCKED = """
import pickle, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "shapely", "matplotlib", "scipy", "contourpy"}:
            raise ModuleNotFoundError(f"no {name}", name=name)
sys.meta_path.insert(0, Blocked())
from armada_sim.pictures import STYLES, picture_of_position, picture_of_ruling
for layout, ruling, rules in pickle.load(sys.stdin.buffer):
    for style in STYLES.values():
        for lang in ("en", "fr"):
            print(len(picture_of_ruling(layout, ruling, rules, style=style, lang=lang)))
    print(len(picture_of_position(layout, rules)))
"""


def test_pictures_need_no_library() -> None:
    shown = pickle.dumps([row[1:] for row in rulings()])
    done = subprocess.run([sys.executable, "-c", BLOCKED], input=shown, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    lengths = [int(line) for line in done.stdout.split()]
    assert len(lengths) == 7 * len(rulings())
    assert min(lengths) > 3000

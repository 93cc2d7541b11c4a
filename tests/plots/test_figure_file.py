"""Figure files: what they show is where they say, every mistake is a sentence with its key, pictures come of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.pictures import SCREEN, Words
from armada_sim.tabletop import InputError, plain_data
from armada_sim.tabletop.shipped import shipped
from plots.figure_file import AuthorFigure, figure_schema, parse_figure
from plots.scene import Plate
from tests.plots.drawings import legend_of, polygon_of, words_of
from tests.plots.looks import assert_readable

SHIPS = """
ships = [
  { name = "A", player = "blue", size = "large", base = [100, 100], heading = 90 },
  { name = "B", player = "red", size = "small", base = [160, 100], heading = 0 },
]
"""
SCHEMA = jsonschema.Draft202012Validator(figure_schema())
LARGE_MM, HALF_MM = 46.2287, 12.7
"""Of a large ship: from base to tip, half its base."""


def figure(text: str, title: str = 'title = "A figure"') -> AuthorFigure:
    return parse_figure(f"{title}\n{text}{SHIPS}")


def drawn(text: str, lang: str = "en") -> Plate:
    return figure(text).drawn(SCREEN, Words(lang))


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("A.base", (100, 100)), ("A.tip", (100, 100 + LARGE_MM)), ("A.left", (100 - HALF_MM, 100)),
        ("A.right", (100 + HALF_MM, 100)), ("A.middle", (100, 100 + LARGE_MM / 3)),
        ("A.left_side", (100 - HALF_MM / 2, 100 + LARGE_MM / 2)), ("B.tip", (160 + 26.3855, 100)),
        ("g.base", (100, 100 + 2 * LARGE_MM)), ("g.1.base", (100, 100 + LARGE_MM)), ("reef.3", (20, 30)),
        ("reef.middle", (15, 50 / 3)), ("square.2", (300, 5)),
    ],
)  # fmt: skip
def test_a_part_of_a_piece_is_a_point(name: str, place: tuple[float, float]) -> None:
    frame = figure(
        """
        objects = [{ name = "reef", polygon = [[10, 10], [15, 10], [20, 30]] }]
        ghosts = [{ name = "g", ship = "A", headings = [90, 45] }]
        regions = [{ name = "square", polygon = [[200, 5], [300, 5], [300, 50]] }]
        """
    ).frames[0]
    assert frame.point(name, "") == pytest.approx(place, abs=1e-3)


def test_lengths_are_measured_and_written() -> None:
    plate = drawn(
        """
        dimensions = [{ from = "A.left", to = "A.right", beside = -4 }, { between = ["A", "B"] }]
        angles = [{ at = "A.tip", radius = 30, start = 90, limit = "A" }]
        """
    )
    across = 160 - (100 + HALF_MM)  # from a corner of A's base to the base of B
    assert {"25.40 mm", f"{across:.2f} mm", "74.64°"} <= set(words_of(plate.drawing))
    assert_readable(plate.figure)


def test_frames_change_what_they_say_and_nothing_else() -> None:
    first, second, third = figure(
        """
        objects = [{ name = "reef", polygon = [[10, 10], [15, 10], [20, 30]] }]
        frames = [
          {},
          { removed = ["reef"], ships = [{ name = "A", damage = 2 }, { name = "B", base = [9, 9], tip = [9, 130] }] },
          { removed = ["A"], ships = [{ name = "C", player = "red", size = "small", base = [10, 90], heading = 0 }] },
        ]
        """
    ).frames
    assert [[ship.name for ship in frame.layout.ships] for frame in (first, second, third)] == [
        ["A", "B"], ["A", "B"], ["B", "C"],
    ]  # fmt: skip
    assert [len(frame.layout.objects) for frame in (first, second, third)] == [1, 0, 1]
    assert [ship.damage for ship in second.layout.ships] == [2, 0]
    assert second.layout.ship("A").pose == first.layout.ship("A").pose
    assert float(second.layout.ship("B").pose.heading) == pytest.approx(90)


def test_a_player_has_one_line_in_the_legend_of_several_frames() -> None:
    more = "ships = [{ name = 'C', player = 'red', size = 'small', base = [10, 90], heading = 0 }]"
    plate = drawn(f"frames = [{{}}, {{ {more} }}, {{ removed = ['B'], {more} }}]")
    assert [line for line in legend_of(plate.drawing) if line.startswith("red")] == ["red (B, C)"]


def test_frames_stand_side_by_side_with_their_numbers_and_share_a_legend() -> None:
    plate = drawn('frames = [{ caption = "before" }, { caption = "after", dimmed = ["A"] }]\nroles = { blue = "mine" }')
    assert {"1. before", "2. after"} <= set(words_of(plate.drawing))
    assert legend_of(plate.drawing).count("mine") == 1
    left, right = plate.figure.axes[0].child_axes
    assert left.bbox.x1 < right.bbox.x0
    assert left.bbox.width == pytest.approx(right.bbox.width)
    assert_readable(plate.figure)


TALL = 'rules = { range = "tall", sizes = { tall = { base = 20, height = 40, pips = 3, steps = 1 } } }'


def test_a_ship_of_a_size_of_one_s_own_may_come_in_another_picture() -> None:
    ships = 'ships = [{ name = "C", player = "red", size = "tall", base = [10, 90], heading = 0 }]'
    first, second = figure(f"{TALL}\nframes = [{{}}, {{ {ships} }}]").frames
    assert [ship.name for ship in first.layout.ships] == ["A", "B"]
    assert second.layout.ship("C").size.pips == 3


def test_the_piece_shown_on_a_side_is_the_one_that_shots_are_measured_with() -> None:
    plate = drawn(f'{TALL}\nregions = [{{ ship = "A", show = "template", side = "left" }}]')
    (piece,) = plate.drawing.marked("template")
    base, other, tip = polygon_of(piece)[:3]
    assert np.hypot(*(other - base)) == pytest.approx(20, abs=1e-3)
    assert np.hypot(*(tip - (base + other) / 2)) == pytest.approx(np.hypot(40, 10), abs=1e-3)


def test_ghosts_lie_where_their_steps_lead() -> None:
    plate = drawn('ghosts = [{ ship = "A", headings = [90, 60], numbers = true, words = "steps" }]')
    first, second = plate.drawing.marked("step")
    assert np.mean(polygon_of(first)[[0, 2]], axis=0) == pytest.approx([100, 100 + LARGE_MM], abs=1e-3)
    assert np.mean(polygon_of(second)[[0, 2]], axis=0) == pytest.approx([100, 100 + 2 * LARGE_MM], abs=1e-3)
    assert {"1", "2"} <= set(words_of(plate.drawing))
    assert "steps" in legend_of(plate.drawing)


MISTAKES = [
    ("ghosts = [{ ship = 'Z', turns = [0] }]", "ghosts[1].ship: no ship is called 'Z' (known: A, B)"),
    ("ghosts = [{ ship = 'A' }]", "ghosts[1]: a move is declared by headings, turns or to; given: none of them"),
    ("ghosts = [{ ship = 'A', base = [0, 0] }]", "ghosts[1].heading: is missing"),
    ("ghosts = [{ ship = 'A', turnz = [0] }]", "ghosts[1].turnz: there is no such key here; did you mean turns?"),
    ("arrows = [{ from = 'A.tipp', to = [0, 0] }]", "arrows[1].from: a piece has no part called 'tipp'"),
    ("arrows = [{ from = 'A.tip', to = 'A.tip' }]", "arrows[1].to: is the same point as from"),
    ("lines = [{ points = ['A.tip', [1, 2, 3]] }]", "lines[1].points[2]: expected a point [x, y] or a part of a piece"),
    ("lines = [{ points = ['A.tip', [1, 1e9]] }]", "lines[1].points[2]: y is out of range"),
    ("lines = [{ points = ['A.tip', [1, 1]], look = 'blod' }]", "lines[1].look: expected line, bold, thin"),
    ("regions = [{ ship = 'A' }]", "regions[1]: expected one of polygon, disc and show, not 0 of them"),
    ("regions = [{ show = 'reach' }]", "regions[1].ship: is missing"),
    ("dimensions = [{ from = 'A.tip' }]", "dimensions[1].to: is missing"),
    ("dimensions = [{ between = ['A', 'x'] }]", "dimensions[1].between[2]: no ship is called 'x'"),
    ("angles = [{ at = 'A.tip', radius = 3, start = 0 }]", "angles[1].end: expected one of end and limit"),
    ("labels = [{ at = 'A.tip', text = 3 }]", "labels[1].text: expected a text, or { en = "),
    ("labels = [{ at = 'A.tip', text = { xx = 'a' } }]", "labels[1].text: no language is called 'xx'"),
    ("dimmed = ['Z']", "dimmed[1]: no ship or object is called 'Z'"),
    ("view = [5, 0, 1, 10]", "view: expected left, bottom, right and top"),
    ("edges = false\nsurface = { rectangle = [100, 100] }", "surface: a table without edges has none"),
    ("game = 'chess'", "game: expected armada, strategiksa, singidunum or destin-arc, not"),
    ("questions = [{ move = 'Z', turns = [0] }]", "questions[1].move: no ship is called 'Z'"),
    ("frames = [{ removed = ['Z'] }]", "frames[1].removed[1]: no ship or object is called 'Z'"),
    ("frames = [{ ships = [{ name = 'C', size = 'small' }] }]", "frames[1].ships[1].player: is missing"),
    ("frames = [{ labels = [{ at = 'Z.tip', text = 'x' }] }]", "frames[1].labels[1].at: no ship or"),
    ("frames = [{ rules = 'clasic' }]", "frames[1].rules"),
    ("layout = 'none.toml'", "ships: stands in the layout file"),
]  # fmt: skip


FIGHT = "position = '1 romans 0-0 E9@e4 / H7@e6'"
BOARD_MISTAKES = [
    ("", "frames: is missing"),
    ("frames = []", "frames: needs at least 1 entry"),
    ("frams = 1\nframes = [{}]", "frams: there is no such key here; did you mean frames?"),
    ("ships = []\nframes = [{}]", "ships: there is no such key here"),
    ("players = 7\nframes = [{}]", "players: "),
    ("settings = { pincer = 'none' }\nframes = [{}]", "settings.pincer: "),
    ("clauses = [7]\nframes = [{}]", "clauses[1]: expected text, not 7"),
    ("scale = 0\nframes = [{}]", "scale: must lie between 0.001 and 1000"),
    ("frames = [{}, { position = 'nowhere' }]", "frames[2].position: "),
    (f"frames = [{{ {FIGHT}, player = 'saxons' }}]", "frames[1].player: nobody is called 'saxons' (known: romans"),
    (f"frames = [{{ {FIGHT}, shown = 'e4-e6' }}]", "frames[1].shown: expected a place and how far around it, such as"),
    (f"frames = [{{ {FIGHT}, shown = 'z4 2' }}]", "frames[1].shown: there is no place 'z4' on this board"),
    (f"frames = [{{ {FIGHT}, moves = ['e4-e5', 'jump'] }}]", "frames[1].moves[2]: "),
    (f"frames = [{{ {FIGHT}, moves = ['e4-k1'] }}]", "frames[1].moves[1]: e4-k1 is not allowed: "),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'may', onn = [] }}] }}]", "frames[1].marks[1].onn: there is"),
    (f"frames = [{{ {FIGHT}, marks = [{{ on = ['e5'] }}] }}]", "frames[1].marks[1].kind: is missing"),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'mai' }}] }}]", "frames[1].marks[1].kind: expected may, further, bar"),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'may', words = 3 }}] }}]", "frames[1].marks[1].words: expected a text"),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'may', on = ['e5', 'e55'] }}] }}]", "frames[1].marks[1].on[2]: there"),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'may', near = 'e5' }}] }}]", "frames[1].marks[1].near: expected a"),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'may', moves = '>', after = ['refuse'] }}] }}]",
     "frames[1].marks[1].after[1]: "),
    (f"frames = [{{ {FIGHT}, marks = [{{ kind = 'may' }}] }}]", "frames[1].marks[1]: expected on, moves or near"),
    (f"frames = [{{ {FIGHT}, shown = 'e4 2', marks = [{{ kind = 'may', on = ['e9'] }}] }}]",
     "frames[1].marks[1].on[1]: 'e9' lies outside the part that is shown"),
    (f"frames = [{{ {FIGHT}, shown = 'e4 2', notes = [{{ at = 'e9', text = 'x' }}] }}]", "frames[1].notes[1].at: 'e9'"),
    (f"frames = [{{ {FIGHT}, arrows = [{{ ways = ['e4-e5', 'e5'] }}] }}]", "frames[1].arrows[1].ways[2]: expected the"),
    (f"frames = [{{ {FIGHT}, arrows = [{{ ways = ['e5-e5'] }}] }}]", "frames[1].arrows[1].ways[1]: expected the"),
    (f"frames = [{{ {FIGHT}, arrows = [{{ ways = ['e4-q5'] }}] }}]", "frames[1].arrows[1].ways[1]: there is no place"),
    (f"frames = [{{ {FIGHT}, notes = [{{ at = 'e99', text = 'x' }}] }}]", "frames[1].notes[1].at: there is no place"),
    ("frames = [{ sheet = 'chart' }]", "frames[1].sheet: expected battle, units, odds"),
    ("frames = [{ sheet = 'battle' }]", "frames[1].sheet: expected units, odds or tracks, not"),
    ("frames = [{ sheet = 'odds', shown = 'e4 2' }]", "frames[1].shown: a sheet has none; leave it out"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [(f"{text}\n{SHIPS}", told) for text, told in MISTAKES]
    + [(f"game = 'singidunum'\n{text}", told) for text, told in BOARD_MISTAKES]
    + [
        ("game = 'strategiksa'\nframes = [{ sheet = 'battle' }]", "frames[1].moves: no battle is fought by these"),
        ("game = 'strategiksa'\nframes = [{ shown = 'f6-a1' }]", "frames[1].shown: expected the lower left and the"),
        ("game = 'strategiksa'\nframes = [{ shown = 'a1-k6' }]", "frames[1].shown: expected the lower left and the"),
        ("game = 'strategiksa'\nframes = [{ marks = [{ kind = 'noted', on = ['F9'] }] }]", "frames[1].marks[1].on[1]"),
        ("game = 'strategiksa'\nsettings = { map = 'moon' }\nframes = [{}]", "settings.map: "),
        ("game = 'destin-arc'\nframes = [{ marks = [{ kind = 'spell', on = ['A1'] }] }]", "frames[1].marks[1].on[1]"),
    ],
)  # fmt: skip
def test_every_mistake_is_one_sentence_with_its_key_and_status_2(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'title = "x"\n{text}\n', encoding="utf-8")
    found = CliRunner().invoke(cli, ["figure", str(file), "-o", str(tmp_path / "mine.svg"), "--lang", "en"])
    assert found.exit_code == 2, found.output
    assert found.output.startswith(f"Error: {file}: {told}"), found.output
    assert len(found.output.splitlines()) == 1
    assert not (tmp_path / "mine.svg").exists()


def keys_of_mistakes(text: str) -> list[str]:
    with pytest.raises(InputError) as found:
        parse_figure(f"title = 'x'\n{text}")
    return [error.key for error in (found.value, *found.value.others)]


def test_mistakes_of_frames_name_the_row_of_the_file() -> None:
    changed = "{ name = 'B', tolerance = -1 }, { name = 'C', player = 'red', size = 'small', heading = 3 }"
    marks = "labels = [{ at = 'A.tip', text = 'x' }, { at = 'Z.tip', text = 'x' }], dimmed = ['B', 'Z']"
    reef = "objects = [{ name = 'reef', polygon = [[0, 0], [1, 1], [2, 2]] }]"
    assert keys_of_mistakes(f"{SHIPS}\nframes = [{{}}, {{ ships = [{changed}], {reef} }}]") == [
        "frames[2].ships[1].tolerance", "frames[2].ships[2].base", "frames[2].objects[1].polygon",
    ]  # fmt: skip
    assert keys_of_mistakes(f"{SHIPS}\nframes = [{{ {marks} }}]\narrows = [{{ from = 'A.tip', to = 'Q.tip' }}]") == [
        "frames[1].dimmed[2]", "arrows[1].to", "frames[1].labels[2].at",
    ]  # fmt: skip
    off = SHIPS.replace("base = [160, 100]", "base = [160, 1e9]")
    assert keys_of_mistakes(f"{off}\nframes = [{{}}, {{ ships = [{{ name = 'A', damage = 1 }}] }}]") == [
        "ships[2].base"
    ]


def test_keys_and_sizes_that_nobody_knows_are_said_together() -> None:
    sizes = "ships = [{ name = 'A', size = 'hudge' }, { name = 'D', player = 'red', size = 'tall', heading = 0 }]"
    own = f"{{ {TALL}, " + sizes + "}"
    assert keys_of_mistakes(f"{SHIPS}\nlines = [{{ pointz = [] }}]\nframes = [{{ {sizes} }}, {own}]") == [
        "lines[1].pointz", "lines[1].points", "frames[1].ships[1].size", "frames[1].ships[2].size",
        "frames[2].ships[1].size",
    ]  # fmt: skip


def test_all_mistakes_of_a_board_are_named_at_once() -> None:
    text = f"game = 'singidunum'\nframes = [{{ {FIGHT}, marks = [{{ kind = 'may', on = ['e99'] }}], "
    keys = keys_of_mistakes(text + "notes = [{ at = 'e98', text = 'x' }] }, { position = 'x' }]")
    assert keys == ["frames[1].marks[1].on[1]", "frames[1].notes[1].at", "frames[2].position"]


@pytest.mark.parametrize(("name", "words"), [
    ("one-step", {"en": "One step, in three frames", "fr": "Un pas, en trois images"}),
    ("singidunum-burning", {"en": "before the end of the turn", "fr": "avant la fin du tour"}),
])  # fmt: skip
def test_a_figure_speaks_the_language_that_is_asked_for(name: str, words: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = CliRunner().invoke(cli, ["example", "figure", name, "--lang", "en"]).output
    file.write_text(text, encoding="utf-8")
    for lang, word in words.items():
        out = tmp_path / f"{lang}.svg"
        found = CliRunner().invoke(cli, ["figure", str(file), "-o", str(out), "--lang", lang])
        assert (found.exit_code, found.output) == (0, "")
        assert word in out.read_text("utf-8")


def test_a_layout_may_stand_in_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(
        f'title = "t"\nunit = "cm"\n{SHIPS.replace("00", "0")}[[questions]]\nmove = "A"\nturns = [0]\n'
    )
    file = tmp_path / "mine.toml"
    file.write_text('title = "x"\nlayout = "table.toml"\nlabels = [{ at = "A.tip", text = "here" }]\n')
    found = CliRunner().invoke(cli, ["figure", str(file), "-o", str(tmp_path / "mine.svg"), "--lang", "en"])
    assert (found.exit_code, found.output) == (0, "")
    assert "here" in (tmp_path / "mine.svg").read_text("utf-8")


@pytest.mark.parametrize("name", list(shipped("armada_sim", ".toml", "figures")))
def test_the_schema_takes_every_shipped_figure(name: str) -> None:
    text = shipped("armada_sim", ".toml", "figures")[name].read_text("utf-8")
    SCHEMA.validate(_as_json(plain_data(text, "toml")))


def _as_json(value: Any) -> Any:
    """With decimals as numbers."""
    if isinstance(value, dict):
        return {key: _as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_as_json(one) for one in value]
    return value if isinstance(value, str | int) else float(value)

"""What was probably written wrongly on a table is guessed: said once, and no ruling depends on it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from click.testing import CliRunner

from armada_sim import (
    Fleet,
    InputError,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    check_move,
    position_problems,
    table_notes,
)
from armada_sim.cli.commands import cli
from armada_sim.table import Unit
from armada_sim.tabletop import Language
from armada_sim.web.looking import look
from tests.whole import whole

MM = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10)}
NAMED = {"mm": "in millimetres (unit", "cm": "in centimetres (unit", "in": "in inches (unit"}
SIZES = [Size.LARGE, Size.MEDIUM, Size.SMALL]

Surroundings = tuple[int, int]
"""mm. How wide and how high a surface is."""


def sound(chooser: random.Random) -> tuple[Surroundings, list[Ship]]:
    """A table of 60 to 250 cm, wider than high, with five to ten ships a hand apart and off the edge."""
    width = chooser.randrange(900, 2500)
    height = chooser.randrange(600, width - 200)
    places: list[tuple[int, int]] = []
    while len(places) < chooser.randrange(5, 11):
        x, y = chooser.randrange(60, width - 60), chooser.randrange(60, height - 60)
        if all((x - a) ** 2 + (y - b) ** 2 > 100**2 for a, b in places):
            places.append((x, y))
    ships = [
        Ship(f"R{i}", "red" if i % 2 else "blue", chooser.choice(SIZES), Pose(x, y, chooser.randrange(360)))
        for i, (x, y) in enumerate(places)
    ]
    return (width, height), ships


def table(surface: Surroundings, ships: list[Ship], of_surface: Fraction, of_ships: Fraction) -> Layout:
    """A table whose lengths were written so many times as large."""
    width, height = surface
    moved = [replace(one, pose=Pose(one.pose.x * of_ships, one.pose.y * of_ships, one.pose.heading)) for one in ships]
    return Layout(tuple(moved), Surface.rectangle(width * of_surface, height * of_surface))


def guessed(layout: Layout, unit: str) -> str:
    """All that is said of a table before anything is asked."""
    return " ".join([p.text for p in position_problems(layout, unit=unit)] + [*table_notes(layout, unit=unit)])


def strange(layout: Layout) -> bool:
    """Whether a table is wider than 3 m or less than 25 cm across, or half the ships lie wrongly."""
    left, bottom, right, top = layout.surface.bounds
    wrong = {name for problem in position_problems(layout) for name in problem.pieces} - {"edge"}
    size = (right - left) ** 2 + (top - bottom) ** 2
    return right - left > 3000 or size < 250**2 or 2 * len(wrong) >= len(layout.ships)


@pytest.mark.parametrize("count", [120, whole(800)])
def test_nothing_is_said_of_sound_tables(count: int) -> None:
    """In every unit."""
    chooser = random.Random(6)
    for _ in range(count):
        surface, ships = sound(chooser)
        assert guessed(table(surface, ships, Fraction(1), Fraction(1)), chooser.choice(["mm", "cm", "in"])) == ""


@pytest.mark.parametrize(("meant", "unit"), list(permutations(MM, 2)))
@pytest.mark.parametrize("what", ["all lengths", "the lengths of ships and objects", "the lengths of the surface"])
@pytest.mark.parametrize("count", [6, whole(24)])
def test_numbers_in_another_unit(meant: str, unit: str, what: str, count: int) -> None:
    """Wherever the table that comes of it is strange, the unit that was meant is among those named."""
    chooser, factor, one, seen = random.Random(f"{meant} {unit}"), MM[unit] / MM[meant], Fraction(1), 0
    for _ in range(count):
        surface, ships = sound(chooser)
        wrong = table(surface, ships, one if "ships" in what else factor, one if "surface" in what else factor)
        if strange(wrong):
            seen += 1
            text = guessed(wrong, unit)
            assert what in text
            assert NAMED[meant] in text or f"or {NAMED[meant].removeprefix('in ')}" in text
    assert seen > count // 12 or (meant, unit, what) in SELDOM


SELDOM = [("in", "cm", what) for what in ("all lengths", "the lengths of ships and objects")] + [
    ("cm", "in", what) for what in ("the lengths of the surface",)
]
"""Where a table two and a half times as large or small is as good as any."""


def swapped(ship: Ship, *, mirrored: bool) -> Ship:
    """A ship whose x and y were exchanged, and whose heading was counted from +y or not."""
    x, y, heading = ship.pose.x, ship.pose.y, ship.pose.heading
    return replace(ship, pose=Pose(y, x, 90 - heading if mirrored else heading))


def beyond(layout: Layout) -> bool:
    """Whether the base of some ship lies off the surface."""
    _, _, right, top = layout.surface.bounds
    return any(ship.pose.x > right or ship.pose.y > top for ship in layout.ships)


@pytest.mark.parametrize("count", [40, whole(300)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_x_and_y_of_all_ships_swapped(mirrored: bool, count: int) -> None:
    """Headings as they were, or exchanged like the coordinates."""
    chooser, seen = random.Random(8), 0
    for _ in range(count):
        surface, ships = sound(chooser)
        wrong = table(surface, [swapped(ship, mirrored=mirrored) for ship in ships], Fraction(1), Fraction(1))
        text = guessed(wrong, "mm")
        assert ("x and y of all ships swapped" in text) >= beyond(wrong)
        assert bool(text) is bool(position_problems(wrong))
        seen += beyond(wrong)
    assert seen > count / 3


@pytest.mark.parametrize("count", [40, whole(300)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_x_and_y_of_one_ship_swapped(mirrored: bool, count: int) -> None:
    """It is named, and nobody else is."""
    chooser, seen = random.Random(9), 0
    for _ in range(count):
        surface, ships = sound(chooser)
        wrong = table(surface, [swapped(ships[0], mirrored=mirrored), *ships[1:]], Fraction(1), Fraction(1))
        text = guessed(wrong, "mm")
        assert ("x and y of R0 swapped" in text) is beyond(wrong)
        assert not any(f"x and y of R{i} swapped" in text for i in range(1, 10))
        seen += beyond(wrong)
    assert seen > count * 0.1


def test_swapping_is_guessed_only_where_it_mends_the_table() -> None:
    """One overlap among many ships, a ship that is off the table either way, and one whose other place is taken."""
    rows = [Ship(f"R{i}", "red", Size.SMALL, Pose(100 + 90 * i, 200, 90)) for i in range(8)]
    close = Layout((*rows, Ship("B", "blue", Size.LARGE, Pose(105, 205, 45))))
    far = Layout((*rows, Ship("B", "blue", Size.LARGE, Pose(3000, 950, 45))))
    wide = Surface.rectangle(1200, 600)
    taken = Layout((*rows, Ship("B", "blue", Size.LARGE, Pose(200, 1000, 90))), wide)
    taken = replace(taken, ships=(*taken.ships, Ship("C", "blue", Size.LARGE, Pose(1000, 200, 90))))
    free = replace(taken, ships=taken.ships[:-1])
    for layout in (close, far, taken):
        assert position_problems(layout)
        assert "swapped" not in guessed(layout, "mm")
    assert "with x and y of B swapped it would fit there" in guessed(free, "mm")


def test_measured_corners_and_objects_are_swapped_with_the_ships() -> None:
    """The corners of a large, and a rock that would lie on it."""
    points = ((Fraction(250), Fraction(987)), (Fraction(250), Fraction(1012)), (Fraction(296), Fraction(1000)))
    one = Ship("R1", "red", Size.LARGE, Pose(250, Fraction(1999, 2), 0), misfit=0.2, measured=points)
    rock = Obstacle.of("rock", [(980, 200), (1020, 200), (1020, 300), (980, 300)])
    layout = Layout((one, Ship("R2", "red", Size.SMALL, Pose(400, 300, 0))), Surface.rectangle(1200, 600))
    assert "x and y of all ships swapped" in guessed(layout, "mm")
    blocked = replace(layout, objects=(rock,), ships=(layout.ships[0],))
    assert "x and y of all ships and objects swapped" in guessed(blocked, "mm")


ODD: dict[str, tuple[Callable[[], Layout], dict[str, object], list[str]]] = {
    "six larges of a player": (
        lambda: of_a_size(6), {}, ["red has 6 large ships: a set of pieces of one colour has 5 of each size"]
    ),
    "five": (lambda: of_a_size(5), {}, []),
    "as many as are agreed on": (lambda: of_a_size(6), {"max_per_size": 6}, []),
    "names": (
        lambda: named("R1", "r1", "B2"), {}, ["R1 and r1 are different names that differ in case only"]
    ),
    "a ship and an object": (
        lambda: replace(named("Reef"), objects=(Obstacle.of("reef", [(800, 800), (820, 800), (820, 820)]),)), {},
        ["Reef and reef are different names that differ in case only"],
    ),
    "players": (
        lambda: replace(named("R1"), fleets=(Fleet("Red"),)), {},
        ["red and Red are different players whose names differ in case only"],
    ),
    "a room": (
        lambda: replace(named("R1"), surface=Surface.disc((60, 60), 2000)), {},
        ["the surface is 4000.00 mm wide, more than the 3000.00 mm that tables are"],
    ),
    "three metres": (lambda: replace(named("R1"), surface=Surface.rectangle(3000, 900)), {}, []),
    "giant pieces": (
        lambda: Layout((Ship("R1", "red", Size.LARGE, Pose(9000, 9000, 0)),), Surface.rectangle(20000, 20000)),
        {"piece_profile": "giant_x8"}, [],
    ),
    "no edges": (
        lambda: Layout(
            (Ship("R1", "red", "large", Pose(9000, 0, 0)), Ship("B", "blue", "large", Pose(0, 0, 0))),
            Surface.unbounded(),
        ),
        {}, ["ships lie up to 9000.00 mm apart, more than the 3000.00 mm that tables are wide"],
    ),
    "no edges and no ships": (lambda: Layout(surface=Surface.unbounded()), {}, []),
    "a saucer": (
        lambda: replace(named("R1"), surface=Surface.rectangle(150, 120)), {},
        ["the surface is no more than 192.09 mm across, less than enemies are apart at set-up: 250.00 mm (min_gap)"],
    ),
}  # fmt: skip


def of_a_size(count: int) -> Layout:
    """So many larges of one player, and as many smalls of two others."""
    ships = [Ship(f"R{i}", "red", Size.LARGE, Pose(100 + 60 * i, 100, 90)) for i in range(count)]
    ships += [Ship(f"B{i}", "blue" if i % 2 else "green", Size.SMALL, Pose(100 + 60 * i, 500, 90)) for i in range(8)]
    return Layout(tuple(ships))


def named(*names: str) -> Layout:
    """A small of red for each name."""
    return Layout(tuple(Ship(name, "red", Size.SMALL, Pose(60 + 60 * i, 60, 90)) for i, name in enumerate(names)))


@pytest.mark.parametrize("case", ODD)
def test_what_is_odd_is_said_in_a_sentence(case: str) -> None:
    """Each in both languages, and nothing else."""
    make, options, notes = ODD[case]
    layout = make()
    assert position_problems(layout, Rules(**options)) == ()
    found = table_notes(layout, Rules(**options))
    assert [note.partition("; it would be possible")[0] for note in found] == notes
    assert all(Language("fr").tell(note) != note for note in found)


WIDE = """unit = "in"
surface = { rectangle = [914.4, 914.4] }
ships = [
  { name = "R1", player = "red", size = "large", base = [300, 400], heading = 90 },
  { name = "r1", player = "red", size = "large", base = [500, 400], heading = 90 },
]
questions = [{ move = "R1", headings = [90] }, { contact = ["R1", "r1"] }]
"""


def test_notes_are_said_once_and_change_neither_answer_nor_status() -> None:
    """In words before the rulings, and among the notes of the JSON document."""
    result = CliRunner().invoke(cli, ["check", "-"], input=WIDE)
    said, status = " ".join(result.stdout.split()), result.exit_code
    wide = "Note: the surface is 914.400 in wide, more than the 118.110 in that tables are; it would be possible if "
    assert said.count(wide + 'all lengths were in millimetres (unit = "mm").') == 1
    assert said.count("R1 and r1 are different names") == 1
    assert said.index("Note: ") < said.index("1. May R1")
    assert status == 0
    document = json.loads(CliRunner().invoke(cli, ["check", "-", "--json", "--unit", "cm"], input=WIDE).stdout)
    assert [note.partition(",")[0] for note in document["notes"]] == [
        "the surface is 2322.576 cm wide", "R1 and r1 are different names that differ in case only",
    ]  # fmt: skip
    assert 'if all lengths were in millimetres (unit = "mm")' in document["notes"][0]
    assert document["position"] == []
    assert all(ruling["notes"] == [] for ruling in document["rulings"])
    odd, plain = (check_move(layout, "R1", [90]) for layout in (named("R1", "r1"), named("R1", "X")))
    assert (odd.answer, odd.margin, odd.notes) == (plain.answer, plain.margin, plain.notes)


def test_the_page_says_them_too() -> None:
    """With the look at the table, in the language of the page."""
    rules, layout = Rules(), named("R1", "r1")
    assert look(layout, rules, None, Unit("mm"), Language("en"))["notes"] == [
        "Note: R1 and r1 are different names that differ in case only."
    ]
    assert look(layout, rules, None, Unit("mm"), Language("fr"))["notes"][0].startswith("Attention")
    assert look(named("R1"), rules, None, Unit("mm"), Language("en"))["notes"] == []


def test_an_unknown_unit_is_refused() -> None:
    """As everywhere else."""
    with pytest.raises(InputError, match="unit must be mm, cm or in"):
        table_notes(named("R1"), unit="ft")

"""A game's numbers as data: what follows from a table of them, and what makes no sense."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from armada_sim import Clause, InputError, Layout, Pose, Rules, Ship, Surface, check_move, check_shot
from armada_sim.files.records import parse_dispute
from armada_sim.files.tables import rules_table
from armada_sim.firing import GunSide, base_slides, large_template
from armada_sim.moving import Mover
from armada_sim.play.actions import parse_counts
from armada_sim.table import Counts, Dimensions, Numbers, Size, parse_rules
from tests.commands import refused
from tests.oracle import MP, real
from tests.tables import R1


def lengths(least: int, most: int) -> st.SearchStrategy[Fraction]:
    """mm, in hundredths."""
    return st.integers(100 * least, 100 * most).map(lambda n: Fraction(n, 100))


@st.composite
def size_tables(draw: st.DrawFn) -> dict[str, Any]:
    pips = draw(st.integers(1, 12))
    return {
        "base": draw(lengths(5, 80)), "height": draw(lengths(5, 160)), "pips": pips,
        "steps": draw(st.integers(1, 4)), "guns": draw(st.integers(1, 12)), "price": draw(lengths(1, 9)),
    }  # fmt: skip


@st.composite
def number_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Numbers of a game as in files, lengths in mm."""
    own = draw(st.lists(st.sampled_from(["tiny", "huge", "énorme", "barge"]), unique=True, max_size=3))
    changed = draw(st.lists(st.sampled_from(["small", "medium", "large"]), unique=True))
    sizes = {name: draw(size_tables()) for name in (*changed, *own)}
    names = list(dict.fromkeys(["small", "medium", "large", *sizes]))
    return {
        "sizes": sizes, "range": draw(st.sampled_from(names) | lengths(10, 120)),
        "actions": draw(st.integers(1, 12)), "moves_a_ship": draw(st.integers(1, 3)),
        "shots_a_side": draw(st.just("guns") | st.integers(1, 12)),
    }  # fmt: skip


def agreed(numbers: dict[str, Any]) -> Rules:
    return parse_rules({"fleet_budget": "free", **numbers})


TEXT = {"small": (Fraction(9, 16), 1), "medium": (Fraction(25, 32), Fraction(11, 8)), "large": (1, Fraction(7, 4))}
"""in. Base and height."""


def measures(numbers: dict[str, Any], name: str) -> tuple[Any, Any]:
    """mm. Base and height of a size, of the table or of the text."""
    row = numbers["sizes"].get(name)
    return (row["base"], row["height"]) if row else tuple(Fraction(n) * Fraction(254, 10) for n in TEXT[name])


def step_of(base: Fraction, height: Fraction) -> Any:
    return MP.sqrt(real(height) ** 2 + real(base) ** 2 / 4)


@given(number_tables())
def test_steps_turns_guns_and_slides_follow_from_the_table(numbers: dict[str, Any]) -> None:
    """Against formulas of the pyramid, in 80 digits, that share no code with the program."""
    rules = agreed(numbers)
    reach = numbers["range"]
    wide, deep = (measures(numbers, "large")[0], real(reach)) if isinstance(reach, Fraction) else (
        measures(numbers, reach)[0], step_of(*measures(numbers, reach)))  # fmt: skip
    for size in rules.sizes:
        base, height = measures(numbers, size.name)
        step, side = step_of(base, height), MP.sqrt(real(height) ** 2 + real(base) ** 2 / 2)
        ship = Ship("S", "red", size, Pose(300, 300, 20))
        mover = Mover(ship, rules.outline(size))

        assert float(mover.outline.step) == pytest.approx(float(step), rel=1e-14)
        assert mover.turn_limit == pytest.approx(float(90 - MP.degrees(MP.atan(real(base) / 2 / step))), rel=1e-12)
        gun, template = GunSide(ship, rules.outline(size), "left"), large_template(rules)
        slides = [(float(low), float(high)) for low, high in base_slides(gun, template)]
        assert (float(template.base), float(template.depth)) == pytest.approx((float(wide), float(deep)), rel=1e-14)
        assert (size in rules.disarmed) == (not slides) == (side < wide)
        assert not slides or slides[0] == pytest.approx((0.0, float(side - wide)), abs=1e-9)


@given(number_tables(), st.data())
def test_a_move_has_the_steps_of_the_table_and_turns_to_its_limit_and_no_further(
    numbers: dict[str, Any], data: st.DataObject
) -> None:
    rules = agreed(numbers)
    size = data.draw(st.sampled_from(rules.sizes))
    layout = Layout([Ship("S", "red", size, Pose(450, 450, data.draw(st.integers(0, 359))))])
    free = rules.but(edge="open_sea")
    limit = Fraction(Mover(layout.ships[0], rules.outline(size)).turn_limit)
    hair = Fraction(1, 10**9)

    assert check_move(layout, "S", turns=["max"] * size.steps, rules=free).allowed
    over = check_move(layout, "S", turns=["max"] * (size.steps + 1), rules=free)
    assert Clause.MOVE_STEPS in [reason.clause for reason in over.reasons]
    assert check_move(layout, "S", turns=[limit - hair], rules=free).allowed
    turned = check_move(layout, "S", turns=[limit + hair], rules=free)
    assert [reason.clause for reason in turned.reasons] == [Clause.MOVE_TURN_LIMIT]


@given(number_tables())
def test_what_is_hit_lies_no_farther_from_the_side_than_the_range(numbers: dict[str, Any]) -> None:
    """A target straight off the middle of a gun side, just within what the piece covers there and just beyond."""
    rules = agreed(numbers)
    deep, widest = rules.template_length, rules.template.base
    size = max(rules.sizes, key=lambda one: float(rules.outline(one).step))
    if size in rules.disarmed:
        return
    base, step = float(rules.outline(size).base), float(rules.outline(size).step)
    shooter = Ship("S", "red", size, Pose(0, 0, 0))
    side = (base * base / 4 + step * step) ** 0.5
    middle, out = (step / 2, base / 4), (base / 2 / side, step / side)
    target_size = min(rules.sizes, key=lambda one: float(rules.outline(one).base))
    assert float(widest) <= side
    for far, reached in ((0.98 * float(deep), True), (1.001 * float(deep), False)):
        tip = (middle[0] + far * out[0], middle[1] + far * out[1])
        length = float(rules.outline(target_size).step)
        pose = Pose(tip[0] + length * out[0], tip[1] + length * out[1], _heading((-out[0], -out[1])))
        layout = Layout((shooter, Ship("T", "blue", target_size, pose)), Surface.unbounded())
        ruling = check_shot(layout, "S", "T", side="left", rules=rules)
        assert ruling.allowed == reached, (far, ruling.reasons)


def _heading(way: tuple[float, float]) -> float:
    return float(MP.degrees(MP.atan2(way[1], way[0])))


@given(number_tables())
@settings(max_examples=60)
def test_what_is_written_of_rules_is_read_back(numbers: dict[str, Any]) -> None:
    rules = agreed(numbers)
    assert parse_rules(rules_table(rules)) == rules


def test_the_text_s_numbers_are_the_default_and_stand_in_no_file() -> None:
    spelled = {
        "actions": 3,
        "moves_a_ship": 1,
        "shots_a_side": "guns",
        "range": "large",
        "sizes": {"small": {"pips": 1}},
    }
    assert parse_rules(spelled) == Rules()
    assert Rules().numbers == Numbers() == Numbers(tuple(Size))
    assert not {"sizes", "actions", "moves_a_ship", "shots_a_side", "range"} & rules_table(Rules()).keys()


def test_guns_and_price_are_the_pips_unless_they_are_given() -> None:
    rules = parse_rules({"sizes": {"small": {"pips": 2}, "medium": {"price": Fraction("2.5")}}})
    small, medium, large = rules.sizes
    assert (small.pips, small.steps, small.guns, small.price) == (2, 4, 2, 2)
    assert (medium.pips, medium.guns, medium.price) == (2, 2, Fraction(5, 2))
    assert large == Size.LARGE
    assert rules.numbers.price(Counts(large=1, medium=2, small=1)) == 10


@pytest.mark.parametrize("text", ["L4", "M4 S4", "L2 Huge1", "Self2", "S1 Barge3 Énorme1"])
def test_a_fleet_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_counts(text)) == text


def test_a_size_is_its_name_and_equals_one_of_the_same_numbers_alone() -> None:
    huge = Size("huge", pips=6, steps=1, dimensions=Dimensions(50, 90))
    assert huge == "huge"
    assert huge != Size("huge", pips=5, steps=1, dimensions=Dimensions(50, 90))
    assert Size("small", pips=2) != Size.SMALL == Size("small") == "small"
    for same in (pickle.loads(pickle.dumps(huge)), copy.deepcopy(huge)):
        assert same == huge
        assert same.dimensions == huge.dimensions


NONSENSE = [
    ("sizes.huge = { base = 0, height = 3, pips = 4, steps = 1 }", "rules.sizes.huge.base: expected a length from 1"),
    (
        "sizes.huge = { base = 25, height = 44, pips = 4 }",
        "rules.sizes.huge: 'huge' is no size of the text, so it needs steps",
    ),
    (
        "sizes.huge = { base = 25, height = 44, pips = 4, steps = 0 }",
        "rules.sizes.huge.steps: expected a whole number from 1 to 4, not 0",
    ),
    ("sizes.huge = { base = 25, pips = 4, steps = 1 }", "rules.sizes.huge: expected base and height"),
    (
        "sizes.huge = { base = 25, height = 44, pips = 2.5, steps = 1 }",
        "rules.sizes.huge.pips: expected a whole number from 1 to 12, not 2.5",
    ),
    ("sizes.small = { guns = -1 }", "rules.sizes.small.guns: expected a whole number from 0 to 12, not -1"),
    ("sizes.small = { price = 0 }", "rules.sizes.small.price: expected a number above 0"),
    ("sizes.small = { price = 1e999999999 }", "rules.sizes.small.price: is out of range"),
    ("sizes = [{ name = 'huge' }]", "rules.sizes: expected a table of sizes, not a list"),
    ("sizes = 3", "rules.sizes: expected a table of sizes, not 3"),
    ("sizes.small = { pip = 2 }", "rules.sizes.small.pip: there is no such key here; did you mean pips?"),
    ("sizes.small = 2", "rules.sizes.small: expected a table of numbers"),
    (
        "sizes.Huge = { base = 25, height = 44, pips = 4, steps = 1 }",
        "rules.sizes.Huge: a size's name is a word of small letters",
    ),
    ("sizes.huge = 'none'", "rules.sizes.huge: expected a table of numbers"),
    (
        "sizes = { small = 'none', medium = 'none', large = 'none' }",
        "rules.sizes: a game has from 1 to 8 sizes of ship, not 0",
    ),
    ("sizes = { small = {guns = 0}, medium = {guns = 0}, large = {guns = 0} }", "rules.sizes: no size has a gun"),
    ("sizes.large = 'none'", "rules.range: expected the name of a size (small, medium) or a length, not 'large'"),
    ("range = 'huge'", "rules.range: expected the name of a size (small, medium, large) or a length, not 'huge'"),
    ("range = 0", "rules.range: expected a length from 1 to 10000 mm, not 0 mm"),
    ("actions = 0", "rules.actions: expected a whole number from 1 to 12, not 0"),
    ("moves_a_ship = 'two'", "rules.moves_a_ship: expected a whole number from 1 to 12, not 'two'"),
    ("shots_a_side = 0", "rules.shots_a_side: expected a whole number from 1 to 12, not 0"),
    (
        "sizes = { small = {price = 13}, medium = {price = 13}, large = {price = 13} }",
        "rules.sizes: no fleet of these sizes costs what is agreed on: fleet_budget = exactly_12",
    ),
    (
        "fleet_budget = 'at_most_12'\nsizes = { small = {price = 13}, medium = {price = 13}, large = {price = 13} }",
        "rules.sizes: no fleet of these sizes costs",
    ),
    ("acton = 4", "rules.acton: there is no such option; did you mean actions?"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "said"), NONSENSE, ids=[told[:40] for told, _ in NONSENSE])
def test_what_makes_no_sense_is_refused_in_a_sentence_with_its_key(told: str, said: str) -> None:
    sentence = refused("armada", "check", "-", typed=f"{R1}[[questions]]\nsetup = true\n[rules]\n{told}\n")
    assert f"standard input: {said}" in sentence


def test_two_sizes_of_one_name_are_refused() -> None:
    twice = "[rules.sizes.huge]\nbase = 25\n[rules.sizes.huge]\nbase = 26\n"
    refused("armada", "check", "-", typed=twice)
    refused("armada", "check", "-", typed='{"rules": {"sizes": {"huge": {"base": 25}, "huge": {"base": 26}}}}')
    with pytest.raises(InputError, match="two sizes are named 'small'"):
        Numbers((Size.SMALL, Size("small", pips=2)))


def test_ships_and_fleets_of_a_size_that_the_game_has_not_are_refused() -> None:
    strange = R1.replace("large", "huge")
    assert "ships[1].size: expected small, medium or large, not 'huge'" in refused(
        "armada", "check", "-", typed=strange
    )
    fleet = f'{R1}[[fleets]]\nplayer = "red"\nhuge = 2\n'
    assert "fleets[1].huge: there is no such key here" in refused("armada", "check", "-", typed=fleet)


def test_lengths_of_sizes_and_the_range_are_in_the_unit_of_the_file() -> None:
    text = 'unit = "cm"\n[rules]\nrange = 7.5\nsizes.huge = { base = 5, height = "90 mm", pips = 4, steps = 1 }\n'
    rules = parse_dispute(text).rules
    assert rules.numbers.named("huge").dimensions == Dimensions(50, 90)
    assert rules.numbers.range == rules.template_length.coefficient == 75
    assert rules.template.base == Fraction("25.4")

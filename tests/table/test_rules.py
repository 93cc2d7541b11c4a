"""Options: every default and every alternative is built, or refused by name."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from armada_sim import InputError, NotBuiltError, Rules, Size
from armada_sim.files.game_model import UNSAID_IN_FORMAT_1
from armada_sim.table.game_options import BY_KEY, GAME_OPTIONS
from armada_sim.table.options import OPTIONS, PRESETS
from armada_sim.table.pieces import Dimensions, Profile
from armada_sim.table.rules import parse_rules

SAMPLE = {
    "grid(k)": "grid(72)",
    "own_edge_band(d)": "own_edge_band(6 in)",
    "matched(f)": "matched(2 small, 3 medium, 2 large or 4 large)",
    "between(a, b)": "between(2, 10)",
    "most_enemy_pips_sunk(n)": "most_enemy_pips_sunk(10)",
    "land_adjacent(d)": "land_adjacent(0.5 in)",
    "quiet_turns(n)": "quiet_turns(60)",
    "turns(n)": "turns(60)",
    "d": "60 cm",
}


def test_every_option_says_what_records_of_format_1_mean_by_leaving_it_out() -> None:
    """An option that is added later stands there too, with the value that does what was done before it."""
    assert set(UNSAID_IN_FORMAT_1) == set(BY_KEY)
    assert parse_rules(UNSAID_IN_FORMAT_1).min_gap_mm == 254


@pytest.mark.parametrize("option", [*OPTIONS, *GAME_OPTIONS], ids=lambda option: option.key)
def test_defaults_are_in_force_and_every_alternative_is_accepted(option) -> None:
    assert str(getattr(Rules(), option.key)) == option.default
    for value in option.values:
        if option.key == "max_per_size":
            assert Rules(max_per_size=7).max_per_size == 7
        elif value == "custom":
            assert "custom" in option.values
        else:
            rules = parse_rules({option.key: SAMPLE.get(value, value)})
            assert (option.key in rules.not_default()) == (value != option.default)


@pytest.mark.parametrize(("key", "value"), [(o.key, v) for o in OPTIONS for v in o.refused])
def test_what_is_not_built_is_refused_by_name_with_what_is_played(key: str, value: str) -> None:
    with pytest.raises(NotBuiltError, match=f"{value} .*; the default is {BY_KEY[key].default}: ."):
        parse_rules({key: value})


def test_no_key_names_two_options() -> None:
    assert len(BY_KEY) == len(OPTIONS) + len(GAME_OPTIONS)


def test_presets() -> None:
    assert parse_rules("classic") == Rules()
    assert parse_rules("lenient").not_default() == PRESETS["lenient"]
    strict = parse_rules("strict_table")
    assert strict.not_default() == PRESETS["strict_table"]
    assert strict.in_area == "half"
    assert strict.presumed_tolerance == Fraction(1, 2)
    for name in ("simple_guns", "armada_2k", "flag", "infiltration"):
        assert parse_rules(name).not_default() == PRESETS[name]


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"obstructio": "none"}, "did you mean obstruction"),
        ({"edge": "touch_okk"}, "did you mean touch_ok"),
        ("clasic", "did you mean classic"),
        ({"min_gap": "10 furlongs"}, "length"),
        ({"min_gap": -1}, "negative"),
        ({"surface_least": "0 in"}, "none or a positive length"),
        ({"surface_least": "wide"}, "length"),
        ({"max_per_size": 0}, "whole number"),
        ({"edge": 3}, "expected one of"),
        ({"piece_profile": "custom"}, "table"),
        ({"piece_profile": "rounded(44, 2)"}, "piece_profile: rounded"),
        ({"piece_profile": {"small": {"base": 1}}}, "base and height"),
        ({"preset": 3}, "name of a preset"),
        ({"fleet_budget": "matched(4 larges)"}, "expected fleets such as"),
        ({"fleet_budget": "matched(1 small, 2 small)"}, "expected fleets such as"),
        ({"game_limit": "quiet_turns(0)"}, "whole number from 1"),
        ({"game_limit": "quiet_turns"}, "expected one of"),
        ({"flag_size": "disc(-1 in)"}, "positive length"),
        ({"players": "between(3, 2)"}, "the fewest and the most players"),
        ({"players": "between"}, "expected one of any, between(a, b)"),
        ({"tolerance": 0.5}, "stands in the layout: [tolerance] position"),
    ],
)
def test_mistakes_in_rules_name_the_key(given: object, word: str) -> None:
    with pytest.raises(InputError, match=re.escape(word)):
        parse_rules(given)


def test_dimensions_take_any_numbers_and_keep_them_exactly() -> None:
    for base, height, cut in ((12, 8, 0), (12.0, 8.0, 0.0), (Decimal(12), Fraction(8), Decimal("0.0"))):
        given = Dimensions(base, height, cut)
        assert given == Dimensions(12, 8)
        assert float(given.length) == pytest.approx(10)
        assert float(given.edge) == pytest.approx(136**0.5)
        assert replace(given, cut=3).kept == Fraction(3, 4)
    rules = Rules(piece_profile=Profile("home made", Dimensions(6, 8), Dimensions(9, 12), Dimensions(12, 16)))
    assert rules.outline(Size.LARGE).base == 12
    for wrong in ((0, 8), (12, -1), (12, 8, 12), (12, 8, -1), (float("nan"), 8)):
        with pytest.raises(ValueError, match=r"positive|cut|finite"):
            Dimensions(*wrong)


def test_profiles() -> None:
    """Fixed figures of the reference, in inches."""
    profile = Rules().profile
    for size, base, length, edge in (
        ("small", 0.5625, 1.038798, 1.076198),
        ("medium", 0.78125, 1.429410, 1.481823),
        ("large", 1, 1.820027, 1.887459),
    ):
        dimensions = profile[Size(size)]
        assert float(dimensions.base) / 25.4 == pytest.approx(base)
        assert float(dimensions.length) / 25.4 == pytest.approx(length, abs=1e-6)
        assert float(dimensions.edge) / 25.4 == pytest.approx(edge, abs=1e-6)
    assert float(Rules(piece_profile="giant_x8").profile.small.base) == pytest.approx(8 * 14.2875)
    assert float(Rules(piece_profile="same_shape_law").profile.small.base) / 25.4 == pytest.approx(0.57143, abs=1e-5)
    rows = {size: {"base": "25 mm", "height": "4 cm"} for size in ("small", "medium", "large")}
    assert parse_rules({"piece_profile": rows}).profile.large.height == 40


def test_every_option_in_scope_is_explained() -> None:
    """Each option's text ends with a definition of all its values."""
    for option in BY_KEY.values():
        assert option.question.endswith(("?", ")"))
        assert all(option.values.values())

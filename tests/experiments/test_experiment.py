"""Experiments: what a file says, and every mistake in one sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from armada_sim.cli.explain import examples
from armada_sim.experiments.battles import Battles
from armada_sim.experiments.experiment import experiment_schema, parse_experiment
from armada_sim.table.pieces import Counts
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import load_experiment

BASIC = """
title = "t"
sets = 10
[fleets]
larges = "L4"
others = "M4 S4"
[[players]]
name = "g"
level = "greedy"
"""


@pytest.mark.parametrize("name", list(examples("experiments")))
def test_shipped_experiments_are_understood_and_fit_the_schema(name: str) -> None:
    text = examples("experiments")[name].read_text(encoding="utf-8")
    asked = parse_experiment(text)
    assert asked.title
    assert len(Battles(asked).meetings) >= 1
    jsonschema.validate(tomllib.loads(text), experiment_schema())


def test_the_shipped_ones_are_those_of_the_laboratory() -> None:
    meetings = {
        name: [m.entrants for m in Battles(parse_experiment(file.read_text(encoding="utf-8"))).meetings]
        for name, file in examples("experiments").items()
    }
    assert set(meetings) == {
        "basic", "twelve-pips", "twelve-pips-readings", "twelve-pips-search", "advanced", "sensitivity", "first-move",
        "infiltration", "relief", "prices", "fair", "advanced-search",
    }  # fmt: skip
    # the nine fleets of twelve pips, no more than four of a size (clause setup.fleet)
    nine = {
        str(Counts(large, medium, small))
        for large in range(5) for medium in range(5) for small in range(5) if 3 * large + 2 * medium + small == 12
    }  # fmt: skip
    twelve = parse_experiment(examples("experiments")["twelve-pips"].read_text(encoding="utf-8"))
    assert {str(fleet) for _, fleet in twelve.fleets} == nine
    assert len(meetings["twelve-pips"]) == 36
    for more in ("twelve-pips-readings", "twelve-pips-search"):
        assert meetings[more] == 2 * meetings["twelve-pips"]
    assert len(set(meetings["advanced"])) == 96
    assert all(one == other for one, other in meetings["first-move"])


def test_what_is_varied_is_varied_alone() -> None:
    asked = parse_experiment(
        'unit = "in"\n' + BASIC + '[[surfaces]]\nname = "small"\nrectangle = [30, 30]\n'
        '[vary]\nobstruction = ["clear_template"]\nmin_gap = ["12 in", 11]\nsurface = ["small"]\n'
    )
    base, *rest = asked.tables
    assert [table.name for table in rest] == [
        "obstruction = clear_template", "min_gap = 12 in", "min_gap = 11", "surface = small"
    ]  # fmt: skip
    assert [table.rules == base.rules for table in rest] == [False, False, False, True]
    assert rest[0].rules == base.rules.but(obstruction="clear_template")
    assert [float(table.rules.min_gap_mm) / 25.4 for table in rest] == pytest.approx([250 / 25.4, 12, 11, 250 / 25.4])
    assert [table.surface == base.surface for table in rest] == [True, True, True, False]
    assert float(rest[3].surface.bounds[2]) == pytest.approx(762)


def test_the_plan_is_no_part_of_what_is_played() -> None:
    one, more = parse_experiment(BASIC), parse_experiment(BASIC.replace("sets = 10", "sets = 20\nhalf_width = 0.1"))
    other = parse_experiment(BASIC.replace('"L4"', '"L4 "'))
    assert one.source == more.source
    assert one.source != parse_experiment("seed = 3\n" + BASIC).source
    assert other.fleets == one.fleets
    assert (more.plan.sets, more.plan.half_width, more.plan.batch) == (20, 0.1, 20)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BASIC.replace("sets = 10\n", ""), r"sets: is missing"),
        (BASIC.replace("sets = 10", "sets = 0"), r"sets: must be at least 1, not 0"),
        (BASIC.replace("sets", "fights"), r"fights: there is no such key here"),
        (BASIC.replace('"L4"', '"X4"'), r"fleets\.larges: expected ships such as 'L2 M2 S2', not 'X4'"),
        (BASIC.replace('"L4"', '"L3"'), r"fleets\.larges: the fleet L3 has 9 pips, against fleet_budget = exactly_12"),
        (BASIC.replace('"greedy"', '"clever"'),
         r"players\[1\]\.level: expected random, greedy or search, not 'clever'"),
        ("half_width = 1.5\n" + BASIC, r"^half_width: a half width is a share between 0 and 1"),
        ('rules = "clasic"\n' + BASIC, r"rules\.preset: there is no preset 'clasic'.*did you mean classic\?"),
        (BASIC + '[vary]\nobstruktion = ["x"]\n',
         r"vary\.obstruktion\[1\]\.obstruktion: there is no such option; did you mean obstruction\?"),
        (BASIC + '[vary]\nobstruction = ["x"]\n', r"vary\.obstruction\[1\]\.obstruction"),
        (BASIC + '[vary]\nsurface = ["x"]\n', r"vary\.surface\[1\]: there is no surface 'x' among \[\[surfaces\]\]"),
        (BASIC + '[[players]]\nname = "g"\nlevel = "random"\n', r"players: two of them are named 'g'"),
        ('compare = "players"\n' + BASIC, r"players: compare = players needs two players at least"),
        (BASIC.replace('others = "M4 S4"\n', ""),
         r"fleets: nobody meets anybody: one fleet meets only itself, by meet = themselves"),
        (BASIC + '[against]\nlarges = "M4 S4"\n',
         r"against\.larges: stands among the fleets too; fleets that meet one another need no against"),
        ('meet = "all"\n' + BASIC + '[against]\nx = "M4 S4"\n', r"meet: says nothing beside against"),
        (BASIC + '[vary]\nobstruction = ["line_of_fire"]\n',
         r"vary\.obstruction\[1\]: changes nothing: 'line_of_fire' is agreed on"),
        (BASIC + '[vary]\nmin_gap = [250]\n', r"vary\.min_gap\[1\]: changes nothing: 250 is agreed on"),
        (BASIC + '[vary]\nmin_gap = ["12 in", "12.0 in"]\n', r"vary\.min_gap\[2\]: is the same as value 1"),
        (BASIC + '[vary]\nsurface = ["x"]\n[[surfaces]]\nname = "x"\nrectangle = [914.4, 914.4]\n',
         r"vary\.surface\[1\]: changes nothing"),
        (BASIC + '[vary]\nfleet_budget = ["free"]\n',
         r"^vary\.fleet_budget\[1\]: changes nothing in an experiment: it only says which fleets"),
        (BASIC + '[vary]\nsurface_least = ["20 in"]\n',
         r"^vary\.surface_least\[1\]: changes nothing in an experiment: it only says"),
        (BASIC + '[vary]\nplayers = ["between(2, 2)"]\n',
         r"^vary\.players\[1\]: changes nothing in an experiment: two players meet, each for himself$"),
        (BASIC + '[vary]\nteams = ["separate_turns"]\n', r"teams: is no option any more: each player of a team"),
        ('rules = { first_player = "advanced_cut_and_choose" }\n' + BASIC,
         r"^rules\.first_player: changes nothing in an experiment: either side"),
        ('rules = { flag_kind = "ship" }\n' + BASIC,
         r"^rules\.flag_kind: changes nothing in an experiment: there are flags only where"),
        ('rules = { surface = "disc_20" }\n' + BASIC + "[surface]\nrectangle = [900, 900]\n",
         r"^rules\.surface: changes nothing in an experiment: the surface is given"),
        (BASIC + "[surface]\nrectangle = [0, 3]\n", r"surface\.rectangle: a rectangle needs positive width and height"),
    ],
)  # fmt: skip
def test_mistakes(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_experiment(text)


@pytest.mark.parametrize("value", ["nan", "-inf", "1" + 40 * "0"])
@pytest.mark.parametrize(
    "text",
    ["sets = {}" + BASIC.replace("sets = 10", ""), "half_width = {}" + BASIC, "batch = {}" + BASIC, "seed = {}" + BASIC,
     BASIC + "budget = {}", BASIC + "tries = {}", BASIC + "caution = {}", BASIC + "[vary]\nmin_gap = [{}]",
     BASIC + "[surface]\nrectangle = [{}, 900]", BASIC + "[surface]\ndisc = {{ center = [0, 0], radius = {} }}"],
)  # fmt: skip
def test_numbers_that_are_none_or_absurd_are_refused(text: str, value: str) -> None:
    key = re.findall(r"(\w+) = \[?\{\}|(radius)", text)[0]
    with pytest.raises(InputError) as error:
        parse_experiment(text.format(value))
    assert max(key) in str(error.value)
    assert "\n" not in str(error.value)


def test_more_meetings_than_anybody_could_play_are_refused_before_they_are_made() -> None:
    fleets = "\n".join(f'f{i} = "L4"' for i in range(200))
    players = "\n".join(f'[[players]]\nname = "p{i}"\nlevel = "random"' for i in range(20))
    with pytest.raises(InputError, match=r"^there would be 398000 meetings; an experiment has at most 20000$"):
        parse_experiment(f"sets = 1\n[fleets]\n{fleets}\n{players}")


@pytest.mark.parametrize(
    "rules",
    ['"strict_table"', '{ preset = "armada_2k" }', '{ goal_cross = "whole_footprint" }',
     '{ goal = "flag", flag_kind = "ship" }',
     '{ surface = "disc_20" }', '{ deploy_order = "alternate_ship_by_ship" }'],
)  # fmt: skip
def test_options_that_may_change_a_game_are_taken_and_presets_whole(rules: str) -> None:
    assert parse_experiment(f"rules = {rules}\n" + BASIC).tables[0].rules


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: there is no such file"):
        load_experiment(tmp_path / "none.toml", parse_experiment)

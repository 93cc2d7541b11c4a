"""Experiments with discrete games: what a file may hold, and what is said of one that may not."""

from __future__ import annotations

import pytest

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import BASELINE
from grid_games.laboratory.experiment import parse_experiment

GOOD = """
game = "strategiksa"
sets = 4
half_width = 0.05
[levels]
weak = "random"
strong = "greedy:20"
[settings]
map = "pinwheel"
[vary]
players = [4, 5]
max_rounds = [10]
[variants.short-war]
max_rounds = 5
offers = "any_player"
"""


def test_an_experiment_names_its_settings() -> None:
    asked = parse_experiment(GOOD)

    names = [name for name, _ in asked.games()]
    assert names == [BASELINE, "players = 4", "players = 5", "max_rounds = 10", "short-war"]
    assert [len(game.players) for _, game in asked.games()] == [3, 4, 5, 3, 3]
    assert {game.settings["map"] for _, game in asked.games()} == {"pinwheel"}
    assert asked.plan.half_width == 0.05


def test_the_plan_is_no_part_of_what_is_played() -> None:
    assert parse_experiment(GOOD).source == parse_experiment(GOOD.replace("sets = 4", "sets = 9")).source
    assert (
        parse_experiment(GOOD).source != parse_experiment(GOOD.replace("[settings]", "[settings]\nsupply = 19")).source
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('game = "strategiksa"', 'game = "strategisca"', "do you mean strategiksa?"),
        ("sets = 4", "", "sets: field required"),
        ("sets = 4", 'sets = "4"', "sets: input should be a valid integer"),
        ("sets = 4", "sets = 0", "sets: a plan needs at least one set"),
        (
            "sets = 4",
            "sets = 4\nsetts = 5\nseeds = 3",
            "setts: unexpected keyword argument; seeds: unexpected keyword argument",
        ),
        ("sets = 4", "sets = 4\nseed = -1", "seed: expected 0 or more"),
        ("half_width = 0.05", "half_width = 1.5", "half_width: a half width is a share between 0 and 1"),
        ('"greedy:20"', '"greddy"', "levels.strong: there is no player 'greddy'; do you mean greedy?"),
        ('strong = "greedy:20"', "", "levels: two levels at least"),
        ('map = "pinwheel"', 'map = "pinweel"', "settings.map: "),
        ('map = "pinwheel"', "supply = -3", "settings.supply: "),
        ("max_rounds = [10]", "max_rounds = [100]", "vary: max_rounds = 100 changes nothing"),
        ("max_rounds = 5", "max_round = 5", "variants.short-war.max_round: is no option"),
        ('max_rounds = 5\noffers = "any_player"', "max_rounds = 10", "variants.short-war: short-war changes nothing"),
        ("max_rounds = [10]", "max_round = [100]", "vary.max_round: is no option"),
        ("players = [4, 5]", 'players = ["4"]', "vary.players: expected a whole number"),
        ("players = [4, 5]", "players = [4, 99]", "vary.players: "),
        ("sets = 4", 'sets = 4\ncompare = "armies"', "armies: two armies at least are compared"),
        ("sets = 4", 'sets = 4\narmies = { a = "x" }', "armies: says nothing"),
        ("sets = 4", 'sets = 4\ncompare = "colours"', "compare: input should be"),
        ("sets = 4", "sets = 4\nbudget = 10", "budget: says nothing unless prices are asked"),
        (
            "sets = 4\nhalf_width = 0.05",
            'sets = 4\ncompare = "prices"',
            "settings.numbers: every colour spends all 10 points it starts with",
        ),
        ("sets = 4", 'sets = 4\ncompare = "prices"', "half_width: says nothing where prices are asked"),
        ("sets = 4", "sets = 1000000000000", "sets: must be at most 1000000, not 1000000000000"),
        ("sets = 4", "sets = 4\nbatch = 1000000000000", "batch: must be at most 1000000, not 1000000000000"),
        ("half_width = 0.05", "half_width = nan", "half_width: a half width is a share between 0 and 1, not nan"),
        ("half_width = 0.05", "half_width = inf", "half_width: a half width is a share between 0 and 1, not inf"),
        ('"greedy:20"', '"search:nan"', "levels.strong: there is no player 'search:nan'"),
        ('"greedy:20"', '"search:2s"', "levels.strong: seconds are not spent alike twice"),
        ('"greedy:20"', '"search:1000000000000"', "levels.strong: there is no player 'search:1000000000000'"),
        ("max_rounds = [10]", "max_rounds = [nan]", "vary.max_rounds"),
        ("sets = 4", 'sets = 4\ntitle = "a\\u001b[31m"', "title: holds U+001B, which stands in no text"),
        ("sets = 4", 'sets = 4\ntitle = "a\\nb"', "title: expected plain text on one line"),
        ("weak =", '"" =', "levels: expected names of 1 to 60 characters, not ''"),
        ("weak =", f"{61 * 'w'} =", "levels: expected names of 1 to 60 characters, not 'w"),
        (
            "weak =",
            "".join(f'l{i} = "random"\n' for i in range(200)) + "weak =",
            "levels: has 202 entries; there may be 200",
        ),
        (
            "weak =",
            "".join(f'l{i} = "random"\n' for i in range(198)) + "weak =",
            "there would be 99500 meetings; an experiment has at most 20000",
        ),
        ("max_rounds = [10]", f"max_rounds = {list(range(1, 202))}", "vary: has 203 entries; there may be 200"),
        (
            "[variants.short-war]",
            '[variants."as agreed"]',
            "variants: 'as agreed' is the name of the setting in which nothing is varied",
        ),
    ],
)
def test_a_mistake_is_one_sentence_with_its_key(old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        parse_experiment(GOOD.replace(old, new, 1))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)

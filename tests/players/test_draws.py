"""Computer players and draws: the end they ask for, how they answer an offer, and that games between them end."""

from __future__ import annotations

import numpy as np
import pytest

from armada_sim import InputError, Layout, Pose, Rules, Ship, Size
from armada_sim.cli.explain import examples
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.play.actions import Draw
from armada_sim.play.game import Game
from armada_sim.play.state import Seat
from armada_sim.players.boards import covers
from armada_sim.players.bulk import play_out
from armada_sim.players.computer import Computer, Level, asked_for
from armada_sim.table.game_options import BY_KEY
from tests.games import BASIC, COMPUTERS, after, agreement, battle, refusals, ship

LEVELS = [Computer(Level.RANDOM), Computer(Level.GREEDY), Computer(Level.SEARCH, budget=3)]


@pytest.mark.parametrize("value", [*BY_KEY["game_limit"].values, "quiet_turns(7)"])
def test_computer_players_ask_for_an_end_where_none_is_agreed_on(value: str) -> None:
    rules = Rules(game_limit=value.replace("(n)", "(30)"), min_gap="30 cm")
    played = asked_for(rules)
    assert played.limited
    assert played == (rules.but(game_limit="quiet_turns(60)") if value == "no_limit" else rules)


@pytest.mark.parametrize("computer", LEVELS, ids=str)
@pytest.mark.parametrize(
    ("damage", "agreed"), [((0, 0), True), ((1, 0), True), ((2, 0), True), ((0, 1), False), ((2, 2), True)]
)  # fmt: skip
def test_a_computer_player_agrees_to_a_draw_unless_he_is_ahead(
    computer: Computer, damage: tuple[int, int], agreed: bool
) -> None:
    """The damage of the computer's ship, and of the other's: ahead is who can take more hits."""
    game = battle(ship("RL1", "large", 300, 300, 90, damage[1]), ship("BL1", "large", 800, 800, 90, damage[0]))
    rng = np.random.default_rng(3)
    assert computer.choose(after(game, "pass"), rng) != Draw()  # nobody has offered
    offered = after(game, "draw", "pass")
    found = computer.choose(offered, rng)
    assert (found == Draw()) == agreed
    ended = offered.play(found).outcome()
    assert (ended is not None and ended.reason == "agreement") == agreed


def test_among_several_a_computer_player_agrees_once_and_plays_on() -> None:
    seats = (Seat("red"), Seat("blue"), Seat("green"))
    ships = (
        ship("RL1", "large", 300, 300),
        ship("BL1", "large", 800, 800),
        Ship("GS1", "green", Size.SMALL, Pose(300, 800, 0)),
    )
    game = Game.of_layout(agreement(*seats, fleets="choose"), Layout(ships), "red")
    offered = after(game, "draw", "pass")
    agreed = offered.play(LEVELS[1].choose(offered, np.random.default_rng(1)))
    assert (agreed.state.agreed, agreed.outcome()) == (("red", "blue"), None)
    assert refusals(agreed, "draw") == ["game.end"]
    assert LEVELS[1].choose(agreed, np.random.default_rng(1)) != Draw()
    third = after(agreed, "pass")  # green is far behind, and agrees
    assert third.play(LEVELS[0].choose(third, np.random.default_rng(1))).outcome().reason == "agreement"


def test_allies_count_together_and_the_strongest_other_side_is_looked_at() -> None:
    seats = (Seat("red", team="x"), Seat("blue"), Seat("green", team="x"))
    small = Ship("GS1", "green", Size.SMALL, Pose(300, 800, 0))
    ships = (ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800), small)
    game = after(Game.of_layout(agreement(*seats, fleets="choose"), Layout(ships), "blue"), "draw", "pass")
    assert game.state.turn.player == "green"
    assert LEVELS[1].choose(game, np.random.default_rng(1)) != Draw()  # four hits against three


def test_a_battle_between_computers_needs_an_end() -> None:
    greedy = {"red": LEVELS[1], "blue": LEVELS[1]}
    game = after(Game.new(agreement()), *BASIC)
    assert covers(game.state)
    with pytest.raises(InputError, match="need a limit to their games"):
        play_out(game, greedy, np.random.default_rng(1))
    far = battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800), rules={**COMPUTERS, "min_gap": 0})
    assert play_out(far, greedy, np.random.default_rng(1)).log.size


@pytest.mark.parametrize("name", sorted(examples("experiments")))
def test_no_shipped_experiment_has_endless_games(name: str) -> None:
    asked = parse_experiment(examples("experiments")[name].read_text(encoding="utf-8"))
    assert all(table.rules.limited for table in asked.tables)


EXPERIMENT = 'sets = 2\nfleets = { a = "L4", b = "M4 S4" }\nplayers = [{ name = "g", level = "greedy" }]\n'


def test_the_laboratory_states_its_end_and_takes_another() -> None:
    asked = parse_experiment(
        EXPERIMENT + 'rules = { game_limit = "turns(20)" }\nvary = { game_limit = ["quiet_turns(30)"] }'
    )
    assert [table.rules.game_limit for table in asked.tables] == ["turns(20)", "quiet_turns(30)"]
    varied = parse_experiment(EXPERIMENT + 'rules = "lenient"\nvary = { stuck_lasts = ["since_turn_start"] }')
    assert [table.rules.game_limit for table in varied.tables] == ["quiet_turns(60)"] * 2


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ('rules = { game_limit = "no_limit" }', "rules.game_limit"),
        ('vary = { game_limit = ["quiet_turns(9)", "no_limit"] }', "vary.game_limit[2]"),
    ],
)  # fmt: skip
def test_an_experiment_without_an_end_is_refused_with_its_key(more: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_experiment(EXPERIMENT + more)
    assert str(caught.value) == f"{key}: computer players need a limit to their games: quiet_turns(n) or turns(n)"


def test_what_changes_nothing_is_still_refused() -> None:
    for value, words in (("quiet_turns(60)", "changes nothing"), ("retested", "claim nothing that is refused")):
        key = "game_limit" if "turns" in value else "stuck_lasts"
        with pytest.raises(InputError, match=words):
            parse_experiment(EXPERIMENT + f'vary = {{ {key} = ["{value}"] }}')


def test_a_held_ship_is_not_moved_by_a_computer_player() -> None:
    """Under the literal reading the arrays ask the referee; the lane of the stuck large opens within the turn."""
    from tests.play.test_game_turns import in_the_lane

    game, rng = in_the_lane(stuck_lasts="since_turn_start", **COMPUTERS), np.random.default_rng(5)
    assert not covers(game.state)
    opened = after(game, "RS1 x BS1")
    for computer in LEVELS[:2] * 10:
        action = computer.choose(opened, rng)
        assert opened.allows(action)
        assert getattr(action, "ship", "") != "RL1"

"""The limit of a game and who wins at it: counted anew from the ships that lie there, in the exact game and in bulk."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from armada_sim import Layout, Pose, Ship
from armada_sim.experiments.battles import Battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.game_reading import parse_game
from armada_sim.files.records import parse_dispute
from armada_sim.play import Agreement, Game, GoalLine, Seat, prepared
from armada_sim.play.actions import ChooseFirst, parse_action
from armada_sim.players import Computer, covers, play_out
from armada_sim.players.battle import arrays
from armada_sim.players.boards import board_of, compiled
from armada_sim.table import Counts, Rules, parse_rules
from tests.games import BASIC, after, battle, ship
from tests.whole import whole

COUNTED = ("more_pips_left", "more_hits_left", "more_ships_left", "more_price_left")
BREAKS = ("draw", *COUNTED, "second_player", "defender")
LINE = GoalLine("red", (0, 854.4), (914.4, 854.4))
SEATS = (Seat("red", "south"), Seat("blue", "north"))
BARGES: dict[str, Any] = {
    "fleet_budget": "free",
    "sizes": {
        "barge": {"base": 30, "height": 40, "pips": 2, "steps": 2, "price": Fraction(7, 10)},
        "small": {"price": Fraction(9, 10)},
    },
}


def counted(game: Game, rule: str, first: str) -> tuple[str, ...]:
    """Who has won at the limit, by the words of the rules page."""
    afloat = [one for one in game.layout.ships if one.damage < one.size.pips]
    if rule == "second_player":
        return tuple(p for p in game.state.agreement.players if p != first)
    if rule == "defender":
        return tuple(p for p in game.state.agreement.players if p != "red")
    worth = {
        "more_pips_left": lambda one: one.size.pips,
        "more_hits_left": lambda one: one.size.pips - one.damage,
        "more_ships_left": lambda _: 1,
        "more_price_left": lambda one: Fraction(one.size.price),
    }.get(rule, lambda _: 0)
    sums = Counter[str]()
    for one in afloat:
        sums[one.player] += worth(one)
    best = [player for player, n in sums.items() if n == max(sums.values())]
    return tuple(best) if len(best) == 1 else ()


def begun(rule: str, limit: str, seed: int) -> tuple[Game, np.random.Generator]:
    """A battle about to begin: barges and smalls with prices that are no whole numbers, or the same with a line."""
    rng = np.random.default_rng([8, seed])
    goal = {"goal": "infiltration"} if rule == "defender" else {}
    rules = parse_rules({**BARGES, **goal, "tie_break": rule, "game_limit": limit})
    lines = (LINE,) if goal else ()
    fleets = (Counts(barge=3, small=2), Counts(barge=1, small=4))
    agreed = Agreement(SEATS, rules, fleets=fleets if seed % 2 else fleets[::-1], lines=lines)
    return prepared(agreed, rng, "random_legal", [ChooseFirst(("red", "blue")[seed // 2 % 2])]), rng


@pytest.mark.parametrize(("rule", "seeds"), [*((rule, 3) for rule in BREAKS), *(whole(rule, 40) for rule in BREAKS)])
def test_games_in_bulk_end_at_the_limit_as_in_the_exact_game(rule: str, seeds: int) -> None:
    limits = Counter[str]()
    for seed in range(seeds):
        limit = ("turns(9)", "turns(24)", "quiet_turns(2)")[seed % 3]
        game, rng = begun(rule, limit, seed)
        assert covers(game.state)
        first = game.current_player()
        hit = tuple(replace(one, damage=int(rng.integers(one.size.pips))) for one in game.layout.ships)
        game = Game.of_layout(game.state.agreement, Layout(hit), str(first))
        played = play_out(game, {"red": Computer("greedy"), "blue": Computer("random")}, rng)
        for action in played.actions:
            game = game.play(action)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winners == (() if played.winner is None else (("red", "blue")[played.winner],))
        if played.board.battle.clock[arrays.RESULT] == arrays.AT_LIMIT:
            assert outcome.winners == counted(game, rule, str(first))
            drawn = "turn_limit" if limit.startswith("turns") else "quiet_turns"
            assert outcome.reason == (rule if outcome.winners else drawn)
            assert limit.startswith("quiet") or game.state.turns == int(limit[6:-1])
            limits[limit] += 1
    assert limits


@pytest.mark.parametrize("rule", BREAKS[:-1])
def test_of_random_tables_of_several_sides_that_wins_which_the_words_say(rule: str) -> None:
    """Three or four players, some of them in teams, who pass until the limit."""
    draw, won = random.Random(f"limit {rule}"), 0
    for _ in range(25):
        names = ["ann", "bob", "cyd", "dan"][: draw.choice([3, 4])]
        teams = {"ann": "x", "cyd": "x"} if draw.random() < 0.5 else {}
        seats = tuple(Seat(name, team=teams.get(name, "")) for name in names)
        sizes = parse_rules(BARGES).sizes
        ships = []
        for i in range(draw.randint(len(names), 10)):
            size, player = draw.choice(sizes), names[i % len(names)]
            ships.append(Ship(f"{player[0]}{i}", player, size, Pose(60 * i + 60, 400, 90), draw.randrange(size.pips)))
        rules = parse_rules({**BARGES, "tie_break": rule, "game_limit": "turns(11)"})
        first = draw.choice(names)
        game = after(Game.of_layout(Agreement(seats, rules, fleets="choose"), Layout(tuple(ships)), first), "pass")
        won += bool(_passed(game, ships, teams, rule, first))
    assert won == 0 if rule == "draw" else won > 5


def _passed(game: Game, ships: list[Ship], teams: dict[str, str], rule: str, first: str) -> tuple[str, ...]:
    """Who won once everybody has passed, which is compared with the words."""
    while game.outcome() is None:
        game = after(game, "pass")
    party = {one.player: teams.get(one.player, one.player) for one in ships}
    sides = dict.fromkeys(party.values())
    sums = {side: [one for one in ships if party[one.player] == side] for side in sides}
    worth = {
        "more_pips_left": lambda one: one.size.pips,
        "more_hits_left": lambda one: one.size.pips - one.damage,
        "more_ships_left": lambda _: 1,
        "more_price_left": lambda one: one.size.price,
    }.get(rule)
    if rule == "second_player":
        best = [side for side in sides if side != party[first]]
    elif worth is None:
        best = []
    else:
        most = max(sum(map(worth, rows)) for rows in sums.values())
        best = [side for side, rows in sums.items() if sum(map(worth, rows)) == most]
        best = best if len(best) == 1 else []
    expected = tuple(seat.player for seat in game.state.agreement.seats if party[seat.player] in best)
    assert (game.state.turns, game.outcome().winners) == (11, expected)
    assert sum(game.returns().values()) == 1
    return expected


@pytest.mark.parametrize(
    ("over", "said"), [(7, "7 of 8 turns are over"), (8, "red wins (most pips afloat at the limit of turns)")]
)
def test_a_dispute_says_how_many_turns_are_over(over: int, said: str) -> None:
    text = f"""
        rules = {{ game_limit = "turns(8)", tie_break = "more_pips_left" }}
        turn = {{ player = "red", turns = {over} }}
        questions = [{{ won = true }}]
        ships = [
            {{ name = "R", player = "red", size = "large", base = [300, 300], heading = 0 }},
            {{ name = "B", player = "blue", size = "small", base = [600, 300], heading = 0 }},
        ]
    """
    ruling = parse_dispute(text).ask(1)
    assert said in [str(reason.text) for reason in ruling.reasons]
    assert (str(ruling.answer) == "yes") == (over == 8)


def test_a_defender_needs_a_line() -> None:
    text = '{"format": 2, "players": [{"player": "a"}, {"player": "b"}], "rules": {"tie_break": "defender"}}'
    with pytest.raises(Exception, match=r"^rules\.tie_break: needs a goal line, behind which somebody defends$"):
        parse_game(text)


def test_search_thinks_most_of_what_wins_at_the_limit() -> None:
    """Red has fewer pips and more ships: what its position is worth once the last turn is over goes by the rule."""
    ships = (
        ship("RS1", "small", 300, 300), ship("RS2", "small", 400, 300), ship("BL1", "large", 600, 800)
    )  # fmt: skip
    for rule, least, most in (("more_ships_left", 10**5, 10**7), ("more_pips_left", -(10**7), -(10**5))):
        game = battle(*ships, rules={"game_limit": "turns(1)", "tie_break": rule})
        thought = board_of(game.state).battle
        assert abs(compiled().strength(thought, 0)) < 10**5
        compiled().end_turn(thought)
        assert least < compiled().strength(thought, 0) < most


def test_an_old_record_means_the_same_by_its_draw() -> None:
    """In records of before, `draw` said both; nowhere else is it an option any more."""
    said = {"no_limit": ("no_limit", "draw"), "quiet_turns(9)": ("quiet_turns(9)", "draw"),
            "more_pips_left_wins(7)": ("quiet_turns(7)", "more_pips_left")}  # fmt: skip
    for was, now in said.items():
        for form in (1, 2):
            text = (
                f'{{"format": {form}, "players": [{{"player": "a"}}, {{"player": "b"}}], "rules": {{"draw": "{was}"}}}}'
            )
            rules = parse_game(text).agreement.rules
            assert (rules.game_limit, rules.tie_break) == now


def test_an_experiment_is_played_to_its_limit_with_its_tie_break() -> None:
    text = """
        sets = 4
        rules = { game_limit = "turns(6)", fleet_budget = "free" }
        fleets = { a = "L2", b = "M3" }
        players = [{ name = "g", level = "greedy" }]
        vary = { tie_break = ["second_player"] }
    """
    battles = Battles(parse_experiment(text))
    usual, broken = ([row for k in range(4) for row in battles.play(meeting, k)] for meeting in (0, 1))
    assert {row.reason for row in usual} == {"turn_limit"}
    assert {row.shares for row in usual} == {(0.5, 0.5)}
    assert {(row.reason, row.shares) for row in broken} == {
        ("second_player", (0.0, 1.0)),
        ("second_player", (1.0, 0.0)),
    }
    assert all(row.shares[row.first] == 0.0 for row in broken)


def test_the_limit_counts_the_turns_of_all_players() -> None:
    game = after(Game.new(Agreement(SEATS, Rules(game_limit="turns(5)"))), *BASIC)
    for _ in range(4):
        game = game.play(parse_action("pass"))
        assert game.outcome() is None
    assert game.current_player() == "blue"
    ended = after(game, "pass").outcome()
    assert (ended.winners, ended.reason) == ((), "turn_limit")

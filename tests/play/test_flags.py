"""Flags: where they may stand, who chooses what, and that whoever has to set one up can."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from armada_sim import Obstacle, Pose, Surface
from armada_sim.play.actions import Deploy, Resign, parse_action
from armada_sim.play.deployments import DEPLOYMENTS, NoRoomError, flag_placed, opening_choice
from armada_sim.play.game import Game
from armada_sim.play.state import Phase, Seat, due_ships
from armada_sim.table.pieces import Counts
from armada_sim.tabletop.errors import InputError
from tests.games import BLUE, RED, after, agreement, refusals
from tests.whole import few

TWO = (Counts(large=2), Counts(large=1, small=1))
UP = ("first red", "place RL1 400,200,90; RL2 450,200,90", "place BL1 450,800,270; BS1 490,800,270")


def flagged(rules: dict[str, Any] | None = None, **more: Any) -> Game:
    """A game for flags, between two fleets of two, before its first decision."""
    table = {"goal": "flag", "fleet_budget": "free", **(rules or {})}
    return Game.new(agreement(*more.pop("seats", ()), rules=table, fleets=more.pop("fleets", TWO), **more))


def test_each_player_chooses_a_fixed_flag_or_a_ship() -> None:
    """ "Cela peut être soit un pavillon fixe, soit un des navires de votre flotte" (Autres objectifs optionnels)."""
    game = after(flagged(), *UP)
    assert (game.current_player(), game.state.phase) == ("red", "flag")
    assert refusals(game, "flag RL3") == ["goal.flag"]
    one = after(game, "flag 100,100", "flag BS1")
    other = after(game, "flag RL2", "flag 800,800")
    assert [(f.owner, f.at is None, f.ship) for f in one.state.flags] == [("red", False, None), ("blue", True, "BS1")]
    assert [(f.owner, f.at is None, f.ship) for f in other.state.flags] == [("red", True, "RL2"), ("blue", False, None)]
    assert one.state.phase == other.state.phase == "play"


def test_an_agreement_may_fix_the_kind() -> None:
    fixed, carried = (after(flagged({"flag_kind": kind}), *UP) for kind in ("fixed", "ship"))
    assert (refusals(fixed, "flag RL1"), refusals(fixed, "flag 100,100")) == (["goal.flag"], [])
    assert (refusals(carried, "flag RL1"), refusals(carried, "flag 100,100")) == ([], ["goal.flag"])


@pytest.mark.parametrize(
    ("place", "allowed", "refused"),
    [
        ("anywhere_own_half", ["100,100", "880,450", "425,240"], ["100,470", "5,100", "400,210", "450,520"]),
        ("anywhere", ["100,100", "100,470", "880,880", "450,740"], ["5,100", "400,210", "450,790", "-100,50"]),
        ("in_fleet", ["425.1,229"], ["100,100", "425,300", "400,210"]),
    ],
)
def test_where_a_fixed_flag_may_stand(place: str, allowed: list[str], refused: list[str]) -> None:
    """The text names no place; half and gap are ours. Red's larges lie 50 mm apart, tips north, on the southern
    half."""
    game = after(flagged({"flag_place": place, "flag_kind": "fixed", "flag_size": "disc(5 mm)"}), *UP)
    assert {at: refusals(game, f"flag {at}") for at in allowed} == {at: [] for at in allowed}
    assert {at for at in refused if refusals(game, f"flag {at}")} == set(refused)


def test_a_set_up_too_tight_for_the_flag_is_refused_with_the_reason() -> None:
    game = after(flagged({"flag_place": "in_fleet", "flag_kind": "fixed"}), "first red")
    tight, loose = ("place RL1 400,200,90; RL2 426,200,90", "place RL1 400,200,90; RL2 440,200,90")
    (reason,) = game.why_not(parse_action(tight))
    assert reason.clause == "goal.flag"
    assert "no place is found for red's flag (flag_place = in_fleet, flag_size = disc(0.5 in))" in reason.text
    assert refusals(game, loose) == []


def test_an_enemy_who_would_leave_no_place_for_a_flag_is_refused() -> None:
    """Blue, near red's half, would come nearer than the gap to all of it that is free."""
    rock = Obstacle.of("rock", [(0, 0), (914, 0), (914, 300), (0, 300)])
    rules = {"flag_kind": "fixed", "min_gap": "20 cm", "deploy_zone": "anywhere", "flag_place": "anywhere_own_half"}
    surface = Surface.rectangle(914, 914)
    beach = Obstacle.of("beach", [(400, 300), (914, 300), (914, 914), (400, 914)])
    game = after(
        flagged(rules, objects=(rock, beach), surface=surface), "first red", "place RL1 50,800,90; RL2 90,800,90"
    )
    assert refusals(game, "place BL1 200,400,0; BS1 200,450,0") == ["goal.flag"]
    assert refusals(game, "place BL1 330,540,90; BS1 370,540,90") == []


def test_a_flag_that_takes_the_last_place_of_another_is_refused() -> None:
    """East of the ships there is room for two discs of 200 mm beside each other, and not for one in the middle and
    another."""
    seats = (Seat("red"), Seat("blue"))
    rules = {
        "flag_kind": "fixed",
        "flag_place": "anywhere",
        "flag_size": "disc(10 cm)",
        "deploy_zone": "anywhere",
        "min_gap": "1 cm",
    }
    game = flagged(rules, seats=seats, surface=Surface.rectangle(640, 210))
    middle = "place BL1 300,100,90; BS1 60,100,90"
    game = after(game, "first red", "place RL1 60,20,90; RL2 100,20,90")
    assert refusals(game, middle) == ["goal.flag"]
    game = after(game, "place BL1 60,120,90; BS1 100,120,90")
    (reason,) = game.why_not(parse_action("flag 400,105"))
    assert (str(reason.clause), "blue's flag" in reason.text) == ("goal.flag", True)
    game = after(game, "flag 300,105")
    assert refusals(game, "flag 400,105") == ["goal.flag"]
    assert after(game, "flag 520,105").state.phase == "play"


SURFACES = (
    Surface.rectangle(914.4, 914.4), Surface.rectangle(520, 600), Surface.disc((300, 300), 300), Surface.unbounded(),
    Surface.polygon([(0, 0), (900, 0), (900, 900), (600, 900), (600, 500), (0, 500)]),
)  # fmt: skip
REEF = Obstacle.of("reef", [(100, 40), (300, 60), (260, 160)])


def random_opening(chooser: random.Random) -> Game | None:
    """A game for flags under rules by lot; None where it is said before it begins that it cannot be played."""
    rules = {
        "goal": "flag",
        "fleet_budget": "free",
        "flag_kind": chooser.choice(["each_chooses", "fixed", "fixed", "ship"]),
        "flag_place": chooser.choice(["anywhere_own_half", "anywhere", "in_fleet"]),
        "flag_size": chooser.choice(["disc(0.5 in)", "point", "disc(1 cm)", "disc(4 in)"]),
        "min_gap": chooser.choice(["25 cm", "10 cm", "0 mm", "40 cm"]),
        "deploy_zone": chooser.choice(["own_side_group", "anywhere", "own_edge_band(6 in)"]),
        "deploy_order": chooser.choice(["mover_first", "mover_last", "alternate_ship_by_ship"]),
    }
    players = chooser.choice([2, 2, 3])
    seats = (RED, BLUE, Seat("green", chooser.choice(["west", None])))[:players]
    fleets = tuple(Counts(*(chooser.randrange(3) for _ in range(3))) for _ in seats)
    surface = chooser.choice(SURFACES)
    more = {"objects": (REEF,)} if chooser.random() < 0.3 else {}
    agreed = agreement(*seats, rules=rules, fleets=fleets, surface=surface, **more)
    with suppress(InputError):
        return Game.new(agreed)
    return None


def in_a_row(game: Game, chooser: random.Random) -> Deploy:
    """All ships of who decides side by side, with hardly any room between them."""
    player = game.current_player() or ""
    due, x, ships = due_ships(game.state, player), chooser.uniform(30, 250), []
    y, heading = {"red": (60, 90), "blue": (540, 270)}.get(player, (300, 90))
    for name, size in due.items():
        width = float(game.state.rules.outline(size).base) + 0.01
        ships.append((name, Pose(round(x + width / 2, 3), y, heading)))
        x += width
    return Deploy(tuple(ships))


@pytest.mark.parametrize("seed", few(range(60), 8))
def test_whoever_is_to_set_a_flag_up_can(seed: int) -> None:
    """Over random openings: no table is allowed that leaves a player at his flag without an action."""
    chooser, rng = random.Random(seed), np.random.default_rng(seed)
    game = random_opening(chooser)
    if game is None:
        return
    while game.state.phase is not Phase.PLAY:
        if game.state.phase is Phase.FLAG:
            action = flag_placed(game, rng)
            assert game.state.rules.flag_kind != "fixed" or not isinstance(action.at, str)
            game = game.play(action)
            continue
        deployment = DEPLOYMENTS[chooser.choice(["line", "cluster", "random_legal"])]
        row = in_a_row(game, chooser) if game.state.phase is Phase.DEPLOY and chooser.random() < 0.5 else None
        if row is not None and game.allows(row):
            game = game.play(row)
            continue
        try:
            game = game.play(opening_choice(game, rng, deployment))
        except NoRoomError:  # ships, of which nothing is promised but that he may give up
            assert game.allows(Resign())
            return
    assert len(game.state.flags) == len(game.state.agreement.seats)

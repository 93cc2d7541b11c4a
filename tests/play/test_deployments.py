"""Set-ups the program makes are legal by the referee, alike for the same seed, and refused clearly where none is
found."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from armada_sim import Layout, Obstacle, Surface, check_setup
from armada_sim.play.actions import ChooseFirst, parse_action
from armada_sim.play.deployments import DEPLOYMENTS, NoRoomError, _by_lot, opening_choice, prepared
from armada_sim.play.game import Game
from armada_sim.play.state import Agreement, Seat
from armada_sim.table.layout import Fleet
from armada_sim.table.pieces import Counts
from armada_sim.tabletop.errors import InputError
from tests.games import agreement
from tests.whole import few, whole

FEW = (Counts(large=2, small=1), Counts(medium=2, small=2))
ISLANDS = (
    Obstacle.of("reef", [(400, 40), (520, 40), (460, 160)]),
    Obstacle.of("bank", [(300, 700), (600, 700), (600, 800), (450, 740), (300, 800)]),
)


def made(agreed: Agreement, deployment: str, seed: int = 1) -> Game:
    return prepared(agreed, np.random.default_rng(seed), deployment)


def is_legal(game: Game) -> bool:
    """By the referee's own ruling on the whole table, fleets and all."""
    agreed = game.state.agreement
    fleets = []
    for seat in agreed.seats:
        fleet = game.state.fleet(seat.player)
        fleets.append(Fleet(seat.player, fleet.small, fleet.medium, fleet.large, seat.side, seat.team))
    table = Layout(game.state.layout.ships, agreed.surface, agreed.objects, agreed.tolerance, tuple(fleets))
    ruling = check_setup(table, rules=agreed.rules.but(fleet_budget="free"))
    return game.state.phase == "play" and ruling.allowed


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
@pytest.mark.parametrize(
    ("order", "zone"),
    [
        ("mover_last", "anywhere"), ("alternate_ship_by_ship", "own_side_group"),
        ("mover_first", "own_edge_band(8 in)"), whole("mover_first", "own_side_group"),
        whole("alternate_ship_by_ship", "own_edge_band(6 in)"), whole("alternate_ship_by_ship", "anywhere"),
    ],
)  # fmt: skip
def test_every_order_and_zone(deployment: str, order: str, zone: str) -> None:
    rules = {"deploy_order": order, "deploy_zone": zone, "fleet_budget": "free"}
    game = made(agreement(rules=rules, fleets=FEW, objects=ISLANDS), deployment)
    assert is_legal(game)
    assert len(game.state.layout.ships) == 7


SURFACES = {
    "disc": Surface.disc((0, 0), 450),
    "harbour": Surface.polygon(
        [(0, 0), (1000, 0), (1000, 900), (600, 900), (600, 600), (400, 600), (400, 900), (0, 900)]
    ),
    "endless": Surface.unbounded(),
}


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_every_kind_of_surface(surface: str, deployment: str) -> None:
    game = made(agreement(fleets=FEW, surface=SURFACES[surface], rules={"fleet_budget": "free"}), deployment)
    assert is_legal(game)


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_the_basic_fleets(deployment: str) -> None:
    game = made(agreement(), deployment, 3)
    assert is_legal(game)
    assert made(agreement(), deployment, 3).state == game.state
    assert deployment == "line" or made(agreement(), deployment, 4).layout != game.layout
    for ship in game.layout.ships:
        assert all(str(value) == f"{value:.6f}" for value in (ship.pose.x, ship.pose.y, ship.pose.heading))


@pytest.mark.parametrize("players", [3, whole(5), whole(10)])
def test_many_players(players: int) -> None:
    sides = ("south", "north", "west", "east", None)
    seats = [Seat(f"p{i}", sides[i % 5]) for i in range(players)]
    size = {3: 1200, 5: 1500, 10: 2600}[players]
    rules = {"fleet_budget": "free", "players": "between(2,10)"}
    agreed = agreement(*seats, rules=rules, fleets=(Counts(1, 1, 1),) * players, surface=Surface.rectangle(size, size))
    for deployment in ("random_legal", "line"):
        assert is_legal(made(agreed, deployment))


@pytest.mark.parametrize("deployment", few(DEPLOYMENTS, 1))
def test_flags_find_their_places(deployment: str) -> None:
    rules = {"goal": "flag", "flag_kind": "fixed"}
    for place in ("in_fleet", "anywhere", "anywhere_own_half"):
        game = made(agreement(rules={**rules, "flag_place": place}), deployment)
        assert [flag.owner for flag in game.state.flags] == list(game.state.order)
        assert all(flag.at is not None for flag in game.state.flags)
    carried = made(agreement(rules={**rules, "flag_kind": "ship"}), deployment)
    assert all(carried.layout.ship(flag.ship or "").player == flag.owner for flag in carried.state.flags)
    chosen = [made(agreement(rules={"goal": "flag"}), deployment, seed) for seed in range(6)]
    assert {flag.ship is None for game in chosen for flag in game.state.flags} == {True, False}


@pytest.mark.parametrize("deployment", few(["random_legal", "line"], 1))
@pytest.mark.parametrize(
    "more", [{"tolerance": 0.5}, {"rules": {"footprint": "solid3d"}}, {"rules": {"piece_profile": "giant_x8"}}], ids=str
)
def test_positions_that_may_be_off_and_solid_pyramids_leave_room(more: dict[str, Any], deployment: str) -> None:
    fleets, surface = (Counts(large=2), Counts(small=2)), Surface.rectangle(3000, 3000)
    rules = {"fleet_budget": "free", **more.get("rules", {})}
    asked = agreement(rules=rules, fleets=fleets, surface=surface, tolerance=more.get("tolerance", 0))
    assert is_legal(made(asked, deployment))


def test_allies_may_lie_together_and_enemies_not() -> None:
    seats = (Seat("a", "south", "x"), Seat("b", "north", "y"), Seat("c", "south", "x"), Seat("d", "north", "y"))
    game = made(agreement(*seats, fleets=(Counts(large=2),) * 4, rules={"fleet_budget": "free"}), "random_legal")
    assert is_legal(game)


def test_openings_follow_the_choices_given_and_draw_the_rest() -> None:
    choices = [parse_action("fleet M4 S4"), ChooseFirst("red")]
    game = prepared(agreement(), np.random.default_rng(5), "line", choices)
    assert (str(game.state.fleet("red")), game.current_player()) == ("M4 S4", "red")
    rules = {"first_player": "advanced_cut_and_choose"}
    offers = {prepared(agreement(rules=rules), np.random.default_rng(s), "line").state.offer for s in range(3)}
    assert len(offers) == 3
    game = prepared(agreement(fleets="choose"), np.random.default_rng(5), "line")
    assert game.state.fleet("red").pips == game.state.fleet("blue").pips == 12


def test_no_room_is_said_so() -> None:
    small = agreement(fleets=FEW, surface=Surface.rectangle(240, 240), rules={"fleet_budget": "free"})
    for deployment in DEPLOYMENTS:
        with pytest.raises(NoRoomError, match=r"no legal set-up of .* was found for (red|blue)"):
            made(small, deployment)
    with pytest.raises(InputError, match="no deployment 'circle'"):
        made(small, "circle")
    with pytest.raises(InputError, match="the opening is over"):
        opening_choice(made(agreement(), "line"), np.random.default_rng(1))


def test_points_of_a_sliver_are_not_drawn_for_ever() -> None:
    box = (0.0, 0.0, 900.0, 900.0)
    assert list(_by_lot(np.random.default_rng(1), box, lambda x, y: 0 < y - x < 1e-9 * x)) == []
    thousandth = _by_lot(np.random.default_rng(1), box, lambda x, y: x < 0.9 or x > 899.99)
    assert len(list(islice(thousandth, 50))) == 50

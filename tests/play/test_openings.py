"""Set-ups of the compiled arrays are those of `prepared`, and the referee allows them, under any rules."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from armada_sim import Surface
from armada_sim.play import Agreement, Game, NoRoomError, Openings, Phase, Seat, prepared, settled
from armada_sim.setup.setups import setup_problems
from armada_sim.table import Counts, Layout
from tests.games import agreement
from tests.play.test_deployments import FEW, ISLANDS, SURFACES, is_legal
from tests.whole import whole

FREE = {"fleet_budget": "free"}
TABLES = {
    "group": agreement(fleets=FEW, rules=FREE, objects=ISLANDS),
    "mover-first": agreement(fleets=FEW, rules=FREE | {"deploy_order": "mover_first"}),
    "band": agreement(fleets=FEW, rules=FREE | {"deploy_zone": "own_edge_band(8 in)"}, objects=ISLANDS),
    "anywhere": agreement(fleets=FEW, rules=FREE | {"deploy_zone": "anywhere", "min_gap": "9 in"}),
    "disc": agreement(fleets=FEW, rules=FREE, surface=SURFACES["disc"]),
    "harbour": agreement(fleets=FEW, rules=FREE, surface=SURFACES["harbour"]),
    "off": agreement(fleets=FEW, rules=FREE, tolerance=0.5),
    "tight": agreement(fleets=FEW, rules=FREE, surface=Surface.rectangle(240, 240)),
    "four": agreement(
        Seat("a", "south", "x"), Seat("b", "north", "y"), Seat("c", None, "x"), Seat("d", "west", "y"),
        fleets=(Counts(large=1, small=1),) * 4, rules=FREE | {"players": "between(2,10)"},
    ),
    "section": agreement(fleets=FEW, rules=FREE | {"footprint": "section_triangle"}),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seeds", [3, whole(100)])
def test_they_are_those_of_prepared_and_legal(name: str, seeds: int) -> None:
    agreed = TABLES[name]
    assert settled(agreed)
    openings, found = Openings(agreed), 0
    for seed in range(seeds):
        asked, fast = np.random.default_rng(seed), np.random.default_rng(seed)
        game = made(lambda: prepared(agreed, asked))  # noqa: B023  # called at once
        assert made(lambda: openings.begun(fast)) == game  # noqa: B023
        if isinstance(game, Game):
            assert asked.random() == fast.random()
            assert is_legal(game)
            found += 1
    assert (found == 0) == (name == "tight")


def made(begun: Callable[[], Game]) -> Game | str:
    """A game, or why there is none."""
    try:
        return begun()
    except NoRoomError as fault:
        return str(fault)


def test_openings_that_depend_on_what_was_chosen_or_lies_are_left_to_the_engine() -> None:
    for agreed in (
        agreement(), agreement(fleets="choose"), agreement(rules={"first_player": "advanced_cut_and_choose"}),
        agreement(fleets=FEW, rules=FREE | {"deploy_order": "alternate_ship_by_ship"}),
        agreement(fleets=FEW, rules=FREE | {"goal": "flag"}),
        agreement(fleets=FEW, rules=FREE, surface=SURFACES["endless"]),
        agreement(fleets=FEW, rules=FREE | {"footprint": "solid3d"}),
    ):  # fmt: skip
        assert not settled(agreed)


@pytest.mark.whole
def test_the_referee_allows_thousands() -> None:
    """Rules by lot, gaps and zones and surfaces at once: nothing that the arrays set up is a problem to the referee."""
    rng, asked = np.random.default_rng(2026), 0
    while asked < 3000:
        agreed = by_lot(rng)
        made = Openings(agreed)
        for _ in range(10):
            try:
                game = made.begun(rng)
            except NoRoomError:
                break
            assert game.state.phase is Phase.PLAY
            table = Layout(game.layout.ships, agreed.surface, agreed.objects, agreed.tolerance, game.layout.fleets)
            assert setup_problems(table, agreed.rules) == ()
            asked += 1


def by_lot(rng: np.random.Generator) -> Agreement:
    """An agreement by lot."""
    width, depth = rng.uniform(500, 1300, 2)
    surfaces = [Surface.rectangle(width, depth), Surface.disc((0, 0), width / 2), SURFACES["harbour"]]
    zones = ["own_side_group", "own_edge_band(8 in)", "anywhere"]
    rules = FREE | {
        "deploy_zone": zones[rng.integers(3)], "min_gap": f"{rng.integers(0, 11)} in",
        "setup_touch": ["no_touch", "touch_allowed"][rng.integers(2)],
        "footprint": ["contact_triangle", "section_triangle"][rng.integers(2)],
    }  # fmt: skip
    fleets = tuple(
        Counts(
            *(int(n) for n in rng.integers(0, 4, 3)),
        )
        for _ in range(2)
    )
    if not all(fleet for fleet in fleets):
        return by_lot(rng)
    return agreement(
        fleets=fleets, rules=rules, surface=surfaces[rng.integers(3)], tolerance=[0, 0.4][rng.integers(2)],
        objects=ISLANDS if rng.integers(2) else (),
    )  # fmt: skip

"""What a ruling shows, as values and as the JSON that files of users hold."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from functools import cache
from typing import Any, get_args

import pytest

from armada_sim import (
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
    check_setup,
    check_shot,
)
from armada_sim.evidence.evidence import Evidence, MoveEvidence, plain
from armada_sim.evidence.ruling import Ruling
from armada_sim.play import check_won
from tests.games import battle

MOVE = ["steps", "heading_interval", "closest", "stands", "stuck"]
CLAIM = ["base", "heading", "corners", "within", "path", "off", "apart", "left", "blockers"]
SIDE = ["side", "gun_side", "region"]


def table(*more: Ship, damage: int = 0) -> Layout:
    ships = (
        Ship("A", "red", Size.SMALL, Pose(300, 300, 90), damage),
        Ship("B", "blue", Size.LARGE, Pose(240, 320, 90)),
    )
    wall = Obstacle.of("wall", [(310, 360), (400, 360), (400, 370), (310, 370)])
    return Layout((*ships, *more), surface=Surface.rectangle(600, 600), objects=(wall,))


def rulings() -> dict[str, tuple[Callable[[], Ruling], list[str]]]:
    """How to get a ruling of every kind, with the keys of its witness in their order."""
    target, fence = Ship("T", "red", Size.SMALL, Pose(200, 340, 90)), ((208, 250), (212, 250), (212, 450), (208, 450))
    quiet = Rules(premeasure="declared_only")
    near = Pose(300, 325.4, 90)
    return {
        "move": (lambda: check_move(table(), "A", [90]), MOVE),
        "sunk": (lambda: check_move(table(damage=1), "A", [90]), []),
        "too many steps": (lambda: check_move(table(), "A", [90] * 7), ["steps", "stands"]),
        "quiet move": (lambda: check_move(table(), "A", [90], rules=quiet), ["steps", "closest", "stands", "stuck"]),
        "arrival": (lambda: check_move(table(), "A", to=near, within=1), [*MOVE, "to"]),
        "clear": (
            lambda: check_shot(table(target), "B", "T"),
            [*SIDE, "slide", "template", "gun_point", "target_point"],
        ),
        "blocked": (
            lambda: check_shot(replace(table(target), objects=(Obstacle.of("fence", fence),)), "B", "T"),
            [*SIDE, "blockers", "tried"],
        ),
        "out of reach": (lambda: check_shot(table(), "B", "A", "left"), [*SIDE, "blockers"]),
        "contact": (lambda: check_contact(table(), "A", "B"), ["relation", "clearance", "points", "height"]),
        "quiet contact": (lambda: check_contact(table(), "A", "B", rules=quiet), ["relation"]),
        "setup": (lambda: check_setup(table()), ["closest", "pairs_checked", "mobility", "games", "offer"]),
        "won": (
            lambda: check_won(battle(table().ship("A"), table().ship("B"))),
            ["winners", "reason", "closest", "lines"],
        ),
        "quiet setup": (lambda: check_setup(table(), rules=quiet), ["closest", "pairs_checked", "games", "offer"]),
    }


@cache
def ruled(kind: str) -> Ruling:
    return rulings()[kind][0]()


@pytest.mark.usefixtures("no_margins")
@pytest.mark.parametrize("kind", rulings())
def test_the_witness_in_json_has_its_keys_in_their_order(kind: str) -> None:
    document, (_, keys) = ruled(kind).as_json(), rulings()[kind]

    assert list(document["witness"]) == keys
    assert json.loads(json.dumps(document, allow_nan=False)) == document


@pytest.mark.usefixtures("no_margins")
def test_every_kind_of_evidence_is_among_them_and_none_can_be_changed() -> None:
    shown = [witness for kind in rulings() if (witness := ruled(kind).witness) is not None]

    assert {type(one) for one in shown} == set(get_args(Evidence))
    for one in shown:
        with pytest.raises((FrozenInstanceError, TypeError)):  # without a __dict__ some Pythons say it so
            one.relation = "apart"


def test_what_evidence_holds_in_turn_has_its_keys_in_their_order() -> None:
    move = check_move(table(), "A", [90]).as_json()
    witness: dict[str, Any] = move["witness"]

    assert list(witness["steps"][0]) == ["step", "base", "tip", "heading", "corners"]
    ends = ["from", "to", "from_by", "to_by", "from_closed", "to_closed", "legal"]
    assert list(witness["heading_interval"]) == ends
    assert list(witness["closest"]) == ["pieces", "step", "clearance", "points", "height"]
    assert list(move["flip"]) == ["ships", "steps"]
    assert [list(step) for step in move["flip"]["steps"]] == [["step", "base", "heading"]]
    assert list(check_move(table(), "A", to=Pose(300, 325.4, 90)).as_json()["witness"]["to"]) == CLAIM
    contact = check_contact(table(), "A", "B").as_json()
    assert list(contact["flip"]) == ["ships"]
    assert all(list(place) == ["base", "heading"] for place in contact["flip"]["ships"].values())
    overlapping = check_setup(table(Ship("C", "red", Size.SMALL, Pose(301, 300, 90)))).as_json()
    assert list(overlapping["witness"]["closest"]) == ["pieces", "clearance", "points", "height"]


def test_plain_data_has_lists_and_no_infinities() -> None:
    assert plain({"a": (1, math.inf, None)}) == {"a": [1, None, None]}
    assert plain(MoveEvidence()) == dict.fromkeys(MOVE) | {"steps": [], "stands": 0}
    with pytest.raises(TypeError, match="complex"):
        plain(1j)

"""Disputes about points: does this kill score, does this hex burn, who wins."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from grid_games.cli.commands import cli
from grid_games.core.sets import members
from grid_games.singidunum.points import burns, wins
from tests.grid_games.singidunum.scenes import fight, game, scene
from tests.grid_games.singidunum.test_walks import walk


def asked(position: str, **question: object) -> dict[str, Any]:
    document = {"game": "singidunum", "position": position, "questions": [question]}
    done = CliRunner().invoke(cli, ["check", "-", "--json"], input=json.dumps(document))
    (ruling,) = json.loads(done.output)["rulings"]
    assert done.exit_code == (0 if ruling["answer"] == "yes" else 1)
    found: dict[str, Any] = ruling
    return found


@pytest.mark.parametrize(("position", "question", "clause"), [
    ("2 romans 0-0 E9@g6 / C6@i6 A4@c9", {"scores": "i6"}, "U14"),
    ("2 romans 0-0 E9@g6 / C6@e6 A4@c9", {"scores": "e6"}, ""),
    ("2 romans 0-0 E9@h6 / C6@j6 A4@c9", {"scores": "j6"}, ""), ("2 romans 0-0 C6@j6 / A4@c9", {"burns": "j6"}, ""),
    ("2 romans 0-0 C6@j6! / A4@c9", {"burns": "j6"}, "U15"), ("2 romans 0-0 C6@j6 / A4@j7", {"burns": "j6"}, "13"),
    ("2 romans 2-0 C6@j6 / A4@c9 burnt j6", {"burns": "j6"}, "13"),
    ("2 romans 0-0 C6@e6 / A4@c9", {"burns": "j6"}, "13"),
    ("2 romans 0-0 C6@e6 / A4@c9", {"burns": "e6"}, "13"), ("2 romans 6-0 C6@j6 / A4@c9", {"wins": "romans"}, ""),
    ("2 romans 6-0 C6@j6 / A4@c9", {"wins": "barbarians"}, "13"),
    ("2 romans 5-0 C6@j6 / A4@c9", {"wins": "romans"}, "13"),
    ("8 romans 1-0 C6@e6 / A4@c9", {"wins": "romans"}, ""), ("8 romans 1-1 C6@e6 / A4@c9", {"wins": "romans"}, "13"),
    ("2 romans 0-0 E9@e4 / C6@e6 A4@c9", {"scores": "e6", "after": ["e4-e5", "accept"]}, ""),
])  # fmt: skip
def test_a_dispute_asks_about_points(position: str, question: dict[str, object], clause: str) -> None:
    ruling = asked(position, **question)
    assert ruling["answer"] == ("no" if clause else "yes")
    assert [reason["clause"] for reason in ruling["reasons"]] == ([clause] if clause else [])


def test_what_is_said_of_a_kill_is_what_it_brings() -> None:
    for name, text in (("i6", "E9@g6 / C6@i6 A4@c9"), ("i6", "E9@g6 A5@i5' A6@j7' / C6@i6 A4@c9")):
        says = asked(f"1 romans 0-0 {text}", scores=name, after=["g6-h6"])["answer"] == "yes"
        assert fight(scene(text), "g6-h6", "+4").points == (int(says), 0)


def test_what_is_said_to_burn_burns_when_the_turn_ends() -> None:
    """On walks round a base: what `burns` says before the last pass is what the fire then does."""
    burnt = 0
    for seed in range(30):
        rng = np.random.default_rng([5, seed])
        state = scene("C6@j6 C5@j7! H7@i7 / A4@k9 A5@j8 H6@k5", turn=2)
        for before, move in walk(state, rng, 120):
            later = before.after(move)
            if later.turn == before.turn and later.result is None:
                continue
            if str(move) != "pass":
                continue
            names = game().table.board.names
            fires = {names[place] for place in members(later.burnt & ~before.burnt)}
            assert fires == {name for name in names if burns(before, name) is None}
            if later.result is not None:
                assert {one for one in ("romans", "barbarians") if wins(before, one) is None} == set(
                    later.result.winners
                )
            burnt += len(fires)
    assert burnt > 0


@pytest.mark.parametrize(("question", "told"), [
    ({"scores": "e5"}, "nobody stands on e5"), ({"burns": "z9"}, "there is no hex z9"),
    ({"wins": "gauls"}, "expected romans or barbarians"),
    ({"wins": "romans", "move": "e4"}, "one question a table"), ({"burn": "j6"}, "there is no such key here"),
])  # fmt: skip
def test_what_cannot_be_asked_is_said(question: dict[str, object], told: str) -> None:
    document = {"game": "singidunum", "position": "2 romans 0-0 E9@e4 / C6@e6", "questions": [question]}
    done = CliRunner().invoke(cli, ["check", "-"], input=json.dumps(document))
    assert told in str(done.exception) + done.output

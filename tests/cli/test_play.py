"""`armada play`: what a person types and is told; the table in characters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from armada_sim import Obstacle
from armada_sim.cli.sitting import Battle
from armada_sim.files import Record
from armada_sim.files.game_reading import load_game
from armada_sim.files.game_records import replay
from armada_sim.play.game import Game
from armada_sim.tabletop import Language
from armada_sim.wording import Sitting
from tests import commands
from tests.games import BASIC, agreement, battle, ship

ROOT = Path(__file__).parents[2]
RNG = np.random.default_rng(1)


def type_in(sitting: Sitting, *lines: str) -> tuple[Sitting, list[str]]:
    """The sitting after lines that a person types, and what is said of the last."""
    table = Battle(Language(), Record(sitting.game.state.agreement, ()), {}, RNG, sitting)
    said = [table.say(line) for line in lines]
    return table.sitting, said[-1]


def test_actions_are_played_and_taken_back() -> None:
    sitting, _ = type_in(Sitting(Game.new(agreement())), *BASIC)
    assert sitting.game.state.phase == "play"
    moved, told = type_in(sitting, "BS1 > 270 270")
    assert told == []
    assert len(moved.actions) == 5
    back, told = type_in(moved, "undo")
    assert back.game == sitting.game
    assert told == ["Taken back."]
    assert type_in(Sitting(sitting.game), "undo")[1] == ["There is nothing to take back."]


def test_what_is_not_allowed_is_told_with_its_clause_and_is_no_action() -> None:
    sitting = Sitting(battle(ship("RL1", "large", 300, 300), ship("BM1", "medium", 320, 335, 0)))
    same, told = type_in(sitting, "RL1 > 270")
    assert same == sitting
    assert "(move.turn_limit)" in told[0]
    assert "(turn.ship)" in type_in(sitting, "BM1 > 0")[1][0]
    assert "Type help." in type_in(sitting, "RL1 jumps")[1][0]
    assert type_in(sitting, "why RL1 x BM1")[1] == ["It is allowed."]
    assert type_in(sitting, "why")[1] == type_in(sitting, "why not")[1] == ["Name a move, as in why RL1 > 90 75.5"]
    assert "(move.turn_limit)" in type_in(sitting, "why not RL1 > 270")[1][0]
    assert "RL1 x BM1" in type_in(sitting, "hint")[1][0]
    assert "turn limit" in type_in(sitting, "legal RL1")[1][0]
    assert "no ship is called" in type_in(sitting, "legal XX")[1][0]


def test_a_refused_claim_costs_what_was_agreed() -> None:
    rules = {"illegal_claim_cost": "action_spent"}
    sitting = Sitting(battle(ship("RL1", "large", 300, 300), ship("BM1", "medium", 600, 600), rules=rules))
    after, told = type_in(sitting, "RL1 > 270")
    assert after.game.state.turn.left == 2
    assert "move.turn_limit" in told[0]


def test_the_table_in_characters_shows_tips_names_objects_and_hides_the_sunk() -> None:
    island = Obstacle.of("island", [(600, 600), (700, 600), (700, 700), (600, 700)])
    ships = (
        ship("RL1", "large", 300, 300, 0),
        ship("BS1", "small", 500, 100, 90),
        ship("BS2", "small", 800, 800, 0, 1),
    )
    _, lines = type_in(Sitting(battle(*ships, objects=(island,))), "table")
    text = "\n".join(lines)
    assert len({len(line) for line in lines}) == 1
    for word in ("RL1", "→", "BS1", "↑", "##"):
        assert word in text
    assert "BS2" not in text
    row = next(line for line in lines if "RL1" in line)
    assert row.index("→") > row.index("RL1")


def test_flagships_fly_a_pennant_in_characters() -> None:
    sitting = Sitting(replay(load_game(ROOT / "tests" / "data" / "games" / "three-flags.json")).games[5])
    drawn = "\n".join(type_in(sitting, "table")[1])
    assert "AS1⚑" in drawn
    assert "EM1⚑" not in drawn  # whose flag is not given yet
    _, told = type_in(sitting, "ships")
    assert [line.endswith("flagship ⚑") for line in told] == ["AS1" in line or "BL1" in line for line in told]


def run(*arguments: str, typed: str = "") -> tuple[int, str]:
    done = commands.run("armada", "play", *arguments, typed=typed)
    return done.exit_code, done.output


def test_a_game_of_two_people_is_recorded_and_replays(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = "fleet L4\nfirst red\nauto\nauto\nhint\nRL1 > 90\nRL2 > 90\npass\nresign\n"
    status, output = run("--blue", "human", "--record", str(record), typed=typed)
    assert status == 0, output
    assert "wins" in output
    again = replay(load_game(str(record)))
    assert again.good
    assert again.games[-1].outcome().reason == "resigned"
    assert json.loads(record.read_text())["notes"] == {"red": "human", "blue": "human"}


def test_computer_players_say_when_they_want_a_draw_and_the_record_tells(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    said = "The game is drawn after 60 turns in a row without damage, as computer players ask."
    status, output = run("--record", str(record), typed="fleet L4\nquit\n")
    assert (status, output.splitlines()[2]) == (0, said)
    assert json.loads(record.read_text())["rules"]["game_limit"] == "quiet_turns(60)"
    status, output = run("--blue", "human", "--record", str(record), typed="fleet L4\nquit\n")
    assert (status, said in output) == (0, False)
    assert json.loads(record.read_text())["rules"]["game_limit"] == "no_limit"


def test_a_computer_player_answers_an_offer(tmp_path: Path) -> None:
    """Even fleets at the first turn: greedy agrees."""
    record = tmp_path / "game.json"
    status, output = run("--record", str(record), typed="fleet L4\nauto\ndraw\npass\nquit\n")
    assert status == 0
    assert "blue is for a draw" in output
    assert "A draw: all agreed to it." in output
    assert replay(load_game(record)).games[-1].outcome().reason == "agreement"


def test_a_record_tells_the_seconds_of_search(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    status, output = run(
        "--blue", "search", "--seconds", "0.01", "--record", str(record), typed="fleet L4\nfirst red\nauto\nresign\n"
    )
    assert status == 0, output
    assert json.loads(record.read_text())["notes"] == {"red": "human", "blue": "search, 0.01 s a turn"}


def test_a_game_that_is_interrupted_is_recorded_as_far_as_it_went(tmp_path: Path, monkeypatch) -> None:
    record = tmp_path / "game.json"

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("armada_sim.cli.sitting.draw", interrupted)
    status, _ = run(
        "--blue", "human", "--record", str(record), "--picture", str(tmp_path / "t.svg"), typed="fleet L4\n"
    )
    assert status == 130
    assert [str(line) for line in json.loads(record.read_text())["actions"]] == ["fleet L4"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--record", "game.txt"), "ends in .json"), (("--picture", "no/where.svg"), "no folder"),
     (("--rules", "clasic"), "classic")],
)  # fmt: skip
def test_bad_calls_are_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in commands.refused("armada", "play", *arguments)


@pytest.mark.skipif(os.name != "posix", reason="a shell's <&-")
def test_a_closed_input_leaves_the_game() -> None:
    done = subprocess.run(
        f"exec {sys.executable} -m armada_sim.cli play <&-", shell=True, cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == ["The game is left.", "The game goes on; red decides."]


def test_the_picture_follows_what_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opening = "\n".join([*BASIC, ""])
    pictures = []
    for lines in ("", "BS1 > 270 270\n", "BS1 > 270 270\nundo\n"):
        assert run("--blue", "human", "--picture", "p.svg", typed=opening + lines)[0] == 0
        pictures.append((tmp_path / "p.svg").read_text())
    assert pictures[0] == pictures[2] != pictures[1]

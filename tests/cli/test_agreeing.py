"""What `armada play` agrees on before a game, from options or a game file; whole games of every kind through the
command."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from armada_sim.cli.explain import examples
from armada_sim.cli.sitting import HELP
from armada_sim.files.game_reading import load_game, parse_game
from armada_sim.files.game_records import record_text, replay
from armada_sim.files.record import Record
from armada_sim.play.actions import parse_action
from armada_sim.play.state import GoalLine
from armada_sim.table.layout import Surface
from armada_sim.table.pieces import Counts
from tests import commands

SMALL = ("--fleet", "red=S2", "--fleet", "blue=M1 S1", "--set", "fleet_budget=free", "--surface", "600,600")
"""Few ships on a small table."""

SOON = ("--set", "game_limit=quiet_turns(6)")
"""An end to what is not played by arrays, where every action is asked of the referee."""


def run(*arguments: str, typed: str = "") -> tuple[int, str]:
    done = commands.run("armada", "play", *arguments, typed=typed)
    return done.exit_code, done.output


def recorded(tmp_path: Path, *arguments: str, typed: str = "quit\n") -> tuple[Record, str]:
    """The record of a game, and what was printed."""
    status, output = run(*arguments, "--record", str(tmp_path / "game.json"), typed=typed)
    assert status == 0, output
    return load_game(tmp_path / "game.json"), output


def ended(tmp_path: Path, *arguments: str) -> tuple[Record, str]:
    """The same for a game between computer players, which has to end and to replay."""
    record, output = recorded(tmp_path, *arguments, typed="")
    found = replay(record)
    assert found.good
    assert found.games[-1].outcome() is not None
    assert record.result == found.games[-1].outcome()
    return record, output


# what options say


def test_options_say_all_that_a_game_can_have(tmp_path: Path) -> None:
    record, output = recorded(
        tmp_path, "--players", "Anna, Bo,Eva Lu,Di", "--side", "Bo=west", "--team", "Anna=x", "--team", "Eva Lu=x",
        "--fleet", "Anna=L1", "--fleet", "Bo=M2 S1", "--fleet", "Eva Lu=S3", "--fleet", "Di=S1", "--rules",
        "infiltration",
        "--set", "fleet_budget=free", "--set", "max_per_size=5", "--set", "game_limit=quiet_turns(9)", "--surface",
        "40 in, 1200",
        "--object", "reef=500,500; 20 in, 500; 50.5 cm,530", "--object", "isle=700,700; 720,700; 700,720",
        "--line", "Anna=0,1100; 1016,1100", "--line", "Di=1016,90;0,90", "--seed", "7", "--Bo", "human",
        "--Eva Lu=search",
    )  # fmt: skip
    agreed = record.agreement
    assert [(seat.player, seat.side, seat.team) for seat in agreed.seats] == [
        ("Anna", "south", "x"), ("Bo", "west", ""), ("Eva Lu", "north", "x"), ("Di", "east", ""),
    ]  # fmt: skip
    assert agreed.fleets == (Counts(1), Counts(0, 2, 1), Counts(0, 0, 3), Counts(0, 0, 1))
    assert (agreed.rules.preset, agreed.rules.goal, agreed.rules.max_per_size, agreed.rules.game_limit) == (
        "infiltration",
        "infiltration",
        5,
        "quiet_turns(9)",
    )
    assert agreed.surface.corners[2] == (1016, 1200)
    assert [(thing.name, thing.polygon[1:]) for thing in agreed.objects] == [
        ("reef", ((508, 500), (505, 530))), ("isle", ((720, 700), (700, 720))),
    ]  # fmt: skip
    assert agreed.lines == (GoalLine("Anna", (0, 1100), (1016, 1100)), GoalLine("Di", (1016, 90), (0, 90)))
    assert agreed.seed == 7
    assert dict(record.notes) == {
        "Anna": "human",
        "Bo": "human",
        "Eva Lu": "search, 60 play-outs a turn",
        "Di": "greedy",
    }
    assert "Players: Anna (south, team x, human); Bo (west, human);" in output
    assert "goal line" not in output


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("disc 12 in", Surface.disc((Decimal("304.8"), Decimal("304.8")), Decimal("304.8"))),
        ("900,800.5", Surface.rectangle(900, Decimal("800.5"))),
        ("0,0; 1 m,0", None), ("0,0; 1000,0; 500,900", Surface.polygon([(0, 0), (1000, 0), (500, 900)])),
    ],
)  # fmt: skip
def test_surfaces(tmp_path: Path, surface: str, expected: Surface | None) -> None:
    if expected is None:
        status, output = run("--surface", surface)
        assert (status, output.startswith("Error: --surface: expected a length")) == (2, True), output
    else:
        found = recorded(tmp_path, "--surface", surface)[0].agreement.surface
        assert (found.corners, found.bounds) == (expected.corners, expected.bounds)


@pytest.mark.parametrize(
    ("arguments", "fleets", "rules"),
    [
        ((), "basic", {}), (("--setup", "advanced"), "basic", {"first_player": "advanced_cut_and_choose"}),
        (("--setup", "twelve-pips"), "choose", {"fleet_budget": "exactly_12"}),
        (("--players", "a,b,c"), "choose", {"fleet_budget": "exactly_12"}),
        (("--setup", "matched"), "choose", {"fleet_budget": "matched"}),
        (("--setup", "full", "--players", "a,b,c"), (Counts(4, 4, 4),) * 3, {"fleet_budget": "full_4_4_4"}),
        (("--setup", "matched", "--set", "fleet_budget=matched(2 small or 1 large)"), "choose",
         {"fleet_budget": "matched(2 small or 1 large)"}),
    ],
)  # fmt: skip
def test_set_ups(tmp_path: Path, arguments: tuple[str, ...], fleets: Any, rules: dict[str, str]) -> None:
    agreed = recorded(tmp_path, *arguments)[0].agreement
    assert agreed.fleets == fleets
    assert {key: getattr(agreed.rules, key) for key in rules} == rules


@pytest.mark.parametrize(
    ("count", "sides"), [(2, "south north"), (3, "south west north"), (4, "south west north east"), (5, "")]
)
def test_players_sit_clockwise(tmp_path: Path, count: int, sides: str) -> None:
    seats = recorded(tmp_path, "--players", ",".join("abcdefgh"[:count]))[0].agreement.seats
    assert [seat.side for seat in seats] == (list(sides.split()) or [None] * count)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), ("red", (0, 863), (915, 863))), (("--side", "red=north", "--side", "blue=south"),
         ("red", (915, 51), (0, 51))),
        (("--side", "blue=west", "--side", "red=east"), ("red", (51, 0), (51, 915))),
        (("--side", "blue=east", "--side", "red=west"), ("red", (863, 915), (863, 0))),
        (("--players", "a,b,c", "--team", "a=x", "--team", "b=x"), ("a", (0, 863), (915, 863))),
    ],
)  # fmt: skip
def test_a_goal_line_is_proposed_and_said_so(tmp_path: Path, arguments: tuple[str, ...], line: Any) -> None:
    """Behind the first enemy's fleet, with room for a large between it and his edge."""
    record, output = recorded(tmp_path, "--rules", "infiltration", *arguments)
    assert record.agreement.lines == (GoalLine(*line),)
    told = " ".join(output.split())
    assert f"{line[0]} attacks and wins by getting a ship past the goal line from {line[1]} to {line[2]}" in told
    assert "--line sets another" in told


E5 = ("--players", "a,b,c,d,e")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "red"), "--players: needs at least 2 entries"),
        (("--players", "red,,blue"), "--players: is empty"),
        (("--players", "red,red"), "--players: two players are named 'red'"),
        (("--players", ",".join(f"p{i}" for i in range(25))), "--players: has more than 24 entries"),
        (("--side", "red=up"), "--side: expected south, north, west or east, not 'up'"),
        (("--side", "rde=south"), "--side: no player is called 'rde'; did you mean red?"),
        (("--side", "red"), "--side: expected NAME=..., such as 'red=south', not 'red'"),
        (("--team", "red=x", "--team", "red=y"), "--team: is given twice for red"),
        (("--team", "red=x", "--team", "blue=x"),
         "--players: a game needs at least two players who are not on one team"),
        (("--fleet", "red=L4"), "--fleet: blue has none: give every player a fleet, or nobody"),
        (("--fleet", "red=L4", "--fleet", "blue=X1"), "--fleet: expected ships such as 'L2 M2 S2', not 'X1'"),
        (("--fleet", "red=L4", "--fleet", "blue=S1"),
         "--fleet: blue's fleet has 1 pip, against fleet_budget = exactly_12"),
        (("--fleet", "red=L4", "--fleet", "blue=L4", "--setup", "full"), "--setup: says nothing beside --fleet"),
        (("--setup", "basic", *E5), "--setup: basic fleets and cut-and-choose are for two players"),
        (("--setup", "ful"), "--setup"),
        (("--rules", "clasic"), "--rules: there is no preset 'clasic'"),
        (("--set", "goal"), "--set: expected KEY=VALUE, such as game_limit=turns(40), not 'goal'"),
        (("--set", "gme_limit=no_limit"), "--set gme_limit: there is no such option; did you mean game_limit?"),
        (("--set", "game_limit=quiet_turns(0)"), "--set game_limit: quiet_turns takes a whole number from 1"),
        (("--set", "game_limit=no_limit", "--set", "game_limit=no_limit"), "--set game_limit: is given twice"),
        (("--set", "players=between(3, 5)"), "--players: 2 players, against players = between(3, 5)"),
        (("--surface", "900"), "--surface: expected points such as '400,400; 500,400', not '900'"),
        (("--surface", "-900,900"), "--surface: "),
        (("--surface", "disc"), "--surface: expected a number (mm) or a length such as '10 in'"),
        (("--surface", "0,0; 10,10; 0,10; 10,0"), "--surface: "),
        (("--object", "reef"), "--object: expected NAME=CORNERS"),
        (("--object", "reef=0,0; 10,10"), "--object: needs at least 3 entries"),
        (("--object", "reef=0,0; 10,0; x,10"), "--object: expected a length such as"),
        (("--line", "red=0,864; 914,864"), "--line: goal = infiltration and goal lines belong together"),
        (("--rules", "infiltration", "--line", "red=0,864"), "--line: expected ATTACKER=START; END"),
        (("--rules", "infiltration", "--line", "rde=0,864; 914,864"),
         "--line: no player is called 'rde'; did you mean red?"),
        (("--rules", "infiltration", "--line", "red=0,900; 914,900"),
         "--line: between the goal line of red and the edge there is no room"),
        (("--rules", "infiltration", "--set", "surface=unbounded"),
         "--line: goal = infiltration needs a goal line, and on"),
        (("--rules", "infiltration", *E5), "--line: goal = infiltration needs a goal line, and on"),
        (("--rules", "flag", "--set", "flag_kind=kite"), "--set flag_kind: expected"),
        (("--seed", str(2**63)), f"'--seed': expected a whole number from 0 to {2**63 - 1}, not '{2**63}'"),
        (("--green", "human"), "--green: is no option, and no player of this game"),
        (("--rde", "human"), "--rde: is no option, and no player of this game; did you mean red?"),
        (("--red", "clever"), "--red: expected human, random, greedy or search, not 'clever'"),
        (("--red",), "--red: expects who plays: human, random, greedy or search"),
        (("--red", "human", "--red", "human"), "--red: is given twice"),
        (("greedy",), "expected options, such as --red greedy, not 'greedy'"),
    ],
)  # fmt: skip
def test_what_cannot_be_agreed_on_is_one_sentence_with_its_option(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    done = commands.run("armada", "play", *arguments, "--record", tmp_path / "game.json", typed="auto\n")
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr
    assert words == "--setup" or done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


# game files


LINE = "three-players-and-a-line"


@pytest.mark.parametrize("name", sorted(examples("agreements")))
def test_a_shipped_game_file_is_listed_printed_and_played(name: str, tmp_path: Path) -> None:
    text = commands.run("armada", "example", name).output
    listed = commands.run("armada", "example").output
    record = parse_game(text, form="toml")
    assert record.title in listed
    assert not record.actions
    (tmp_path / "mine.toml").write_text(text)
    from_name, output = recorded(tmp_path, "--from", name)
    assert output.startswith(record.title)
    assert from_name == recorded(tmp_path, "--from", str(tmp_path / "mine.toml"))[0]
    asked = record.agreement.rules
    if not asked.limited:
        asked = asked.but(game_limit="quiet_turns(60)")  # as computer players ask
    assert from_name.agreement == replace(record.agreement, rules=asked)


def test_a_game_file_in_json_begins_within_a_battle_and_is_recorded_so(tmp_path: Path) -> None:
    ships = [{"name": "RS1", "player": "red", "size": "small", "base": [300, 300], "heading": 90},
             {"name": "BS1", "player": "blue", "size": "small", "base": [300, 340], "heading": 0}]  # fmt: skip
    table = {"format": 2, "players": [{"player": "red"}, {"player": "blue"}], "seed": 3,
             "start": {"first": "red", "ships": ships}}  # fmt: skip
    (tmp_path / "begin.json").write_text(json.dumps(table))
    record, _ = recorded(
        tmp_path, "--from", str(tmp_path / "begin.json"), "--blue", "human", "--seed", "5", typed="RS1 > 0\nquit\n"
    )
    assert (record.start.first, len(record.actions), record.agreement.seed) == ("red", 1, 5)
    assert replay(record).good


def test_a_game_file_that_cannot_be_played_is_one_sentence(tmp_path: Path) -> None:
    played, _ = recorded(tmp_path, typed="fleet L4\nquit\n")
    (tmp_path / "played.json").write_text(record_text(played))
    (tmp_path / "bad.toml").write_text('format = 2\nplayers = [{ player = "a" }, { player = "b", sid = "south" }]\n')
    for arguments, words in (
        ((str(tmp_path / "played.json"),),
         "played.json: actions: holds 3 of a game that was played; a game file to play has none"),
        ((str(tmp_path / "bad.toml"),), "bad.toml: players[2].sid: there is no such key here; did you mean side?"),
        ((str(tmp_path / "none.toml"),), "none.toml: "),
        (("three-player-and-a-line",), "did you mean three-players-and-a-line?"),
        ((LINE, "--set", "game_limit=no_limit"), "--set: is said in the game file"),
        ((LINE, "--players", "a,b"), "--players: is said in the game file"),
        ((LINE, "--red", "human"), "--red: is no option, and no player of this game"),
        ((LINE, "--seed", "-1"), "--seed"),
    ):  # fmt: skip
        assert words in commands.refused("armada", "play", "--from", *arguments)


def test_a_record_does_not_land_on_the_game_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"format": 2, "players": [{"player": "a"}, {"player": "b"}]}')
    assert "would overwrite" in commands.refused("armada", "play", "--from", file, "--record", file)
    assert file.read_text().startswith('{"format": 2')


# whole games


@pytest.mark.parametrize(
    ("arguments", "reasons"),
    [
        ((*SMALL, "--red", "greedy"), {"sunk", "quiet_turns"}),
        ((*SMALL, "--red", "random", "--rules", "flag", "--set", "flag_kind=fixed", *SOON),
         {"flag_taken", "sunk", "quiet_turns"}),
        (("--players", "a,b,c,d", "--team", "a=x", "--team", "c=x", "--team", "b=y", "--team", "d=y", "--a", "random",
         "--set", "fleet_budget=free",
          *SOON,
          *(word for name in "abcd" for word in ("--fleet", f"{name}=S1"))), {"sunk", "quiet_turns"}),
        (("--surface", "disc 400", "--object", "isle=380,380; 420,380; 400,420", "--setup", "matched", "--set",
         "fleet_budget=matched(2 small)",
          "--red", "greedy", *SOON), {"sunk", "quiet_turns"}),
    ],
    ids=["annihilation", "flags", "teams", "matched"],
)  # fmt: skip
def test_computers_play_every_kind_of_game_to_its_end(
    tmp_path: Path, arguments: tuple[str, ...], reasons: set[str]
) -> None:
    record, output = ended(tmp_path, *arguments, "--seed", "2")
    assert record.result is not None
    assert record.result.reason in reasons
    assert record.agreement.rules.limited
    assert "does not agree" not in output


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    games = [ended(tmp_path, *SMALL, "--red", "greedy", "--seed", seed)[0] for seed in ("4", "4", "5")]
    assert games[0] == games[1]
    assert games[0].actions != games[2].actions


def test_computers_play_without_an_end_only_against_what_they_ask(tmp_path: Path) -> None:
    _, output = recorded(tmp_path)
    assert "drawn after 60 turns in a row without damage, as computer players ask." in " ".join(output.split())
    assert recorded(tmp_path, "--blue", "human")[0].agreement.rules.game_limit == "no_limit"


# people


def test_help_tells_every_decision_before_the_first_turn_with_an_example() -> None:
    """The examples are read back."""
    for example in (
        "offer L3 M2 S4 take large",
        "accept",
        "swap",
        "flag 457,120",
        "flag RL1",
        "fleet L4",
        "first red",
        "draw",
        "resign",
    ):
        assert any(example in line for line in HELP)
        parse_action(example)
    status, output = run(typed="help\n")
    assert status == 0
    assert all(line in output for line in HELP)


def test_the_examples_of_the_help_text_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a shell reads them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(commands.run("armada", "example", LINE).output)
    lines = [
        line for line in commands.run("armada", "play", "--help").output.splitlines() if line.startswith("    armada ")
    ]
    assert len(lines) == 4
    for line in lines:
        words = shlex.split(
            line.rpartition("; armada ")[2] if "mine.toml;" in line else line.removeprefix("    armada "), posix=True
        )
        assert not set("()") & set(re.sub(r'"[^"]*"', "", line))  # no shell takes these unquoted
        status, output = run(*words[1:], typed="quit\n")
        assert status == 0, output


def test_people_offer_swap_and_place_flags_at_the_prompt(tmp_path: Path) -> None:
    record, _ = recorded(
        tmp_path, "--blue", "human", "--setup", "advanced", "--rules", "flag", "--set", "flag_kind=ship",
        typed="offer L1 M1 take large\nswap\nauto\nauto\nflag RM1\nflag BL1\nresign\n",
    )  # fmt: skip
    assert [type(action).__name__ for action in record.actions] == [
        "Offer",
        "Answer",
        "Deploy",
        "Deploy",
        "PlaceFlag",
        "PlaceFlag",
        "Resign",
    ]
    assert record.result.winners == ("blue",)


def test_an_offer_that_a_computer_does_not_take_is_answered_in_words() -> None:
    """Red has one small left against two larges."""
    fleets = ("--fleet", "red=S1", "--fleet", "blue=L2", "--set", "fleet_budget=free")
    status, output = run(*fleets, "--set", "first_player=lot", "--seed", "1", typed="auto\ndraw\npass\nquit\n")
    assert status == 0
    assert output.count("blue does not agree to a draw.") == 1
    assert "The game is left." in output


def test_no_room_is_told_and_the_game_goes_on() -> None:
    """Two fleets of twelve ships on a table too small for the gap between them."""
    status, output = run(
        "--setup", "full", "--surface", "300,300", "--blue", "human", typed="first red\nauto\nauto\nhint\nquit\n"
    )
    assert status == 0
    assert "place them by hand, or undo" in output
    assert "A computer would be at a loss" in output

"""Numbers that are typed or given: what is no number, or beyond all sense, is one sentence that names the range."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from armada_sim import InputError
from armada_sim.cli import drawing, play
from armada_sim.players import MOST_THOUGHT
from armada_sim.players.computer import Computer, Level
from armada_sim.regions.reach import REACH_FINEST_MM
from armada_sim.tabletop.laboratory.options import MOST_WORKERS
from armada_sim.tabletop.terminal.console import Number, Whole
from grid_games.players import player
from tests.commands import refused, run
from tests.whole import whole

FILE = str(Path(__file__).parents[2] / "examples" / "inches.toml")

DRAW, REACH = ["draw", FILE, "-o", "x.svg"], ["reach", FILE, "R1"]
PLAY, FIGURES = ["play", "--red", "random", "--blue", "random"], ["figures", "-o", "figures", "--only", "nothing"]
BALANCE = ["balance", "basic", "--store", "x.games"]
OPTIONS: list[tuple[str, list[str], str, float, float, bool]] = [
    ("armada", DRAW, "--scale", 1e-5, 1e5, False), ("armada", REACH, "--gap", 0.125, 100, False),
    ("armada", REACH, "--steps", 1, 4, True),
    ("armada", FIGURES, "--dpi", 20, 1200, False), ("armada", PLAY, "--budget", 1, 100_000, True),
    ("armada", PLAY, "--seconds", 0.01, 3600, False),
    ("armada", BALANCE, "--workers", 1, 1000, True),
    ("grid-games", ["balance", "strategiksa/levels", "--store", "x.games"], "--workers", 1, 1000, True),
    ("grid-games", ["play", "strategiksa"], "--seed", 0, 2**53, True),
]  # fmt: skip
ABSURD = ["nan", "-inf", "1e300", "-1", "1e-300", "9" * 5000, "", "one", "1,5", "\ud800"]


@pytest.mark.parametrize(
    ("program", "call", "key", "low", "high", "whole"),
    OPTIONS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_number_or_beyond_all_sense_is_refused(
    program: str,
    call: list[str],
    key: str,
    low: float,
    high: float,
    whole: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    outside = [str(low - 1), str(high + 1)] if whole else [repr(low * 0.999999), repr(high * 1.000001)]
    for value in [*ABSURD, *outside, *(["1.5", "nan"] if whole else [])]:
        said = refused(program, *call, f"{key}={value}")
        kind = "whole number" if whole else "number"
        assert re.match(rf"Error: Invalid value for '{key}'.*: expected a {kind} from \S+ to \S+, not ", said), value
        assert len(said) < 400
    assert list(tmp_path.iterdir()) == []


def test_the_ends_of_a_range_belong_to_it() -> None:
    for kind, text, number in (
        (Number(0.125, 100), "0.125", 0.125),
        (Number(0.125, 100), "100", 100.0),
        (Whole(1, 4), "1", 1),
        (Whole(1, 4), "4", 4),
    ):
        assert kind.convert(text, None, None) == number


def test_what_a_command_takes_is_what_is_done() -> None:
    """The ranges of commands, which load nothing to know them, are those of what they call."""
    assert drawing.FINEST_GAP_MM == REACH_FINEST_MM
    assert play.MOST_BUDGET == MOST_THOUGHT
    assert MOST_WORKERS >= 64


@pytest.mark.parametrize("scale", [whole(50), whole(2e-5)])
def test_a_scale_that_makes_no_figure_of_a_table_is_told_with_those_that_do(
    scale: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused("armada", *DRAW, "--scale", scale)
    found = re.fullmatch(r"Error: scale: (\S+) makes no figure of this table: expected (\S+) to (\S+)\n", said)
    assert found is not None, said
    assert float(found[1]) == scale
    for good in found.groups()[1:]:
        assert run("armada", *DRAW, "--scale", good).exit_code == 0


@pytest.mark.parametrize("given", [
    {"budget": 0}, {"budget": -1}, {"budget": float("nan")}, {"budget": 10**6}, {"seconds": 0.0},
    {"seconds": float("nan")},
    {"seconds": float("inf")}, {"seconds": 1e9}, {"tries": 0}, {"caution": -1}, {"tries": 10**9},
])  # fmt: skip
def test_a_player_who_cannot_think_so_is_none(given: dict[str, Any]) -> None:
    (key,) = given
    with pytest.raises(InputError, match=rf"^{key}: expected .* from \S+ to \S+, not "):
        Computer(Level.SEARCH, **given)


@pytest.mark.parametrize("text", ["search:0s", "search:nans", "search:0", "greedy:0", "search:3601s", "search:100001"])
def test_a_player_of_the_board_games_who_cannot_think_so_is_none(text: str) -> None:
    with pytest.raises(
        InputError, match=r"^expected .*search:60 \(1 to 100000\).*search:2s \(0\.01 to 3600\)|^there is no player"
    ):
        player(text)
    for good in ("search:1", "search:100000", "search:0.01s", "search:3600s", "greedy:1"):
        player(good)

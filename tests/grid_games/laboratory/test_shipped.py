"""Every experiment that is shipped, in small, on two workers: what they are sent can be sent."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from grid_games.cli.commands import cli
from tests.whole import whole

FOLDER = Path(__file__).parents[3] / "grid_games" / "examples" / "experiments"
SHIPPED = sorted(FOLDER.glob("*/*.toml"))
BESIDES = ("seats", "levels", "factions-greedy", "fair", "armies-37-search", "armies-55", "armies-55-search")
"""Experiments that are dear, or like another of the same game."""


EVERY = [whole(path) if path.stem in BESIDES else path for path in SHIPPED]


def small(text: str) -> str:
    """The same experiment with fewer looks ahead and two armies, on the smallest map, in few rounds."""
    text = re.sub(r"search:\d+", "search:2", text)
    text = re.sub(r"(\[armies\]\n.*\n.*\n)(?:\w.*\n)+", r"\1", text)
    short = {"destin-arc": 'map = "hamlet"', "strategiksa": "max_rounds = 2"}
    game = re.search(r'^game = "([\w-]+)"', text, re.MULTILINE)[1]
    if game not in short:
        return text
    text = re.sub(r"^max_rounds = .*\n", "", text, flags=re.MULTILINE)
    if "[settings]" in text:
        return text.replace("[settings]\n", f"[settings]\n{short[game]}\n")
    return f"{text}\n[settings]\n{short[game]}\n"


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_is_played_on_two_workers(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(small(path.read_text()))
    done = CliRunner().invoke(
        cli, ["balance", str(file), "--sets", "1", "--workers", "2", "--store", str(tmp_path / "s")]
    )
    assert done.exit_code == 0, done.output


def test_there_are_shipped_experiments_of_every_game() -> None:
    assert {path.parent.name for path in SHIPPED} == {"destin-arc", "singidunum", "strategiksa"}

"""Records written before a default changed replay as they were played (tests/data/singidunum/format_1_*.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grid_games.cli.commands import cli
from grid_games.core.match import Match
from grid_games.singidunum.options import OPTIONS
from tests.grid_games.singidunum.scenes import game

DATA = Path(__file__).parents[2] / "data" / "singidunum"


def checked(document: dict[str, Any]) -> dict[str, Any]:
    """What `grid-games check` says of a record."""
    done = CliRunner().invoke(cli, ["check", "-", "--json"], input=json.dumps(document))
    found: dict[str, Any] = json.loads(done.output)
    return found


@pytest.mark.parametrize("key", ["pincer", "second_hex"])
def test_a_record_of_format_1_means_the_defaults_of_its_time(key: str) -> None:
    """Its last move is forbidden by today's default, whether the record names the option or was older than it."""
    document = json.loads((DATA / f"format_1_{key}.json").read_text())
    settings = {name: value for name, value in document["settings"].items() if name != key}
    others = {option.key: option.was for option in OPTIONS if option.was and option.key != key}
    assert "format" not in document
    assert checked(document)["allowed"]
    assert checked(document | {"settings": settings})["allowed"]
    today = checked(document | {"settings": others | settings, "format": 2})
    assert not today["allowed"]
    assert today["reasons"][0]["number"] == len(document["moves"])


def test_what_a_record_of_format_1_means_are_values_that_are_not_the_default() -> None:
    former = {option.key: option.was for option in OPTIONS if option.was}
    assert former
    assert game(**former).settings == dict(game().settings) | former


def test_a_record_says_its_format() -> None:
    document = json.loads(Match(game()).record().text())
    assert document["format"] == 2
    assert checked(document)["allowed"]
    done = CliRunner().invoke(cli, ["check", "-"], input=json.dumps(document | {"format": 3}))
    assert done.exit_code == 2
    assert "format: input should be 1 or 2" in done.output

"""Options of all four games: why each is there, and what is said of those that went."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli as armada
from armada_sim.files.game_reading import load_game, parse_game
from armada_sim.files.game_records import replay
from armada_sim.files.records import parse_dispute
from armada_sim.table import BY_KEY, GONE, PRESETS, plain_values
from armada_sim.tabletop import Gone, InputError, Option, recorded, settled
from armada_sim.tabletop.rules_pages import codes
from grid_games import catalogue
from grid_games.cli.commands import cli as grid_games
from grid_games.core.records import Record
from tests.rules_pages import page_of

OPTIONS: dict[str, tuple[Option, ...]] = {
    "armada": tuple(BY_KEY.values()),
    **{name: catalogue.kind(name).options for name in catalogue.KINDS},
}
WENT: dict[str, Mapping[str, Gone]] = {
    "armada": GONE, **{name: catalogue.kind(name).gone for name in catalogue.KINDS},
}  # fmt: skip
TABLES = [(name, key) for name, gone in WENT.items() for key in gone]
OF_THE_BOARD = [(name, key) for name, key in TABLES if name != "armada"]

GAME = Path(__file__).parents[2] / "examples" / "games" / "larges-against-mediums.json"
"""A record of Armada with digests that names every option there was when it was written, `mutual_loss` among them."""


def unfounded(option: Option, page: str) -> str:
    """What is missing of the reason why an option is there; empty if nothing is."""
    if not option.stays:
        plain = plain_values(option.key) if BY_KEY.get(option.key) is option else tuple(option.values)
        bare = [value for value in plain if value not in option.sources]
        return f"{option.key} does not say why it stays; no text says {', '.join(bare)}" if bare else ""
    kind, _, what = option.stays.partition(" ")
    if kind == "clause":
        unknown = set(re.findall(r"[\w.]*\w", what)) - {"against", "and", *codes(page)}
        return f"{option.key} names clauses that are not there: {', '.join(unknown)}" if unknown else ""
    if kind == "preset":
        return "" if option.key in PRESETS.get(what, {}) else f"{option.key} is not in the preset {what}"
    return "" if kind in ("scenario", "example", "dispute:") and what else f"{option.key}: {option.stays}?"


@pytest.mark.parametrize("game", OPTIONS)
def test_every_option_says_why_it_is_there(game: str) -> None:
    page = page_of(game)
    assert [why for option in OPTIONS[game] if (why := unfounded(option, page))] == []


@pytest.mark.parametrize(
    ("stays", "found"),
    [
        ("", "wind does not say why it stays; no text says on"),
        ("clause 2.3 against 9.9", "wind names clauses that are not there: 9.9"),
        ("clause 2.3 and 2.4", ""),
        ("preset lenient", "wind is not in the preset lenient"),
        ("because", "wind: because?"),
        ("dispute:", "wind: dispute:?"),
        ("dispute: one feels it, the other does not", ""),
        ("scenario 37", ""),
    ],
)
def test_an_option_without_a_reason_is_noticed(stays: str, found: str) -> None:
    option = Option("wind", "Does it blow?", {"off": "no", "on": "yes"}, sources={"off": "1"}, stays=stays)
    assert unfounded(option, "**2.3.** A clause.\n\n**2.4.** Another.") == found


BOARD = (Option("die", "Which?", {"d6": "six", "d4": "four"}, was="d4"),)
WIND = {
    "wind": Gone("off", "no wind blows"),
    "rain": Gone("0", "it never rains", was="1"),
}


def test_an_option_that_went_is_told_what_is_played_whatever_its_value() -> None:
    for value in ("off", "on", False, 3):
        with pytest.raises(InputError, match=r"^wind: is no option any more: no wind blows$") as caught:
            settled(BOARD, {"wind": value}, WIND)
        assert caught.value.key == "wind"


def test_a_record_may_say_what_is_played() -> None:
    assert recorded(BOARD, WIND, {"die": "d4", "wind": False, "rain": 0}) == {"die": "d4"}
    assert recorded(BOARD, WIND, {}) == {}
    assert recorded(BOARD, WIND, {"rain": 0}, first=True) == {"die": "d4"}
    for said in ({"wind": "on"}, {"wind": True}, {"rain": "1"}):
        with pytest.raises(InputError, match="is no option any more"):
            recorded(BOARD, WIND, said)
    with pytest.raises(InputError, match=r"^rain: is no option any more: it never rains$"):
        recorded(BOARD, WIND, {}, first=True)  # it rained in games of that time


@pytest.mark.parametrize(("game", "key"), TABLES)
def test_rules_says_what_is_played(game: str, key: str) -> None:
    cli, words = (armada, ["rules", key]) if game == "armada" else (grid_games, ["rules", game, key])
    assert key not in {option.key for option in OPTIONS[game]}
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0
    assert f"{key}: is no option any more: {WENT[game][key].now}" in " ".join(done.output.split())
    if key == next(iter(WENT[game])):
        document = json.loads(CliRunner().invoke(cli, [*words, "--json"]).output)
        told = document["gone"][key]["now"] if game == "armada" else document["text"]
        assert told.endswith(WENT[game][key].now)


@cache
def usual(game: str) -> Any:
    return catalogue.load(game)


@pytest.mark.parametrize(("game", "key"), OF_THE_BOARD)
def test_a_board_game_has_it_in_records_alone(game: str, key: str) -> None:
    one, seats = WENT[game][key], catalogue.kind(game).seats[0]
    with pytest.raises(InputError, match="is no option any more"):
        catalogue.load(game, None, {key: one.value})
    assert catalogue.recorded(Record(game, seats, {key: one.value})) == usual(game)
    with pytest.raises(InputError, match="is no option any more"):
        catalogue.recorded(Record(game, seats, {key: "another"}))


@pytest.mark.parametrize("key", GONE)
def test_armada_has_it_in_records_alone(key: str) -> None:
    one = GONE[key]
    now = re.escape(one.now)
    with pytest.raises(InputError, match=rf"^rules\.{key}: is no option any more: {now}$"):
        parse_dispute(f'rules = {{ {key} = "{one.value}" }}')
    done = CliRunner().invoke(armada, ["play", "--set", f"{key}={one.value}"])
    assert done.exit_code == 2
    assert f"--set {key}: is no option any more: {one.now}" in " ".join(done.output.split())
    document = {"format": 2, "unit": "mm", "players": [{"player": "red"}, {"player": "blue"}]}
    assert parse_game(json.dumps(document | {"rules": {key: one.value}})).agreement.rules.not_default() == {}
    with pytest.raises(InputError, match=rf"^rules\.{key}: is no option any more: {now}$"):
        parse_game(json.dumps(document | {"rules": {key: "another"}}))


def test_a_record_that_names_what_went_is_as_it_was_written() -> None:
    document = json.loads(GAME.read_text())
    assert document["chain"]
    assert document["rules"].keys() & GONE.keys()
    assert replay(load_game(GAME)).good

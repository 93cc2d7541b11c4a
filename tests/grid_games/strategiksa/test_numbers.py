"""A game's numbers as data: invented prices against the second implementation of the rules, and what is refused."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.core.match import Match
from grid_games.core.records import read_record
from grid_games.strategiksa.game import KIND, Strategiksa
from grid_games.strategiksa.transcripts import read_transcript, write_transcript
from tests.grid_games.strategiksa.test_oracle import lockstep
from tests.whole import whole

from .oracle import Oracle


def game(players: int = 3, **settings: object) -> Strategiksa:
    return KIND.load(players, settings)


def invented(draw: random.Random) -> dict[str, Any]:
    """A table of numbers."""
    kinds = draw.sample("IAHC", draw.randint(1, 4))
    pieces: dict[str, Any] = {kind: "none" for kind in "IAHC" if kind not in kinds}
    pieces |= {kind: {"price": draw.randint(1, 4)} for kind in kinds}
    start = draw.randint(4, 14)
    return {
        "pieces": pieces,
        "start": start,
        "least": draw.randint(1, start),
        "limit": draw.randint(8, 30),
        "zones": draw.randint(13, 16),
    }


@pytest.mark.parametrize("seed", [1, 2, 3, *(whole(seed) for seed in range(4, 16))])
def test_games_of_any_numbers_are_the_oracles(seed: int) -> None:
    """Random games from the set-up: every legal move, every position, how it ends."""
    draw = random.Random(f"numbers {seed}")
    numbers = invented(draw)
    price = {"K": 0} | {kind: row["price"] for kind, row in numbers["pieces"].items() if row != "none"}
    oracle = Oracle(
        "RGB", rounds=6, price=price, start=numbers["start"], spent=numbers["least"], cap=numbers["limit"],
        territory=numbers["zones"],
    )  # fmt: skip
    state = game(numbers=json.dumps(numbers), max_rounds=6).new()
    lockstep(oracle, state, draw, slow=0.2)
    assert oracle.seen["limit"] + oracle.seen["supremacy"] + oracle.seen["territory"] == 1


def test_a_table_that_says_what_the_text_says_changes_nothing() -> None:
    said = '{"pieces": {"C": {"price": 2}}, "start": 10, "limit": 50, "zones": 18}'
    assert game(numbers=said) == game() == game(numbers="text")
    assert "numbers" not in game().settings


def test_zones_that_win_are_those_of_the_table() -> None:
    """Red holds fifteen zones, of which two squares each are taken."""
    zones = [f"{file}{rank}" for file in "acegi" for rank in (1, 3, 5)]
    held = ";".join(f"{square}=R:I;{square[0]}{int(square[1]) + 1}=R:I" for square in zones)
    text = f"classic|2|R|R=R,G=G,B=B|R=R,G=G,B=B|{held};b9=G:K;d9=B:K"
    ends = {}
    for name in ("text", "heavy-horse"):
        of = game(numbers=name)
        state = of.state_from_json(
            {"position": text, "step": {"name": "offering"}, "memory": {"fallen": [], "silent": 0}}
        )
        for move in ("no offer", "stop", "stop"):
            if state.outcome() is None and any(str(one) == move for one in state.legal_moves()):
                state = state.play(of.parse(move))
        ends[name] = state.outcome()
    assert ends["text"] is None
    assert ends["heavy-horse"] is not None
    assert (ends["heavy-horse"].winners, ends["heavy-horse"].reason) == (("red",), "territory")


@pytest.mark.parametrize("cap_test", ["each_piece", "turn_start"])
@pytest.mark.parametrize(("riders", "due"), [(13, True), (14, False)])
def test_nobody_is_reinforced_above_the_limit_of_the_table(riders: int, due: bool, cap_test: str) -> None:
    """A cavalry counts 3: thirteen are 39 points, fourteen 42, and 40 are the limit."""
    of = game(numbers="heavy-horse", cap_test=cap_test)
    text = f"classic|2|R|R=R,G=G,B=B|R=R,G=G,B=B|a1=R:K{riders - 1}C;a2=R:C;e5=G:K;i9=B:K"
    state = of.state_from_json({"position": text, "step": {"name": "offering"}, "memory": {"fallen": [], "silent": 0}})
    state = state.play(of.parse("no offer"))
    assert any(str(move).startswith("+I") for move in state.legal_moves()) == due


def test_a_record_and_a_game_as_people_write_it_carry_their_numbers(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("start = 3\n[pieces]\nC = { price = 3 }\n")
    played = Match(game(numbers=str(file)))
    for text in ("zone A1", "+K a1", "+C a2"):
        played.push(played.game.parse(text))
    record = played.record()
    file.unlink()
    assert str(played.state.current_player()) == "green"
    assert catalogue.recorded(read_record(record.text())) == played.game
    again = read_transcript(write_transcript(record))
    assert catalogue.recorded(again) == played.game
    assert again.moves == record.moves


def test_a_colour_may_leave_points_as_the_table_says() -> None:
    """Seven of nine at least; as people write it down, the end of a set-up is left out."""
    played = Match(game(numbers='{"start": 9, "least": 7}'))
    for text in ("zone A1", "+K a1", "+I a2", "+C a2", "+C a2"):
        played.push(played.game.parse(text))
    assert "stop" not in map(str, played.state.legal_moves())
    played.push(played.game.parse("+C a2"))
    assert "stop" in map(str, played.state.legal_moves())
    played.push(played.game.parse("stop"))
    assert str(played.state.current_player()) == "green"
    written = write_transcript(played.record())
    assert read_transcript(written).moves == played.record().moves
    with pytest.raises(ValueError, match="the set-up of R does not use all its points"):
        read_transcript(written.replace("I3C", "I2C"))


def test_a_game_that_was_played_can_be_sent_to_a_worker() -> None:
    of = game(numbers="heavy-horse")
    state = of.new()
    for text in ("zone A1", "+K a1", "+C a2"):
        state = state.play(of.parse(text))
    assert of.evaluate(state, "red") == 1
    assert pickle.loads(pickle.dumps(of)).numbers == of.numbers


def test_every_mistake_of_a_file_is_told_with_its_key(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("start = 0\nzones = 12\nlmit = 3\n[pieces]\nX = {}\nI = 3\nC = { price = 0 }\n")
    done = CliRunner().invoke(cli, ["play", "strategiksa", "--numbers", str(file)])
    assert done.exit_code == 2
    told = [line.removeprefix(f"Error: {file}: ").partition(": ")[0] for line in done.output.strip().splitlines()]
    assert told == ["lmit", "pieces.X", "pieces.I", "pieces.C.price", "start", "zones"]


@pytest.mark.parametrize(("numbers", "key", "told"), [
    ({"pieces": dict.fromkeys("IAHC", "none")}, "pieces", "no piece left but the kings"),
    ({"pieces": {kind: {"price": 11} for kind in "IAHC"}}, "start", "the cheapest piece costs 11"),
    ({"start": 4, "least": 5}, "least", "a colour starts with 4 points and cannot spend more"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(numbers: dict[str, object], key: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as caught:
        game(numbers=json.dumps(numbers))
    assert caught.value.key == f"numbers.{key}"  # type: ignore[attr-defined]


def test_a_piece_that_a_game_has_not_is_refused_wherever_it_is_named() -> None:
    of = game(numbers="heavy-horse")
    state = of.new()
    for text in ("zone A1", "+K a1"):
        state = state.play(of.parse(text))
    violation = state.why_not(of.parse("+H a2"))
    assert violation is not None
    assert str(violation.text) == "all 0 pieces of kind H are on the board"
    document = of.state_to_json(of.new()) | {
        "position": "classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|a1=R:KH;a2=R:I;c3=G:K;e5=B:K"
    }
    with pytest.raises(ValueError, match="more than 0 pieces of kind H"):
        of.state_from_json(document)

"""Records of games: written and read back, replayed, refused with the reason; games of every kind by their lines."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st

from armada_sim import InputError, Layout, Rules, Surface
from armada_sim.cli.commands import cli
from armada_sim.cli.explain import described
from armada_sim.files.game_model import UNSAID_IN_FORMAT_1
from armada_sim.files.game_reading import game_schema, load_game, parse_game
from armada_sim.files.game_records import digest, program_version, record_of, record_text, replay, save_record
from armada_sim.files.record import Record, Start
from armada_sim.moving import Declaration
from armada_sim.play import limit_reason
from armada_sim.play.actions import Action, Draw, Move, Pass, Refused, Resign, Shoot, notation
from armada_sim.play.game import Game
from armada_sim.play.state import Agreement, Flag, GoalLine, Seat
from armada_sim.table.game_options import BY_KEY
from armada_sim.table.layout import Obstacle
from armada_sim.table.options import PRESETS
from armada_sim.table.pieces import Counts, Dimensions, Profile
from armada_sim.tabletop.protocol import Outcome
from armada_sim.wording.game_words import ENDINGS
from armada_sim.wording.replay_report import account
from tests import oracle
from tests.games import BASIC, actions, agreement, ship
from tests.whole import whole

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "examples" / "games" / "larges-against-mediums.json"
GOLDEN = sorted((ROOT / "tests" / "data" / "games").glob("*.json"))


def run(*arguments: str, text: str | None = None) -> Any:
    return CliRunner().invoke(cli, list(arguments), input=text)


# golden games


@pytest.mark.parametrize("path", [*GOLDEN, SHIPPED], ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_end(path: Path) -> None:
    record = load_game(path)
    found = replay(record)
    assert (found.fault, found.differs) == (None, "")
    assert found.games[-1].outcome() == record.result
    assert record.digest == digest(found.games[-1].state)
    assert len(found.games) == len(record.actions) + 1
    again = parse_game(record_text(record))
    assert (again, again.format, again.change) == (replace(record, file=""), 3, None)
    assert replay(again).games == found.games
    jsonschema.Draft202012Validator(game_schema()).validate(json.loads(path.read_text(encoding="utf-8")))


def test_the_shipped_game_is_a_basic_one_that_one_side_wins() -> None:
    last = replay(load_game(SHIPPED)).games[-1]
    assert last.outcome() == Outcome(("blue",), "sunk")
    assert not last.state.afloat("red")
    assert sum(s.damage for s in last.layout.ships if s.player == "red") == 12


ACCOUNTS = {
    "offer-and-draw": [
        ("Before the first turn", "red offers 2 large, 1 medium and 2 small and would take the larges"),
        ("Before the first turn", "blue swaps sides"),
        ("Before the first turn", "red sets up RM1, RS1 and RS2"),
        ("Before the first turn", "blue sets up BL1 and BL2"),
        ("Turn 1: red", "RS1 takes 4 steps, to heading 90°"),
        ("Turn 1: red", "RS2 takes 3 steps, to heading 154.85°"),
        ("Turn 1: red", "a shot from RM1 at BL1 is claimed and refused"),
        ("Turn 2: blue", "a move of BL1 is claimed and refused"),
        ("Turn 2: blue", "BL1 takes one step, to heading 195.36°"),
        ("Turn 2: blue", "blue is for a draw"),
        ("Turn 2: blue", "blue ends the turn"),
        ("Turn 3: red", "red is for a draw"),
    ],
    "line-crossed": [
        ("Turn 1: red", "RM1 takes one step, to heading 100°"),
        ("Turn 1: red", "RS1 takes 2 steps, to heading 90°"),
        ("Turn 1: red", "red ends the turn"),
        ("Turn 2: blue", "BL1 takes one step, to heading 100°"),
        ("Turn 2: blue", "blue ends the turn"),
        ("Turn 3: red", "a shot from RM1 at BL1 is claimed and refused"),
        ("Turn 3: red", "RS1 takes one step, to heading 90°"),
    ],
    "held-for-the-turn": [
        ("Turn 1: red", "RS1 hits BS1 and sinks it"),
        ("Turn 1: red", "RS2 takes one step, to heading 60°"),
        ("Turn 1: red", "red ends the turn"),
        ("Turn 2: blue", "BL1 takes one step, to heading 45°"),
        ("Turn 2: blue", "blue ends the turn"),
        ("Turn 3: red", "RL1 takes one step, to heading 90°"),
        ("Turn 3: red", "red ends the turn"),
        ("Turn 4: blue", "blue ends the turn"),
    ],
    "three-flags": [
        ("Before the first turn", "Anna sets up AS1"),
        ("Before the first turn", "Béla sets up BL1"),
        ("Before the first turn", "Eva Lu sets up EM1"),
        ("Before the first turn", "Anna gives the flag to AS1"),
        ("Before the first turn", "Béla gives the flag to BL1"),
        ("Before the first turn", "Eva Lu gives the flag to EM1"),
        ("Turn 1: Anna", "AS1 takes one step, to heading 90°"),
        ("Turn 1: Anna", "AS1 hits BL1 (1 of 3)"),
        ("Turn 1: Anna", "Anna ends the turn"),
        ("Turn 2: Béla", "Béla ends the turn"),
        ("Turn 3: Eva Lu", "Eva Lu ends the turn"),
        ("Turn 4: Anna", "AS1 hits BL1 (2 of 3)"),
        ("Turn 4: Anna", "Anna ends the turn"),
        ("Turn 5: Béla", "Béla ends the turn"),
        ("Turn 6: Eva Lu", "Eva Lu resigns"),
        ("Turn 7: Anna", "AS1 hits BL1 and sinks it"),
    ],
}


@pytest.mark.parametrize("name", ACCOUNTS)
def test_a_golden_game_is_told_line_by_line(name: str) -> None:
    found = replay(load_game(ROOT / "tests" / "data" / "games" / f"{name}.json"))
    told = [(heading, words) for heading, rows in account(found, "en") for _, words in rows]
    assert told == ACCOUNTS[name]
    french = [words for _, rows in account(found, "fr") for _, words in rows]
    assert len(french) == len(told)
    assert not set(french) & {words for _, words in told}


def test_games_of_every_format_are_kept() -> None:
    assert {load_game(path).format for path in (*GOLDEN, SHIPPED)} == {1, 2, 3}


def test_the_golden_chain_of_steps_ends_where_the_oracle_says() -> None:
    last = replay(load_game(ROOT / "tests" / "data" / "games" / "line-crossed.json")).games[-1]
    pose = last.layout.ship("RS1").pose
    right, _, left = oracle.chain(300, 300, 90, "small", [90, 90, 90])[-1]
    for value, a, b in ((pose.x, left[0], right[0]), (pose.y, left[1], right[1])):
        assert abs(oracle.real(Fraction(value)) - (a + b) / 2) <= oracle.real(Fraction(1, 10**6))


# written and read back


def rich() -> Record:
    """A record with everything that a record can hold."""
    profile = Profile(
        "custom", *(Dimensions(Fraction(b), Fraction(h, 10), Fraction(1)) for b, h in ((14, 251), (20, 352), (26, 440)))
    )
    rules = Rules.preset_named(
        "lenient", piece_profile=profile, goal="infiltration", min_gap=Decimal("250.5"), max_per_size=5
    )
    agreed = Agreement(
        (Seat("Ann Lee", "south", "us"), Seat("Bo"), Seat("Cy", "east", "us")), rules, Surface.disc((500, 500.25), 450),
        (Obstacle.of("isle", [(500, 500), (510, Fraction(1001, 2)), (505, 520)], marker=True),), (Counts(2, 2, 2),) * 3,
        (GoalLine("Bo", (0, Decimal("700.1")), (900, 700)),), Fraction(1, 4), 7,
    )  # fmt: skip
    ships = (
        replace(ship("B1", "large", 480, 420), player="Bo"),
        replace(ship("A1", "small", 300.125, 420, 12.5), player="Ann Lee"),
    )
    start = Start(ships, "Bo", (Flag("Bo", (400, 401.5)), Flag("Ann Lee", ship="A1")))
    told = (("Bo", 'Käpt\'n "Bo" </script>'),)
    return Record(agreed, tuple(actions("B1 > 271/3", "pass")), start, "A title", None, "", "0.0.1", told)


def test_everything_a_record_holds_is_read_back() -> None:
    record = rich()
    read = parse_game(record_text(record))
    assert read.agreement == replace(record.agreement, rules=record.agreement.rules.but(min_gap="250.5 mm"))
    assert read.start == record.start
    assert (read.actions, read.title, read.program, read.notes) == (
        record.actions, record.title, record.program, record.notes,
    )  # fmt: skip
    assert record_text(read) == record_text(record)
    assert replay(read).good


def empty_record(number: int, *lines: str, rules: Any = None) -> str:
    """A battle of two ships in which a record says nothing of the rules, or so much."""
    ships = [{"name": "RL1", "player": "red", "size": "large", "base": [300, 300], "heading": 90},
             {"name": "BL1", "player": "blue", "size": "large", "base": [300, 600], "heading": 270}]  # fmt: skip
    table = {"format": number, "players": [{"player": "red", "side": "south"}, {"player": "blue", "side": "north"}],
             "start": {"first": "red", "ships": ships}, "actions": lines}  # fmt: skip
    return json.dumps(table if rules is None else {**table, "rules": rules})


def test_a_record_of_format_1_means_the_defaults_of_then() -> None:
    """What is left unsaid is read as it was; what a preset or the record says prevails."""
    then = parse_game(empty_record(1)).agreement
    assert {key: getattr(then.rules, key) for key in UNSAID_IN_FORMAT_1} == UNSAID_IN_FORMAT_1
    assert (then.rules.min_gap, then.rules.game_limit, then.rules.flag_place, then.rules.flag_kind) == (
        "10 in", "quiet_turns(60)", "in_fleet", "fixed",
    )  # fmt: skip
    carried = {**json.loads(empty_record(1)), "flags": "ship"}
    assert parse_game(json.dumps(carried)).agreement.rules.flag_kind == "ship"
    with pytest.raises(InputError, match="flags: is a key of format 1 only"):
        parse_game(json.dumps({**carried, "format": 2}))
    lenient = parse_game(empty_record(1, rules={"preset": "lenient", "min_gap": "12 in"})).agreement.rules
    assert lenient == then.rules.but(**PRESETS["lenient"], min_gap="12 in")
    assert lenient.preset == "lenient"
    end = replay(parse_game(empty_record(1, *["pass"] * 60))).games[-1].outcome()
    assert end == Outcome((), "quiet_turns")


def test_a_record_since_format_2_tells_every_option_and_needs_none() -> None:
    assert parse_game(empty_record(2)).agreement.rules == Rules()
    record = record_of(Game.new(agreement(rules={"game_limit": "quiet_turns(7)"})), [])
    told = json.loads(record_text(record))
    assert (told["format"], set(told["rules"])) == (3, set(BY_KEY))
    assert (told["tolerance"], told["seed"]) == ({"position": 0}, 0)
    for key, value in told["rules"].items():
        assert value == getattr(record.agreement.rules, key), key


def test_a_real_table_preset_played_exactly_is_read_back_as_exact() -> None:
    """The preset presumes half a millimetre where nothing is said, so that nothing is off has to be said."""
    record = record_of(Game.new(replace(agreement(), rules=Rules.preset_named("strict_table"))), [])
    assert parse_game(record_text(record)).agreement == record.agreement


def test_what_no_record_can_hold_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    record = record_of(Game.new(agreement()), [])
    thirds = replace(record, agreement=agreement(surface=Surface.rectangle(Fraction(1000, 3), 900)))
    endless = replace(record, agreement=agreement(surface=Surface.unbounded()))
    nameless = replace(rich(), start=Start((replace(ship("pass > x", "large", 480, 420), player="Bo"),), "Bo"))
    stranger = replace(record, notes=(("green", "who?"),))
    long = replace(record, title="x" * 301)
    for wrong, words in (
        (thirds, "no decimal"), (endless, "without edges"), (nameless, "cannot stand in a line"), (stranger, "green"),
        (long, "longer than 300"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=words):
            save_record(wrong, tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []
    save_record(
        replace(record, agreement=agreement(surface=Surface.unbounded(), rules={"surface": "unbounded"})),
        tmp_path / "a.json",
    )
    assert load_game(tmp_path / "a.json").agreement.surface.kind == "unbounded"


def random_action(game: Game, draw: random.Random) -> Action:
    """An action that is allowed, of any kind."""
    while True:
        own = game.state.afloat(game.current_player() or "")
        piece = draw.choice(own)
        other = draw.choice(game.layout.ships)
        headings = [
            Decimal(draw.randrange(0, 360_000_000)).scaleb(-6) for _ in range(draw.randint(1, piece.size.steps))
        ]
        turns = tuple(draw.choice(["max", "-max", Decimal(draw.randrange(-70, 70))]) for _ in headings)
        by_headings = Move(piece.name, Declaration(tuple(headings)))
        tried: list[Action] = [
            by_headings, Move(piece.name, Declaration(turns=turns)), Shoot(piece.name, other.name),
            Refused(Shoot(piece.name, other.name, "left")), Refused(by_headings),
        ]  # fmt: skip

        action = draw.choices([*tried, Pass(), Draw(), Resign()], [6, 12, 12, 1, 1, 1, 0.2, 0.1])[0]
        if game.allows(action):
            return action


def random_games(seed: int) -> Iterator[tuple[Record, Game]]:
    draw = random.Random(seed)
    rules = {"illegal_claim_cost": draw.choice(["not_spent", "action_spent", "turn_ends"])}
    agreed = agreement(rules=rules, seed=seed)
    ships = (ship("RL1", "large", 300, 300), ship("RS1", "small", 360, 300), ship("BM1", "medium", 340, 352, 180),
             ship("BS1", "small", 300, 380, 270))  # fmt: skip
    start = Start(ships, draw.choice(["red", "blue"])) if seed % 4 else None
    game = Game.of_layout(agreed, Layout(ships), start.first) if start else Game.new(agreed)
    done: list[Action] = [] if start else list(actions(*BASIC))
    for action in done:
        game = game.play(action)
    for _ in range(8):
        if game.outcome() is None:
            done.append(random_action(game, draw))
            game = game.play(done[-1])
    yield record_of(game, done, start=start, title=f"game {seed}"), game


@given(st.integers(0, 2**63 - 1))
@settings(max_examples=6)
def test_any_game_is_written_read_and_replayed_the_same(seed: int) -> None:
    for record, game in random_games(seed):
        text = record_text(record)
        read = parse_game(text)
        assert record_text(read) == text
        assert (read.agreement, read.start) == (record.agreement, record.start)
        assert [notation(action) for action in read.actions] == [notation(action) for action in record.actions]
        found = replay(read)
        assert found.good
        assert found.games[-1].state == game.state


def test_one_ship_a_millionth_of_a_millimetre_away_is_another_digest() -> None:
    game = Game.of_layout(agreement(), Layout((ship("RL1", "large", 300, 300), ship("BL1", "large", 600, 600))), "red")
    near = Game.of_layout(
        agreement(), Layout((ship("RL1", "large", 300.000001, 300), ship("BL1", "large", 600, 600))), "red"
    )
    same = Game.of_layout(
        agreement(), Layout((ship("RL1", "large", 300.0000001, 300), ship("BL1", "large", 600, 600))), "red"
    )
    assert digest(game.state) == digest(same.state) != digest(near.state)


# the command


def changed(**changes: Any) -> str:
    """The golden game of the line with other values; None takes a key out."""
    table = json.loads((ROOT / "tests" / "data" / "games" / "line-crossed.json").read_text(encoding="utf-8"))
    table |= changes
    return json.dumps({key: value for key, value in table.items() if value is not None})


def test_replay_tells_the_game_and_ends_with_0() -> None:
    result = run("replay", str(SHIPPED))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.startswith("Four larges against four mediums and four smalls\nPlayers: red (south, waits)")
    assert "blue wins: no other side is afloat. Turns: 38; actions: 113." in result.output
    assert max(map(len, result.output.splitlines())) <= 96
    document = json.loads(run("replay", "-", "--json", text=SHIPPED.read_text(encoding="utf-8")).output)
    assert document["allowed"] is True
    assert [row["number"] for row in document["actions"]] == list(range(1, 114))
    assert document["outcome"] == {"winners": ["blue"], "reason": "sunk", "text": "blue wins: no other side is afloat"}
    assert "bleu gagne" in run("replay", str(SHIPPED), "--lang", "fr").output


def test_the_first_fault_is_named_with_its_ruling_and_1() -> None:
    lines = ["RM1 > 100", "RS1 > 90 90 90 90 90", "nonsense > 90"]
    result = run("replay", "-", text=changed(actions=lines))
    assert result.exit_code == 1
    assert "Action 2 by red is not allowed: RS1 > 90 90 90 90 90" in result.output
    assert "[move.steps]" in result.output
    assert "RM1 takes one step" in result.output
    document = json.loads(run("replay", "-", "--json", text=changed(actions=lines)).output)
    assert document["allowed"] is False
    assert [row["number"] for row in document["actions"]] == [1]
    fault = document["fault"]
    assert (fault["number"], fault["player"], fault["action"]) == (2, "red", "RS1 > 90 90 90 90 90")
    assert [reason["clause"] for reason in fault["reasons"]] == ["move.steps"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"result": {"winners": ["blue"], "reason": "sunk"}},
         "the record says that blue won (no other side is afloat); replayed, red won (a ship got past the line)"),
        ({"actions": ["pass"]}, "the record says that red won (a ship got past the line); replayed, the game goes on"),
        ({"digest": "sha256:" + "0" * 64}, "its digest differs"),
        ({"digest": "sha256:" + "0" * 64, "program": "9.9"},
         "This record, written by version 9.9, does not replay the same"),
    ],
)  # fmt: skip
def test_a_record_that_ends_otherwise_is_refused_with_the_reason(changes: dict[str, Any], words: str) -> None:
    result = run("replay", "-", text=changed(**changes))
    assert result.exit_code == 1
    assert words in " ".join(result.output.split())
    assert json.loads(run("replay", "-", "--json", text=changed(**changes)).output)["differs"]


def test_an_action_after_the_end_is_a_fault() -> None:
    found = replay(parse_game(changed(actions=["RS1 > 90 90 90", "pass"], digest=None)))
    assert found.fault is not None
    assert (found.fault.number, found.fault.player, found.fault.error.reasons[0].clause) == (2, None, "game.end")


SHIP = {"name": "RS1", "player": "red", "size": "small", "base": [300, 300], "heading": 90}


def start(**changes: Any) -> dict[str, Any]:
    return {"first": "red", "ships": [SHIP], **changes}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (changed(format=4),
         "format: records of format 4 cannot be read here, only 1 to 3 (it was written by version 0.1.0)"),
        (changed(format=0), "format: records of format 0 cannot be read here, only 1 to 3"),
        (changed(format=3),
         "chain: is missing; a game that is written down by hand, without digests, is of format 2"),
        (changed(unfinished=True), "unfinished: is a key of format 3 and later ones"),
        (changed(rules=["classic"]), "rules: expected the name of a preset or a table of options, not a list"),
        (changed(rules={"preset": 3}), "rules.preset: expected"),
        (changed(rules="clasic"), "there is no preset 'clasic'"),
        (changed(format=None), "format: is missing"),
        (changed(format=True), "format: expected a whole number, not true"),
        (changed(format="1"), "format: expected a whole number, not '1'"),
        (changed(actions=["pass", 3]), "actions[2]: expected text, not 3"),
        (changed(actions=["pass", "RS1 >> 90"]), "actions[2]: expected an action"),
        (changed(actions=["RS1 > 1e999999999"]), "actions[1]: expected a number"),
        (changed(actions=["RS1 > 99999999"]), "actions[1]: a heading is out of range"),
        (changed(actions=["RS1 > " + "9 " * 20000]), "actions[1]: is longer than 20000 characters"),
        (changed(actions=["pass\n"]), "actions[1]: expected plain text on one line"),
        (changed(actions=["pass"] * 20001), "actions: has more than 20000 entries"),
        (changed(actions={"1": "pass"}), "actions: expected a list, not a table"),
        (changed(players=[{"player": "red"}]), "players: needs at least 2 entries"),
        (changed(players=[{"player": "red"}, {"player": "blue"}, {"player": "red"}]),
         "players: two players are named 'red'"),
        (changed(players=[{"player": "red", "sid": "x"}, {"player": "blue"}]),
         "players[1].sid: there is no such key here; did you mean side?"),
        (changed(players=[{"player": "red", "side": "up"}, {"player": "blue"}]),
         "players[1].side: expected south, north, west or east"),
        (changed(fleets=["L4", "X9"]), "fleets: expected ships such as"),
        (changed(fleets="some"), "fleets: expected basic, choose, or a list"),
        (changed(fleets=["L4"]), "fleets: 1 fleets for 2 players"),
        (changed(seed=-1), "seed: must be at least 0"),
        (changed(seed=2**70), "seed: "),
        (changed(lines=[{"attacker": "rde", "start": [0, 1], "end": [1, 1]}]),
         "lines[1].attacker: no player is called 'rde'; did you mean red?"),
        (changed(lines=[{"attacker": "red", "start": [0, 10**6], "end": [1, 1]}]), "lines[1].start: y is out of range"),
        (changed(start=start(first="green")), "start: no player is called 'green'"),
        (changed(start=start(ships=[])), "start.ships: no ship is afloat"),
        (changed(start=start(ships=[{**SHIP, "player": "x"}])), "start: no player is called 'x'"),
        (changed(start=start(ships=[SHIP, SHIP])), "start.ships[2].name: two things are named 'RS1'"),
        (changed(start=start(ships=[{**SHIP, "base": [1, "x"]}])), "start.ships[1].base[2]: expected a length"),
        (changed(start=start(ships=[{**SHIP, "name": "R S"}])),
         "start: the name 'R S' cannot stand in a line of notation"),
        (changed(start=start(ships=[{**SHIP, "name": "first"}])),
         "start: the name 'first' cannot stand in a line of notation"),
        (changed(start=start(flags=[{"owner": "red"}])), "start.flags: a flag either stands at a point or is carried"),
        (changed(result={"winners": ["green"], "reason": "sunk"}), "result.winners: no player is called 'green'"),
        (changed(digest="md5:1"), "digest: "),
        (changed(notes={"green": "x"}), "notes: no player is called 'green'"),
        (changed(rules={"goal": "glory"}), "rules.goal: expected one of"),
        (changed(surface={"disc": {"center": [0, 0]}}), "surface.disc.radius: is missing"),
        (changed()[:-40], "is not valid JSON"),
        (changed().replace("300", "NaN"), "NaN is not a number"),
        ("[]", "expected a table with keys"),
        ("", "is not valid JSON"),
        (changed(questions=[]), "questions: there is no such key here"),
        (changed(title="x" * 10**6), "is larger than 1000 kB"),
    ],
)  # fmt: skip
def test_a_record_that_means_nothing_is_a_sentence_and_2(text: str, words: str) -> None:
    result = run("replay", "-", text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: standard input: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


def test_a_ship_that_was_never_there_is_named_with_its_line() -> None:
    result = run("replay", "-", text=changed(rules={"goal": "flag"}, lines=None, actions=["flag XX"]))
    assert result.exit_code == 1
    result = run("replay", "-", text=changed(actions=["RS1 x NONE"], digest=None, result=None))
    assert result.exit_code == 1
    assert "there is no NONE to fire at" in result.output


VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.lists(st.integers(), max_size=3)
    | st.just({"a": 1})
)


@pytest.mark.parametrize("examples", [8, whole(25)])
def test_any_damaged_record_is_replayed_or_refused(examples: int) -> None:
    settings(max_examples=examples)(given(st.data())(replayed_or_refused))()


def replayed_or_refused(data: st.DataObject) -> None:
    table = copy.deepcopy(json.loads(data.draw(st.sampled_from(GOLDEN)).read_text(encoding="utf-8")))
    place: Any = table
    while True:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.integers(0, 3)):
            place = place[key]
            continue
        if isinstance(place[key], str) and data.draw(st.booleans()):
            at = data.draw(st.integers(0, len(place[key])))
            place[key] = (
                place[key][:at]
                + data.draw(st.text(max_size=3) | st.sampled_from([" ?", " max", "9"]))
                + place[key][at + 1 :]
            )
        else:
            place[key] = data.draw(VALUES)
        break
    result = run("replay", "-", text=json.dumps(table))
    assert result.exit_code in (0, 1, 2)
    assert isinstance(result.exception, SystemExit | None)
    if result.exit_code == 2:
        assert result.stderr.startswith("Error: standard input: ")
        assert result.stderr.count("\n") == 1


def test_the_schema_and_the_reader_agree() -> None:
    validator = jsonschema.Draft202012Validator(game_schema())
    jsonschema.Draft202012Validator.check_schema(game_schema())
    good = [{}, {"format": 2}, {"actions": None}, {"fleets": "choose"}, {"fleets": ["L4", "M4 S4"]}, {"seed": 5},
        {"notes": {"red": "x"}}, {"title": "y"},
            {"start": start(flags=[{"owner": "red", "at": [1, 2]}])},
            {"rules": {"preset": "lenient", "goal": "infiltration"}}]  # fmt: skip
    bad = [{"format": 4}, {"format": 0}, {"chain": {"end": "x"}},
           {"format": None}, {"actions": [1]}, {"players": []}, {"fleets": ["X1", "L1"]},
           {"fleets": 4}, {"seed": -1}, {"start": {"ships": []}}, {"digest": "x"}, {"notes": {"red": 1}},
           {"lines": [{}]},
           {"surface": {}}, {"result": {"winners": []}}, {"more": 1}]  # fmt: skip
    for changes in good:
        text = changed(**changes)
        validator.validate(json.loads(text))
        parse_game(text)
    for changes in bad:
        text = changed(**changes)
        assert not validator.is_valid(json.loads(text)), changes
        with pytest.raises(InputError):
            parse_game(text)
    assert json.loads(run("schema", "game").output) == described(game_schema(), str)


# words


def test_every_ending_has_words() -> None:
    """The reasons are read off the rules' own source; those at the limit are the values of its options."""
    import re

    source = "".join(
        (ROOT / "armada_sim" / "play" / f"{name}.py").read_text() for name in ("_endings", "turns", "_opening")
    )
    reasons = set(re.findall(r'Outcome\([^"]*"(\w+)"\)', source)) | set(re.findall(r'reason="(\w+)"', source))
    assert len(reasons) > 9
    reasons |= set(BY_KEY["tie_break"].values) - {"draw"}
    reasons |= {limit_reason(Rules(game_limit=f"{limit}(2)"), won=False) for limit in ("quiet_turns", "turns")}
    assert reasons == set(ENDINGS)


def test_a_fault_in_a_record_of_another_version_names_the_version(tmp_path: Path) -> None:
    """Rules may have been understood otherwise then: whoever wrote it need not have cheated."""
    table = json.loads(SHIPPED.read_text())
    table["actions"][4] = "RL1 > 300"
    for program, named in (("99.0", True), (program_version(), False)):
        (tmp_path / "g.json").write_text(json.dumps(table | {"program": program}))
        done = run("replay", str(tmp_path / "g.json"))
        assert done.exit_code == 1
        assert "Action 5 by red is not allowed" in done.stdout
        assert ("the record was written by version 99.0, this is" in done.stdout) == named


def test_a_digest_of_another_kind_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(changed(digest="md5:00"))
    done = run("replay", str(tmp_path / "g.json"))
    assert done.exit_code == 2
    assert done.stderr.endswith("g.json: digest: expected text of the form that armada schema shows, not 'md5:00'\n")
    (tmp_path / "null.json").write_text("null")
    assert run("replay", str(tmp_path / "null.json")).stderr.endswith(
        "null.json: expected a table with keys, not null\n"
    )

"""Every shipped dispute runs and gets the answer its first line promises."""

import json
import tomllib
from dataclasses import replace

import jsonschema
import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.cli.explain import examples
from armada_sim.experiments import parse_battles
from armada_sim.files.game_reading import parse_game
from armada_sim.files.records import dispute_schema, parse_dispute
from armada_sim.referee.positions import position_problems
from tests.whole import few

SHIPPED = examples()
SCHEMA = jsonschema.Draft202012Validator(dispute_schema())
NAMES = [
    "blunt-tips", "could-it-have-got-there", "four-steps", "grazed-base-corner", "half-out-of-reach", "huge",
    "inches", "island-in-the-way", "measured-corners", "overlapping-neighbours", "past-the-line",
    "raised-corners", "set-up-too-close", "shot-after-a-move", "shot-past-a-friend", "turn-at-the-limit",
    "typed-in-centimetres", "wedged-at-the-edge",
]  # fmt: skip

GAMES = ["larges-against-mediums"]
AGREEMENTS = ["damaged-round-an-island", "relief-at-the-island", "three-players-and-a-line"]
EXPERIMENTS = [
    "advanced",
    "advanced-search",
    "basic",
    "fair",
    "first-move",
    "infiltration",
    "prices",
    "relief",
    "sensitivity",
    "twelve-pips",
    "twelve-pips-readings",
    "twelve-pips-search",
]


def promised(text: str) -> list[str]:
    """The answers of the first line, `# Answer: yes, no (in words)`."""
    first = text.splitlines()[0]
    assert first.startswith("# Answer: ")
    return first.removeprefix("# Answer: ").partition("(")[0].replace(" ", "").split(",")


def test_these_are_shipped():
    assert list(SHIPPED) == NAMES
    assert list(examples("games")) == GAMES
    assert list(examples("agreements")) == AGREEMENTS


@pytest.mark.parametrize("name", NAMES)
def test_an_example_gets_its_promised_answer(name):
    text = CliRunner().invoke(cli, ["example", name]).output
    assert text == SHIPPED[name].read_text(encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", "-", "--json"], input=text)
    assert result.stderr == ""
    rulings = json.loads(result.stdout)["rulings"]
    assert [ruling["answer"] for ruling in rulings] == promised(text)
    assert result.exit_code == (0 if all(ruling["allowed"] for ruling in rulings) else 1)


@pytest.mark.parametrize("name", few(NAMES, 4))
def test_an_example_gets_its_promised_answer_in_words(name):
    text = SHIPPED[name].read_text(encoding="utf-8")
    words = CliRunner().invoke(cli, ["check", "-"], input=text)
    assert words.stderr == ""
    assert max(map(len, words.output.splitlines())) <= 96
    told = {
        "yes": ("Allowed.", "Yes, they touch.", "Yes, it can have got there."),
        "no": ("Not allowed.", "No, they are apart.", "No, it cannot have got there.", "No, nobody has won."),
        "in_doubt": ("In doubt",),
    }
    for answer in promised(text):
        assert any(said in words.output for said in told[answer])


@pytest.mark.parametrize("name", NAMES)
def test_an_example_fits_the_schema_explains_itself_and_is_a_possible_table(name):
    """Except the two that show what is said of a table that is not: one is possible in its right unit, the other
    with a larger tolerance."""
    text = SHIPPED[name].read_text(encoding="utf-8")
    data = tomllib.loads(text)
    SCHEMA.validate(data)
    assert data["title"]
    assert sum(line.startswith("#") for line in text.splitlines()) >= 4
    dispute = parse_dispute(text)
    impossible = ("overlapping-neighbours", "typed-in-centimetres")
    assert bool(position_problems(dispute.layout, dispute.rules)) == (name in impossible)
    if name in impossible:
        right = parse_dispute(
            text.replace('# unit = "cm"', 'unit = "cm"').replace("position = 1.0  ", "position = 2.3  ")
        )
        assert position_problems(right.layout, right.rules) == ()


def test_the_example_without_its_unit_is_all_allowed_with_it():
    text = SHIPPED["typed-in-centimetres"].read_text().replace("# unit", "unit")
    assert CliRunner().invoke(cli, ["check", "-"], input=text).exit_code == 0


def test_the_list_names_them_all():
    listed, _ = CliRunner().invoke(cli, ["example"]).output.split("\n\n")  # after it, what the numbers of a file mean
    assert [line.split()[0] for line in listed.splitlines()] == [
        *NAMES,
        *EXPERIMENTS,
        *AGREEMENTS,
        *GAMES,
        "style",
        "figure",
        "latex",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_is_printed_and_replays(name):
    text = CliRunner().invoke(cli, ["example", name]).output
    assert text == examples("games")[name].read_text(encoding="utf-8")
    assert CliRunner().invoke(cli, ["replay", "-"], input=text).exit_code == 0


def test_the_wedged_ship_gets_its_certificate():
    result = CliRunner().invoke(cli, ["check", "-", "--json"], input=SHIPPED["wedged-at-the-edge"].read_text())
    stuck = json.loads(result.stdout)["rulings"][0]["witness"]["stuck"]
    assert {block["by"] for block in stuck} == {"B1", "B2", "edge"}


def test_half_out_of_reach_is_a_yes_without_its_rule():
    text = SHIPPED["half-out-of-reach"].read_text().replace("rules = ", "# rules = ")
    result = CliRunner().invoke(cli, ["check", "-", "--json"], input=text)
    assert json.loads(result.stdout)["rulings"][0]["answer"] == "yes"


def test_a_game_may_begin_with_damaged_ships_and_an_island(tmp_path):
    """Played to its end by computers, from the ships of the file: the one with a pip left sinks at its first hit."""
    record = tmp_path / "game.json"
    seats = ["--red", "greedy", "--blue", "greedy", "--record", str(record)]
    done = CliRunner().invoke(cli, ["play", "--from", "damaged-round-an-island", *seats])
    assert done.exit_code == 0, done.output
    hits = [line for line in done.output.splitlines() if " hits RL" in line]
    assert [line for line in hits if "RL2" in line] == [line for line in hits if "RL2 and sinks it" in line]
    assert sum("RL1" in line for line in hits) <= 2
    start = json.loads(record.read_text(encoding="utf-8"))["start"]
    assert {ship["name"]: ship.get("damage", 0) for ship in start["ships"]} == {
        "RL1": 1, "RL2": 2, "BM1": 0, "BM2": 0, "BM3": 0,
    }  # fmt: skip


def test_ships_that_are_to_come_are_listed_at_the_terminal_too():
    done = CliRunner().invoke(cli, ["play", "--from", "relief-at-the-island", "--red", "human"], input="ships\nquit\n")
    assert "RL5 (red) from turn 7 on\nBS5 (blue) from turn 8 on\n" in done.output


def test_a_scenario_is_a_game_and_an_experiment_of_the_same_numbers(tmp_path):
    """Played to its limit by computers; the ships that come are those that the experiment's records have."""
    record = tmp_path / "game.json"
    seats = ["--red", "random", "--blue", "random", "--record", str(record)]
    done = CliRunner().invoke(cli, ["play", "--from", "relief-at-the-island", *seats])
    assert done.exit_code == 0, done.output
    assert "Reinforcements: RL5 (red) from turn 7 on; BS5 (blue) from turn 8 on." in " ".join(done.output.split())
    assert done.output.count("RL5 comes onto the table") == 1
    played = parse_game(record.read_text(encoding="utf-8"))
    assert played.result.reason in ("more_hits_left", "turn_limit")
    assert "Turns: 36; actions: " in CliRunner().invoke(cli, ["replay", str(record)]).output
    battles = parse_battles(examples("experiments")["relief"].read_text(encoding="utf-8"))
    games = [parse_game(battles.record(0, n, 0, battles.play(0, n)[0].log)) for n in range(4)]
    same = [game.agreement for game in games if game.agreement.seats == played.agreement.seats]
    assert same
    for agreed in same:
        assert replace(played.agreement, seed=agreed.seed) == agreed

"""Every shipped dispute and game of the discrete games gets the answers its first line promises; its position can be
drawn."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grid_games import catalogue
from grid_games.cli.example import examples, experiments, numbers
from grid_games.core.match import replayed
from grid_games.core.records import read_record
from grid_games.laboratory.experiment import parse_experiment
from grid_games.laboratory.rotations import Rotations
from tests import commands
from tests.whole import few

ROOT = Path(__file__).parents[3]
STRATEGIKSA = [
    "a-piece-too-many", "between-mountains", "healing-out-of-turn", "over-the-enemy", "short-war", "two-suzerains",
    "vassal-of-red", "whose-reinforcements",
]  # fmt: skip
DESTIN = [
    "cavalry-at-the-wall", "past-the-enemy", "somebody-unseen", "three-to-one-by-night", "three-turns",
    "winandy-on-his-men",
]  # fmt: skip
SHIPPED = {name: file.read_text(encoding="utf-8") for name, file in examples().items()}
EXPERIMENTS = {name: file.read_text(encoding="utf-8") for name, file in experiments().items()}
NUMBERS = list(numbers())
ENDINGS = {name: file.name.rpartition(".")[2] for name, file in examples().items()}


def run(*arguments, text=None):
    return commands.run("grid-games", *arguments, typed=text)


def promised(text):
    first = text.splitlines()[0]
    if not first.startswith("# Answer: "):
        return ["yes"]
    return first.removeprefix("# Answer: ").partition(" (")[0].split(", ")


def test_these_are_shipped():
    assert [name for name in SHIPPED if name.startswith("strategiksa/")] == [
        f"strategiksa/{name}" for name in STRATEGIKSA
    ]
    assert [name for name in SHIPPED if name.startswith("destin-arc/")] == [f"destin-arc/{name}" for name in DESTIN]


@pytest.mark.parametrize("name", SHIPPED)
def test_an_example_gets_its_promised_answers(name):
    result = run("check", "-", "--json", text=SHIPPED[name])
    assert result.stderr == ""
    told = json.loads(result.stdout)
    answers = [one["answer"] for one in told.get("rulings", [told])]
    assert answers == promised(SHIPPED[name])
    assert result.exit_code == (0 if all(answer == "yes" for answer in answers) else 1)
    words = run("check", "-", text=SHIPPED[name])
    refused = [line for line in words.stdout.splitlines() if line.strip() in ("Not allowed.", "No.")]
    assert len(refused) == answers.count("no")
    assert max(map(len, words.stdout.splitlines())) <= 96


@pytest.mark.parametrize("name", ["destin-arc/three-turns", "singidunum/first-battle", "strategiksa/two-suzerains"])
def test_a_whole_game_of_each_is_played_again_by_the_rules_of_today(name):
    """To its end, all options at their defaults but for the size of the game."""
    record = read_record(SHIPPED[name])
    game = catalogue.load(record.game, record.players, record.settings)
    outcome = replayed(game, record).outcome()
    assert (outcome.winners, outcome.reason) == (record.winners, record.reason)
    odd = {key for key, value in game.settings.items() if value != catalogue.load(record.game).settings.get(key)}
    assert odd <= {"map", "scenario", "max_rounds"}


def test_an_example_is_printed_and_named():
    for name, text in SHIPPED.items():
        assert run("example", name).stdout == text
    listed = [line.split()[0] for line in run("example").output.splitlines()]
    assert listed == [*SHIPPED, *EXPERIMENTS, *NUMBERS]
    assert "there is no example called" in run("example", f"{name}x").stderr


@pytest.mark.parametrize(
    "name", few([name for name in SHIPPED if name.startswith("strategiksa/") and "many" not in name], 2)
)
def test_the_position_of_an_example_is_drawn(name, tmp_path):
    file, picture = tmp_path / f"paper.{ENDINGS[name]}", tmp_path / "picture.svg"
    file.write_text(SHIPPED[name], encoding="utf-8")
    result = run("draw", file, "-o", picture, "--lang", "fr")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert 'id="chip-' in picture.read_text(encoding="utf-8")


def test_a_game_is_drawn_at_its_start_and_after_any_move(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(SHIPPED["strategiksa/short-war"], encoding="utf-8")
    chips = []
    for after in (0, 3, 8):
        picture = tmp_path / f"{after}.svg"
        assert run("draw", file, "--after", after, "-o", picture, "--style", "print").exit_code == 0
        chips.append(picture.read_text(encoding="utf-8").count('id="chip-'))
    assert chips[0] == 0
    assert 0 < chips[1] < chips[2]
    assert run("draw", "strategiksa", "--map", "pinwheel", "--players", 5, "-o", tmp_path / "start.pdf").exit_code == 0
    assert (tmp_path / "start.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["strategiksa", "-o", "x.gif"], "--output: the name of a picture ends in .svg, .pdf or .png"),
        (["strategiksa", "-o", "no/x.svg"], "--output: there is no directory"),
        (
            ["strategiksa", "-o", "x.svg", "--map", "pinweel"],
            "--map: there is no map 'pinweel'; did you mean pinwheel?",
        ),
        (["strategiksa", "-o", "x.svg", "--map", "none.toml"], "none.toml: there is no such file"),
        (["strategiksa", "-o", "x.svg", "--map", "classic", "--set", "map=classic"], "--map: is set by --set too"),
        (["strategiksa", "-o", "x.svg", "--after", "3"], "--after: there are 0 moves, not 3"),
        (["strategiksa", "-o", "x.svg", "--view", "rad"], "--view: nobody is called 'rad'; did you mean red?"),
        (["none.toml", "-o", "x.svg"], "none.toml: there is no such file"),
        (["paper.txt", "-o", "x.svg", "--players", "3"], "--players: is said in the file"),
        (["paper.txt", "-o", "x.svg"], "paper.txt: line 6: A is not allowed: "),
        (["nim", "-o", "x.svg"], "there are no pictures of nim"),
    ],
)
def test_a_mistaken_drawing_is_one_sentence_and_2_and_writes_nothing(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paper.txt").write_text(SHIPPED["strategiksa/a-piece-too-many"])
    assert words in commands.refused("grid-games", "draw", *arguments)
    assert [file.name for file in tmp_path.iterdir()] == ["paper.txt"]


def test_a_map_file_is_played_on(tmp_path):
    file = tmp_path / "hill.toml"
    file.write_text('mountains = ["e5"]\n')
    picture = tmp_path / "hill.svg"
    assert run("draw", "strategiksa", "--map", file, "-o", picture).exit_code == 0
    assert 'id="mountain-e5"' in picture.read_text(encoding="utf-8")


def test_a_dispute_over_a_whole_game_names_the_line_the_move_and_the_clause():
    told = json.loads(run("check", "-", "--json", text=SHIPPED["strategiksa/a-piece-too-many"]).stdout)
    assert told["reasons"] == [
        {"clause": "34", "text": "the defending side has no A on e3", "line": "line 6", "move": "A"}
    ]
    result = run("check", "-", text=SHIPPED["strategiksa/a-piece-too-many"].replace("K/A;", "K//A;"))
    assert result.exit_code == 2
    assert "line 6" in result.stderr


@pytest.mark.parametrize(("page", "lang"), [("grid-games.md", ()), ("grid-games.fr.md", ("--lang", "fr"))])
def test_the_manual_shows_what_check_prints(page, lang):
    manual = (ROOT / "docs" / page).read_text(encoding="utf-8")
    typed = r"\$ grid-games example (\S+) > dispute.toml && grid-games check dispute.toml(?: --lang fr)?\n(.*?)```"
    (name, shown) = re.search(typed, manual, re.S).groups()
    assert run("check", "-", *lang, text=run("example", name, *lang).stdout).stdout == shown
    assert all(one.split("/")[1] in manual for one in SHIPPED)


@pytest.mark.parametrize("page", ["grid-games.md", "grid-games.fr.md"])
def test_the_dispute_and_the_experiment_of_the_manual_are_understood(page):
    dispute, experiment = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.S)
    (ruling,) = json.loads(run("check", "-", "--json", text=dispute).stdout)["rulings"]
    assert (ruling["player"], [reason["clause"] for reason in ruling["reasons"]]) == ("red", ["28"])
    assert parse_experiment(experiment).levels == {"greedy": "greedy", "random": "random"}


def test_the_dice_of_a_disputed_battle_are_told_with_their_ratio():
    """Dossier 1.12, 2.3, counted by hand: 3 + 3 + 20 on 10 is 2-1; half of 26 is 13, so the dwarves' +1 holds; column
    3-1 of the table."""
    result = run("check", "-", "--json", text=SHIPPED["destin-arc/three-to-one-by-night"])
    first = json.loads(result.stdout)["rulings"][0]
    assert first["question"] == "odds"
    assert first["stakes"].endswith("26 against 10 is 2-1, shifted +1, read in column 3-1")
    assert first["chances"] == {
        "=D2": "1/12", "=D3": "1/6", "=D4": "1/6", "=D5": "1/12", "=B3": "1/6", "=B4": "1/12", "=B5": "1/12",
        "=A1": "1/12", "=A2": "1/12",
    }  # fmt: skip
    assert "May the dice give =A3?" in run("check", "-", text=SHIPPED["destin-arc/three-to-one-by-night"]).stdout


def test_shipped_experiments_can_be_played_by_name():
    assert {name.partition("/")[0] for name in EXPERIMENTS} == {"destin-arc", "singidunum", "strategiksa"}
    for name, text in EXPERIMENTS.items():
        contest = Rotations(parse_experiment(text))
        assert contest.meetings
        assert contest.experiment.game == name.partition("/")[0]
    assert "did you mean strategiksa/levels?" in run("balance", "strategiksa/level").stderr


@pytest.mark.parametrize("game", ["singidunum", "strategiksa", "destin-arc"])
def test_the_numbers_of_the_text_are_printed_as_a_file_that_changes_nothing(game, tmp_path):
    file = tmp_path / "text.toml"
    file.write_text(run("rules", game, "numbers").stdout, encoding="utf-8")
    assert catalogue.load(game, None, {"numbers": str(file)}).settings == catalogue.load(game).settings


@pytest.mark.parametrize("name", NUMBERS)
def test_an_example_of_numbers_is_played_by_its_name_and_as_a_file(name, tmp_path):
    game, _, short = name.partition("/")
    file = tmp_path / "mine.toml"
    file.write_text(run("example", name).stdout, encoding="utf-8")
    assert catalogue.load(game, None, {"numbers": str(file)}) == catalogue.load(game, None, {"numbers": short})

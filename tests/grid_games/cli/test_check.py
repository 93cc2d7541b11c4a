"""`grid-games check`: rulings on disputed moves and recorded games; whatever is wrong with a file is one sentence and
2."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest

from grid_games import catalogue
from grid_games.core.match import Match
from tests.commands import refused, run

HEAD = 'title = "Whose stick?"\ngame = "nim"\n'
PLAYED = 'moves = ["take 1 1", "take 2 2"]\n'
ASKED = '[[questions]]\nmove = "take 3 2"\n[[questions]]\nmove = "take 1 2"\n'
STRATEGIKSA = 'game = "strategiksa"\nposition = '
PLACED = """{ position = "classic|0|R|R=R,G=G,B=B|R=R,G=G,B=B|", step = { name = "settling" }, memory = { \
fallen = [], silent = 0 } }
""".replace("\\\n", "")


def check(text, *arguments, name="-"):
    return run("grid-games", "check", name, *arguments, typed=text)


def told(text):
    """The document of a ruling."""
    return json.loads(check(text, "--json").stdout)


def test_a_disputed_move_is_ruled_on_with_what_is_legal_instead():
    result = check(HEAD + PLAYED + ASKED)

    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.output.splitlines()
    assert lines[:3] == ["Whose stick?", "heaps to take from. Players: anna and bert.", "Rules: the defaults."]
    asked = lines.index("1. May anna play take 3 2?")
    assert lines[asked + 1] == "   Not allowed."
    assert lines[asked + 2].endswith("[turn]")
    assert lines[asked + 3].startswith("   · allowed: ")
    assert "take 1 2" in lines[asked + 3]
    assert "take 2 2" not in lines[asked + 3]
    assert lines[lines.index("2. May anna play take 1 2?") + 1] == "   Allowed."
    assert "\x1b" not in result.output


def test_what_the_rules_have_played_is_asked_of_whose_it_is():
    """Bonnaire's piece had one way to retreat, and Ulf is to move."""
    text = (
        'game = "destin-arc"\nposition = "3 melee ulf b1.1@K24 u1.1@K22 u1.2@J23 u1.3@L23 u5@A2 f7@A4"\n'
        'moves = ["attack b1.1", "with u1.1", "with u1.2", "end", "end", "=D1"]\n'
        '[[questions]]\nmove = "to K26"\n[[questions]]\nmove = "advance u1.1"\n'
    )
    told = check(text).output
    assert "1. May Bonnaire play to K26?\n   Allowed." in told
    assert "2. May Ulf play advance u1.1?\n   Allowed." in told


def test_rulings_as_one_document():
    document = told(HEAD + PLAYED + ASKED)
    assert [document[key] for key in ("title", "game", "players", "settings")] == [
        "Whose stick?",
        "nim",
        ["anna", "bert"],
        {},
    ]
    first, second = document["rulings"]
    assert (first["move"], first["player"], first["answer"], first["allowed"]) == ("take 3 2", "anna", "no", False)
    assert [reason["clause"] for reason in first["reasons"]] == ["turn"]
    assert first["legal"] == 6
    assert set(first["instead"]) <= {"take 1 2", *(f"take {n} 3" for n in range(1, 6))}
    assert (second["answer"], second["reasons"], second["instead"]) == ("yes", [], [])
    assert check(HEAD + PLAYED + '[[questions]]\nmove = "take 1 2"\n', "--json").exit_code == 0


def test_whose_move_it_is_and_what_comes_first():
    """`after` is played before the question; `by` says who claims the move."""
    question = '[[questions]]\nmove = "take 5 3"\nafter = ["take 1 2"]\nby = "anna"\n'
    (ruling,) = told(HEAD + PLAYED + question)["rulings"]
    assert ruling["reasons"] == [{"clause": "turn", "text": "bert is to move, not anna"}]
    assert told(HEAD + PLAYED + question.replace("anna", "bert"))["rulings"][0]["allowed"]


def test_settings_and_players_are_those_of_the_file():
    text = 'game = "nim"\nplayers = 3\n[settings]\nheaps = "1-2"\n[[questions]]\nmove = "take 2 2"\n'
    document = told(text)
    assert (document["players"], document["settings"]) == (["anna", "bert", "cleo"], {"heaps": "1-2"})
    assert "Rules: heaps = 1-2; otherwise the defaults." in check(text).output


@pytest.mark.parametrize(
    "position",
    [
        'position = "1-0-2 bert"\n',
        'transcript = "Nim anna bert: take 3 2; take 1 3; take 2 3"\n',
        "position = { heaps = [1, 0, 2], seat = 1 }\n",
    ],
)
def test_a_position_is_given_as_text_as_a_table_or_by_the_game_so_far(position):
    document = told(HEAD + position + '[[questions]]\nmove = "take 2 3"\n[[questions]]\nmove = "take 1 2"\n')
    assert [(ruling["player"], ruling["allowed"]) for ruling in document["rulings"]] == [
        ("bert", True),
        ("bert", False),
    ]


def test_a_dispute_may_be_json():
    document = {"game": "nim", "moves": ["take 1 1"], "questions": [{"move": "take 1 1"}]}
    assert told(json.dumps(document))["rulings"][0]["player"] == "bert"


# ------------------------------------------------------------------------------------------------------ games


@pytest.fixture
def played():
    match = Match(catalogue.load("nim"), ["take 1 1", "take 3 2", "take 5 3"])
    return json.loads(match.record(["human", "random"]).text())


def test_a_whole_game_is_allowed_and_its_end_is_told(played):
    result = check(json.dumps(played))
    assert result.exit_code == 0
    assert "All 3 moves are allowed; anna wins (last taken)." in result.output
    document = told(json.dumps(played))
    assert (document["moves"], document["allowed"]) == (3, True)
    assert document["outcome"] == {"winners": ["anna"], "reason": "last taken"}


def test_the_first_illegal_move_of_a_game_is_named(played):
    played["moves"][1] = "take 1 1"
    result = check(json.dumps(played))

    assert result.exit_code == 1
    assert "Move 2, take 1 1 by bert:" in result.output
    assert told(json.dumps(played))["reasons"][0]["number"] == 2


def test_an_end_that_was_not_is_no_game(played):
    played["winners"] = ["bert"]
    result = check(json.dumps(played))
    assert result.exit_code == 1
    assert "the record says that bert wins (last taken), but anna wins (last taken) [end]" in result.output
    del played["moves"][2], played["winners"][0]
    assert "but the game is not over" in check(json.dumps(played)).output


def test_a_game_as_people_write_it(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("Nim anna bert: take 1 1; take 3 2; take 6 3\n")
    assert f"{file}: moves[3]: 'take 6 3' is no move of nim" in refused("grid-games", "check", file)
    file.write_text("Nim anna bert: take 1 1; take 3 2; take 1 2\n")
    assert check(None, name=file).exit_code == 1


# --------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game: is missing"),
        (HEAD, "questions: asks nothing"),
        ('game = "nimm"\n' + ASKED, "game: there is no game 'nimm'; do you mean nim?"),
        ("game = 7\n" + ASKED, "game: expected the name of a game, not 7"),
        (HEAD + 'players = "two"\n' + ASKED, "players: expected a whole number"),
        (HEAD + "players = 9\n" + ASKED, "players: expected 2 to 4, not 9"),
        (HEAD + "settings = { heap = 3 }\n" + ASKED, "settings.heap: is no option; do you mean heaps?"),
        (HEAD + 'settings = { heaps = "2-2" }\n' + ASKED, "settings.heaps: expected 1-3-5"),
        (HEAD + 'move = ["take 1 1"]\n' + ASKED, "move: there is no such key here; did you mean moves?"),
        (HEAD + 'moves = "take 1 1"\n' + ASKED, "moves: expected a list of moves"),
        (HEAD + "moves = [1]\n" + ASKED, "moves[1]: expected text, not 1"),
        (HEAD + 'moves = ["take 1 1", "grab"]\n' + ASKED, "moves[2]: 'grab' is no move of nim"),
        (HEAD + 'moves = ["take 1 1", "take 1 1"]\n' + ASKED, "moves[2]: take 1 1 is not allowed"),
        (HEAD + 'position = "1-1-1 emil"\n' + ASKED, "position: expected heaps and a player"),
        (HEAD + 'position = "1-1-1 anna"\ntranscript = "Nim anna bert:"\n' + ASKED,
         "transcript: says where the game stands"),
        (HEAD + 'transcript = "Nim anna bert cleo:"\n' + ASKED, "transcript: is of another game"),
        ('game = "duel"\nposition = "1"\n' + ASKED, "position: duel has no positions as text"),
        (STRATEGIKSA + "{ position = 1.5 }\n" + ASKED, "position: input should be a valid"),
        (STRATEGIKSA + PLACED.replace("silent = 0", "silent = 1.5") + ASKED,
         "position.memory.silent: input should be"),
        (STRATEGIKSA + PLACED.replace("silent = 0", "silent = 1e999") + ASKED,
         "position.memory.silent: input should be"),
        (STRATEGIKSA + PLACED.replace("silent = 0", "silent = 07:32:00") + ASKED,
         "position: expected what JSON can hold"),
        (HEAD + "questions = 3\n", "questions: expected tables"),
        (HEAD + "[[questions]]\nmoves = 1\n", "questions[1].moves: there is no such key here; did you mean move?"),
        (HEAD + "[[questions]]\nafter = []\n", "questions[1].move: is missing"),
        (HEAD + "[[questions]]\nodds = true\n", "questions[1].odds: nothing is rolled here: anna is to move"),
        (HEAD + "[[questions]]\nodds = 1\n", "questions[1].odds: expected true, not 1"),
        (HEAD + '[[questions]]\nodds = true\nmove = "take 1 1"\n',
         "questions[1].odds: asks what dice may give: move and by"),
        (HEAD + '[[questions]]\nmove = "take"\n', "questions[1].move: 'take' is no move of nim"),
        (HEAD + '[[questions]]\nmove = "take 1 1"\nafter = ["take 1 9"]\n',
         "questions[1].after[1]: 'take 1 9' is no move"),
        (HEAD + '[[questions]]\nmove = "take 1 1"\nafter = ["take 1 1", "take 1 1"]\n',
         "questions[1].after[2]: take 1 1 is not allowed"),
        (HEAD + '[[questions]]\nmove = "take 1 1"\nby = "ann"\n',
         "questions[1].by: nobody is called 'ann'; did you mean anna?"),
        (HEAD + "title = 3", "is not valid TOML"),
        (HEAD.replace("\"Whose stick?\"", "3") + ASKED, "title: expected text, not 3"),
        ('{"game": "nim", "moves": []}', "players: "),
        ('{"game": "nim", "players": 2, "moves": [], "won": 1}', "won: "),
        ('{"game": "nim", "players": 2, "settings": {"heap": "1"}}', "settings.heap: is no option"),
        ('{"game": "nim", "players": 2, "winners": ["anna"]}', "winners: winners and reason are given together"),
        ('{"game": "nim", "players": 2, "reason": "last taken"}', "reason: winners and reason are given together"),
        ('{"game": "nim", "players": 2, "seats": ["human"]}', "seats: expected who played anna, bert, not 1 of them"),
        ("{", "is not valid JSON"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_file_is_one_sentence_with_its_key_and_2(text, words):
    said = refused("grid-games", "check", "-", typed=text)
    assert said.startswith("Error: standard input: ")
    assert words in said


def test_a_complaint_does_not_quote_a_whole_file():
    long = f'game = "strategiksa"\nposition = "{"x" * 900_000}"\n' + ASKED
    said = refused("grid-games", "check", "-", typed=long)
    assert said.startswith("Error: standard input: position: expected map|round|colour")
    assert len(said) < 2000


def test_all_mistakes_are_named():
    text = HEAD + 'movse = []\n[[questions]]\nby = "anna"\n[[questions]]\nmove = 1\n'
    keys = [line.split(": ")[2] for line in check(text).stderr.splitlines()]
    assert keys == ["movse", "questions[1].move", "questions[2].move"]


@pytest.mark.parametrize("lost", ["2>/dev/full", "2>&- >&- <&-"])
def test_a_complaint_nobody_can_read_is_2_all_the_same(lost, tmp_path):
    command = f"{shlex.quote(sys.executable)} -m grid_games.cli check missing.toml {lost}"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.getcwd()})
    assert done.returncode == 2


def test_a_refused_text_says_by_which_rules_it_is_judged():
    text = (
        '# whose zone?\n[Map "classic"] [Seats "R G B"] [Options "early"]\nsetup R B2: c3=K10I\nsetup G B2: d3=K10I\n'
    )
    told = run("grid-games", "check", "-", typed=text)
    assert told.exit_code == 1
    assert "Rules: supply = 20, spread = free," in told.stdout
    assert told.stdout.endswith("Not allowed.\nLine 4, zone B2:\n- zone B2 is taken [12]\n")
    settings = json.loads(run("grid-games", "check", "-", "--json", typed=text).stdout)["settings"]
    assert (settings["supply"], settings["spread"]) == (20, "free")

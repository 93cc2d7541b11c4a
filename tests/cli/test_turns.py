"""`armada check` on a dispute that states a turn: text, data, pictures, exit status, every mistake in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import Result

from armada_sim.files.disputes import ActionQuestion, WonQuestion
from armada_sim.files.records import dispute_schema, load_dispute, parse_dispute
from armada_sim.play.actions import parse_action
from armada_sim.tabletop import plain_data
from armada_sim.tabletop.errors import InputError
from tests.commands import refused, run

ROOT = Path(__file__).parent.parent.parent

SHIPS = """
[[ships]]
name = "R1"
player = "red"
size = "medium"
base = [300, 300]
heading = 90
[[ships]]
name = "R2"
player = "red"
size = "small"
base = [420, 300]
heading = 70
[[ships]]
name = "B1"
player = "blue"
size = "small"
base = [262, 366]
heading = 20
[[ships]]
name = "B2"
player = "blue"
size = "large"
base = [340, 520]
heading = 250
damage = 1
"""
TURN = '[turn]\nplayer = "red"\n'
PASS = '[[questions]]\naction = "pass"\n'


def check(text: str, *options: str) -> Result:
    return run("armada", "check", "-", *options, typed=text)


def document(text: str) -> dict[str, Any]:
    result = check(text, "--json")
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def asked(*actions: str) -> str:
    return f"[[questions]]\nactions = {json.dumps(actions)}\n"


def clauses(row: dict[str, Any]) -> list[str]:
    return [reason["clause"] for reason in row["reasons"]]


def test_each_action_of_a_chain_is_a_ruling_with_its_action_and_player() -> None:
    """The shot is ruled on from where the move ends, with a margin and a witness like any shot."""
    rows = document(SHIPS + TURN + asked("R1 > 95", "R1 x B1", "pass", "B2 > 250"))["rulings"]
    assert [(row["number"], row["player"], row["action"], row["question"], row["answer"]) for row in rows] == [
        (1, "red", "R1 > 95", "move", "yes"), (1, "red", "R1 x B1", "shot", "yes"),
        (1, "red", "pass", "pass", "yes"), (1, "blue", "B2 > 250", "move", "yes"),
    ]  # fmt: skip
    alone = document(SHIPS + '[[questions]]\nmove = "R1"\nheadings = [95]')["rulings"][0]
    assert {key: rows[0][key] for key in alone if key != "notes"} == {k: v for k, v in alone.items() if k != "notes"}
    assert rows[1]["margin"] > 1
    assert rows[1]["witness"]["template"]
    notes = " ".join(note for row in rows for note in row["notes"])
    for told in ("R1 hits B1 and sinks it", "1 action of this turn is left", "the turn is over; blue is next"):
        assert told in notes
    assert document(SHIPS + asked_move())["rulings"][0].keys() == alone.keys()


def asked_move() -> str:
    return '[[questions]]\nmove = "R1"\nheadings = [90]\n'


def test_a_chain_ends_with_what_is_not_allowed_and_says_what_was_not_asked() -> None:
    """What was declared after an impossible move rests on it; a claim that was refused is gone on from."""
    rows = document(SHIPS + TURN + asked("R1 > 200", "R1 x B1", "pass"))["rulings"]
    assert [row["allowed"] for row in rows] == [False]
    assert "not asked: R1 x B1 and pass" in rows[0]["notes"][-1]
    rows = document(SHIPS + TURN + asked("R1 > 200 ?", "R1 > 95"))["rulings"]
    assert [(row["question"], row["allowed"]) for row in rows] == [("refused", True), ("move", True)]
    assert check(SHIPS + TURN + asked("R1 > 95 ?")).exit_code == 1


def test_questions_are_asked_apart_from_each_other() -> None:
    """Each question begins with the table as it is written: only the actions of one list follow each other."""
    result = check(SHIPS + TURN + asked("R1 > 95") + asked("R1 > 90") + "[[questions]]\nwon = true\n")
    assert result.output.count("\n   Allowed.") == 2
    assert "No, nobody has won." in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("done", "action", "clause"),
    [
        ("steps = { R1 = 1 }", "R1 > 90", "turn.moved"),
        ("steps = { R2 = 2 }", "R2 > 70 70 70", "turn.moved"),
        ("left = 0", "R1 > 90", "turn.actions"),
        ('shots = [{ from = "R2", at = "B1" }]', "R2 x B1", "turn.guns"),
        ('stuck = ["R1"]', "R1 > 90", "turn.stuck"),
        ("", "B2 > 250", "turn.ship"),
        ("", "R1 x B2", "shot.reach"),
        ('agreed = ["red"]', "draw", "game.end"),
    ],
)  # fmt: skip
def test_what_was_done_in_the_turn_is_against_an_action(done: str, action: str, clause: str) -> None:
    """Each by its clause, not allowed, with status 1; without it the same action is not refused by the turn."""
    text = SHIPS + TURN + done + "\n" + asked(action)
    (row,) = document(text)["rulings"]
    assert (clauses(row)[0], row["allowed"], row["margin"] is None) == (clause, False, clause != "shot.reach")
    assert check(text).exit_code == 1


def test_a_ship_that_has_moved_may_be_off_by_a_tolerance_more_for_each_step() -> None:
    """Two steps of a small ship at half a millimetre: 1.5 mm; the next steps are ruled on from there."""
    text = "[tolerance]\nposition = 0.5\n" + SHIPS + TURN + asked("R2 > 70 70", "R2 x B1")
    rows = document(text)["rulings"]
    assert "R2 lies where its move ends, and may be off by 1.5 mm there" in " ".join(rows[1]["notes"]).replace(
        "1.50", "1.5"
    )


def test_own_flags_are_in_the_way() -> None:
    """A move in a file with flags is judged on the table of the game, asked with and without the turn."""
    goal = 'rules = { goal = "flag" }\n' + SHIPS + TURN
    flags = '[[flags]]\nowner = "red"\nat = [300, 380]\n[[flags]]\nowner = "blue"\nat = [255, 330]\n'
    rows = document(goal + flags + asked("R1 > 90") + asked_move())["rulings"]
    assert [row["allowed"] for row in rows] == [False, False]
    assert [row["reasons"][0]["pieces"] for row in rows] == [["R1", "red's flag"]] * 2


def test_a_sunk_ship_is_stated_with_its_damage_and_lies_nowhere() -> None:
    """It is no fault of the table; nobody can fire at it; a question about it alone says why it cannot be asked."""
    text = SHIPS.replace("heading = 20", "heading = 20\ndamage = 1") + TURN
    found = document(text + asked("R1 x B1") + PASS)
    assert found["position"] == []
    assert clauses(found["rulings"][0]) == ["shot.target"]
    assert found["rulings"][1]["allowed"]
    said = refused("armada", "check", "-", typed=text + '[[questions]]\nmove = "B1"\nheadings = [20]')
    assert "questions[1].move: B1 has taken 1 hit and is sunk" in said


def test_after_the_end_nothing_is_allowed_any_more() -> None:
    """A chain that wins says so, and what comes after it was too late."""
    two = SHIPS.partition('[[ships]]\nname = "B2"')[0] + TURN
    rows = document(two + asked("R1 > 95", "R1 x B1", "pass"))["rulings"]
    assert [row["allowed"] for row in rows] == [True, True, False]
    assert "red wins (no other side is afloat)" in rows[1]["notes"]
    assert clauses(rows[2]) == ["game.end"]


LINE = '[[lines]]\nattacker = "red"\nstart = [0, 800]\nend = [914.4, 800]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SHIPS + PASS, "questions[1].action: needs a [turn] table that says whose turn it is"),
        (SHIPS + '[turn]\nplayer = "rde"', "turn.player: no player is called 'rde'; did you mean red?"),
        (SHIPS + TURN + "steps = { R7 = 1 }", "turn.steps.R7: no ship is called 'R7'"),
        (SHIPS + TURN + "steps = { B1 = 1 }", "turn.steps.B1: B1 is a ship of blue, whose turn it is not"),
        (SHIPS + TURN + "steps = { R1 = 3 }",
         "turn.steps.R1: R1 is a medium ship and may take 2 steps in a move, not 3"),
        (SHIPS + TURN + 'shots = [{ from = "R1", at = "B9" }]', "turn.shots[1].at: no ship is called 'B9'"),
        (SHIPS + TURN + 'shots = [{ from = "R2" }, { from = "R2" }]',
         "turn.shots: R2 has 1 gun; shots fired this turn: 2"),
        (SHIPS + TURN + 'steps = { R1 = 1, R2 = 1 }\nshots = [{ from = "R1" }, { from = "R1" }]',
         "turn: 4 actions are named, and a turn has 3"),
        (SHIPS + TURN + "steps = { R1 = 1 }\nleft = 3",
         "turn.left: 1 action is named, which leaves 2 at most, not 3"),
        (SHIPS + TURN + "left = 4", "turn.left: must be at most 3, not 4"),
        (SHIPS + TURN + 'stuck = ["B1"]', "turn.stuck[1]: B1 is a ship of blue, whose turn it is not"),
        (SHIPS + TURN + 'order = ["red"]', "turn.order: expected everybody who takes turns once: blue, red"),
        (SHIPS + TURN + 'unfinished = "R2"', "turn.unfinished: there is no such key here"),
        (SHIPS.replace("damage = 1", "damage = 4") + TURN,
         "ships[4].damage: B2 is a large ship and takes 3 hits, not 4"),
        (SHIPS + TURN + LINE, "lines: goal = infiltration and goal lines belong together"),
        ('rules = { goal = "infiltration" }\n' + SHIPS + TURN + LINE.replace("red", "green"),
         "lines[1].attacker: no player is called 'green'"),
        ('rules = { goal = "infiltration" }\n' + SHIPS + TURN + LINE.replace("914.4, 800", "0, 800"),
         "lines[1].end: a goal line needs two different points"),
        ('rules = { goal = "flag" }\n' + SHIPS + TURN, "flags: goal = flag and flags belong together"),
        ('rules = { goal = "flag" }\n' + SHIPS + TURN + '[[flags]]\nowner = "red"\nship = "B1"',
         "flags: B1 is not a ship of red, whose flag it should carry"),
        ('rules = { goal = "flag" }\n' + SHIPS + TURN + '[[flags]]\nowner = "grey"\nat = [1, 2]',
         "flags[1].owner: no player is called 'grey'"),
        (SHIPS.replace('"blue"', '"red"') + TURN, "fleets: a game needs at least two players"),
        (SHIPS + TURN + asked("R1 > 90", "R1 x B7"), "questions[1].actions[2]: no ship is called 'B7'"),
        (SHIPS + TURN + asked("R9 > 90"), "questions[1].actions[1]: no ship is called 'R9'"),
        (SHIPS + TURN + asked("fly R1"), "questions[1].actions[1]: expected an action such as"),
        (SHIPS + TURN + asked("fleet L4"), "questions[1].actions[1]: is no action of a turn"),
        (SHIPS + TURN + asked("R1 > 99999999"), "questions[1].actions[1].headings[1]: a heading is out of range"),
        (SHIPS + TURN + "[[questions]]\nactions = []", "questions[1].actions: needs at least 1 entry"),
        (SHIPS + TURN + "[[questions]]\nwon = false", "questions[1].won: expected true, not false"),
        (SHIPS + TURN + "step = 1", "turn.step: there is no such key here; did you mean steps?"),
    ],
)  # fmt: skip
def test_every_mistake_is_a_sentence_with_its_key(text: str, told: str) -> None:
    """Status 2, one line, nothing else."""
    assert told in refused("armada", "check", "-", typed=text if "[[questions]]" in text else f"{text}\n{PASS}")


def test_mistakes_are_told_together() -> None:
    """What is wrong with ships, turn and questions at once."""
    with pytest.raises(InputError) as caught:
        parse_dispute(SHIPS + '[turn]\nplayer = "grey"\nsteps = { R9 = 1 }\n' + asked("B9 > 1"))
    assert [error.key for error in (caught.value, *caught.value.others)] == ["turn.player", "questions[1].actions[1]"]


def test_the_same_keys_in_json_and_a_schema_for_them() -> None:
    """A file in JSON means the same, and the schema takes both."""
    text = SHIPS + TURN + "steps = { R2 = 1 }\n" + asked("R1 > 95", "R1 x B1") + "[[questions]]\nwon = true\n"
    data = plain_data(text, "toml")
    schema = jsonschema.Draft202012Validator(dispute_schema())
    as_json = json.dumps(data, default=float)
    schema.validate(json.loads(as_json))
    assert document(as_json) == document(text)
    assert not schema.is_valid(json.loads(as_json.replace('"steps"', '"stops"')))


def test_a_dispute_is_a_value_in_python() -> None:
    """Its game says who acts; its questions are actions; rulings come one by one or as the one that decides."""
    dispute = load_dispute(ROOT / "examples" / "shot-after-a-move.toml")
    assert dispute.game is not None
    assert (dispute.game.current_player(), dispute.game.state.turn.left) == ("red", 2)  # type: ignore[union-attr]
    question = dispute.questions[0]
    assert isinstance(question, ActionQuestion)
    assert question.actions[0] == parse_action("R1 > 95")
    rulings = [one.ruling for one in dispute.answers(1)]
    assert [ruling.question for ruling in rulings] == ["move", "shot"]
    assert dispute.ask(1).as_json() == rulings[-1].as_json()
    assert dispute.most_rulings == 3
    assert load_dispute(ROOT / "examples" / "past-the-line.toml").questions[0] == WonQuestion()


def test_a_picture_for_each_ruling(tmp_path: Path) -> None:
    """Numbered through; the shot is drawn where the move has taken its ship; what was not asked has none."""
    text = SHIPS + TURN + asked("R1 > 95", "R1 x B1", "pass") + asked("R1 > 200", "pass") + "[[questions]]\nwon = true"
    result = check(text, "-o", str(tmp_path / "a.svg"))
    assert (result.exit_code, result.stderr) == (1, "")
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"a-{n}.svg" for n in range(1, 6)]
    assert "shot from R1 at B1" in (tmp_path / "a-2.svg").read_text()
    line = 'rules = { goal = "infiltration" }\n' + SHIPS + TURN + LINE + "[[questions]]\nwon = true"
    check(line, "-o", str(tmp_path / "won.svg"))
    assert "goal-line-red" in (tmp_path / "won.svg").read_text().replace("_", "-")


def test_the_turn_is_told_before_the_rulings_and_in_french() -> None:
    """Whose turn, what is left, what was done; no English word where French is asked for."""
    text = SHIPS + TURN + 'steps = { R2 = 1 }\nshots = [{ from = "R1" }]\n' + asked("R1 > 95", "pass")
    told = check(text).output
    assert "Turn of red: 1 action is left.\nDone in it: R2 has moved by 1 step and R1 has fired 1 shot." in told
    assert "\n1.1. May R1" in told
    french = check(text, "--lang", "fr").output
    assert "Tour en cours (rouge)\u202f: il reste 1 action." in french
    assert "le tour est fini" in french

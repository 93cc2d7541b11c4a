"""Why a move is not allowed: a clause and a sentence for each reason there is; moves of other steps; absent players;
documents."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from grid_games.core.protocol import NotationError, Violation
from grid_games.strategiksa.chapters.turns import answer_for_absent
from grid_games.strategiksa.moves import Convert, read_move
from grid_games.strategiksa.state import Phase, State
from grid_games.strategiksa.units import read_stack, stack_text
from tests.grid_games.strategiksa.tables import at, game, legal, on, play, table

FAR = "j1=G:K j10=B:K"


def setup(line: str = "", **settings: object) -> State:
    start = game(**settings).new()
    return play(start, line) if line else start


def moving(squares: str, **settings: object) -> State:
    return at(game(**settings), f"{squares} {FAR}", Phase.MOVE)


def adding(squares: str, **settings: object) -> State:
    return at(game(**settings), f"{squares} {FAR}", Phase.REINFORCE)


def fighting(sides: str, line: str = "", **settings: object) -> State:
    start = at(game(**settings), f"a1=R:K e5={sides} {FAR}", Phase.BATTLES)
    return play(start, line) if line else start


def managing(lords: str = "G=R", turn: str = "G", seats: str = "RGBY") -> State:
    return at(game(seats), "a1=R:K e5=G:I j10=B:I j1=Y:I", turn=turn, lords=lords)


def interrupting(
    line: str = "", turn: str = "G", squares: str = "a1=R:K e5=G:I j10=B:I j1=Y:K", lords: str = "G=R",
    managers: str = "", seats: str = "RGBY", **settings: object,
) -> State:  # fmt: skip
    """Before green moves, as a rule, his suzerain red is asked."""
    of = game(seats, manage_when="anytime", **settings)
    start = at(of, squares, Phase.MOVE, turn, lords, managers)
    return play(start, line) if line else start


def offering(
    seats: str = "RGBY", squares: str = "a1=R:K e5=G:I j10=B:K", lords: str = "G=B", turn: str = "R"
) -> State:  # fmt: skip
    of = game(seats)
    return of.position(table(of, squares, lords), 1, of.letters.index(turn))


MIXED = "e5=B:I f5=B:I j10=Y:K"
"""A zone of blue's, C3."""

# a state, a move, the clause against it and its words; then a state without that rule, and the move where it changes
REASONS: list[tuple[Any, ...]] = [
    (setup(), "+K a1", "turn", "chooses a zone", setup("zone A1")),
    (setup("zone A1,+K a1,+C a1,+C a1,+C a1,+C a1,+C a2"), "zone A1", "12", "is taken", setup()),
    (setup(map="citadel"), "zone C3", "U4", "fewer than two open squares", setup()),
    (setup("zone A1"), "stop", "turn", "puts his king down", moving("a1=R:I")),
    (setup("zone A1"), "+I a1", "11", "the king comes first", setup("zone A1,+K a1")),
    (setup("zone A1"), "+K c1", "12", "is not in zone A1", setup("zone B1")),
    (setup("zone B2", map="mountains c3"), "+K c3", "3", "is a mountain", setup("zone B2")),
    (setup("zone A1,+K a1"), "stop", "turn", "until his points are used", moving("a1=R:I")),
    (setup("zone A1,+K a1"), "+K a1", "6", "one king", setup("zone A1")),
    (setup("zone A1,+K a1,+I a1,+C a1,+C a1,+C a1,+C a1"), "+C a1", "11", "1 of 10 are left",
     setup("zone A1,+K a1,+I a1,+C a1,+C a1,+C a1")),
    (setup("zone A1,+K a1,+C a1,+C a1,+C a1,+C a1", spread="two_squares"), "+C a1", "U4", "two squares",
     setup("zone A1,+K a1,+C a1,+C a1,+C a1,+C a1", spread="free")),
    (setup("zone A1,+K a1,+I a2", numbers='{"least": 2}'), "stop", "11", "2 points are to be spent at least, not 1",
     setup("zone A1,+K a1,+I a2", numbers='{"least": 1}')),
    (setup("zone A1,+K a1,+C a1", numbers='{"least": 2}'), "stop", "U4", "two squares",
     setup("zone A1,+K a1,+C a2", numbers='{"least": 2}')),
    (managing(), "stop", "turn", "says who runs green", moving("a1=R:I")),
    (managing(), "m G=B", "49", "neither a vassal of red nor brought down", managing("G=R B=R")),
    (managing(), "m R=G", "50", "runs his own colour himself", managing("R=Y G=Y", turn="R")),
    (at(game("RGBY"), "a1=R:K e5=G:I j10=B:K j1=Y:I", turn="G", lords="G=R Y=R"), "m Y=R", "U17",
     "the question is who runs green",
     managing("G=R Y=R", turn="Y")),
    (managing(), "m G=W", "49", "W does not play", managing("G=R W=R", seats="RGBYW")),
    (interrupting(), "stop", "turn", "before green decides", interrupting("wait")),
    (interrupting(), "m G=B", "49", "neither a vassal of red nor brought down", interrupting(lords="G=R B=R")),
    (interrupting(), "m B=R", "50", "nobody's vassal", interrupting(lords="G=R B=R")),
    (interrupting("wait", lords="G=R B=Y", managers="B=Y"), "m B=B", "49", "belongs to yellow, not to red",
     interrupting(lords="G=R B=Y", managers="B=Y")),
    (interrupting(), "m G=G", "U17", "runs green already", interrupting(managers="G=R")),
    (interrupting("wait"), "m G=R", "U17", "has been asked, and is asked again before the next", interrupting()),
    (interrupting("pass,I e5-e6"), "m G=R", "U17", "has passed for this round, and is asked again in the next",
     interrupting("wait,I e5-e6")),
    (interrupting("wait", lords="G=R B=R"), "m P=R", "49", "P does not play",
     interrupting(lords="G=R P=R", squares="a1=R:K e5=G:I j10=B:K j1=Y:K f1=P:I", seats="RGBYP")),
    (interrupting(squares="a1=R:K e5=G:I j1=Y:K", lords="G=R B=R"), "m B=R", "U25", "blue has no pieces",
     interrupting(lords="G=R B=R")),
    (offering(), "stop", "turn", "may offer himself", moving("a1=R:I")),
    (offering(), "offer R", "52", "to himself", offering(turn="G", lords="")),
    (offering(), "offer W", "52", "does not play", offering("RGBYW", squares="a1=R:K e5=G:I j10=B:K g1=W:I")),
    (offering(), "offer G", "52", "is a vassal of blue", offering(lords="")),
    (offering(), "offer Y", "U19", "has nothing on the board", offering(squares="a1=R:K e5=G:I j10=B:K j1=Y:I")),
    (play(offering(), "offer B"), "stop", "turn", "answers yes or no", moving("a1=R:I")),
    (adding("a1=R:I b1=R:K"), "I a1-a2", "turn", "places reinforcements", moving("a1=R:I b1=R:K")),
    (adding("a1=R:I b1=R:K"), "+K a1", "22", "never reinforced", adding("a1=R:I b1=R:K"), "+I a1"),
    (adding("a1=R:I b1=R:K"), "+C a1", "19", "is too much", adding("a1=R:I b1=R:K c1=R:I d1=R:I")),
    (adding("a1=R:20I b1=R:K", supply=20), "+I a1", "U3", "all 20 pieces", adding("a1=R:20I b1=R:K")),
    (adding("a1=R:I b1=R:K", map="mountains a2"), "+I a2", "3", "mountain", adding("a1=R:I b1=R:K")),
    (adding("a1=R:I b1=R:K"), "+I c1", "20", "zone B1 is empty", adding("a1=R:I b1=R:K c1=R:I d1=R:I")),
    (adding("a1=R:I b1=R:K"), "+I i1", "20", "zone E1 is held by green",
     at(game(), "a1=R:I b1=R:K i1=R:I j2=R:I e9=G:K j10=B:K", Phase.REINFORCE)),
    (adding("a1=R:I b1=R:K c1=R:I"), "+I c1", "14", "on one square", adding("a1=R:I b1=R:K c1=R:I d1=R:I")),
    (adding("a1=R:I b1=R:K c1=R:I d1=B:I"), "+I c1", "14", "an enemy stands in zone B1, blue",
     adding("a1=R:I b1=R:K c1=R:I d1=R:I")),
    (at(game("RGBY"), f"a1=R:K b1=R:I e1=G:I f1=G:I {MIXED}", Phase.REINFORCE, "G", "G=R B=R"), "+I e5", "U23",
     "a fellow vassal",
     at(game("RGBY"), f"a1=R:K b1=R:I e1=G:I f1=G:I {MIXED}", Phase.REINFORCE, "G", "G=R B=R", "G=B")),
    (adding("a1=R:I a2=R:K c1=R:30I30A"), "+I a1", "53", "red runs 61 points", adding("a1=R:I a2=R:K c1=R:20I20A")),
    (at(game(), f"a1=R:C5I b1=R:K {FAR}", Phase.CONVERT), "+I a1", "19", "no points of reinforcement are left",
     at(game(), f"a1=R:C5I b1=R:K {FAR}", Phase.REINFORCE)),
    (at(game(supply=10), f"a1=R:K10I10A b1=R:10H {FAR}", Phase.REINFORCE), "+I a1", "U3",
     "all pieces that red could take",
     at(game(supply=11), f"a1=R:K10I10A b1=R:10H {FAR}", Phase.REINFORCE)),
    (moving("a1=R:I"), "+I a1", "19", "red controls no zone", adding("a1=R:I b1=R:K")),
    (play(moving("a1=R:2I"), "I a1-a2"), "+I a1", "turn", "moves pieces", adding("a1=R:I a2=R:I")),
    (play(adding("a1=R:I b1=R:K c1=R:I d1=R:I", canonical_steps="on"), "+A b1"), "+A a1", "canonical_steps",
     "rising order",
     play(adding("a1=R:I b1=R:K c1=R:I d1=R:I"), "+A b1")),
    (at(game(), f"a1=R:C b1=R:K {FAR}", Phase.CONVERT), "K b1-b2", "turn", "converts cavalry", moving("a1=R:C b1=R:K")),
    (at(game(), f"a1=R:C b1=R:K {FAR}", Phase.CONVERT), "C*>I a1", "24", "has no C* on a1",
     at(game(), f"a1=R:C* b1=R:K {FAR}", Phase.CONVERT)),
    (at(game(supply=20), f"a1=R:20IC b1=R:K {FAR}", Phase.CONVERT), "C>I a1", "U3", "all 20 pieces",
     at(game(), f"a1=R:20IC b1=R:K {FAR}", Phase.CONVERT)),
    (play(at(game(canonical_steps="on"), f"a1=R:C b1=R:KC {FAR}", Phase.CONVERT), "C>I b1"), "C>I a1", "turn",
     "moves pieces",
     play(at(game(), f"a1=R:C b1=R:KC {FAR}", Phase.CONVERT), "C>I b1")),
    (play(at(game(canonical_steps="on"), f"a1=R:C b1=R:K2C {FAR}", Phase.CONVERT), "C>I b1"), "C>I a1",
     "canonical_steps", "rising order",
     play(at(game(), f"a1=R:C b1=R:K2C {FAR}", Phase.CONVERT), "C>I b1")),
    (moving("a1=R:I"), "yes", "turn", "moves pieces", play(offering(), "offer B")),
    (moving("a1=R:I"), "C a1-a2", "27", "has no C on a1", moving("a1=R:IC")),
    (moving("a1=R:I"), "I a1-a1", "U30", "not a move", moving("a1=R:I"), "I a1-a2"),
    (moving("a1=R:I", map="mountains a2"), "I a1-a2", "3", "a2 is a mountain", moving("a1=R:I")),
    (moving("a1=R:I"), "I a1-a3", "26", "moves one square; a3 is 2 away", moving("a1=R:C"), "C a1-a3"),
    (moving("a1=R:K"), "K a1-a4", "26", "moves one or two squares", moving("a2=R:K"), "K a2-a4"),
    (moving("a1=R:C b2=B:I"), "C a1-c3", "28", "stop C on every way", moving("a1=R:C")),
    (moving("a1=R:C", map="mountains a2 b2"), "C a1-a3", "3", "in the way", moving("a1=R:C")),
    (play(moving("a1=R:2I a2=R:C"), "I a1-a2"), "I a2-a3", "27", "has moved", moving("a1=R:I a2=R:CI")),
    (play(moving("a1=R:I c1=R:I e1=R:I", canonical_steps="on"), "I c1-c2"), "I a1-a2", "canonical_steps",
     "rising order",
     play(moving("a1=R:I c1=R:I e1=R:I"), "I c1-c2")),
    (at(game(), f"a1=R:K c3=R:I+B:C e5=R:I+B:C {FAR}", Phase.BATTLES), "I", "turn", "says which battle is next",
     fighting("R:C+B:I")),
    (at(game(), f"a1=R:K c3=R:I+B:C e5=R:I+B:C {FAR}", Phase.BATTLES), "b a1", "32", "no battle on a1",
     at(game(), f"a1=R:K+B:C c3=R:I+B:C {FAR}", Phase.BATTLES)),
    (fighting("R:C+B:IH"), "stop", "turn", "picks a piece", moving("a1=R:I")),
    (fighting("R:C+B:IH"), "/I", "turn", "picks a piece", fighting("R:CI+B:I", "I")),
    (fighting("R:C+B:IH"), "A", "34", "has no A on e5", fighting("R:C+B:IAH")),
    (fighting("R:C+B:IH"), "H", "39", "healers never fight", fighting("R:C+B:IH"), "I"),
    (fighting("R:C+B:IH"), "B.I", "U13", "has one colour",
     at(game(), "a1=R:K e5=R:2C+B:I+G:I j10=B:K", Phase.BATTLES, lords="G=B")),
    (fighting("R:C+B:IH"), "h I", "U28", "is not wounded", fighting("R:C+B:I*H"), "h I*"),
    (fighting("R:C+B:I*A"), "h I*", "38", "no healer", fighting("R:C+B:I*AH")),
    (fighting("R:2C+B:I*A*H", "h I*,C,/A*"), "h A*", "34", "has no A*", fighting("R:2C+B:I*2A*2H", "h I*,C,/A*")),
    (fighting("R:C+B:IH", "I"), "I", "turn", "replies with a piece", fighting("R:C+B:IH")),
    (fighting("R:C*H+B:IH", "I"), "h C*", "38", "only the side with the initiative",
     play(fighting("R:2C*H+B:IH"), "I,/C*")),
    (fighting("R:C+B:IH", "I"), "/K", "34", "has no K", fighting("R:CK+B:IH", "I")),
    (fighting("R:CH+B:IH", "I"), "/H", "39", "healers never fight", fighting("R:CIH+B:IH", "I"), "/I"),
    (at(game(), "a1=R:K e5=R:2C+B:A+G:I j10=B:K", Phase.BATTLES, lords="G=B"), "I", "U13",
     "say which, as in G.I|say which, as in B.I",
     at(game(), "a1=R:K e5=R:2C+B:I j10=B:K j1=G:K", Phase.BATTLES)),
    (at(game("RGBY"), "a1=R:K e5=R:2C+B:A+G:I j10=B:K j1=Y:K", Phase.BATTLES, lords="G=B"), "Y.I", "34",
     "Y has no piece",
     at(game("RGBY"), "a1=R:K e5=R:2C+B:A+Y:I j10=B:K j1=G:K", Phase.BATTLES, lords="Y=B")),
    (play(at(game(), f"a1=R:K e5=R:2I+B:K* {FAR.split()[0]}", Phase.BATTLES), "K*,/I"), "stop", "turn",
     "takes blue as a vassal",
     moving("a1=R:I")),
    (play(at(game(), "a1=R:K e5=R:I+B:K* e1=G:I", Phase.BATTLES, lords="G=R"), "K*,/I,v"), "stop", "57", "is over",
     moving("a1=R:I")),
]  # fmt: skip


@pytest.mark.parametrize("case", REASONS, ids=[f"{clause} {text}" for _, text, clause, *_ in REASONS])
def test_each_reason(case: tuple[Any, ...]) -> None:
    """The clause named is the one without which the move would be allowed."""
    state, text, clause, told, cured, *other = case
    violation = state.why_not(read_move(text))
    assert violation is not None
    assert violation.clause == clause
    assert re.search(told.replace("*", r"\*"), violation.text)
    assert text not in legal(state)
    assert (other or [text])[0] in legal(cured)


ONLY_CAVALRY = at(game(), f"a1=R:CI b1=R:K {FAR}", Phase.CONVERT), Convert(2, 0, "A")
"""No text says this, but a program can."""


def test_only_cavalry_is_converted() -> None:
    state, move = ONLY_CAVALRY
    assert state.why_not(move).clause == "24"


def test_each_place_that_refuses_has_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal added to the program without a case among the reasons fails here."""
    met: set[tuple[str, int]] = set()

    def noted(clause: str, text: str, **values: object) -> Violation:
        caller = sys._getframe(1)
        met.add((caller.f_code.co_filename, caller.f_lineno))
        return Violation(clause, text, **values)

    refusing = {name: module for name, module in sys.modules.items() if name.startswith("grid_games.strategiksa")}
    places = {
        (str(module.__file__), call.lineno)
        for module in refusing.values()
        for call in ast.walk(ast.parse(Path(module.__file__).read_text()))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Violation"
    }
    for module in refusing.values():
        if hasattr(module, "Violation"):
            monkeypatch.setattr(module, "Violation", noted)
    for state, text, *_ in REASONS:
        state.why_not(read_move(text))
    ONLY_CAVALRY[0].why_not(ONLY_CAVALRY[1])
    assert len(places) > 50
    assert {(Path(file).name, line) for file, line in places - met} == set()


ONE_OF_EACH = (
    "zone A1", "+I a1", "C>I a1", "I a1-a2", "stop", "m G=G", "offer G", "yes", "b a1", "I", "/I", "h I*", "v",
)  # fmt: skip


def test_moves_of_another_step() -> None:
    """Each step refuses what belongs to others by the order of play."""
    for state in (setup(), managing(), offering(), adding("a1=R:I b1=R:K"), moving("a1=R:I"), fighting("R:C+B:IH")):
        foreign = [text for text in ONE_OF_EACH if (found := state.why_not(read_move(text))) and found.clause == "turn"]
        assert len(foreign) >= 10


@pytest.mark.parametrize(
    "text", ["", "zone", "zone F1", "+Q a1", "+I a11", "+I k1", "I a1", "I a1-", "4I a1-a2", "C>H a1", "I>A a1", "m G",
     "offer", "K/A", "//A", "h", "H*", "x", "V", "stop it"],
)  # fmt: skip
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError, match="expected a move such as") as caught:
        read_move(text)
    assert repr(text) in str(caught.value)


def test_every_number_is_a_move() -> None:
    of = game()
    for number in range(of.move_count):
        move = of.numbered(number)
        assert of.number(move) == number
        assert of.parse(str(move)) == move
    assert of.move_count > 10_000
    with pytest.raises(NotationError, match="the number of no move"):
        of.numbered(of.move_count)


def test_stacks_are_written_and_read() -> None:
    assert stack_text(read_stack("K4I2C*")) == "K4I2C*"
    for wrong in ("", "0I", "I2", "2X", "H*", "II", "K*K*"):
        with pytest.raises(NotationError, match="expected pieces such as"):
            read_stack(wrong)


@pytest.mark.parametrize(("state", "answer"), [
    (setup(), "zone A1"), (managing(), "m G=G"), (offering(), "no offer"), (play(offering(), "offer B"), "no"),
    (adding("a1=R:I b1=R:K"), "stop"), (moving("a1=R:I"), "stop"), (fighting("R:C+B:AH"), "A"),
    (at(game(), "a1=R:K e5=R:I+B:KAC*H j1=G:K", Phase.BATTLES), "C*"), (fighting("R:CI*+B:IH", "I"), "/I*"),
    (play(at(game(), f"a1=R:K e5=R:I+B:K* {FAR.split()[0]}", Phase.BATTLES), "K*,/I"), "v"),
])  # fmt: skip
def test_answers_for_the_absent(state: State, answer: str) -> None:
    assert str(answer_for_absent(state)) == answer


def test_a_game_nobody_plays_goes_to_its_limit() -> None:
    state = play(setup(max_rounds=2), "zone A1,+K a1,+C a1,+C a1,+C a1,+C a1,+C a2")
    while state.outcome() is None:
        state = state.play(answer_for_absent(state))
    assert state.outcome().reason == "limit"


def documents() -> dict[str, Any]:
    state = fighting("R:2C+B:IAH", "I")
    return {"state": state, "document": state.game.state_to_json(state)}


@pytest.mark.parametrize(("change", "complaint"), [
    (lambda it: it.pop("step"), "step: field required"),
    (lambda it: it.update(position=3), "position: input should be a valid string"),
    (lambda it: it.update(position=it["position"].replace("classic", "citadel")), "on the map"),
    (lambda it: it.update(position=it["position"].replace("a1=R:K", "a1=R:2K")), "V5"),
    (lambda it: it.update(step=[]), "step: input should be a valid dictionary"),
    (lambda it: it["step"].update(name="dancing"), "step.name: there is no step 'dancing'"),
    (lambda it: it["step"].update(colour=7), "the step does not fit"),
    (lambda it: it["step"].update(piece=4), "the step does not fit"),
    (lambda it: it["step"].update(piece="I"), "step.piece: input should be a valid integer"),
    (lambda it: it["step"]["battle"].update(square=100), "the step does not fit"),
    (lambda it: it["step"]["battle"].update(square=0), "the step does not fit"),
    (lambda it: it["step"]["battle"].update(heals=[1]), "step.battle.heals"),
    (lambda it: it["step"]["battle"].update(lords=[2, 2]), "the step does not fit"),
    (lambda it: it.update(step={"name": "regicide"}), "the step does not fit"),
    (lambda it: it.update(position=it["position"].replace("|1|", "|0|")), "the step does not fit"),
    (lambda it: it.update(step={"name": "placing", "zone": 3, "left": 1}), "the step does not fit"),
    (lambda it: it.update(step={"name": "managing"}), "the step does not fit"),
    (lambda it: it["memory"].update(silent=8), "does not play"),
    (lambda it: it["memory"].update(fallen=[{"player": 9, "killer": 0, "forced": False}]), "does not play"),
])  # fmt: skip
def test_faults_of_documents(change: Any, complaint: str) -> None:
    made = documents()
    change(made["document"])
    with pytest.raises(NotationError, match=complaint):
        made["state"].game.state_from_json(made["document"])


def test_a_document_of_the_turn_of_a_colour_without_pieces() -> None:
    document = documents()["document"] | {"step": {"name": "converting", "least": -1}}
    assert game().state_from_json(document).current_player() == "red"
    head, _, _ = document["position"].rpartition("|")
    document["position"] = f"{head}|j10=B:K"
    with pytest.raises(NotationError, match="step: the step does not fit the position"):
        game().state_from_json(document)


def test_a_document_of_reinforcements_above_the_limit() -> None:
    start = adding("a1=R:I b1=R:K c1=R:49I")
    document = start.game.state_to_json(start)
    document["position"] = document["position"].replace("49I", "60I")
    above = start.game.state_from_json(document)
    assert (legal(above), above.why_not(read_move("+I a1")).clause) == ({"stop"}, "53")


def test_a_document_of_pieces_that_wait_where_they_are_not() -> None:
    state = moving("a1=R:2I")
    document = state.game.state_to_json(state)
    assert state.game.state_from_json(document) == state
    for wrong in ([0, 2, 3], [-1, 2, 1], [0, -1, 1], [100, 2, 1], [0, 9, 1]):
        document["step"]["waiting"] = [wrong]
        with pytest.raises(NotationError, match=r"step\.waiting: expected pieces of the colour to play"):
            state.game.state_from_json(document)


def test_the_board_in_characters() -> None:
    state = at(game(map="citadel"), "a1=R:K4I c3=G:2I*+R:A j10=B:K", lords="G=R", managers="G=R", phase=Phase.MOVE)
    text = state.game.board(state)
    assert "R:K4I" in text
    assert text.count("^") == 4
    assert "green belongs to red, run by red" in text
    assert on(state, "c3") == "R:A+G:2I*"

"""What people at the table read: before each decision, of each move, and about whatever they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.strategiksa.moves import WAIT, Add, Convert, Offer, Reply, Take
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import read_position
from grid_games.strategiksa.text.telling import about, aim, asked, reading
from grid_games.strategiksa.units import KINDS, of_kind
from grid_games.testing.golden import CHOICE
from tests.grid_games.strategiksa.tables import at, game
from tests.grid_games.strategiksa.trees import DATA


def pairs(text):
    """The moves of a golden game, each with the states before and after it."""
    head, _, body = text.partition("\n---\n")
    settings = dict(line.removeprefix("setting ").split(" = ", 1) for line in head.splitlines() if " = " in line)
    state = catalogue.load("strategiksa", None, settings).new()
    for found in re.finditer(rf"^{CHOICE.pattern}$", body, re.MULTILINE):
        move = state.game.parse(found[2])
        yield state, move, (state := state.play(move))


def games():
    for path in sorted(DATA.glob("golden*.txt")):
        yield from pairs(path.read_text())
    for seed, settings in enumerate(
        [*[{}] * 8, {"king_clash": "both_free"}, {"offers": "any_player", "manage_when": "colour_turn"}]
    ):
        rng = np.random.default_rng(seed)
        state = catalogue.load("strategiksa", 4, {"max_rounds": 10, **settings}).new()
        while (moves := state.legal_moves()) and state.outcome() is None:
            move = moves[int(rng.integers(len(moves)))]
            yield state, move, (state := state.play(move))


def removed(before: State, move, after: State) -> dict[str, int]:
    """By colour, pieces that are gone and have not become others."""
    return {
        name: sum(
            max(of_kind(before.table.totals[colour], kind) - of_kind(after.table.totals[colour], kind), 0)
            for kind in KINDS
        )
        for colour, name in enumerate(before.game.players)
        if not isinstance(move, Add | Convert)
    }


def test_every_change_is_told() -> None:
    seen = {"removed": 0, "lord": 0, "manager": 0, "turn": 0, "battle": 0, "pass": 0}
    for before, move, after in games():
        text = reading(before, move, after, "")
        offered = isinstance(move, Offer) and move.target is not None
        begins = "offers himself to" if offered else "takes" if isinstance(move, Take) else str(move)
        assert text.startswith(begins) if move != WAIT else text == ""
        if before.aside >= 0 and (before.round, before.turn) == (after.round, after.turn):  # a pass is told
            assert (text == "pass") == (after.memory.silent != before.memory.silent)
            seen["pass"] += text == "pass"
        for name, count in removed(before, move, after).items():
            said = sum(int(n) for n in re.findall(rf"(\d+) \w+ of {name} removed", text))
            said += len(re.findall(rf"{name} \S+ is removed", text))
            assert said == count, (str(move), text)
            seen["removed"] += count
        for colour, name in enumerate(before.game.players):
            for what, key in (("lords", "lord"), ("managers", "manager")):
                if (now := getattr(after.table, what)[colour]) != getattr(before.table, what)[colour]:
                    verb = "belongs to" if key == "lord" else "is run by"
                    assert f"{name} {verb} {after.game.players[now]} now" in text
                    seen[key] += 1
        for what, words in (("lords", " belongs to "), ("managers", " is run by ")):
            changed = zip(getattr(before.table, what), getattr(after.table, what), strict=True)
            assert text.count(words) == sum(one != other for one, other in changed)
        if after.round and (before.round, before.turn) != (after.round, after.turn) and after.outcome() is None:
            assert f"round {after.round}, turn of {after.game.players[after.turn]}" in text
            seen["turn"] += 1
        if isinstance(move, Reply):
            assert text.count("is left as") + text.count("is removed") == 2
            seen["battle"] += 1
    assert min(seen.values()) > 5, seen


WORDS = {
    "Reinforcing": "no reinforcements: ", "Converting": "no conversion: ", "Moving": "no moves: ",
    "Offering": "no offer: ",
}  # fmt: skip


def turns() -> Iterator[tuple[set[str], str]]:
    """Whole turns: the steps that somebody decided in each, and all that was told of it."""
    met, said, begun, header = set[str](), "", False, "$"
    for before, move, after in games():
        met.add(type(before.step).__name__)
        text = reading(before, move, after, "")
        if (after.round, after.turn) != (before.round, before.turn):
            header = f"round {after.round}, turn of {after.game.players[after.turn]}"
            old, _, new = text.partition(header)
            if begun and before.round:
                yield met, said + old
            met, said, begun = set(), new, True
        else:
            said += text
        if after.outcome() is not None:
            begun = False


def test_a_step_that_nobody_is_asked_about_says_why() -> None:
    """In each turn each step is either decided by somebody, or told to be left out."""
    left = Counter[str]()
    for met, said in turns():
        for name, words in WORDS.items():
            assert (name in met) != (words in said), (name, said)
            left[name] += words in said
    assert min(left[name] for name in ("Reinforcing", "Converting", "Offering")) > 20, left


@pytest.mark.parametrize(
    ("state", "line", "expected"),
    [
        (at(game(), "a1=R:I g1=G:K j10=B:K", turn="B"), "stop,no offer",
         "no reinforcements: red controls no zone, and so gets no points [19]"),
        (at(game(), "a1=R:30I30A a2=R:I g1=G:K j10=B:K", turn="B"), "stop,no offer",
         "red runs 61 points of pieces, and 50 are the limit [53]"),
        (at(game(supply=10), "a1=R:10I10A a2=R:10H g1=G:K j10=B:K", turn="B"), "stop,no offer",
         "all pieces that red could take are on the board [U3]"),
        (at(game(), "a1=R:I g1=G:K j10=B:K", turn="B"), "stop,no offer", "no conversion: red has no cavalry [24]"),
        (at(game(supply=10), "a1=R:C10I10A g1=G:K j10=B:K", turn="B"), "stop,no offer", "red has no foot left [U3]"),
        (at(game(map="mountains a2 b1 b2"), "a1=R:I g1=G:K j10=B:K", turn="B"), "stop,no offer",
         "no moves: nothing of red can leave its square"),
        (at(game(), "a1=R:I g1=G:K j10=B:K", turn="R", lords="R=G"), "m R=R",
         "no offer: red is a vassal of green [52]"),
        (at(game(victory="territory"), "a1=R:I g1=G:I", turn="G", lords="G=R"), "m G=G,stop",
         "no offer: there is nobody to serve [52]"),
        (at(game(), "a1=R:I j10=B:K", turn="R"), "stop", "green has no pieces, and so no turn [U25]"),
        (at(game("RGBY", manage_when="anytime"), "a1=R:K c1=G:I d1=G:I j1=Y:30I30A j10=B:K", turn="G",
         lords="G=R Y=R"), "m G=Y", "no reinforcements: yellow runs 62 points of pieces, and 50 are the limit [53]"),
    ],
)  # fmt: skip
def test_why_a_step_is_left_out(state: State, line: str, expected: str) -> None:
    before, move = state, None
    for text in line.split(","):
        before, move = state, state.game.parse(text)
        state = state.play(move)
    assert expected in reading(before, move, state, "")


def test_pieces_that_go_without_a_fight_say_why() -> None:
    """Healers alone against an infantry die (clause 39), the king of who offers himself leaves (52)."""
    state = at(game(), "a1=R:KI b2=G:2H j10=G:K a10=B:K", turn="R")
    state = state.play(state.game.parse("I a1-b2"))
    ended = reading(state, stop := state.game.parse("stop"), state.play(stop), "")
    assert "2 healers of green removed: healers left alone on a square die [39]" in ended
    line = "classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|a1=R:KI;j10=G:K;a10=B:K"
    offered = read_position(game(), line).play(state.game.parse("offer G"))
    served = reading(offered, yes := state.game.parse("yes"), offered.play(yes), "")
    assert "1 king of red removed: who offers himself gives up his king [52]; red belongs to green now" in served


def test_every_decision_says_what_it_is_and_who_decides() -> None:
    kinds = set()
    for before, _, _ in games():
        line = asked(before)
        assert before.current_player() in line
        kinds.add(type(before.step).__name__)
    assert len(kinds) >= 11


def test_a_battle_can_be_known_from_its_line_alone() -> None:
    """After --resume in a battle nothing else says where it is, who is in it and what has been laid open."""
    lines = [asked(before) for before, move, _ in games() if isinstance(move, Reply)]
    assert all(
        re.search(
            r"battle on [a-j]\d+, [A-Z]:\S+.* against [A-Z]:\S+.*; \w+ has sent \S+: \w+, (attack|defend)ing, replies, "
            r"as in /",
            x,
        )
        for x in lines
    )


@pytest.mark.parametrize(("squares", "moves", "line"), [
    ("a1=R:K a2=R:I c3=R:I d4=R:C j10=B:K g1=G:K", "",
     "red reinforces, as in +I a1, or stops: 2 points left of 2; infantry I, archers A and healers H cost 1, cavalry C "
     "costs 2; zones open to it: A1, B2"),
    ("a1=R:2I j10=B:K g1=G:K b2=G:A", "I a1-b2,stop",
     "battle on b2, R:I against G:A; green, defending, has the initiative and sends a piece, as in A"),
    ("a1=R:2I j10=B:K g1=G:K b2=G:A", "I a1-b2,stop,A",
     "battle on b2, R:I against G:A; green has sent A: red, attacking, replies, as in /I"),
    ("a1=R:2C j10=B:K g1=G:K b2=G:AIH", "stop,C a1-b2,C a1-b2,I,/C,C,/A",
     "battle on b2, R:C* against G:I*H; green, defending, has the initiative: he sends a piece, as in I*, or heals "
     "one, as in h I* (1 healer can)"),
])  # fmt: skip
def test_what_may_be_done_is_said_with_an_example(squares: str, moves: str, line: str) -> None:
    state = at(game(), squares, turn="R")
    for text in filter(None, moves.split(",")):
        state = state.play(state.game.parse(text))
    assert asked(state) == line


@pytest.mark.parametrize(("what", "expected"), [
    ("cavalry", "2 points"), ("H", "never fights"), ("d4", "d4: nobody"), ("B2", "zone B2: nobody controls it"),
    ("green", "green: independent; no pieces"), ("b", "blue: independent"), ("", "the king: "),
])  # fmt: skip
def test_about(what: str, expected: str) -> None:
    assert any(
        line.startswith(expected) or expected in line
        for line in about(catalogue.load("strategiksa").new(), "red", what)
    )


def test_a_vassal_is_told_for_whom_he_plays() -> None:
    """A vassal cannot win (clause 57), and has half a victory where his suzerain does (58)."""
    state = at(game(), "a1=R:I g1=G:K j10=B:K", turn="R", lords="R=G")
    told = aim(state, "red")
    assert told[0].startswith("You are a vassal of green: you cannot win")
    assert "The alliance of green wins when only its pieces are left [55]." in told
    assert "The alliance of green wins when it holds 18 of the 25 zones [56]." in told
    assert not [line for line in told if line.startswith("You win")]
    assert len([line for line in aim(state, "green") if line.startswith("You win")]) == 2


def test_about_nothing() -> None:
    assert about(catalogue.load("strategiksa").new(), "red", "dragon") == []

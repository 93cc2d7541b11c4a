"""What the rules play by themselves may be written out, whatever the settings: the same moves, the same state."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.cli.sitting import Sitting
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE, IllegalMoveError
from grid_games.core.sets import members
from grid_games.core.written import Written, follow
from grid_games.destin_arc.state import GONE
from grid_games.destin_arc.text import positions
from grid_games.destin_arc.text.positions import write
from grid_games.destin_arc.units import BONNAIRE
from grid_games.players import player
from grid_games.singidunum.moves import PLAYERS, Attack, Go, Retreat, Roll, Save, Say
from grid_games.singidunum.state import Phase
from grid_games.strategiksa.chapters.battles import Picking
from grid_games.strategiksa.moves import Begin
from tests.commands import run
from tests.grid_games.destin_arc.scenes import scene
from tests.whole import few


def random_game(name: str, settings: dict[str, object], seed: int, most: int) -> Match:
    """A game whose moves are drawn, fights rather than not; `most` moves at most."""
    match, rng = Match(catalogue.load(name, None, settings)), np.random.default_rng(seed)
    eager = player("greedy")
    while match.outcome() is None and len(match.moves) < most:
        legal = match.legal_moves
        greedy = match.state.current_player() != CHANCE and rng.random() < 0.3
        match.push(eager.choose(match.state, rng) if greedy else legal[int(rng.integers(len(legal)))])
    return match


def bare(state: Any) -> Any:
    """A state as a document, without the settings."""
    document = state.game.state_to_json(state)
    return {key: value for key, value in document.items() if key != "settings"}


def followed(name: str, settings: dict[str, object], texts: list[str]) -> Written:
    game = catalogue.load(name, None, settings)
    return follow(Written(catalogue.extras(name), game.new()), [(str(n), text) for n, text in enumerate(texts)])


VALUES = ("needed", "all")


@pytest.mark.parametrize("seed", few(range(12), 3))
@pytest.mark.parametrize("played", VALUES)
def test_a_game_of_one_setting_is_read_under_the_other(played: str, seed: int) -> None:
    """Arc, whose option `questions` says what is asked."""
    (read,) = set(VALUES) - {played}
    village = {"map": "village"}
    match = random_game("destin-arc", village | {"questions": played}, seed, 300)
    found = followed("destin-arc", village | {"questions": read}, [str(move) for move in match.moves])
    assert bare(found.state) == bare(match.state)


def by_hand(name: str, before: Any, move: Any, after: Any) -> list[str]:
    """What somebody writes who saw one position and the next, and writes all that happened."""
    if name == "singidunum":
        return _singidunum(before, move, after)
    if name == "strategiksa":
        begun = isinstance(after.step, Picking) and not isinstance(move, Begin) and not _fights(before)
        return [str(Begin(after.step.battle.square))] if begun else []
    if before.current_player() != CHANCE:
        return []
    pieces, land = before.game.pieces, before.game.land
    gone = [p for p in range(len(pieces)) if 0 <= after.where[p] != before.where[p] > GONE]
    return [f"to {land.labels[after.where[p]]}" for p in gone if not pieces.leader[p]]


def _fights(state: Any) -> bool:
    return hasattr(state.step, "battle")


def _singidunum(before: Any, move: Any, after: Any) -> list[str]:
    names, grid = before.table.board.names, before.table.board.grid
    if isinstance(move, Go) and move.start != move.end and after.phase in (Phase.ANSWER, Phase.MELEE):
        target = names[after.at[2]]
        joint = before.phase is Phase.DOUBLE
        return ([] if joint else [f"x{target}"]) + ([] if after.phase is Phase.ANSWER else ["accept"])
    found, forced = [], isinstance(move, Roll | Save) or move is Say.REFUSE
    for side in range(len(PLAYERS)):
        left, came = members(before.men[side] & ~after.men[side]), members(after.men[side] & ~before.men[side])
        if len(left) == len(came) == 1 and grid.around[left[0]] >> came[0] & 1 and forced:
            found.append(str(Retreat(names[came[0]])))
    return found


SEEDS = 6

SETTINGS: dict[str, dict[str, object]] = {
    "destin-arc": {"map": "village"},
    "singidunum": {"scenario": 37},
    "strategiksa": {"max_rounds": 12},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_written_out_is_accepted_and_changes_nothing(name: str) -> None:
    extras, added = catalogue.extras(name), 0
    for seed in range(SEEDS):
        match = random_game(name, SETTINGS[name], seed, 400)
        page = Written(extras, match.game.new())
        for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
            page = page.said(move)
            for text in by_hand(name, before, move, after):
                written = match.game.parse(text)
                if after.why_not(written) is not None:
                    page = page.said(written)
                    added += 1
            assert page.state == after
    assert added >= SEEDS // 2


@pytest.mark.parametrize("name", SETTINGS)
def test_what_was_not_played_is_refused(name: str) -> None:
    """A move that is neither legal nor played is refused with the reason it has as things stand."""
    match = random_game(name, SETTINGS[name], 1, 120)
    rng, page, refused = np.random.default_rng(2), Written(catalogue.extras(name), match.game.new()), 0
    for state, move in zip(match.states, match.moves, strict=False):
        other = match.game.numbered(int(rng.integers(match.game.move_count)))
        if state.why_not(other) is not None and other not in page.unasked:
            with pytest.raises(IllegalMoveError):
                page.said(other)
            refused += 1
        page = page.said(move)
    assert refused > 40


ARC = 'game = "destin-arc"\nposition = "{position}"\n{settings}moves = {moves}\n[[questions]]\nmove = "{move}"\n'
BESIDE = {"b1.1": "K22", "b1.2": "K26", "u1.1": "K24"}


def arc(moves: list[str], move: str, **settings: str) -> dict[str, Any]:
    """The ruling on a move after others, beginning with Bonnaire's melee."""
    position = write(scene(BESIDE, "melee", BONNAIRE, **settings))
    chosen = "".join(f"[settings]\n{key} = '{value}'\n" for key, value in settings.items())
    head, questions = ARC.format(position=position, settings="", moves=json.dumps(moves), move=move).split("[[")
    result = run("grid-games", "check", "-", "--json", typed=f"{head}{chosen}[[{questions}")
    assert result.stdout, result.stderr
    (ruling,) = json.loads(result.stdout)["rulings"]
    return ruling


@pytest.mark.parametrize("questions", VALUES)
def test_disputes_take_what_the_terminal_takes(questions: str) -> None:
    """A battle in one word, several moves in one text, and what the rules have played."""
    both = arc([], "b1.1+b1.2xu1.1", questions=questions)
    assert (both["allowed"], both["move"]) == (True, "attack u1.1; with b1.1; with b1.2")
    assert arc([], "attack u1.1; with b1.1; end", questions=questions)["allowed"]
    assert arc(["b1.1xu1.1; end"], "fight 1", questions=questions)["allowed"]  # the only battle
    weak = arc([], "b1.1xu1.2", questions=questions)
    assert (weak["allowed"], [reason["clause"] for reason in weak["reasons"]]) == (False, ["1.7.6"])
    unfought = arc(["b1.1xu1.1"], "fight 1", questions=questions)
    assert not unfought["allowed"]


def test_the_terminal_takes_what_was_played_already() -> None:
    """The only enemy that may be named is attacked without asking; to write so is no mistake."""
    match = random_game("singidunum", {}, 3, 400)
    unasked = catalogue.extras("singidunum").unasked
    pairs = zip(match.states, match.moves, strict=False)
    number, attack = next(
        (number, one.move)
        for number, (state, move) in enumerate(pairs)
        for one in unasked(state, move)
        if isinstance(one.move, Attack)
    )
    moves = match.moves[: number + 1]
    while len(match.moves) > number:
        match.pop()
    table = Sitting(match, dict.fromkeys(match.game.players, "human"), 0)
    mover, other = match.state.current_player() or "", "x" + ("b2" if attack.hex != "b2" else "b3")
    table.answer(mover, f"{moves[-1]}; {attack}")
    assert match.moves == moves
    assert not any("not" in line.split() for line in table.answer(mover, str(attack)))
    assert any("Not allowed" in line for line in table.answer(mover, other))


BARRED = "spell 1 blade christian u K24,K26 until 8"
"""A zone into which nobody shoots (4.3)."""


@pytest.mark.parametrize("questions", VALUES)
@pytest.mark.parametrize(("position", "moves", "clause"), [
    (f"3 missile bonnaire b2.1@K22 u1.1@K24 u2.1@A2; {BARRED}", ("attack u1.1",), "4.3"),
    (f"3 missile bonnaire b2.1@K22 b1.1@K24 u1.1@K26 u2.1@A2; {BARRED}", ("attack u1.1",), "1.9.1"),
    ("3 missile bonnaire b1.1@K22 b2.1@A60 u1.1@K24 u2.1@A2", ("end", "attack u1.1"), ""),
    ("3 melee bonnaire b10@K22 u5@K24", ("attack u5", "end"), ""),
    ("3 melee bonnaire b10@K22 b1.1@J23 u5@K24", ("attack u5", "end"), "1.12.3"),  # with whom is a choice
    ("3 melee bonnaire b1.1@K22 b1.2@J23 u1.1@K24 u1.2@J25", ("attack u1.1", "with b1.1", "attack u1.2", "end"), ""),
], ids=str)  # fmt: skip
def test_what_stands_in_between_is_left_out_only_where_no_rule_forbids_the_move(position, moves, clause, questions):
    game = catalogue.load("destin-arc", None, {"questions": questions})
    page = Written(catalogue.extras("destin-arc"), positions.read(game, position))
    for move in moves[:-1]:
        page = page.said(game.parse(move))
    last = game.parse(moves[-1])
    found = page.before(last).state.why_not(last)
    assert (found.clause if found else "") == clause


def test_what_completes_a_battle_is_left_out_on_one_line_too():
    state = scene({"b10": "K22", "u5": "K24"}, "melee", BONNAIRE)
    match = Match(state.game)
    match._states[:] = [state]
    table = Sitting(match, dict.fromkeys(state.game.players, "human"), 3)
    assert table.say("attack u5; end") == []
    assert [str(move) for move in match.moves][:3] == ["attack u5", "with b10", "end"]

"""A refusal names the rule without which the move would be allowed: with that rule taken away, by option or by a change
of the position, it is. Every refusal there is in the program has its case."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from grid_games.cli.sitting import Sitting
from grid_games.cli.turns import HUMAN
from grid_games.core.match import Match
from grid_games.core.protocol import Violation
from grid_games.destin_arc import game as program
from grid_games.destin_arc.state import State
from grid_games.destin_arc.text.positions import read
from tests.grid_games.destin_arc.scenes import ended, game, legal, play
from tests.grid_games.destin_arc.test_golden import DATA

FULL = "3 magic bonnaire b5.1@K22 u1.1@K24; spell 1 weather bhar b {hexes} until 8"


def begun(text: str) -> tuple[State, str]:
    """The state that a line of reasons.txt leads to, and the move named behind it."""
    options, text = text.strip().removeprefix("[").split("] ") if "[" in text else ("", text.strip())
    text, _, instead = text.partition(" = ")
    position, _, moves = text.partition(" > ")
    chosen = dict(one.split("=") for one in options.split())
    if "map" in chosen:
        chosen["map"] = str(DATA / chosen["map"])
    arc = game(**{"questions": "all"} | chosen)
    state = arc.new() if position == "new" else read(arc, position)
    for move in moves.split(", ") if moves else ():
        state = ended(state) if move == "|" else play(state, move)
    return state, instead


class Reason(NamedTuple):
    """A move that is refused, the clause, and lines of positions: that one, and those without one rule or another."""

    clauses: list[str]
    move: str
    positions: list[str]


def reasons() -> Iterator[tuple[str, Reason]]:
    """All of them, each with the heading under which it stands."""
    heading, lines = "", (DATA / "reasons.txt").read_text().splitlines()
    for number, line in enumerate(lines):
        if line.startswith("# "):
            heading = line[2:]
        elif not line.startswith(" "):
            clauses, move = re.fullmatch(r"((?:[\d.]+ )+)(.*)", line).groups()
            below = itertools.takewhile(lambda one: one.startswith(" "), lines[number + 1 :])
            yield heading, Reason(clauses.split(), move, list(below))


REASONS = [reason for heading, reason in reasons() if heading != "both"]
BOTH_RULES = [reason for heading, reason in reasons() if heading == "both"]


def refused(state: State, move: str) -> Violation:
    why = state.why_not(state.game.parse(move))
    assert why is not None, f"{move} is legal"
    return why


@pytest.mark.parametrize("reason", REASONS, ids=lambda one: f"{one.clauses[0]} {one.move}")
def test_the_rule_named_is_the_one_that_forbids_it(reason: Reason) -> None:
    (state, _), (cured, instead) = map(begun, reason.positions)
    assert [refused(state, reason.move).clause] == reason.clauses
    assert legal(cured, instead or reason.move)


def test_a_zone_that_leaves_no_room_is_refused() -> None:
    assert refused(begun(FULL.format(hexes=",".join(game().land.labels)))[0], "cast b5.1 weather").clause == "4.3"


@pytest.mark.parametrize("reason", BOTH_RULES, ids=lambda one: f"{', '.join(one.clauses)} {one.move}")
def test_of_two_rules_one_is_named_and_then_the_other(reason: Reason) -> None:
    """The one that is looked at first; taking away the other alone changes nothing."""
    *forbidden, cured = (begun(position)[0] for position in reason.positions)
    first, other = reason.clauses
    assert [refused(state, reason.move).clause for state in forbidden] == [first, first, other]
    assert legal(cured, reason.move)


class Site(NamedTuple):
    """A place in the program where a move is refused."""

    file: str
    clause: str
    text: str
    """A regular expression of what is said there."""


def _pattern(text: ast.expr, function: ast.AST) -> str:
    """What a text looks like: a message with anything in its places, or one that the function has put in a name."""
    if isinstance(text, ast.Name):
        given = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
        named = [node.value for node in given if any(isinstance(t, ast.Name) and t.id == text.id for t in node.targets)]
        return "|".join(f"(?:{_pattern(value, function)})" for value in named)
    if isinstance(text, ast.IfExp):
        return f"(?:{_pattern(text.body, function)})|(?:{_pattern(text.orelse, function)})"
    said = text.args if isinstance(text, ast.Call) else [text]  # counted has two
    forms = [ast.literal_eval(form) for form in said if isinstance(form, ast.Constant)]
    parts = (Formatter().parse(form) for form in forms if isinstance(form, str))
    return "|".join(
        "".join(re.escape(plain) + ("" if place is None else ".*") for plain, place, _, _ in form) for form in parts
    )


def sites() -> Iterator[Site]:
    """Every one: where one of two clauses may be named, both."""
    for path in sorted(Path(program.__file__).parent.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Violation":
                    clause, text = node.args
                    for each in (clause.body, clause.orelse) if isinstance(clause, ast.IfExp) else (clause,):
                        assert isinstance(each, ast.Constant), f"{path.name}: name the clause where it is said"
                        yield Site(path.name, each.value, _pattern(text, function))


def unmet(found: list[Violation]) -> list[Site]:
    """The places that none of these refusals can come from. What nothing but the order of play forbids has no case."""
    return [
        site for site in sites()
        if site.clause != "turn"
        and not any(one.clause == site.clause and re.fullmatch(site.text, one.text) for one in found)
    ]  # fmt: skip


def test_every_refusal_has_its_case() -> None:
    found = [refused(begun(reason.positions[0])[0], reason.move) for reason in REASONS]
    assert len(list(sites())) > 100
    assert unmet(found) == []
    silence = [one for one in found if "is silenced" not in one.text]
    assert [site.text for site in unmet(silence)] == [".*\\ is\\ silenced"]  # one without a case is noticed


def test_why_says_it_in_play() -> None:
    for reason in REASONS:
        (state, _), (cured, instead) = map(begun, reason.positions)
        match = Match(state.game)
        match._states.append(state)
        sitting = Sitting(match, dict.fromkeys(state.game.players, HUMAN), 0)
        why = refused(state, reason.move)
        assert sitting.say(f"why {reason.move}") == [f"Not allowed: {why.text} [{why.clause}]"]
        match._states.append(cured)
        assert sitting.say(f"why {instead or reason.move}") == ["It is allowed."]

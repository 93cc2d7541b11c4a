"""What decides needs no NumPy, no Shapely and no compiled code: the same answers, to the last digit, without them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.deciding import KINDS
from tests.sources import ROOT
from tests.whole import few

BEYOND = (
    "numpy", "shapely", "matplotlib", "llvmlite", "starlette", "uvicorn", "pydantic", "rich", "click", "scipy",
    "sqlite3", "_sqlite3",
)  # fmt: skip
"""Modules that a browser has not."""

ONLY_ON_A_COMPUTER = "only the program on a computer can work this out"
LOCKED = f"import sys; sys.modules.update(dict.fromkeys({BEYOND!r}))"


def without(code: str) -> str:
    """What a program prints where these modules cannot be imported."""
    done = subprocess.run([sys.executable, "-c", f"{LOCKED}\n{code}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", few(KINDS, 2))
def test_answers_are_the_same_without(kind: str) -> None:
    code = f"import json; from tests.deciding import KINDS; print(json.dumps([*KINDS[{kind!r}]()], default=str))"
    found = json.loads(without(code))
    expected = json.loads(json.dumps([*KINDS[kind]()], default=str))
    assert [name for name, _ in found] == [name for name, _ in expected]
    differing = [(name, one, other) for (name, one), (_, other) in zip(found, expected, strict=True) if one != other]
    searched = [name for name, one, _ in differing if ONLY_ON_A_COMPUTER in str(one)]
    assert searched == (["could-it-have-got-there 1", "could-it-have-got-there 2"] if kind == "examples" else [])
    assert [each for each in differing if each[0] not in searched] == []
    assert len(found) > 2


@pytest.mark.parametrize("what", ["reach", "threat", "danger"])
def test_a_search_that_needs_more_says_so_in_a_sentence(what: str) -> None:
    body = {"id": 3, "what": what, "ship": "A", "show_in": "mm", "dispute": {
        "ships": [{"name": "A", "player": "red", "size": "small", "base": [10, 10], "heading": 0}]}}  # fmt: skip
    code = f"""
from armada_sim.tabletop import Language
from armada_sim.web.searching import answers
print([*answers({json.dumps(body)!r}, Language("fr"))])
"""
    assert "seul le programme sur un ordinateur peut y répondre" in without(code)

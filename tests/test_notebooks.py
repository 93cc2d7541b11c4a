"""The worked notebooks run from top to bottom, and say what the command says."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

from tests.commands import run
from tests.sources import ROOT

NOTEBOOKS = ROOT / "docs" / "notebooks"
ENGLISH = sorted(file for file in NOTEBOOKS.glob("*.ipynb") if ".fr." not in file.name)


def cells(file: Path, kind: str) -> list[str]:
    """The texts of the cells of a kind."""
    found = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == kind]


def executed(code: str, names: dict[str, Any]) -> object:
    """A cell run as a notebook runs it; the value of its last line, if that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_too_strong_ends_with_what_the_command_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    with mpl.rc_context({"backend": "agg"}):
        said = [
            executed(code.replace("sets = 100", "sets = 8"), names)
            for code in cells(NOTEBOOKS / "too-strong.ipynb", "code")
        ]
    asked = ("armada", "balance", "too-strong.toml", "--store", "too-strong.games", "--workers", "1", "--json")
    told = json.loads(run(*asked).stdout)
    meetings = told["settings"][0]["meetings"]
    assert told["games"] == len(names["games"]["game"]) == 48
    for row in meetings:
        share = names["shares"][row["meeting"]["entrants"][1]]
        assert [share.mean, share.low, share.high] == [row["share"][key] for key in ("mean", "low", "high")]
    assert names["whoever"].mean == pytest.approx(told["settings"][0]["first"]["mean"])
    beaten = [row["meeting"]["entrants"][1] for row in meetings if row["share"]["low"] > 0.5]
    assert said[-1] == f"L1 M3 S3 surely beats {', '.join(beaten) or 'nobody'} of 3."
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("shares.svg", "shots.svg"))


@pytest.mark.parametrize("file", ENGLISH, ids=lambda file: file.name)
def test_a_notebook_in_french_has_the_same_code(file: Path) -> None:
    french = file.with_suffix(".fr.ipynb")
    assert cells(french, "code") == cells(file, "code")
    assert len(cells(french, "markdown")) == len(cells(file, "markdown"))

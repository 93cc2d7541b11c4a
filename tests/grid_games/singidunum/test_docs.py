"""The page on the rules tells of every option, and of tests and functions there are."""

from __future__ import annotations

import re
from pathlib import Path

from grid_games.singidunum.options import OPTIONS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules" / "singidunum.md").read_text()


def test_every_option_stands_beside_its_clause() -> None:
    assert [option.key for option in OPTIONS if f"`{option.key}`" not in PAGE] == []


def test_every_test_and_function_named_exists() -> None:
    named = re.findall(r"`(\w+\.py)::(\w+)(?:\.(\w+))?`", PAGE)
    assert len(named) > 100
    for file, *names in named:
        folder = ROOT / ("tests/grid_games/singidunum" if file.startswith("test_") else "grid_games/singidunum")
        (path,) = folder.rglob(file)
        text = path.read_text()
        for name in filter(None, names):
            assert re.search(rf"^ *(?:def|class) {name}\b", text, re.M), (file, name)

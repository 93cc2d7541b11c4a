"""The sources of the programs, read once for all tests that look through them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent

PACKAGES = ("armada_sim", "grid_games", "plots")


@cache
def trees() -> dict[str, ast.Module]:
    """Sources by file, stubs of packages among them."""
    files = (file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py*")) if file.suffix != ".pyc")
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_bytes()) for file in files}


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call in them, with its file and line."""
    nodes = ((file, node) for file, tree in trees().items() for node in ast.walk(tree))
    return tuple((f"{file}:{node.lineno}", node) for file, node in nodes if isinstance(node, ast.Call))

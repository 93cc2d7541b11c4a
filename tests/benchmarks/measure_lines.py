"""How much Python there is: `python -m tests.benchmarks.measure_lines`, after `ruff format`.

Lines of `*.py`, and logical lines (the tokens NEWLINE), of what is outside tests and of tests.
"""

from __future__ import annotations

import tokenize
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def counted(*folders: str) -> tuple[int, int]:
    """Lines and logical lines of all Python below some folders."""
    lines = logical = 0
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        source = path.read_bytes()
        lines += source.count(b"\n")
        logical += sum(token.type == tokenize.NEWLINE for token in tokenize.tokenize(BytesIO(source).readline))
    return lines, logical


if __name__ == "__main__":
    for name, folders in (("outside tests", ("armada_sim", "grid_games", "plots")), ("tests", ("tests",))):
        lines, logical = counted(*folders)
        print(f"{name}: {lines:,} lines, {logical:,} logical lines")

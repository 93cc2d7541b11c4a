"""The page of the rules names every option, and only tests and modules that there are."""

import re
from pathlib import Path

from grid_games.destin_arc.game import KIND

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules" / "destin-arc.md").read_text()


def test_every_option_is_explained() -> None:
    for option in KIND.options:
        if not option.key.startswith("count_"):
            row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{option.key}` "))
            assert all(f"{value}: " in row for value in option.values)
            assert all(value in row for value in option.refused)


def test_what_is_named_is_there() -> None:
    tests = {path.name: path.read_text() for path in Path(__file__).parent.glob("test_*.py")}
    everything = "".join(tests.values())
    for file, name in re.findall(r"`(test_\w+\.py)::(\w+)`", PAGE):
        assert name.endswith("_") or f"def {name}(" in tests[file], name
    for name in re.findall(r"`(test_\w+)`", PAGE):
        assert f"def {name}(" in everything, name
    folder = ROOT / "grid_games" / "destin_arc"
    for file, name in re.findall(r"`([\w/]+\.py)::([\w.]+)`", PAGE):
        if not file.startswith("test_"):
            text = (folder / file).read_text()
            assert all(re.search(rf"\b{part}\b", text) for part in name.split(".")), (file, name)


def test_every_clause_that_forbids_is_on_the_page() -> None:
    """Whatever clause `why_not` cites has its row, or lies in a row's range."""
    cited = set()
    for path in (ROOT / "grid_games" / "destin_arc").rglob("*.py"):
        cited |= set(re.findall(r"Violation\(\"([\d.]+)\"", path.read_text()))
    rows = re.findall(r"^\| ([\d., a-z]+?) \|", PAGE, re.M)
    for clause in cited:
        assert any(_covers(row, clause) for row in rows), clause


def _covers(row: str, clause: str) -> bool:
    for part in row.split(", "):
        first, _, last = part.partition(" to ")
        low = first.split()[0]
        if clause == low or clause.startswith(low + ".") or low.startswith(clause + "."):
            return True
        if (
            last
            and low.rsplit(".", 1)[0] == clause.rsplit(".", 1)[0]
            and int(low.rsplit(".", 1)[1]) <= int(clause.rsplit(".", 1)[1]) <= int(last.rsplit(".", 1)[1])
        ):
            return True
    return False

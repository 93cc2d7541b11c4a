"""What the pages of rules in docs/rules have in common, for the tests that compare them with the program."""

from __future__ import annotations

import re
from pathlib import Path

from armada_sim.tabletop.options import Option

ROOT = Path(__file__).parents[1]


def page_of(game: str) -> str:
    """The page of a game's rules."""
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text()


def entries(page: str, heading: str) -> dict[str, str]:
    """What stands under each heading of a clause or option, by what the pattern's only group finds in it."""
    found = list(re.finditer(heading, page, re.MULTILINE))
    ends = [*(one.start() for one in found[1:]), len(page)]
    under: dict[str, str] = {}
    for one, end in zip(found, ends, strict=True):
        under[one[1]] = under.get(one[1], "") + page[one.start() : end]
    return under


def lines_of(option: Option, gap: str = "") -> str:
    """An option's question and values as the pages have them; `gap` is the number of the gap that it settles."""
    lines = [f"> **{gap and f'{gap} · '}`{option.key}`** {option.question[:1].upper()}{option.question[1:]}"]
    for value, meaning in option.values.items():
        lines.append(f"> - `{value}`{' (default)' if value == option.default else ''}: {meaning}")
    if option.numbers is not None:
        lines.append(f"> - or any whole number from {option.numbers[0]} to {option.numbers[-1]}")
    lines += [f"> - refused: `{value}` {reason}" for value, reason in option.refused.items()]
    return "\n".join(lines)


def missing_tests(page: str, folder: Path = ROOT) -> list[str]:
    """The tests that a page names as `file.py::name` and that are not there."""
    return [
        f"{file}::{name}"
        for file, name in re.findall(r"`([\w/]+\.py)::(\w+)`", page)
        if not re.search(rf"^(?:def |class )?{name}\b", (folder / file).read_text(), re.MULTILINE)
    ]

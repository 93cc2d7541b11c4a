"""All games of a store as a table of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory.contest import Contest
    from armada_sim.tabletop.laboratory.store import Store


_FORMULAS = ("=", "+", "-", "\u2212", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a formula begins, also after a tab or a line's end, and in the wide signs of Chinese and Japanese (OWASP, CSV
Injection)."""


_COLUMNS = (
    "meeting", "setting", "entrant_1", "entrant_2", "set", "game", "first", "share_1", "share_2", "reason", "turns",
    "actions", "start",
)  # fmt: skip


def _rows(contest: Contest, store: Store) -> Iterator[list[Any]]:
    """The rows, in order."""
    for i, meeting in enumerate(contest.meetings):
        for number, game, row in store.games(i):
            yield [
                i + 1, meeting.setting, *meeting.entrants, number + 1, game + 1, row.first + 1, *row.shares,
                row.reason, row.turns, row.actions, row.start,
            ]  # fmt: skip


def as_csv(contest: Contest, store: Store) -> bytes:
    """The table as CSV, without a text that a spreadsheet takes for a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([_no_formula(cell) for cell in row] for row in _rows(contest, store))
    return text.getvalue().encode()


def _no_formula(cell: object) -> Any:
    """A text with an apostrophe before what makes spreadsheets reckon, or run programs; a number as it is."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell

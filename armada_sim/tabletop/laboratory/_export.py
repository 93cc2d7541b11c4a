"""All games of a store as a table of CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from armada_sim.tabletop.laboratory.columns import games_of

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory.contest import Contest
    from armada_sim.tabletop.laboratory.store import Store


_FORMULAS = ("=", "+", "-", "\u2212", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a formula begins, also after a tab or a line's end, and in the wide signs of Chinese and Japanese (OWASP, CSV
Injection)."""


def as_csv(contest: Contest, store: Store) -> bytes:
    """The table as CSV, without a text that a spreadsheet takes for a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    games = games_of(contest.meetings, store)
    writer.writerow(games)
    rows = zip(*(column.tolist() for column in games.values()), strict=True)
    writer.writerows([_no_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def _no_formula(cell: object) -> Any:
    """A text with an apostrophe before what makes spreadsheets reckon, or run programs; a number as it is."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell

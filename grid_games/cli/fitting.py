"""Boards and sentences made to fit a terminal."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from itertools import pairwise

from armada_sim.tabletop.terminal import WIDTH, wrapped

BOUNDLESS = 10_000
"""Columns where nobody says how many there are: what is written goes to no terminal."""


_LEAST = 20
"""Characters that a meaning needs beside what it explains."""


def columns() -> int:
    """The characters of a line of the terminal, or of the variable COLUMNS."""
    return shutil.get_terminal_size((BOUNDLESS, 0)).columns


def told(text: str) -> list[str]:
    """A sentence in lines no longer than the terminal's nor than sentences are; what stands in columns as it is."""
    if "  " in text.strip() or not text:
        return [text]
    rest = " " * (len(text) - len(text.lstrip()) + 2)
    return wrapped(text, rest=rest, width=min(columns(), WIDTH))


def news(text: str) -> list[str]:
    """What has happened, in lines no longer than the terminal's."""
    return wrapped(text, rest="  ", width=columns())


def paragraphs(text: str) -> list[str]:
    """A text of several paragraphs; lists and tables keep their lines."""
    lines: list[str] = []
    for part in text.split("\n\n"):
        kept = any(line.lstrip().startswith(("- ", "|")) or "  " in line.strip() for line in part.splitlines())
        lines += ["", *(line for one in (part.splitlines() if kept else [part]) for line in told(one))]
    return lines[1:]


def rows(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """What is written and what it means, in two columns; where they leave no room, one below the other."""
    left = max((len(one) for one, _ in pairs), default=0) + 4
    if columns() < left + _LEAST:
        below = "    "
        return [
            line for one, meaning in pairs for line in (f"  {one}", *wrapped(meaning, below, below, width=columns()))
        ]
    return [
        line for one, meaning in pairs
        for line in wrapped(meaning, f"  {one}".ljust(left), " " * left, width=columns())
    ]  # fmt: skip


def _new(lines: Sequence[str], before: Sequence[str]) -> list[int]:
    """The numbers of the lines of a board that look otherwise than before; columns may have become wider, and lines may
    have come below."""
    now, old = ([line.replace("-", "").split() for line in each] for each in (lines, before))
    return [k for k, signs in enumerate(now) if k >= len(old) or signs != old[k]]


def few(lines: Sequence[str], before: Sequence[str]) -> bool:
    """Whether so little of a board has changed that the rest need not be shown again."""
    return 2 * len(_new(lines, before)) < len(lines)


def rows_of(lines: Sequence[str], heads: str) -> list[str]:
    """The lines between which the board stands, and these: with the names of columns by the pattern `heads`; none where
    no line is of it."""
    head = next((line for line in lines if heads and re.match(heads, line)), None)
    if head is None:
        return []
    left = len(head) - len(head.lstrip())
    first, *_, last = (k for k, line in enumerate(lines) if _row(line, left))
    return list(lines[first : last + 1])


def board(lines: Sequence[str], before: Sequence[str], heads: str) -> list[str]:
    """The lines of a board that are new since it looked as `before`, all if many are; not wider than the terminal.

    `heads`: a pattern of the line that names the columns. Where rows are shown, so is it; what stands above and below
    the rows is shown with anything that is new. A board that is too wide comes in strips, one below the other.
    """
    shown = _new(lines, before) if few(lines, before) else range(len(lines))
    rows = rows_of(lines, heads)
    if not rows or not shown:
        return [lines[k] for k in shown]
    first, head = lines.index(rows[0]), next(line for line in rows if re.match(heads, line))
    inside = [line for k, line in enumerate(rows, first) if k in shown or line is head]
    fitted = _strips(inside, head) if len(inside) > 1 else []
    above, below = lines[:first], lines[first + len(rows) :]
    return [*(part for line in above for part in told(line)), *fitted, *(part for line in below for part in told(line))]


def _row(line: str, left: int) -> bool:
    """Whether a line is one of a board whose columns begin so far from the left: the name of a row stands there, or
    nothing."""
    return re.fullmatch(r" ?(?:[a-z]|\d+(?:/\d+)?)? +", line[:left]) is not None


def _strips(lines: Sequence[str], head: str) -> list[str]:
    """Rows of a board in as many strips as the terminal needs, each with the names of rows and columns."""
    width, left = columns(), len(head) - len(head.lstrip())
    if max(map(len, lines)) <= width:
        return list(lines)
    starts = [found.start() for found in re.finditer(r"\S+", head)]
    ends = [*starts[1:], max(map(len, lines))]
    cuts = [left]
    for start, end in zip(starts, ends, strict=True):
        if end - cuts[-1] > width - left and start > cuts[-1]:
            cuts.append(start)
    strips = [[line[:left] + line[one:other] for line in lines] for one, other in pairwise([*cuts, ends[-1]])]
    return [line.rstrip() for strip in strips for line in ([*strip, ""] if strip is not strips[-1] else strip)]

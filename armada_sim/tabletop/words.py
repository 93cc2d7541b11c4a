"""Pieces of a sentence in any language: lists of words, and what somebody wrote, quoted."""

from __future__ import annotations

from collections.abc import Iterable

_MOST_QUOTED = 40
"""Characters of a text that are quoted; the rest is left out."""


def listed(words: Iterable[str]) -> str:
    """English words joined as in a sentence: "a", "a and b", "a, b and c"."""
    given = list(words)
    return f"{', '.join(given[:-1])} and {given[-1]}" if len(given) > 1 else "".join(given)


def quoted(text: str) -> str:
    """A text in quotation marks, short and on one line."""
    return repr(text) if len(text) <= _MOST_QUOTED else repr(text[:_MOST_QUOTED]) + "…"

"""What somebody wrote, quoted in a sentence."""

from __future__ import annotations

_MOST_QUOTED = 40
"""Characters of a text that are quoted; the rest is left out."""


def quoted(text: str) -> str:
    """A text in quotation marks, short and on one line."""
    return repr(text) if len(text) <= _MOST_QUOTED else repr(text[:_MOST_QUOTED]) + "…"

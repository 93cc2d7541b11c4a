"""What somebody wrote: whether it fits on one line, and quoted in a sentence."""

from __future__ import annotations

_MOST_QUOTED = 40
"""Characters of a text that are quoted; the rest is left out."""


def quoted(text: str) -> str:
    """A text in quotation marks, short and on one line."""
    return repr(text) if len(text) <= _MOST_QUOTED else repr(text[:_MOST_QUOTED]) + "…"


def is_plain(text: str) -> bool:
    """Whether all of a text can be shown on one line; the spaces before French ? and : count as such."""
    return text.replace("\u202f", " ").replace("\xa0", " ").isprintable()

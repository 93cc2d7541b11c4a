"""English and French: sentences out of a table of words, and how numbers and lists are written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.words import listed

LANGUAGES = ("en", "fr")

Pair = tuple[str, str]
"""English, French."""


@dataclass(frozen=True, slots=True)
class Language:
    """What is said of one subject in one language. Raises InputError for a language that is not known."""

    words: ClassVar[Mapping[str, Pair]] = {}
    """Sentences by their key; values are put in by name."""

    lang: str = "en"

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise InputError(f"lang must be one of {', '.join(LANGUAGES)}, not {self.lang!r}", key="lang")

    def __call__(self, key: str, **values: object) -> str:
        """The words of a key, with its values put in."""
        return self.of(self.words[key]).format(**values)

    def of(self, pair: Pair) -> str:
        """The one that is wanted."""
        return pair[LANGUAGES.index(self.lang)]

    def decimal(self, text: str) -> str:
        """A number as it is written: with a comma in French."""
        return re.sub(r"(?<=\d)\.(?=\d)", ",", text) if self.lang == "fr" else text

    def listed(self, items: Sequence[str]) -> str:
        """a, b and c"""
        return listed(items, self("and") if len(items) > 1 else "")

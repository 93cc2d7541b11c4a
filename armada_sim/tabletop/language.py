"""What is said in any language: messages by gettext, and how numbers and lists are written.

A message is a whole English sentence with places for its values, by name. English needs no catalogue; a language is a
folder of `LOCALE` with a file armada.po in it, of which a wheel has the compiled form alone (docs/translating.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from armada_sim.tabletop.errors import InputError

LOCALE = Path(__file__).with_name("locale")

LANGUAGES = ("en", *sorted({path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/armada.[mp]o")}))


def N_(message: str, /) -> str:
    """The message itself: marks what is said later, so that the catalogues have it."""
    return message


@cache
def catalogue(lang: str) -> NullTranslations:
    """The messages of a language: compiled, or where they are not, compiled in memory."""
    if lang == "en":
        return NullTranslations()
    folder = LOCALE / lang / "LC_MESSAGES"
    compiled = folder / "armada.mo"
    if compiled.is_file():
        with compiled.open("rb") as binary:
            return GNUTranslations(binary)
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    with (folder / "armada.po").open("rb") as text:
        write_mo(made, read_po(text))
    made.seek(0)
    return GNUTranslations(made)


@dataclass(frozen=True, slots=True)
class Language:
    """Says things in one language. Raises InputError for a language that is not known."""

    lang: str = "en"

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise InputError(f"lang must be one of {', '.join(LANGUAGES)}, not {self.lang!r}", key="lang")

    def say(self, message: str, /, **values: object) -> str:
        """A message with its values put in; without values as it stands, braces and all."""
        said = catalogue(self.lang).gettext(message)
        return said.format(**values) if values else said

    def say_many(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form of a message that goes with a number, which is its value `n`."""
        return catalogue(self.lang).ngettext(one, many, n).format(n=n, **values)

    def say_as(self, context: str, message: str, /, **values: object) -> str:
        """A message that other languages translate otherwise elsewhere: the context says where it stands."""
        said = catalogue(self.lang).pgettext(context, message)
        return said.format(**values) if values else said

    def decimal(self, text: str) -> str:
        """A number as it is written: with a comma in French."""
        return re.sub(r"(?<=\d)\.(?=\d)", self.say_as("within numbers", "."), text)

    def listed(self, items: Sequence[str]) -> str:
        """a, b and c"""
        if len(items) < 2:
            return "".join(items)
        return self.say("{items} and {last}", items=", ".join(items[:-1]), last=items[-1])

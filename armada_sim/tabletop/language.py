"""What is said in any language: messages by gettext, and how numbers and lists are written.

A message is a whole English sentence with places for its values, by name. English needs no catalogue; a language is a
folder of `LOCALE` with a file armada.po in it, of which a wheel has the compiled form alone (docs/translating.md).

A rule, a reader of files or an error speaks before anybody has chosen a language. What it makes is a `Message`: a `str`
in English, so that it can be shown, compared and kept like any text, that remembers its template and values.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Self

from armada_sim.tabletop.errors import ArmadaError, InputError

LOCALE = Path(__file__).with_name("locale")

LANGUAGES = ("en", *sorted({path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/armada.[mp]o")}))


_QUOTED = re.compile(r"'[^']+'|\"[^\"]+\"")


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
            known, given = ", ".join(LANGUAGES), repr(self.lang)
            raise InputError(Message("must be one of {known}, not {given}", known=known, given=given), key="lang")

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

    def tell(self, text: str) -> str:
        """A text that was made before the language was known; one that is no message stays as it is."""
        return text.in_language(self) if isinstance(text, Said) else text

    def given(self, value: object) -> object:
        """A value of a message: said if it is one itself; what is quoted, in the marks of the language."""
        if isinstance(value, str) and not isinstance(value, Said) and _QUOTED.fullmatch(value):
            return self.say_as("quotation", "'{text}'", text=value[1:-1]) if self.lang != "en" else value
        return self.tell(value) if isinstance(value, str) else value

    def complaint(self, error: ArmadaError) -> str:
        """What is wrong, with file and key in front if known."""
        if not isinstance(error, InputError):
            return self.tell(error.args[0]) if error.args else ""
        told = self.tell(error.message)
        for place in filter(None, (error.key, error.file)):
            told = self.say("{place}: {message}", place=self.tell(place), message=told)
        return told

    def amount(self, number: str, unit: str) -> str:
        """A number, as it is written in English, with its unit: 22.25 mm, 80.5°; 22,25 mm and po for in in French."""
        if unit in _CLOSE:
            return self.decimal(number) + unit
        return self.say("{number} {unit}", number=self.decimal(number), unit=self.unit_name(unit))

    def unit_name(self, unit: str) -> str:
        """mm, cm, in; po for in in French. And of area: cm², in²."""
        return unit.replace("in", self.say_as("unit of length", "in"))

    def decimal(self, text: str) -> str:
        """A number as it is written: with a true minus sign, and with a comma in French."""
        return re.sub(r"(?<=\d)\.(?=\d)", self.say_as("within numbers", "."), _minus(text))

    def plain(self, number: float) -> str:
        """A number as people write it out: 1,000,000 or 1 000 000, 3600, 0.00001. From ten thousand up, whole."""
        exact = Decimal(str(number)).normalize()
        if abs(exact) < 10_000:
            return self.decimal(f"{exact:f}")
        return self.say_as("within numbers", ",").join(f"{exact:,.0f}".split(","))

    def listed(self, items: Sequence[str]) -> str:
        """a, b and c"""
        if len(items) < 2:
            return "".join(items)
        return self.say("{items} and {last}", items=", ".join(items[:-1]), last=items[-1])

    def in_turn(self, items: Iterable[str]) -> str:
        """a; b; c"""
        return self.say("{one}; {other}", one="", other="").join(items)


class Said(str):
    """An English text that can be said in another language."""

    __slots__ = ()

    @abstractmethod
    def in_language(self, words: Language) -> str:
        """The same in the language of `words`."""


class Message(Said):
    """A whole sentence, or a term, with values in named places: `Message("{ship} is sunk", ship="B2")`.

    The template is a literal, or was marked by `N_`. Values that are themselves `Said` are said in the same language.
    """

    __slots__ = ("context", "many", "template", "values")

    template: str
    many: str
    """The template of the plural, whose number is the value `n`; empty for a message without one."""

    context: str
    """What tells it apart from the same English words elsewhere."""

    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """A message; without values its template is taken as it stands, braces and all."""
        made = str.__new__(cls, template.format(**values) if values else template)
        made.template, made.many, made.context, made.values = template, "", "", values
        return made

    @classmethod
    def counted(cls, one: str, many: str, n: int, /, **values: object) -> Self:
        """The form that goes with a number, which is the value `n`."""
        return cls._made(one, many, "", {"n": n, **values})

    @classmethod
    def meaning(cls, context: str, template: str, /, **values: object) -> Self:
        """A message that other languages translate otherwise elsewhere: the context says what it means here."""
        return cls._made(template, "", context, values)

    @classmethod
    def _made(cls, template: str, many: str, context: str, values: dict[str, object]) -> Self:
        english = many if many and values["n"] != 1 else template
        made = str.__new__(cls, english.format(**values) if values else english)
        made.template, made.many, made.context, made.values = template, many, context, values
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._made, (self.template, self.many, self.context, self.values)

    def in_language(self, words: Language) -> str:
        """The same in the language of `words`."""
        values = {name: words.given(value) for name, value in self.values.items()}
        if self.many:
            n = values.pop("n")
            assert isinstance(n, int)
            return words.say_many(self.template, self.many, n, **values)
        if self.context:
            return words.say_as(self.context, self.template, **values)
        return words.say(self.template, **values)


class Worded(Said):
    """A text that whoever wrote it gave in several languages; in another language as it was given first."""

    __slots__ = ("texts",)

    texts: Mapping[str, str]
    """By language."""

    def __new__(cls, texts: Mapping[str, str]) -> Self:
        """The text, in English if it was given in it."""
        made = str.__new__(cls, texts.get("en") or next(iter(texts.values())))
        made.texts = texts
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.texts,)

    def in_language(self, words: Language) -> str:
        """The same in the language of `words`."""
        return self.texts.get(words.lang, str(self))


def either(items: Sequence[str]) -> str:
    """Words of which one is meant, as in a sentence: a, b or c."""
    if len(items) < 2:
        return "".join(items)
    return Message("{items} or {last}", items=", ".join(items[:-1]), last=items[-1])


def known_again(text: str, templates: Iterable[str]) -> Message:
    """A sentence that a library makes in English alone, as a message of one of these templates; as it stands if it is
    of none."""
    for template in templates:
        found = re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template)), text)
        if found is not None:
            return Message(template, **found.groupdict())
    return Message(text)


def cause(error: Exception) -> Said:
    """Why something could not be done, as the system says it."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Said) else Message(getattr(error, "strerror", None) or str(error))


_CAUSES = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File name too long"),
    N_("Too many levels of symbolic links"),
    N_("Read-only file system"),
    N_("No space left on device"),
    N_("Input/output error"),
    N_("embedded null byte"),
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("Name or service not known"),
)
"""What systems say most; another cause is given as the system says it."""


class Amount(Said):
    """A number with its unit, such as 22.25 mm or 80.5°."""

    __slots__ = ("number", "unit")

    number: str
    unit: str

    def __new__(cls, number: str, unit: str = "") -> Self:
        """number: as it is written in English. unit: one of mm, cm, in, their squares, °, % or none."""
        made = str.__new__(cls, f"{_minus(number)}{'' if unit in _CLOSE else ' '}{unit}")
        made.number, made.unit = number, unit
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.number, self.unit)

    def in_language(self, words: Language) -> str:
        """The same in the language of `words`."""
        return words.amount(self.number, self.unit)


def signed(number: int) -> str:
    """A number with its sign, a true minus; 0 has none."""
    return _minus(f"{number:+}") if number else "0"


def _minus(number: str) -> str:
    return number.replace("-", "−", 1) if number.startswith("-") else number


_CLOSE = ("", "°")
"""What is written close to its number; a space stands before other units."""


class Listing(Said):
    """Words joined as in a sentence: a, b and c."""

    __slots__ = ("items",)

    items: tuple[str, ...]

    def __new__(cls, items: Iterable[str]) -> Self:
        """items: in their order; those that are `Said` are said in the language asked for."""
        given = tuple(items)
        made = str.__new__(cls, f"{', '.join(given[:-1])} and {given[-1]}" if len(given) > 1 else "".join(given))
        made.items = given
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.items,)

    def in_language(self, words: Language) -> str:
        """The same in the language of `words`."""
        return words.listed([words.tell(item) for item in self.items])

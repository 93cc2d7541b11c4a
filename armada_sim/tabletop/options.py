"""The gaps in a game's rules, each an option with a default, written once: as a field of a frozen class of rules.

@dataclass(frozen=True, slots=True)
class Rules:
    die: str = gap("is the 5 rolled again", {"d5": "no", "d4": "yes"})
    limit: int | None = gap("how many stand there", {"none": "any number"}, numbers=range(2, 9), read={"none": None})

OPTIONS = options_of(Rules)
GONE = {"wind": Gone("off", "there is no wind")}
rules = Rules(**read_as(Rules, settled(OPTIONS, {"limit": 3}, GONE)))

An option is there for what a text, a preset or two players make of it (`Option.stays`). One that went stands in a
table: who names it in a dispute, an experiment or a command is told what is played (`settled`), and a record that says
what is played is read (`recorded`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from armada_sim.tabletop.errors import InputError, NotBuiltError
from armada_sim.tabletop.language import Message, either


@dataclass(frozen=True, slots=True)
class Option:
    """One gap in the rules."""

    key: str
    question: str
    values: dict[str, str]
    """Each value with its definition; the first is the default. `name(x)` takes a parameter."""

    refused: dict[str, str] = field(default_factory=dict)
    """Values that are known but not built, with the reason."""

    numbers: range | None = None
    """Whole numbers that are values as well, each meaning what the default means with its own number."""

    takes: Mapping[str, Callable[[str, str], Any]] = field(default_factory=dict)
    """How the parameter of a value is read: from the value's name and the text in brackets, by the name."""

    other: Callable[[Any], Any] | None = None
    """How a value that is a parameter itself is read, such as any length."""

    example: str | int = ""
    """A value to show that is not the default, where the second is not one."""

    bears: tuple[str, ...] = ()
    """Kinds of question of which the answer may depend on it; a game says what kinds there are."""

    sources: Mapping[str, str] = field(default_factory=dict)
    """What of a text a value rests on, in our words and with its place: values, and of those that take a parameter the
    ones a text names, such as `between(2, 10)`. No text says any other value."""

    stays: str = ""
    """Why it is an option, for whoever reads the code: "clause 5.3 against 12.1", "preset strict_table", "scenario 37",
    "example siege", or "dispute: " and what two sensible players would say. May be empty where each value has its text
    in `sources`."""

    was: str = ""
    """What a record of the first format means that leaves the option out, where that is not the default."""

    @property
    def default(self) -> str:
        """The value in force when nothing is said."""
        return next(iter(self.values))

    def refusal(self, name: str) -> Message:
        """Why a value that is known is not played, and what is unless something else is chosen."""
        return Message(
            "{name} {reason}; the default is {default}: {meaning}", name=name, reason=Message(self.refused[name]),
            default=self.default, meaning=Message(self.values[self.default]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gone:
    """An option that went: every game is played by one of its values."""

    value: str
    """The value that is played, as a record names it."""

    now: str
    """What is played, in a clause, such as "a ship may touch the edge at set-up"."""

    was: str = ""
    """What a record of the first format means that leaves the option out, where that is not what is played."""

    became: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Where other options say it since: for values of a form (a regular expression) what records mean by them now."""

    def means(self, value: str) -> Mapping[str, str] | None:
        """What a record that names a value means by it: options and their values. None if it is not played any more."""
        for form, options in self.became.items():
            if found := re.fullmatch(form, value):
                return {key: found.expand(now) for key, now in options.items()}
        return {} if value == self.value else None

    @property
    def message(self) -> Message:
        """For whoever names it."""
        return Message("is no option any more: {now}", now=Message(self.now))


NONE_GONE: Mapping[str, Gone] = MappingProxyType({})
"""Of a game that never had another option."""


def gap(
    question: str, values: dict[str, str], *, read: Mapping[str | int, object] | None = None, **more: object
) -> Any:
    """A field that is the option of its name (`more` as in `Option`), by default the first of `values`.

    A value in `read` is read as what stands there, any other as it is.
    """
    first, reading = _plain(next(iter(values))), read or {}
    described = {"question": question, "values": values, **more}
    return field(default=reading.get(first, first), metadata={"option": described, "read": reading})


def options_of(rules: type) -> tuple[Option, ...]:
    """The options of a class of rules, in the order of its fields."""
    return tuple(Option(one.name, **one.metadata["option"]) for one in fields(rules))


def read_as(rules: type, settings: Mapping[str, str | int]) -> dict[str, Any]:
    """What `settled` gave, each value as its field reads it, by field."""
    values = ((one, settings[one.name]) for one in fields(rules))
    return {one.name: one.metadata["read"].get(value, value) for one, value in values}


def settled(
    options: Iterable[Option], given: Mapping[str, object], gone: Mapping[str, Gone] = NONE_GONE
) -> dict[str, str | int]:
    """A value for each option: the one given, else the default. Whole numbers come out as int.

    Raises InputError for an unknown key or value and for an option that went, NotBuiltError for a value that is refused
    by name.
    """
    table = {option.key: option for option in options}
    for key in given:
        if key in gone:
            raise InputError(gone[key].message, key=key)
        if key not in table:
            near = get_close_matches(key, table, n=1)
            guess = Message("; do you mean {name}?", name=near[0]) if near else ""
            raise InputError(Message("is no option{guess}", guess=guess), key=key)
    return {key: _value(option, given.get(key, option.default)) for key, option in table.items()}


def recorded(
    options: Iterable[Option], gone: Mapping[str, Gone], settings: Mapping[str, object], *, first: bool = False
) -> dict[str, object]:
    """What a record says of the options there are: of one that went it may say what is played.

    first: it is of the first format, in which what was default was left out. Raises InputError, with the key, where a
    game was played by another value of an option that went.
    """
    unsaid = {one.key: one.was for one in options if one.was} | {key: one.was for key, one in gone.items() if one.was}
    said = {**unsaid, **settings} if first else {**settings}
    for key in said.keys() & gone.keys():
        now = gone[key].means(_text(said.pop(key)))
        if now is None:
            raise InputError(gone[key].message, key=key)
        said |= now
    return said


def _text(given: object) -> str:
    return {True: "on", False: "off"}[given] if isinstance(given, bool) else str(given)


def _value(option: Option, given: object) -> str | int:
    text = _text(given)
    if text in option.refused:
        raise NotBuiltError(option.refusal(text), key=option.key)
    value = _plain(text)
    if text not in option.values and not (option.numbers is not None and value in option.numbers):
        known = either(list(option.values))
        if option.numbers is not None:
            first, last = option.numbers[0], option.numbers[-1]
            known = Message("{values} or a whole number from {first} to {last}", values=known, first=first, last=last)
        raise InputError(Message("expected {known}, not {given}", known=known, given=repr(text)), key=option.key)
    return value


def _plain(text: str) -> str | int:
    """A whole number as int, any other text as it is."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def setting_sentences(options: Iterable[Option], given: Mapping[str, object]) -> list[Message]:
    """Each setting in words, with its key behind them: what it asks – what its value means (key = value)."""
    table = {option.key: option for option in options}
    return [_told(table[key], value if isinstance(value, str) else str(value)) for key, value in given.items()]


def _told(option: Option, value: str) -> Message:
    asked, name = Message(option.question), "custom" if value.startswith("{") else value.partition("(")[0].strip()
    meant = next((text for known, text in option.values.items() if known.partition("(")[0] == name), None)
    if meant is None:
        return Message("{question} – {value} ({key})", question=asked, value=value, key=option.key)
    return Message(
        "{question} – {meaning} ({key} = {value})", question=asked, meaning=Message(meant), key=option.key, value=value
    )

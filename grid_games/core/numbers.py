"""A game's numbers as data: those of the text in a file of the game's folder, and what a designer's file changes of
them.

The setting `numbers` is the name of a shipped file (`grid-games example`), the path of a file, or what such a file
says as JSON in one line, as records have it. Without it a game has the text's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

from armada_sim.tabletop import (
    N_,
    InputError,
    Message,
    Mistakes,
    Option,
    guess,
    inside,
    key_text,
    plain_data,
    read_text,
    shown,
)
from armada_sim.tabletop.shipped import shipped, title_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")
K = TypeVar("K", str, int)

KEY = "numbers"

TEXT = "text"
"""How the text's own are named."""

NONE = "none"
"""How files say that a game has not what the text has."""

NUMBERS = Option(KEY, N_("Which numbers?"), {TEXT: N_("those of the text"), "custom": N_("a designer's own")})
"""What is asked. A file's name is a value as well, and the text's are not named in records: it is none of the options
of a game."""


def file_of_text(package: str) -> Traversable:
    """The file of the text's numbers, in the folder of a game."""
    return files(package) / "numbers.toml"


def of_text(package: str) -> dict[str, Any]:
    """The text's numbers."""
    return plain_data(file_of_text(package).read_text(encoding="utf-8"), "toml")


def shipped_numbers(game: str) -> dict[str, str]:
    """The numbers that come along with a game: names, and what each is about."""
    there = {name: title_of(file.read_text(encoding="utf-8")) for name, file in _shipped(game).items()}
    return {TEXT: NUMBERS.values[TEXT], **there}


def numbers_named(game: str, given: object, read: Callable[[Mapping[str, Any]], T]) -> T:
    """What `read` makes of the numbers that a value of the setting names. Raises InputError with file and key."""
    text, there = str(given), _shipped(game)
    if text.startswith("{"):
        with inside(key=KEY):
            return read(plain_data(text, "json"))
    if text in there:
        return read(plain_data(there[text].read_text(encoding="utf-8"), "toml"))
    if text == TEXT:
        return read({})
    if not text.endswith(".toml"):
        known = ", ".join((TEXT, *there))
        said = N_("expected {known} or a file that ends in .toml, not {given}")
        raise InputError(Message(said, known=known, given=shown(text)), key=KEY)
    with inside(key=KEY, file=text):
        content = read_text(text)
    with inside(file=text):
        return read(plain_data(content, "toml"))


def place_of(given: object) -> dict[str, str]:
    """Where it stands, for `InputError.within`, that what a value of the setting names does not go with the rest."""
    text = str(given)
    return {"file": text} if text.endswith(".toml") else {"key": KEY}


def _shipped(game: str) -> dict[str, Any]:
    return shipped("grid_games", ".toml", "numbers", game)


def rows(
    given: object, of_the_text: Mapping[K, T], made: Callable[[K, Any, T | None], T], named: Callable[[str], K]
) -> dict[K, T]:
    """The rows of the text with those that a table changes, adds and leaves out.

    `named` reads a row's name, `made` makes it of that, of what is given and of what it is in the text. Raises
    InputError for all the mistakes.
    """
    mistakes, found = Mistakes(), dict(of_the_text)
    for word, row in table(given).items():
        name = mistakes.attempt(key_text(word), partial(named, word))
        if name is None:
            continue
        if row == NONE and name in found:
            del found[name]
            continue
        value = mistakes.attempt(key_text(word), partial(made, name, row, found.get(name)))
        if value is not None:
            found[name] = value
    mistakes.stop_if_any()
    return found


def table(given: object) -> Mapping[str, Any]:
    """A table. Raises InputError."""
    if not isinstance(given, Mapping):
        raise InputError(Message("expected a table, not {given}", given=shown(given)))
    return given


def strange(given: Mapping[str, Any], known: Iterable[str]) -> Mistakes:
    """The keys of a table that mean nothing."""
    mistakes, words = Mistakes(), list(known)
    for key in given:
        if key not in words:
            told = Message("there is no such key here{guess}", guess=guess(key, words))
            mistakes.found.append(InputError(told, key=key_text(key)))
    return mistakes


def whole(value: object, least: int, most: int, key: str = "") -> int:
    """A whole number within bounds. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        said = N_("expected a whole number from {least} to {most}, not {given}")
        raise InputError(Message(said, least=least, most=most, given=shown(value)), key=key)
    return value


def wholes(given: object, bounds: Mapping[str, range], usual: Mapping[str, int]) -> dict[str, int]:
    """Whole numbers by key: those a table gives, else the usual ones. Raises InputError for all the mistakes."""
    row = table(given)
    mistakes, found = strange(row, bounds), dict[str, int]()
    for key, bound in bounds.items():
        number = mistakes.attempt("", partial(whole, row.get(key, usual.get(key)), bound[0], bound[-1], key))
        found[key] = 0 if number is None else number
    mistakes.stop_if_any()
    return found

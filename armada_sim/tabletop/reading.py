"""From a path to plain data: text in TOML or JSON, read within limits, numbers as written.

Nothing here knows what a dispute is; whatever a file holds, the worst that happens is an InputError.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tomllib
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import N_, Amount, Message, cause, known_again
from armada_sim.tabletop.words import quoted

T = TypeVar("T")

_MOST_BYTES = 1_000_000
_FILE_LIMIT = Amount(str(_MOST_BYTES // 1000), "kB")
"""Larger files are refused before they are read."""

_DEEPEST = 12
"""Tables and lists within one another; a dispute needs six."""

_MOST_TOLD = 20
"""Mistakes of a file that are told; of more, the number."""

_LONG_KEY = re.compile(
    r"""(?:(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % _DEEPEST  # noqa: UP031
)
"""A dotted TOML key deeper than that: reading one of many thousand parts would take hours. A part is looked for at its
first character alone, or a long word would take as long."""

_LONG_INTEGER = re.compile(r"[0-9_]{60}")
"""An integer no file needs; converting thousands of digits is refused by Python."""


_LINE = re.compile(r"at line (\d+)")

_NAME = re.compile(r"'([^']*)'")
_NAMES = re.compile(r"\(('[^']*'(?:, '[^']*')*),?\)")
"""Parts of a key, as the reader of TOML names it: ('a', 'b')."""

_COMMA = re.compile(r"""(?:=|":)\s*([+-]?\d{1,9}),(\d{1,9})|([+-]?\d{1,9}),(0\d{1,8})""")
"""A number with a decimal comma that is no list: after its key, or with a part that begins with a zero."""

_LONGEST_LOOKED_AT = 1000
"""Characters of a line that is looked at for the cause of a mistake."""


UNFIT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters except tabs and ends of lines, halves of pairs, and what Unicode calls no characters."""


def shown(value: object) -> str:
    """A value in a complaint: short and on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | Decimal):
        if isinstance(value, int) and abs(value) >= 10**40:
            return Message("a number of many digits")
        text = str(value)
        return text if len(text) <= 40 else text[:40] + "…"
    if value is None:
        return "null"
    if isinstance(value, list):
        return Message("a list")
    return Message("a table") if isinstance(value, dict) else Message("a date or time")


def read_text(path: str | Path) -> str:
    """The text of a file, or of standard input if `path` is "-". Raises InputError."""
    try:
        data = _read(path)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(Message("cannot be read: {why}", why=cause(error))) from None
    if len(data) > _MOST_BYTES:
        raise InputError(Message("is larger than {limit}, which nothing read here needs", limit=_FILE_LIMIT))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(Message("is not text in UTF-8 (line {line})", line=line)) from None


def _read(path: str | Path) -> bytes:
    """At most one byte more than the limit."""
    if str(path) == "-":
        if sys.stdin is None:
            raise InputError(Message("is closed"))
        return sys.stdin.buffer.read(_MOST_BYTES + 1)
    if not str(path):
        raise InputError(Message("the name of the file is empty"), key=Message("FILE"))
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise InputError(Message("there is no such file")) from None
    about = os.fstat(handle)
    if stat.S_ISDIR(about.st_mode):
        os.close(handle)
        raise InputError(Message("is a directory, not a file"))
    with os.fdopen(handle, "rb") as stream:
        if about.st_size > _MOST_BYTES:
            raise InputError(Message("is larger than {limit}, which nothing read here needs", limit=_FILE_LIMIT))
        first = b""
        if stat.S_ISFIFO(about.st_mode):  # opened without waiting: a pipe nobody has opened for writing is at its end
            try:
                first = os.read(handle, 1)
            except BlockingIOError:
                pass
            else:
                if not first:
                    raise InputError(Message("is a pipe that nothing is written to"))
            os.set_blocking(handle, True)
        return first + stream.read(_MOST_BYTES + 1)


def plain_data(text: str, form: Literal["toml", "json"]) -> dict[str, Any]:
    """The tables of a text, numbers as int or Decimal. Raises InputError with line and column."""
    try:
        data = _from_json(text) if form == "json" else _from_toml(text)
    except RecursionError:
        raise InputError(Message("has more than {most} tables or lists within one another", most=_DEEPEST)) from None
    if not isinstance(data, dict):
        raise InputError(Message("expected a table with keys, not {given}", given=shown(data)))
    _check_tree(data)
    return data


def _from_toml(text: str) -> Any:
    if _LONG_KEY.search(text):
        raise InputError(Message("has a key of more than {most} parts", most=_DEEPEST))
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        raise InputError(
            Message("is not valid TOML: {why}{hint}", why=_why(error), hint=_comma(text, int(line[1]) if line else 0))
        ) from None
    except ValueError:
        raise InputError(Message("is not valid TOML: {why}", why=_long_integer(text))) from None


def _from_json(text: str) -> Any:
    import json

    try:
        return json.loads(
            text, parse_float=_decimal, parse_int=_integer, parse_constant=_constant, object_pairs_hook=_once
        )
    except json.JSONDecodeError as error:
        raise InputError(
            Message(
                "is not valid JSON: {why} (at line {line}, column {column}){hint}",
                why=known_again(error.msg, _CAUSES),
                line=error.lineno,
                column=error.colno,
                hint=_comma(text, error.lineno),
            )
        ) from None


def _comma(text: str, number: int) -> str:
    """What to add about a line (from 1) that cannot be read if a decimal comma is why."""
    lines = text.split("\n", number)
    found = _COMMA.search(lines[number - 1][:_LONGEST_LOOKED_AT]) if 0 < number <= len(lines) else None
    if found is None:
        return ""
    return Message(": write a decimal point, as in {number}", number=f"{found[1] or found[3]}.{found[2] or found[4]}")


def _why(error: Exception) -> Message:
    """What the reader of TOML says, to stand within a sentence."""
    text = _NAMES.sub(lambda names: ".".join(_NAME.findall(names[1])), str(error))
    what, _, where = (text[:1].lower() + text[1:]).rpartition(" (at ")
    why, found = known_again(what, _CAUSES), re.fullmatch(r"line (\d+), column (\d+)\)", where)
    if found is None:
        return Message("{why} (at end of document)", why=why)
    return Message("{why} (at line {line}, column {column})", why=why, line=found[1], column=found[2])


def _long_integer(text: str) -> Message:
    found = _LONG_INTEGER.search(text)
    if found is None:
        return Message("a number or date that does not exist")
    line = text.count("\n", 0, found.start()) + 1
    return Message("a number or date that does not exist (at line {line})", line=line)


_CAUSES = (
    N_("invalid value"),
    N_("invalid statement"),
    N_("invalid initial character for a key part"),
    N_("invalid date or datetime"),
    N_("unclosed array"),
    N_("unclosed inline table"),
    N_("unterminated string"),
    N_("unescaped '\\' in a string"),
    N_("illegal character '\\n'"),
    N_("illegal character {sign}"),
    N_("found invalid character {sign}"),
    N_("invalid hex value"),
    N_("escaped character is not a Unicode scalar value"),
    N_("cannot overwrite a value"),
    N_("cannot declare {key} twice"),
    N_("cannot mutate immutable namespace {key}"),
    N_("cannot redefine namespace {key}"),
    N_("duplicate inline table key {key}"),
    N_("expected '=' after a key in a key/value pair"),
    N_("expected newline or end of document after a statement"),
    N_("expected ']' at the end of a table declaration"),
    N_("expected ']]' at the end of an array declaration"),
    N_("expected {sign}"),
    N_("Invalid \\escape"),
    N_("Invalid \\escape: {sign}"),
    N_("Invalid \\uXXXX escape"),
    N_("Expecting value"),
    N_("Expecting ',' delimiter"),
    N_("Expecting ':' delimiter"),
    N_("Expecting property name enclosed in double quotes"),
    N_("Extra data"),
    N_("Unterminated string starting at"),
    N_("Invalid control character at"),
    N_("Illegal trailing comma before end of object"),
    N_("Illegal trailing comma before end of array"),
)
"""What the readers of TOML and JSON say; another cause is given as they say it."""


def _decimal(text: str) -> Decimal:
    """The decimal as written; one too large to exist becomes infinite, and is refused at its key."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def _integer(text: str) -> int | Decimal:
    return int(text) if len(text) < 60 else Decimal("Infinity")


def _constant(name: str) -> NoReturn:
    raise InputError(Message("is not valid JSON: {name} is not a number", name=name))


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object, refused if a key stands in it twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(Message("the key {key} stands twice in one object", key=shown(key)))
        found[key] = value
    return found


def _check_tree(data: dict[str, Any]) -> None:
    """Refuse nulls, keys that cannot be printed and what is nested too deeply."""
    level: list[tuple[str, Any]] = [("", data)]
    for _ in range(_DEEPEST):
        below: list[tuple[str, Any]] = []
        for key, value in level:
            below += _children(key, value)
        level = below
    if level:
        raise InputError(
            Message("has more than {most} tables or lists within one another", most=_DEEPEST),
            key=level[0][0][:80],
        )


def _children(key: str, value: object) -> list[tuple[str, Any]]:
    if value is None:
        raise InputError(Message("is null; leave the key out instead"), key=key)
    if isinstance(value, str):
        check_text(value, key)
    if isinstance(value, list):
        return [(f"{key}[{i}]", item) for i, item in enumerate(value, 1)]
    if isinstance(value, dict):
        for name in value:
            if not name.isprintable():
                raise InputError(Message("a key is not plain text: {name}", name=shown(name)), key=key)
        return [(f"{key}.{key_text(name)}".lstrip("."), item) for name, item in value.items()]
    return []


def key_text(key: str) -> str:
    """A key in a complaint: short, and on one line."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else shown(key)


def check_text(text: str, key: str = "") -> None:
    """Raises InputError for a character that is no part of any text: neither XML nor a terminal takes it for one."""
    found = UNFIT.search(text)
    if found is not None:
        raise InputError(Message("holds {sign}, which stands in no text", sign=f"U+{ord(found[0]):04X}"), key=key)


class Mistakes:
    """What is wrong with a file, in the order found."""

    def __init__(self) -> None:
        self.found: list[InputError] = []

    def attempt(self, key: str, build: Callable[[], T]) -> T | None:
        """What `build` returns, or None and one more mistake at `key`."""
        try:
            return build()
        except InputError as error:
            self.found.append(error.within(key=key))
            self.found += self.found[-1].others
            return None

    def stop_if_any(self) -> None:
        """Raise the first mistake with the others, of each key the first; of very many the number."""
        if not self.found:
            return
        by_key: dict[str, InputError] = {}
        for error in self.found:
            by_key.setdefault(error.key, error)
        first, *others = by_key.values()
        if len(others) >= _MOST_TOLD:
            more = len(others) - _MOST_TOLD + 1
            told = Message.counted("there is {n} mistake more", "there are {n} mistakes more", more)
            others[_MOST_TOLD - 1 :] = [InputError(told)]
        raise type(first)(first.message, key=first.key, file=first.file, others=others)


def guess(word: str, known: Sequence[str]) -> str:
    """What to add to "there is no such …": the nearest known word, or the list of them."""
    near = get_close_matches(word, known, 1)
    if near:
        return Message("; did you mean {name}?", name=near[0])
    some = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return Message(" (known: {names})", names=some) if known else ""

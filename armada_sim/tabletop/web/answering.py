"""Questions of a page and their answers, whichever way they come: over a network, or from beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Event
from typing import Any

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import LANGUAGES, Language, Message

_ELSEWHERE = Message("this takes a table that a computer serves")

_PLAIN, _LINES = "application/json", "application/x-ndjson"

MOST_BYTES = 1_000_000
"""Of the body of a request; a table of 200 ships takes 20,000."""

Ask = Callable[[bytes, Language], Any]
"""What answers a question: the body of the request and the language of the answer, to plain data, a `File` or an
iterator of plain data. Raises InputError."""

Speaks = Callable[[str], Language]
"""What says things in a language."""

Search = Callable[[str, Language], Iterator[Mapping[str, Any]]]
"""What answers a message in stages, a failure among them."""

LEFT: ContextVar[Event] = ContextVar("left")
"""What says that nobody waits any more for what is being worked out."""


class RefusedError(InputError):
    """What was asked is understood and cannot be done here; `status` is what HTTP calls it."""

    status = 422


class LeftError(Exception):
    """Nobody waits for it any more."""


def still_wanted(*_: object) -> None:
    """Raises LeftError if whoever asked what is being worked out has gone; long work calls it now and then."""
    left = LEFT.get(None)
    if left is not None and left.is_set():
        raise LeftError


@dataclass(frozen=True, slots=True)
class Lane:
    """Questions that wait for each other, of all who ask at a table."""

    name: str
    at_once: int


QUICK, SLOW = Lane("quick", 4), Lane("slow", 2)
"""What a page waits for while a hand is on a ship; what takes seconds."""


@dataclass(frozen=True, slots=True)
class File:
    """An answer that is a file."""

    content: bytes
    media: str
    """Its media type."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it is sent."""

    status: int
    """As HTTP counts them."""

    media: str
    body: bytes | Iterator[bytes]
    """All of it, or lines of JSON that come one by one."""


def replied(ask: Ask, body: bytes, words: Language) -> Reply:
    """The answer to a question; InputError as a refusal with its sentence. Raises LeftError."""
    try:
        found = ask(body, words)
    except InputError as error:
        return refused_as(error, words)
    if isinstance(found, File):
        return Reply(200, found.media, found.content)
    if isinstance(found, Iterator):
        return Reply(200, _LINES, _lines(found, words))
    return Reply(200, _PLAIN, rendered(found))


def _lines(rows: Iterator[Any], words: Language) -> Iterator[bytes]:
    """Answers as lines; last, what is wrong, if something is."""
    try:
        for row in rows:
            yield rendered(row) + b"\n"
    except InputError as error:
        yield rendered({"error": refused(error, words)}) + b"\n"
    except ModuleNotFoundError:  # a part of the program that is not here
        yield rendered({"error": words.tell(_ELSEWHERE)}) + b"\n"


def rendered(found: object) -> bytes:
    """Plain data as JSON."""
    return json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def refusal(text: str, status: int) -> Reply:
    """A sentence that says why there is no answer."""
    return Reply(status, _PLAIN, rendered({"error": text}))


def refused_as(error: InputError, words: Language) -> Reply:
    """What a question is answered that is refused."""
    return refusal(refused(error, words), error.status if isinstance(error, RefusedError) else 422)


def refused(error: InputError, words: Language) -> str:
    """What is wrong with a question, in a sentence."""
    return words.in_turn(words.complaint(one) for one in (error, *error.others))


def spoken(lang: str, speaks: Speaks) -> Language:
    """The language of that name, English if there is none."""
    return speaks(lang if lang in LANGUAGES else "en")


@dataclass(frozen=True, slots=True)
class Engine:
    """All that a page may ask, answered in the process that asks."""

    asks: Mapping[str, Ask]
    """By path."""

    searches: Mapping[str, Search]
    """What a server answers over a WebSocket, by path."""

    apart: frozenset[str]
    """Paths of questions that take so long that they are worked out beside the others."""

    speaks: Speaks

    def kind(self) -> str:
        """JSON of what a page has to know of it: which paths are searches, and which are worked out apart."""
        return rendered({"apart": sorted(self.apart), "searches": sorted(self.searches)}).decode()

    def answer(self, path: str, lang: str, body: str) -> Reply:
        """What a server answers to the same request."""
        words = spoken(lang, self.speaks)
        if path not in self.asks:
            return refusal(words.tell(_ELSEWHERE), 404)
        try:
            return replied(self.asks[path], body.encode(), words)
        except ModuleNotFoundError:  # a part of the program that is not here
            return refusal(words.tell(_ELSEWHERE), RefusedError.status)

    def stages(self, path: str, lang: str, message: str) -> Iterator[bytes]:
        """What a server sends over a WebSocket after a message."""
        return map(rendered, self.searches[path](message, spoken(lang, self.speaks)))

"""What pieces cost and count, how many points start a colour and stop its reinforcements, how many zones win (clauses
11, 19, 53 and 56). `numbers.toml` has the text's.

A designer's file says what is otherwise:

start = 14
least = 10
limit = 60
zones = 16

[pieces]
C = { price = 3 }
H = "none"
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from armada_sim.tabletop import InputError, Message
from grid_games.core.numbers import NONE, numbers_named, of_text, rows, strange, wholes
from grid_games.core.tables import tabled
from grid_games.strategiksa.units import FIELD, HEALTHY, UNIT

KINDS = "IAHC"
"""What may be bought, in the order of the text's prices."""

_ROW = {"price": range(1, 41)}
_WHOLE = {"start": range(1, 41), "least": range(1, 41), "limit": range(1, 1000), "zones": range(13, 26)}
"""Two alliances cannot hold 13 of 25 zones each."""


@dataclass(frozen=True)
@tabled
class Numbers:
    """All of them; points throughout."""

    prices: tuple[tuple[str, int], ...]
    """Of each kind that may be bought, in the order of `KINDS`: to buy it, and what it counts."""

    start: int
    """Of pieces that each colour starts with, its king not counted (clause 11)."""

    least: int
    """What it spends of them at least; all, where the file says nothing else."""

    limit: int
    """Above this, whoever runs them gets no reinforcements (clause 53)."""

    zones: int
    """Zones that win (clause 56)."""

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Numbers], tuple[object, ...]]:
        return Numbers, (self.prices, *map(self.__getattribute__, _WHOLE))

    @cached_property
    def _hash(self) -> int:
        return hash(self.__reduce__()[1])

    @cached_property
    def price(self) -> dict[str, int]:
        """By kind; kings cost nothing."""
        return dict(self.prices)

    @cached_property
    def cheapest(self) -> int:
        """The least price."""
        return min(self.price.values())

    @cached_property
    def order(self) -> str:
        """Kinds in their order under canonical_steps: by price, because of the limit."""
        return "".join(sorted(self.price, key=self.price.__getitem__))

    @cached_property
    def points(self) -> Callable[[int], int]:
        """What the pieces of a stack count (clause 53), kings nothing.

        The sum of the fields of a stack is its remainder by the largest value of a field.
        """
        groups = [
            (
                sum(FIELD * UNIT[HEALTHY[kind] + w] for kind, of in self.prices if of == price for w in _wounds(kind)),
                price,
            )
            for price in sorted(set(self.price.values()))
        ]
        if len(groups) != 2:
            return lambda stack: sum(price * ((stack & its) % FIELD) for its, price in groups)
        (one, least), (other, most) = groups  # as in the text, without a loop
        return lambda stack: least * ((stack & one) % FIELD) + most * ((stack & other) % FIELD)

    @property
    def written(self) -> str:
        """What is not as in the text, as the setting has it; empty for nothing."""
        text = the_text()
        pieces: dict[str, Any] = {kind: {"price": price} for kind, price in self.prices if price != text.price[kind]}
        pieces |= {kind: NONE for kind in KINDS if kind not in self.price}
        found: dict[str, Any] = {"pieces": pieces} if pieces else {}
        usual = {key: getattr(text, key) for key in _WHOLE} | {"least": self.start}
        found |= {key: getattr(self, key) for key in _WHOLE if getattr(self, key) != usual[key]}
        return json.dumps(found) if found else ""


@cache
def the_text() -> Numbers:
    """The text's."""
    return _read(of_text(__package__ or ""), dict.fromkeys(KINDS, 0), {})


def numbers_of(given: object) -> Numbers:
    """Those that a value of the setting names. Raises InputError with file and key."""
    text = the_text()
    usual = {key: getattr(text, key) for key in _WHOLE if key != "least"}
    return numbers_named("strategiksa", given, lambda read: _read(read, text.price, usual))


def _read(document: Mapping[str, Any], prices: Mapping[str, int], usual: Mapping[str, int]) -> Numbers:
    """What a file makes of the prices and the other numbers. Raises InputError for all the mistakes."""
    mistakes = strange(document, ("title", "pieces", *_WHOLE))
    price = mistakes.attempt("pieces", lambda: rows(document.get("pieces", {}), prices, _price, _kind)) or {}
    told = {key: document[key] for key in _WHOLE if key in document}
    found = mistakes.attempt("", lambda: wholes(told, _WHOLE, {**usual, "least": 1})) or {}
    mistakes.stop_if_any()
    found["least"] = told.get("least", found["start"])
    if not price:
        raise InputError(Message("there is no piece left but the kings"), key="pieces")
    if min(price.values()) > found["start"]:
        told_words = Message("the cheapest piece costs {price}: no colour can be set up", price=min(price.values()))
        raise InputError(told_words, key="start")
    if found["least"] > found["start"]:
        raise InputError(
            Message("a colour starts with {n} points and cannot spend more", n=found["start"]), key="least"
        )
    return Numbers(tuple((kind, price[kind]) for kind in KINDS if kind in price), **found)


def _wounds(kind: str) -> range:
    """Of a kind: whole, and wounded where it can be."""
    return range(1 if kind == "H" else 2)


def _kind(word: str) -> str:
    if word not in KINDS:
        raise InputError(Message("is no piece that is bought: there are {kinds}", kinds=", ".join(KINDS)))
    return word


def _price(kind: str, row: object, was: int | None) -> int:
    return wholes(row, _ROW, {"price": was or 1})["price"]

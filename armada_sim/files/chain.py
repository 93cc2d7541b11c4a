"""The digests of a record, each over the one before it: the first that does not go with the file says what was changed.

    link = first 16 digits of SHA-256 of the link before, a line feed and the part, as JSON

The parts are the agreement (all that stands in the file besides the others), the seed, each action and the end
(`result`, `digest`, `unfinished`). They are taken as the file states them, before anything is understood: an option
that a program does not know, or knows otherwise, changes no link. Who changes a record on purpose can make its links
anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Literal

from armada_sim.tabletop import Message, shown

_DIGITS = 16
"""Of a link, hexadecimal: one change in 2^64 goes unnoticed."""

_END = ("result", "digest", "unfinished")


Part = Literal["agreement", "seed", "action", "end"]


@dataclass(frozen=True, slots=True)
class Change:
    """The first part of a record that is not as it was written."""

    part: Part
    text: Message
    """A clause, without a full stop."""

    number: int | None = None
    """Of the action, from 1."""


def chain_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The links of a record in plain data, under the keys of its `chain`."""
    others = {"seed", "actions", "chain", *_END}
    agreement = _link("", {key: value for key, value in raw.items() if key not in others})
    last = seed = _link(agreement, raw.get("seed"))
    links = [last := _link(last, action) for action in _listed(raw.get("actions"))]
    end = _link(last, {key: raw[key] for key in _END if key in raw})
    return {"agreement": agreement, "seed": seed, "actions": links, "end": end}


def _link(before: str, part: object) -> str:
    return sha256(f"{before}\n{_canonical(part)}".encode()).hexdigest()[:_DIGITS]


def _canonical(value: object) -> str:
    """Plain data as JSON on one line, keys in order, numbers as they are written."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(key)}:{_canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value, default=str)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def first_change(raw: Mapping[str, Any]) -> Change | None:
    """What in a record, in plain data with a `chain`, does not go with its links first; None if all does.

    The data may be anything: what is no record of any form does not go with them either.
    """
    made, stated = chain_of(raw), raw["chain"]
    stated = stated if isinstance(stated, Mapping) else {}
    if stated.get("agreement") != made["agreement"]:
        return _change("agreement", Message("the agreement (all that the file says besides seed, actions and result)"))
    if stated.get("seed") != made["seed"]:
        return _change("seed", Message("the seed, {seed}", seed=shown(raw.get("seed", 0))))
    actions = _listed(raw.get("actions"))
    for number, (link, wanted) in enumerate(zip_longest(made["actions"], _listed(stated.get("actions"))), 1):
        if link is None:
            return _change("action", Message("action {number}, which is missing", number=number), number)
        if link != wanted:
            action = shown(actions[number - 1])
            return _change("action", Message("action {number}, {action}", number=number, action=action), number)
    if "result" not in raw and "end" not in stated and raw.get("unfinished") is True:
        return None  # cut, as it says itself
    if "result" not in raw and raw.get("unfinished") is not True:
        return Change("end", Message("it has no result, and does not say that it is unfinished"))
    return None if stated.get("end") == made["end"] else _change("end", Message("the result"))


def _change(part: Part, what: Message, number: int | None = None) -> Change:
    return Change(part, Message("the first thing that does not go with its digest is {part}", part=what), number)

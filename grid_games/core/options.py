"""Options written once: a field of a frozen class of rules holds question, values and default, and how a value is read.

@dataclass(frozen=True, slots=True)
class Rules:
    die: str = gap("is the 5 rolled again", {"d5": "no", "d4": "yes"})
    limit: int | None = gap("how many may stand there", {"none": "any number"}, numbers=range(2, 9), read={"none": None})

OPTIONS = options_of(Rules)
rules = Rules(**read_as(Rules, settled(OPTIONS, {"limit": 3})))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from armada_sim.tabletop.options import Option


def gap(
    question: str,
    values: dict[str, str],
    *,
    numbers: range | None = None,
    refused: dict[str, str] | None = None,
    read: Mapping[str, object] | None = None,
) -> Any:
    """A field that is an option of that name. A value in `read` is read as what stands there, any other as it is."""
    told = {"question": question, "values": values, "numbers": numbers, "refused": refused or {}}
    return field(metadata={"option": told, "read": read or {}})


def options_of(rules: type) -> tuple[Option, ...]:
    """The options of a class of rules, in the order of its fields."""
    return tuple(Option(one.name, **one.metadata["option"]) for one in fields(rules))


def read_as(rules: type, settings: Mapping[str, str | int]) -> dict[str, Any]:
    """What `settled` gave, each value as its field reads it, by field."""
    values = ((one, settings[one.name]) for one in fields(rules))
    return {one.name: one.metadata["read"].get(value, value) for one, value in values}

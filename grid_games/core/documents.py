"""JSON documents of values by their fields: written, and read by pydantic, strictly, with the key of a mistake."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_type_hints

from armada_sim.tabletop import N_, InputError, Message
from grid_games.core.protocol import NotationError
from grid_games.core.sets import mask, members

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


class Closed:
    """A base for dataclasses in which an unknown key is a mistake."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Named:
    """Marks a number that documents give by its name: its place in `names`, or in the names that whoever reads or
    writes knows, such as those of the hexes of a board. Raises ValueError for a name there is not."""

    names: tuple[str, ...] = ()
    null: bool = False
    """Whether it may be -1, null in documents."""

    several: bool = False
    """Whether it is a set (`core.sets`), a list of names in documents."""

    count: int = 0
    """Of a list of so many, how many."""

    def number(self, value: object, names: Sequence[str] | None) -> Any:
        """The number, set or list of a document."""
        if not (self.several or self.count):
            return self._place(value, names)
        if not isinstance(value, list) or self.count not in (0, len(value)):
            raise ValueError(Message("input should be a valid list"))
        places = [self._place(one, names) for one in value]
        return mask(places) if self.several else places

    def name(self, value: Any, names: Sequence[str]) -> Any:
        """What a document has of a number, set or list."""
        names = self.names or names
        if self.several or self.count:
            return [None if one < 0 else names[one] for one in (members(value) if self.several else value)]
        return None if value < 0 else names[value]

    def _place(self, name: object, names: Sequence[str] | None) -> int:
        if name is None and self.null:
            return -1
        known = self.names or names or ()
        if name not in known:
            raise ValueError(Message("there is no {name}", name=repr(name)))
        return known.index(str(name))

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> Any:
        from pydantic_core import core_schema

        return core_schema.with_info_plain_validator_function(lambda value, info: self.number(value, info.context))


@dataclass(frozen=True, slots=True)
class Among:
    """Marks a value that is one of some."""

    values: tuple[int | str, ...]

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> Any:
        from pydantic_core import core_schema

        return core_schema.literal_schema(list(self.values))


def plain(value: object, names: Sequence[str] = (), kind: type | None = None) -> Any:
    """A value as JSON has it, without fields that follow from others; `names` are those that `Named` numbers have, and
    a `kind` takes its own fields alone."""
    if isinstance(value, (tuple, list)):
        return [plain(part, names) for part in value]
    if not is_dataclass(value):
        return value
    marks = _marks(kind or type(value)) if names else {}
    document: dict[str, Any] = {}
    for one in fields(kind or value):
        part = getattr(value, one.name)
        if one.compare:
            document[one.name] = marks[one.name].name(part, names) if one.name in marks else plain(part, names)
    return document


@cache
def _marks(kind: type) -> dict[str, Named]:
    """What is named of a kind of dataclass, by field."""
    hints = get_type_hints(kind, include_extras=True)
    found = {key: next(iter(getattr(hint, "__metadata__", ())), None) for key, hint in hints.items()}
    return {key: mark for key, mark in found.items() if isinstance(mark, Named)}


def shaped(shape: type[T], text: str, file: str = "") -> T:
    """The value of a JSON document that has this shape. Raises InputError, which names every mistake with its key."""
    from pydantic import ValidationError

    try:
        value: T = _adapter(shape).validate_json(text, strict=True)  # type: ignore[arg-type]  # a class has a hash
    except ValidationError as error:
        (key, message), *more = _mistakes(error)
        for other, words in more:
            message = Message("{mistake}; {key}: {other}", mistake=message, key=other, other=words)
        raise InputError(message, key=key, file=file) from None
    return value


def fitting(shape: type[T], value: object, what: str = "", key: str = "", names: Sequence[str] | None = None) -> T:
    """What a part of a state's document is as this shape.

    `what` is what it would be, such as "no state of …", `key` is where the part stands, `names` are those of `Named`
    numbers. Raises NotationError, which names the first mistake.
    """
    from pydantic import ValidationError

    try:
        found: T = _adapter(shape).validate_json(json.dumps(value), strict=True, context=names)  # type: ignore[arg-type]
    except ValidationError as error:
        place, message = _mistakes(error)[0]
        raise NotationError(_of(what, message), key=".".join(part for part in (key, place) if part)) from None
    except TypeError as error:
        raise NotationError(_of(what, str(error)), key=key) from None
    return found


def _of(what: str, message: str) -> str:
    return Message("{what}: {why}", what=what, why=message) if what else message


_SAID = {
    "missing": N_("field required"), "extra_forbidden": N_("extra inputs are not permitted"),
    "unexpected_keyword_argument": N_("unexpected keyword argument"),
    "string_type": N_("input should be a valid string"), "int_type": N_("input should be a valid integer"),
    "float_type": N_("input should be a valid number"), "bool_type": N_("input should be a valid boolean"),
    "list_type": N_("input should be a valid list"), "tuple_type": N_("input should be a valid tuple"),
    "dict_type": N_("input should be a valid dictionary"), "dataclass_type": N_("input should be an object"),
    "literal_error": N_("input should be {expected}"), "enum": N_("input should be {expected}"),
    "json_invalid": N_("invalid JSON: {error}"),
}  # fmt: skip
"""What pydantic complains of, by its kind."""


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    """What checks a document; building it takes longer than any check."""
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


def _mistakes(error: ValidationError) -> list[tuple[str, str]]:
    """Key and words of each."""
    found: list[dict[str, Any]] = [dict(one) for one in error.errors()]
    return [(".".join(map(str, one["loc"])), _words(one)) for one in found]


def _words(mistake: dict[str, Any]) -> str:
    if mistake["type"] == "value_error":
        return str(mistake["ctx"]["error"].args[0])
    if mistake["type"] not in _SAID:
        return str(mistake["msg"][0].lower() + mistake["msg"][1:])
    template, values = _SAID[mistake["type"]], mistake.get("ctx", {})
    return Message(template, **{key: value for key, value in values.items() if f"{{{key}}}" in template})

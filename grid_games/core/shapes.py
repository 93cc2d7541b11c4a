"""JSON as typed values, checked by pydantic: strictly, with the key of a mistake."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from armada_sim.tabletop import N_, InputError, Message
from grid_games.core.protocol import NotationError

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


class Closed:
    """A base for dataclasses in which an unknown key is a mistake."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


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


def fitting(shape: type[T], value: object, what: str = "", key: str = "") -> T:
    """What a part of a state's document is as this shape.

    `what` is what it would be, such as "no state of …", `key` is where the part stands. Raises NotationError, which
    names the first mistake.
    """
    from pydantic import ValidationError

    try:
        found: T = _adapter(shape).validate_json(json.dumps(value), strict=True)  # type: ignore[arg-type]  # a class has a hash
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
    if mistake["type"] not in _SAID:
        return str(mistake["msg"][0].lower() + mistake["msg"][1:])
    template, values = _SAID[mistake["type"]], mistake.get("ctx", {})
    return Message(template, **{key: value for key, value in values.items() if f"{{{key}}}" in template})

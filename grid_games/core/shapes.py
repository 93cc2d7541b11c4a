"""JSON as typed values, checked by pydantic: strictly, with the key of a mistake."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from armada_sim.tabletop import InputError
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
        rest = "".join(f"; {other}: {words}" for other, words in more)
        raise InputError(message + rest, key=key, file=file) from None
    return value


def fitting(shape: type[T], value: object, what: str = "", key: str = "") -> T:
    """What a part of a state's document is as this shape.

    `what` begins the complaint, `key` is where the part stands. Raises NotationError, which names the first mistake.
    """
    from pydantic import ValidationError

    try:
        found: T = _adapter(shape).validate_json(json.dumps(value), strict=True)  # type: ignore[arg-type]  # a class has a hash
    except ValidationError as error:
        place, message = _mistakes(error)[0]
        raise NotationError(what + message, key=".".join(part for part in (key, place) if part)) from None
    except TypeError as error:
        raise NotationError(f"{what}{error}", key=key) from None
    return found


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    """What checks a document; building it takes longer than any check."""
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


def _mistakes(error: ValidationError) -> list[tuple[str, str]]:
    """Key and words of each."""
    found: list[dict[str, Any]] = [dict(one) for one in error.errors()]
    return [(".".join(map(str, one["loc"])), one["msg"][0].lower() + one["msg"][1:]) for one in found]

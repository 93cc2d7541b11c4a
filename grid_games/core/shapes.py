"""Texts in JSON as typed values, checked by pydantic: every mistake in one sentence."""

from __future__ import annotations

from typing import TypeVar

from armada_sim.errors import InputError

T = TypeVar("T")


def shaped(shape: type[T], text: str, file: str = "") -> T:
    """The value of a JSON document that has this shape, strictly. Raises InputError that tells every mistake with its key."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(shape).validate_json(text, strict=True)
    except ValidationError as error:
        told = [(".".join(map(str, one["loc"])), one["msg"][0].lower() + one["msg"][1:]) for one in error.errors()]
        (key, message), *more = told
        rest = "".join(f"; {other}: {words}" for other, words in more)
        raise InputError(message + rest, key=key, file=file) from None

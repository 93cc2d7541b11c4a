"""Types and values of what is compiled, and how they lie in memory."""

from __future__ import annotations

import struct
from typing import Any, Final, NamedTuple

FLOAT, INT, BOOL, LOTS, NOTHING = "float", "int", "bool", "lots", "nothing"

NUMBERS: Final = {each: each for each in (FLOAT, INT, BOOL)}
"""Types that are annotated by the same name."""


class Array(NamedTuple):
    """The type of an array. packed: rows follow each other in memory without gaps."""

    dtype: str
    dimensions: int
    packed: bool = True


class Record(NamedTuple):
    """The type of a named tuple: its fields lie in memory one after another, eight bytes for each part."""

    names: tuple[str, ...]
    types: tuple[Any, ...]


class Group(NamedTuple):
    """The type of a tuple."""

    types: tuple[Any, ...]


class Value(NamedTuple):
    """What an expression comes to: names or literals, one for each of `parts_of` its type."""

    type: Any
    parts: tuple[str, ...]


ELEMENTS: Final = {
    "float64": ("double", ""), "int64": ("i64", ""), "int32": ("i32", "sext"), "int16": ("i16", "sext"),
    "int8": ("i8", "sext"), "uint32": ("i32", "zext"), "uint16": ("i16", "zext"), "uint8": ("i8", "zext"),
    "bool": ("i8", "zext"),
}  # fmt: skip
"""How elements of arrays lie in memory, and how they become wider."""


def parts_of(kind: Any) -> list[str]:
    """LLVM's types of the parts of a value: of an array where it begins, lengths and, if not packed, strides."""
    if isinstance(kind, Array):
        return ["ptr"] + ["i64"] * (kind.dimensions * (1 if kind.packed else 2))
    if isinstance(kind, Group):
        return [part for each in kind.types for part in parts_of(each)]
    if isinstance(kind, Record):
        return ["ptr"]
    return {FLOAT: ["double"], INT: ["i64"], BOOL: ["i1"], LOTS: ["ptr"], NOTHING: []}[kind]


def size_of(kind: object) -> int:
    """How many times eight bytes the parts of a value take, those of a record's fields included."""
    if isinstance(kind, Record):
        return sum(size_of(each) for each in kind.types)
    return len(parts_of(kind))


def literal(value: float) -> str:
    """A double as LLVM writes it."""
    return f"0x{struct.pack('>d', value).hex()}"


def returned(kind: object) -> str:
    """LLVM's type of what a function returns."""
    parts = parts_of(kind)
    return parts[0] if len(parts) == 1 else "{" + ", ".join(parts) + "}" if parts else "void"


def joined(one: object, other: object) -> Any:
    """The type of what may be of either type; None if there is none."""
    if one == other:
        return one
    numbers = [BOOL, INT, FLOAT]
    if one in numbers and other in numbers:
        return numbers[max(numbers.index(one), numbers.index(other))]
    if isinstance(one, Group) and isinstance(other, Group) and len(one.types) == len(other.types):
        types = tuple(joined(a, b) for a, b in zip(one.types, other.types, strict=True))
        return None if None in types else Group(types)
    if isinstance(one, Array) and isinstance(other, Array) and one[:2] == other[:2]:
        return one._replace(packed=False)
    return None


def items_of(value: Value) -> list[Value]:
    """The values a tuple is made of."""
    found, at = [], 0
    for kind in value.type.types:
        many = len(parts_of(kind))
        found.append(Value(kind, value.parts[at : at + many]))
        at += many
    return found


def group(items: list[Value]) -> Value:
    """A tuple of values."""
    return Value(Group(tuple(each.type for each in items)), tuple(part for each in items for part in each.parts))

"""Instructions in LLVM's language, and what is done with values whatever expression they come from."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from armada_sim.compiled.values import (
    BOOL,
    ELEMENTS,
    FLOAT,
    INT,
    Array,
    Group,
    Value,
    group,
    items_of,
    literal,
    parts_of,
)  # fmt: skip


class Writing:
    """The instructions of a function."""

    function: Any
    lines: list[str]
    allocated: list[str]
    """Instructions that make room for variables."""

    owned: list[str]
    """Where arrays that were made are kept, to be freed in the end."""

    count: int
    open: bool
    """Whether what is written now is ever reached."""

    def op(self, text: str) -> str:
        """An instruction with a result."""
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def do(self, text: str) -> None:
        """An instruction without."""
        self.lines.append(f"  {text}")

    def label(self) -> str:
        """A new place to jump to."""
        self.count += 1
        return f"L{self.count}"

    def place(self, label: str) -> None:
        """What follows stands at a label."""
        self.lines.append(f"{label}:")
        self.open = True

    def jump(self, label: str) -> None:
        """Go on at a label, if this point is ever reached."""
        if self.open:
            self.do(f"br label %{label}")
        self.open = False

    def refused(self, node: ast.AST, why: str) -> NotImplementedError:
        """What to raise where something cannot be compiled."""
        code = self.function.__code__
        return NotImplementedError(f"{code.co_filename}:{getattr(node, 'lineno', 0)}: {why} is not compiled")

    def room(self, part: str, first: str = "") -> str:
        """Memory of this call of the function."""
        self.count += 1
        self.allocated.append(f"  %s{self.count} = alloca {part}")
        if first:
            self.allocated.append(f"  store {part} {first}, ptr %s{self.count}")
        return f"%s{self.count}"

    def converted(self, value: Value, kind: Any, node: ast.AST) -> Value:
        """The same value as another type; where integers are wanted, floats lose what is behind the point."""
        if value.type == kind:
            return value
        if isinstance(kind, Array) and isinstance(value.type, Array) and not kind.packed:
            return Value(kind, (*value.parts[: 1 + kind.dimensions], *self.strides(value)))
        if isinstance(kind, Group) and isinstance(value.type, Group):
            both = zip(items_of(value), kind.types, strict=True)
            return group([self.converted(one, want, node) for one, want in both])
        (part,) = value.parts if len(value.parts) == 1 else ("",)
        ways = {
            (INT, FLOAT): f"sitofp i64 {part} to double", (BOOL, FLOAT): f"uitofp i1 {part} to double",
            (BOOL, INT): f"zext i1 {part} to i64", (FLOAT, INT): f"fptosi double {part} to i64",
            (INT, BOOL): f"icmp ne i64 {part}, 0", (FLOAT, BOOL): f"fcmp une double {part}, {literal(0.0)}",
        }  # fmt: skip
        if (value.type, kind) not in ways:
            raise self.refused(node, f"{value.type} as {kind}")
        return Value(kind, (self.op(ways[value.type, kind]),))

    # named tuples and arrays

    def field(self, value: Value, name: str) -> Value:
        """A field of a named tuple, which never changes."""
        index = value.type.names.index(name)
        kind, at = value.type.types[index], sum(len(parts_of(each)) for each in value.type.types[:index])
        parts = []
        for i, part in enumerate(parts_of(kind)):
            where = self.op(f"getelementptr inbounds i8, ptr {value.parts[0]}, i64 {8 * (at + i)}")
            parts.append(self.op(f"load {part}, ptr {where}, !invariant.load !0"))
        return Value(kind, tuple(parts))

    def strides(self, value: Value) -> tuple[str, ...]:
        """How many elements lie between neighbours, along each dimension."""
        n = value.type.dimensions
        if not value.type.packed:
            return value.parts[1 + n :]
        found = ["1"]
        for length in value.parts[n:1:-1]:
            found.append(length if found[-1] == "1" else self.op(f"mul nsw i64 {found[-1]}, {length}"))
        return tuple(found[::-1])[-n:] if n else ()

    def stopped_unless(self, index: str, length: str) -> None:
        """The program ends here unless an index lies within its array."""
        wrong, right = self.label(), self.label()
        self.do(f"br i1 {self.op(f'icmp uge i64 {index}, {length}')}, label %{wrong}, label %{right}")
        self.place(wrong)
        self.do("call void @llvm.trap()")
        self.do("unreachable")
        self.place(right)

    def cut(self, value: Value, places: Sequence[str | tuple[str, str]]) -> Value:
        """The part of an array at some indices, or (first, last) of them."""
        kind, lengths = value.type, value.parts[1 : 1 + value.type.dimensions]
        strides = self.strides(value)
        at, new_lengths, new_strides = "0", [], []
        for i, stride in enumerate(strides):
            place = places[i] if i < len(places) else ("0", lengths[i])
            first, last = place if isinstance(place, tuple) else (place, "")
            if first != "0":
                step = first if stride == "1" else self.op(f"mul nsw i64 {first}, {stride}")
                at = step if at == "0" else self.op(f"add nsw i64 {at}, {step}")
            if last:
                new_lengths.append(last if first == "0" else self.op(f"sub nsw i64 {last}, {first}"))
                new_strides.append(stride)
        numbers = [i for i, place in enumerate(places) if not isinstance(place, tuple)]
        narrowed = [i for i, place in enumerate(places) if isinstance(place, tuple) and place != ("0", lengths[i])]
        packed = kind.packed and numbers == list(range(len(numbers))) and all(i == len(numbers) for i in narrowed)
        where = self.op(f"getelementptr inbounds {ELEMENTS[kind.dtype][0]}, ptr {value.parts[0]}, i64 {at}")
        parts = (where, *new_lengths, *(() if packed else new_strides))
        return Value(Array(kind.dtype, len(new_lengths), packed or not new_lengths), parts)

    def element(self, view: Value) -> Value:
        """What a view without dimensions holds; another as it is."""
        if view.type.dimensions:
            return view
        part, wider = ELEMENTS[view.type.dtype]
        found = self.op(f"load {part}, ptr {view.parts[0]}")
        if part == "double":
            return Value(FLOAT, (found,))
        if view.type.dtype == "bool":
            return Value(BOOL, (self.op(f"trunc i8 {found} to i1"),))
        return Value(INT, (self.op(f"{wider} {part} {found} to i64") if wider else found,))

    def zeros(self, lengths: Sequence[str], like: ast.List | None = None) -> Value:
        """A new array of zeros; what the same line made before is freed."""
        dtype = "float64"
        if like is not None:
            one = like.elts[0] if len(like.elts) == 1 else like
            if not isinstance(one, ast.Constant) or one.value != 0:
                raise self.refused(like, "a list of anything but zeros")
            dtype = "float64" if isinstance(one.value, float) else "int64"
        slot = self.room("ptr", "null")
        self.owned.append(slot)
        self.do(f"call void @free(ptr {self.op(f'load ptr, ptr {slot}')})")
        many = lengths[0]
        for each in lengths[1:]:
            many = self.op(f"mul nsw i64 {many}, {each}")
        made = self.op(f"call ptr @calloc(i64 {many}, i64 8)")
        self.do(f"store ptr {made}, ptr {slot}")
        return Value(Array(dtype, len(lengths)), (made, *lengths))

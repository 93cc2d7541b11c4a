"""Plain scalar Python turned into LLVM's language: a function for given types of arguments, and all it calls.

What may be written, and what is promised of it, stands in `docs/compiled.md`; everything else is refused with file and
line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from armada_sim.compiled._expressions import Expressions
from armada_sim.compiled.values import (
    BOOL,
    ELEMENTS,
    FLOAT,
    INT,
    NOTHING,
    NUMBERS,
    Array,
    Group,
    Record,
    Value,
    items_of,
    parts_of,
    returned,
    size_of,
)

_RETURNED: Final = "return"

_PRELUDE: Final = """
declare void @llvm.trap()
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @sin(double) nounwind willreturn memory(none)
declare double @cos(double) nounwind willreturn memory(none)
declare double @acos(double) nounwind willreturn memory(none)
declare double @asin(double) nounwind willreturn memory(none)
declare double @atan2(double, double) nounwind willreturn memory(none)
declare double @pow(double, double) nounwind willreturn memory(none)
declare noalias ptr @calloc(i64, i64) nounwind
declare void @free(ptr) nounwind

define internal i64 @drawn(ptr %lots, i64 %low, i64 %high) nounwind {
  %state = load ptr, ptr %lots
  %at = getelementptr i8, ptr %lots, i64 16
  %next = load ptr, ptr %at
  %many = sub i64 %high, %low
  %alone = icmp eq i64 %many, 1
  br i1 %alone, label %single, label %draw
single:
  ret i64 %low
draw:
  %some = call i32 %next(ptr %state)
  %wide = zext i32 %some to i64
  %product = mul i64 %wide, %many
  %left = and i64 %product, 4294967295
  %large = sub i64 4294967296, %many
  %least = urem i64 %large, %many
  %again = icmp ult i64 %left, %least
  br i1 %again, label %draw, label %done
done:
  %found = lshr i64 %product, 32
  %sum = add i64 %low, %found
  ret i64 %sum
}
"""
"""`drawn` is what `numpy.random.Generator.integers` does for fewer than 2^32 numbers (Lemire's method)."""


@cache
def _functions(text: str) -> dict[str, ast.FunctionDef]:
    """The functions of a file by their names."""
    return {each.name: each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef)}


class Unit:
    """The text of all that is compiled together. checked: the program ends where an index lies outside its array."""

    def __init__(self, checked: bool = False) -> None:
        self.checked = checked
        self.texts: list[str] = [_PRELUDE]
        self._made: dict[Any, tuple[str, Any] | None] = {}

    def tree(self, function: FunctionType) -> ast.FunctionDef:
        """What is written between its head and the end of a function."""
        return _functions(Path(function.__code__.co_filename).read_text(encoding="utf-8"))[function.__name__]

    def annotated(self, function: FunctionType) -> tuple[Any, ...]:
        """Types of a function's parameters as far as they are numbers; None for the others."""
        found = (each.annotation for each in self.tree(function).args.args)
        return tuple(NUMBERS.get(each.id) if isinstance(each, ast.Name) else None for each in found)

    def function(self, function: FunctionType, types: tuple[Any, ...]) -> tuple[str, Any]:
        """The name of a function for some types of arguments, and the type of what it returns."""
        key = function, types
        if key not in self._made:
            self._made[key] = None
            name = f"@{function.__name__}.{len(self._made)}"
            text, returns = Body(self, function, types).text(name)
            self.texts.append(text)
            self._made[key] = name, returns
        made = self._made[key]
        if made is None:
            raise NotImplementedError(f"{function.__qualname__} calls itself")
        return made

    def entry(self, function: FunctionType, types: tuple[Any, ...], symbol: str) -> tuple[str, Any]:
        """All text, with a function `symbol` of arguments and result that calls a function; the type of the result.

        Both are memory of eight bytes for each part; the fields of a record stand in its place.
        """
        name, returns = self.function(function, types)
        lines, given, at = [], [], 0
        for kind in types:
            for part in parts_of(kind):
                where, value = f"%p{at}", f"%v{at}"
                if isinstance(kind, Record):
                    lines.append(f"  {value} = getelementptr i8, ptr %in, i64 {8 * at}")
                else:
                    lines.append(f"  {where} = getelementptr i8, ptr %in, i64 {8 * at}")
                    lines.append(f"  {value} = load {part}, ptr {where}")
                given.append(f"{part} {value}")
                at += size_of(kind) if isinstance(kind, Record) else 1
        parts = parts_of(returns)
        lines.append(f"  {'%r = ' if parts else ''}call {returned(returns)} {name}({', '.join(given)})")
        for i, part in enumerate(parts):
            value = "%r"
            if len(parts) > 1:
                value = f"%r{i}"
                lines.append(f"  {value} = extractvalue {returned(returns)} %r, {i}")
            if part == "i1":
                lines.append(f"  %z{i} = zext i1 {value} to i64")
                part, value = "i64", f"%z{i}"
            lines.append(f"  %o{i} = getelementptr i8, ptr %out, i64 {8 * i}")
            lines.append(f"  store {part} {value}, ptr %o{i}")
        body = "\n".join(lines)
        return "\n".join(
            [*self.texts, f"!0 = !{{}}\ndefine void @{symbol}(ptr %in, ptr %out) {{\n{body}\n  ret void\n}}"]
        ), returns


class Body(Expressions):
    """One function for given types of arguments.

    Types of variables are found by writing it all down: where one turns out to be wider than it was taken for,
    everything is written again. What is returned is a variable too.
    """

    def __init__(self, unit: Unit, function: FunctionType, types: tuple[Any, ...]) -> None:
        self.unit, self.function, self.types = unit, function, types
        self.tree = unit.tree(function)
        self.names = [each.arg for each in self.tree.args.args]
        stored = {n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.local = stored | set(self.names) | {_RETURNED}
        self.variables: dict[str, Any] = {}

    def text(self, name: str) -> tuple[str, Any]:
        """The whole function under a name, and the type of what it returns."""
        while True:
            self.lines, self.allocated, self.owned = [], [], []
            self.slots: dict[str, list[str]] = {}
            self.loops: list[list[Any]] = []
            self.count, self.changed, self.open = 0, False, True
            self.end = self.label()
            given: list[str] = []
            for each, kind in zip(self.names, self.types, strict=True):
                parts = parts_of(kind)
                values = tuple(f"%a{len(given) + i}" for i in range(len(parts)))
                hint = f" noalias readonly dereferenceable({8 * size_of(kind)})" if isinstance(kind, Record) else ""
                given += [f"{part}{hint} {value}" for part, value in zip(parts, values, strict=True)]
                self.assign(each, Value(kind, values), self.tree)
            self.statements(self.tree.body)
            self.jump(self.end)
            self.place(self.end)
            for slot in self.owned:
                self.do(f"call void @free(ptr {self.op(f'load ptr, ptr {slot}')})")
            kind = self.variables.get(_RETURNED, NOTHING)
            self.give(kind)
            if not self.changed:
                head = f"define internal {returned(kind)} {name}({', '.join(given)}) nounwind {{"
                return "\n".join([head, *self.allocated, *self.lines, "}\n"]), kind

    def give(self, kind: object) -> None:
        """Return what was kept to be returned."""
        parts = parts_of(kind)
        if not parts:
            self.do("ret void")
            return
        value = self.read(_RETURNED, self.tree)
        result = value.parts[0] if len(parts) == 1 else "undef"
        if len(parts) > 1:
            for i, (part, text) in enumerate(zip(parts, value.parts, strict=True)):
                result = self.op(f"insertvalue {returned(kind)} {result}, {part} {text}, {i}")
        self.do(f"ret {returned(kind)} {result}")

    # statements

    def statements(self, body: Sequence[ast.stmt]) -> None:
        """Statements in order, as far as they are reached."""
        for node in body:
            if not self.open:
                return
            method = getattr(self, f"_on_{type(node).__name__.lower()}", None)
            if method is None:
                raise self.refused(node, type(node).__name__)
            if isinstance(node, ast.For | ast.While) and node.orelse:
                raise self.refused(node, "else after a loop")
            method(node)

    def _on_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _on_assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.store(target, value)

    def _on_augassign(self, node: ast.AugAssign) -> None:
        self.store(node.target, self.value(ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)))

    def store(self, target: ast.expr, value: Value) -> None:
        """Give what stands left of = a value."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value, target)
        elif isinstance(target, ast.Tuple) and isinstance(value.type, Group):
            for each, item in zip(target.elts, items_of(value), strict=True):
                self.store(each, item)
        elif isinstance(target, ast.Subscript):
            self.fill(self.view(self.value(target.value), target), value, target)
        else:
            raise self.refused(target, f"{ast.unparse(target)} = {value.type}")

    def fill(self, view: Value, value: Value, node: ast.AST) -> None:
        """Put a value into an element, or into all of a view, from one of the same shape if it is an array."""
        kind = view.type
        if kind.dimensions == 0:
            part, wider = ELEMENTS[kind.dtype]
            held = BOOL if kind.dtype == "bool" else INT if part != "double" else FLOAT
            text = self.converted(value, held, node).parts[0]
            if wider:
                text = self.op(f"zext i1 {text} to i8" if held == BOOL else f"trunc i64 {text} to {part}")
            self.do(f"store {part} {text}, ptr {view.parts[0]}")
            return
        if isinstance(value.type, Array) and value.type.dimensions != kind.dimensions:
            raise self.refused(node, "filling an array from one of another shape")

        def one(i: str) -> None:
            some = self.element(self.cut(value, [i])) if isinstance(value.type, Array) else value
            self.fill(self.cut(view, [i]), some, node)

        self.counted("0", view.parts[1], "1", "slt", one)

    def _on_return(self, node: ast.Return) -> None:
        if node.value is not None:
            value = self.value(node.value)
            if isinstance(value.type, Array):
                raise self.refused(node, "returning an array")
            self.assign(_RETURNED, value, node)
        self.jump(self.end)

    def _on_if(self, node: ast.If) -> None:
        yes, no, end = self.label(), self.label(), self.label()
        self.test(node.test, yes, no)
        reached = False
        for label, body in ((yes, node.body), (no, node.orelse)):
            self.place(label)
            self.statements(body)
            reached |= self.open
            self.jump(end)
        if reached:
            self.place(end)

    def _on_while(self, node: ast.While) -> None:
        head, body, end = self.label(), self.label(), self.label()
        self.jump(head)
        self.place(head)
        always = isinstance(node.test, ast.Constant) and bool(node.test.value)
        if always:
            self.jump(body)
        else:
            self.test(node.test, body, end)
        self.place(body)
        self.loops.append([head, end, not always])
        self.statements(node.body)
        self.jump(head)
        if self.loops.pop()[2]:
            self.place(end)

    def _on_break(self, _: ast.Break) -> None:
        self.loops[-1][2] = True
        self.jump(self.loops[-1][1])

    def _on_continue(self, _: ast.Continue) -> None:
        self.jump(self.loops[-1][0])

    def _on_for(self, node: ast.For) -> None:
        over, sense = node.iter, "slt"
        many = self.value(over) if isinstance(over, ast.Tuple | ast.Name) else None
        if many is not None and isinstance(many.type, Group):
            bounds = ["0", str(len(many.type.types)), "1"]
        elif many is not None and isinstance(many.type, Array):
            bounds = ["0", many.parts[1], "1"]
        elif isinstance(over, ast.Call) and self.known(over.func) is range:
            bounds = [self.number(each, INT) for each in over.args]
            bounds = ["0", *bounds, "1"] if len(bounds) == 1 else [*bounds, "1"][:3]
            if len(over.args) == 3 and isinstance(over.args[2], ast.UnaryOp):
                sense = "sgt"
        else:
            raise self.refused(node, f"a loop over {ast.unparse(over)}")

        def turn(i: str) -> None:
            value = Value(INT, (i,))
            if many is not None:
                array = isinstance(many.type, Array)
                value = self.element(self.cut(many, [i])) if array else self.chosen(many, i, node)
            self.store(node.target, value)
            self.statements(node.body)

        first, last, step = bounds
        self.counted(first, last, step, sense, turn)

    def counted(self, first: str, last: str, step: str, sense: str, each: Callable[[str], None]) -> None:
        """What is done for each number of a range."""
        counter, head, body, following, end = self.room("i64"), self.label(), self.label(), self.label(), self.label()
        self.do(f"store i64 {first}, ptr {counter}")
        self.jump(head)
        self.place(head)
        now = self.op(f"load i64, ptr {counter}")
        self.do(f"br i1 {self.op(f'icmp {sense} i64 {now}, {last}')}, label %{body}, label %{end}")
        self.place(body)
        self.loops.append([following, end, True])
        each(now)
        self.loops.pop()
        self.jump(following)
        self.place(following)
        self.do(f"store i64 {self.op(f'add nsw i64 {now}, {step}')}, ptr {counter}")
        self.jump(head)
        self.place(end)

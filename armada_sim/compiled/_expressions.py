"""Expressions of plain scalar Python in LLVM's language."""

from __future__ import annotations

import ast
import builtins
import math
from types import FunctionType
from typing import Any, Final

from armada_sim.compiled._writing import Writing
from armada_sim.compiled.values import (
    BOOL,
    FLOAT,
    INT,
    LOTS,
    NOTHING,
    Array,
    Group,
    Record,
    Value,
    group,
    items_of,
    joined,
    literal,
    parts_of,
    returned,
)  # fmt: skip

_DOUBLES: Final = {"sqrt": "@llvm.sqrt.f64", **{name: f"@{name}" for name in ("sin", "cos", "acos", "asin", "atan2")}}
"""Functions of `math` from doubles to a double: the machine's, and those of the system's library that `math` calls."""

_DEGREES: Final = {"radians": math.pi / 180.0, "degrees": 180.0 / math.pi}

_ZEROS: Final = ("numpy", "armada_sim.compiled.plain")
"""Modules whose `zeros` makes an array."""

_ORDERS: Final = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}


class Expressions(Writing):
    """What a function's expressions come to."""

    unit: Any
    local: set[str]
    variables: dict[str, Any]
    """Types of variables, as far as they are known."""

    slots: dict[str, list[str]]
    changed: bool
    """Whether one turned out to be wider than it was taken for."""

    # variables

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a variable a value, which may make it wider than it was taken for."""
        known = self.variables.get(name)
        kind = value.type if known is None else joined(known, value.type)
        if kind is None:
            raise self.refused(node, f"{name}, which is {known} and {value.type},")
        if kind != known:
            self.variables[name] = kind
            self.changed |= known is not None
        if name not in self.slots or kind != known:
            self.slots[name] = [self.room(part) for part in parts_of(kind)]
        value = self.converted(value, kind, node)
        for slot, part, text in zip(self.slots[name], parts_of(kind), value.parts, strict=True):
            self.do(f"store {part} {text}, ptr {slot}")

    def read(self, name: str, node: ast.AST) -> Value:
        """The value of a variable."""
        if name not in self.variables:
            raise self.refused(node, f"{name} before it has a value")
        kind = self.variables[name]
        if name not in self.slots:
            self.slots[name] = [self.room(part) for part in parts_of(kind)]
        both = zip(parts_of(kind), self.slots[name], strict=True)
        return Value(kind, tuple(self.op(f"load {part}, ptr {slot}") for part, slot in both))

    # expressions

    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""
        method = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refused(node, type(node).__name__)
        found: Value = method(node)
        return found

    def number(self, node: ast.expr, kind: str) -> str:
        """What an expression comes to, as a number of a type."""
        return self.converted(self.value(node), kind, node).parts[0]

    def constant(self, value: object, node: ast.AST) -> Value:
        """A number, or a tuple of numbers, that is known beforehand."""
        if isinstance(value, bool):
            return Value(BOOL, ("true" if value else "false",))
        if isinstance(value, int):
            return Value(INT, (str(value),))
        if isinstance(value, float):
            return Value(FLOAT, (literal(value),))
        if isinstance(value, tuple):
            return group([self.constant(each, node) for each in value])
        raise self.refused(node, repr(value))

    def _of_constant(self, node: ast.Constant) -> Value:
        return self.constant(node.value, node)

    def _of_name(self, node: ast.Name) -> Value:
        if node.id in self.local:
            return self.read(node.id, node)
        return self.constant(self.known(node), node)

    def known(self, node: ast.expr) -> Any:
        """What a name, or a name in a module, stands for outside the function; None if it is the function's own."""
        if isinstance(node, ast.Name) and node.id not in self.local:
            return self.function.__globals__.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            return getattr(self.known(node.value), node.attr, None)
        return None

    def _of_tuple(self, node: ast.Tuple) -> Value:
        return group([self.value(each) for each in node.elts])

    def _of_attribute(self, node: ast.Attribute) -> Value:
        outside = self.known(node)
        if outside is not None:
            return self.constant(outside, node)
        value = self.value(node.value)
        if isinstance(value.type, Record) and node.attr in value.type.names:
            return self.field(value, node.attr)
        if isinstance(value.type, Array) and node.attr == "T":
            n = value.type.dimensions
            lengths, strides = value.parts[1 : 1 + n], self.strides(value)
            return Value(value.type._replace(packed=False), (value.parts[0], *lengths[::-1], *strides[::-1]))
        if isinstance(value.type, Array) and node.attr == "shape":
            return group([Value(INT, (length,)) for length in value.parts[1 : 1 + value.type.dimensions]])
        raise self.refused(node, f".{node.attr}")

    def _of_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub) and value.type == FLOAT:
            return Value(FLOAT, (self.op(f"fneg double {value.parts[0]}"),))
        if isinstance(node.op, ast.USub) and value.type == INT:
            return Value(INT, (self.op(f"sub nsw i64 0, {value.parts[0]}"),))
        raise self.refused(node, type(node.op).__name__)

    def _of_binop(self, node: ast.BinOp) -> Value:
        if isinstance(node.left, ast.List):
            return self.zeros([self.number(node.right, INT)], node.left)
        one, other = self.value(node.left), self.value(node.right)
        kind = joined(joined(one.type, other.type), INT) if one.type and other.type else None
        if isinstance(node.op, ast.Div) or (isinstance(node.op, ast.Pow) and kind == FLOAT):
            kind = FLOAT
        a, b = self.converted(one, kind, node).parts[0], self.converted(other, kind, node).parts[0]
        name = type(node.op).__name__
        if kind == FLOAT and isinstance(node.op, ast.Pow):
            return Value(FLOAT, (self.op(f"call double @pow(double {a}, double {b})"),))
        plain = {"Add": "add", "Sub": "sub", "Mult": "mul", "Div": "div"}.get(name)
        if plain and kind == FLOAT:
            return Value(FLOAT, (self.op(f"f{plain} double {a}, {b}"),))
        if plain:
            return Value(INT, (self.op(f"{plain} nsw i64 {a}, {b}"),))
        if kind == INT and isinstance(node.op, ast.Mod | ast.FloorDiv):
            # the rest has the sign of the divisor
            rest = self.op(f"srem i64 {a}, {b}")
            some, against = self.op(f"icmp ne i64 {rest}, 0"), self.op(f"xor i64 {rest}, {b}")
            wrong = self.op(f"and i1 {some}, {self.op(f'icmp slt i64 {against}, 0')}")
            if isinstance(node.op, ast.Mod):
                return Value(INT, (self.op(f"select i1 {wrong}, i64 {self.op(f'add i64 {rest}, {b}')}, i64 {rest}"),))
            ratio, less = self.op(f"sdiv i64 {a}, {b}"), self.op(f"sext i1 {wrong} to i64")
            return Value(INT, (self.op(f"add i64 {ratio}, {less}"),))
        raise self.refused(node, f"{name} of {one.type} and {other.type}")

    def _of_compare(self, node: ast.Compare) -> Value:
        values = [self.value(each) for each in (node.left, *node.comparators)]
        found = ""
        for one, order, other in zip(values, node.ops, values[1:], strict=False):
            now = self.compared(one, order, other, node)
            found = self.op(f"and i1 {found}, {now}") if found else now
        return Value(BOOL, (found,))

    def compared(self, one: Value, order: ast.cmpop, other: Value, node: ast.AST) -> str:
        """Whether two values are in an order, or the first is one of a tuple."""
        if isinstance(order, ast.In | ast.NotIn) and isinstance(other.type, Group):
            same = [self.compared(one, ast.Eq(), each, node) for each in items_of(other)]
            found = same[0]
            for each in same[1:]:
                found = self.op(f"or i1 {found}, {each}")
            return found if isinstance(order, ast.In) else self.op(f"xor i1 {found}, true")
        kind = joined(joined(one.type, other.type), INT)
        if type(order) not in _ORDERS or kind not in (INT, FLOAT):
            raise self.refused(node, "this comparison")
        a, b = self.converted(one, kind, node).parts[0], self.converted(other, kind, node).parts[0]
        name = _ORDERS[type(order)]
        if kind == FLOAT:
            return self.op(f"fcmp {'une' if name == 'ne' else 'o' + name} double {a}, {b}")
        return self.op(f"icmp {name if name in ('eq', 'ne') else 's' + name} i64 {a}, {b}")

    def test(self, node: ast.expr, yes: str, no: str) -> None:
        """Go on at one of two labels."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand, no, yes)
        elif isinstance(node, ast.BoolOp):
            for each in node.values[:-1]:
                further = self.label()
                self.test(each, *((further, no) if isinstance(node.op, ast.And) else (yes, further)))
                self.place(further)
            self.test(node.values[-1], yes, no)
        else:
            self.do(f"br i1 {self.number(node, BOOL)}, label %{yes}, label %{no}")
            self.open = False

    def truth(self, node: ast.expr) -> Value:
        """Whether a condition holds."""
        return self.either(node, lambda: Value(BOOL, ("true",)), lambda: Value(BOOL, ("false",)))

    def either(self, test: ast.expr, one: Any, other: Any) -> Value:
        """One of two values, only one of which is worked out."""
        name, yes, no, end = f"?{id(test)}", self.label(), self.label(), self.label()
        self.local.add(name)
        self.test(test, yes, no)
        for label, way in ((yes, one), (no, other)):
            self.place(label)
            self.assign(name, way(), test)
            self.jump(end)
        self.place(end)
        return self.read(name, test)

    def _of_boolop(self, node: ast.BoolOp) -> Value:
        name, end = f"?{id(node)}", self.label()
        self.local.add(name)
        for each in node.values[:-1]:
            self.assign(name, self.value(each), each)
            truth, further = self.converted(self.read(name, each), BOOL, each).parts[0], self.label()
            yes, no = (further, end) if isinstance(node.op, ast.And) else (end, further)
            self.do(f"br i1 {truth}, label %{yes}, label %{no}")
            self.place(further)
        self.assign(name, self.value(node.values[-1]), node)
        self.jump(end)
        self.place(end)
        return self.read(name, node)

    def _of_ifexp(self, node: ast.IfExp) -> Value:
        return self.either(node.test, lambda: self.value(node.body), lambda: self.value(node.orelse))

    # arrays

    def _of_subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        if isinstance(value.type, Group):
            if isinstance(node.slice, ast.Constant):
                index: int = ast.literal_eval(node.slice)
                return items_of(value)[index]
            return self.chosen(value, self.index(node.slice), node)
        return self.element(self.view(value, node))

    def index(self, node: ast.expr) -> str:
        """An index, which counts from 0."""
        if isinstance(node, ast.UnaryOp):
            raise self.refused(node, "an index from the end")
        return self.number(node, INT)

    def chosen(self, value: Value, index: str, node: ast.AST) -> Value:
        """One of the numbers of a tuple."""
        kind = value.type.types[0]
        for each in value.type.types:
            kind = joined(kind, each)
        numbers = [self.converted(each, kind, node).parts[0] for each in items_of(value)]
        found, part = numbers[-1], parts_of(kind)[0]
        for i in range(len(numbers) - 2, -1, -1):
            same = self.op(f"icmp eq i64 {index}, {i}")
            found = self.op(f"select i1 {same}, {part} {numbers[i]}, {part} {found}")
        return Value(kind, (found,))

    def view(self, value: Value, node: ast.Subscript) -> Value:
        """The part of an array that a subscript means; an element is a view without dimensions."""
        if not isinstance(value.type, Array):
            raise self.refused(node, f"an index of {value.type}")
        some = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        places: list[str | tuple[str, str]] = []
        for at, each in enumerate(some):
            if isinstance(each, ast.Slice):
                if each.step is not None:
                    raise self.refused(each, "a slice with a step")
                first = "0" if each.lower is None else self.index(each.lower)
                last = value.parts[1 + at] if each.upper is None else self.index(each.upper)
                places.append((first, last))
            else:
                index = self.index(each)
                places.append(index)
                if self.unit.checked:
                    self.stopped_unless(index, value.parts[1 + at])
        return self.cut(value, places)

    # calls

    def _of_call(self, node: ast.Call) -> Value:
        if node.keywords:
            raise self.refused(node, "a call by keyword")
        called = self.known(node.func)
        name = getattr(called, "__name__", "")
        module = getattr(called, "__module__", "") or ""
        if name == "zeros" and module in _ZEROS:
            shape = node.args[0]
            some = shape.elts if isinstance(shape, ast.Tuple) else [shape]
            return self.zeros([self.number(each, INT) for each in some])
        if isinstance(called, FunctionType) and not module.startswith("numpy"):
            return self.calling(called, node)
        if module == "math":
            return self.mathematical(name, node)
        if module == "builtins":
            return self.builtin(name, node)
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            if owner.type == LOTS:
                return self.drawn(owner.parts[0], node.func.attr, node)
        raise self.refused(node, f"calling {ast.unparse(node.func)}")

    def calling(self, called: FunctionType, node: ast.Call) -> Value:
        """A call of another function that is compiled."""
        kinds, given = self.unit.annotated(called), []
        if len(kinds) != len(node.args):
            raise self.refused(node, "a call that leaves arguments out")
        for each, wanted in zip(node.args, kinds, strict=True):
            value = self.value(each)
            given.append(self.converted(value, wanted, each) if (value.type, wanted) in WIDER else value)
        name, kind = self.unit.function(called, tuple(each.type for each in given))
        parts = [f"{part} {text}" for each in given for part, text in zip(parts_of(each.type), each.parts, strict=True)]
        call = f"call {returned(kind)} {name}({', '.join(parts)})"
        if kind == NOTHING:
            self.do(call)
            return Value(NOTHING, ())
        found, many = self.op(call), len(parts_of(kind))
        if many == 1:
            return Value(kind, (found,))
        return Value(kind, tuple(self.op(f"extractvalue {returned(kind)} {found}, {i}") for i in range(many)))

    def mathematical(self, name: str, node: ast.Call) -> Value:
        """A call of a function of `math`."""
        given = [self.number(each, FLOAT) for each in node.args]
        if name in _DEGREES:
            return Value(FLOAT, (self.op(f"fmul double {given[0]}, {literal(_DEGREES[name])}"),))
        if name in ("floor", "ceil"):
            whole = self.op(f"call double @llvm.{name}.f64(double {given[0]})")
            return Value(INT, (self.op(f"fptosi double {whole} to i64"),))
        if name in _DOUBLES:
            return Value(FLOAT, (self.op(f"call double {_DOUBLES[name]}({', '.join('double ' + x for x in given)})"),))
        raise self.refused(node, f"math.{name}")

    def builtin(self, name: str, node: ast.Call) -> Value:
        """A call of a built-in function."""
        given = [self.value(each) for each in node.args]
        if name in ("int", "float", "bool"):
            return self.converted(given[0], {"int": INT, "float": FLOAT, "bool": BOOL}[name], node)
        if name == "len" and isinstance(given[0].type, Array):
            return Value(INT, (given[0].parts[1],))
        if name == "len" and isinstance(given[0].type, Group):
            return Value(INT, (str(len(given[0].type.types)),))
        if name == "abs" and given[0].type == FLOAT:
            return Value(FLOAT, (self.op(f"call double @llvm.fabs.f64(double {given[0].parts[0]})"),))
        if name == "abs":
            part = self.converted(given[0], INT, node).parts[0]
            minus, less = self.op(f"sub nsw i64 0, {part}"), self.op(f"icmp slt i64 {part}, 0")
            return Value(INT, (self.op(f"select i1 {less}, i64 {minus}, i64 {part}"),))
        if name in ("min", "max") and len(given) > 1:
            kind = given[0].type
            for each in given[1:]:
                kind = joined(joined(kind, each.type), INT)
            part, order = parts_of(kind)[0], ast.Lt() if name == "min" else ast.Gt()
            best = self.converted(given[0], kind, node)
            for each in given[1:]:
                other = self.converted(each, kind, node)
                better = self.compared(other, order, best, node)
                picked = self.op(f"select i1 {better}, {part} {other.parts[0]}, {part} {best.parts[0]}")
                best = Value(kind, (picked,))
            return best
        raise self.refused(node, f"{name} of {[each.type for each in given]}")

    def drawn(self, lots: str, name: str, node: ast.Call) -> Value:
        """A number by lot, as `numpy.random.Generator` draws it."""
        if name == "integers" and len(node.args) == 2:
            low, high = (self.number(each, INT) for each in node.args)
            return Value(INT, (self.op(f"call i64 @drawn(ptr {lots}, i64 {low}, i64 {high})"),))
        if name == "random" and not node.args:
            state = self.op(f"load ptr, ptr {lots}")
            where = self.op(f"getelementptr i8, ptr {lots}, i64 24")
            return Value(FLOAT, (self.op(f"call double {self.op(f'load ptr, ptr {where}')}(ptr {state})"),))
        raise self.refused(node, f"drawing {name}")


WIDER: Final = {(INT, FLOAT), (BOOL, FLOAT), (BOOL, INT)}
"""What becomes what a function's parameter is annotated with."""

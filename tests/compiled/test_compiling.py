"""The compiler of plain scalar Python: whatever may be written does what Python does."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from armada_sim.compiled import Compiled
from tests.compiled.test_kept_code import module_of

ROOT = Path(__file__).parents[2]
EIGHT = 8
PAIR = (2.5, 7)
SIDES = (1.0, -0.5, 3.0)


class Room(NamedTuple):
    """A record."""

    size: float
    rows: Any
    many: int
    open: bool
    marks: Any


def numbers(a: float, b: float, i: int, j: int) -> tuple[float, float, float, int, int, float, int, float]:
    total = a + i * b - j / EIGHT
    total *= -a if i > 0 else abs(b) + 0.0
    return (
        total,
        min(a, b, 1),
        max(a, 0.5, b),
        i % 7 + i % -7,
        i // 5 - j // -3,
        float(i < j),
        int(min(a, 1e6) * 10),
        PAIR[0],
    )


def logic(a: float, b: float, i: int, flag: bool) -> tuple[bool, bool, bool, int, bool]:
    one = a < b <= 2.0 or not flag
    two = i in (1, 2) and i not in (2, 3)
    three = not (a == b or i > 2) and (a != b or flag)
    return one, two, three, (3 if flag else 4) + (i if a > b else 0), bool(i) or a > 0


def loops(n: int, stop: int) -> tuple[int, int, float, int]:
    total = k = 0
    for k in range(n):
        if k == stop:
            break
        if k % 3 == 1:
            continue
        total += k
    for m in range(n, -stop, -2):
        total += m * m
    share = 0
    for side in SIDES:
        share += side * n
    for side in (2, -0.25):
        share += side * len(SIDES)
    while True:
        total += 1
        if total > stop:
            for _ in range(2, 3):
                return total, k, share, n
        total += 2


def early(n: int) -> int:
    if n > 3:
        return n
    if n > 1:
        n += 10
    return n - 1


def indices(flat: Any, table: Any, small: Any, turned: Any) -> float:
    total = 0.0
    for each in flat:
        total += each
    total += flat[0] + len(flat) + table.shape[1] + len(table[0])
    for i in range(len(table)):
        row = table[i]
        for j in range(len(row)):
            total += row[j] * (i + 1) + turned[j, i]
        flat[i % len(flat)] += row[0]
    small[1] = small[0] + 30
    small[0] = 3.75
    flat[1], flat[0] = flat[0], flat[1]
    return total


def views(table: Any, out: Any) -> float:
    out[0] = table[1]
    out[1:3, 1:] = table[0:2, 1:3]
    out[:, 0] = 4
    some = table[:, 1:].T
    extra = out[2, 1:2]
    extra[0] += 1
    return some[1, 0] + some[0, 1] + some.shape[0]


def rooms(n: int) -> tuple[float, int]:
    values, counts = [0.0] * n, [0] * (n + 1)
    total = 0.0
    for i in range(n):
        table = np.zeros((i + 1, 2))
        table[i, 1] = i + 0.5
        values[i] = table[i, 0] + table[i, 1]
        counts[i + 1] = counts[i] + i
        total += values[i]
    return total, counts[n]


def records(room: Any) -> float:
    best = -math.inf
    for i in range(len(room.rows)):
        best = max(best, room.rows[i, 1] * room.size)
        room.marks[i] = room.many + i
    return best if room.open else helper(room, 1, 2)


def helper(room: Any, share: float, i: int) -> float:
    x, y = swapped(share, room.size)
    return x / y + i


def swapped(x: float, y: float) -> tuple[float, float]:
    return y, x


def luck(rng: Any, n: int) -> float:
    total = 0.0
    for i in range(n):
        total += rng.random() + rng.integers(0, 1 + i) + rng.integers(-3, 1000)
    return total


EDGES = [
    0.0, -0.0, 1.0, -1.0, 2.5, -7.25, 0.1, math.pi, 90.0, 1e18, 1e-300, -1e300, sys.float_info.max, sys.float_info.min,
    5e-324, -5e-324, math.inf, -math.inf, math.nan,
]  # fmt: skip
"""What numbers may be: signed zeros, the largest, the least normal and the least denormal, infinities, what is none."""

WHOLE = [0, 1, -1, 2, -3, 7, 2**31, -(2**31), 10**15]


def arithmetic(a: float, b: float) -> tuple[float, ...]:
    return a + b, a - b, a * b + a, -a, abs(a), 0.0 - a, a * 0.5, a - 1, min(a, b), max(a, b), min(b, 1.5, a)


def orders(a: float, b: float) -> tuple[bool | float, ...]:
    return a < b, a <= b, a > b, a >= b, a == b, a != b, not a, bool(b), a < b < 2, (a if b else b), a in (-0.0, 1.0)


def chosen(a: float, b: float) -> tuple[float, float, float]:
    return a and b, a or b, (a and b) or a


def quotient(a: float, b: float) -> float:
    return a / b


def power(a: float, b: float) -> float:
    return a**b


def angle(a: float, b: float) -> tuple[float, float, float]:
    return math.atan2(a, b), math.degrees(a), math.radians(b)


def root(a: float) -> float:
    return math.sqrt(a)


def waves(a: float) -> tuple[float, float]:
    return math.sin(a), math.cos(a)


def bows(a: float) -> tuple[float, float]:
    return math.asin(a), math.acos(a)


def whole(a: float) -> tuple[int, int, int]:
    return math.floor(a), math.ceil(a), int(a)


def integers(i: int, j: int) -> tuple[int, ...]:
    return i + j, i - j, i * 3, -i, abs(i), min(i, j), max(i, j), int(i < j), abs(bool(i))


def rest(i: int, j: int) -> tuple[int, int, float]:
    return i // j, i % j, i / j


def bits(value: Any) -> Any:
    """What tells one value from any other; there is one NaN."""
    if isinstance(value, tuple):
        return tuple(bits(each) for each in value)
    value = value.item() if isinstance(value, np.generic) else value
    return (type(value), value.hex() if isinstance(value, float) else value)


def same(function: Callable[..., Any], *given: Any) -> None:
    """The same of both, bit for bit: results, and arrays that were given."""
    copies = [tuple(each.copy() if isinstance(each, np.ndarray) else each for each in given) for _ in range(2)]
    expected, result = function(*copies[0]), compiled(function)(*copies[1])
    assert bits(result) == bits(expected), given
    for one, other in zip(*copies, strict=True):
        if isinstance(one, np.ndarray):
            assert one.tobytes() == other.tobytes()


@cache
def compiled(function: Any) -> Compiled:
    return Compiled(function, sys.modules[__name__])


@pytest.mark.parametrize(
    "function", [arithmetic, orders, chosen, quotient, power, angle, root, waves, bows, whole, integers, rest],
    ids=lambda one: one.__name__,
)  # fmt: skip
def test_at_the_edges_of_numbers_answers_are_python_s(function: Any) -> None:
    """Wherever Python has an answer: it raises nothing, and a whole number has 64 bits."""
    asked = 0
    for given in product(WHOLE if function in (integers, rest) else EDGES, repeat=function.__code__.co_argcount):
        try:
            expected = function(*given)
        except (ArithmeticError, ValueError):
            continue
        if not isinstance(expected, complex) and (function is not whole or abs(expected[0]) < 2**63):
            same(function, *given)
            asked += 1
    assert asked >= 10


def test_numbers() -> None:
    """What may be of two types is of the wider: `min(a, b, 1)` is a float."""
    rng = np.random.default_rng(1)
    for _ in range(40):
        a, b = rng.choice(EDGES[:9], 2).tolist()
        i, j = rng.integers(-20, 20, 2).tolist()
        assert bits(tuple(map(float, compiled(numbers)(a, b, i, j)))) == bits(tuple(map(float, numbers(a, b, i, j))))


@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("i", [0, 1, 2, 3])
def test_logic(i: int, flag: bool) -> None:
    for a in EDGES:
        same(logic, a, 1.0, i, flag)


def test_loops_and_returns() -> None:
    for n in (0, 1, 5, 9):
        same(early, n)
        if n:
            for stop in (0, 3, 30):
                same(loops, n, stop)


def test_arrays_however_they_lie() -> None:
    table = np.arange(12.0).reshape(3, 4) / 7
    for turned in (
        np.arange(12.0).reshape(4, 3),
        np.asfortranarray(np.arange(12.0).reshape(4, 3)),
        np.ones((8, 6))[::2, ::2],
    ):
        for kind in (np.uint8, np.uint16, np.uint32, np.int8, np.int16, np.int32, np.int64):
            same(indices, np.array([1.5, 2, 3]), table, np.array([7, 9], dtype=np.int64).astype(kind), turned)
    same(views, np.arange(9.0).reshape(3, 3), np.ones((3, 3)))
    same(copied, np.array(EDGES), np.ones(len(EDGES)), 0)


def copied(values: Any, out: Any, n: int) -> tuple[float, int, int]:
    """Every bit of an array, and of one without elements none."""
    last = 0.0
    for each in values:
        last = each
    out[:] = values
    out[n:n] = values[0:0]
    room, made = np.zeros((n, 2)), [0.0] * n
    for each in made:
        last = each
    return last, len(room), len(values[n:n])


@pytest.mark.parametrize("rows", [np.zeros((0, 4)), np.zeros((4, 0)), np.ones((4, 0)).T, np.ones((3, 3))[:0, ::2]])
def test_of_nothing_nothing_comes(rows: Any) -> None:
    same(copied, np.zeros(0), np.zeros(0), 0)
    same(corners, rows, rows.copy())


def corners(rows: Any, out: Any) -> tuple[float, int, int]:
    total = 0.0
    for i in range(len(rows)):
        for j in range(rows.shape[1]):
            total += rows[i, j]
    out[:, :] = rows.T.T
    return total, rows.shape[0], rows.T.shape[0]


def test_records_rooms_and_lots() -> None:
    for is_open in (True, False):
        same(records, Room(2.0, np.ones((2, 2)), 3, is_open, np.zeros(2)))
    same(rooms, 7)
    one, other = np.random.default_rng(5), np.random.default_rng(5)
    assert compiled(luck)(one, 300) == luck(other, 300)
    assert one.bit_generator.state == other.bit_generator.state


REFUSED = {
    "helper(x, i=2)": "a call by keyword", "helper(x)": "a call that leaves arguments out",
    "math.hypot(x, n)": "math.hypot", "x % 2.0": "Mod of float and float",
    "n ** n": "Pow of int and int", "values[-1]": "an index from the end", "values[:-1]": "an index from the end",
    "(1, 2)[-2]": "an index from the end", "values[::2]": "a slice with a step", "x.real": ".real", "None": "None",
    "[x] * n": "a list of anything but zeros", "values": "returning an array", "x is n": "this comparison",
    "sorted(values)": "sorted of", "[x for x in values]": "ListComp",
}  # fmt: skip
STATEMENTS = {
    "for i in n:\n  x = 1": "a loop over n",
    "while n:\n  n = 0\n else:\n  n = 2": "else after a loop",
    "x = values\n x = 1": "x, which is",
    "values[:] = table": "filling an array from one of another shape",
    "try:\n  x = 1\n finally:\n  x = 2": "Try",
    "y: int = n": "AnnAssign",
    "x = unknown\n unknown = 1": "unknown before it has a value",
    "del x": "Delete",
    "values.T = 1": "values.T = int",
}


@pytest.mark.parametrize(("text", "word"), [(f"return {one}", REFUSED[one]) for one in REFUSED] + [*STATEMENTS.items()])
def test_what_is_refused_is_told_with_file_and_line(text: str, word: str, tmp_path: Path) -> None:
    head = "import math\ndef helper(x: float, i: int):\n return x\n"
    source = module_of(tmp_path, f"{head}def refused(x: float, n: int, values, table):\n {text}\n", "source")
    with pytest.raises(NotImplementedError, match=rf"source.py:\d+: {re.escape(word)}.* is not compiled"):
        Compiled(source.refused, source)(1.0, 2, np.zeros(3), np.zeros((3, 3)))


def test_a_function_that_calls_itself_and_arguments_of_other_types_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="endless calls itself"):
        compiled(endless)(1)
    for other, word in (([1], "list"), (np.zeros(2, dtype=np.float32), "float32"), (np.zeros(2, dtype=">f8"), ">f8")):
        with pytest.raises(TypeError, match=f"do not take {word}"):
            compiled(corners)(other, other)


def endless(n: int) -> int:
    return endless(n - 1) if n else 0


@pytest.mark.skipif(sys.platform == "win32", reason="the system counts memory otherwise")
def test_what_is_made_is_freed() -> None:
    """A hundred times 8 MB, made twice in a call, and every page of it used."""
    code = (
        "import resource, sys\nimport tests.compiled.test_compiling as module\n"
        "from armada_sim.compiled import Compiled\nlarge = Compiled(module.large, module)\n"
        "large(1_000_000)\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for _ in range(50):\n    large(1_000_000)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 50_000 * (1024 if sys.platform == "darwin" else 1)


def large(n: int) -> float:
    for i in range(2):
        made = np.zeros((n,))
        for k in range(0, n, 400):
            made[k] = k + i
        if made[400] == 400:
            continue
        return made[800]
    return 0.0


def waited(called: Any, seen: Any, most: int) -> bool:
    for k in range(most):
        seen[0] = k + 1
        if called[0] > 0:
            return True
    return False


def test_other_threads_go_on_during_a_long_function_alone() -> None:
    """It waits for another thread to call, which that does as soon as it sees it count. The function that is short
    holds the others, and counts to the end."""
    module = sys.modules[__name__]

    def heard(long: bool, most: int) -> bool:
        wait = Compiled(waited, module, long=long)
        called, seen = np.zeros(1), np.zeros(1)
        wait(called, seen, 0)
        with ThreadPoolExecutor(1) as pool:
            hears = pool.submit(wait, called, seen, most)
            while not seen[0] and not hears.done():
                pass
            called[0] = 1
            return bool(hears.result())

    assert heard(long=True, most=3 * 10**9)
    assert not heard(long=False, most=10**7)


def beyond(values: Any, i: int) -> float:
    return values[i]


@pytest.mark.skipif(sys.platform == "win32", reason="programs end otherwise")
@pytest.mark.parametrize(("index", "status"), [(0, 0), (2, 0), (3, "ended"), (-1, "ended")])
def test_indices_are_looked_at_where_that_is_wished(index: int, status: int | str) -> None:
    code = (
        "import numpy as np\nimport tests.compiled.test_compiling as module\n"
        f"from armada_sim.compiled import Compiled\nCompiled(module.beyond, module)(np.ones(3), {index})"
    )
    environment = {**os.environ, "ARMADA_CHECK_INDICES": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.returncode if done.returncode >= 0 else "ended") == status

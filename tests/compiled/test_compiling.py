"""The compiler of plain scalar Python: whatever may be written does what Python does."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from armada_sim.compiled import Compiled

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


def mathematics(a: float, b: float) -> tuple[float, float, float, float, float, float, int, int, float]:
    short = min(1.0, abs(a) / 10)
    return (
        math.sqrt(abs(a)), math.sin(a), math.cos(b), math.acos(short), math.asin(-short), math.atan2(a, b),
        math.floor(a) + math.ceil(b), abs(math.floor(b)), math.degrees(a) + math.radians(b) + 2.0**short,
    )  # fmt: skip


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
    return best if room.open else helper(room, 1, i=2) if False else helper(room, 1, 2)


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


SAMPLES = [0.0, -0.0, 1.0, -1.0, 2.5, -7.25, 1e300, 1e-300, 0.1, math.pi, 90.0]
ODD = [*SAMPLES, math.inf, -math.inf, math.nan]


def same(function: Callable[..., Any], *given: Any) -> None:
    """The same of both, bit for bit: results, and arrays that were given."""
    copies = [tuple(each.copy() if isinstance(each, np.ndarray) else each for each in given) for _ in range(2)]
    expected, found = function(*copies[0]), Compiled(function, sys.modules[__name__])(*copies[1])
    assert repr(found) == repr(plain(expected)), given
    for one, other in zip(*copies, strict=True):
        if isinstance(one, np.ndarray):
            assert one.tobytes() == other.tobytes()


def plain(value: Any) -> Any:
    """Python's own numbers."""
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    return value.item() if isinstance(value, np.generic) else value


def test_numbers() -> None:
    """A tuple's types are those of the function's first result, as far as they are not wider elsewhere."""
    rng = np.random.default_rng(1)
    for _ in range(40):
        a, b = rng.choice(SAMPLES, 2).tolist()
        i, j = rng.integers(-20, 20, 2).tolist()
        expected = numbers(a, b, i, j)
        found = Compiled(numbers, sys.modules[__name__])(a, b, i, j)
        assert [float(x).hex() for x in found] == [float(x).hex() for x in expected]


def test_minimum_and_comparisons_of_what_is_no_number() -> None:
    least = Compiled(smaller, sys.modules[__name__])
    for a in ODD:
        for b in ODD:
            assert repr(least(a, b)) == repr(smaller(a, b))


def smaller(a: float, b: float) -> tuple[float, float, bool, bool, bool]:
    return min(a, b), max(a, b), a < b, a != b, a == b


@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("i", [0, 1, 2, 3])
def test_logic(i: int, flag: bool) -> None:
    for a in ODD:
        same(logic, a, 1.0, i, flag)


def test_mathematics_is_the_system_s() -> None:
    for a in (0.0, -0.0, 0.3, 1.0, 57.29, -1234.5, 1e9):
        for b in (0.7, -2.0, 1e-8):
            same(mathematics, a, b)


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


def test_records_rooms_and_lots() -> None:
    for is_open in (True, False):
        same(helper, Room(2.0, np.ones((2, 2)), 3, is_open, np.zeros(2)), 1, 2)
    same(rooms, 7)
    one, other = np.random.default_rng(5), np.random.default_rng(5)
    assert Compiled(luck, sys.modules[__name__])(one, 300) == luck(other, 300)
    assert one.bit_generator.state == other.bit_generator.state


def test_what_is_refused_is_told_with_file_and_line() -> None:
    line = records.__code__.co_firstlineno + 5
    with pytest.raises(NotImplementedError, match=rf"test_compiling.py:{line}: a call by keyword is not compiled"):
        Compiled(records, sys.modules[__name__])(Room(2.0, np.ones((2, 2)), 3, True, np.zeros(2)))
    for other, word in (([1], "list"), (np.zeros(2, dtype=np.float32), "float32"), (np.zeros(2, dtype=">f8"), ">f8")):
        with pytest.raises(TypeError, match=f"do not take {word}"):
            Compiled(records, sys.modules[__name__])(other)


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

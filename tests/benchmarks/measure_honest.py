"""Tables that cannot be otherwise than possible, measured by honest players, and what the referee makes of them:
`python -m tests.benchmarks.measure_honest --tables 1000`.

Each true table is sound: 8 to 12 ships, touching or nearly so in rows on every other one, scattered on the rest. It is
measured in one of four ways, with errors of up to 0.5, 1, 2 or 3 mm (uniform in a disc, or of full size), and asked
about twice: as a file that states how far readings may be off, and as one that does not. A definite answer is wrong if
it is not the exact answer of the true table to the same question. Only calls are used that older versions have too.
"""

from __future__ import annotations

import argparse
import cmath
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from armada_sim import (
    Layout,
    Pose,
    Rules,
    Ruling,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
    check_shot,
    position_problems,
)
from armada_sim.files.records import parse_dispute

KINDS = ("base and heading", "base and tip", "three corners", "base and heading, rounded")
ERRORS = (0.5, 1.0, 2.0, 3.0)
"""mm. How far readings may be off."""

SIDE = 600
"""mm. Side of the surface."""

FIELD = 340
"""mm. Side of the square in its middle in which scattered ships lie."""

ROUNDING = 1.2
"""mm. More than a corner is off because its base is read to the millimetre and its heading to the degree: half a
millimetre each way, and half a degree over the length of a large, 46.3 mm."""

SPARE = 1 - 1e-9
"""1. Errors of full size stay below what is stated, however they are rounded."""

Question = tuple[str, str, object]
"""move, ship, headings; shot or contact, ship, other ship."""


def corners(pose: Pose, size: Size) -> list[complex]:
    """Where the two base corners and the tip of a ship lie, mm."""
    outline, turn = Rules().outline(size), cmath.rect(1.0, math.radians(float(pose.heading)))
    half = float(outline.base) / 2
    return [complex(float(pose.x), float(pose.y)) + turn * p for p in (half * 1j, -half * 1j, float(outline.step))]


def far_off(ship: Ship, pose: Pose) -> float:
    """mm. How far the worst corner of a ship lies from where it is when it lies at `pose`."""
    return max(abs(a - b) for a, b in zip(corners(ship.pose, ship.size), corners(pose, ship.size), strict=True))


# ---------------------------------------------------------------------------------------------- true tables


def true_table(number: int) -> Layout:
    """The table with this number, without a fault."""
    chooser = random.Random(f"honest {number}")
    while True:
        layout = Layout(tuple(_in_rows(chooser) if number % 2 else _scattered(chooser)), Surface.rectangle(SIDE, SIDE))
        if not position_problems(layout):
            return layout


def _in_rows(chooser: random.Random) -> list[Ship]:
    """Two or three rows of ships whose base corners touch; some lie base to base with another row."""
    ships: list[Ship] = []
    count, rows = chooser.randint(8, 12), chooser.choice([2, 3])
    y, ahead = 180.0, 90
    for row in range(rows):
        x = chooser.randint(150, 250) + chooser.choice([0.0, 0.0, 0.3])
        for _ in range(count * (row + 1) // rows - count * row // rows):
            size = chooser.choice(list(Size))
            base = float(Rules().outline(size).base)
            ships.append(_ship(row, len(ships), size, Pose(x + base / 2, y, ahead)))
            x += base + chooser.choice([0.0, 0.0, 0.0, 1.5])
        if ahead == 90 and chooser.random() < 0.4:
            ahead = 270  # the next row lies base to base with this one, below it
            y -= chooser.choice([0.0, 0.5])
        else:
            y, ahead = y + chooser.randint(60, 110), 90
    return ships


def _scattered(chooser: random.Random) -> list[Ship]:
    """Ships at random, none on another."""
    ships: list[Ship] = []
    count, low = chooser.randint(8, 12), (SIDE - FIELD) / 2
    while len(ships) < count:
        x, y = (round(low + chooser.uniform(0, FIELD), 3) for _ in range(2))
        pose = Pose(x, y, round(chooser.uniform(0, 360), 3))
        ship = _ship(len(ships), len(ships), chooser.choice(list(Size)), pose)
        if not position_problems(Layout((*ships, ship))):
            ships.append(ship)
    return ships


def _ship(row: int, number: int, size: Size, pose: Pose) -> Ship:
    letter, player = (("R", "red"), ("B", "blue"))[row % 2]
    return Ship(f"{letter}{number}", player, size, pose)


# ---------------------------------------------------------------------------------------------- measuring


def measured(chooser: random.Random, ship: Ship, kind: str, error: float, *, full: bool) -> str:
    """The lines of a file that say where a ship lies, as it was measured with errors of up to `error` mm."""

    def off() -> complex:
        far = error * SPARE * (1.0 if full else math.sqrt(chooser.random()))
        return cmath.rect(far, chooser.uniform(0, math.tau))

    left, right, tip = corners(ship.pose, ship.size)
    if kind == "three corners":
        return f"corners = [{_pair(left + off())}, {_pair(right + off())}, {_pair(tip + off())}]\n"
    if kind == "base and tip":
        return f"base = {_pair((left + right) / 2 + off())}\ntip = {_pair(tip + off())}\n"
    outline, shift = Rules().outline(ship.size), off()
    shift, turning = shift * (share := chooser.choice([0.0, 0.5, 0.9, 1.0])), abs(shift) * (1 - share)
    # turned about the circumcentre all corners move alike
    turn = 2 * math.asin(turning / (2 * outline.radius)) * chooser.choice([-1, 1])
    ahead = cmath.rect(1.0, math.radians(float(ship.pose.heading)))
    base = (left + right) / 2 + outline.centre * ahead * (1 - cmath.rect(1.0, turn)) + shift
    heading = float(ship.pose.heading) + math.degrees(turn)
    if kind == "base and heading":
        return f"base = {_pair(base)}\nheading = {heading!r}\n"
    return f"base = [{round(base.real)}, {round(base.imag)}]\nheading = {round(heading)}\n"


def _pair(point: complex) -> str:
    return f"[{point.real!r}, {point.imag!r}]"


def as_file(ships: Sequence[Ship], lines: Sequence[str], tolerance: float | None) -> str:
    """A file about ships that lie as these lines say. tolerance: mm; None if it states nothing."""
    lying = (
        f'[[ships]]\nname = "{ship.name}"\nplayer = "{ship.player}"\nsize = "{ship.size}"\n{where}'
        for ship, where in zip(ships, lines, strict=True)
    )
    stated = "" if tolerance is None else f"[tolerance]\nposition = {tolerance!r}\n"
    return f"[surface]\nrectangle = [{SIDE}, {SIDE}]\n{stated}{''.join(lying)}"


# ---------------------------------------------------------------------------------------------- questions


def questions(chooser: random.Random, layout: Layout, rounds: int) -> Iterator[Question]:
    """A move and a contact in every round, and a shot in every fourth; mostly of ships that are near each other."""
    for number in range(rounds):
        ship = chooser.choice(layout.ships)
        heading, headings = float(ship.pose.heading), []
        for _ in range(chooser.randint(1, ship.size.steps)):
            heading += chooser.uniform(-45, 45)
            headings.append(round(heading, 3))
        yield "move", ship.name, headings
        for kind in ("contact", "shot") if number % 4 == 0 else ("contact",):
            ship = chooser.choice(layout.ships)
            others = [o for o in layout.ships if o is not ship and (kind == "contact" or o.player != ship.player)]
            others.sort(key=partial(_apart, ship))
            yield kind, ship.name, chooser.choice(others[:4]).name


def _apart(ship: Ship, other: Ship) -> float:
    a, b = ship.pose, other.pose
    return math.hypot(float(a.x) - float(b.x), float(a.y) - float(b.y))


def ask(layout: Layout, question: Question) -> Ruling:
    """The ruling."""
    kind, one, other = question
    if kind == "move":
        return check_move(layout, one, other)  # type: ignore[arg-type]
    return (check_shot if kind == "shot" else check_contact)(layout, one, str(other))


def asked_about(number: int, rounds: int) -> Counter[tuple[str, ...]]:
    """What comes of the table with this number, counted by (kind, error, what is stated, what is counted).

    rounds: of questions to the file that states how far readings may be off; the other is asked a quarter of them.
    """
    truth, chooser, found = true_table(number), random.Random(f"measured {number}"), Counter[tuple[str, ...]]()
    kind, error = KINDS[number // 2 % 4], ERRORS[number // 8 % 4]
    lines = [measured(chooser, ship, kind, error, full=bool(number // 32 % 2)) for ship in truth.ships]
    asked = list(questions(chooser, truth, rounds))
    true = [ask(truth, question).answer for question in asked]
    for words, tolerance, count in (
        ("stated", error + ROUNDING * kind.endswith("rounded"), len(asked)),
        ("nothing stated", None, len(asked) // 4 + 1),
    ):

        def add(what: str, n: int = 1, key: tuple[str, ...] = (kind, f"{error:g}", words)) -> None:
            found[*key, what] += n

        layout = parse_dispute(as_file(truth.ships, lines, tolerance)).layout
        off = max(far_off(ship, layout.ship(ship.name).pose) for ship in truth.ships)
        start = time.process_time()
        add("tables")
        add("impossible", bool(position_problems(layout)))
        for question, right in zip(asked[:count], true, strict=False):
            ruling = ask(layout, question)
            add("questions")
            if ruling.answer == "in_doubt":
                add("in doubt")
                continue
            add("definite")
            if ruling.answer != right:
                above = ruling.margin is None or ruling.margin > off
                add("wrong")
                add("above", above)
                print(
                    f"table {number}, {kind}, {error:g} mm, {words}: {question} is {ruling.answer}, in truth {right}; "
                    f"margin {ruling.margin} mm, the true error is {off:.4f} mm" + (": ABOVE IT" if above else ""),
                    flush=True,
                )  # fmt: skip
        found["seconds", "", words, ""] += round(1000 * (time.process_time() - start))
    return found


def table_of(found: Counter[tuple[str, ...]], words: str) -> Iterator[str]:
    """The rows of what was counted, with their sum."""
    columns = ("tables", "impossible", "questions", "in doubt", "definite", "wrong", "above")
    yield f"{words}\n{'':38}" + "".join(f"{column:>12}" for column in columns)
    for kind in KINDS:
        for error in ERRORS:
            row = [found[kind, f"{error:g}", words, column] for column in columns]
            yield f"  {kind:28}{error:4g} mm" + "".join(f"{n:12}" for n in row)
    sums = [sum(n for key, n in found.items() if key[2:] == (words, column)) for column in columns]
    yield f"  {'all':35}" + "".join(f"{n:12}" for n in sums)
    yield f"  {found['seconds', '', words, ''] / 1000:.0f} s of processor time"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000, help="how many true tables (1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (0)")
    parser.add_argument(
        "--rounds", type=int, default=12, help="of questions to each: a move, a contact, a few shots (12)"
    )
    parser.add_argument("--processes", type=int, default=1, help="how many tables are asked about at once (1)")
    given = parser.parse_args()
    found, numbers = Counter[tuple[str, ...]](), range(given.first, given.first + given.tables)
    with ProcessPoolExecutor(given.processes) as pool:
        for one in pool.map(asked_about, numbers, [given.rounds] * given.tables, chunksize=4):
            found.update(one)
    for words in ("stated", "nothing stated"):
        print("\n".join(table_of(found, words)), flush=True)


if __name__ == "__main__":
    main()

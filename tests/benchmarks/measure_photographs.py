"""What is read off photographs whose truth is known: `python -m tests.benchmarks.measure_photographs FOLDER`.

The folder is as `python -m tests.photographs` makes it. A ship is found if its corners in the picture are off by less
than 0.35 of its longest side in the mean. Its error is how far its farthest corner on the table is off: in the frame of
the sheet, whichever corner is (0, 0), or, without a sheet, after the ships that were found, and whose place is known,
are laid over the true ones by least squares.

A ship is flagged if its place is said not to be known, or if something is asked about it or about the whole picture.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from armada_sim.photo import CORNERS, Paper, Reading, ReadShip, SaidShip, Topic, read
from armada_sim.photo.finding import fast_functions
from armada_sim.table import Size
from armada_sim.tabletop import InputError
from tests.photo.frames import off, on_table
from tests.photo.kept import middle, told_apart
from tests.photo.scenes import NAMES
from tests.photographs import Photograph, PhotographedShip, load, slips
from tests.photographs.conditions import SHARES
from tests.photographs.slips import Slipped

NEAR = 0.35
"""Of a ship's longest side in the picture: what is nearer is that ship."""

ORDER = [NAMES.index(corner) for corner in CORNERS]
PAPERS = {"A4": Paper.A4, "Letter": Paper.LETTER}


@dataclass(frozen=True)
class Pair:
    """A ship that is there, and what was read of it."""

    true: PhotographedShip
    told: ReadShip
    off: float
    """mm; NaN where nothing tells: of one ship alone, laid over itself."""

    flagged: bool

    @property
    def within(self) -> bool:
        """Whether it lies where is stated; of one whose place is not known, nothing is."""
        return self.told.tolerance is not None and self.off <= self.told.tolerance

    @property
    def silent(self) -> bool:
        """Whether it lies elsewhere, and nothing says so."""
        return not self.flagged and self.told.tolerance is not None and self.off > self.told.tolerance

    @property
    def far(self) -> bool:
        """Whether it lies more than twice as far off as is stated, and nothing says so."""
        return not self.flagged and self.told.tolerance is not None and self.off > 2 * self.told.tolerance


@dataclass(frozen=True)
class Measured:
    """A photograph, and what was read of it."""

    truth: Photograph
    pairs: tuple[Pair, ...]
    false: int
    seconds: float
    topics: frozenset[Topic]
    refused: str = ""
    slipped: str = ""
    """The ship about which something wrong was said."""


def measured(
    truth: Photograph,
    source: Path | bytes,
    sheet: Paper | None = None,
    said: Sequence[SaidShip] | None = None,
) -> Measured:
    """A photograph read without help, or with what is said."""
    began = time.process_time()
    try:
        told = read(source, sheet=sheet, ships=said)
    except InputError as error:
        return Measured(truth, (), 0, time.process_time() - began, frozenset(), str(error))
    seconds = time.process_time() - began
    there = {ship.name: ship for ship in truth.ships}
    both = matched(truth, told) if said is None else [(there[ship.name], ship) for ship in told.ships]
    about = {question.about for question in told.questions}
    pairs = tuple(
        Pair(true, ship, off, ship.tolerance is None or bool(about & {"", ship.name}))
        for (true, ship), off in zip(both, errors(truth, told, both), strict=True)
    )
    topics = frozenset(question.topic for question in told.questions)
    return Measured(truth, pairs, len(told.ships) - len(pairs), seconds, topics)


def matched(truth: Photograph, told: Reading) -> list[tuple[PhotographedShip, ReadShip]]:
    """Ships that were found, and what they were found as: the nearest first, each once."""
    near = []
    for i, ship in enumerate(truth.ships):
        for j, other in enumerate(told.ships):
            apart = _apart(ship, other)
            if apart < NEAR:
                near.append((apart, i, j))
    found: dict[int, int] = {}
    for _, i, j in sorted(near):
        if i not in found and j not in found.values():
            found[i] = j
    return [(truth.ships[i], told.ships[j]) for i, j in sorted(found.items())]


def _apart(ship: PhotographedShip, other: ReadShip) -> float:
    """How far the corners of a wire are in the mean from those of a ship, by what is seen of its longest side."""
    longest = np.linalg.norm(ship.pixels[:, None] - ship.pixels, axis=-1).max()
    return float(np.linalg.norm(np.array(other.wire) - ship.pixels[ORDER], axis=1).mean() / longest)


def errors(truth: Photograph, told: Reading, both: Sequence[tuple[PhotographedShip, ReadShip]]) -> list[float]:
    """mm. How far the farthest corner of each is off."""
    if not both:
        return []
    true = np.array([on_table(ship.size, ship.x, ship.y, ship.heading) for ship, _ in both])
    here = []
    for _, ship in both:
        pose = ship.pose
        here.append(on_table(ship.size.value, float(pose.x), float(pose.y), float(pose.heading)))
    if truth.sheet is not None and told.size is not None:
        return list(off(true, np.array(here), truth.sheet.size))
    known = [ship.tolerance is not None for _, ship in both]
    return list(off(true, np.array(here), None, known)) if sum(known) > 1 else [math.nan] * len(both)


def said_ships(truth: Photograph, slip: Slipped) -> list[SaidShip]:
    """What the page sends: the wires of all ships, and without one the size of a ship to which a size was given."""
    found = []
    for ship in truth.ships:
        x, y = ship.pixels.mean(axis=0)
        one = SaidShip(ship.name, (float(x), float(y)))
        if ship.name in slip.said_sizes:
            found.append(replace(one, size=Size(slip.said_sizes[ship.name])))
            continue
        corners = [slip.marks.get((ship.name, NAMES[k]), ship.pixels[k]) for k in ORDER]
        found.append(replace(one, wire=tuple((float(u), float(v)) for u, v in corners)))
    return found


def _mark(truth: Photograph) -> Measured:
    slip = slips.mark_off(truth, np.random.default_rng(truth.seed))
    ((name, _),) = slip.marks
    return replace(measured(truth, truth.path, said=said_ships(truth, slip)), slipped=name)


def _size(truth: Photograph) -> Measured:
    slip = slips.other_size(truth, np.random.default_rng(truth.seed))
    (name,) = slip.said_sizes
    return replace(measured(truth, truth.path, said=said_ships(truth, slip)), slipped=name)


def _paper(truth: Photograph) -> Measured | None:
    if truth.sheet is None:
        return None
    said = slips.other_sheet(truth).said_sheet
    return measured(truth, truth.path, sheet=PAPERS[said or ""])


def _crop(truth: Photograph) -> Measured | None:
    slip = slips.cut_at_one_side(truth)
    return None if slip is None else measured(slip.truth, slip.file)


def pointed(truth: Photograph, beside: float) -> Iterator[Pair]:
    """Ships that were missed, as they are read when one after another is pointed at: so many px from the middle of what
    is seen of it. Those that were found are said with their wires, as the page does; false ones are not."""
    try:
        told = read(truth.path)
    except InputError:
        return
    lot = np.random.default_rng(truth.seed)
    both = matched(truth, told)
    missed = [ship for ship in truth.ships if all(ship is not found for found, _ in both)]
    for ship in missed:
        turn = lot.uniform(0, 2 * math.pi)
        x, y = ship.pixels.mean(axis=0) + beside * np.array([math.cos(turn), math.sin(turn)])
        said = [SaidShip(true.name, middle(one.wire), wire=one.wire) for true, one in both]
        now = read(truth.path, ships=[*said, SaidShip(ship.name, (float(x), float(y)))])
        both = [*zip([*(true for true, _ in both), ship], now.ships, strict=True)]
        doubted = {question.about for question in now.questions} & {"", ship.name}
        one = now.ships[-1]
        yield Pair(ship, one, errors(truth, now, both)[-1], one.tolerance is None or bool(doubted))


SLIPS: dict[str, tuple[Topic, Callable[[Photograph], Measured | None]]] = {
    "mark": (Topic.MARK, _mark),
    "size": (Topic.SIZE, _size),
    "paper": (Topic.PAPER, _paper),
    "crop": (Topic.CROPPED, _crop),
}


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def _two(values: Sequence[float], second: float) -> str:
    """The median, and a share that is not exceeded."""
    return " / ".join(f"{one:.2f}" for one in np.quantile(values, (0.5, second))) if values else "-"


def figures(several: Sequence[Measured]) -> Iterator[tuple[str, str]]:
    """What is told of some photographs, by name."""
    pairs = [pair for one in several for pair in one.pairs]
    told = [pair for pair in pairs if math.isfinite(pair.off)]
    stated = [pair for pair in told if pair.told.tolerance is not None]
    for name, clear in (("found", False), ("clear found", True)):
        there = sum((ship.plastic == "clear") == clear for one in several for ship in one.truth.ships)
        yield name, _share(sum((pair.true.plastic == "clear") == clear for pair in pairs), there)
    yield "false", str(sum(one.false for one in several))
    yield "sizes", _share(sum(pair.true.size == pair.told.size.value for pair in pairs), len(pairs))
    players = [([pair.true.player for pair in one.pairs], [pair.told.player for pair in one.pairs]) for one in several]
    yield "players", _share(sum(told_apart(*both) for both in players), len(pairs))
    yield "off, mm", _two([pair.off for pair in told], 0.95)
    yield "within", _share(sum(pair.within for pair in stated), len(stated))
    yield "beyond twice", str(sum(pair.far for pair in pairs))
    yield "stated, mm", _two([pair.told.tolerance for pair in stated if pair.told.tolerance is not None], 0.95)
    yield "not known", str(sum(pair.told.tolerance is None for pair in pairs))
    yield "asked", _share(sum(bool(one.topics) for one in several), len(several))
    yield "refused", str(sum(bool(one.refused) for one in several))
    yield "time, s", _two([one.seconds for one in several], 1)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--slips", "slipped", default=0, metavar="N", help="Each slip on the first N pictures that can have it.")
@click.option("--taps", "beside", type=float, metavar="PX", help="Point at ships that are missed, so many px off.")
@click.option("--each", is_flag=True, help="A line for each picture too.")
def main(folder: Path, slipped: int, beside: float | None, each: bool) -> None:
    """Read the photographs in FOLDER and compare what is read with what is there.

    Pairs of figures are the median and 95 %, of times the median and the greatest.
    """
    photographs = [load(path) for path in sorted(folder.glob("*.json"))]
    fast_functions()
    if slipped:
        for name, (topic, made) in SLIPS.items():
            _tell_slip(name, topic, made, photographs, slipped)
        return
    if beside is not None:
        _tell_taps([pair for truth in photographs for pair in pointed(truth, beside)])
        return
    several = []
    for truth in photographs:
        several.append(measured(truth, truth.path))
        if each:
            print(f"{truth.seed}: {_short(several[-1])}", flush=True)
    for name, figure in figures(several):
        print(f"{name}: {figure}")
    columns = [name for name, _ in figures(several) if name in SHORT]
    print(_row("condition", "pictures", *columns), _row(*["---"] * (len(columns) + 2)), sep="\n")
    for condition in SHARES:
        for value in SHARES[condition]:
            some = [one for one in several if one.truth.conditions[condition] == value]
            if some:
                cells = [figure for name, figure in figures(some) if name in SHORT]
                print(_row(f"{condition} {value}", str(len(some)), *cells))


SHORT = ("found", "clear found", "false", "sizes", "off, mm", "within", "stated, mm", "asked")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _short(one: Measured) -> str:
    return "; ".join(f"{name} {figure}" for name, figure in figures([one])) + f" {one.refused}"


def _tell_taps(pairs: Sequence[Pair]) -> None:
    """What becomes of ships that were missed when they are pointed at."""
    for plastic in sorted({pair.true.plastic for pair in pairs}):
        some = [pair for pair in pairs if pair.true.plastic == plastic]
        lies = [pair for pair in some if _lies(pair)]
        plain = sum(not pair.flagged for pair in lies)
        asked = sum(pair.flagged and pair.told.tolerance is not None for pair in lies)
        wrong = [pair for pair in some if not _lies(pair)]
        print(
            f"{plastic}: {len(some)}, right {len(lies)} ({plain} without a question, {asked} with one), else "
            f"{len(wrong)} ({sum(not pair.flagged for pair in wrong)} without a question)"
        )
    print(f"silently elsewhere {_share(sum(pair.silent for pair in pairs), len(pairs))}")


def _lies(pair: Pair) -> bool:
    """Whether a ship has the right size, and is seen where it is."""
    return _apart(pair.true, pair.told) < AS_SEEN and pair.true.size == pair.told.size.value


AS_SEEN = 0.12
"""Of a ship's longest side in the picture: how far off its corners are in the mean where its wire lies on it."""


def _tell_slip(
    name: str, topic: Topic, made: Callable[[Photograph], Measured | None], photographs: Sequence[Photograph], most: int
) -> None:
    """How many ships lie elsewhere than is stated while nothing says so."""
    found: list[Measured] = []
    for truth in photographs:
        one = made(truth) if len(found) < most else None
        if one is not None:
            found.append(one)
    pairs = [pair for one in found for pair in one.pairs]
    own = [pair for one in found for pair in one.pairs if pair.true.name == one.slipped]
    for which, some in (("all ships", pairs), ("ships of which it was said", own)):
        if some:
            print(f"{name}: of {which} silently elsewhere {_share(sum(pair.silent for pair in some), len(some))}")
    asked = _share(sum(topic in one.topics for one in found), len(found))
    print(f"{name}: asked about it in {asked} pictures, refused {sum(bool(one.refused) for one in found)}", flush=True)


if __name__ == "__main__":
    main()

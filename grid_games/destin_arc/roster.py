"""Which pieces take part, and what each is under the options: tables by number of piece (clauses 3, 5.1, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grid_games.destin_arc.board import Land
from grid_games.destin_arc.numbers import Numbers
from grid_games.destin_arc.options import LEVELS, Rules
from grid_games.destin_arc.units import BY_ID, Unit

LINE = ("Q10", "Q12", "Q14", "Q16", "Q18")
FACING = ("W10", "W12", "W14", "W16", "W18")
QUAY = ("I48", "I50", "I52")


@dataclass(frozen=True, slots=True)
class Berth:
    """Where one piece may be placed before the first turn."""

    piece: int
    hexes: tuple[int, ...]
    """In the printed order."""


@dataclass(frozen=True, eq=False)
class Roster:
    """The pieces of a game. Every table is by number of piece."""

    units: tuple[Unit, ...]
    names: tuple[str, ...]
    numbers: dict[str, int]
    """Number of a piece by its name."""

    side: tuple[int, ...]
    team: tuple[int, ...]
    """The player, by seat: with two players Ulf and Fereira are one."""

    melee: tuple[tuple[int, int], ...]
    """Front and back."""

    missile: tuple[tuple[int, int], ...]
    defence: tuple[tuple[int, int], ...]
    leader: tuple[bool, ...]
    stacks: tuple[bool, ...]
    """Leaders, and those with a right of their own."""

    cavalry: tuple[bool, ...]
    collides: tuple[bool, ...]
    """Who may stop, invisible, on the hex of an enemy, and is immobilised there (clause 7.1.3, option `enemy_hex`)."""

    spares: tuple[int, ...]
    """Fidèles that are not in play before a conversion makes them."""

    by_team: tuple[tuple[int, ...], ...]
    of: dict[str, tuple[int, ...]]
    """Pieces by id of unit, spares left out."""

    converts: tuple[int, ...]
    hidden: tuple[int, ...]
    """Pieces that can be invisible."""

    detectors: tuple[int, ...]
    rules: Rules = field(repr=False)

    def __len__(self) -> int:
        return len(self.units)


def roster(
    listed_as: Numbers, counts: dict[str, int], levels: Sequence[str], rules: Rules, land: Land,
    teams: tuple[int, int, int],
) -> Roster:  # fmt: skip
    """The pieces under the options; on a map that places them, those it places. `counts` are
    numbers of pieces that are given, whatever the level of each side (`levels`); `teams` is the seat of each side."""
    if land.start:
        numbers = dict.fromkeys(listed_as.by_id, 0)
        for name, _ in land.start:
            kind, _, serial = name.partition(".")
            numbers[kind] = max(numbers[kind], int(serial or 1))
    else:
        numbers = {unit.id: unit.counts[LEVELS.index(levels[unit.side])] for unit in listed_as.units} | counts
    several = {unit.id for unit in listed_as.units if max(numbers[unit.id], BY_ID.get(unit.id, unit).counts[2]) > 1}
    listed = [(unit, f"{unit.id}.{serial}" if unit.id in several else unit.id)
              for unit in listed_as.units for serial in range(1, numbers[unit.id] + 1)]  # fmt: skip
    crowd = numbers["f1"] // 2 if numbers["u5"] else 0
    spares = min(crowd, land.turns) if rules.convert_limit == "one" else crowd
    first = len(listed)
    listed += [(listed_as.by_id["u1"], f"u1.{numbers['u1'] + k}") for k in range(1, spares + 1)]
    units = tuple(unit for unit, _ in listed)
    lesser = {"all": "", "without_gonzague": "u4", "without_winandy": "b4"}[rules.leaders]
    leader = tuple(unit.leader and unit.id != lesser for unit in units)
    of: dict[str, tuple[int, ...]] = {unit.id: () for unit in listed_as.units}
    for number, unit in enumerate(units[:first]):
        of[unit.id] += (number,)
    team = tuple(teams[unit.side] for unit in units)
    return Roster(
        units=units,
        names=tuple(name for _, name in listed),
        numbers={name: number for number, (_, name) in enumerate(listed)},
        side=tuple(unit.side for unit in units),
        team=team,
        melee=tuple(halves(unit.melee, rules) for unit in units),
        missile=tuple(halves(unit.missile, rules) for unit in units),
        defence=tuple(halves(unit.defence, rules) for unit in units),
        leader=leader,
        stacks=tuple(one or unit.stacks for one, unit in zip(leader, units, strict=True)),
        cavalry=tuple(_mounted(unit, rules.cavalry) for unit in units),
        collides=tuple(unit.collides or (unit.hides and rules.enemy_hex == "stopped") for unit in units),
        spares=tuple(range(first, len(listed))),
        by_team=tuple(tuple(p for p, t in enumerate(team) if t == seat) for seat in range(max(teams) + 1)),
        of=of,
        converts=tuple(p for p, unit in enumerate(units) if unit.converts),
        hidden=tuple(p for p, unit in enumerate(units) if unit.hides),
        detectors=tuple(p for p, unit in enumerate(units) if unit.detects),
        rules=rules,
    )


def _mounted(unit: Unit, which: str) -> bool:
    """Whether a unit counts as cavalry (option `cavalry`)."""
    if unit.id == "u4":
        return which != "units"
    return unit.cavalry or (unit.rider and which == "riders")


def halves(value: int, rules: Rules) -> tuple[int, int]:
    """A value on the front and on the back."""
    return value, (value + (rules.half_round == "up")) // 2


# where they start (clauses 5.1 to 5.3)


def berths(pieces: Roster, land: Land) -> tuple[Berth, ...]:
    """Where each piece may be placed, in the order of placing: side by side, pieces without a choice first."""
    if land.start:
        places = dict(land.start)
        return tuple(Berth(p, (land.numbers[places[name]],)) for p, name in enumerate(pieces.names) if name in places)
    found = []
    for unit, listed in _lists(pieces).items():
        for p, labels in zip(pieces.of[unit], listed, strict=True):
            found.append(Berth(p, tuple(land.numbers[label] for label in labels if label in land.numbers)))
    return tuple(sorted(found, key=lambda berth: (pieces.side[berth.piece], len(berth.hexes) > 1)))


def _lists(pieces: Roster) -> dict[str, list[tuple[str, ...]]]:
    """The hexes of each piece of each unit, in the printed order. The O3 and O5 of the text, which are no hexes, are
    P3 and P5."""
    count = {unit: len(own) for unit, own in pieces.of.items()}
    thirds, fifths = ("N3", "P3", "T3"), ("N5", "P5", "T5")

    def halves_of(unit: str, first: str, second: str) -> list[tuple[str, ...]]:
        return [(first if 2 * k < count[unit] else second,) for k in range(count[unit])]

    shared = {
        "b1": LINE + fifths, "b2": LINE + fifths, "b5": LINE + thirds, "b3": ("Q30", *fifths), "b7": ("R39", *fifths),
        "b4": ("Q18",), "b6": ("Q16",), "b8": ("F33",), "b9": ("A64",), "b10": ("A64",),
        "u1": FACING + fifths, "u2": FACING + thirds, "u3": ("T45", *thirds), "u6": ("T43", *fifths), "u5": ("W18",),
        "u4": ("F67",),
        "f3": ("J51",), "f7": ("I42",), "f4": ("I42",), "f5": ("J19",), "f6": ("N59",), "f2": (), "f1": (),
    }  # fmt: skip
    lists = {unit: [labels] * count[unit] for unit, labels in shared.items()}
    lists["b5"][:1] = [("K32",)] * min(count["b5"], 1)
    if count["b8"] > 3:
        lists["b8"] = halves_of("b8", "B41", "I44")
    if count["b9"] >= 10:
        lists["b9"] = halves_of("b9", "A64", "D1")
    lists["f2"] = halves_of("f2", "I42", "G40")
    lists["f1"] = _crowd(count["f1"])
    return lists | {unit.id: [unit.start] * count[unit.id] for unit in pieces.units if unit.like}


def _crowd(count: int) -> list[tuple[str, ...]]:
    """Peuple: three alone, the rest in three groups of 14, 14, 9 (of 40) or 7, 7, 3 (of 20), other numbers in
    proportion."""
    groups = (("L19", "M18", "M20"), ("F37", "G36", "M38"), ("E40", "E42"))
    rest, parts = max(count - 3, 0), (14, 14, 9) if count >= 30 else (7, 7, 3)
    ends = [0, *(round(rest * sum(parts[: k + 1]) / sum(parts)) for k in range(3))]
    crowd = [group for group, first, last in zip(groups, ends, ends[1:], strict=False) for _ in range(first, last)]
    return [*((label,) for label in QUAY[:count]), *crowd]

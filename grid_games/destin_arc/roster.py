"""Which pieces take part, and what each is under the options: tables by number of piece (clauses 3, 5.1, 10).

Attack and defence are kept doubled, so that half a point (option `half_round` = exact) is a whole number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from armada_sim.tabletop import InputError, Message
from grid_games.destin_arc.board import Land
from grid_games.destin_arc.options import Rules
from grid_games.destin_arc.units import BY_ID, LETTERS, PEGASUS, UNITS, Unit

LEVELS = ("unfavourable", "average", "favourable")

THIRDS = ("b5", "b7", "u2", "u3", "u6")
"""Priests, knights and barons: a strategic piece for three tactical units; for five of all others."""

LINE = ("Q10", "Q12", "Q14", "Q16", "Q18")
FACING = ("W10", "W12", "W14", "W16", "W18")
QUAY = ("I48", "I50", "I52")

PRINTED = ("b3", "b7", "u3", "u6")
"""Units of whose hexes the list does not say that the owner chooses among them; nor does it of Peuple that is not on
the `QUAY`."""


@dataclass(frozen=True, slots=True)
class Berth:
    """Where one piece may be placed before the first turn."""

    piece: int
    hexes: tuple[int, ...]
    """In the printed order."""

    printed: bool
    """Whether the option `setup_free` = printed takes the choice away."""


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
    """Doubled; front and back."""

    missile: tuple[tuple[int, int], ...]
    defence: tuple[tuple[int, int], ...]
    move: tuple[int, ...]
    leader: tuple[bool, ...]
    stacks: tuple[bool, ...]
    """Leaders, and those with a right of their own."""

    cavalry: tuple[bool, ...]
    collides: tuple[bool, ...]
    """Immobilised when, invisible, they are on the hex of an enemy (clause 7.1.3, option `enemy_hex`)."""

    enters: tuple[bool, ...]
    """Who may stop, invisible, on the hex of an enemy."""

    flies: tuple[bool, ...]
    """On Pegasus throughout."""

    spares: tuple[int, ...]
    """Fidèles that are not in play before a conversion makes them."""

    by_team: tuple[tuple[int, ...], ...]
    of: dict[str, tuple[int, ...]]
    """Pieces by id of unit, spares left out."""

    converts: tuple[int, ...]
    hidden: tuple[int, ...]
    """Pieces that can be invisible."""

    detectors: tuple[int, ...]
    special: tuple[bool, ...]
    """Whether it moves in the special step."""

    rules: Rules = field(repr=False)

    def __len__(self) -> int:
        return len(self.units)


def counts(settings: Mapping[str, str | int], rules: Rules) -> dict[str, int]:
    """How many of each unit take part. Raises InputError for counts given where they are not asked for."""
    custom = rules.custom_counts == "on" or rules.tactical_import == "on"
    found: dict[str, int] = {}
    for unit in UNITS:
        key = f"count_{unit.id}"
        given = settings[key]
        if given == "level":
            level = LEVELS.index(getattr(rules, f"level_{LETTERS[unit.side]}"))
            low, number, high = unit.counts[0], unit.counts[level], unit.counts[2]
            if level == 1 and unit.id in ("b9", "f1"):
                number = {"low": low, "high": high, "middle": ceil((low + high) / 2)}[rules.two_value_average]
        elif not custom:
            raise InputError(Message("is given, but custom_counts is off"), key=key)
        else:
            number = int(given)
            if rules.tactical_import == "on":
                number = ceil(number / (3 if unit.id in THIRDS else 5))
        found[unit.id] = number
    return found


def roster(settings: Mapping[str, str | int], rules: Rules, land: Land, teams: tuple[int, int, int]) -> Roster:
    """The pieces under the options; on a map that places them, those it places. `teams` is the seat of each side."""
    if land.start:
        numbers = dict.fromkeys(BY_ID, 0)
        for name, _ in land.start:
            kind, _, serial = name.partition(".")
            numbers[kind] = max(numbers[kind], int(serial or 1))
    else:
        numbers = counts(settings, rules)
    listed = [(unit, f"{unit.id}.{serial}" if numbers[unit.id] > 1 or unit.counts[2] > 1 else unit.id)
              for unit in UNITS for serial in range(1, numbers[unit.id] + 1)]  # fmt: skip
    crowd = numbers["f1"] // 2 if numbers["u5"] else 0
    spares = min(crowd, land.turns) if rules.convert_limit == "one" and rules.convert_time == "own" else crowd
    first = len(listed)
    listed += [(BY_ID["u1"], f"u1.{numbers['u1'] + k}") for k in range(1, spares + 1)]
    units = tuple(unit for unit, _ in listed)
    lesser = {"all": "", "without_gonzague": "u4", "without_winandy": "b4"}[rules.leaders]
    leader = tuple(unit.leader and unit.id != lesser for unit in units)
    of: dict[str, tuple[int, ...]] = {unit.id: () for unit in UNITS}
    for number, unit in enumerate(units[:first]):
        of[unit.id] += (number,)
    team = tuple(teams[unit.side] for unit in units)
    mount, level = rules.gonzague_mount, rules.level_u
    winged = mount == "pegasus" or (mount == "level" and level == "favourable")
    flies = tuple(unit.id == "u4" and winged for unit in units)
    return Roster(
        units=units,
        names=tuple(name for _, name in listed),
        numbers={name: number for number, (_, name) in enumerate(listed)},
        side=tuple(unit.side for unit in units),
        team=team,
        melee=tuple(halves(unit.melee, rules) for unit in units),
        missile=tuple(halves(unit.missile, rules) for unit in units),
        defence=tuple(halves(unit.defence, rules) for unit in units),
        move=tuple(PEGASUS if flying else unit.move for unit, flying in zip(units, flies, strict=True)),
        leader=leader,
        stacks=tuple(one or unit.stacks for one, unit in zip(leader, units, strict=True)),
        cavalry=tuple(_mounted(unit, rules.cavalry) for unit in units),
        collides=tuple(unit.collides or (unit.hides and rules.enemy_hex == "stopped") for unit in units),
        enters=tuple(unit.collides or (unit.hides and rules.enemy_hex != "passed") for unit in units),
        flies=flies,
        spares=tuple(range(first, len(listed))),
        by_team=tuple(tuple(p for p, t in enumerate(team) if t == seat) for seat in range(max(teams) + 1)),
        of=of,
        converts=tuple(p for p, unit in enumerate(units) if unit.converts),
        hidden=tuple(p for p, unit in enumerate(units) if unit.hides),
        detectors=tuple(p for p, unit in enumerate(units) if unit.detects),
        special=tuple(unit.extra or rules.special_move == "all" for unit in units),
        rules=rules,
    )


def _mounted(unit: Unit, which: str) -> bool:
    """Whether a unit counts as cavalry (option `cavalry`)."""
    if unit.id == "u4":
        return which != "units"
    return unit.cavalry or (unit.rider and which == "riders")


def halves(value: int, rules: Rules) -> tuple[int, int]:
    """A value on the front and on the back, doubled."""
    back = {"up": 2 * ceil(value / 2), "down": 2 * (value // 2), "exact": value}[rules.half_round]
    return 2 * value, back


# where they start (clauses 5.1 to 5.3)


def berths(pieces: Roster, land: Land) -> tuple[Berth, ...]:
    """Where each piece may be placed, in the order of placing: side by side, pieces without a choice first."""
    if land.start:
        places = dict(land.start)
        return tuple(
            Berth(p, (land.numbers[places[name]],), True) for p, name in enumerate(pieces.names) if name in places
        )
    found = []
    for unit, listed in _lists(pieces).items():
        for p, labels in zip(pieces.of[unit], listed, strict=True):
            hexes = tuple(land.numbers[label] for label in labels if label in land.numbers)
            printed = unit in PRINTED or (unit == "f1" and labels[0] not in QUAY)
            found.append(Berth(p, _shifted(hexes, pieces, p, land), printed))
    return tuple(sorted(found, key=lambda berth: (pieces.side[berth.piece], len(berth.hexes) > 1)))


def _shifted(hexes: tuple[int, ...], pieces: Roster, piece: int, land: Land) -> tuple[int, ...]:
    """The hexes a hidden piece may start on, if its owner may shift it (option `hidden_start`)."""
    if not pieces.units[piece].hides or pieces.rules.hidden_start == "printed":
        return hexes
    wide = 0
    for place in hexes:
        wide |= land.within(place, 3)
    return hexes + tuple(h for h in range(len(land)) if wide >> h & 1 and not land.costly >> h & 1 and h not in hexes)


def _lists(pieces: Roster) -> dict[str, list[tuple[str, ...]]]:
    """The hexes of each piece of each unit, in the printed order."""
    rules, count = pieces.rules, {unit: len(own) for unit, own in pieces.of.items()}
    thirds, fifths = _block(rules, 3), _block(rules, 5)

    def halves_of(unit: str, first: str, second: str) -> list[tuple[str, ...]]:
        return [(first if 2 * k < count[unit] else second,) for k in range(count[unit])]

    red, split, both = count["b9"], rules.fr_split, ("A64", "D1")
    shared = {
        "b1": LINE + fifths, "b2": LINE + fifths, "b5": LINE + thirds, "b3": ("Q30", *fifths), "b7": ("R39", *fifths),
        "b4": ("Q18",), "b6": ("Q16",), "b8": ("F33",), "b9": both if red >= 10 else both[:1],
        "b10": both if red >= 10 and split == "bonnaire" else both[:1],
        "u1": FACING + fifths, "u2": FACING + thirds, "u3": ("T45", *thirds), "u6": ("T43", *fifths), "u5": ("W18",),
        "u4": ("F67",),
        "f3": ("J51",), "f7": ("I42",), "f4": ("I42",), "f5": ("J19",), "f6": ("N59",), "f2": (), "f1": (),
    }  # fmt: skip
    lists = {unit: [labels] * count[unit] for unit, labels in shared.items()}
    lists["b5"][:1] = [("K32",)] * min(count["b5"], 1)
    if count["b8"] > 3:
        lists["b8"] = halves_of("b8", "B41", "I44")
    if red >= 10 and split == "even":
        lists["b9"] = halves_of("b9", *both)
    lists["f2"] = halves_of("f2", "I42", "G40")
    lists["f1"] = _crowd(count["f1"], rules.m38)
    return lists


def _block(rules: Rules, row: int) -> tuple[str, ...]:
    """The block N, O, T of a row, 3 or 5, with its hex that does not exist put right."""
    if rules.not_block == "drop":
        return ()
    fixed = {"letter": (f"P{row}",), "row_plus": (f"O{row + 1}",), "row_minus": (f"O{row - 1}",), "drop": ()}
    return (f"N{row}", *fixed[rules.o_fix], f"T{row}")


def _crowd(count: int, m38: str) -> list[tuple[str, ...]]:
    """Peuple: three alone, the rest in three groups of 14, 14, 9 (of 40) or 7, 7, 3 (of 20), other numbers in
    proportion."""
    groups = (("L19", "M18", "M20"), ("F37", "G36", "G38" if m38 == "g38" else "M38"), ("E40", "E42"))
    rest, parts = max(count - 3, 0), (14, 14, 9) if count >= 30 else (7, 7, 3)
    ends = [0, *(round(rest * sum(parts[: k + 1]) / sum(parts)) for k in range(3))]
    crowd = [group for group, first, last in zip(groups, ends, ends[1:], strict=False) for _ in range(first, last)]
    return [*((label,) for label in QUAY[:count]), *crowd]

"""Two chapters of Le jeu du destin d’Arc once more, slowly: written from the reference alone, for its default options.

Movement (1.4 to 1.6, 1.14, 3.4, 7.1): where a piece may end a move. Combat (1.7, 1.9 to 1.12, 2, 3.4, 9): who may be
attacked by whom, and in which column with which chances. It shares nothing with `grid_games`: hexes are labels, the map
is a dictionary of letters, pieces are little dictionaries by name. Map, lists and table are read in
`docs/rules/destin-arc.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import ceil, inf

from tests.rules_pages import page_of

PAGE = page_of("destin-arc")
ROWS = re.findall(r"^([A-Z]) ([.a-z]{34})$", PAGE, re.MULTILINE)
LAND = {
    column + str(2 * place + (2 if ord(column) % 2 else 1)): letter
    for column, letters in ROWS
    for place, letter in enumerate(letters)
}
LISTS = {
    kind.lower(): [cell.strip() for cell in cells.split("|")]  # name, count, move, melee, missile, defence
    for kind, cells in re.findall(r"^\| ([BUF]\d+) \| (.*) \|$", PAGE, re.MULTILINE)
}
UNITS = {
    kind: (inf if move == "any" else int(move.split()[0]), *(int(value or 0) for value in values[:3]))
    for kind, (_, _, move, *values) in LISTS.items()
}
COUNTS = {kind: [*map(int, count.split(","))][-2:][0] for kind, (_, count, *_) in LISTS.items() if count != "1"}
LEADERS = {"b4", "b6", "b10", "u4", "u5", "f7"}
MAY_STACK = LEADERS | {"f6", "f5", "f2", "f4", "b9"}
MOVES_AGAIN = {"b3", "b4", "b6", "b7", "b8", "b9", "b10", "u3", "u4", "u5", "u6", "f2", "f4", "f5", "f6", "f7"}
RIDERS = {"b3", "b7", "u3", "u6"}
HIDE = {"b9", "b10", "f4", "f5", "f6"}
ALWAYS = {"b4": 2, "u4": 2, "u5": 1}
TEMPLE = {"b5": 1, "b6": 2}
NIGHT = {"b9": 1, "b10": 1, "f1": -1, "f2": -2, "f4": 1}
SINGLES = {"b9": -2, "b10": 0, "f4": -2, "f5": -2}

CELLS = [row.split(" | ") for row in re.findall(r"^\| \d+ \| ([ABD]\d.*) \|$", PAGE, re.MULTILINE)]
COLUMNS = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1"]

Pieces = Mapping[str, dict]  # by name: at, back, hidden


def unit(name: str) -> str:
    return name.split(".")[0]


@cache
def spot(at: str) -> tuple[int, int]:
    return ord(at[0]) - 65, int(at[1:])


@cache
def beside(at: str) -> frozenset[str]:
    x, y = spot(at)
    near = ((x, y - 2), (x, y + 2), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y - 1), (x - 1, y + 1))
    return frozenset(label for i, j in near if (label := chr(65 + i) + str(j)) in LAND)


def distance(one: str, other: str) -> int:
    dx, dy = (abs(a - b) for a, b in zip(spot(one), spot(other), strict=True))
    return dx + max(0, (dy - dx) // 2)


def on(pieces: Pieces, at: str) -> list[str]:
    return [name for name, piece in pieces.items() if piece["at"] == at]


# ---- 1.4 to 1.6: movement


def stopped_by(mover: str, enemy: str) -> bool:
    """1.4, 3.4: whose zone of control stops whom."""
    if mover == "f6":
        return False
    if mover == "f5":
        return enemy in ("b9", "b10", "b6")
    return mover != "f2" or UNITS[enemy][2] > 0


def zone(pieces: Pieces, name: str) -> set[str]:
    """The hexes at which a piece must stop."""
    found: set[str] = set()
    for other, piece in pieces.items():
        if (
            other[0] != name[0]
            and not piece["hidden"]
            and LAND[piece["at"]] not in "wrm"
            and stopped_by(unit(name), unit(other))
        ):
            found |= beside(piece["at"])
    return found


def joins(pieces: Pieces, name: str, at: str) -> bool:
    """1.6: whether a piece may end its move there, as far as friends go."""
    there = [unit(other) for other in on(pieces, at) if other[0] == name[0]]
    return not there or (len(there) == 1 and (unit(name) in MAY_STACK or there[0] in MAY_STACK))


def reach(pieces: Pieces, name: str, allowance: float) -> dict[str, float]:
    """Where a piece may end a move of so many points, and what is left of them there; 0 where it must stop.

    Unseen, those who hide pass or stop on an enemy's hex (7.2); nobody knows of unseen enemies.
    """
    mover, start, stops = unit(name), pieces[name]["at"], zone(pieces, name)
    secret = pieces[name]["hidden"]
    passes = mover == "f6" or (secret and mover in HIDE)
    held = {piece["at"] for other, piece in pieces.items() if other[0] != name[0] and not piece["hidden"]}
    left = {start: allowance}
    edge = {start}
    while edge:
        here = max(sorted(edge), key=lambda at: left[at])
        edge.remove(here)
        if here in stops and here != start:
            continue
        for at in beside(here):
            if (at in held and not passes) or (LAND[at] == "w" and mover in RIDERS):
                continue
            rest = left[here] - (3 if LAND[at] in "wrm" else 1)
            if rest >= 0 and rest > left.get(at, -1):
                left[at] = rest
                edge.add(at)
    return {
        at: 0 if at in stops or at in held else rest
        for at, rest in left.items()
        if at != start and (at not in held or secret) and joins(pieces, name, at)
    }


# ---- 1.7 to 1.12, 2, 3.4: combat


def strength(pieces: Pieces, name: str, kind: str) -> int:
    full = UNITS[unit(name)][1 if kind == "melee" else 2]
    return ceil(full / 2) if pieces[name]["back"] else full


def own_defence(pieces: Pieces, name: str) -> int:
    full = UNITS[unit(name)][3]
    return ceil(full / 2) if pieces[name]["back"] else full


def carrier(pieces: Pieces, name: str) -> bool:
    """1.11: whether a piece is a leader who stands on another that is none."""
    if unit(name) not in LEADERS:
        return False
    return any(unit(other) not in LEADERS for other in on(pieces, pieces[name]["at"]) if other != name)


def defence(pieces: Pieces, target: str) -> int:
    total = own_defence(pieces, target)
    if unit(target) not in LEADERS:
        total += sum(own_defence(pieces, other) for other in on(pieces, pieces[target]["at"]) if unit(other) in LEADERS)
    return total


def may_attack(pieces: Pieces, name: str, target: str, kind: str) -> bool:
    """1.7, 1.9, 1.10, 1.11.1, 1.14.4."""
    here, there = pieces[name]["at"], pieces[target]["at"]
    if name[0] == target[0] or there not in beside(here) or not strength(pieces, name, kind):
        return False
    if carrier(pieces, target) and unit(name) not in SINGLES:
        return False
    frozen = [LAND[at] if LAND[at] in "rm" else "" for at in (here, there)]
    return frozen[0] == frozen[1]


def modifier(pieces: Pieces, name: str, target: str, kind: str, night: bool) -> int:
    """2.3, 3.4: of one attacker."""
    who, at = unit(name), pieces[name]["at"]
    total = ALWAYS.get(who, 0)
    if kind == "melee" and any(LAND[near] == "t" for near in beside(at) | {at}):
        total += TEMPLE.get(who, 0)
    if night:
        total += NIGHT.get(who, 0)
        total -= 2 * (kind == "missile" and who in ("b2", "b8"))
        total += kind == "melee" and who == "f3"
    if who == "f1":
        total += any(unit(other) == "f7" and distance(at, piece["at"]) <= 4 for other, piece in pieces.items())
    if carrier(pieces, target):
        total += SINGLES[who]
    return total


def majority(parts: Iterable[tuple[int, int]]) -> int:
    """2.3: of (modifier, strength), the highest modifier that pieces with half of the strength have at least."""
    parts = list(parts)
    total = sum(share for _, share in parts)
    return max(value for value, _ in parts if 2 * sum(share for other, share in parts if other >= value) >= total)


def column(pieces: Pieces, attackers: list[str], target: str, kind: str, night: bool) -> str:
    """1.12: in which column it is rolled; "auto": the target is eliminated; "": not allowed."""
    attack = sum(strength(pieces, name, kind) for name in attackers)
    guard = defence(pieces, target) if not carrier(pieces, target) else own_defence(pieces, target)
    place = 2 + attack // guard if attack >= guard else 4 - ceil(guard / attack)
    if place < 0:
        return ""
    place += majority((modifier(pieces, name, target, kind, night), strength(pieces, name, kind)) for name in attackers)
    return "auto" if place > 10 else COLUMNS[max(place, 0)]


def results(name: str, kind: str) -> dict[str, Fraction]:
    """1.9.4, 1.13: what a roll in a column gives; 6 is 5; with missiles the attacker's part is void."""
    found: dict[str, Fraction] = {}
    for row in CELLS:
        cell = row[COLUMNS.index(name)].replace("6", "5")
        if kind == "missile":
            cell = "A0" if cell[0] == "A" else "D" + cell[1]
        found[cell] = found.get(cell, Fraction(0)) + Fraction(1, 12)
    return found

"""Where ships may be set up, and places by lot: plain scalar functions, compiled where there is what compiles them."""

import math
from typing import TYPE_CHECKING, NamedTuple

from armada_sim.geometry.kernel.outlines import Array, Ints, nearest_points, signed_separation

if TYPE_CHECKING:
    import numpy as np

    Generator = np.random.Generator
else:  # NumPy is not everywhere
    Generator = object

POINT_DRAWS = 20_000
"""Points of a box drawn by lot without one that lies in an area, after which the area is taken for a sliver without
room. Of an area that fills a thousandth of its box, one in 400 million is missed."""

PLACE_TRIES = 100
"""Places by lot tried for one ship before its fleet is begun again."""

GRID = 1e6
"""1/mm and 1/degree. Poses are whole multiples of 1/GRID."""

# columns of `Field.facts`
KIND, RELATION = 0, 1

# whose a ship is
OWN, FRIEND, ENEMY = 0, 1, 2

# entries of `Field.limits`
HAIR, GAP, REACH, GROUPED, STEP = 0, 1, 2, 3, 4


class Field(NamedTuple):
    """Where one player may set ships up, and the ships that lie there: others' first, then own ones."""

    boxes: Array
    """(b, 4) left, bottom, right, top, mm, less the hair: the box around all, then those one of which has to hold a
    whole ship."""

    border: Array
    """(e, 2, 2) mm. Edges of a surface with corners: x of both ends, y of both."""

    disc: Array
    """(1 or 0, 3) mm. Middle and radius of a round surface, less the hair."""

    lines: Array
    """(l, 3) unit normal of each goal line, and how far along it one may lie, mm."""

    solid: Array
    """(m, 2, k) mm. Corners of convex parts of what is in the way, counter-clockwise, the last repeated."""

    outlines: Array
    """(s, 2, c) mm. Of each size the corners of all it covers, along and across its pose, the last repeated."""

    shapes: Array
    """(n + 1, 2, c) mm. The same of each ship where it lies. The last row is for tries."""

    poses: Array
    """(n + 1, 3) mm, mm, degrees."""

    facts: Ints
    """(n + 1, 2) size and whose."""

    limits: Array
    """(5,) mm. How far inside what the rules allow ships lie (`HAIR`), the gap from enemies, how far from its nearest
    friend one of a group may be, 1 where a fleet is one group, and the length of the piece shots are measured with."""


def lay(field: Field, row: int, kind: int, x: float, y: float, heading: float) -> None:
    """A ship of a size at a pose rounded to the grid."""
    poses = field.poses
    poses[row, 0] = math.floor(x * GRID + 0.5) / GRID
    poses[row, 1] = math.floor(y * GRID + 0.5) / GRID
    poses[row, 2] = math.floor(heading * GRID + 0.5) / GRID
    field.facts[row, KIND] = kind
    field.facts[row, RELATION] = OWN
    cosine = math.cos(math.radians(poses[row, 2]))
    sine = math.sin(math.radians(poses[row, 2]))
    for k in range(field.shapes.shape[2]):
        along = field.outlines[kind, 0, k]
        across = field.outlines[kind, 1, k]
        field.shapes[row, 0, k] = poses[row, 0] + along * cosine - across * sine
        field.shapes[row, 1, k] = poses[row, 1] + along * sine + across * cosine


def taken_over(field: Field, row: int, other: Field, start: int, end: int, relation: int) -> None:
    """What is in some rows of another field of ships of the same sizes, or of this one, to as many of this from a row
    on."""
    for k in range(start, end):
        for n in range(3):
            field.poses[row, n] = other.poses[k, n]
        for corner in range(field.shapes.shape[2]):
            field.shapes[row, 0, corner] = other.shapes[k, 0, corner]
            field.shapes[row, 1, corner] = other.shapes[k, 1, corner]
        field.facts[row, KIND] = other.facts[k, KIND]
        field.facts[row, RELATION] = relation
        row += 1


def apart(one: Array, i: int, n: int, other: Array, j: int, m: int, enough: float) -> float:
    """mm. The distance of two convex outlines, 0 or less where they meet; `enough` or more where it is that.

    The i-th of some outlines (…, 2, k) with n corners from the j-th of others with m.
    """
    gap = signed_separation(one[i, 0], one[i, 1], n, other[j, 0], other[j, 1], m)
    if gap >= enough:
        return gap
    if gap <= 0.0 and n + m > 3:  # of a point and a segment that says nothing
        return gap
    distance, _, _, _, _ = nearest_points(one[i, 0], one[i, 1], n, other[j, 0], other[j, 1], m)
    return distance


def farther(one: Array, i: int, n: int, other: Array, j: int, m: int, distance: float) -> bool:
    """Whether the boxes around two outlines are so many mm apart; as `apart`."""
    for axis in range(2):
        low = high = one[i, axis, 0]
        for k in range(1, n):
            low = min(low, one[i, axis, k])
            high = max(high, one[i, axis, k])
        other_low = other_high = other[j, axis, 0]
        for k in range(1, m):
            other_low = min(other_low, other[j, axis, k])
            other_high = max(other_high, other[j, axis, k])
        if low - other_high >= distance or other_low - high >= distance:
            return True
    return False


def gap(field: Field, count: int, n: int, relation: int, enough: float) -> float:
    """mm. The least distance of the first n corners of what is tried from the ships in the first `count` rows that are
    so related, 0 or less where it meets one; `enough` or more if all are so far away."""
    last, c = len(field.facts) - 1, field.shapes.shape[2]
    for row in range(count):
        if field.facts[row, RELATION] == relation and not farther(field.shapes, last, n, field.shapes, row, c, enough):
            enough = min(enough, apart(field.shapes, last, n, field.shapes, row, c, enough))
    return enough


def near(field: Field, row: int, x: float, y: float) -> bool:
    """Whether a point, which is what is tried then, is less than the gap between enemies from the ship of a row."""
    last = len(field.facts) - 1
    field.shapes[last, 0, 0] = x
    field.shapes[last, 1, 0] = y
    least = field.limits[GAP]
    return bool(apart(field.shapes, last, 1, field.shapes, row, field.shapes.shape[2], least) < least)


def near_corners(field: Field, count: int) -> bool:
    """Whether each corner of the box around all is so near to an enemy in the first `count` rows."""
    for corner in range(4):
        x = field.boxes[0, 0] if corner < 2 else field.boxes[0, 2]
        y = field.boxes[0, 1] if corner % 2 == 0 else field.boxes[0, 3]
        found = False
        for row in range(count):
            if not found and field.facts[row, RELATION] == ENEMY:
                found = near(field, row, x, y)
        if not found:
            return False
    return True


def surrounded(border: Array, x: float, y: float) -> bool:
    """Whether a point lies within a closed line."""
    inside = False
    for e in range(len(border)):
        ax = border[e, 0, 0]
        bx = border[e, 0, 1]
        ay = border[e, 1, 0]
        by = border[e, 1, 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def in_box(field: Field, n: int) -> bool:
    """Whether one of the boxes holds the first n corners of what is tried."""
    last = len(field.facts) - 1
    for b in range(1, len(field.boxes)):
        inside = True
        for k in range(n):
            x = field.shapes[last, 0, k]
            y = field.shapes[last, 1, k]
            if not (field.boxes[b, 0] <= x <= field.boxes[b, 2] and field.boxes[b, 1] <= y <= field.boxes[b, 3]):
                inside = False
        if inside:
            return True
    return False


def holds(field: Field, n: int) -> bool:
    """Whether the first n corners of what is tried lie wholly where the player may set up, ships apart."""
    if not in_box(field, n):
        return False
    last = len(field.facts) - 1
    for k in range(n):
        x = field.shapes[last, 0, k]
        y = field.shapes[last, 1, k]
        for d in range(len(field.disc)):
            dx = x - field.disc[d, 0]
            dy = y - field.disc[d, 1]
            if math.sqrt(dx * dx + dy * dy) > field.disc[d, 2]:
                return False
        for line in range(len(field.lines)):
            if field.lines[line, 0] * x + field.lines[line, 1] * y > field.lines[line, 2]:
                return False
    if len(field.border) > 0 and not surrounded(field.border, field.shapes[last, 0, 0], field.shapes[last, 1, 0]):
        return False
    hair = field.limits[HAIR]
    for e in range(len(field.border)):
        if apart(field.shapes, last, n, field.border, e, 2, hair) < hair:
            return False
    for part in range(len(field.solid)):
        if apart(field.shapes, last, n, field.solid, part, field.solid.shape[2], hair) < hair:
            return False
    return True


def fits(field: Field, count: int) -> bool:
    """Whether the ship that is tried may lie there beside those in the first `count` rows."""
    c, hair, least = field.shapes.shape[2], field.limits[HAIR], field.limits[GAP] + field.limits[HAIR]
    if not holds(field, c) or gap(field, count, c, ENEMY, least) < least:
        return False
    far = 2.0 * field.limits[REACH]
    nearest = gap(field, count, c, OWN, far)
    if nearest < hair or gap(field, count, c, FRIEND, hair) < hair:
        return False
    return field.limits[GROUPED] == 0.0 or nearest <= field.limits[REACH] or first_own(field, count) == count


def first_own(field: Field, count: int) -> int:
    """The first of the first `count` rows that holds an own ship; `count` if none does."""
    row = 0
    while row < count and field.facts[row, RELATION] != OWN:
        row += 1
    return row


def open_at(field: Field, count: int, x: float, y: float) -> bool:
    """Whether a point is the player's to set up at, and not too near to enemies; it is what is tried then."""
    last = len(field.facts) - 1
    field.shapes[last, 0, 0] = x
    field.shapes[last, 1, 0] = y
    return holds(field, 1) and gap(field, count, 1, ENEMY, field.limits[GAP]) >= field.limits[GAP]


def point(field: Field, count: int, rng: Generator) -> bool:
    """An open point by lot, as what is tried; False where `POINT_DRAWS` draws hit none."""
    left = field.boxes[0, 0]
    low = field.boxes[0, 1]
    wide = field.boxes[0, 2] - left
    high = field.boxes[0, 3] - low
    if wide <= 0.0 or high <= 0.0:
        return False
    for _ in range(POINT_DRAWS):
        x = left + wide * rng.random()
        y = low + high * rng.random()
        if open_at(field, count, x, y):
            return True
    return False


def turned(field: Field, count: int, kind: int, rng: Generator) -> bool:
    """Whether a ship fits at the point that is tried, at a heading by lot."""
    last = len(field.facts) - 1
    lay(field, last, kind, field.shapes[last, 0, 0], field.shapes[last, 1, 0], 360.0 * rng.random())
    return fits(field, count)


def anywhere(field: Field, count: int, kind: int, rng: Generator) -> bool:
    """A place by lot for a ship beside those in the first `count` rows, as what is tried; False where none is met with.

    In a group: about a ship that lies already. Else: anywhere within some distance of the first.
    """
    first = first_own(field, count)
    if first == count:
        for _ in range(PLACE_TRIES):
            if not point(field, count, rng):
                return False
            if turned(field, count, kind, rng):
                return True
        return False
    grouped = field.limits[GROUPED] != 0.0
    wide = field.limits[REACH] + 2.0 * field.limits[STEP]
    if not grouped:
        most = max(wide, field.boxes[0, 2] - field.boxes[0, 0], field.boxes[0, 3] - field.boxes[0, 1])
        wide += (most - wide) * rng.random()
    for _ in range(PLACE_TRIES):
        about = first
        if grouped:
            about += int(rng.integers(0, count - first))
        x = field.poses[about, 0] + (2.0 * wide * rng.random() - wide)
        y = field.poses[about, 1] + (2.0 * wide * rng.random() - wide)
        if open_at(field, count, x, y) and turned(field, count, kind, rng):
            return True
    return False


def scattered(field: Field, count: int, kinds: Ints, rng: Generator) -> bool:
    """Ships of these sizes, each set up at a place by lot in the rows after the first `count`; False where one finds no
    place."""
    last = len(field.facts) - 1
    for k in range(len(kinds)):
        if not anywhere(field, count + k, kinds[k], rng):
            return False
        taken_over(field, count + k, field, last, last + 1, OWN)
    return True

"""How much the edges of a picture speak for a solid at a place: plain scalar functions, compiled where many are asked.

Along each edge of a solid that is seen the picture has edges that run the same way. How near the next one is stands in
a map for each of some ways (directional chamfer matching: Liu, Tuzel, Veeraraghavan and Chellappa, Fast directional
chamfer matching, CVPR 2010). Maps are arrays (ways, rows, columns) of uint8: 255 on an edge, less beside it.
"""

import math

from armada_sim.compiled.plain import zeros
from armada_sim.geometry.kernel.outlines import Array
from armada_sim.photo.contrast import (
    COUNT,
    FROM,
    LEAST_EDGES,
    ONE,
    OTHER,
    TO,
    WAYS_BESIDE,
    View,
    beside,
    corners_seen,
    middle_of,
    on_ground,
    turned_by,
)

INNER = 0.6
"""How far an edge between two faces that are seen counts, beside one of the outline."""

SHORTEST_PX = 3.0
"""Edges seen shorter are left out."""

BENT = (1.0584, 0.273)
"""A slope of at most 1 times the first less the second times itself is its angle to 0.005 radians: an arc tangent would
take most of the time of a search."""

LESS = 0.1
"""By how much less may speak for a solid so far than for the best at its place: else no more is looked at."""

SHARES = (0.5, 0.22, 0.78, 0.36, 0.64, 0.12, 0.88)
"""Of each edge, where it is looked for."""

ENOUGH = (0.3, 0.4, 0.45, 0.5, 0.5, 0.5, 0.5)
"""What must speak for a solid after each of these; where it is less no more is looked at."""


def edges_seen(
    view: View, turned: Array, x: float, y: float, ways: int, seen: Array, away: Array, edges: Array
) -> tuple[int, float]:
    """How many edges of a solid at a place are looked for, and what they count in all; 0 where it is seen too small.

    turned: see `turned_by`. seen: (5, 2) px of its corners, away: (5,) whether each face is turned away, the answers,
    too; edges: (8, 6), of each where it begins and how far it runs, px, what it counts, and the map of its way.
    """
    if not corners_seen(view, turned, x, y, seen, away):
        return 0, 0.0
    count, whole = 0, 0.0
    for i in range(COUNT):
        outer = away[ONE[i]] != away[OTHER[i]]
        if not outer and away[ONE[i]]:
            continue
        a, b = FROM[i], TO[i]
        ux, uy = seen[b, 0] - seen[a, 0], seen[b, 1] - seen[a, 1]
        length = math.sqrt(ux * ux + uy * uy)
        if length < SHORTEST_PX:
            continue
        if abs(ux) >= abs(uy):
            slope = uy / ux
            angle = slope * (BENT[0] - BENT[1] * abs(slope))
        else:
            slope = ux / uy
            angle = 0.5 * math.pi - slope * (BENT[0] - BENT[1] * abs(slope))
        way = int((angle / math.pi + 1.0) * ways + 0.5)
        if way >= ways:  # angles are from -45 to 135 degrees
            way -= ways
        weight = length if outer else INNER * length
        edges[count, 0], edges[count, 1], edges[count, 2], edges[count, 3] = seen[a, 0], seen[a, 1], ux, uy
        edges[count, 4], edges[count, 5] = weight, way
        whole += weight
        count += 1
    return (count, whole) if count >= LEAST_EDGES else (0, 0.0)


def near_edges(
    near: Array, edges: Array, count: int, whole: float, shift_x: float, shift_y: float, times: float, best: float
) -> float:
    """How near edges, made `times` as large and shifted by so many px, are to those in the maps: at most 1; -1 where
    too little speaks for them. best: the same at their place so far."""
    rows, columns = near.shape[1], near.shape[2]
    total, number = 0.0, 0
    for share in SHARES:
        for i in range(count):
            px = shift_x + times * (edges[i, 0] + share * edges[i, 2])
            py = shift_y + times * (edges[i, 1] + share * edges[i, 3])
            if px < 0.0 or py < 0.0:
                continue
            column, row = int(px + 0.5), int(py + 0.5)
            if column < columns and row < rows:
                total += edges[i, 4] * float(near[int(edges[i, 5]), row, column])
        number += 1
        if total < max(ENOUGH[number - 1], best - LESS) * 255.0 * whole * number:
            return -1.0
    return total / (255.0 * whole * number)


def speaks_edges(
    near: Array, view: View, turned: Array, x: float, y: float, seen: Array, away: Array, edges: Array
) -> float:
    """How much a picture's edges speak for a solid at a place: at most 1; -1 where too little does.

    near: the maps. turned: see `turned_by`. seen (5, 2), away (5,), edges (8, 6): room.
    """
    count, whole = edges_seen(view, turned, x, y, near.shape[0], seen, away, edges)
    return near_edges(near, edges, count, whole, 0.0, 0.0, 1.0, -1.0) if count > 0 else -1.0


def search_edges(
    near: Array,
    view: View,
    solids: Array,
    xs: Array,
    ys: Array,
    tiles: Array,
    turns: Array,
    best: Array,
    turn: Array,
) -> None:
    """Over a net of places, what speaks most for each size there, and the turn with which, in radians.

    solids: (sizes, 5, 3) mm; xs, ys: (n,) mm. tiles: (m + 1,) where those begin that lie near each other: what is seen
    of a solid in the middle of them is shifted and made as large as it would be seen at each. The answer, best and
    turn: (sizes, n).
    """
    seen, away, turned = zeros((5, 2)), zeros(5), zeros((len(turns), 5, 3))
    edges, counts, wholes = zeros((len(turns), COUNT, 6)), [0] * len(turns), zeros(len(turns))
    middle, place = zeros(3), zeros(3)
    for size in range(solids.shape[0]):
        for t in range(len(turns)):
            turned_by(view, solids[size], turns[t], turned[t])
        for tile in range(len(tiles) - 1):
            x, y = middle_of(xs, ys, tiles[tile], tiles[tile + 1])
            for t in range(len(turns)):
                counts[t], wholes[t] = edges_seen(view, turned[t], x, y, near.shape[0], seen, away, edges[t])
            on_ground(view, x, y, middle)
            for k in range(tiles[tile], tiles[tile + 1]):
                best[size, k], turn[size, k] = -1.0, 0.0
                on_ground(view, xs[k], ys[k], place)
                times = place[2] / middle[2]
                right, down = place[0] - times * middle[0], place[1] - times * middle[1]
                for t in range(len(turns)):
                    if counts[t] > 0:
                        score = near_edges(near, edges[t], counts[t], wholes[t], right, down, times, best[size, k])
                        if score > best[size, k]:
                            best[size, k], turn[size, k] = score, turns[t]


def climb_edges(near: Array, view: View, corners: Array, pose: Array, step: float, least: float) -> float:
    """From a pose (x, y mm, radians) to one nearby for which the picture speaks most; what it says there.

    step, least: mm, first and last; a turn moves a tip as far. pose: changed.
    """
    seen, away, edges, turned = zeros((5, 2)), zeros(5), zeros((COUNT, 6)), zeros((5, 3))
    arm = corners[2, 0]
    turned_by(view, corners, pose[2], turned)
    here = speaks_edges(near, view, turned, pose[0], pose[1], seen, away, edges)
    while step >= least:
        better = False
        for way in range(WAYS_BESIDE):
            x, y, t = beside(pose, way, step, arm)
            turned_by(view, corners, t, turned)
            score = speaks_edges(near, view, turned, x, y, seen, away, edges)
            if score > here:
                here, better = score, True
                pose[0], pose[1], pose[2] = x, y, t
        if not better:
            step /= 2.0
    return here


def climb_each(
    rough: Array, near: Array, view: View, solids: Array, sizes: Array, poses: Array, steps: Array, scores: Array
) -> None:
    """The same of many, in two maps, one after the other. sizes: (n,) numbers of solids; poses: (n, 3), changed.

    steps: (2, 2) mm, first and last in either map. scores: (n,), the answer.
    """
    for k in range(len(sizes)):
        corners, pose = solids[int(sizes[k])], poses[k]
        climb_edges(rough, view, corners, pose, steps[0, 0], steps[0, 1])
        scores[k] = climb_edges(near, view, corners, pose, steps[1, 0], steps[1, 1])

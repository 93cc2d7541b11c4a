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
    LEAST_PX,
    ONE,
    OTHER,
    TO,
    WAYS_BESIDE,
    View,
    beside,
    project,
    turned_away,
    turned_by,
)

INNER = 0.6
"""How far an edge between two faces that are seen counts, beside one of the outline."""

SHORTEST_PX = 3.0
"""Edges seen shorter are left out."""

BENT = (1.0584, 0.273)
"""A slope of at most 1 times the first less the second times itself is its angle to 0.005 radians: an arc tangent would
take most of the time of a search."""

SHARES = (0.5, 0.22, 0.78, 0.36, 0.64, 0.12, 0.88)
"""Of each edge, where it is looked for."""

ENOUGH = (0.3, 0.4, 0.45, 0.5, 0.5, 0.5, 0.5)
"""What must speak for a solid after each of these; where it is less no more is looked at."""


def speaks_edges(
    near: Array, view: View, turned: Array, x: float, y: float, seen: Array, away: Array, edges: Array
) -> float:
    """How much a picture's edges speak for a solid at a place: at most 1; -1 where too little does.

    near: the maps. turned: see `turned_by`. seen (5, 2), away (5,), edges (8, 6): room.
    """
    if not project(view, turned, x, y, seen):
        return -1.0
    width = abs(seen[2, 0] - seen[0, 0]) + abs(seen[1, 0] - seen[0, 0]) + abs(seen[4, 0] - seen[0, 0])
    if width + abs(seen[2, 1] - seen[0, 1]) + abs(seen[1, 1] - seen[0, 1]) + abs(seen[4, 1] - seen[0, 1]) < LEAST_PX:
        return -1.0
    ways, rows, columns = near.shape[0], near.shape[1], near.shape[2]
    for face in range(5):
        away[face] = turned_away(seen, face)
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
    if count < 3:
        return -1.0
    total, number = 0.0, 0
    for share in SHARES:
        for i in range(count):
            px, py = edges[i, 0] + share * edges[i, 2], edges[i, 1] + share * edges[i, 3]
            if px < 0.0 or py < 0.0:
                continue
            column, row = int(px + 0.5), int(py + 0.5)
            if column < columns and row < rows:
                total += edges[i, 4] * float(near[int(edges[i, 5]), row, column])
        number += 1
        if total < ENOUGH[number - 1] * 255.0 * whole * number:
            return -1.0
    return total / (255.0 * whole * number)


def search_edges(
    near: Array,
    view: View,
    solids: Array,
    xs: Array,
    ys: Array,
    turns: Array,
    best: Array,
    turn: Array,
) -> None:
    """Over a net of places, what speaks most for each size there, and the turn with which, in radians.

    solids: (sizes, 5, 3) mm; xs, ys: (n,) mm. The answer, best and turn: (sizes, n).
    """
    seen, away, edges, turned = zeros((5, 2)), zeros(5), zeros((COUNT, 6)), zeros((len(turns), 5, 3))
    for size in range(solids.shape[0]):
        for t in range(len(turns)):
            turned_by(view, solids[size], turns[t], turned[t])
        for k in range(len(xs)):
            best[size, k], turn[size, k] = -1.0, 0.0
            for t in range(len(turns)):
                score = speaks_edges(near, view, turned[t], xs[k], ys[k], seen, away, edges)
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

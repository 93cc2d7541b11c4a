"""Whether a path may end, or surely ends, within a distance of a claimed pose, cell by cell."""

import math

from armada_sim.geometry.kernel.cells import DEAD, OPEN, Cells, cell_arcs, path_into
from armada_sim.geometry.kernel.outlines import SQUARE, TINY, WIDER, Array, Floats, Ints, heading_vector
from armada_sim.geometry.kernel.scenes import Scene, Work, near_turn, way_is_free, windows_of


def corner_error(scene: Scene, x: float, y: float, heading: float, claim: Floats) -> float:
    """mm. The largest distance of a corner of the outline at a pose from where it is at another."""
    cosine, sine = heading_vector(heading)
    other_cosine, other_sine = heading_vector(claim[2])
    worst = 0.0
    for i in range(len(scene.own)):
        a, c = scene.own[i, 0], scene.own[i, 1]
        dx = x + a * cosine - c * sine - claim[0] - a * other_cosine + c * other_sine
        dy = y + a * sine + c * cosine - claim[1] - a * other_sine - c * other_cosine
        worst = max(worst, math.sqrt(dx * dx + dy * dy))
    return worst


def may_match(
    scene: Scene, number: int, x: float, y: float, off: float, low: float, high: float, claim: Floats, within: float,
    windows: Array,
) -> bool:  # fmt: skip
    """Whether step `number`, base within `off` of (x, y), heading between two, may end within `within` of a claim."""
    many = windows_of(scene, number, x, y, low, high, off + TINY, windows, 0)
    for w in range(many):
        width = windows[w, 1] - windows[w, 0]
        pieces = max(1, math.ceil(math.radians(width) * scene.radius / max(off, 0.02 * within, TINY)))
        for q in range(pieces):
            heading = windows[w, 0] + width * (q + 0.5) / pieces
            rest = off + scene.radius * math.radians(0.5 * width / pieces) + TINY
            if corner_error(scene, x, y, heading, claim) <= within + rest:
                return True
    return False


def best_match(
    scene: Scene, number: int, x: float, y: float, low: float, high: float, claim: Floats, windows: Array
) -> tuple[float, float]:
    """The proved legal heading between two that brings a step nearest a claim, and its corner error."""
    best, chosen = math.inf, low
    for w in range(windows_of(scene, number, x, y, low, high, 0.0, windows, 0)):
        for q in range(33):
            heading = windows[w, 0] + (windows[w, 1] - windows[w, 0]) * q / 32.0
            if q == 32:
                heading = min(max(near_turn(claim[2], heading), windows[w, 0]), windows[w, 1])
            error = corner_error(scene, x, y, heading, claim)
            if error < best:
                best, chosen = error, heading
    return best, chosen


def judge_claim(
    scene: Scene, x: float, y: float, half: float, layer: int, given: Array, many: int, claim: Floats, within: float,
    work: Work, path: Array,
) -> tuple[int, int, float]:  # fmt: skip
    """Whether a path through a cell may end within `within` mm (any corner) of a claimed pose.

    Returns (code, arcs left in work.arcs, corner error of the best path found). DEAD: none does.
    OPEN: it may. The best path's headings are left in `path` if it is within.
    """
    off = half * SQUARE
    best = math.inf
    dx, dy = x - claim[0], y - claim[1]
    if math.sqrt(dx * dx + dy * dy) > within + off:
        return DEAD, 0, best
    count = cell_arcs(scene, x, y, off, layer, given, many, work.arcs)
    swing = math.degrees(2.0 * math.asin(min(1.0, within / scene.step))) + WIDER
    alive = False
    for i in range(count):
        low, high = work.arcs[i, 0], work.arcs[i, 1]
        start, end = low - scene.limit - WIDER, high + scene.limit + WIDER
        if 0.5 * (end - start) + swing < 180.0:  # else headings near the claim's may lie at both ends
            about = near_turn(claim[2], 0.5 * (low + high))
            start, end = max(about - swing, start), min(about + swing, end)
        if start > end or not may_match(scene, layer + 1, x, y, off, start, end, claim, within, work.windows):
            continue
        alive = True
        for tries in range(9):
            # arrivals from which the claimed heading can be turned to
            at = low + (high - low) * (0.125 * tries)
            at = min(max(at, about - scene.limit), about + scene.limit)
            for turn in range(2):
                if not path_into(scene, x, y, half, layer, at, 1.0 - 2.0 * turn, work):
                    continue
                last = near_turn(work.headings[layer - 1], about)
                base_x, base_y = work.bases[layer, 0], work.bases[layer, 1]
                start, end = max(about - swing, last - scene.limit), min(about + swing, last + scene.limit)
                if start > end:
                    continue
                error, heading = best_match(scene, layer + 1, base_x, base_y, start, end, claim, work.windows)
                shift = work.headings[layer - 1] - last
                if scene.swept == 1 and not way_is_free(scene, layer + 1, base_x, base_y, last, heading):
                    continue
                if error < best:
                    best = error
                    for t in range(layer):
                        path[t] = work.headings[t]
                    path[layer] = heading + shift
                    path[layer + 1] = math.nan
    return (OPEN if alive else DEAD), count, best


def judge_claims(
    scene: Scene, cells: Cells, claim: Floats, within: float, work: Work, codes: Ints, path: Array, best_path: Array
) -> float:
    """`judge_claim` for many cells, whose arcs are replaced; the best corner error (its path in best_path)."""
    best = math.inf
    for i in range(len(cells.layer)):
        x, y, half, given = cells.square[i, 0], cells.square[i, 1], cells.square[i, 2], cells.arcs[i]
        code, many, error = judge_claim(
            scene, x, y, half, cells.layer[i], given, cells.many[i], claim, within, work, path
        )
        codes[i] = code
        for a in range(many):
            given[a, 0], given[a, 1] = work.arcs[a, 0], work.arcs[a, 1]
        cells.many[i] = many
        if error < best:
            best = error
            for t in range(len(best_path)):
                best_path[t] = path[t]
    return best

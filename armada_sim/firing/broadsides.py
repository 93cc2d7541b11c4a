"""Gun reach and shots: decided exactly, with a witness or the list of blockers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flint import arb

from armada_sim.firing import guns
from armada_sim.firing.guns import LONG_SIDES, GunSide, Slides
from armada_sim.geometry import (
    BallPoint,
    Body,
    Domain,
    Gap,
    Point,
    Relation,
    Scene,
    Solid,
    clear_slide,
    clearance,
    find_line,
    sight,
    template_at,
    working_at,
)
from armada_sim.table import Layout, Obstacle, Pose, Rules, Ship, Unit

Parts = Sequence[tuple[BallPoint, ...]]
"""Convex shapes in the gun frame."""


@dataclass(frozen=True)
class ShotCase:
    """One shot: who fires at whom, from which sides, and what may be in the way."""

    shooter: Ship
    target: Ship
    ships: tuple[Ship, ...]
    """Other ships that count as solid under the rules."""

    obstacles: tuple[Obstacle, ...]
    """Objects that block shots under the rules."""

    domain: Domain
    rules: Rules
    sides: tuple[str, ...]

    passed_ships: tuple[Ship, ...] = ()
    """Ships that block no shot but lie there: the large piece must fit among them too (physical_fit)."""

    passed_obstacles: tuple[Obstacle, ...] = ()
    """Objects that do."""

    unit: Unit = field(default_factory=Unit)
    """Of sentences."""

    def moved(self, poses: Mapping[str, Pose]) -> ShotCase:
        """The same shot with some ships lying elsewhere."""

        def at(ship: Ship) -> Ship:
            return replace(ship, pose=poses[ship.name]) if ship.name in poses else ship

        ships, passed = tuple(at(s) for s in self.ships), tuple(at(s) for s in self.passed_ships)
        return replace(self, shooter=at(self.shooter), target=at(self.target), ships=ships, passed_ships=passed)

    def body(self, ship: Ship) -> Body:
        """The ship's outline where it lies."""
        return self.rules.outline(ship.size).flat(ship.pose.place)

    @property
    def aimed(self) -> Body:
        """The target's outline where it lies."""
        return self.body(self.target)

    def blockers(self) -> list[tuple[str, Solid]]:
        """Name and convex solid of everything that can be in the way."""
        found: list[tuple[str, Solid]] = [(ship.name, self.body(ship)) for ship in self.ships]
        found += [(thing.name, part) for thing in self.obstacles for part in thing.parts]
        return found

    def lying(self) -> list[Solid]:
        """Every convex solid on the table but shooter and target, whether or not it blocks shots."""
        passed = [self.body(ship) for ship in self.passed_ships]
        parts = [part for thing in self.passed_obstacles for part in thing.parts]
        return [*(solid for _, solid in self.blockers()), *passed, *parts]


@dataclass(frozen=True, slots=True)
class Shot:
    """What is true of a shot from one side."""

    side: str
    clear: bool
    armed: bool = True
    """Whether the large piece can be laid on this side at all."""

    fits: bool = True
    """Whether it fits anywhere on this side (option physical_fit)."""

    touching: Gap | None = None
    """The clearance of this side and the target, if that forbids the shot (option touching_target)."""

    reached: bool = True
    """Whether enough of the target is in reach when nothing blocks."""

    covered: float | None = None
    """The largest share of the target that can be covered, if it is too small (option in_area)."""

    slide: float | None = None
    gun_point: Point | None = None
    target_point: Point | None = None
    tried: tuple[Point, Point] | None = None
    """A line that only fails because something is in the way."""

    blockers: tuple[str, ...] = ()


def shot_case(layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules) -> ShotCase:
    """What counts in a shot under the rules (wreck, friendly_blocks, objects)."""
    solid: list[Ship] = []
    passed: list[Ship] = []
    for ship in layout.ships:
        if ship.name in (shooter.name, target.name) or (ship.sunk and rules.wreck == "removed"):
            continue
        friend = layout.allied(ship.player, shooter.player)
        through = rules.friendly_blocks == "none" or (friend and rules.friendly_blocks == "enemies_only")
        (passed if through else solid).append(ship)
    things = tuple(thing for thing in layout.objects if not thing.marker)
    blocking, beneath = ((), things) if rules.objects == "block_move_only" else (things, ())
    return ShotCase(
        shooter, target, tuple(solid), blocking, layout.surface.domain, rules, tuple(sides), tuple(passed), beneath
    )


def decide(case: ShotCase) -> list[Shot]:
    """Whether the shot is clear from each of the case's sides, decided exactly, with the evidence."""
    return [_decide_side(case, side) for side in case.sides]


def clear_shot(case: ShotCase) -> Shot | None:
    """The first clear shot from the case's sides, None if there is none: the same decision, no blockers named."""
    shots = (_decide_side(case, side, explain=False) for side in case.sides)
    return next((shot for shot in shots if shot.clear), None)


def is_clear(case: ShotCase) -> bool:
    """Whether the shot is clear from any of the case's sides."""
    return clear_shot(case) is not None


def shot_work(case: ShotCase) -> int:
    """How much `is_clear` has to look at: pairs of what comes near a side's region of reach, and all its corners."""
    total = 0
    for side in case.sides:
        gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), side)
        solids = [case.aimed, *(solid for _, solid in _near(case, gun))]
        total += len(solids) ** 2 + sum(len(solid.corners) for solid in solids)
    return total


def side_gap(case: ShotCase, side: str) -> Gap:
    """Clearance of a gun side, a closed segment, and what is fired at."""
    gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), side)
    return clearance(gun.edge, case.aimed)


def _scene(
    case: ShotCase, gun: GunSide, slides: tuple[arb, arb], target: tuple[BallPoint, ...], blockers: Parts
) -> Scene:
    rules, template = case.rules, guns.large_template(case.rules)
    return Scene(
        target=target,
        blockers=tuple(blockers),
        base=template.base.ball(),
        lines=tuple(template.lines()),
        first=slides[0],
        last=slides[1],
        side=gun.length(),
        touching_reaches=rules.in_area == "touch_counts",
        grazing_passes=rules.obstruction == "partial_cover_ok",
        depth=template.depth.ball(),
        blunt=template.blunt,
    )


def _decide_side(case: ShotCase, side: str, *, explain: bool = True) -> Shot:
    gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), side)
    template = guns.large_template(case.rules)
    if case.rules.touching_target == "cannot":
        gap = side_gap(case, side)
        if gap.relation is not Relation.APART:
            return Shot(side, clear=False, touching=gap)
    named = _near(case, gun)
    with working_at(sight.FINEST):
        slides = guns.base_slides(gun, template)
        if not slides:
            return Shot(side, clear=False, armed=False)
        body = case.aimed
        corners = gun.to_frame(body.balls())
        slides = guns.fitting_slides(slides, gun, template, case.lying(), case.rules, case.domain)
        if not slides:
            return Shot(side, clear=False, fits=False)
        covering = guns.covering_slides(slides, template, corners, case.rules.in_area)
        if not covering:
            covered = guns.most_covered(slides, template, corners) if explain else None
            return Shot(side, clear=False, reached=False, covered=covered)
        slides = covering
        if case.rules.obstruction == "clear_template":
            return _clear_template(case, gun, slides, corners, named, explain=explain)
        solids = [(name, gun.to_frame(solid.balls())) for name, solid in named]
        if case.rules.obstruction == "none":
            solids = []
        found = _line(case, gun, slides, corners, [c for _, c in solids])
        if found is not None:
            return replace(found, side=side)
        if not explain:
            return Shot(side, clear=False)
        if not solids:
            return Shot(side, clear=False, reached=False)
        free = _line(case, gun, slides, corners, [])
        if free is None:
            return Shot(side, clear=False, reached=False)
        assert free.gun_point is not None
        assert free.target_point is not None
        return Shot(
            side,
            clear=False,
            tried=(free.gun_point, free.target_point),
            blockers=_guilty(case, gun, slides, corners, solids),
        )


def _near(case: ShotCase, gun: GunSide) -> list[tuple[str, Solid]]:
    """The blockers that come near the region of reach; the others cannot matter."""
    reach = float(guns.large_template(case.rules).depth) + 1
    width = gun.length_text + 2 * float(guns.large_template(case.rules).base)
    (ax, ay), (wx, wy), (mx, my) = gun.axes_float()
    found = []
    for name, solid in case.blockers():
        xs = [(x - ax) * wx + (y - ay) * wy for x, y in solid.corners]
        ys = [(x - ax) * mx + (y - ay) * my for x, y in solid.corners]
        if max(ys) > -1 and min(ys) < reach and max(xs) > -width and min(xs) < width:
            found.append((name, solid))
    return found


def _line(case: ShotCase, gun: GunSide, slides: Slides, target: tuple[BallPoint, ...], blockers: Parts) -> Shot | None:
    """A clear line from any slide to the target."""
    for interval in slides:
        scene = _scene(case, gun, interval, target, blockers)
        line = find_line(scene).line
        if line is None:
            continue
        low, high = _slide_range(scene, line)
        return Shot(
            gun.side,
            clear=True,
            slide=float(((low + high) / 2).mid()),
            gun_point=gun.to_table(float(line.start), 0.0),
            target_point=gun.to_table(float(line.x), float(line.y)),
        )
    return None


def _slide_range(scene: Scene, line: sight.Line) -> tuple[arb, arb]:
    """Slides at which the template covers the line's ends."""
    low, high = scene.first.max(line.start - scene.base), scene.last.min(line.start)
    for k, c in scene.lines:
        low = low.max(line.x - scene.base + k * line.y - c)
        high = high.min(line.x - k * line.y + c)
    return low, high


def _guilty(
    case: ShotCase, gun: GunSide, slides: Slides, target: tuple[BallPoint, ...],
    solids: Sequence[tuple[str, tuple[BallPoint, ...]]],
) -> tuple[str, ...]:  # fmt: skip
    """Names of blockers: a set of which none can be left out, nearest first."""
    shapes = [c for _, c in solids]
    scenes = [_scene(case, gun, interval, target, shapes) for interval in slides]
    shut = {i for scene in scenes for i in find_line(scene).shut}
    solids = [solid for i, solid in enumerate(solids) if i in shut]
    names = list(dict.fromkeys(name for name, _ in solids))
    depth = {name: min(float(guns.least_depth(c)) for n, c in solids if n == name) for name in names}
    needed = sorted(names, key=lambda name: depth[name])
    for name in reversed(list(needed)):
        rest = [c for n, c in solids if n in needed and n != name]
        if _line(case, gun, slides, target, rest) is None:
            needed.remove(name)
    return tuple(needed)


def _clear_template(
    case: ShotCase, gun: GunSide, slides: Slides, target: tuple[BallPoint, ...], named: list[tuple[str, Solid]],
    *, explain: bool,
) -> Shot:  # fmt: skip
    template = guns.large_template(case.rules)
    solids = [(name, gun.to_frame(solid.balls())) for name, solid in named]
    touching = case.rules.in_area == "touch_counts"
    found = clear_slide(template, slides, target, [c for _, c in solids], touching=touching)
    if found is not None:
        slide, (px, _), (qx, qy) = found
        return Shot(
            gun.side, clear=True, slide=float(slide), gun_point=gun.to_table(float(px), 0.0),
            target_point=gun.to_table(float(qx), float(qy)),
        )  # fmt: skip
    free = clear_slide(template, slides, target, [], touching=touching) if explain else None
    if free is None:
        return Shot(gun.side, clear=False, reached=False)
    names = list(dict.fromkeys(name for name, _ in solids))
    needed = list(names)
    for name in names:
        rest = [c for n, c in solids if n in needed and n != name]
        if clear_slide(template, slides, target, rest, touching=touching) is None:
            needed.remove(name)
    _, (px, _), (qx, qy) = free
    tried = (gun.to_table(float(px), 0.0), gun.to_table(float(qx), float(qy)))
    return Shot(gun.side, clear=False, tried=tried, blockers=tuple(needed))


def region(case: ShotCase, side: str) -> list[Point]:
    """Corners of the region of reach of a side for drawing, table frame, mm; empty if disarmed."""
    gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), side)
    template = guns.large_template(case.rules)
    with working_at(sight.FINEST):
        slides = guns.base_slides(gun, template)
        if not slides:
            return []
        first = template_at(template, slides[0][0])
        last = template_at(template, slides[-1][1])
        right = last[1 : (len(last) + 1) // 2 + 1]  # with the tip; a tip cut off has two corners
        left = [first[0], *first[: len(first) // 2 : -1]]
        corners = [(float(x), float(y)) for x, y in (*left[:1], *right, *reversed(left[1:]))]
    return [gun.to_table(x, y) for x, y in corners]


def reaches(layout: Layout, ship: Ship, rules: Rules) -> list[tuple[Point, ...]]:
    """Corners of the region of reach of each side that can fire, table frame, mm; none of a sunk ship."""
    if ship.sunk:
        return []
    case = shot_case(layout, ship, ship, LONG_SIDES, rules)
    return [tuple(corners) for side in case.sides if (corners := region(case, side))]

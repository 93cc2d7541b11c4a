"""Set-ups: every problem of a layout, with its clause (`setup.*` in `docs/rules/armada.md`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from armada_sim.evidence import (
    RELATED,
    Answer,
    Closest,
    Condition,
    Deepen,
    Escape,
    Key,
    Movable,
    Reason,
    Related,
    Ruling,
    SetupEvidence,
    Shift,
    Verdict,
    closest,
    conclude,
    displacement,
    doubt_reason,
    flip_ships,
    gap_condition,
    judge,
    relation_text,
    search_notes,
    told_heading,
)
from armada_sim.geometry import (
    FLIP_PAST_MM,
    FLOAT_ABSOLUTE_ULPS,
    MM_PER_INCH,
    PROVED_SHARE,
    Body,
    ConvexDomain,
    DiscDomain,
    ExactPoint,
    Gap,
    Polygon,
    Relation,
    Solid,
    Unbounded,
    at_least,
    clearance,
    deeper_than,
    hull_around,
    least_width,
    local,
)
from armada_sim.moving import Mover, first_intervals, is_solid
from armada_sim.setup._declared import declared_notes, declared_problems, fleets_meant
from armada_sim.setup._games import games_played
from armada_sim.setup._groups import joined, shortest_tree
from armada_sim.setup._lie import Lie
from armada_sim.table import SIDES, Clause, Layout, Obstacle, Rules, Ship, Surface, Unit, object_words
from armada_sim.tabletop import N_, Amount, Listing, Message

if TYPE_CHECKING:
    from armada_sim.geometry import Region

_ENGLISH_WIDTH_MM = 20 * MM_PER_INCH
"""mm. The playing surface should be at least this wide (English text)."""

_WIDEST_GAP_MM = 12 * MM_PER_INCH
"""mm. The most that any text asks for between enemies at set-up (English text)."""

MOST_CLOSE_PAIRS = 2000
"""Pairs of ships within a step of each other, at most, for which the first headings of each are given with a set-up:
some seconds. Sixty on one spot are 1,770 pairs."""


_WELL_INSIDE_MM = 1.0
"""mm. What is farther inside than this is inside, whatever rounding does."""

_EDGES = ("west", "east", "south", "north")

_FAR_ENOUGH = N_("{ship} and {other} are {length} apart, at least the agreed {limit}")
_TOO_NEAR = N_("{ship} and {other} are {length} apart, less than the agreed {limit}")
_AT_EDGE: Related = (
    N_("{ship} lies touching the edge of the surface"),
    N_("{ship} lies over the edge of the surface by {length}"),
    N_("{ship} lies inside the edge of the surface by {length}"),
)
_IN_HALF = (
    N_("{ship} lies within its player's half ({side})"),
    N_("{ship} sticks out by {length} from its player's half ({side})"),
)
_IN_BAND = (
    N_("{ship} lies within {depth} of its player's edge ({side})"),
    N_("{ship} sticks out by {length} from the {depth} at its player's edge ({side})"),
)
_LINKED = N_("{ship} is {length} from {other}; a group keeps within {limit}")
_ALONE = N_(
    "{ship} is {length} from {other}, the nearest of the rest of its fleet; a fleet is one group, no part farther than "
    "{limit} from the rest"
)
_PARTS = N_(
    "{ship} (with {rest}) is {length} from {other}, the nearest of the rest of its fleet; a fleet is one group, no "
    "part farther than {limit} from the rest"
)


class Setup:
    """One layout under one set of rules, with bodies that can be displaced."""

    def __init__(self, layout: Layout, rules: Rules, unit: Unit) -> None:
        self.layout, self.rules, self.unit = layout, rules, unit
        self.min_gap = rules.min_gap_mm
        self.afloat = [s for s in layout.ships if not (s.sunk and rules.wreck == "removed")]
        self._weights = {s.name: layout.weight(s) for s in self.afloat}
        self._tolerances = {s.name: layout.slack_of(s) for s in self.afloat}
        self.stated = Lie({s.name: rules.outline(s.size).solid(s.pose.place) for s in self.afloat})

    def pieces(self) -> dict[Key, Movable]:
        """Everything that can be displaced."""
        return {s.name: Movable(self._weights[s.name], self.stated.bodies[s.name].shadow.arms) for s in self.afloat}

    def displaced(self, shift: Shift) -> Lie:
        """The ships after a displacement."""
        bodies = {
            name: replace(body, place=body.place.displaced(shift[name])) if name in shift else body
            for name, body in self.stated.bodies.items()
        }
        return Lie(bodies, self.stated, {name for name in bodies if name in shift})

    def conditions(self, shift: Shift, *, only_broken: bool = False) -> list[Condition]:
        """All conditions. Pairs that are far enough apart at a glance are left out after a displacement, or if anything
        is wrong, since none of them is the tightest then. only_broken: others that hold may be left out too.
        """
        lie = self.displaced(shift) if shift else self.stated
        found = self._conditions(lie, self._near(lie), glance=only_broken and not shift)
        if shift or only_broken or not all(condition.holds for condition in found):
            return found
        return self._conditions(lie, combinations(self.afloat, 2))

    def _near(self, lie: Lie) -> Iterator[tuple[Ship, Ship]]:
        """Pairs of ships, in the layout's order, that are perhaps nearer than they may be."""
        for i, j in lie.near(float(self.min_gap)):
            a, b = self.afloat[i], self.afloat[j]
            if self._enemies(a, b) or lie.least_gap(a.name, b.name) <= 0:
                yield a, b

    def _conditions(self, lie: Lie, pairs: Iterable[tuple[Ship, Ship]], *, glance: bool = False) -> list[Condition]:
        """The conditions on these pairs, and on each ship; glance: but for most of those that hold."""
        near = [(a, b) for a, b in pairs if not glance or not self._clear(a, b, lie)]
        found = [condition for a, b in near for condition in self._pair(a, b, lie)]
        for ship in self.afloat:
            solid = lie.bodies[ship.name]
            flat = self.rules.outline(ship.size).flat(solid.place)
            found += self._objects(ship, solid)
            if not glance or not self._well_inside(ship, lie):
                found += self._surface(ship, flat)
                found += self._zone(ship, flat)
        if self.rules.deploy_zone == "own_side_group":
            found += self._groups(lie, glance=glance)
        return found

    def _clear(self, a: Ship, b: Ship, lie: Lie) -> bool:
        """Whether two ships are apart, and as far as they have to be."""
        gap, between = lie.gap(a.name, b.name), (lie.bodies[a.name], lie.bodies[b.name])
        return gap.relation is Relation.APART and (not self._enemies(a, b) or at_least(*between, gap, self.min_gap))

    def _enemies(self, a: Ship, b: Ship) -> bool:
        return not self.layout.allied(a.player, b.player)

    def _keys(self, *ships: Ship) -> list[tuple[Key | None, Fraction]]:
        return [(ship.name, self._weights[ship.name]) for ship in ships]

    def _counts_as_contact(self, between: tuple[Solid, Solid], gap: Gap, slack: Fraction) -> bool:
        """Pieces that lie overlapping by no more than their errors are in contact (`docs/exactness.md` says why)."""
        return gap.relation is Relation.OVERLAP and not deeper_than(*between, gap, slack)

    def _slack(self, *ships: Ship) -> Fraction:
        """mm. By how much pieces may overlap as stated and still count as in contact."""
        return sum((self._tolerances[ship.name] for ship in ships), Fraction(0))

    def _pair(self, a: Ship, b: Ship, lie: Lie) -> list[Condition]:
        gap, between = lie.gap(a.name, b.name), (lie.bodies[a.name], lie.bodies[b.name])
        slack = self._slack(a, b)
        contact = gap.relation is Relation.CONTACT or self._counts_as_contact(between, gap, slack)
        names, words, pair = (a.name, b.name), self.unit, {"ship": a.name, "other": b.name}
        found = []
        if gap.relation is Relation.OVERLAP and not contact:
            text = Message("{ship} and {other} overlap by {length}", length=words.text(-gap.value), **pair)
            reason = Reason(Clause.SETUP_OVERLAP, text, None, names, gap.value, 0.0)
            # where they may touch, they need not be brought wholly apart
            enough = 0.0 if self.rules.setup_touch == "no_touch" else -float(slack)
            found.append(gap_condition(reason, gap, self._keys(a, b), holds=False, offset=enough))
        elif self.rules.setup_touch == "no_touch":
            text = Message(N_("{ship} and {other} touch") if contact else N_("{ship} and {other} do not touch"), **pair)
            reason = Reason(Clause.SETUP_TOUCH, text, None, names, gap.value, 0.0)
            found.append(gap_condition(reason, gap, self._keys(a, b), holds=not contact, between=between))
        elif gap.relation is Relation.APART:
            text = Message("{ship} and {other} are {length} apart", length=words.text(gap.value), **pair)
            reason = Reason(Clause.SETUP_OVERLAP, text, None, names, gap.value, 0.0)
            # nearer pieces touch, which is allowed, until they count as overlapping
            found.append(self._until_deep(reason, gap, self._keys(a, b), between, float(slack)))
        if self._enemies(a, b):
            need = float(self.min_gap)
            holds = at_least(*between, gap, self.min_gap)
            apart, agreed = words.compared(max(0.0, gap.value), need)
            text = Message(_FAR_ENOUGH if holds else _TOO_NEAR, length=apart, limit=agreed, **pair)
            reason = Reason(Clause.SETUP_GAP, text, None, names, gap.value, need)
            found.append(gap_condition(reason, gap, self._keys(a, b), holds=holds, offset=need))
        return found

    def _surface(self, ship: Ship, body: Body) -> list[Condition]:
        if isinstance(self.layout.surface.domain, Unbounded):
            return []
        gap = self.layout.surface.domain.room(body)
        holds = gap.relation in (Relation.APART, Relation.CONTACT)
        text = relation_text(gap, self.unit, _AT_EDGE, ship=ship.name)
        reason = Reason(Clause.SETUP_EDGE, text, None, (ship.name, "edge"), gap.value, 0.0)
        escape = self._escape(ship, body, self.layout.surface.domain.region)
        return [gap_condition(reason, gap, [*self._keys(ship), (None, Fraction(0))], holds=holds, escape=escape)]

    def _well_inside(self, ship: Ship, lie: Lie) -> bool:
        """Whether the circle about a ship lies on a rectangular surface, away from its edges, and on its player's part
        of it, by more than rounding and what the circle leaves out."""
        if self.layout.surface.kind != "rectangle":
            return False
        left, bottom, right, top = self.layout.surface.bounds
        circle = lie.circles[ship.name]
        room = circle.x - left, right - circle.x, circle.y - bottom, top - circle.y
        part = self._part(ship)
        least = min(room) if part is None else min(*room, part[1] - room[_EDGES.index(part[0])])
        return least > circle.radius + _WELL_INSIDE_MM

    def _part(self, ship: Ship) -> tuple[str, float] | None:
        """The side of a ship's player and how many mm from that edge it may lie; None where it may lie anywhere."""
        side = next((f.side for f in self.layout.fleets if f.player == ship.player), None)
        band = self.rules.edge_band_mm
        left, bottom, right, top = self.layout.surface.bounds
        if side is None or not math.isfinite(left) or (band is None and self.rules.deploy_zone != "own_side_group"):
            return None
        return side, ((right - left if side in ("west", "east") else top - bottom) / 2 if band is None else float(band))

    def _escape(self, ship: Ship, body: Body, region: Callable[[ExactPoint], Region]) -> Escape | None:
        return Escape(ship.name, body, region, decides=True) if self._weights[ship.name] else None

    def _objects(self, ship: Ship, body: Body) -> list[Condition]:
        found = []
        for thing in self.layout.objects:
            if not is_solid(thing, self.rules):
                continue
            gaps = sorted(((clearance(body, part), part) for part in thing.parts), key=lambda item: item[0].low)
            gap, slack = gaps[0][0], self._slack(ship)
            keys: list[tuple[Key | None, Fraction]] = [*self._keys(ship), (None, Fraction(0))]
            text = relation_text(gap, self.unit, RELATED, ship=ship.name, other=object_words(thing.name))
            reason = Reason(Clause.SETUP_OVERLAP, text, None, (ship.name, thing.name), gap.value, 0.0)
            if gap.relation is Relation.APART:
                parts = gaps if slack else gaps[:1]  # whichever part it comes to lie in deep enough
                found += [self._until_deep(reason, g, keys, (body, part), float(slack)) for g, part in parts]
            elif gap.relation is Relation.OVERLAP and not self._counts_as_contact((body, gaps[0][1]), gap, slack):
                # within its error a ship may lie in an object, so then it need not be brought wholly off it
                where = partial(_shallow, thing, float(slack)) if slack else thing.off
                escape = self._escape(ship, body, where)
                enough = -float(slack)
                found.append(gap_condition(reason, gap, keys, holds=False, offset=enough, escape=escape))
        return found

    def _until_deep(
        self, reason: Reason, gap: Gap, keys: list[tuple[Key | None, Fraction]], solids: tuple[Solid, Solid],
        slack: float,
    ) -> Condition:  # fmt: skip
        """Two things apart, which may come to touch: they break a rule once they overlap by more than `slack` mm."""
        condition = gap_condition(reason, gap, keys, holds=True, offset=-slack, between=solids)
        if not slack or not all(type(solid) in (Body, Polygon) for solid in solids):
            return condition
        return replace(condition, deepen=Deepen(solids, (keys[0][0], keys[1][0]), slack))

    def _zone(self, ship: Ship, body: Body) -> list[Condition]:
        """The ship lies wholly on its player's half, or in the band at the player's edge."""
        part = self._part(ship)
        if part is None:
            return []
        side, depth = part
        left, bottom, right, top = self.layout.surface.bounds
        axis, sign, start, end = {
            "west": (0, 1, left, right), "east": (0, -1, right, left),
            "south": (1, 1, bottom, top), "north": (1, -1, top, bottom),
        }[side]  # fmt: skip
        limit = start + sign * depth
        corner = max(body.corners, key=lambda p: sign * p[axis])
        slack = sign * (limit - corner[axis])
        foot = (limit, corner[1]) if axis == 0 else (corner[0], limit)
        error = body.error + FLOAT_ABSOLUTE_ULPS * (abs(limit) + abs(start) + abs(end))
        relation = Relation.APART if slack >= -error else Relation.OVERLAP
        gap = Gap(relation, slack, slack - error, slack + error, corner, foot)
        holds = relation is Relation.APART
        said = (_IN_HALF if self.rules.edge_band_mm is None else _IN_BAND)[not holds]
        amount, most = self.unit.text(max(0.0, -slack)), self.unit.stated(depth)
        text = Message(said, ship=ship.name, length=amount, depth=most, side=SIDES[side])
        reason = Reason(Clause.SETUP_ZONE, text, None, (ship.name,), slack, 0.0)
        return [gap_condition(reason, gap, [*self._keys(ship), (None, Fraction(0))], holds=holds)]

    def _groups(self, lie: Lie, *, glance: bool) -> list[Condition]:
        """The ships of each player form one group: no part of it is farther from the rest than a large piece is long.

        A condition for each link of the shortest tree that joins them: the tree holds while every link does, and a
        link too long is the least distance between the two parts it joins.
        """
        limit = float(self.rules.template_length)
        found = []
        for player in dict.fromkeys(ship.player for ship in self.afloat):
            names = [ship.name for ship in self.afloat if ship.player == player]
            links = shortest_tree(names, lie.least_gap, lambda a, b: lie.gap(a, b).value)
            for a, b in links:
                gap = lie.gap(a, b)
                if glance and gap.value <= limit:
                    continue
                near = joined(a, [link for link in links if link != (a, b)]) if gap.value > limit else {a}
                beside, apart = [name for name in names if name in near], [name for name in names if name not in near]
                found.append(self._link(a, b, beside, apart, gap, limit))
        return found

    def _link(
        self, a: str, b: str, near: Collection[str], far: Collection[str], gap: Gap, limit: float
    ) -> Condition:  # fmt: skip
        """A link of a fleet's tree; if it is too long, the parts of the fleet on its sides: with `a`, and with `b`."""
        holds, words = gap.value <= limit, self.unit
        lengths = dict(zip(("length", "limit"), words.compared(max(0.0, gap.value), limit), strict=True))
        if holds:
            text = Message(_LINKED, ship=a, other=b, **lengths)
        else:
            one, other, few = (a, b, near) if len(near) <= len(far) else (b, a, far)
            rest = sorted(name for name in few if name != one)
            text = Message(_PARTS if rest else _ALONE, ship=one, rest=Listing(rest), other=other, **lengths)
        reason = Reason(Clause.SETUP_GROUP, text, None, (a, b), gap.value, limit)
        # its points the other way round, since pushing apart is what breaks it and together what mends it
        slack = Gap(gap.relation, limit - gap.value, limit - gap.high, limit - gap.low, gap.on_b, gap.on_a)
        weights = self._weights
        condition = gap_condition(reason, slack, [(name, weights[name]) for name in (a, b)], holds=holds)
        if holds:
            share = float(weights[a] + weights[b])
            low = (limit - gap.value) * (1 - PROVED_SHARE) / share if share else math.inf
            return replace(condition, low=low)
        # whichever two ships of the parts come near enough mend it
        share = float(max(weights[name] for name in near) + max(weights[name] for name in far))
        low = (gap.value - limit) * (1 - PROVED_SHARE) / share if share else math.inf
        return self._drawn_together(replace(condition, low=low), gap, limit, (near, far))

    def _drawn_together(
        self, condition: Condition, gap: Gap, limit: float, parts: tuple[Collection[str], Collection[str]]
    ) -> Condition:
        """A link too long, mended by shifting both parts of the fleet whole, each by its share."""
        shares = [float(min(self._weights[name] for name in part)) for part in parts]
        if not sum(shares):
            return condition
        step = (gap.value - limit + FLIP_PAST_MM / 2) / sum(shares)
        (ax, ay), (bx, by) = gap.on_a, gap.on_b
        length = math.dist(gap.on_a, gap.on_b)
        ux, uy = (bx - ax) / length, (by - ay) / length
        motion = tuple(
            (name, displacement(sign * share * step * ux, sign * share * step * uy))
            for part, share, sign in zip(parts, shares, (1, -1), strict=True)
            if share
            for name in part
        )
        return replace(condition, high=step, motion=motion)

    def surface(self) -> list[Reason]:
        """What is wrong with the surface (option surface_least)."""
        least = self.rules.surface_least_mm
        if least is None or not narrower_than_agreed(self.layout.surface, self.rules):
            return []
        width = surface_width(self.layout.surface)
        across, asked = self.unit.compared(width, float(least))
        text = Message("the surface is only {width} across; it should be at least {least}", width=across, least=asked)
        return [Reason(Clause.SETUP_SURFACE, text, None, ("edge",), width, float(least))]

    def notes(self) -> list[Message]:
        """What the texts say of a surface and of gaps that not all of them allow."""
        found, words = [], self.unit
        width = surface_width(self.layout.surface)
        if self.rules.surface_least_mm is None and _narrower(width, _ENGLISH_WIDTH_MM):
            found.append(
                Message(
                    "the surface is {width} across; the English text alone says that it should be {least} at least "
                    "(surface_least)",
                    width=words.stated(width), least=Amount("20", "in"),
                )
            )  # fmt: skip
        near, most = self.stated, float(_WIDEST_GAP_MM)
        for a, b in combinations(self.afloat, 2):
            if self._enemies(a, b) and near.least_gap(a.name, b.name) < most and near.gap(a.name, b.name).high < most:
                found.append(
                    Message(
                        "{ship} and {other} are closer than one of the texts requires (10 to {inches} in the English "
                        "one, 25 to {centimetres} in the French one); the agreed gap is {agreed} (min_gap)",
                        ship=a.name, other=b.name, inches=Amount("12", "in"), centimetres=Amount("30", "cm"),
                        agreed=words.stated(float(self.min_gap)),
                    )
                )  # fmt: skip
                break
        return found


def surface_width(surface: Surface) -> float:
    """mm. How far across a surface is at its narrowest, over its hull; infinite without edges."""
    domain = surface.domain
    if isinstance(domain, Unbounded):
        return math.inf
    if isinstance(domain, DiscDomain):
        return 2 * float(domain.radius)
    corners = [(float(x), float(y)) for x, y in surface.corners]
    return least_width(corners if isinstance(domain, ConvexDomain) else hull_around(corners))


def narrower_than_agreed(surface: Surface, rules: Rules) -> bool:
    """Whether a surface is too narrow (option surface_least)."""
    return rules.surface_least_mm is not None and _narrower(surface_width(surface), rules.surface_least_mm)


def _narrower(width: float, least: Fraction) -> bool:
    """Whether a width is below a least one, by more than rounding."""
    return width < float(least) * (1 - PROVED_SHARE)


def _shallow(thing: Obstacle, depth: float, origin: ExactPoint) -> Region:
    """All that lies no deeper than `depth` mm in any convex part of an object, in a frame with this origin."""
    from armada_sim.geometry import Shallow

    return Shallow(tuple(tuple(local(part.exact_corners, origin)) for part in thing.parts), depth)


def _closest(verdict: Verdict) -> Closest | None:
    """The first clearance that is too small, for the picture."""
    found = next((c for c in verdict.conditions if not c.holds and c.points is not None), None)
    return None if found is None else closest(found)


def setup_problems(layout: Layout, rules: Rules) -> tuple[Reason, ...]:
    """What is wrong with ships set up so far, in the referee's words; fleets and the surface are not looked at.

    Under a tolerance, and unless doubt is to favour the players, what is in doubt is a problem too.
    """
    setup = Setup(layout, rules, Unit())
    verdict = judge(setup.conditions, setup.pieces()) if layout.largest_tolerance else None
    conditions = setup.conditions({}, only_broken=True) if verdict is None else verdict.conditions
    broken = tuple(c.reason for c in conditions if not c.holds)
    if verdict is None or conclude(not broken, verdict.low, layout.largest_tolerance, rules, passive=True)[1]:
        return () if verdict is not None else broken
    return broken or (doubt_reason(verdict, layout.largest_tolerance, Unit(), False),)


def setup_allowed(layout: Layout, rules: Rules) -> bool:
    """Whether a whole set-up is legal as it is stated, without its evidence: no margins."""
    setup = Setup(layout, rules, Unit())
    if declared_problems(layout, rules) or setup.surface():
        return False
    return all(condition.holds for condition in setup.conditions({}, only_broken=True))


def _mobility(setup: Setup) -> tuple[dict[str, float], list[Message]]:
    """Degrees of first headings that each ship may take, and notes on those that have none; nothing in a crowd."""
    rules, mobility, stuck = setup.rules, {}, []
    step = max((float(rules.outline(ship.size).step) for ship in setup.afloat), default=0.0)
    if len(setup.stated.near(step)) > MOST_CLOSE_PAIRS:
        return {}, [
            Message(
                "more than {most} pairs of ships lie within a step of each other: which of them can move was not "
                "worked out",
                most=MOST_CLOSE_PAIRS,
            )
        ]
    for ship in setup.afloat:
        intervals = first_intervals(Mover(ship, rules.outline(ship.size)), setup.layout, rules)
        mobility[ship.name] = told_heading(sum(i.end - i.start for i in intervals))
        if not intervals:
            stuck.append(Message("{ship} cannot move from where it lies", ship=ship.name))
    return mobility, stuck


def rule_on_setup(layout: Layout, rules: Rules, unit: Unit) -> Ruling:
    """The ruling on a whole set-up: every problem is a reason."""
    setup = Setup(layout, rules, unit)
    fixed = declared_problems(layout, rules) + setup.surface()
    verdict = judge(setup.conditions, setup.pieces())
    broken = [c.reason for c in verdict.conditions if not c.holds]
    holds = verdict.holds and not fixed
    low, high, flip = verdict.low, verdict.high, flip_ships(layout, verdict)
    if fixed:
        low, high, flip = math.inf, None, None
    answer, allowed = conclude(holds, low, layout.largest_tolerance, rules, passive=True)
    reasons = [*fixed, *broken]
    if not reasons:
        tight = min(verdict.conditions, key=lambda c: c.low, default=None)
        reasons = [tight.reason] if tight is not None else []
    if answer is Answer.IN_DOUBT:
        reasons.append(doubt_reason(verdict, layout.largest_tolerance, unit, allowed))
    played = games_played(fleets_meant(layout), rules)
    notes = [] if played is None else [played.note]
    sides = {fleet.player for fleet in layout.fleets if fleet.side}
    unsided = [p for p in dict.fromkeys(s.player for s in layout.ships) if p not in sides]
    if unsided and rules.deploy_zone != "anywhere":
        notes.append(
            Message("no side is declared for {players}: which half is theirs was not checked", players=Listing(unsided))
        )
    notes += [*declared_notes(layout, rules), *setup.notes()]
    notes += [] if fixed else search_notes(verdict)
    mobility, stuck = _mobility(setup)
    notes += stuck
    evidence = SetupEvidence(_closest(verdict), math.comb(len(setup.afloat), 2), mobility)
    if played is not None:
        offer = None if played.offer is None else str(played.offer)
        evidence = replace(evidence, games=played.games, offer=offer, would_be=played.would_be)
    return Ruling(
        "setup", answer, allowed, None, None, low if math.isfinite(low) else None,
        high if high is not None and math.isfinite(high) else None, flip, tuple(reasons),
        evidence, tuple(notes),
    )  # fmt: skip

"""What a ship can reach: in words for people, as plain data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from armada_sim.evidence import BlockedHeadings, HeadingInterval, Reason
from armada_sim.moving import Mover, first_blocks, legal_headings
from armada_sim.referee import positions_json
from armada_sim.table import Layout, Rules, Unit, edge_words, rounded
from armada_sim.tabletop import N_, Amount, Listing, Message
from armada_sim.wording.telling import Line, blocked_line, ended_by

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from armada_sim.regions import Reach, Threat


@dataclass(frozen=True)
class FirstStep:
    """Headings of a first step."""

    legal: tuple[HeadingInterval, ...]
    blocked: tuple[BlockedHeadings, ...]

    @classmethod
    def of(cls, layout: Layout, ship: str, rules: Rules) -> FirstStep:
        """Those of a ship. Raises InputError as `legal_headings` does."""
        moving = layout.ship(ship)
        blocked = first_blocks(Mover(moving, rules.outline(moving.size)), layout, rules)
        return cls(tuple(legal_headings(layout, ship, rules)), tuple(blocked))


def report(reach: Reach, first: FirstStep, when: str, unit: Unit) -> list[Line]:
    """Headings, areas, gap and undecided passages in sentences, lengths in `unit`."""
    legal, none = N_("Legal headings of {ship}'s first step:"), N_("{ship} has no legal heading.")
    lines: list[Line] = [(0, Message(legal if first.legal else none, ship=reach.ship))]
    lines += [(1, interval_line(one, unit)) for one in first.legal]
    if first.blocked:
        lines.append((0, Message("Blocked headings:")))
        lines += [(1, blocked_line(one, unit)) for one in first.blocked]
    least, most = _area(reach.inner.area, unit), _area(reach.outer.area, unit)
    if when == "final":
        covered = Message.counted(
            "After one step, at the end, {ship} can cover at least {least}, and at most {most}.",
            "After at most {n} steps, at the end, {ship} can cover at least {least}, and at most {most}.",
            reach.steps, ship=reach.ship, least=least, most=most,
        )  # fmt: skip
    else:
        covered = Message.counted(
            "After one step, at any moment, {ship} can cover at least {least}, and at most {most}.",
            "After at most {n} steps, at any moment, {ship} can cover at least {least}, and at most {most}.",
            reach.steps, ship=reach.ship, least=least, most=most,
        )  # fmt: skip
    decided = N_("The two borders are within {gap} of one another.")
    narrow = N_("The two borders are within {gap} of one another, but for passages too narrow to decide:")
    near = Message(narrow if reach.undecided else decided, gap=rounded(reach.gap, unit, up=True))
    return [*lines, (0, covered), (0, near), *_undecided(reach, unit)]


def interval_line(interval: HeadingInterval, unit: Unit) -> Message:
    """From where to where headings are legal, and what ends them."""
    return unit.span(interval.start, interval.end, said=(ended_by(interval.start_by), ended_by(interval.end_by)))


def threat_lines(threat: Threat, unit: Unit) -> list[Message]:
    """Areas and accuracy of what a ship can shoot at after moving, in sentences, lengths in `unit`."""
    least, most = _area(threat.inner.area, unit), _area(threat.outer.area, unit)
    said = N_("After moving, {ship} can shoot at least at {least}, and at most at {most}.")
    decided = N_("The two borders are within {gap} of one another.")
    shade = N_("The two borders are within {gap} of one another, but for {area} that may lie in shade.")
    area, gap = _area(threat.undecided.area, unit), rounded(threat.gap, unit, up=True)
    near = Message(decided if threat.undecided.is_empty else shade, gap=gap, area=area)
    return [Message(said, ship=threat.ship, least=least, most=most), near]


def _undecided(reach: Reach, unit: Unit) -> list[Line]:
    """One line for each set of blockers, the largest area first."""
    areas: dict[tuple[str, ...], list[float]] = {}
    for part in reach.undecided:
        areas.setdefault(part.blockers, []).append(part.region.area)
    return [
        (1, Message.counted(
            "{area} in {n} place, too narrow beside {by}",
            "{area} in {n} places, too narrow beside {by}",
            len(found), area=_area(sum(found), unit), by=Listing(map(edge_words, blockers)),
        ))
        for blockers, found in sorted(areas.items(), key=lambda item: -sum(item[1]))
    ]  # fmt: skip


def _area(area: float, unit: Unit) -> Amount:
    """An area (mm²) in words."""
    if unit.name == "in":
        return Amount(f"{area / unit.mm**2:.3g}", "in²")
    return Amount(f"{area / 100:.2f}", "cm²") if area >= 100 else Amount(f"{area:.2g}", "mm²")


def document(
    reach: Reach,
    first: FirstStep,
    when: str,
    rules: Rules,
    problems: Sequence[Reason] = (),
    lang: str = "en",
) -> dict[str, Any]:
    """The same as plain data: lengths mm, areas mm², regions as GeoJSON geometries in table coordinates.

    problems: what of the table cannot be (`position_problems`). lang: of their sentences.
    """
    return {
        "position": positions_json(problems, lang),
        "ship": reach.ship, "steps": reach.steps, "when": when, "rules": rules.not_default(), "gap": reach.gap,
        "headings": [interval.as_json() for interval in first.legal],
        "blocked": [block.as_json() for block in first.blocked],
        "area": {"inner": reach.inner.area, "outer": reach.outer.area},
        "inner": _geometry(reach.inner), "outer": _geometry(reach.outer),
        "undecided": [{"region": _geometry(u.region), "blockers": list(u.blockers)} for u in reach.undecided],
    }  # fmt: skip


def _geometry(region: BaseGeometry) -> dict[str, Any]:
    """A region as a GeoJSON MultiPolygon, whatever it is made of."""
    import shapely

    parts = [part for part in shapely.get_parts(region) if isinstance(part, shapely.Polygon) and not part.is_empty]
    rings = [[[list(point) for point in ring.coords] for ring in (p.exterior, *p.interiors)] for p in parts]
    return {"type": "MultiPolygon", "coordinates": rings}

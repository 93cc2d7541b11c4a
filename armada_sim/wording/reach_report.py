"""What a ship can reach: in words for people, as plain data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from armada_sim.evidence import BlockedHeadings, HeadingInterval, Reason
from armada_sim.moving import Mover, first_blocks, legal_headings
from armada_sim.referee import positions_json
from armada_sim.table import Layout, Rules, Unit, edge_words, rounded
from armada_sim.tabletop import Listing

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


def report(reach: Reach, first: FirstStep, when: str, unit: Unit) -> list[str]:
    """Headings, areas, gap and undecided passages in sentences, lengths in `unit`."""
    lines = [f"Legal headings of {reach.ship}'s first step:" if first.legal else f"{reach.ship} has no legal heading."]
    lines += [
        f"  {one.start:.4f}° ({edge_words(one.start_by)}) to {one.end:.4f}° ({edge_words(one.end_by)})"
        for one in first.legal
    ]
    if first.blocked:
        lines.append("Blocked headings:")
        lines += [f"  {one.start:.4f}° to {one.end:.4f}° by {edge_words(one.by)}" for one in first.blocked]
    steps = "one step" if reach.steps == 1 else f"at most {reach.steps} steps"
    moment = "at the end" if when == "final" else "at any moment"
    least, most = _area(reach.inner.area, unit), _area(reach.outer.area, unit)
    lines.append(f"After {steps}, {moment}, {reach.ship} can cover at least {least}, and at most {most}.")
    narrow = ", but for passages too narrow to decide:" if reach.undecided else "."
    lines.append(f"The true border lies within {rounded(reach.gap, unit, up=True)} of the one drawn{narrow}")
    return lines + _undecided(reach, unit)


def threat_lines(threat: Threat, unit: Unit) -> list[str]:
    """Areas and accuracy of what a ship can shoot at after moving, in sentences, lengths in `unit`."""
    at_most = _area(threat.outer.area, unit)
    lines = [
        f"After moving, {threat.ship} can shoot at least at {_area(threat.inner.area, unit)}, and at most at {at_most}."
    ]
    near = f"The two borders are within {rounded(threat.gap, unit, up=True)} of one another"
    if threat.undecided.is_empty:
        return [*lines, near + "."]
    return [*lines, f"{near}, but for {_area(threat.undecided.area, unit)} that may lie in shade."]


def _undecided(reach: Reach, unit: Unit) -> list[str]:
    """One line for each set of blockers, the largest area first."""
    areas: dict[tuple[str, ...], list[float]] = {}
    for part in reach.undecided:
        areas.setdefault(part.blockers, []).append(part.region.area)
    lines = []
    for blockers, found in sorted(areas.items(), key=lambda item: -sum(item[1])):
        by = Listing(edge_words(name) for name in blockers)
        places = "1 place" if len(found) == 1 else f"{len(found)} places"
        lines.append(f"  {_area(sum(found), unit)} in {places}, where {by} leaves too little room")
    return lines


def _area(area: float, unit: Unit) -> str:
    """An area (mm²) in words."""
    if unit.name == "in":
        return f"{area / unit.mm**2:.3g} in²"
    return f"{area / 100:.2f} cm²" if area >= 100 else f"{area:.2g} mm²"


def document(
    reach: Reach, first: FirstStep, when: str, rules: Rules, problems: Sequence[Reason] = ()
) -> dict[str, Any]:
    """The same as plain data: lengths mm, areas mm², regions as GeoJSON geometries in table coordinates.

    problems: what of the table cannot be (`position_problems`).
    """
    return {
        "position": positions_json(problems),
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

"""Long searches in stages: reach and threat that sharpen, and what can hit a ship."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from armada_sim.files.building import build_dispute
from armada_sim.table import Unit, rounded
from armada_sim.tabletop import InputError, Language, needs
from armada_sim.tabletop.web import refused, still_wanted
from armada_sim.web.answers import Point, RegionStage, Stage
from armada_sim.web.bodies import SharpenBody, understood
from armada_sim.web.looking import withheld

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from armada_sim.geometry import Progress
    from armada_sim.regions import Reach, Threat

_GAP_MM = 1.0
"""mm. How sharp a region becomes on the page."""


def answers(body: str, words: Language) -> Iterator[Stage]:
    """What a `SharpenBody` is answered without a server."""
    number: int | None = None
    try:
        given = understood(body, SharpenBody)
        number = given["id"]
        yield from to_the_end(given, words)
    except InputError as error:
        yield {"id": number, "error": refused(error, words)}


def to_the_end(given: SharpenBody, words: Language) -> Iterator[Stage]:
    """The stages of what is asked, and that it is done. Raises InputError."""
    yield from search_stages(given, words)
    yield {"id": given["id"], "done": True}


def search_stages(given: SharpenBody, words: Language, progress: Progress = still_wanted) -> Iterator[Stage]:
    """The stages of what is asked, as they are shown. Raises InputError, before the first.

    progress: called now and then; what it raises ends the search.
    """
    needs("numpy", "shapely", "llvmlite")
    from armada_sim.regions import threat_stages
    from armada_sim.regions.reach import reach_stages
    from armada_sim.web.dangers import dangers

    dispute, name = build_dispute(given["dispute"]), given["ship"]
    number, layout, rules, unit = given["id"], dispute.layout, dispute.rules, dispute.measure(given["show_in"])
    if given["what"] != "reach" and (quiet := withheld(rules)):
        raise quiet
    match given["what"]:
        case "reach":
            regions = reach_stages(layout, name, gap=_GAP_MM, rules=rules, progress=progress)
            return ({"id": number, "region": _shown(one, unit, words)} for one in regions)
        case "threat":
            covered = threat_stages(layout, name, gap=_GAP_MM, rules=rules, progress=progress)
            return ({"id": number, "region": _shown(one, unit, words)} for one in covered)
        case "danger":
            return ({"id": number, "danger": one.shown(rules, words)} for one in dangers(layout, name, rules, progress))


def _shown(found: Reach | Threat, unit: Unit, words: Language) -> RegionStage:
    """Rings of a region, and how well it is known."""
    text = words.say(
        "The true border lies within {length} of the one drawn.", length=words.tell(rounded(found.gap, unit, up=True))
    )
    return {"gap": found.gap, "inner": rings(found.inner), "outer": rings(found.outer), "text": text}


def rings(region: BaseGeometry) -> list[list[Point]]:
    """Corners of all borders of a region, outer ones and holes alike (drawn with the even-odd rule), to 0.01 mm."""
    polygons = [part for part in getattr(region, "geoms", [region]) if part.geom_type == "Polygon"]
    return [
        [(round(x, 2), round(y, 2)) for x, y in ring.coords]
        for polygon in polygons
        for ring in (polygon.exterior, *polygon.interiors)
    ]

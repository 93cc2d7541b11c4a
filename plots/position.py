"""A position, with regions that ships can reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import shapely
from matplotlib.axes import Axes

from armada_sim.evidence import Reason
from armada_sim.firing import reaches
from armada_sim.geometry import Point
from armada_sim.pictures import (
    DEFAULT_SHOW,
    Draft,
    Sight,
    Style,
    View,
    Words,
    compose_position,
    shapes,
    whole_view as bare_view,
)  # fmt: skip
from armada_sim.table import Layout, Rules, Ship, unit_of
from plots.region_marks import ReachShapes, mark_reach
from plots.settings import plain
from plots.sheet import Drawing, Sheet
from plots.style_file import style_of


@plain
def draw_position(
    ax: Axes, layout: Layout, rules: Rules, *, show: Collection[str] = DEFAULT_SHOW, unit: str = "mm",
    style: str | Style = "screen", lang: str = "en", title: str = "", view: View | None = None, legend: bool = True,
    reach: Mapping[str, ReachShapes] | None = None, text: str = "", flagships: Collection[str] = (),
    sights: Sequence[Sight] = (), problems: Sequence[Reason] = (), frame: bool = False,
) -> Drawing:  # fmt: skip
    """Draw a layout on `ax`, mm in data units, and return what was drawn.

    show: any of `SHOW`. reach: regions by the name of the ship, in its player's colour. flagships: ships that fly a
    flag. sights: clear lines of fire. problems: what of the table cannot be (`position_problems`). view: what part of
    the table; the whole if None. legend: right of the axes. frame: its first line says where (0, 0) lies and how
    headings count. text: a sentence under the title. Raises InputError for an unknown unit, style, language or thing to
    show.
    """
    words = Words(lang, unit_of(layout, unit))
    shown = view or whole_view(layout, rules, reach)
    sheet = Sheet(layout, rules, style_of(style), words, shown, flagships=flagships, ax=ax)

    def regions(on: Draft) -> None:
        assert isinstance(on, Sheet)
        for name, region in (reach or {}).items():
            _reach(on, layout.ship(name), region)

    compose_position(sheet, show, title=title, text=text, sights=sights, problems=problems, frame=frame, also=regions)
    return sheet.finish(legend=legend)


def whole_view(layout: Layout, rules: Rules, reach: Mapping[str, ReachShapes] | None = None) -> View:
    """All of the surface, the ships and the regions, with a little room; around the ships if it is unbounded."""
    return bare_view(layout, rules, _seen_of((reach or {}).values()))


def framed_view(layout: Layout, rules: Rules, more: Iterable[Point], regions: Iterable[ReachShapes] = ()) -> View:
    """The part of the table with all ships and objects, more points and some regions, and a little room; no more than
    the whole of it."""
    corners = [corner for ship in layout.ships for corner in shapes.corners_of(ship, rules)]
    corners += [corner for thing in layout.objects for corner in shapes.thing_corners(thing)]
    near, whole = View.around([*corners, *more, *_seen_of(regions)]), whole_view(layout, rules)
    if layout.surface.kind == "unbounded":
        return near
    return View(
        max(near.left, whole.left), max(near.bottom, whole.bottom), min(near.right, whole.right),
        min(near.top, whole.top),
    )  # fmt: skip


def view_around(layout: Layout, rules: Rules, ship: Ship, regions: Iterable[ReachShapes] = ()) -> View:
    """The part of the table with a ship, as far as its guns and some regions reach."""
    corners = [*shapes.corners_of(ship, rules), *(c for corners in reaches(layout, ship, rules) for c in corners)]
    return View.around([*corners, *_seen_of(regions)])


def _seen_of(regions: Iterable[ReachShapes]) -> list[Point]:
    """The corners of some regions."""
    return [(float(x), float(y)) for r in regions for shape in r.shapes for x, y in shapely.get_coordinates(shape)]


def _reach(sheet: Sheet, ship: Ship, region: ReachShapes) -> None:
    """Where a ship can get to, in its player's colour."""
    looks = sheet.style.looks(tuple(dict.fromkeys(s.player for s in sheet.layout.ships)))
    words = sheet.words.say("{ship} can cover", ship=ship.name)
    if region.tips:
        words = sheet.words.say("where {ship}'s tip can get", ship=ship.name)
    mark_reach(sheet, region, colour=looks[ship.player].fill, words=words, pieces=(ship.name,))

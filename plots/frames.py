"""A game as a row of pictures: the table after each action, and what the action did to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import shapely

from armada_sim.files import Replay
from armada_sim.geometry import Point
from armada_sim.pictures import Spot, View, Wanted, shapes
from armada_sim.play import Game, Move, Refused, Shoot, flagships, line_of_fire, notation
from armada_sim.table import Layout, Pose, Rules, Ship
from armada_sim.wording import Played, Teller, played
from plots.labels import Labeller, geometry, text_size
from plots.position import whole_view


@dataclass(frozen=True)
class Frame:
    """The table after an action; the first is the table before all of them."""

    heading: str
    """The turn it belongs to, and whose it is."""

    notation: str
    """The action as it is typed; empty before the first."""

    words: str
    layout: Layout
    """As everybody sees it, with flags that stand on the table among the objects."""

    ghost: Ship | None = None
    """Where the ship lay that the action moved."""

    shot: tuple[Point, Point] | None = None
    """mm. A clear line of the shot."""

    flagships: tuple[str, ...] = ()
    """Ships that carry a flag, and are afloat."""


def frames(found: Replay, lang: str = "en", progress: Callable[[int], None] = lambda _: None) -> list[Frame]:
    """A picture before the first action and one after each that was played again; the last says how it stands."""
    tell = Teller(lang)
    first = found.games[0]
    words = tell.say("The table before the first action")
    shown = [Frame(tell.heading(first), "", words, first.layout, flagships=_flying(first))]
    for step in played(found):
        progress(step.number)
        shown.append(_after(step, tell))
    return shown


def closing(found: Replay, lang: str) -> str:
    """How the game stands after the last picture."""
    return f"{Teller(lang).standing(found.games[-1])}."


def _after(step: Played, tell: Teller) -> Frame:
    before, action = step.before, step.action
    said = tell.heading(before), notation(action), tell.action(before, action, step.after)
    moved = _moved(
        before, step.after, action.claim.ship if isinstance(action, Refused) else getattr(action, "ship", "")
    )
    line = line_of_fire(before.state, action) if isinstance(action, Shoot) else None
    ghost = moved if isinstance(action, Move | Refused) else None
    return Frame(*said, step.after.layout, ghost, line, _flying(step.after))


def _flying(game: Game) -> tuple[str, ...]:
    carrying = flagships(game.state)
    return tuple(ship.name for ship in game.state.layout.ships if ship.name in carrying and not ship.sunk)


def _moved(before: Game, after: Game, name: str) -> Ship | None:
    """The ship as it lay, if it lies elsewhere now."""
    was = next((ship for ship in before.state.layout.ships if ship.name == name), None)
    return was if was is not None and after.state.layout.ship(name).pose != was.pose else None


def common_view(shown: list[Frame], found: Replay) -> View:
    """A part of the table that holds every ship of every picture."""
    rules = found.record.agreement.rules
    views = [whole_view(layout, rules) for layout in _different(shown)]
    left, bottom = min(view.left for view in views), min(view.bottom for view in views)
    return View(left, bottom, max(view.right for view in views), max(view.top for view in views))


def _different(shown: list[Frame]) -> Iterator[Layout]:
    for frame, before in zip(shown, [None, *shown], strict=False):
        if before is None or frame.layout != before.layout:
            yield frame.layout


def all_ships(shown: list[Frame]) -> list[Ship]:
    """Every ship of the game as it first appears, in the order of appearance."""
    found: dict[str, Ship] = {}
    for frame in shown:
        for ship in frame.layout.ships:
            found.setdefault(ship.name, ship)
    return list(found.values())


def name_spots(
    shown: Sequence[Frame], rules: Rules, view: View, points_per_mm: float, size: float, font: str
) -> Iterator[dict[str, Spot]]:
    """Where the names of ships afloat stand in each picture, in letters of `size` points: behind their bases if that
    can be, over no piece, ghost, flag or other name, and where they stood before while that is free."""
    spots: dict[str, Spot] = {}
    lying: dict[str, Pose] = {}
    for frame in shown:
        ships = frame.layout.ships
        hulls = {ship.name: shapely.Polygon(shapes.corners_of(ship, rules)) for ship in ships}
        feet = [shapes.flag_foot(ship, rules) for ship in ships if ship.name in frame.flagships]
        hard: list[shapely.Geometry] = [
            *hulls.values(),
            *(shapely.Polygon([foot, *shapes.pennant(foot)]) for foot in feet),
        ]
        hard += [shapely.Polygon(shapes.thing_corners(thing)) for thing in frame.layout.objects]
        hard += [] if frame.ghost is None else [shapely.Polygon(shapes.corners_of(frame.ghost, rules))]
        border = shapes.surface_corners(frame.layout.surface)
        soft: list[shapely.Geometry] = [shapely.LinearRing(border).buffer(1 / points_per_mm)] if border else []
        soft += [] if frame.shot is None else [shapely.LineString(frame.shot).buffer(2 / points_per_mm)]
        labeller = Labeller(view, points_per_mm, hard, soft)
        wanted = {ship.name: _wanted(ship, rules, size, font) for ship in ships if not ship.sunk}
        kept: dict[str, Spot] = {}
        for ship in ships:
            if ship.name in spots and ship.name in wanted and lying[ship.name] == ship.pose:
                box = labeller.box(spots[ship.name].middle, wanted[ship.name].size)
                if not shapely.intersects(geometry(box), [*labeller.hard, *soft]).any():
                    kept[ship.name] = spots[ship.name]
                    labeller.avoid(box)
        moved = {name: one for name, one in wanted.items() if name not in kept}
        spots = kept | dict(zip(moved, labeller.place_all(list(moved.values())), strict=True))
        lying = {ship.name: ship.pose for ship in ships}
        yield spots


def _wanted(ship: Ship, rules: Rules, size: float, font: str) -> Wanted:
    width, height = text_size(ship.name, size, font)
    return Wanted(shapes.corners_of(ship, rules), (width + 2, height), float(ship.pose.heading) + 180)

"""A game as a row of pictures: the table after each action, and what the action did to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from armada_sim.files import Replay
from armada_sim.geometry import Point
from armada_sim.play import Game, Move, Refused, Shoot, flagships, line_of_fire, notation
from armada_sim.table import Layout, Ship
from armada_sim.wording import Played, Teller, played
from plots import shapes
from plots.position import whole_view
from plots.shapes import View

NAME_GAP_MM = 1.5
"""mm. Left free between a ship's base and its name."""

LETTER_WIDTH = 0.68
"""Width of a capital as a share of the height of letters."""


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


def name_place(ship: Ship, letters: float) -> Point:
    """mm. The middle of a ship's name in letters so many mm high: behind its base, clear of it at any heading."""
    (x, y), (ahead, up) = shapes.base_of(ship), shapes.ahead_of(ship)
    away = NAME_GAP_MM + math.hypot(LETTER_WIDTH * letters * len(ship.name) / 2 * ahead, letters / 2 * up)
    return x - away * ahead, y - away * up

"""Figures of steps: where one leads, paths, the limit of turn, regions after one to four, blocked headings, contact."""

from __future__ import annotations

import shapely
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from armada_sim.evidence import ContactEvidence
from armada_sim.moving import blocked_headings, legal_headings
from armada_sim.regions import unobstructed
from armada_sim.table import Layout, Obstacle, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_
from plots import shapes
from plots.dimension import draw_dimension
from plots.messages import Words
from plots.outlines import Region
from plots.pair_marks import draw_contact
from plots.position import draw_surface, draw_things, explain_tip
from plots.region_marks import ReachShapes, angle_arc, mark_fan, mark_reach, region_patch
from plots.rulebook.parts import (
    blue,
    centred,
    ghost,
    grey,
    lay,
    measure,
    mover,
    name_all,
    outline,
    red,
    row,
    size_words,
    stepped,
    yellow,
)  # fmt: skip
from plots.rulebook.registry import RulebookFigure, table_figure
from plots.shapes import View
from plots.sheet import DASHED, Sheet
from plots.style import Look, Z


def _step(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        region = unobstructed.placed(unobstructed.cover(ship.size, 1, sheet.rules), ship)
        mark_reach(
            sheet, ReachShapes(Region(region)), words=sheet.words.say("where a step can lead"), pieces=(ship.name,)
        )
        limit = mover(ship, sheet.rules).turn_limit
        lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship before it moves"))
        for heading in (90 - limit, 90.0, 90 + limit):
            after = stepped(ship, [heading], sheet.rules)[0]
            corners = shapes.corners_of(after, sheet.rules)
            outline(
                sheet, corners, sheet.words.say("examples of a step"), kind="step", pieces=(ship.name,), dash=DASHED
            )
    name_all(sheet)


STEP = table_figure(
    "step", N_("Where one step can lead"),
    N_("The middle of the new piece's base lies on the old ship's tip; its heading is free up to the limit of turn."),
    lambda words: row(words, (0, 78, 176)), View(-36, -16, 232, 98), _step,
)  # fmt: skip


_TURNS = {Size.SMALL: (72, 14, 10, 8), Size.MEDIUM: (72, 14), Size.LARGE: (72,)}
"""Degrees each step of the curved examples turns."""


def _paths(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship before it moves"))
        curve = _TURNS[ship.size]
        for side in (1, 0, -1):
            headings = [90.0 + side * sum(curve[: k + 1]) for k in range(len(curve))]
            path = stepped(ship, headings, sheet.rules)
            for number, after in enumerate(path, 1):
                last = number == len(path)
                message = N_("the furthest step") if last else N_("steps on the way, where it may stop")
                ghost(sheet, after, (yellow if last else grey)(sheet.style), sheet.words.say(message), number)
            if not side:
                ends = (shapes.tip_of(ship, sheet.rules), shapes.tip_of(path[-1], sheet.rules))
                measure(sheet, *ends, 7.0)
    name_all(sheet)


_PATHS = table_figure(
    "paths", N_("Paths and distances"),
    N_("In one action a small ship makes up to four steps, a medium one up to two, a large one a single step."),
    lambda words: row(words, (0, 185, 345)), View(-112, -22, 412, 136), _paths,
)  # fmt: skip


def _turn_limit(sheet: Sheet) -> None:
    straight: Look = {"color": sheet.style.quiet, "linewidth": sheet.style.thin, "linestyle": DASHED}
    for ship in sheet.layout.ships:
        limit = mover(ship, sheet.rules).turn_limit
        lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship before it moves"))
        after = stepped(ship, [90 + limit], sheet.rules)[0]
        ghost(sheet, after, yellow(sheet.style), sheet.words.say("the new piece at the limit"))
        tip = shapes.tip_of(ship, sheet.rules)
        length = float(sheet.rules.outline(ship.size).step)
        ahead = (tip[0], tip[1] + length)
        sheet.others.append(sheet.line([tip, ahead], Z.DIMENSION, **straight))
        sheet.explain(sheet.words.say("straight ahead"), Line2D([], [], **straight))
        angle_arc(sheet, tip, 0.72 * length, 90, 90 + limit)
        arc: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line}
        sheet.explain(sheet.words.say("limit of turn"), Line2D([], [], **arc))
    name_all(sheet)


_TURN_LIMIT = table_figure(
    "turn-limit", N_("How far a step may turn"),
    N_("At the limit the new piece lies edge to edge with the place the ship has just left: 90° less half the angle "
       "at the tip."),
    lambda words: row(words, (0, 72, 158)), View(-46, -16, 178, 94), _turn_limit,
)  # fmt: skip


def _steps_of(size: Size, title: str, caption: str) -> RulebookFigure:
    def scene(words: Words) -> Layout:
        return Layout((Ship(size_words(words, size), "-", size, Pose(0, 0, 90)),), surface=Surface.unbounded())

    def draw(sheet: Sheet) -> None:
        _nested(sheet, sheet.layout.ships[0])

    def view() -> View:
        region = unobstructed.placed(_up_to(size, 4, Rules()), scene(Words()).ships[0])
        left, lowest, right, top = shapely.bounds(region)
        return View(left - 6, lowest - 6, right + 6, top + 6)

    return table_figure(f"steps-{size}", title, caption, scene, view, draw)


def _up_to(size: Size, steps: int, rules: Rules) -> shapely.Geometry:
    """What at most so many steps (at least one) can cover."""
    return shapely.union_all([unobstructed.cover(size, k, rules) for k in range(1, steps + 1)])


def _nested(sheet: Sheet, ship: Ship) -> None:
    """Regions of one to four steps on one another, each paler than the last, with their numbers."""
    style, words, share = sheet.style, sheet.words, 0.0
    alpha = style.reach_alpha
    entries = []
    for steps in range(4, 0, -1):
        region = Region(unobstructed.placed(_up_to(ship.size, steps, sheet.rules), ship))
        fill: Look = {"facecolor": style.reach, "alpha": alpha, "linewidth": 0}
        border: Look = {"fill": False, "edgecolor": style.reach, "linewidth": style.line}
        sheet.mark("inner", region_patch(sheet, region, Z.REGION, **fill), ship.name, step=steps)
        sheet.within["covered"] = region.within
        sheet.others.append(region_patch(sheet, region, Z.REGION + 0.1, **border))
        share = 1 - (1 - share) * (1 - alpha)
        turn = -(-steps // ship.size.steps)
        text = words.say_many("after {n} step", "after {n} steps", steps)
        if turn > 1:
            text = words.say("{steps} (turn {turn} at the earliest)", steps=text, turn=turn)
        shown = Patch(facecolor=style.reach, alpha=share, linewidth=0)
        entries.append((text, shown, Patch(**border)))
    lay(sheet, ship, blue(style), words.say("the ship before it moves"))
    explain_tip(sheet)
    for text, shown, edge in reversed(entries):
        sheet.explain(text, shown, edge)
    tip, length = shapes.tip_of(ship, sheet.rules), float(sheet.rules.outline(ship.size).step)
    for steps in range(1, 5):
        centred(sheet, (tip[0], tip[1] + (steps - 0.45) * length), str(steps), bold=True)


STEPS = (
    _steps_of(
        Size.SMALL, N_("One to four steps of a small ship"),
        N_("What the ship can cover on an empty table. Four steps are one action."),
    ),
    _steps_of(
        Size.MEDIUM, N_("One to four steps of a medium ship"),
        N_("What the ship can cover on an empty table. Two steps are one action; the third and fourth take another "
           "turn."),
    ),
    _steps_of(
        Size.LARGE, N_("One to four steps of a large ship"),
        N_("What the ship can cover on an empty table. Each step is an action of another turn."),
    ),
)  # fmt: skip


def blocked_scene(words: Words) -> Layout:
    """A medium ship between an enemy, a rock and the edge."""
    ships = (
        Ship("M", "blue", Size.MEDIUM, Pose(70, 40, 90)),
        Ship("R1", "red", Size.SMALL, Pose(100, 86, 62)),
    )
    rock = Obstacle.of(words.say("rock"), [[28, 96], [46, 88], [52, 99], [40, 110], [30, 107]])
    return Layout(ships, Surface.rectangle(140, 112), (rock,))


def _blocked(sheet: Sheet) -> None:
    ship, other = sheet.layout.ships
    draw_surface(sheet)
    pivot, length = shapes.tip_of(ship, sheet.rules), float(sheet.rules.outline(ship.size).step)
    legal = legal_headings(sheet.layout, ship.name, sheet.rules)
    blocked = blocked_headings(mover(ship, sheet.rules), ship.pose.place, sheet.layout, sheet.rules)
    mark_fan(sheet, pivot, length, legal, blocked, piece=ship.name)
    lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship that moves"))
    lay(sheet, other, red(sheet.style), sheet.words.say("enemy ship"))
    draw_things(sheet)
    name_all(sheet)
    rock = sheet.layout.objects[0]
    sheet.labels[rock.name] = sheet.write_beside(
        shapely.Polygon(shapes.thing_corners(rock)), rock.name, sheet.style.text, prefer=180
    )


BLOCKED = table_figure(
    "blocked-headings", N_("Headings that are blocked"),
    N_("Each arc spans the headings at which the next piece would touch something; what is left is legal."),
    blocked_scene, View(4, 30, 144, 128), _blocked,
)  # fmt: skip


def pairs_scene(_: Words) -> Layout:
    """Three pairs of ships: apart, corner to corner in contact (exactly), overlapping."""
    touching = Rules().outline(Size.LARGE).base
    gaps = {"a": touching + 5, "c": touching, "o": touching - 6}
    ships = []
    for number, (name, gap) in enumerate(gaps.items()):
        x = 74 * number
        ships.append(Ship(f"{name}1", "blue", Size.LARGE, Pose(x, 0, 90)))
        ships.append(Ship(f"{name}2", "red", Size.LARGE, Pose(x + gap, 0, 90)))
    return Layout(tuple(ships), surface=Surface.unbounded())


RELATIONS = {"apart": N_("apart"), "contact": N_("in contact"), "overlap": N_("overlapping")}


def _pairs(sheet: Sheet) -> None:
    from armada_sim.referee import check_contact

    first = sheet.layout.ships[::2]
    for ship in sheet.layout.ships:
        a = ship in first
        lay(
            sheet, ship, (blue if a else red)(sheet.style), sheet.words.say(N_("one ship") if a else N_("another ship"))
        )
    explain_tip(sheet)
    for ship, other, relation in zip(first, sheet.layout.ships[1::2], RELATIONS, strict=True):
        ruling = check_contact(sheet.layout, ship.name, other.name, rules=sheet.rules)
        assert isinstance(ruling.witness, ContactEvidence)
        assert ruling.witness.relation == relation
        middle = (shapes.base_of(ship)[0] + shapes.base_of(other)[0]) / 2
        centred(sheet, (middle, -21), sheet.words.say(RELATIONS[relation]), bold=True)
        if relation == "apart" and ruling.witness.points is not None:
            draw_dimension(sheet, ruling.witness.points, ruling.witness.clearance, (ship.name, other.name))
        else:
            draw_contact(sheet, ruling)
    for one in (N_("measured distance"), N_("where they touch"), N_("measured overlap")):
        shown = sheet.entries.pop(sheet.words.say(one))
    sheet.explain(sheet.words.say("measured: distance, contact, overlap"), shown)


CONTACT = table_figure(
    "contact-overlap", N_("Apart, in contact, overlapping"),
    N_("A ship that moves must stay apart from everything. At set-up own ships may touch, but not overlap."),
    pairs_scene, View(-20, -26, 202, 52), _pairs,
)  # fmt: skip

FIGURES = (STEP, _PATHS, _TURN_LIMIT, *STEPS, BLOCKED, CONTACT)

"""A position: the surface, the objects, the ships true to scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from armada_sim.evidence import Reason
from armada_sim.firing import reaches
from armada_sim.geometry import Point
from armada_sim.pictures import shapes
from armada_sim.pictures.insets import LETTERS, Body, crowds, draw_inset
from armada_sim.pictures.messages import Words
from armada_sim.pictures.overhang import mark_overhang
from armada_sim.pictures.pair_marks import mark_misplaced, position_caption
from armada_sim.pictures.plane import Flat, clipped, distance, holds_box, hull, middle_of
from armada_sim.pictures.shapes import View
from armada_sim.pictures.sheet import DOTTED, SOLID, Draft
from armada_sim.pictures.shot_marks import mark_sight
from armada_sim.pictures.style import Look, PlayerLook, Style, Z
from armada_sim.table import BY_KEY, Layout, Obstacle, Rules, Ship
from armada_sim.tabletop import N_, InputError, Message, setting_sentences

SHOW = ("broadsides", "damage", "grid", "headings", "labels", "scale")
"""What `show` may name."""

_LEAST_SHIP_POINTS = 24.0
"""Of ships drawn shorter the outline covers the tip."""

DEFAULT_SHOW = ("damage", "labels", "scale")


@dataclass(frozen=True, slots=True)
class Sight:
    """A clear line of fire from one ship to another, mm."""

    shooter: str
    target: str
    start: Point
    end: Point


def compose_position(
    sheet: Draft, show: Collection[str] = DEFAULT_SHOW, *, title: str = "", text: str = "",
    sights: Sequence[Sight] = (), problems: Sequence[Reason] = (), frame: bool = False,
    also: Callable[[Draft], None] | None = None,
) -> None:  # fmt: skip
    """Everything of a position, and what else is drawn of it, on the table and once more on each crowd.

    show: any of `SHOW`. sights: clear lines of fire. problems: what of the table cannot be (`position_problems`).
    frame: the first line of the legend says where (0, 0) lies and how headings count. text: a sentence under the title.
    Raises InputError for an unknown thing to show.
    """
    if frame:
        explain_frame(sheet)

    def lay(on: Draft) -> None:
        draw_pieces(on, [one for one in show if on is sheet or one != "grid"])
        if also is not None:
            also(on)
        for sight in sights:
            mark_sight(on, sight.start, sight.end, sight.shooter, sight.target)
        mark_misplaced(on, problems)

    lay(sheet)
    if title:
        sheet.write_title(title, text)
    if "scale" in show:
        sheet.write_scale()
    captions = position_caption(sheet.layout, problems, sheet.words) if problems else ""
    for caption in (captions, options_caption(sheet.rules, sheet.words)):
        if caption:
            sheet.write_caption(caption)
    write_names(sheet, show, lay)


def whole_view(layout: Layout, rules: Rules, more: Iterable[Point] = ()) -> View:
    """All of the surface, the ships and what more is shown, with a little room; around the ships if it is unbounded."""
    corners = [corner for ship in layout.ships for corner in shapes.corners_of(ship, rules)]
    corners += [corner for thing in layout.objects for corner in shapes.thing_corners(thing)]
    corners += more
    border = shapes.surface_corners(layout.surface)
    if not border:
        return View.around(corners)
    xs, ys = zip(*border, *corners, strict=True)
    room = 0.02 * (max(xs) - min(xs))
    return View(min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room)


def options_caption(rules: Rules, words: Words) -> str:
    """The options in force that are not default, for the small print; empty if all are."""
    changed = rules.not_default()
    options = {key: value for key, value in changed.items() if key in BY_KEY}
    said = [*setting_sentences(BY_KEY.values(), options), *rules.numbers.sentences]
    listed = words.in_turn(map(words.tell, said))
    return words.say("Rules other than default: {list}", list=listed) if changed else ""


def explain_frame(sheet: Draft) -> None:
    """A line of the legend on what the numbers of a file mean."""
    message = N_("x to the right, y up; headings counter-clockwise, 0° to the right")
    if sheet.layout.surface.kind == "rectangle":
        message = N_("(0, 0) is the lower left corner of the table; headings counter-clockwise, 0° to the right")
    look: Look = {"color": sheet.style.quiet, "markersize": 6, "linewidth": sheet.style.thin}
    sheet.explain_line(sheet.words.say(message), marker=">", markevery=[-1], **look)


def draw_pieces(sheet: Draft, show: Collection[str]) -> None:
    """Everything of a position but the words; explains it in the legend."""
    for word in show:
        if word not in SHOW:
            raise InputError(
                Message("must be one of {known}, not {given}", known=", ".join(SHOW), given=repr(word)), key="show"
            )
    sheet.draw_frame("grid" in show)
    draw_surface(sheet)
    players = tuple(dict.fromkeys((*sheet.players, *(ship.player for ship in sheet.layout.ships))))
    looks = sheet.style.looks(players)
    for player in players:
        _explain_player(sheet, player, looks[player])
    if any(not ship.sunk and _tip_seen(sheet, ship) for ship in sheet.layout.ships):
        explain_tip(sheet)
    if "broadsides" in show:
        _broadsides(sheet, looks)
    for ship in sheet.layout.ships:
        if sheet.prefix and not sheet.view.meets(_hull(sheet, ship)):
            continue  # most of a table lies outside a crowd drawn once more
        draw_ship(sheet, ship, looks[ship.player])
        if "headings" in show:
            _heading(sheet, ship)
        if "damage" in show and not ship.sunk:
            _damage(sheet, ship)
    for ship in sheet.layout.ships:
        if ship.name in sheet.flagships and not ship.sunk:
            _flag(sheet, ship)
    draw_things(sheet)


def _tip_seen(sheet: Draft, ship: Ship) -> bool:
    """Whether the dark tip of a ship is more than its outline."""
    length = math.dist(shapes.base_of(ship), shapes.tip_of(ship, sheet.rules))
    return length * sheet.labeller.points_per_mm >= _LEAST_SHIP_POINTS


def explain_tip(sheet: Draft) -> None:
    """The dark tip, in the legend."""
    look: Look = {"color": sheet.style.ink, "marker": "^", "markersize": 6, "linestyle": "none"}
    sheet.explain_line(sheet.words.say("tip: the end that moves ahead"), **look)


def draw_surface(sheet: Draft) -> None:
    """The surface with its edge."""
    corners, style = shapes.surface_corners(sheet.layout.surface), sheet.style
    if not corners:
        sheet.tint(style.surface)
        return
    sheet.others.append(sheet.polygon(corners, Z.SURFACE, facecolor=style.surface, linewidth=0))
    look: Look = {"fill": False, "edgecolor": style.surface_edge, "linewidth": style.bold}
    edge = sheet.polygon(corners, Z.GRID + 0.2, **look)  # above the lines of the grid
    sheet.name(edge, "surface")
    sheet.others.append(edge)
    if distance(Flat(corners, filled=False), Flat(sheet.view.corners)) == 0:
        sheet.labeller.rather_avoid(corners, 0.0, closed=True)
        sheet.explain_line(sheet.words.say("edge of the surface"), color=style.surface_edge, linewidth=style.bold)


def draw_ship(sheet: Draft, ship: Ship, look: PlayerLook) -> None:
    """A ship true to scale: fill and hatch, dark tip, outline; around it what a polyhedron overhangs."""
    corners, style = shapes.corners_of(ship, sheet.rules), sheet.style
    if ship.sunk:
        dotted: Look = {"fill": False, "edgecolor": style.ink, "linestyle": DOTTED, "linewidth": style.line}
        sheet.explain_patch(sheet.words.say("sunk ship"), dotted)
        sheet.ships[ship.name] = sheet.polygon(corners, Z.SHIP + 0.3, keep_clear=True, **dotted)
        sheet.name(sheet.ships[ship.name], "sunk", ship.name)
        return
    mark_overhang(sheet, ship, Z.SHIP - 0.1, SOLID, filled=True)
    fill = sheet.piece(corners, Z.SHIP, look)
    tip = sheet.polygon(shapes.tip_mark(ship, sheet.rules), Z.SHIP + 0.2, facecolor=style.ink, linewidth=0)
    sheet.others += [fill, tip]
    border: Look = {"fill": False, "edgecolor": style.ink, "linewidth": style.line, "joinstyle": "miter"}
    sheet.ships[ship.name] = sheet.polygon(corners, Z.SHIP + 0.3, keep_clear=True, **border)
    sheet.name(sheet.ships[ship.name], "ship", ship.name)


def _explain_player(sheet: Draft, player: str, look: PlayerLook) -> None:
    """A line of the legend for the player's ships in view."""
    ships = [ship for ship in sheet.layout.ships if ship.player == player]
    if ships and player in sheet.roles:
        sheet.explain_player(sheet.words.tell(sheet.roles[player]), look)
        return
    named = [ship.name for ship in ships if _shown(sheet, ship)]
    if named:
        sheet.explain_player(sheet.words.say("{player} ({names})", player=player, names=", ".join(named)), look)
    elif any(sheet.view.meets(_hull(sheet, ship)) for ship in ships):
        sheet.explain_player(player, look)


def _damage(sheet: Draft, ship: Ship) -> None:
    places, radius = shapes.hit_places(ship, sheet.rules)
    style = sheet.style
    for place in places:
        look: Look = {"facecolor": style.ink, "edgecolor": style.halo, "linewidth": style.line}
        dot = sheet.polygon(shapes.arc_points(place, radius, 0, 350), Z.SHIP + 0.5, **look)
        sheet.mark("damage", dot, ship.name)
    if places and sheet.view.holds(shapes.base_of(ship)):
        look = {"markerfacecolor": style.ink, "markeredgecolor": style.halo, "markersize": 6}
        sheet.explain_line(sheet.words.say("one hit taken"), marker="o", linestyle="none", **look)


def _flag(sheet: Draft, ship: Ship) -> None:
    """A pennant on a mast: the ship carries its side's flag."""
    style, foot = sheet.style, shapes.flag_foot(ship, sheet.rules)
    flag = shapes.pennant(foot)
    sheet.others.append(sheet.line([foot, flag[0]], Z.SHIP + 0.7, halo=1.0, color=style.ink, linewidth=style.line))
    look: Look = {"facecolor": style.halo, "edgecolor": style.ink, "linewidth": style.line, "joinstyle": "miter"}
    sheet.mark("flag", sheet.polygon(flag, Z.SHIP + 0.8, keep_clear=True, **look), ship.name)
    if sheet.view.holds(foot):
        sheet.explain_line(sheet.words.say("flagship: carries the flag"), **_flag_sample(style))


def _flag_sample(style: Style) -> Look:
    """A pennant for a legend."""
    mast, length, height = shapes.FLAG_MM
    corners = [(0, -mast / 2), (0, mast / 2), (length, (mast - height) / 2), (0, mast / 2 - height), (0, -mast / 2)]
    return {
        "linestyle": "none", "marker": corners, "markersize": 13, "markerfacecolor": style.halo,
        "markeredgecolor": style.ink, "markeredgewidth": style.line,
    }  # fmt: skip


def _heading(sheet: Draft, ship: Ship) -> None:
    """A line from base to tip, prolonged ahead."""
    base, tip = shapes.base_of(ship), shapes.tip_of(ship, sheet.rules)
    look: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line, "mutation_scale": 9}
    arrow = sheet.arrow(tip, shapes.between(base, tip, 1.35), "-|>", Z.SHIP + 0.6, **look)
    sheet.mark("heading", arrow, ship.name)


def _broadsides(sheet: Draft, looks: dict[str, PlayerLook]) -> None:
    style = sheet.style
    for ship in sheet.layout.ships:
        for corners in reaches(sheet.layout, ship, sheet.rules):
            look: Look = {"facecolor": looks[ship.player].fill, "alpha": style.reach_alpha}
            fill = sheet.polygon(corners, Z.REGION, edgecolor="none", **look)
            outline = sheet.outline(corners, Z.REGION + 0.1, edgecolor=style.quiet, linewidth=style.thin)
            sheet.others.append(fill)
            sheet.mark("broadside", outline, ship.name)
            words = sheet.words.say("reach of {player}'s guns, to each side", player=ship.player)
            border: Look = {"fill": False, "edgecolor": style.quiet, "linewidth": style.thin}
            sheet.explain_patch(words, look | {"linewidth": 0}, border)


def draw_things(sheet: Draft) -> None:
    """The objects, hatched."""
    style = sheet.style
    look: Look = {"facecolor": style.thing, "edgecolor": style.thing_ink, "linewidth": style.line}
    look["hatch"] = style.thing_hatch
    for thing in sheet.layout.objects:
        patch = sheet.hatched(shapes.thing_corners(thing), Z.THING, keep_clear=True, **look)
        sheet.things[thing.name] = patch
        sheet.name(patch, "object", thing.name)
    seen = [sheet.call(thing.name) for thing in sheet.layout.objects if sheet.view.meets(shapes.thing_corners(thing))]
    if seen:
        words = sheet.words.say_many("object ({names})", "objects ({names})", len(seen), names=", ".join(seen))
        sheet.explain_patch(words, look)


def write_names(sheet: Draft, show: Collection[str], body: Body | None = None) -> None:
    """Names beside ships and objects that lie in the view, where they cover nothing; body: draws crowds once more."""
    if "labels" not in show and "headings" not in show:
        return
    size = sheet.style.text
    named = {ship.name: _name_of(sheet, ship, show) for ship in sheet.layout.ships if _shown(sheet, ship)}
    wanted = {
        ship.name: sheet.wanted(_hull(sheet, ship), named[ship.name], size, prefer=float(ship.pose.heading) + 180)
        for ship in sheet.layout.ships
        if ship.name in named
    }
    spots = sheet.labeller.plan(list(wanted.values()))
    if body is not None:
        cramped = [one.shape for one, spot in zip(wanted.values(), spots, strict=True) if spot.leader or not spot.clear]
        for letter, view in zip(LETTERS, crowds(sheet, cramped), strict=False):
            enlarged = draw_inset(sheet, view, letter, body)
            write_names(enlarged, show)
            sheet.labels |= enlarged.labels
        if sheet.labels:
            wanted = {name: one for name, one in wanted.items() if name not in sheet.labels}
            spots = sheet.labeller.plan(list(wanted.values()))
    sheet.labeller.take(list(wanted.values()), spots)
    for name, spot in zip(wanted, spots, strict=True):
        sheet.labels[name] = sheet.write_at(spot, named[name], size)
    for thing in sheet.layout.objects if "labels" in show else ():
        _name_thing(sheet, thing)


def _name_of(sheet: Draft, ship: Ship, show: Collection[str]) -> str:
    parts = [ship.name] if "labels" in show else []
    if "headings" in show:
        parts.append(sheet.words.tell(sheet.words.unit.heading(float(ship.pose.heading))))
    return ", ".join(parts)


def _hull(sheet: Draft, ship: Ship) -> tuple[Point, ...]:
    return shapes.corners_of(ship, sheet.rules)


def _shown(sheet: Draft, ship: Ship) -> bool:
    """Whether a ship is named: its middle lies in the view; one that is cut off more is not."""
    return sheet.view.holds(shapes.mean(shapes.corners_of(ship, sheet.rules)))


def _name_thing(sheet: Draft, thing: Obstacle) -> None:
    """An object's name: in its middle on a plain ground if there is room, else beside it."""
    corners, name, size = shapes.thing_corners(thing), sheet.call(thing.name), sheet.style.text
    seen = clipped(corners, sheet.view.corners)
    if not seen:
        return
    width, height = sheet.text_size(name, size)
    middle, room = middle_of(seen), (width + 6, height + 4)
    box = sheet.labeller.box(middle, room)
    if sheet.labeller.free(box, corners) and holds_box(seen, box, sheet.mm(sheet.heavy)):
        ground: Look = {"facecolor": sheet.style.halo, "edgecolor": "none", "pad": 1.5}
        sheet.labels[thing.name] = sheet.write(name, middle, size, bbox=ground)
        sheet.labeller.avoid(box)
    else:
        sheet.labels[thing.name] = sheet.write_beside(hull(seen), name, size)

"""A position: the surface, the objects, the ships true to scale."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import shapely
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon
from matplotlib.ticker import FuncFormatter, MultipleLocator

from armada_sim.evidence import Reason
from armada_sim.firing import reaches
from armada_sim.geometry import Point
from armada_sim.table import BY_KEY, Layout, Rules, Ship, unit_of
from armada_sim.tabletop import N_, InputError, Message, setting_sentences
from plots import shapes
from plots.insets import LETTERS, Body, crowds, draw_inset
from plots.labels import text_size
from plots.messages import Words
from plots.overhang import mark_overhang
from plots.pair_marks import mark_misplaced, position_caption
from plots.region_marks import ReachShapes, mark_reach
from plots.settings import plain
from plots.shapes import View
from plots.sheet import DOTTED, SOLID, Drawing, Sheet, round_length, thin_hatch
from plots.shot_marks import mark_sight
from plots.style import Look, PlayerLook, Style, Z
from plots.style_file import style_of

SHOW = ("broadsides", "damage", "grid", "headings", "labels", "scale")
"""What `show` may name."""

DEFAULT_SHOW = ("damage", "labels", "scale")


@dataclass(frozen=True, slots=True)
class Sight:
    """A clear line of fire from one ship to another, mm."""

    shooter: str
    target: str
    start: Point
    end: Point


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
    sheet = Sheet(ax, layout, rules, style_of(style), words, shown, flagships=flagships)
    if frame:
        explain_frame(sheet)

    def lay(on: Sheet) -> None:
        draw_pieces(on, [one for one in show if on is sheet or one != "grid"])
        for name, region in (reach or {}).items():
            _reach(on, layout.ship(name), region)
        for sight in sights:
            mark_sight(on, sight.start, sight.end, sight.shooter, sight.target)
        mark_misplaced(on, problems)

    lay(sheet)
    if title:
        sheet.write_title(title, text)
    if "scale" in show:
        sheet.write_scale()
    for caption in (position_caption(layout, problems, words) if problems else "", options_caption(rules, words)):
        if caption:
            sheet.write_caption(caption)
    write_names(sheet, show, lay)
    return sheet.finish(legend=legend)


def whole_view(layout: Layout, rules: Rules, reach: Mapping[str, ReachShapes] | None = None) -> View:
    """All of the surface, the ships and the regions, with a little room; around the ships if it is unbounded."""
    corners = [corner for ship in layout.ships for corner in shapes.corners_of(ship, rules)]
    corners += [corner for thing in layout.objects for corner in shapes.thing_corners(thing)]
    for region in (reach or {}).values():
        corners += [(float(x), float(y)) for shape in region.shapes for x, y in shapely.get_coordinates(shape)]
    border = shapes.surface_corners(layout.surface)
    if not border:
        return View.around(corners)
    xs, ys = zip(*border, *corners, strict=True)
    room = 0.02 * (max(xs) - min(xs))
    return View(min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room)


def view_around(layout: Layout, rules: Rules, ship: Ship, regions: Iterable[ReachShapes] = ()) -> View:
    """The part of the table with a ship, as far as its guns and some regions reach."""
    corners = [*shapes.corners_of(ship, rules), *(c for corners in reaches(layout, ship, rules) for c in corners)]
    corners += [(float(x), float(y)) for r in regions for shape in r.shapes for x, y in shapely.get_coordinates(shape)]
    return View.around(corners)


def options_caption(rules: Rules, words: Words) -> str:
    """The options in force that are not default, for the small print; empty if all are."""
    changed = rules.not_default()
    listed = words.in_turn(map(words.tell, setting_sentences(BY_KEY.values(), changed)))
    return words.say("Rules other than default: {list}", list=listed) if changed else ""


def explain_frame(sheet: Sheet) -> None:
    """A line of the legend on what the numbers of a file mean."""
    message = N_("x to the right, y up; headings counter-clockwise, 0° to the right")
    if sheet.layout.surface.kind == "rectangle":
        message = N_("(0, 0) is the lower left corner; headings counter-clockwise, 0° to the right")
    look: Look = {"color": sheet.style.quiet, "markersize": 6, "linewidth": sheet.style.thin}
    sheet.explain_line(sheet.words.say(message), marker=">", markevery=[-1], **look)


def draw_pieces(sheet: Sheet, show: Collection[str]) -> None:
    """Everything of a position but the words; explains it in the legend."""
    for word in show:
        if word not in SHOW:
            raise InputError(
                Message("must be one of {known}, not {given}", known=", ".join(SHOW), given=repr(word)), key="show"
            )
    _draw_frame(sheet, "grid" in show)
    draw_surface(sheet)
    players = tuple(dict.fromkeys((*sheet.players, *(ship.player for ship in sheet.layout.ships))))
    looks = sheet.style.looks(players)
    for player in players:
        _explain_player(sheet, player, looks[player])
    if any(not ship.sunk for ship in sheet.layout.ships):
        explain_tip(sheet)
    if "broadsides" in show:
        _broadsides(sheet, looks)
    for ship in sheet.layout.ships:
        if sheet.prefix and not _hull(sheet, ship).intersects(sheet.view.box):
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


def explain_tip(sheet: Sheet) -> None:
    """The dark tip, in the legend."""
    look: Look = {"color": sheet.style.ink, "marker": "^", "markersize": 6, "linestyle": "none"}
    sheet.explain_line(sheet.words.say("tip: the end that moves ahead"), **look)


def _draw_frame(sheet: Sheet, grid: bool) -> None:
    """A quiet frame; with a grid, lines and figures in the unit, north up."""
    ax, style = sheet.ax, sheet.style
    for spine in ax.spines.values():
        spine.set_color(style.quiet)
        spine.set_linewidth(style.thin)
    ax.set_facecolor(style.page)
    ax.set_axisbelow(True)
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
    if not grid:
        return
    one = sheet.words.unit.mm
    spacing, _ = round_length(sheet.view.width / 4, sheet.words.unit)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MultipleLocator(spacing))
        axis.set_major_formatter(FuncFormatter(lambda value, _: sheet.words.decimal(f"{value / one:g}")))
    look: Look = {"labelsize": style.small_text, "labelcolor": style.quiet, "labelfontfamily": style.font}
    ax.tick_params(
        left=True, bottom=True, labelleft=True, labelbottom=True, width=style.thin, color=style.quiet, **look
    )
    ax.grid(True, color=style.grid, linewidth=style.thin, zorder=Z.GRID)
    words: Look = {"fontsize": style.small_text, "family": style.font, "color": style.quiet}
    unit = sheet.words.unit_name(sheet.words.unit.name)
    ax.set_xlabel(sheet.words.say("to the east, {unit}", unit=unit), labelpad=2, **words)
    ax.set_ylabel(sheet.words.say("to the north, {unit}", unit=unit), labelpad=2, **words)
    sheet.below += 3 * style.small_text + 8


def draw_surface(sheet: Sheet) -> None:
    """The surface with its edge."""
    corners, style = shapes.surface_corners(sheet.layout.surface), sheet.style
    if not corners:
        sheet.ax.set_facecolor(style.surface)
        return
    sheet.others.append(sheet.polygon(corners, Z.SURFACE, facecolor=style.surface, linewidth=0))
    look: Look = {"fill": False, "edgecolor": style.surface_edge, "linewidth": style.bold}
    edge = sheet.polygon(corners, Z.GRID + 0.2, **look)  # above the lines of the grid
    sheet.name(edge, "surface")
    sheet.others.append(edge)
    border = shapely.LinearRing(corners)
    if border.intersects(sheet.view.box):
        sheet.labeller.soft.append(border)
        sheet.explain_line(sheet.words.say("edge of the surface"), color=style.surface_edge, linewidth=style.bold)


def draw_ship(sheet: Sheet, ship: Ship, look: PlayerLook) -> None:
    """A ship true to scale: fill and hatch, dark tip, outline; around it what a polyhedron overhangs."""
    corners, style = shapes.corners_of(ship, sheet.rules), sheet.style
    if ship.sunk:
        dotted: Look = {"fill": False, "edgecolor": style.ink, "linestyle": DOTTED, "linewidth": style.line}
        sheet.explain(sheet.words.say("sunk ship"), Patch(**dotted))
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


def _explain_player(sheet: Sheet, player: str, look: PlayerLook) -> None:
    """A line of the legend for the player's ships in view."""
    ships = [ship for ship in sheet.layout.ships if ship.player == player]
    if ships and player in sheet.roles:
        sheet.explain_player(sheet.words.tell(sheet.roles[player]), look)
        return
    named = [ship.name for ship in ships if _shown(sheet, ship)]
    if named:
        sheet.explain_player(sheet.words.say("{player} ({names})", player=player, names=", ".join(named)), look)
    elif any(_hull(sheet, ship).intersects(sheet.view.box) for ship in ships):
        sheet.explain_player(player, look)


def _damage(sheet: Sheet, ship: Ship) -> None:
    places, radius = shapes.hit_places(ship, sheet.rules)
    style = sheet.style
    for place in places:
        look: Look = {"facecolor": style.ink, "edgecolor": style.halo, "linewidth": style.line}
        dot = sheet.polygon(shapes.arc_points(place, radius, 0, 350), Z.SHIP + 0.5, **look)
        sheet.mark("damage", dot, ship.name)
    if places and sheet.view.holds(shapes.base_of(ship)):
        look = {"markerfacecolor": style.ink, "markeredgecolor": style.halo, "markersize": 6}
        sheet.explain_line(sheet.words.say("one hit taken"), marker="o", linestyle="none", **look)


def _flag(sheet: Sheet, ship: Ship) -> None:
    """A pennant on a mast: the ship carries its side's flag."""
    style, foot = sheet.style, shapes.flag_foot(ship, sheet.rules)
    flag = shapes.pennant(foot)
    sheet.others.append(sheet.line([foot, flag[0]], Z.SHIP + 0.7, halo=1.0, color=style.ink, linewidth=style.line))
    look: Look = {"facecolor": style.halo, "edgecolor": style.ink, "linewidth": style.line, "joinstyle": "miter"}
    sheet.mark("flag", sheet.polygon(flag, Z.SHIP + 0.8, keep_clear=True, **look), ship.name)
    if sheet.view.holds(foot):
        sheet.explain(sheet.words.say("flagship: carries the flag"), _flag_sample(style))


def _flag_sample(style: Style) -> Line2D:
    """A pennant for a legend."""
    mast, length, height = shapes.FLAG_MM
    corners = [(0, -mast / 2), (0, mast / 2), (length, (mast - height) / 2), (0, mast / 2 - height), (0, -mast / 2)]
    look: Look = {"markersize": 13, "markerfacecolor": style.halo, "markeredgecolor": style.ink}
    return Line2D([], [], linestyle="none", marker=corners, markeredgewidth=style.line, **look)  # type: ignore[arg-type]  # a path is a marker


def _heading(sheet: Sheet, ship: Ship) -> None:
    """A line from base to tip, prolonged ahead."""
    base, tip = shapes.base_of(ship), shapes.tip_of(ship, sheet.rules)
    look: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line, "mutation_scale": 9}
    arrow = sheet.arrow(tip, shapes.between(base, tip, 1.35), "-|>", Z.SHIP + 0.6, **look)
    sheet.mark("heading", arrow, ship.name)


def _broadsides(sheet: Sheet, looks: dict[str, PlayerLook]) -> None:
    style = sheet.style
    for ship in sheet.layout.ships:
        for corners in reaches(sheet.layout, ship, sheet.rules):
            look: Look = {"facecolor": looks[ship.player].fill, "alpha": style.reach_alpha}
            fill = sheet.polygon(corners, Z.REGION, edgecolor="none", **look)
            outline = sheet.outline(corners, Z.REGION + 0.1, edgecolor=style.quiet, linewidth=style.thin)
            sheet.others.append(fill)
            sheet.mark("broadside", outline, ship.name)
            words = sheet.words.say("reach of {player}'s guns, to each side", player=ship.player)
            border = Patch(fill=False, edgecolor=style.quiet, linewidth=style.thin)
            sheet.explain(words, Patch(linewidth=0, **look), border)


def _reach(sheet: Sheet, ship: Ship, region: ReachShapes) -> None:
    """Where a ship can get to, in its player's colour."""
    looks = sheet.style.looks(tuple(dict.fromkeys(s.player for s in sheet.layout.ships)))
    words = sheet.words.say("{ship} can cover", ship=ship.name)
    if region.tips:
        words = sheet.words.say("where {ship}'s tip can get", ship=ship.name)
    mark_reach(sheet, region, colour=looks[ship.player].fill, words=words, pieces=(ship.name,))


def draw_things(sheet: Sheet) -> None:
    """The objects, hatched."""
    style = sheet.style
    look: Look = {"facecolor": style.thing, "edgecolor": style.thing_ink, "linewidth": style.line}
    look["hatch"] = style.thing_hatch
    for thing in sheet.layout.objects:
        patch = thin_hatch(sheet.polygon(shapes.thing_corners(thing), Z.THING, keep_clear=True, **look), style)
        sheet.things[thing.name] = patch
        sheet.name(patch, "object", thing.name)
    seen = [n for n, patch in sheet.things.items() if shapely.Polygon(patch.get_xy()).intersects(sheet.view.box)]
    if seen:
        words = sheet.words.say_many("object ({names})", "objects ({names})", len(seen), names=", ".join(seen))
        sheet.explain(words, thin_hatch(Patch(**look), style))


def write_names(sheet: Sheet, show: Collection[str], body: Body | None = None) -> None:
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
    for name, patch in sheet.things.items() if "labels" in show else ():
        _name_thing(sheet, name, patch)


def _name_of(sheet: Sheet, ship: Ship, show: Collection[str]) -> str:
    parts = [ship.name] if "labels" in show else []
    if "headings" in show:
        parts.append(sheet.words.tell(sheet.words.unit.heading(float(ship.pose.heading))))
    return ", ".join(parts)


def _hull(sheet: Sheet, ship: Ship) -> shapely.Polygon:
    return shapely.Polygon(shapes.corners_of(ship, sheet.rules))


def _shown(sheet: Sheet, ship: Ship) -> bool:
    """Whether a ship is named: its middle lies in the view; one that is cut off more is not."""
    return sheet.view.holds(shapes.mean(shapes.corners_of(ship, sheet.rules)))


def _name_thing(sheet: Sheet, name: str, patch: Polygon) -> None:
    """An object's name: in its middle on a plain ground if there is room, else beside it."""
    shape = shapely.Polygon(patch.get_xy())
    seen = shape.intersection(sheet.view.box)
    if seen.is_empty:
        return
    size = sheet.style.text
    width, height = text_size(name, size, sheet.style.font)
    x, y = (float(value) for value in shapely.get_coordinates(seen.representative_point())[0])
    box = sheet.labeller.box((x, y), (width + 6, height + 4))
    others = (*sheet.labeller.hard, *sheet.labeller.soft)
    free = not any(box.intersects(other) for other in others if not shapely.equals(other, shape))
    if free and seen.buffer(-sheet.mm(sheet.heavy)).contains(box):
        ground: Look = {"facecolor": sheet.style.halo, "edgecolor": "none", "pad": 1.5}
        sheet.labels[name] = sheet.write(name, (x, y), size, bbox=ground)
        sheet.labeller.hard.append(box)
    else:
        sheet.labels[name] = sheet.write_beside(seen.convex_hull, name, size)

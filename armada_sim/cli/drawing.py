"""`armada draw` and `armada reach`: positions, and what a ship can reach from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from armada_sim.tabletop import N_, Message
from armada_sim.tabletop.terminal import (
    JSON,
    PAPER,
    UNIT,
    Look,
    Number,
    Whole,
    command,
    looks,
    one_of,
    picture_path,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.evidence import Reason
    from armada_sim.files import Dispute
    from armada_sim.geometry import Point
    from armada_sim.regions import Reach, Threat
    from armada_sim.table import Ship
    from armada_sim.tabletop import Language
    from plots import ReachShapes, Sight

SHOWN = ("labels", "damage", "scale", "grid", "broadsides", "headings", "reach", "threat", "sight")
_WORKED_OUT = ("reach", "threat", "sight")
"""What `plots` is handed, worked out here for each ship."""

MOST_WORKED_OUT = 40
"""1. Ships of which that is drawn in one picture: of more it could not be read, and would take minutes."""

_DRAWN_GAP_MM, _NEAR_GAP_MM = 2.0, 1.0
"""mm. Regions are known to this on a drawing of the whole table, and of what lies around one ship."""

_SMALLEST_SCALE = 1e-5
"""1. A table of the greatest size is a millimetre wide on paper at this."""

FINEST_GAP_MM, _WIDEST_GAP_MM = 0.125, 100.0
"""mm. How well a region may be known: finer is not computed (`reach.REACH_FINEST_MM`), and wider says nothing."""


@command(
    short_help="Draw the position of a dispute or layout file.",
    example="armada draw dispute.toml -o position.svg --show labels,grid,broadsides",
)
@click.argument("file")
@click.option("-o", "--output", metavar="PICTURE", required=True, help="The picture (.svg, .pdf or .png).")
@click.option(
    "--show", default="labels,damage,scale", show_default=True, help=f"Any of {', '.join(SHOWN)}, with commas."
)
@click.option("--around", metavar="SHIP", help="Draw only what lies around it; reach, threat and sight only of it.")
@click.option("--whole-table", is_flag=True, help="Draw all of the table, not only the part where something lies.")
@click.option(
    "--scale",
    type=Number(_SMALLEST_SCALE, 100_000),
    help="Paper per table in SVG and PDF: 1 is real size.  [default: fits a page]",
)
@UNIT
@PAPER
@looks
@click.pass_obj
def draw(
    words: Language,
    file: str, output: str, show: str, around: str | None, whole_table: bool, scale: float | None, unit: str | None,
    look: Look,
) -> None:  # fmt: skip
    """Draw the position of a dispute or layout FILE (- reads standard input): all that lies there, and where it asks.

    reach is what a ship can cover after moving, threat what it can shoot at then (and how well that is known), sight
    its clear lines of fire now: of 40 ships at most, or of the one named with --around.

    On paper at real size: armada draw dispute.toml -o table.pdf --scale 1 --paper a4
    """
    from armada_sim.files import load_dispute

    picture = picture_path(output, reads=[file])
    assert picture is not None
    look.suits(picture, None if scale is None else "--scale")
    shown = [word.strip() for word in show.split(",") if word.strip()]
    for word in shown:
        one_of(word, SHOWN, "--show", N_("nothing to show is called {name}{guess}"))
    dispute = load_dispute(file)
    layout = dispute.layout
    if around is not None:
        one_of(around, [ship.name for ship in layout.ships], "--around", N_("no ship is called {name}{guess}"))
    ships = [ship for ship in layout.ships if not ship.sunk and around in (None, ship.name)]
    _few_enough(len(ships), shown)
    import plots

    problems = _looked_at(dispute, unit, words)
    gap = _DRAWN_GAP_MM if around is None else _NEAR_GAP_MM
    wanted = ships if {"reach", "threat"} & set(shown) else []
    regions = {ship.name: _region(dispute, ship, shown, gap, words) for ship in wanted}
    sights = _sights(dispute, ships, words) if "sight" in shown else ()
    style = plots.styled(look, sized=scale is not None)
    lang = style.lang or words.lang
    figure = plots.figure_of_position(
        layout,
        dispute.rules,
        show=[word for word in shown if word not in _WORKED_OUT],
        reach=regions,
        sights=sights,
        around=around,
        framing=None if whole_table else _asked_about(dispute, "broadsides" in shown),
        unit=unit or dispute.unit,
        style=style,
        lang=lang,
        title=dispute.title,
        scale=scale,
        problems=problems,
    )
    plots.save_figure(figure, picture, title=dispute.title, lang=lang, outlines=style.outlines, paper=look.paper)


def _asked_about(dispute: Dispute, guns: bool) -> list[Point]:
    """mm. Where moves that are asked about lead, and how far the guns reach that are asked about, or all if drawn."""
    from armada_sim.files import MoveQuestion, ShotQuestion
    from armada_sim.firing import reaches
    from armada_sim.moving import move_places
    from armada_sim.pictures import corners_of

    layout, rules = dispute.layout, dispute.rules
    lying = {ship.name: ship for ship in layout.ships}
    firing = set(lying) if guns else set()
    found: list[Point] = []
    for question in dispute.questions:
        if isinstance(question, ShotQuestion):
            firing.add(question.shooter)
        if not isinstance(question, MoveQuestion) or question.ship not in lying:
            continue
        ship, declared = lying[question.ship], question.declared
        if declared.to is not None:
            found += corners_of(replace(ship, pose=declared.to), rules)
        else:
            outline = rules.outline(ship.size)
            found += [at for place in move_places(layout, ship, declared, rules) for at in outline.flat(place).corners]
    return [*found, *(at for name in firing for corners in reaches(layout, lying[name], rules) for at in corners)]


def _few_enough(count: int, shown: Sequence[str]) -> None:
    """Raises InputError where too many ships are to be shown with what is worked out for each."""
    from armada_sim.tabletop import InputError

    asked = [word for word in shown if word in _WORKED_OUT]
    if asked and count > MOST_WORKED_OUT:
        text = Message(
            "{shown} is drawn of {most} ships at most, and here are {count}: name one with --around",
            shown=asked[0], most=MOST_WORKED_OUT, count=count,
        )  # fmt: skip
        raise InputError(text, key="--show")


def _looked_at(dispute: Dispute, unit: str | None, words: Language) -> tuple[Reason, ...]:
    """What of the table cannot be, said before anything is worked out."""
    from armada_sim.referee import position_problems
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording import reason_lines

    with Progress(words.say("looking at the table")):
        problems = position_problems(dispute.layout, dispute.rules, unit or dispute.unit)
    for line in reason_lines(problems):
        problem = words.tell(line)
        click.echo(words.say("Warning: this table is impossible as written. {problem}", problem=problem), err=True)
    return problems


def _region(dispute: Dispute, ship: Ship, shown: Sequence[str], gap: float, words: Language) -> ReachShapes:
    """What a ship can cover, and what it can shoot at, after the move its size may take."""
    import plots

    covered = threat = None
    if "reach" in shown:
        covered = plots.reached(_reach(dispute, ship.name, None, gap, "final", words))
    if "threat" in shown:
        threat = plots.threatened(_threat(dispute, ship, gap, words), dispute.rules)
    return plots.ReachShapes(covered, threat)


def _threat(dispute: Dispute, ship: Ship, gap: float, words: Language) -> Threat:
    """What a ship can shoot at after its move: stage by stage on terminals, and how well it is known."""
    from armada_sim.regions import threat_stages
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording import threat_lines

    with Progress(words.say("{ship}: what it can shoot at", ship=ship.name)) as progress:
        for found in threat_stages(
            dispute.layout, ship.name, None, gap, dispute.rules,
            progress=lambda level, cells: progress.tell(
                words.say(
                    "{ship}: what it can shoot at, to within {length}, places open: {count}",
                    ship=ship.name, length=words.amount(f"{level:.3g}", "mm"), count=cells,
                )
            ),
        ):  # fmt: skip
            near = words.amount(f"{found.gap:.3g}", "mm")
            known = words.say("{ship}: what it can shoot at is known to within {length}", ship=ship.name, length=near)
            progress.tell(known)
    for line in threat_lines(found, dispute.measure()):
        click.echo(words.tell(line))
    return found


def _sights(dispute: Dispute, ships: Sequence[Ship], words: Language) -> list[Sight]:
    """The clear lines of fire of ships to their enemies."""
    import plots
    from armada_sim.firing import LONG_SIDES, sight_line
    from armada_sim.tabletop.terminal import Progress

    layout, rules = dispute.layout, dispute.rules
    sides = LONG_SIDES
    found = []
    with Progress(words.say("clear lines of fire")) as progress:
        for ship in ships:
            progress.tell(words.say("{ship}: its clear lines of fire", ship=ship.name))
            for enemy in layout.ships:
                if not enemy.sunk and not layout.allied(ship.player, enemy.player):
                    line = sight_line(layout, ship, enemy, sides, rules)
                    found += [plots.Sight(ship.name, enemy.name, *line)] if line is not None else []
    return found


@command(
    short_help="Show and draw what a ship can reach.",
    example="armada reach dispute.toml B2 --steps 3 -o reach.svg",
)
@click.argument("file")
@click.argument("ship")
@click.option("--steps", type=Whole(1, 4), help="At most so many steps.  [default: what the ship's size may take]")
@click.option(
    "--gap", type=Number(FINEST_GAP_MM, _WIDEST_GAP_MM), default=1.0, show_default=True,
    help="mm between what is proved reachable and what not.",
)  # fmt: skip
@click.option(
    "--when",
    type=click.Choice(["final", "any"]),
    default="final",
    show_default=True,
    help="Covered at the end, or on the way too.",
)
@click.option("-o", "--output", metavar="PICTURE", help="Draw it too (.svg, .pdf or .png).")
@JSON
@UNIT
@PAPER
@looks
@click.pass_obj
def reach(
    words: Language,
    file: str, ship: str, steps: int | None, gap: float, when: Literal["final", "any"], output: str | None,
    as_json: bool,
    unit: str | None, look: Look,
) -> None:  # fmt: skip
    """Show the legal first headings of SHIP and the table it can cover, under the rules of FILE (- reads standard
    input).

    Regions in JSON are GeoJSON geometries in mm. The first search on a machine compiles for some seconds.
    """
    from armada_sim.files import load_dispute

    picture = picture_path(output, reads=[file])
    look.suits(picture)
    dispute = load_dispute(file)
    one_of(ship, [one.name for one in dispute.layout.ships], Message("SHIP"), N_("no ship is called {name}{guess}"))
    from armada_sim.wording import FirstStep, document, report

    measure = dispute.measure(unit)
    problems = _looked_at(dispute, unit, words)
    first = FirstStep.of(dispute.layout, ship, dispute.rules)
    found = _reach(dispute, ship, steps, gap, when, words)
    if picture is not None:
        import plots

        style = plots.styled(look)
        lang = style.lang or words.lang
        figure = plots.figure_of_reach(dispute.layout, found, dispute.rules, unit=measure.name, style=style, lang=lang)
        plots.save_figure(figure, picture, title=dispute.title, lang=lang, outlines=style.outlines, paper=look.paper)
    if as_json:
        import json

        told = document(found, first, when, dispute.rules, problems, words.lang)
        click.echo(json.dumps(told, ensure_ascii=words.lang == "en", allow_nan=False))
        return
    lines = [click.style(dispute.title, bold=True)] if dispute.title else []
    for depth, line in report(found, first, when, measure):
        lines += wrapped(words.tell(line), "  " * depth, "  ")
    click.echo("\n".join(lines))


def _reach(
    dispute: Dispute, ship: str, steps: int | None, gap: float, when: Literal["final", "any"], words: Language
) -> Reach:
    """What a ship can reach, with progress on terminals. Raises InputError."""
    from armada_sim.regions import reachable
    from armada_sim.tabletop.terminal import Progress

    with Progress(words.say("{ship}: compiling the search (once)", ship=ship)) as progress:
        return reachable(
            dispute.layout, ship, steps, gap, when=when, rules=dispute.rules,
            progress=lambda level, cells: progress.tell(
                words.say(
                    "{ship}: to within {length}, places open: {count}",
                    ship=ship, length=words.amount(f"{level:.3g}", "mm"), count=cells,
                )
            ),
        )  # fmt: skip

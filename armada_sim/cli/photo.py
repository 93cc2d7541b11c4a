"""`armada photo`: ships found on a photographed table."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop import Message, quoted
from armada_sim.tabletop.terminal import JSON, command, in_json, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.photo import Paper, Question, Reading, ReadShip, SaidSheet
    from armada_sim.table import Profile, Rules
    from armada_sim.tabletop import Language

_LEAST_MM, _LARGEST_MM = 20.0, 5000.0
"""mm. Sides of a rectangle: smaller ones say nothing, larger ones do not lie on a table."""


@dataclass(frozen=True, slots=True)
class _Rectangle:
    """A rectangle of known sides, mm."""

    size: tuple[float, float]


class _Sheet(click.ParamType["_Rectangle | str"]):
    """A sheet of paper by its name, none, or a rectangle such as 600x400."""

    name = "sheet"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> _Rectangle | str:
        """The sheet that was typed."""
        text = str(value).strip().lower()
        if text in ("a4", "letter", "none"):
            return text
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)(?:\s*mm)?", text)
        sides = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
        if not all(_LEAST_MM <= side <= _LARGEST_MM for side in sides):
            said = Message(
                "expected a4, letter, none, or a width and a height from {least} to {most} mm such as 600x400, "
                "not {given}.",
                least=f"{_LEAST_MM:g}", most=f"{_LARGEST_MM:g}", given=quoted(str(value)),
            )  # fmt: skip
            self.fail(said, param, ctx)
        return _Rectangle(sides)


@command(
    short_help="Find the ships on a photographed table.",
    example="armada photo table.jpg -o table.toml --overlay overlay.png",
)
@click.argument("pictures", metavar="PICTURE", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", help="Write the ships as a dispute file (.toml), to add questions to.")
@click.option("--overlay", metavar="OVERLAY", help="Draw what was found over the photo (.png), to check it.")
@click.option(
    "--sheet", type=_Sheet(), metavar="SHEET",
    help="What lies on the table: a4, letter, none, or WIDTHxHEIGHT in mm.  [default: found out]",
)  # fmt: skip
@click.option("--surface", is_flag=True, help="That rectangle is the playing surface.")
@click.option(
    "--rules", metavar="FILE",
    help="A dispute file whose rules say which sizes of ship there are.  [default: the text's three]",
)  # fmt: skip
@JSON
@click.pass_context
def photo(
    context: click.Context,
    pictures: tuple[str, ...], output: str | None, overlay: str | None, sheet: _Rectangle | str | None, surface: bool,
    rules: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Find the ships on a PICTURE of a table: where each lies, and how well that is known.

    A sheet of A4 or Letter beside the ships gives the scale; so does a rectangle of known sides. With neither, the
    ships themselves do, three times less closely. Ships of a game's own sizes are read with --rules: armada photo
    table.jpg --rules huge.toml -o table.toml keeps these rules in what is written. Exit status: 0 if all is read and
    nothing is asked, 1 if something is asked or a ship cannot be known: such a ship is left out of the file.
    """
    from armada_sim.files import load_dispute
    from armada_sim.photo import check_installed
    from armada_sim.table import Rules
    from armada_sim.tabletop import InputError, check_targets, write_files
    from armada_sim.tabletop.terminal import Progress

    words: Language = context.obj
    wanted = [("--output", output, (".toml",)), ("--overlay", overlay, (".png",))]
    given = pictures if rules is None else (*pictures, rules)
    check_targets([(key, name, kinds) for key, name, kinds in wanted if name is not None], given)
    if surface and not isinstance(sheet, _Rectangle):
        raise InputError(Message("say its sides with --sheet WIDTHxHEIGHT"), key="--surface")
    check_installed()
    agreed = Rules() if rules is None else load_dispute(rules).rules
    with Progress(words.say("reading the picture")) as progress:
        found = _read(pictures, agreed.profile, sheet, words)
        files: list[tuple[Path, bytes]] = []
        known = [ship for ship in found.ships if ship.tolerance is not None]
        if output is not None and known:
            files.append((Path(output), _dispute(pictures[0], found, known, agreed, surface, words).encode()))
        if overlay is not None:
            progress.tell(words.say("drawing"))
            files.append((Path(overlay), _overlay(pictures[0], found, words)))
        write_files(files)
    written = output if known else None
    click.echo(in_json(_document(pictures, found, written, overlay, words)) if as_json else
               _report(found, output, written, words))  # fmt: skip
    context.exit(0 if known and len(known) == len(found.ships) and not found.questions else 1)


def _read(pictures: Sequence[str], pieces: Profile, sheet: _Rectangle | str | None, words: Language) -> Reading:
    """What the pictures say. Raises InputError."""
    from armada_sim.photo import Paper, SaidSheet, read
    from armada_sim.tabletop import inside

    said: Paper | SaidSheet | None = None
    if sheet is not None:
        said = SaidSheet(sheet.size) if isinstance(sheet, _Rectangle) else Paper(sheet)
    with inside(file=pictures[0] if len(pictures) == 1 else ""):
        return read([Path(picture) for picture in pictures], pieces, said, lang=words.lang)


def _dispute(
    picture: str, found: Reading, known: Sequence[ReadShip], rules: Rules, surface: bool, words: Language
) -> str:
    """The text of a dispute file without a question."""
    from armada_sim.files.tables import changed_table, number_of
    from armada_sim.photo import called
    from armada_sim.table import Unit, rounded

    edges = found.size if surface else None
    agreed = {key: value for key, value in changed_table(rules).items() if key != "surface"}
    if edges is None:
        agreed["surface"] = "unbounded"
    lines = [
        f"title = {_text(words.say('Ships on a photo: {file}', file=Path(picture).name))}",
        'unit = "mm"',
        *([f"rules = {_value(agreed)}"] if agreed else []),
    ]
    if edges is not None:
        lines += ["", "[surface]", f"rectangle = [{edges[0]:g}, {edges[1]:g}]"]
    lines += ["", "[tolerance]", f"position = {rounded(found.tolerance, Unit('mm'), up=True).number}"]
    for ship in known:
        x, y, heading = (number_of(value) for value in (ship.pose.x, ship.pose.y, ship.pose.heading))
        lines += [
            "", "[[ships]]", f"name = {_text(ship.name)}", f"player = {_text(called(ship.player, words))}",
            f"size = {_text(ship.size.value)}", f"base = [{x:f}, {y:f}]", f"heading = {heading:f}",
        ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    """A value of TOML on one line: a table of options, a text or a number."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_text(str(key))} = {_value(one)}' for key, one in value.items())} }}"
    return _text(value) if isinstance(value, str) else f"{value:f}" if isinstance(value, Decimal) else str(value)


def _text(text: str) -> str:
    """A string of TOML, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _overlay(picture: str, found: Reading, words: Language) -> bytes:
    import plots
    from armada_sim.photo import called, opened
    from plots.photo import DOTS_PER_INCH

    rgb = opened(Path(picture)).rgb
    players = [called(ship.player, words) for ship in found.ships]
    figure = plots.figure_of_reading(rgb, found, players=players, lang=words.lang)
    title = words.say("Ships on a photo: {file}", file=Path(picture).name)
    told = words.in_turn(_row(ship, words)[0] + " " + _row(ship, words)[4] for ship in found.ships)
    return plots.figure_bytes(figure, "png", title, told, words.lang, DOTS_PER_INCH)


def _row(ship: ReadShip, words: Language) -> tuple[str, str, str, str, str]:
    """Name, player, size, place and accuracy of a ship, in words."""
    from armada_sim.photo import called, off_by
    from armada_sim.table import Unit

    unit = Unit("mm", known=ship.tolerance or 1.0)
    x, y = (words.tell(unit.coordinate(value)) for value in (float(ship.pose.x), float(ship.pose.y)))
    place = words.say(
        "base ({x}, {y}), heading {heading}", x=x, y=y, heading=words.tell(unit.heading(float(ship.pose.heading)))
    )
    known = words.say("not known")
    if ship.tolerance is not None:
        known = f"±{words.tell(off_by(ship.tolerance, unit))}"
    return ship.name, called(ship.player, words), words.tell(ship.size.words), place, known


def _report(found: Reading, output: str | None, written: str | None, words: Language) -> str:
    """What was found, as lines."""
    from armada_sim.photo import accuracy, accuracy_of
    from armada_sim.table import Unit

    lines = [words.say_many("{n} ship was read.", "{n} ships were read.", len(found.ships))]
    rows = [_row(ship, words) for ship in found.ships]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += [
        "  " + "  ".join(f"{part:{wide}}" for part, wide in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    told = accuracy(found, Unit("mm"), words)
    lines += wrapped(words.tell(told)) if told is not None else []
    for ship in found.ships:
        if ship.tolerance is None and told is not None:
            lines += wrapped(words.tell(accuracy_of(ship, Unit("mm"), words)) + " " + words.say("It is left out."))
    for question in found.questions:
        lines += [click.style(line, fg="yellow") for line in wrapped(_asked(question, words), "? ", "  ")]
    if written is not None:
        lines += [words.say("Written: {file}", file=written)]
    elif output is not None:
        lines += [words.say("Nothing is written: no ship is known.")]
    return "\n".join(lines)


def _asked(question: Question, words: Language) -> str:
    return words.tell(question.text)


def _document(
    pictures: Sequence[str], found: Reading, output: str | None, overlay: str | None, words: Language
) -> dict[str, object]:
    """The same as data: lengths mm, points px of the upright picture, headings degrees."""
    from armada_sim.photo import called

    return {
        "pictures": [*pictures],
        "output": output,
        "overlay": overlay,
        "sheet": found.paper.value,
        "size": found.size,
        "corners": found.sheet,
        "tolerance": found.tolerance,
        "focal": found.focal,
        "camera": found.camera,
        "ships": [
            {
                "name": ship.name, "player": called(ship.player, words), "size": ship.size.value,
                "base": [float(ship.pose.x), float(ship.pose.y)], "heading": float(ship.pose.heading),
                "tolerance": ship.tolerance, "wire": ship.wire, "hidden": ship.hidden, "colour": ship.colour,
            }
            for ship in found.ships
        ],
        "questions": [
            {"topic": one.topic.value, "about": one.about, "text": words.tell(one.text), "offer": one.offer}
            for one in found.questions
        ],
    }  # fmt: skip

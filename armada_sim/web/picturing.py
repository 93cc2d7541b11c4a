"""Pictures that the page asks for: drawn with Matplotlib where that is, else written as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from importlib.util import find_spec
from typing import TYPE_CHECKING

from armada_sim.evidence import Ruling
from armada_sim.files import Dispute
from armada_sim.files.building import build_dispute
from armada_sim.geometry import Point
from armada_sim.table import Layout
from armada_sim.tabletop import InputError, Language, Message
from armada_sim.tabletop.web import File, still_wanted
from armada_sim.web.bodies import PictureBody

if TYPE_CHECKING:
    from armada_sim.pictures import Note

_MEDIA = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}


def formats() -> list[str]:
    """The kinds of pictures that are made here."""
    return ["svg"] if find_spec("matplotlib") is None else [*_MEDIA]


def picture(given: PictureBody, words: Language) -> File:
    """The picture of a ruling, or of the table if there is no question: as the command line draws it."""
    if given["format"] not in formats():
        raise InputError(Message("pictures are made as svg alone here, where there is no Matplotlib"), key="format")
    dispute, number = build_dispute(given["dispute"]), given.get("number")
    ruling = None if number is None else dispute.ask(number, given["show_in"])
    still_wanted()
    notes = [(_point(note["start"]), _point(note["end"]), note["text"]) for note in given["notes"]]
    made = (_written if find_spec("matplotlib") is None else _plotted)(given, dispute, ruling, notes, words)
    return File(made, _MEDIA[given["format"]])


def _point(at: Sequence[int | Decimal]) -> Point:
    return float(at[0]), float(at[1])


def _lying(dispute: Dispute, ruling: Ruling) -> Layout:
    """The table that a ruling is about."""
    return ruling.subject.layout if ruling.subject else dispute.layout


def _written(given: PictureBody, dispute: Dispute, ruling: Ruling | None, notes: list[Note], words: Language) -> bytes:
    from armada_sim.pictures import STYLES, picture_of_position, picture_of_ruling

    unit, style, lang = given["show_in"], STYLES[given["style"]], words.lang
    if ruling is None:
        svg = picture_of_position(
            dispute.layout, dispute.rules, unit=unit, style=style, lang=lang, title=dispute.title, notes=notes
        )
    else:
        svg = picture_of_ruling(
            _lying(dispute, ruling), ruling, dispute.rules, unit=unit, style=style, lang=lang, title=dispute.title,
            notes=notes,
        )  # fmt: skip
    return svg.encode()


def _plotted(given: PictureBody, dispute: Dispute, ruling: Ruling | None, notes: list[Note], words: Language) -> bytes:
    import plots

    unit, style, lang = given["show_in"], given["style"], words.lang
    if ruling is None:
        figure = plots.figure_of_position(
            dispute.layout, dispute.rules, unit=unit, style=style, lang=lang, title=dispute.title
        )
    else:
        figure = plots.figure_of_ruling(
            _lying(dispute, ruling), ruling, dispute.rules, unit=unit, style=style, lang=lang
        )
    still_wanted()
    for note in notes:
        plots.draw_note(figure, *note, style)
    title, description = plots.described(figure, lang)
    return plots.figure_bytes(figure, given["format"], dispute.title or title, description, lang)

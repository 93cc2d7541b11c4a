"""From a figure file to what is drawn: its frames, each a table with marks, and every mistake in it gathered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from armada_sim.files import Builder, plain_schema, rules_of, schema_of, understood
from armada_sim.pictures import Style, View, Words
from armada_sim.table import MM_PER, Rules, Surface
from armada_sim.tabletop import (
    InputError,
    Message,
    Mistakes,
    either,
    guess,
    inside,
    plain_data,
    read_text,
    shown,
)
from plots.figure_file.boards import BoardFigure, board_figure
from plots.figure_file.frames import Frame
from plots.figure_file.model import NO_WORDS, TABLES, ChangedShipTable, FigureTable, FrameTable, Headings, validated
from plots.grids import PICTURES
from plots.scene import Plate, Scene, figure_of_panes

_ROOM = 0.08
"""Of what is shown: left free around it."""

_LEAST_ROOM_MM = 10.0

_PLACED = {"base", "heading", "tip", "corners"}
_PIECES = ("unit", "rules", "position", "surface", "tolerance", "teams", "fleets", "ships", "objects")


@dataclass(frozen=True)
class AuthorFigure:
    """A figure of a file."""

    said: Headings
    frames: tuple[Frame, ...]
    """What stands side by side; one, if nothing does."""

    panes: tuple[Scene, ...]
    """The same, to be drawn."""

    unit: str
    """Of its lengths: mm, cm or in."""

    def drawn(self, style: Style, words: Words) -> Plate:
        """The finished figure. Raises InputError for a scale that makes none."""
        return figure_of_panes(self.panes, words.tell(self.said.title), self.said.told(words), style, words)


Figure = AuthorFigure | BoardFigure
"""Of a file."""


def load_figure(path: str | Path) -> Figure:
    """The figure in a file, or on standard input if `path` is "-". Raises InputError."""
    file = Message("standard input") if str(path) == "-" else str(path)
    with inside(file=file):
        text = read_text(path)
    folder = Path() if str(path) == "-" else Path(path).parent
    return parse_figure(text, "json" if text.lstrip()[:1] == "{" else "toml", file=file, folder=folder)


def parse_figure(
    text: str, form: Literal["toml", "json"] = "toml", *, file: str = "", folder: Path = Path()
) -> Figure:  # fmt: skip
    """The figure in a text; folder: where the layout it names is looked for. Raises InputError for all the mistakes
    found."""
    with inside(file=file):
        raw = plain_data(text, form)
        if _of_a_board(raw):
            return board_figure(raw).checked()
        if isinstance(raw.get("layout"), str):
            raw = {**raw, **_layout_of(raw, folder)}
        table, rules, mistakes = understood(raw, validated, TABLES)
        return _Figure(table, rules, mistakes).built()


def headings_of(text: str) -> Headings:
    """What the figure in a TOML text says of itself; nothing else is worked out. Raises InputError."""
    raw = plain_data(text, "toml")
    if _of_a_board(raw):
        return board_figure(raw).said
    return _headings(understood(raw, validated, TABLES)[0])


def _headings(table: FigureTable) -> Headings:
    return Headings(table["title"], table.get("caption", NO_WORDS), table["clauses"])


def _of_a_board(raw: Mapping[str, Any]) -> bool:
    """Whether a file is a figure of a board game. Raises InputError where it is of no game there is."""
    game = raw.get("game", "armada")
    if game not in ("armada", *PICTURES):
        known = either(("armada", *PICTURES))
        raise InputError(Message("expected {known}, not {given}", known=known, given=shown(game)), key="game")
    return bool(game != "armada")


def figure_schema() -> dict[str, Any]:
    """JSON Schema of a figure file, as plain data."""
    armada = schema_of(FigureTable)
    return {"$schema": armada.pop("$schema"), "anyOf": [armada, plain_schema(BoardFigure)]}


def _layout_of(raw: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What lies on the table of another file."""
    own = next((key for key in _PIECES if key in raw), None)
    if own is not None:
        raise InputError(Message("stands in the layout file; leave one of them out"), key=own)
    path = folder / raw["layout"]
    with inside(key="layout"):
        text = read_text(path)
        there = plain_data(text, "json" if text.lstrip()[:1] == "{" else "toml")
    return {key: there[key] for key in _PIECES if key in there}


class _Figure:
    """A checked file on its way to a figure."""

    def __init__(self, table: FigureTable, rules: Rules, mistakes: Mistakes) -> None:
        self.table, self.rules, self.mistakes = table, rules, mistakes

    def built(self) -> AuthorFigure:
        """The figure. Raises InputError."""
        table, attempt = self.table, self.mistakes.attempt
        rows: list[FrameTable | None] = [*table["frames"]] or [None]
        found = [
            attempt(f"frames[{i}]" if row is not None else "", partial(self._frame, row))
            for i, row in enumerate(rows, 1)
        ]
        self.mistakes.stop_if_any()
        frames = tuple(frame for frame in found if frame is not None)
        marks = [attempt(f"frames[{i}]" if table["frames"] else "", frame.marks) for i, frame in enumerate(frames, 1)]
        self.mistakes.stop_if_any()
        shared = _around([point for frame in frames for point in frame.extent])
        if "view" in table:
            shared = attempt("view", partial(_view, table["view"], table["unit"])) or shared
        panes = []
        for i, (frame, row, drawn) in enumerate(zip(frames, rows, marks, strict=True), 1):
            view = shared
            if row is not None and "view" in row:
                view = attempt(f"frames[{i}].view", partial(_view, row["view"], table["unit"])) or shared
            panes.append(
                Scene(
                    view, tuple(drawn or ()), frame.shown, table["roles"], table["called"], frame.rules, table["names"],
                    table.get("scale"), frame.flagships, frame.dimmed, None if row is None else row.get("caption"),
                )
            )  # fmt: skip
        self.mistakes.stop_if_any()
        return AuthorFigure(_headings(table), frames, tuple(panes), table["unit"])

    def _frame(self, row: FrameTable | None) -> Frame:
        """A table with what is shown on it, of the whole figure and of the frame alone. Raises InputError."""
        table: Any = {**self.table, "title": "", "lines": [], "flags": []}
        rules = self.rules
        if row is not None:
            gone = row["removed"]
            named = [one["name"] for one in (*table["ships"], *table["objects"])]
            for i, name in enumerate(gone, 1):
                if name not in named:
                    raise InputError(
                        Message("no ship or object is called {name}{guess}", name=repr(name), guess=guess(name, named)),
                        key=f"removed[{i}]",
                    )
            table["ships"] = _changed(table["ships"], row["ships"], gone)
            table["objects"] = [one for one in (*table["objects"], *row["objects"]) if one["name"] not in gone]
            table["questions"] = [*table["questions"], *row["questions"]]
            if "rules" in row:
                with inside(key="rules"):
                    rules = rules_of(row["rules"], table["unit"])
        dispute = Builder(table, rules, Mistakes()).dispute("")
        if not table["edges"]:
            if "surface" in table:
                raise InputError(Message("a table without edges has none"), key="surface")
            dispute = replace(dispute, layout=replace(dispute.layout, surface=Surface.unbounded()))
        return Frame(dispute, self.table, row)


def _changed(ships: Sequence[Any], changes: Sequence[ChangedShipTable], gone: Sequence[str]) -> list[Any]:
    """The rows of ships with what differs. Raises InputError for a new ship without a player or a size."""
    known = {row["name"] for row in ships}
    by_name: dict[str, Any] = {row["name"]: row for row in changes}
    found = []
    for row in ships:
        change = by_name.get(row["name"], {})
        kept = {key: value for key, value in row.items() if not (_PLACED & change.keys() and key in _PLACED)}
        found.append({**kept, **change})
    for i, change in enumerate(changes, 1):
        if change["name"] not in known:
            for key in ("player", "size"):
                if key not in change:
                    raise InputError(Message("is missing"), key=f"ships[{i}].{key}")
            found.append({"damage": 0, **change})
    return [row for row in found if row["name"] not in gone]


def _view(numbers: Sequence[Any], unit: str) -> View:
    """What is shown, from four numbers of the file. Raises InputError."""
    left, bottom, right, top = (float(number) * float(MM_PER[unit]) for number in numbers)
    if not (left < right and bottom < top):
        raise InputError(Message("expected left, bottom, right and top, each pair in this order"))
    return View(left, bottom, right, top)


def _around(points: Sequence[Sequence[float]]) -> View:
    """All points with a little room."""
    xs, ys = zip(*(points or [(0.0, 0.0)]), strict=True)
    room = max(_ROOM * max(max(xs) - min(xs), max(ys) - min(ys)), _LEAST_ROOM_MM)
    return View(min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room)

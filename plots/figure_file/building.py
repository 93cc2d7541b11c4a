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
    Said,
    either,
    guess,
    inside,
    plain_data,
    read_text,
    shown,
)
from plots.figure_file.boards import BoardFigure, board_figure
from plots.figure_file.frames import Frame
from plots.figure_file.model import NO_WORDS, TABLES, FigureTable, FrameTable, Headings, validated
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
    return Headings("armada", table["title"], table.get("caption", NO_WORDS), table["clauses"])


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
        found = [attempt("", partial(self._frame, row, i)) for i, row in enumerate(rows, 1)]
        self.mistakes.stop_if_any()
        frames = tuple(frame for frame in found if frame is not None)
        marks = [attempt("", frame.marks) for frame in frames]
        self.mistakes.stop_if_any()
        shared = _around([point for frame in frames for point in frame.extent])
        if "view" in table:
            shared = attempt("view", partial(_view, table["view"], table["unit"])) or shared
        panes, roles = list[Scene](), self._roles(frames)
        for i, (frame, row, drawn) in enumerate(zip(frames, rows, marks, strict=True), 1):
            view = shared
            if row is not None and "view" in row:
                view = attempt(f"frames[{i}].view", partial(_view, row["view"], table["unit"])) or shared
            panes.append(
                Scene(
                    view, tuple(drawn or ()), frame.shown, roles, table["called"], frame.rules, table["names"],
                    table.get("scale"), frame.flagships, frame.dimmed, None if row is None else row.get("caption"),
                )
            )  # fmt: skip
        self.mistakes.stop_if_any()
        return AuthorFigure(_headings(table), frames, tuple(panes), table["unit"])

    def _roles(self, frames: Sequence[Frame]) -> Mapping[str, Said]:
        """What the legend says of each player's pieces: the same in all frames."""
        names: dict[str, dict[str, None]] = {}
        for ship in (ship for frame in frames for ship in frame.shown.ships):
            names.setdefault(ship.player, {})[ship.name] = None
        of_all = {
            player: Message("{player} ({names})", player=player, names=", ".join(there))
            for player, there in names.items() if len(frames) > 1
        }  # fmt: skip
        return {**of_all, **self.table["roles"]}

    def _frame(self, row: FrameTable | None, number: int) -> Frame:
        """A table with what is shown on it, of the whole figure and of the frame alone. Raises InputError."""
        table: Any = {**self.table, "title": "", "lines": [], "flags": []}
        rules = self.rules
        rows = {kind: _keyed(kind, table[kind]) for kind in ("ships", "objects", "questions")}
        if row is not None:
            frame = f"frames[{number}]"
            own = {
                "ships": _keyed(f"{frame}.ships", row["ships"]),
                "objects": _keyed(f"{frame}.objects", row["objects"]),
                "questions": _keyed(f"{frame}.questions", row["questions"]),
            }
            with inside(key=frame):
                gone = _gone(row["removed"], [one["name"] for kind in ("ships", "objects") for one in table[kind]])
                if "rules" in row:
                    with inside(key="rules"):
                        rules = rules_of(row["rules"], table["unit"])
            rows = {kind: [*there, *own[kind]] for kind, there in rows.items()} | {
                "ships": _changed(rows["ships"], own["ships"])
            }
            for kind in ("ships", "objects"):
                rows[kind] = [one for one in rows[kind] if one[1]["name"] not in gone]
        table |= {kind: [one for _, one in there] for kind, there in rows.items()}
        dispute = Builder(table, rules, Mistakes(), lambda kind, i: rows[kind][i - 1][0]).dispute("")
        if not table["edges"]:
            if "surface" in table:
                raise InputError(Message("a table without edges has none"), key="surface")
            dispute = replace(dispute, layout=replace(dispute.layout, surface=Surface.unbounded()))
        return Frame(dispute, self.table, row, number)


Keyed = list[tuple[str, Any]]
"""Rows of a file, each with its key."""


def _keyed(key: str, rows: Sequence[Any]) -> Keyed:
    return [(f"{key}[{i}]", row) for i, row in enumerate(rows, 1)]


def _gone(names: Sequence[str], known: Sequence[str]) -> Sequence[str]:
    """Names of what is removed. Raises InputError for one that is not there."""
    for i, name in enumerate(names, 1):
        if name not in known:
            said = Message("no ship or object is called {name}{guess}", name=repr(name), guess=guess(name, known))
            raise InputError(said, key=f"removed[{i}]")
    return names


def _changed(ships: Keyed, changes: Keyed) -> Keyed:
    """The rows of ships with what differs. Raises InputError for a new ship without a player or a size."""
    known = {row["name"] for _, row in ships}
    by_name = {change["name"]: (key, change) for key, change in changes}
    found = Keyed()
    for key, row in ships:
        at, change = by_name.get(row["name"], (key, {}))
        kept = {name: value for name, value in row.items() if not (_PLACED & change.keys() and name in _PLACED)}
        found.append((at, {**kept, **change}))
    mistakes = Mistakes()
    for key, change in changes:
        if change["name"] not in known:
            missing = [name for name in ("player", "size") if name not in change]
            mistakes.found += [InputError(Message("is missing"), key=f"{key}.{name}") for name in missing]
            found.append((key, {"damage": 0, **change}))
    mistakes.stop_if_any()
    return found


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

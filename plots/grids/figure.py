"""A figure of a board as data: positions, marks with a meaning, arrows, words; and what makes a scene of any.

Squares and hexes go by their names, moves by the notation of the game; the rules judge both."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate, pairwise
from typing import Any, Literal

from matplotlib.artist import Artist

from armada_sim.geometry import Point
from armada_sim.pictures import Look, View
from grid_games import catalogue
from grid_games.core.protocol import State
from plots.grids import PICTURES
from plots.grids.scene import Arrow, BoardScene, Corners, Note, Ring, Signs, Tint, board_sheet, middle
from plots.scene import Mark
from plots.sheet import Sheet

LookName = Literal["may", "further", "barred", "ring", "noted", "red", "blue", "spell"]
"""A full disc, a hollow one, a cross; a heavy line around each place, a dashed one around all of them together; a hatch
and a line around all, of either side; a tint."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Places with a meaning. A sign stands on empty places that have none yet."""

    look: LookName
    words: str = ""
    """For the key; a message."""

    on: str = ""
    """Their names."""

    moves: str = ""
    """The rules say which: the last place of each legal move that is written so at its beginning."""

    after: tuple[str, ...] = ()
    """Moves that are played before."""

    near: str = ""
    """All that are empty, and that no earlier mark has, within so many of one, such as "e6 2"."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Arrows of one meaning, from place to place, such as "e4-e5"."""

    ways: str
    words: str = ""
    paint: Literal["going", "struck"] = "going"


@dataclass(frozen=True, slots=True)
class Said:
    """Words at a place."""

    at: str
    text: str
    """A message, or a text that is no word."""

    up: float = 0.0
    """mm of the drawing above its middle."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One board of a figure."""

    position: str
    shown: str = ""
    """A part of the board, as the game's `part` takes it, such as "a1-f6" or "e6 3"; all of it if empty."""

    moves: tuple[str, ...] = ()
    """What is played from the position before it is shown."""

    marks: tuple[Marked, ...] = ()
    arrows: tuple[Ways, ...] = ()
    notes: tuple[Said, ...] = ()
    heading: str = ""
    """A message above it."""

    player: str | None = None
    """Who looks at it; nothing is hidden if nobody."""

    board: bool = True
    """Whether there is a board under the pieces."""


@dataclass(frozen=True)
class BoardFigure:
    """A figure."""

    game: str
    name: str
    """Of its files."""

    title: str
    """A message, like the caption."""

    caption: str
    frames: tuple[Frame, ...]
    columns: int = 1
    """Frames side by side."""

    players: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)

    def state(self, frame: Frame) -> State[Any]:
        """What a frame shows. Raises NotationError, IllegalMoveError."""
        game, positions = self.load(), catalogue.extras(self.game).positions
        assert positions is not None
        return played(positions.read(game, frame.position), frame.moves)

    def load(self) -> Any:
        """The game."""
        return catalogue.load(self.game, self.players, self.settings)

    def places(self, frame: Frame) -> list[tuple[Marked, list[str]]]:
        """Every mark of a frame with the names of its places."""
        pictures, state = import_module(PICTURES[self.game]), self.state(frame)
        found, busy = list[tuple[Marked, list[str]]](), pictures.occupied(state, frame.player)
        signed, marked = set[str](), set[str]()
        for mark in frame.marks:
            names = mark.on.split()
            if mark.moves:
                legal = map(str, played(state, mark.after).legal_moves())
                names += [_PLACE.findall(move)[-1] for move in legal if move.startswith(mark.moves)]
            if mark.near:
                name, radius = mark.near.split()
                names += set(pictures.near(state, name, int(radius))) - busy - marked
                names = [name for name in names if not frame.shown or name in pictures.part(state, frame.shown)]
            if mark.look in _SIGNS:
                names = [name for name in names if name not in busy | signed]
                signed.update(names)
            marked.update(names)
            found.append((mark, sorted(set(names))))
        return found

    @property
    def scene(self) -> BoardScene:
        """What is drawn."""
        scenes = [self._framed(frame) for frame in self.frames]
        if len(scenes) == 1 and not self.frames[0].heading:
            return scenes[0]
        frames = Frames(tuple(scenes), tuple(frame.heading for frame in self.frames), self.columns)
        return BoardScene(frames.view, (frames,), scenes[0].scale)

    def _framed(self, frame: Frame) -> BoardScene:
        """One frame."""
        pictures, state = import_module(PICTURES[self.game]), self.state(frame)
        scene: BoardScene = pictures.scene_of(state, frame.player, frame.shown)
        busy, marks = pictures.occupied(state, frame.player), list[Mark]()
        for mark, names in self.places(frame):
            marks += _drawn(mark, {name: pictures.corners_at(state, name) for name in names})
        for arrow in frame.arrows:
            for way in arrow.ways.split():
                for one, other in pairwise(way.split("-")):
                    ends = [middle(pictures.corners_at(state, name)) for name in (one, other)]
                    start, end = _shortened(ends[0], ends[1], one in busy, other in busy)
                    marks.append(Arrow("arrow", start, end, (one, other), arrow.paint, arrow.words))
        for note in frame.notes:
            x, y = middle(pictures.corners_at(state, note.at))
            marks.append(Note((x, y + note.up), note.text))
        return BoardScene(scene.view, (*scene.marks[0 if frame.board else 1 :], *marks), scene.scale)


_PLACE = re.compile(r"[A-Za-z]\d+")
_SIGNS = {"may", "further", "barred"}

_PIECE_MM, _SIGN_MM = 3.2, 2.0
"""How far from the middle of a place an arrow begins or ends: by a piece, or by a sign."""


def played(state: State[Any], moves: Sequence[str]) -> State[Any]:
    """The state after some moves. Raises NotationError, IllegalMoveError."""
    for move in moves:
        state = state.play(state.game.parse(move))
    return state


def _drawn(mark: Marked, places: Mapping[str, Corners]) -> list[Mark]:
    """How a mark is drawn."""
    match mark.look:
        case "may" | "further" | "barred":
            return [Signs(mark.look, places, mark.words)]
        case "ring":
            return [Ring("ring", places, "struck", mark.words, 0.05, each=True)]
        case "noted":
            return [Ring("noted", places, "noted", mark.words, 0.15)]
        case "spell":
            return [Tint("spell", places, "spell", mark.words)]
        case "red" | "blue":
            inset = 0.2 if mark.look == "red" else 0.7
            return [Tint("control", places, mark.look), Ring(mark.look, places, mark.look, mark.words, inset)]


def _shortened(start: Point, end: Point, from_piece: bool, to_piece: bool) -> tuple[Point, Point]:
    """An arrow that keeps clear of what stands at its ends."""
    far = math.dist(start, end)
    first, last = ((_PIECE_MM if piece else _SIGN_MM) / far for piece in (from_piece, to_piece))
    (x, y), (right, up) = start, (end[0] - start[0], end[1] - start[1])
    return (x + first * right, y + first * up), (x + (1 - last) * right, y + (1 - last) * up)


_HEADING_MM = 7.0
"""Above a frame that has a heading."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Boards side by side and below one another, with a heading each."""

    scenes: tuple[BoardScene, ...]
    headings: tuple[str, ...]
    columns: int

    @property
    def _places(self) -> list[tuple[float, float]]:
        """Where each begins, its heading too: left and top, mm."""
        rows = [self.scenes[k : k + self.columns] for k in range(0, len(self.scenes), self.columns)]
        head = _HEADING_MM if any(self.headings) else 0.0
        lefts = [
            0.0,
            *accumulate(
                max(row[k].view.width for row in rows if k < len(row))
                for k in range(min(self.columns, len(self.scenes)))
            ),
        ]
        tops = [0.0, *accumulate(max(one.view.height for one in row) + head for row in rows)]
        return [(left, -top) for top, row in zip(tops, rows, strict=False) for left, _ in zip(lefts, row, strict=False)]

    @property
    def view(self) -> View:
        """All of them."""
        head = _HEADING_MM if any(self.headings) else 0.0
        ends = [
            (x + one.view.width, y - head - one.view.height)
            for (x, y), one in zip(self._places, self.scenes, strict=True)
        ]
        return View(0, min(y for _, y in ends), max(x for x, _ in ends), 0)

    def draw(self, sheet: Sheet) -> None:
        """Each on axes of its own, of one scale; one legend for all."""
        for k, (scene, heading, (left, top)) in enumerate(zip(self.scenes, self.headings, self._places, strict=True)):
            if heading:
                room = (scene.view.width - 2) / sheet.mm(1)
                text = sheet.wrapped(sheet.words.say(heading), room, sheet.style.text)
                look: Look = {"ha": "left", "va": "bottom", "fontweight": "bold"}
                at = (left + 1, top - _HEADING_MM + 0.5)
                sheet.texts.append(sheet.write(text, at, sheet.style.text, **look))
                top -= _HEADING_MM
            box = (left, top - scene.view.height, scene.view.width, scene.view.height)
            axes = sheet.ax.inset_axes(box, transform=sheet.ax.transData)
            inner = board_sheet(axes, scene.view, sheet.style, sheet.words, ("inset", "ABCDEFGH"[k]))
            inner.entries = sheet.entries
            for mark in scene.marks:
                mark.draw(inner)
            sheet.marks += inner.marks
            sheet.texts += inner.texts
            added: Collection[Artist] = (axes, *inner.others)
            sheet.others += added

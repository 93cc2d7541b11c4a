"""A figure of a board game as its file says it: positions, marks with a meaning, arrows, words; and what makes a scene
of any.

Squares and hexes go by their names, moves by the notation of the game; the rules judge both."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic_core import SchemaValidator, ValidationError, core_schema as core

from armada_sim.files import NAME, complaints, one_line, table_schema, tuple_of, within
from armada_sim.geometry import Point
from armada_sim.pictures import Style, Words
from armada_sim.tabletop import InputError, Message, Mistakes, Worded, either, guess, inside, shown
from grid_games import catalogue
from grid_games.core.protocol import Game, State
from grid_games.core.written import Written, follow
from plots.figure_file.model import CLAUSES, MOST_FRAMES, NO_WORDS, SCALE, WORDS, Headings, Legend
from plots.grids import PICTURES, SHEETS
from plots.grids.frames import Frames
from plots.grids.hexes import around
from plots.grids.scene import Arrow, BoardScene, Corners, Note, Ring, Signs, Tint, figure_of_board, middle
from plots.scene import Mark, Plate

Kind = Literal["may", "further", "barred", "ring", "noted", "red", "blue", "spell"]

_KINDS = ("may", "further", "barred", "ring", "noted", "red", "blue", "spell")
_SIGNS = _KINDS[:3]

_PLACE = re.compile(r"[A-Za-z]\d+")

_TEXT = core.no_info_after_validator_function(one_line, core.str_schema(min_length=1, max_length=20_000))
_START = core.str_schema(min_length=1, max_length=60)
_MOVES = tuple_of(_TEXT, None, 1000)
_PLACES = tuple_of(NAME, None, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """Places with a meaning: their names, or what the rules say of them."""

    kind: Annotated[
        Kind,
        core.literal_schema([*_KINDS]),
        "may: a full disc; further: a hollow one; barred: a cross, each on empty places that have no sign yet; ring: a "
        "heavy line around each place; noted: a dashed one around all of them together; red, blue: a hatch and a line "
        "around all; spell: a tint",
    ]
    words: Legend = None
    on: Annotated[tuple[str, ...], _PLACES, "their names"] = ()
    moves: Annotated[
        str | None, _START, "how moves begin, such as e6-: the last place of each legal move that begins so"
    ] = None
    after: Annotated[tuple[str, ...], _MOVES, "moves that are played before the legal ones are asked for"] = ()
    near: Annotated[
        str | None, _TEXT, 'the empty places that no earlier mark has, within so many of one, such as "e6 2"'
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """Arrows of one meaning, from place to place."""

    ways: Annotated[tuple[str, ...], tuple_of(NAME, 1, 400), "such as e4-e5"]
    kind: Annotated[
        Literal["going", "struck"],
        core.literal_schema(["going", "struck"]),
        "going: an open head, as of a move; struck: a full one, as of an attack",
    ] = "going"
    words: Legend = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettered:
    """Words at a place."""

    at: Annotated[str, NAME, "its name"]
    text: Annotated[Worded, WORDS]
    up: Annotated[float, within(-500, 500), "mm of the drawing above its middle"] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFrame:
    """One board of a figure."""

    position: Annotated[
        str | None,
        _TEXT,
        "in the notation of the game; without it, the board alone, or where moves are given the beginning of a game",
    ] = None
    moves: Annotated[tuple[str, ...], _MOVES, "what is played from there, before it is shown"] = ()
    shown: Annotated[
        str | None, _TEXT, 'a part of the board: between two squares, "a1-f6", or so many hexes around one, "e6 3"'
    ] = None
    heading: Annotated[Worded | None, WORDS, "above it"] = None
    player: Annotated[str | None, NAME, "who looks at it; nothing is hidden if nobody"] = None
    board: Annotated[bool, core.bool_schema(), "false: pieces without the board under them"] = True
    sheet: Annotated[
        str | None,
        core.literal_schema([name for names in SHEETS.values() for name in names]),
        "what stands there instead of a board, worked out by the rules of the game: of strategiksa the battle that the "
        "moves fight; of singidunum units, odds of a melee or tracks; of destin-arc counters, turn (whose turn it is "
        "in the position) or results, the combat table",
    ] = None
    marks: Annotated[tuple[Marked, ...], tuple_of(table_schema(Marked), None, 400)] = ()
    arrows: Annotated[tuple[Ways, ...], tuple_of(table_schema(Ways), None, 400)] = ()
    notes: Annotated[tuple[Lettered, ...], tuple_of(table_schema(Lettered), None, 400)] = ()


@dataclass(frozen=True, kw_only=True)
class BoardFigure:
    """A figure of a board game: one position or several, and what to show on them."""

    game: Annotated[str, core.literal_schema([*PICTURES])]
    title: Annotated[Worded, WORDS]
    caption: Annotated[Worded | None, WORDS] = None
    clauses: Annotated[tuple[str, ...], CLAUSES, "of the rules, such as 35"] = ()
    players: Annotated[int | None, core.int_schema(ge=1, le=100), "how many play"] = None
    settings: Annotated[Mapping[str, object] | None, core.dict_schema(core.str_schema()), "options of the game"] = None
    columns: Annotated[int, core.int_schema(ge=1, le=MOST_FRAMES), "frames side by side"] = 1
    scale: Annotated[float | None, SCALE, "mm of paper per mm of the drawing, where a square is 10 mm wide"] = None
    frames: Annotated[tuple[BoardFrame, ...], tuple_of(table_schema(BoardFrame), 1, MOST_FRAMES)]

    unit = "mm"
    """Nothing on a board is measured."""

    @property
    def said(self) -> Headings:
        """What it says of itself."""
        return Headings(self.game, self.title, self.caption or NO_WORDS, self.clauses)

    @cached_property
    def loaded(self) -> Game[Any, Any]:
        """The game, with its players and options. Raises InputError."""
        try:
            return catalogue.load(self.game, self.players, self.settings)
        except InputError as error:
            raise error.within(key="" if error.key in ("", "players") else "settings") from None

    def state(self, frame: BoardFrame) -> State[Any]:
        """What a frame shows. Raises InputError."""
        return self.page(frame).state

    def page(self, frame: BoardFrame) -> Written:
        """The game of a frame, from its position through its moves. Raises InputError."""
        game = self.loaded
        state: State[Any] = game.new() if frame.moves else self.pictures.bare(game)
        if frame.position is not None:
            positions = catalogue.extras(self.game).positions
            assert positions is not None
            with inside(key="position"):
                state = positions.read(game, frame.position)
        if frame.player is not None and frame.player not in game.players:
            near = guess(frame.player, game.players)
            raise InputError(
                Message("nobody is called {name}{guess}", name=repr(frame.player), guess=near), key="player"
            )
        return _followed(state, frame.moves)

    def places(self, frame: BoardFrame) -> list[tuple[Marked, list[str]]]:
        """Every mark of a frame with the names of its places. Raises InputError for all the mistakes found."""
        mistakes, board = Mistakes(), _Shown.of(self, frame)
        found, busy = list[tuple[Marked, list[str]]](), board.busy
        signed, marked = set[str](), set[str]()
        for i, mark in enumerate(frame.marks, 1):
            names = mistakes.attempt(f"marks[{i}]", partial(board.named, mark, marked)) or []
            if mark.kind in _SIGNS:
                names = [name for name in names if name not in busy | signed]
                signed.update(names)
            marked.update(names)
            found.append((mark, sorted(set(names))))
        mistakes.stop_if_any()
        return found

    @cached_property
    def scene(self) -> BoardScene:
        """What is drawn. Raises InputError for all the mistakes found."""
        mistakes, _ = Mistakes(), self.loaded
        made = [
            mistakes.attempt(f"frames[{i}]", partial(self._framed, frame)) for i, frame in enumerate(self.frames, 1)
        ]
        mistakes.stop_if_any()
        scenes = tuple(scene for scene in made if scene is not None)
        one = scenes[0]
        if len(scenes) > 1 or self.frames[0].heading is not None:
            frames = Frames(scenes, tuple(frame.heading for frame in self.frames), self.columns)
            one = BoardScene(frames.view, (frames,), one.scale)
        return one if self.scale is None else replace(one, scale=self.scale)

    def drawn(self, style: Style, words: Words) -> Plate:
        """The finished figure. Raises InputError for a scale that makes none."""
        title, caption = words.tell(self.title), self.said.told(words)
        return Plate(*figure_of_board(self.scene, title, caption, style, words))

    def checked(self) -> Self:
        """The same, worked out. Raises InputError for all the mistakes found."""
        _ = self.scene
        return self

    @property
    def pictures(self) -> Any:
        """The module that draws the game."""
        return import_module(PICTURES[self.game])

    def _framed(self, frame: BoardFrame) -> BoardScene:
        """One frame."""
        if frame.sheet is not None:
            return self._sheet(frame, frame.sheet)
        board, mistakes, marks = _Shown.of(self, frame), Mistakes(), list[Mark]()
        scene: BoardScene = self.pictures.scene_of(board.state, frame.player, frame.shown or "")
        for mark, names in mistakes.attempt("", partial(self.places, frame)) or ():
            marks += _drawn(mark, {name: board.corners_at(name) for name in names})
        for i, arrow in enumerate(frame.arrows, 1):
            for k, way in enumerate(arrow.ways, 1):
                marks += mistakes.attempt(f"arrows[{i}].ways[{k}]", partial(board.arrows, arrow, way)) or []
        for i, note in enumerate(frame.notes, 1):
            at = mistakes.attempt(f"notes[{i}].at", partial(board.corners_at, note.at))
            if at is not None:
                x, y = middle(at)
                marks.append(Note((x, y + note.up), note.text))
        mistakes.stop_if_any()
        return BoardScene(scene.view, (*scene.marks[0 if frame.board else 1 :], *marks), scene.scale)

    def _sheet(self, frame: BoardFrame, name: str) -> BoardScene:
        """What stands instead of a board. Raises InputError."""
        if name not in SHEETS[self.game]:
            known = either(SHEETS[self.game])
            raise InputError(Message("expected {known}, not {given}", known=known, given=shown(name)), key="sheet")
        for key in ("shown", "player", "marks", "arrows", "notes"):
            if getattr(frame, key):
                raise InputError(Message("a sheet has none; leave it out"), key=key)
        make = getattr(import_module(f"{PICTURES[self.game]}_sheets"), name)
        scene: BoardScene = make(self.page(frame))
        return scene


@dataclass(frozen=True)
class _Shown:
    """The position of a frame, and where its places lie."""

    state: State[Any]
    pictures: Any
    part: frozenset[str] | None
    """The places that are shown; None for all."""

    busy: set[str]
    """Where somebody is seen."""

    @classmethod
    def of(cls, figure: BoardFigure, frame: BoardFrame) -> Self:
        """That of a frame. Raises InputError."""
        state, pictures, part = figure.state(frame), figure.pictures, None
        if frame.shown is not None:
            with inside(key="shown"):
                part = frozenset(pictures.part(state, frame.shown))
        return cls(state, pictures, part, pictures.occupied(state, frame.player))

    def corners_at(self, name: str) -> Corners:
        """Of a place that is shown. Raises InputError."""
        found: Corners = self.pictures.corners_at(self.state, name)
        if self.part is not None and name not in self.part:
            raise InputError(Message("{name} lies outside the part that is shown", name=repr(name)))
        return found

    def named(self, mark: Marked, marked: set[str]) -> list[str]:
        """The places of a mark; `marked`: what others have. Raises InputError."""
        names = list[str]()
        if not mark.on and mark.moves is None and mark.near is None:
            raise InputError(Message("expected on, moves or near"))
        if mark.moves is not None:
            legal = map(str, played(self.state, mark.after, "after").legal_moves())
            names += [place for move in legal if move.startswith(mark.moves) for place in _PLACE.findall(move)[-1:]]
        if mark.near is not None:
            with inside(key="near"):
                names += set(self.pictures.near(self.state, *around(mark.near))) - self.busy - marked
        for i, name in enumerate(mark.on, 1):
            with inside(key=f"on[{i}]"):
                self.corners_at(name)
        return [*mark.on, *(name for name in names if self.part is None or name in self.part)]

    def arrows(self, arrow: Ways, way: str) -> list[Mark]:
        """The arrows of a way, from each place to the next; they keep clear of what stands at their ends. Raises
        InputError."""
        found, names = list[Mark](), way.split("-")
        if len(names) < 2 or any(one == other for one, other in pairwise(names)):
            raise InputError(
                Message('expected the way from a place to another, such as "e4-e5", not {given}', given=repr(way))
            )
        for one, other in pairwise(names):
            start, end = middle(self.corners_at(one)), middle(self.corners_at(other))
            found.append(
                Arrow("arrow", *_shortened(start, end, one in self.busy, other in self.busy), (one, other), arrow.kind,
                      arrow.words)
            )  # fmt: skip
        return found


_TABLES: dict[tuple[str, ...], type] = {
    (): BoardFigure, ("frames",): BoardFrame, ("frames", "marks"): Marked, ("frames", "arrows"): Ways,
    ("frames", "notes"): Lettered,
}  # fmt: skip
"""Which table stands where, as `files.complaints` takes it."""


@cache
def _validator() -> SchemaValidator:
    return SchemaValidator(table_schema(BoardFigure))


def board_figure(raw: Mapping[str, Any]) -> BoardFigure:
    """The figure of a file, not worked out yet. Raises InputError for every mistake in its keys."""
    mistakes = Mistakes()
    try:
        figure: BoardFigure = _validator().validate_python(dict(raw))
    except ValidationError as error:
        mistakes.found += complaints(error, _TABLES)
        mistakes.stop_if_any()
        raise
    return figure


def played(state: State[Any], moves: Iterable[str], key: str = "moves") -> State[Any]:
    """The state after some moves, as a dispute file has them. Raises InputError with the key."""
    return _followed(state, moves, key).state


def _followed(state: State[Any], moves: Iterable[str], key: str = "moves") -> Written:
    texts = [(f"{key}[{i}]", move) for i, move in enumerate(moves, 1)]
    return follow(Written(catalogue.extras(state.game.name), state), texts)


_PIECE_MM, _SIGN_MM = 3.2, 2.0
"""How far from the middle of a place an arrow begins or ends: by a piece, or by a sign."""


def _shortened(start: Point, end: Point, from_piece: bool, to_piece: bool) -> tuple[Point, Point]:
    """An arrow that keeps clear of what stands at its ends."""
    far = math.dist(start, end)
    first, last = ((_PIECE_MM if piece else _SIGN_MM) / far for piece in (from_piece, to_piece))
    (x, y), (right, up) = start, (end[0] - start[0], end[1] - start[1])
    return (x + first * right, y + first * up), (x + (1 - last) * right, y + (1 - last) * up)


def _drawn(mark: Marked, places: Mapping[str, Corners]) -> list[Mark]:
    """How a mark is drawn."""
    match mark.kind:
        case "may" | "further" | "barred":
            return [Signs(mark.kind, places, mark.words)]
        case "ring":
            return [Ring("ring", places, "struck", mark.words, 0.05, each=True)]
        case "noted":
            return [Ring("noted", places, "noted", mark.words, 0.15)]
        case "spell":
            return [Tint("spell", places, "spell", mark.words)]
        case "red" | "blue":
            inset = 0.2 if mark.kind == "red" else 0.7
            return [Tint("control", places, mark.kind), Ring(mark.kind, places, mark.kind, mark.words, inset)]

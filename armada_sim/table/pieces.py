"""The pieces: sizes of pyramid, their dimensions with their sources, their outlines.

A pyramid has a square base of side `base` and an apex `height` above its middle. A ship is a
pyramid lying on one of its four triangular faces:

           seen from above                              seen from the side

               tip  (length, 0)                                    raised base edge
               /\\            ^                                      /|
              /  \\           |                                     / |            z = base*height/length
       edge  /    \\  edge    | length                             /  |
            /      \\         | (face height)            _________/   |
      _____/        \\_____   |                tip ____-/_____________|____ table
      |   /          \\   |   |                     <----- length ----->  base edge
      |__/____________\\__|   v                                 <-- d -->
        <--- base ---->              d = base^2 / (2 length): how far ahead of the base edge
        left       right                 the raised base edge hangs over the table

Frame of a piece: the origin is the middle of the base edge, `along` points to the tip, `across`
to the left. The triangle is the face on the table; the two small rectangles at `along` 0 to d are
the raised base corners, which belong to the vertical shadow only.

Dimensions (inches)          base              height      length^2     edge^2
    small   1 pip            9/16  = 0.5625    1           1105/1024    593/512
    medium  2 pips           25/32 = 0.78125   1 3/8       8369/4096    4497/2048
    large   3 pips           1                 1 3/4       53/16        57/16

Source: looneypyramids.wiki pages "Piece", "Large_piece", "Small_peice"; E. Zuckerman's "piecesize"
page; Icehouse list message msg01191. Linear law for p pips: base (7p + 11)/32, height (3p + 5)/8.
Disagreements on record: the wiki's "Large/Small piece" pages print millimetres ten times too small
("Piece" is right); the drawing on "piecesize" is the cross-section, which makes ships 3.8 % short
(outline `section_triangle`); msg01191 discusses a rival "same shape" law, base (3p + 5)/14
(profile `same_shape_law`). No published numbers exist for the rounded pieces of 2016: measure them
and use the profile `custom`.

A blunt tip is the pyramid cut off square where it is `cut` wide, base and height being those of the
whole pyramid. A step then goes to the middle of the cut, and the long sides end at it. The limit of
turn stays that of the sharp tip, and the cut does not count against the ship's own next step.

The polyhedron (`solid3d`) has its corners on two levels, with a cut on three: the face on the table,
the upper side of the cut at height z*cut/base, the raised base corners at height z.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Self

from armada_sim.geometry import MM_PER_INCH, Body, Levels, Number, Place, Raised, Surd, exact
from armada_sim.tabletop import N_, InputError, Listing, Message, quoted, shown


class Footprint(StrEnum):
    """Which outline of a lying pyramid counts."""

    CONTACT_TRIANGLE = "contact_triangle"
    SECTION_TRIANGLE = "section_triangle"
    SHADOW_PENTAGON = "shadow_pentagon"
    SOLID3D = "solid3d"


@dataclass(frozen=True, slots=True, init=False)
class Dimensions:
    """The measures that fix a pyramid, given as any numbers (mm) and kept exactly.

    Raises ValueError for measures no pyramid has.
    """

    base: Fraction
    """mm. Side of the square base."""

    height: Fraction
    """mm. Apex above the base, as if the tip were sharp."""

    cut: Fraction = Fraction(0)
    """mm. Width at which a blunt tip is cut off; 0 for a sharp one."""

    def __init__(self, base: Number, height: Number, cut: Number = 0) -> None:
        for key, value in (("base", base), ("height", height), ("cut", cut)):
            object.__setattr__(self, key, exact(value))
        if self.base <= 0 or self.height <= 0:
            raise ValueError(Message("a pyramid's base and height must be positive"))
        if not 0 <= self.cut < self.base:
            raise ValueError(Message("a tip's cut must be narrower than the base, and not negative"))

    @property
    def kept(self) -> Fraction:
        """Share of a face, from the base edge to the sharp tip, that a cut leaves."""
        return 1 - self.cut / self.base

    @property
    def length(self) -> Surd:
        """mm. Face height, from the middle of the base edge to the tip or its cut. A step's length."""
        return Surd(self.kept, self.height**2 + self.base**2 / 4)

    @property
    def edge(self) -> Surd:
        """mm. Lateral edge: the long side of a lying ship."""
        return Surd(self.kept, self.height**2 + self.base**2 / 2)


class _Listed(type):
    """So that the three sizes of the text can be gone through: `for size in Size`."""

    def __iter__(cls) -> Iterator[Size]:
        return iter((Size.SMALL, Size.MEDIUM, Size.LARGE))


_OF_THE_TEXT = {"small": (1, 4), "medium": (2, 2), "large": (3, 1)}
"""Pips and steps (clauses turn.guns, move.steps)."""

MOST_PIPS = 12
"""Also of guns, and of what a turn allows: more is surely a mistake."""

MOST_STEPS = 4
"""Steps of a move: as many as what a ship can reach is worked out for."""

_TAKEN = ("player", "side")
"""What else may stand beside numbers of ships in a table of files."""


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Size(str, metaclass=_Listed):
    """A size of ship: one of the three of the text, one of those with other numbers, or one of the author's own.

    As text it is its name, and equals that; two sizes are equal if their numbers are. What is left out is as the text
    has it; guns and price are else as many as the pips. A size of one's own needs pips, steps and
    dimensions. Raises InputError for numbers that make no sense.
    """

    SMALL: ClassVar[Size]
    MEDIUM: ClassVar[Size]
    LARGE: ClassVar[Size]

    pips: int
    """Hits that sink it."""

    steps: int
    """The most steps one move action gives (clause move.steps)."""

    guns: int
    """Shots in a turn (clause turn.guns)."""

    price: Fraction
    """What it costs of a fleet's twelve (option fleet_budget)."""

    dimensions: Dimensions | None
    """What its plastic measures; None for what `piece_profile` says."""

    def __new__(
        cls, name: str, *, pips: int | None = None, steps: int | None = None, guns: int | None = None,
        price: Number | None = None, dimensions: Dimensions | None = None,
    ) -> Self:  # fmt: skip
        """The size of a name, with what is left out."""
        own = name not in _OF_THE_TEXT
        if own and None in (pips, steps, dimensions):
            known = {"base and height": dimensions, "pips": pips, "steps": steps}
            missing = Listing(key for key, value in known.items() if value is None)
            raise InputError(
                Message("{size} is no size of the text, so it needs {keys}", size=quoted(name), keys=missing)
            )
        if own and not _can_be_named(name):
            said = N_("a size's name is a word of small letters such as titan, and neither player nor side: not {name}")
            raise InputError(Message(said, name=quoted(name)))
        usual, far = _OF_THE_TEXT.get(name, (0, 0))
        pips = usual if pips is None else pips
        found = {"pips": pips, "steps": far if steps is None else steps, "guns": pips if guns is None else guns}
        for key, value in found.items():
            whole_within(value, 0 if key == "guns" else 1, MOST_STEPS if key == "steps" else MOST_PIPS, key)
        cost = exact(pips if price is None else price)
        if not 0 < cost <= _MOST_PRICE:
            said = N_("expected a number above 0 and up to {most}, not {given}")
            raise InputError(Message(said, most=_MOST_PRICE, given=str(price)), key="price")
        made = str.__new__(cls, name)
        for key, given in {**found, "price": cost, "dimensions": dimensions}.items():
            object.__setattr__(made, key, given)
        return made

    @property
    def _numbers(self) -> dict[str, Any]:
        return {key: getattr(self, key) for key in ("pips", "steps", "guns", "price", "dimensions")}

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        """For copies."""
        return (self.name,), self._numbers

    def __eq__(self, other: object) -> bool:
        if self is other or str.__eq__(self, other) is not True:
            return self is other
        return not isinstance(other, Size) or self._numbers == other._numbers

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __repr__(self) -> str:
        return f"Size({self.name!r}, {', '.join(f'{key}={value!r}' for key, value in self._numbers.items())})"

    @property
    def name(self) -> str:
        """As files write it."""
        return str(self)

    @property
    def value(self) -> str:
        """The same, as of a member of an enumeration."""
        return str(self)

    def __str__(self) -> str:
        return str.__str__(self)

    @property
    def words(self) -> str:
        """In a sentence: small."""
        return _SIZES.get(self.name, self.name)

    @property
    def ship(self) -> Message:
        """In a sentence, to follow "a": small ship."""
        return _SHIPS.get(self.name) or Message("{size} ship", size=self.name)

    def ships(self, count: int) -> Message:
        """In a sentence: 1 small ship, 3 small ships."""
        match self.name:
            case "small":
                return Message.counted("{n} small ship", "{n} small ships", count)
            case "medium":
                return Message.counted("{n} medium ship", "{n} medium ships", count)
            case "large":
                return Message.counted("{n} large ship", "{n} large ships", count)
            case name:
                return Message.counted("{n} {size} ship", "{n} {size} ships", count, size=name)


_MOST_PRICE = 1000

_SIZES = {
    "small": Message.meaning("size of a ship", "small"),
    "medium": Message.meaning("size of a ship", "medium"),
    "large": Message.meaning("size of a ship", "large"),
}
_SHIPS = {"small": Message("small ship"), "medium": Message("medium ship"), "large": Message("large ship")}


def _can_be_named(name: str) -> bool:
    """Whether ships and fleets can be called by a name: "RHuge1", "L2 Huge1"."""
    return 1 < len(name) <= 20 and name.isalpha() and name == name.capitalize().lower() and name not in _TAKEN


def whole_within(value: object, least: int, most: int, key: str) -> None:
    """Raises InputError unless a value is a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        said = N_("expected a whole number from {least} to {most}, not {given}")
        raise InputError(Message(said, least=least, most=most, given=shown(value)), key=key)


Size.SMALL, Size.MEDIUM, Size.LARGE = map(Size, _OF_THE_TEXT)


@dataclass(frozen=True, slots=True)
class Profile:
    """A set of pieces: what the plastic measures, but of sizes that have measures of their own."""

    name: str
    small: Dimensions
    medium: Dimensions
    large: Dimensions
    sizes: tuple[Size, ...] = field(default_factory=lambda: tuple(Size))
    """That the pieces are of."""

    def __getitem__(self, size: Size) -> Dimensions:
        return size.dimensions or {"small": self.small, "medium": self.medium, "large": self.large}[size.name]


def _inches(base: Fraction, height: Fraction, scale: int = 1) -> Dimensions:
    return Dimensions(base * MM_PER_INCH * scale, height * MM_PER_INCH * scale)


def _by_law(name: str, base_of: tuple[int, int, int], scale: int = 1) -> Profile:
    """A profile with base (p*a + b)/c and height (3p + 5)/8 inches for p pips."""
    a, b, c = base_of
    small, medium, large = (_inches(Fraction(p * a + b, c), Fraction(3 * p + 5, 8), scale) for p in (1, 2, 3))
    return Profile(name, small, medium, large)


IDEAL_SHARP = _by_law("ideal_sharp", (7, 11, 32))
"""The official sizes with sharp tips (default)."""

_SAME_SHAPE_LAW = _by_law("same_shape_law", (3, 5, 14))
"""The rival law of message msg01191: nearly the same shape at every size."""

_GIANT_X8 = _by_law("giant_x8", (7, 11, 32), scale=8)
"""Giant pieces, by convention eight times larger (wiki page "Piece")."""

PROFILES = {profile.name: profile for profile in (IDEAL_SHARP, _SAME_SHAPE_LAW, _GIANT_X8)}


@dataclass(frozen=True, slots=True)
class Outline:
    """The convex outline of a lying pyramid in its own frame, counter-clockwise."""

    corners: tuple[tuple[Surd, Surd], ...]
    """mm, (along, across) of each corner, from the right end of the base edge to its left end."""

    right_tip: int
    """Index of the corner where the right long side ends."""

    left_tip: int
    """Index of the corner where the left long side ends: the same one, unless the tip is cut off."""

    step: Surd
    """mm. From the base midpoint to the tip, or to the middle of its cut."""

    base: Fraction
    """mm. Length of the base edge."""

    levels: Levels | None = None
    """The polyhedron, if that is what meets other pieces."""

    @property
    def right_shoulder(self) -> int:
        """Index of the corner where the right long side starts."""
        return self.right_tip - 1

    @property
    def left_shoulder(self) -> int:
        """Index of the corner where the left long side starts."""
        return self.left_tip + 1

    @property
    def side_square(self) -> Fraction:
        """mm^2. Square of the length of a long side."""
        (tip, narrow), (shoulder, wide) = self.corners[self.left_tip], self.corners[self.left_shoulder]
        ahead = tip.coefficient - shoulder.coefficient  # both multiples of the same root, or 0
        return ahead**2 * tip.radicand + (wide.coefficient - narrow.coefficient) ** 2

    @property
    def centre(self) -> float:
        """mm ahead of the base midpoint: about which the base edge and the tip turn with least motion."""
        along, tip = self._tip
        half = float(self.base) / 2
        return (along * along + tip * tip - half * half) / (2 * along)

    @property
    def radius(self) -> float:
        """mm. Distance from `centre` to the base corners and the tip: it turns a corner error into an angle."""
        return math.hypot(self.centre, float(self.base) / 2)

    @property
    def _tip(self) -> tuple[float, float]:
        """mm, (along, across) of the left end of the tip, of the raised one where a cut overhangs."""
        along, across = self.seen[len(self.seen) // 2]
        return float(along), float(across)

    @property
    def seen(self) -> tuple[tuple[Surd, Surd], ...]:
        """mm, (along, across) of the corners seen from above: those that may each be off by the error."""
        return self.corners if self.levels is None else self.levels.shadow

    @property
    def face(self) -> Outline:
        """The same piece as nothing but the outline it touches the table with."""
        return replace(self, levels=None)

    @property
    def over(self) -> Outline:
        """The same piece as nothing but its shadow."""
        half = len(self.seen) // 2
        return replace(self, corners=self.seen, right_tip=half - 1 + len(self.seen) % 2, left_tip=half, levels=None)

    def flat(self, place: Place) -> Body:
        """The outline at a place: what the surface's edge and the guns go by."""
        return Body(self.corners, place)

    def solid(self, place: Place) -> Body:
        """What meets other pieces at a place: the outline, or the polyhedron."""
        return Body(self.corners, place) if self.levels is None else Raised(self.corners, place, self.levels)


@lru_cache(maxsize=64)
def outline(dimensions: Dimensions, footprint: Footprint) -> Outline:
    """The outline of a pyramid of these `dimensions` lying on the table.

    contact_triangle: the face on the table. section_triangle: the published cross-section, as long
    as the pyramid is high. shadow_pentagon: the vertical shadow, with the raised base corners.
    solid3d: the face on the table, and the polyhedron above it.
    """
    length = dimensions.length
    if footprint is Footprint.SECTION_TRIANGLE:
        length = Surd(dimensions.height * dimensions.kept)
    if footprint is Footprint.SHADOW_PENTAGON:
        length = _raised(dimensions).scaled(dimensions.cut / dimensions.base).plus(length)
    narrow = Surd(dimensions.cut / 2)
    tip = ((length, -narrow), (length, narrow)) if dimensions.cut else ((length, narrow),)
    right, left = _base_ends(dimensions, Surd(Fraction(0)))
    corners = (right, *tip, left)
    if footprint is Footprint.SHADOW_PENTAGON:
        raised_right, raised_left = _base_ends(dimensions, _raised(dimensions))
        corners = (right, raised_right, *tip, raised_left, left)
    levels = _levels(dimensions) if footprint is Footprint.SOLID3D else None
    first = len(corners) // 2 - len(tip) // 2
    return Outline(corners, first, first + len(tip) - 1, length, dimensions.base, levels)


def _raised(dimensions: Dimensions) -> Surd:
    """mm. How far ahead of the base edge the raised base edge is."""
    square = dimensions.height**2 + dimensions.base**2 / 4
    return Surd(dimensions.base**2 / (2 * square), square)


def _base_ends(dimensions: Dimensions, along: Surd) -> tuple[tuple[Surd, Surd], tuple[Surd, Surd]]:
    half = Surd(dimensions.base / 2)
    return (along, -half), (along, half)


def _levels(dimensions: Dimensions) -> Levels:
    """The polyhedron: its corners right and left of the base, and right and left of the tip, level by level."""
    narrow, share = Surd(dimensions.cut / 2), dimensions.cut / dimensions.base
    top = _raised(dimensions).scaled(2 * dimensions.height / dimensions.base)
    ahead = _raised(dimensions)
    shadow = outline(dimensions, Footprint.SHADOW_PENTAGON)

    def level(part: Fraction, tip: tuple[tuple[Surd, Surd], tuple[Surd, Surd]]) -> tuple[tuple[Surd, Surd], ...]:
        right, left = _base_ends(dimensions, ahead.scaled(part))
        return (right, *tip, left)

    tip = ((dimensions.length, -narrow), (dimensions.length, narrow))
    upper = ((shadow.step, -narrow), (shadow.step, narrow))
    heights, corners = [top.scaled(Fraction(0))], [level(Fraction(0), tip)]
    if share:
        heights.append(top.scaled(share))
        corners.append(level(share, upper))
    heights.append(top)
    corners.append(level(Fraction(1), _base_ends(dimensions, ahead)))
    return Levels(tuple(heights), tuple(corners), shadow.corners)


LETTERS = {"large": "L", "medium": "M", "small": "S"}
"""How a size of the text is written; any other by its name."""


def letter_of(size: str) -> str:
    """How a size is written in fleets and names of ships: L, M, S, Huge."""
    return LETTERS.get(size, size.capitalize())


@dataclass(frozen=True, slots=True, init=False)
class Counts:
    """How many ships of each size."""

    large: int
    medium: int
    small: int
    others: tuple[tuple[str, int], ...]
    """Of sizes that are not of the text, by name; none of 0."""

    def __init__(self, /, large: int = 0, medium: int = 0, small: int = 0, **others: int) -> None:
        given = {"large": large, "medium": medium, "small": small}
        for key, count in {**given, "others": tuple(sorted(item for item in others.items() if item[1]))}.items():
            object.__setattr__(self, key, count)

    @classmethod
    def counted(cls, sizes: Iterable[Size]) -> Counts:
        """The fleet of ships of these sizes."""
        return cls(**Counter(size.name for size in sizes))

    def of(self, size: Size) -> int:
        """How many of one size."""
        return self.by_name.get(size.name, 0)

    @property
    def by_name(self) -> dict[str, int]:
        """How many of each size, in the order in which they are written."""
        return {"large": self.large, "medium": self.medium, "small": self.small, **dict(self.others)}

    @property
    def pips(self) -> int:
        """Pips of its ships of the text, with the text's numbers."""
        return 3 * self.large + 2 * self.medium + self.small

    def __bool__(self) -> bool:
        return any(self.by_name.values())

    def __str__(self) -> str:
        return " ".join(f"{letter_of(size)}{count}" for size, count in self.by_name.items() if count) or "L0"


def asks_no_more(misfit: float, error: Fraction) -> bool:
    """Whether readings that miss a piece by `misfit` may all be off by no more than `error`, mm."""
    return Fraction(str(misfit)) <= error  # a misfit is a decimal of a few places

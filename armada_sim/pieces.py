"""The pieces: three sizes of pyramid, their dimensions with their sources, their outlines.

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
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from armada_sim.exact import MM_PER_INCH, Surd


class Size(StrEnum):
    """The three sizes of ship."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"

    @property
    def pips(self) -> int:
        """Guns and hull strength: 1, 2 or 3."""
        return {"small": 1, "medium": 2, "large": 3}[self.value]

    @property
    def steps(self) -> int:
        """The most steps one move action gives: 4, 2 or 1 (clause move.steps)."""
        return {"small": 4, "medium": 2, "large": 1}[self.value]


class Footprint(StrEnum):
    """Which outline of a lying pyramid counts."""

    CONTACT_TRIANGLE = "contact_triangle"
    SECTION_TRIANGLE = "section_triangle"
    SHADOW_PENTAGON = "shadow_pentagon"


@dataclass(frozen=True, slots=True)
class Dimensions:
    """The two measures that fix a pyramid."""

    base: Fraction
    """mm. Side of the square base."""

    height: Fraction
    """mm. Apex above the base."""

    def __post_init__(self) -> None:
        if self.base <= 0 or self.height <= 0:
            raise ValueError("a pyramid's base and height must be positive")

    @property
    def length(self) -> Surd:
        """mm. Face height: from the middle of the base edge to the tip. A step's length."""
        return Surd(Fraction(1), self.height**2 + self.base**2 / 4)

    @property
    def edge(self) -> Surd:
        """mm. Lateral edge: the long side of a lying ship."""
        return Surd(Fraction(1), self.height**2 + self.base**2 / 2)


@dataclass(frozen=True, slots=True)
class Profile:
    """A set of pieces: what the plastic measures."""

    name: str
    small: Dimensions
    medium: Dimensions
    large: Dimensions

    def __getitem__(self, size: Size) -> Dimensions:
        return {Size.SMALL: self.small, Size.MEDIUM: self.medium, Size.LARGE: self.large}[size]


def _inches(base: Fraction, height: Fraction, scale: int = 1) -> Dimensions:
    return Dimensions(base * MM_PER_INCH * scale, height * MM_PER_INCH * scale)


def _by_law(name: str, base_of: tuple[int, int, int], scale: int = 1) -> Profile:
    """A profile with base (p*a + b)/c and height (3p + 5)/8 inches for p pips."""
    a, b, c = base_of
    small, medium, large = (_inches(Fraction(p * a + b, c), Fraction(3 * p + 5, 8), scale) for p in (1, 2, 3))
    return Profile(name, small, medium, large)


IDEAL_SHARP = _by_law("ideal_sharp", (7, 11, 32))
"""The official sizes with sharp tips (default)."""

SAME_SHAPE_LAW = _by_law("same_shape_law", (3, 5, 14))
"""The rival law of message msg01191: nearly the same shape at every size."""

GIANT_X8 = _by_law("giant_x8", (7, 11, 32), scale=8)
"""Giant pieces, by convention eight times larger (wiki page "Piece")."""

PROFILES = {profile.name: profile for profile in (IDEAL_SHARP, SAME_SHAPE_LAW, GIANT_X8)}


@dataclass(frozen=True, slots=True)
class Outline:
    """The convex outline of a lying pyramid in its own frame, counter-clockwise."""

    corners: tuple[tuple[Surd, Surd], ...]
    """mm, (along, across) of each corner. Last three in order: right shoulder, tip, left shoulder
    (rotated so that the tip has index `tip`)."""

    tip: int
    """Index of the tip in `corners`; the long sides are its two neighbouring edges."""

    step: Surd
    """mm. From the base midpoint to the tip."""

    base: Fraction
    """mm. Length of the base edge."""

    @property
    def right_shoulder(self) -> int:
        """Index of the corner where the right long side starts."""
        return self.tip - 1

    @property
    def left_shoulder(self) -> int:
        """Index of the corner where the left long side starts."""
        return self.tip + 1

    @property
    def radius(self) -> float:
        """mm. Circumradius of the base corners and the tip: it turns a corner error into an angle."""
        along, half = float(self.step), float(self.base) / 2
        return (along * along + half * half) / (2 * along)


def outline(dimensions: Dimensions, footprint: Footprint) -> Outline:
    """The outline of a pyramid of these `dimensions` lying on the table.

    contact_triangle: the face on the table. section_triangle: the published cross-section, as long
    as the pyramid is high. shadow_pentagon: the vertical shadow, with the raised base corners.
    """
    half, zero = Surd(dimensions.base / 2), Surd(Fraction(0))
    length = dimensions.length
    if footprint is Footprint.SECTION_TRIANGLE:
        length = Surd(dimensions.height)
    right, left, tip = (zero, -half), (zero, half), (length, zero)
    if footprint is Footprint.SHADOW_PENTAGON:
        raised = length.scaled(dimensions.base**2 / (2 * length.radicand))
        corners = (right, (raised, -half), tip, (raised, half), left)
        return Outline(corners, 2, length, dimensions.base)
    return Outline((right, tip, left), 1, length, dimensions.base)

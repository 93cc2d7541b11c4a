"""Every epsilon that decides an answer, each with its unit and its reason, by what it decides.

Two different things are called "tolerance" elsewhere and must not be confused:

* how far a *placed piece* may be off its stated place is a fact about a table; it belongs to a
  layout (`tolerance.position` in a dispute file) and defaults to 0;
* the numbers below say how exactly the *program* computes. They are not part of any rule.

What only bounds or steers a search stands beside that search.
"""

from fractions import Fraction
from typing import Final

# What a pose may be, and when two are one

COORDINATE_LIMIT_MM: Final = 10**5
"""mm. Coordinates beyond this are refused, which keeps the error bounds of this file true."""

HEADING_LIMIT_DEG: Final = 36000
"""degrees. Headings beyond this are refused, for the same reason."""

POSE_GRID_MM: Final = Fraction(1, 10**6)
"""mm. Poses that are measured or left by a played move are rounded to this grid by definition."""

HEADING_GRID_DEG: Final = Fraction(1, 10**6)
"""degrees. The same for headings."""

CONTACT_DIGITS: Final = 45
"""Decimals (mm) of a base that lies in contact: what is rounded off is far less than `CONTACT_MM`."""

DISC_CORNERS: Final = 96
"""Corners of the polygon that stands for a round object. It covers the disc and reaches 0.00054 of the radius beyond
it: 0.03 mm for a disc of 50 mm, less than a hand can place."""

# How far a piece may be off its place

DEFAULT_TABLE_TOLERANCE_MM: Final = Fraction(1, 2)
"""mm. What is recommended for pieces placed by hand on a real table."""

MISFIT_MM: Final = DEFAULT_TABLE_TOLERANCE_MM
"""mm. By how much readings may be off where no tolerance is stated: what is recommended for pieces placed by hand. A
mistake (corners in another order, another size, another unit) misses by several millimetres."""

READINGS_MM: Final = Fraction(1, 10**6)
"""mm. The least error that readings ask for is known to this, from below; what a piece may be off by is bounded with so
much more."""

DISC_ROUNDING_MM: Final = 1e-9
"""mm. Doubles put where circles about a measured piece meet within this of its place."""

# When a sign is proved, and what is zero

CONTACT_MM: Final = Fraction(1, 10**40)
"""mm. A signed clearance that 256-bit ball arithmetic still places within this of zero is contact.

Poses are decimals of a few dozen digits at most; two corners that differ at all differ by far
more. 256 bits leave about 1e-70 mm of error on the largest table, so this is never a close call.
"""

PRECISIONS_BITS: Final = (64, 128, 256)
"""bits. Ball arithmetic is tried at these precisions in turn until a sign is proved."""

FLOAT_ABSOLUTE_ULPS: Final = 2.0**-49
"""Share of the largest absolute coordinate that a corner may be off after rounding to doubles."""

ROUNDING_SHARE: Final = 2.0**-44
"""Share of the largest coordinate by which a need of a witness must exceed zero: fewer than fifty
products of doubles, each good to a few times 2^-53, and corners good to `FLOAT_ABSOLUTE_ULPS`, sum up to less."""

# Headings at which contact starts or ends

TANGENT_SLACK: Final = 1e-7
"""A circle and a line (or circle) this near to tangency, relative to their sizes, are recomputed in
balls. Generous: it only adds candidates, whose neighbourhoods are decided exactly."""

END_SLACK: Final = 1e-6
"""A meeting point this far beyond the end of a side, relative to its length, is still a candidate;
for the same reason harmless."""

EVENT_ERROR_RAD: Final = 1e-11
"""radians. A heading at which contact may change is recomputed in balls where doubles may be off by more
than this; `HEADING_CLUSTER_DEG` rests on it."""

EVENT_SEPARATION_DEG: Final = Fraction(1, 10**30)
"""degrees. Two events nearer than this in 256-bit balls are one; balls are good to about 1e-35 even
where a square root halves their digits."""

HEADING_CLUSTER_DEG: Final = 1e-7
"""degrees. Two candidate ends of a heading interval nearer than this are separated in ball
arithmetic; floating point puts each within 1e-9 degrees of its place."""

LIMIT_HAIR_DEG: Final = 1e-9
"""degrees. Paths found in doubles turn by this much less than the limit, so that no rounding exceeds it:
less than 1e-9 mm at the tip."""

# Lines of fire

SIGHT_FILTER_MM: Final = 1e-6
"""mm. Doubles discard a line of sight only where a comparison of depths is decided by more than this."""

SIGHT_FILTER_RATE: Final = 1e-3
"""Sides of a shape at a smaller angle to the line (sine, times the line's slope) are left to balls."""

SIGHT_FILTER_SIZE_MM: Final = 1e4
"""mm. Lines starting further off, or steeper than this, are left to balls."""

SIGHT_ROUNDING: Final = 2.0**-46
"""Share of the terms of a sum by which doubles may be off where they say that a curve passes a box of lines by."""

SIGHT_HAIR_MM: Final = 1e-9
"""mm. Boxes of lines begin and end so far beyond the starts: doubles of these are off by less."""

# Margins and flips

MARGIN_GOAL_MM: Final = 0.01
"""mm. The margins of a shot are as good as promised when high <= 2 low + this."""

MARGIN_SLACK_MM: Final = 1e-9
"""mm. How far a flip of a shot moves a piece is rounded up by this much: corners within `COORDINATE_LIMIT_MM` are good
to `FLOAT_ABSOLUTE_ULPS`, and a difference of two of them to less than this. No proof makes use of it."""

PROVED_SHARE: Final = 2.0**-40
"""Share by which a proved margin is given smaller than computed: some hundred roundings of doubles, and more."""

FLIP_PAST_MM: Final = 4e-4
"""mm. How far past the critical error a flip is placed, so that its rounded pose shows the other
answer clearly; less than the 0.001 mm that `margin_upper` may exceed `margin` by."""

FLIP_STEP_MM: Final = 1e-6
"""mm. The flip of a shot is placed this much past contact, so that rounding its poses to `POSE_DIGITS` does not undo
it; a margin below it is given as 0, and corners of a piece nearer than it are one."""

FREEING_CLEAR_MM: Final = 1e-6
"""mm. Room that a piece must have after a motion for the motion to be given as a flip: far more than rounding, far less
than the 0.001 mm that `margin_upper` may exceed `margin` by. Narrower rooms are left out: the margin holds all the
same, the flip is larger, or there is none."""

FREEING_SLACK_MM: Final = 1e-8
"""mm. By how much the search for the least motion into a region (or to a depth of overlap) takes off what it proves,
and keeps boxes of motions that doubles would exclude: its frame's origin is the piece, so doubles are off by far
less."""

POSE_DIGITS: Final = 9
"""Decimals of the poses (mm and degrees) of a flip: far finer than `MARGIN_GOAL_MM`."""

TURN_GRID_DEG: Final = Fraction(1, 10**12)
"""degrees. Turns of displaced pieces are rounded to this: less than 1e-12 mm at a corner."""

# Regions

ON_BOUNDARY_MM: Final = 1e-7
"""mm. A point this little outside the last footprint of a path counts as on its border, and has a path: what Shapely
and doubles round when regions are united."""

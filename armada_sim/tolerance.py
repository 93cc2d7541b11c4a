"""Every epsilon of the project, each with its unit and its reason.

Two different things are called "tolerance" elsewhere and must not be confused:

* how far a *placed piece* may be off its stated place is a fact about a table; it belongs to a
  layout (`tolerance.position` in a dispute file) and defaults to 0;
* the numbers below say how exactly the *program* computes. They are not part of any rule.
"""

from fractions import Fraction
from typing import Final

CONTACT_MM: Final = Fraction(1, 10**40)
"""mm. A signed clearance that 256-bit ball arithmetic still places within this of zero is contact.

Poses are decimals of a few dozen digits at most; two corners that differ at all differ by far
more. 256 bits leave about 1e-70 mm of error on the largest table, so this is never a close call.
"""

PRECISIONS_BITS: Final = (64, 128, 256)
"""bits. Ball arithmetic is tried at these precisions in turn until a sign is proved."""

COORDINATE_LIMIT_MM: Final = 10**5
"""mm. Coordinates beyond this are refused, which keeps the error bounds of this file true."""

HEADING_LIMIT_DEG: Final = 36000
"""degrees. Headings beyond this are refused, for the same reason."""


FLOAT_ABSOLUTE_ULPS: Final = 2.0**-49
"""1. Share of the largest absolute coordinate that a corner may be off after rounding to doubles."""

HEADING_CLUSTER_DEG: Final = 1e-7
"""degrees. Two candidate ends of a heading interval nearer than this are separated in ball
arithmetic; floating point puts each within 1e-9 degrees of its place."""

SWEEP_RESOLUTION_DEG: Final = 1e-7
"""degrees. A turning sweep whose clearance is still undecided in an interval this narrow is called
contact: less than 1e-6 mm of arc at the largest official piece."""

MARGIN_SLACK_MM: Final = 1e-9
"""mm. Floating-point margins of shots are reported this much smaller (and their upper bounds are
checked exactly), which covers the rounding of their computation on tables up to a metre or two."""

POSE_GRID_MM: Final = Fraction(1, 10**6)
"""mm. Poses that are measured or left by a played move are rounded to this grid by definition."""

HEADING_GRID_DEG: Final = Fraction(1, 10**6)
"""degrees. The same for headings."""

DEFAULT_TABLE_TOLERANCE_MM: Final = Fraction(1, 2)
"""mm. What the reference recommends for pieces placed by hand on a real table."""

FLIP_PAST_MM: Final = 4e-4
"""mm. How far past the critical error a flip is placed, so that its rounded pose shows the other
answer clearly; less than the 0.001 mm that `margin_upper` may exceed `margin` by."""

QUICK_COARSE_STARTS: Final = 17
"""1. Starts the first, coarse stage of the floating-point search for a line adds to the simple ones."""

QUICK_TRIES: Final = 4
"""1. Candidates of each stage of that search that are checked in balls; the others are narrower."""

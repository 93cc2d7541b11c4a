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

PROVED_SHARE: Final = 2.0**-40
"""1. Share by which a proved margin is told smaller than it was computed: some hundred roundings of doubles, and more."""

HEADING_CLUSTER_DEG: Final = 1e-7
"""degrees. Two candidate ends of a heading interval nearer than this are separated in ball
arithmetic; floating point puts each within 1e-9 degrees of its place."""

MARGIN_SLACK_MM: Final = 1e-9
"""mm. How far a flip of a shot moves a piece is rounded up by this much: corners within `COORDINATE_LIMIT_MM` are good
to `FLOAT_ABSOLUTE_ULPS`, and a difference of two of them to less than this. No proof makes use of it."""

SWEEP_SAGITTA_MM: Final = 1e-4
"""mm. How far the polygons that measure a turning sweep may stay inside its arcs: part of the 0.001 mm."""

SWEEP_SAGITTA_SHARE: Final = 0.002
"""1. The same as a share of what is measured: a part of the 1 %."""

SWEEP_SAGITTA_MOST_MM: Final = 0.1
"""mm. The same at the first look."""

POSE_GRID_MM: Final = Fraction(1, 10**6)
"""mm. Poses that are measured or left by a played move are rounded to this grid by definition."""

HEADING_GRID_DEG: Final = Fraction(1, 10**6)
"""degrees. The same for headings."""

DISC_CORNERS: Final = 96
"""1. Corners of the polygon that stands for a round object. It covers the disc and reaches 0.00054 of the radius beyond it:
0.03 mm for a disc of 50 mm, less than a hand can place."""

DEFAULT_TABLE_TOLERANCE_MM: Final = Fraction(1, 2)
"""mm. What the reference recommends for pieces placed by hand on a real table."""

MISFIT_MM: Final = DEFAULT_TABLE_TOLERANCE_MM
"""mm. By how much measured points may miss a piece where no tolerance is stated: what is recommended for pieces placed by
hand. A mistake (corners in another order, another size, another unit) misses by several millimetres."""

FLIP_PAST_MM: Final = 4e-4
"""mm. How far past the critical error a flip is placed, so that its rounded pose shows the other
answer clearly; less than the 0.001 mm that `margin_upper` may exceed `margin` by."""

MENDING_HASTE: Final = 1.2
"""1. How much further past the limit each round of pushing goes than the one before: many pieces that
push each other back get there in some tens of rounds, while a single pair needs one or two."""

MENDING_PATIENCE: Final = 8
"""1. Rounds of pushing broken pairs apart without progress after which no flip is looked for any more:
rounds that succeed in the end make progress in nearly every one."""

MENDING_PROGRESS: Final = 0.99
"""1. Share of the least sum of pushes so far below which a round counts as progress; it bounds the
rounds, since a sum of metres falls below the last micrometre in some two thousand of them."""

POSE_DIGITS: Final = 9
"""1. Decimals of the poses (mm and degrees) of a flip: far finer than `MARGIN_GOAL_MM`."""

MARGIN_GOAL_MM: Final = 0.01
"""mm. The margins of a shot are as good as promised when high <= 2 low + this."""

FLIP_STEP_MM: Final = 1e-6
"""mm. A flip is placed this much past contact, so that rounding its poses does not undo it."""

SHALLOW_COTANGENT: Final = 4.0
"""1. Lines flatter against the gun side than this cotangent are not held to the bounds that tie the
start on the side to the end; they are only held to the others, which is safe."""

OPENING_SAMPLES: Final = 800
"""1. Samples the search for an opening of a closed shot keeps."""

OPENING_ROUNDS: Final = 8
"""1. Rounds of that search."""

IMMOVABLE_COST: Final = 1e9
"""mm. Cost that search gives to moving what cannot move; more than any table is wide."""

OPEN_SHARES: Final = (0.5, 0.25, 0.1, 0.03)
"""1. Widths of windows, as shares of all offsets, that the proof of an open shot tries."""

OPEN_PLACES: Final = 9
"""1. Windows of one width it looks at; those between two good ones are good."""

EXPOSED: Final = 8
"""1. Solids at once that it leaves in the way of some lines: every set of them is gone through."""

OPEN_ANGLES: Final = 25
"""1. Directions that the proof of an open shot tries first."""

OPEN_BISECTIONS: Final = 7
"""1. Bisections of the margin in each direction that proves more than those before."""

FLIP_LIMIT_MM: Final = 2e4
"""mm. No flip is searched for beyond this; a table is smaller."""

TANGENT_SLACK: Final = 1e-7
"""1. A circle and a line (or circle) this near to tangency, relative to their sizes, are recomputed in
balls. Generous: it only adds candidates, whose neighbourhoods are decided exactly."""

END_SLACK: Final = 1e-6
"""1. A meeting point this far beyond the end of a side, relative to its length, is still a candidate;
for the same reason harmless."""

EVENT_ERROR_RAD: Final = 1e-11
"""radians. A heading at which contact may change is recomputed in balls where doubles may be off by more
than this; `HEADING_CLUSTER_DEG` rests on it."""

EVENT_SEPARATION_DEG: Final = Fraction(1, 10**30)
"""degrees. Two events nearer than this in 256-bit balls are one; balls are good to about 1e-35 even
where a square root halves their digits."""

SMALL_TURN: Final = 0.03
"""1. Below this share of a ship's radius a corner's error is small: the simplest bound on what the
shooter's motion does to the reach of its guns loses less than the finer one, which takes longer."""

TURN_STEPS: Final = 16
"""1. Steps of the finer bound."""

ARCS: Final = 96
"""1. Arcs of directions with which the proof by a carried region starts."""

ARC_LEVELS: Final = 9
"""1. Times it halves those arcs that are still open."""

OPEN_STEP: Final = 0.01
"""1. Share by which another way to prove an open shot must be better to be looked at."""

SIGHT_FILTER_MM: Final = 1e-6
"""mm. Doubles discard a line of sight only where a comparison of depths is decided by more than this."""

SIGHT_FILTER_RATE: Final = 1e-3
"""1. Sides of a shape at a smaller angle to the line (sine, times the line's slope) are left to balls."""

SIGHT_FILTER_SIZE_MM: Final = 1e4
"""mm. Lines starting further off, or steeper than this, are left to balls."""

SIGHT_ROUNDING: Final = 2.0**-46
"""1. Share of the terms of a sum by which doubles may be off where they say that a curve passes a box of lines by."""

SIGHT_HAIR_MM: Final = 1e-9
"""mm. Boxes of lines begin and end so far beyond the starts: doubles of these are off by less."""

OPEN_REFINEMENTS: Final = (0.5, 0.25, 0.125, 0.04, 0.01, 0.003)
"""1. Steps, as shares of the grid of directions, by which the best direction is refined."""

ROUNDING_SHARE: Final = 2.0**-44
"""1. Share of the largest coordinate by which a need of a witness must exceed zero: fewer than fifty
products of doubles, each good to a few times 2^-53, and corners good to `FLOAT_ABSOLUTE_ULPS`, sum up to less."""

POOL_SLIDES: Final = 9
"""1. Slides of the grid of witnesses with which the margin of a clear shot begins."""

POOL_STARTS: Final = 5
"""1. Starts on the side for each of them."""

CLIMB_PARENTS: Final = 12
"""1. Witnesses that are kept while looking for better ones nearby."""

CLIMB_CHILDREN: Final = 10
"""1. Neighbours looked at for each of them."""

CLIMB_STEPS_MM: Final = (3.0, 1.5, 0.7, 0.3, 0.1, 0.03)
"""mm. How far away those neighbours are, about, in turn."""

CLIMBS: Final = 2
"""1. Times better witnesses are looked for at the margin proved so far."""

ATTACKED: Final = 40
"""1. Witnesses with which the search for a placement that closes a shot begins."""

ATTACK_DIRECTIONS: Final = 8
"""1. Directions in which it shifts a piece as far as it may go."""

ATTACK_TURNS: Final = (0.0, 0.6, -0.6, 1.0, -1.0)
"""1. Turns with these shifts, as shares of the greatest."""

ATTACK_FANS: Final = 2
"""1. Times it goes through all the pieces in this way."""

ATTACK_ROUNDS: Final = 20
"""1. Times it then changes all of them a little, or learns of witnesses that are left."""

ATTACK_TRIES: Final = 80
"""1. Placements it looks at each time."""

ATTACK_MOVED: Final = 0.6
"""1. Share of the pieces that it changes each time."""

ATTACK_STEP: Final = 0.1
"""1. By how much at first, as a share of how far pieces may be off."""

ATTACK_FINEST: Final = 2e-3
"""1. Where it gives up."""

ATTACK_LEARNED: Final = 12
"""1. Witnesses it adds that a placement has left."""

FLIP_GROWTH: Final = 4.0
"""1. Factor between the errors within which it begins, which lead to different placements."""

FLIP_STARTS: Final = 1
"""1. Placements from which nearer ones are searched for, before each proof."""

NEARER_SHARE: Final = 0.2
"""1. By how much a placement found is made smaller at once, at most, and"""

NEARER_LEAST: Final = 0.008
"""1. at least."""

NEARER_TRIES: Final = 16
"""1. Times that is tried."""

NEARER_FIRST: Final = 0.95
"""1. Share of the least placement found within which the search begins again where a proof failed."""

CELLS: Final = 160
"""1. Boxes of the shooter's motions after which the proof of a line of fire that splits them is given up."""

COVER_DIRECTIONS: Final = 12
"""1. Directions in which a box of places is compared with how far a piece may be off."""

COVER_MASKS: Final = 150
"""1. Sets of witnesses that are kept apart while choices of several pieces are put together."""

COVER_LEAVES: Final = 400
"""1. Boxes of places of one piece at which that proof splits them no more before it splits the shooter's motions."""

COVER_ROUNDS: Final = 5
"""1. Times it splits them for one cell of the shooter's motions."""

COVER_WITNESSES: Final = 64
"""1. Witnesses it begins with."""

COVER_LEARNED: Final = 2
"""1. Witnesses it learns from a placement that could not be excluded."""

COVER_CELL: Final = 60
"""1. Boxes that one cell of the shooter's motions counts for: a cell may split none and learn nothing, and still take
a tenth of a second. Proofs that succeed need at most one cell for some hundred boxes."""

COVER_ALL: Final = 120
"""1. Up to so many boxes of places of one piece are all split; of more only those that take most."""

POOL_KEPT: Final = 700
"""1. Witnesses of that grid that are kept."""

HALF_OF_FLIP: Final = 0.501
"""1. Share of the margin's upper bound that the branch and bound tries to prove."""

COVER_SHARES: Final = (0.42, 0.35, 0.25)
"""1. Shares that it tries in the end if that fails."""

SUSPECTS: Final = 3
"""1. Placements that it could not exclude and from which the search for a flip begins again."""

COVER_WORK: Final = (3000, 3000, 10000)
"""1. Boxes of places after which one attempt at that proof is given up: at first, and in the end, as long as the shot's
work (`shot_work`) lasts."""

OPENING_CHILDREN: Final = 14
"""1. Samples near each of them that are looked at."""

OPENING_PARENTS: Final = 16
"""1. Samples near which others are looked at in each round."""

OPENING_UNMET: Final = 10.0
"""1. What that search counts a mm for by which the target, or the large piece, is not where it must be."""

OPENING_PAST: Final = (1.0, 1.000001, 1.0001, 1.005)
"""1. Multiples of what it finds that are decided exactly, in turn."""

FREEING_GOAL: Final = 1.008
"""1. The search for the least motion into a region ends when its bounds are within this ratio and"""

FREEING_GOAL_MM: Final = 5e-4
"""mm. this; a little less than the 1.01 and 0.001 mm that are promised, for the rounding of the flip."""

FREEING_CLEAR_MM: Final = 1e-6
"""mm. Room that a motion must have to count as free: far more than rounding, far less than the goal."""

FREEING_SLACK_MM: Final = 1e-8
"""mm. Covers the rounding of that search in its own frame, whose origin is the piece."""

FREEING_FINEST_MM: Final = 2e-6
"""mm. It does not look at boxes of motions, or steps, smaller than this."""

FREEING_POLISH: Final = 3e-4
"""1. A motion found is made smaller by steps down to this share of its size."""

FREEING_GAIN: Final = 1e-3
"""1. A step that gains less than this share of itself is not taken; shorter ones are tried."""

TURN_GRID_DEG: Final = Fraction(1, 10**12)
"""degrees. Turns of displaced pieces are rounded to this: less than 1e-12 mm at a corner."""

REACH_COARSEST_MM: Final = 8.0
"""mm. The gap of the first stage of a reachable region; each further stage halves it."""

REACH_FINEST_MM: Final = 0.125
"""mm. The smallest gap a reachable region may be asked for: its pixels fill memory beyond that."""

REACH_PIXELS: Final = 6
"""1. Pixels of a stage's raster to its gap. More lose less of the gap to pixels that are only met."""

REACH_ARC_DEG: Final = 12.0
"""degrees. Between corners of arcs in the first stage, halved every second stage: 0.15 mm, and less in
proportion to the gap, between a small's arc and its chords."""

REACH_FLOOR: Final = 1 / 32
"""1. Cells with a half side below this share of the gap are not cut further: passages narrower than
that are left undecided."""

FINEST_OPENING_DEG: Final = 1e-4
"""degrees. Where first headings have no closed form (pieces that may be off, swept ways), their ends are
found this well."""

CLAIM_FLOOR: Final = 1 / 128
"""1. Cells with a half side below this share of the claim's distance are left undecided."""

CLAIM_FINEST_DEG: Final = 1e-9
"""degrees. Headings nearer than this are not told apart in the search for a claim, however near it is to be met: doubles
of headings hold little more. Less than 1e-9 mm at a corner."""

NEAR_CLAIM_TIMES: Final = 8
"""1. If a claim is in doubt, some path is looked for that ends within so many times its distance."""

NEAREST_RATIO: Final = 1.1
"""1. They end when the nearest pose found is this near to the proved distance."""

DEEPENING_DIRECTIONS: Final = 96
"""1. Directions in which it looks for shorter motions."""

DEEPENING_GAIN: Final = 0.1
"""1. A step there that gains less than this share of itself is not taken; shorter ones are tried."""

DEEPENING_ENOUGH: Final = 0.002
"""1. A motion within this share of what is proved is not made smaller."""

MENDING_FINEST: Final = 0.01
"""1. A placement that mends several things is made smaller by steps down to this share of one piece's motion."""

ON_BOUNDARY_MM: Final = 1e-7
"""mm. A point this little outside the last footprint of a path counts as on its border: what Shapely and
doubles round when regions are united."""

NEARLY_TOUCHING_MM: Final = 1e-3
"""mm. What is nearer than this to a ship in an undecided passage is named as its blocker."""

LIMIT_HAIR_DEG: Final = 1e-9
"""degrees. Paths found in doubles turn by this much less than the limit, so that no rounding exceeds it:
less than 1e-9 mm at the tip."""

THREAT_TRIES: Final = 40
"""1. Poses from which a shot at an enemy is tried before it is left in doubt."""

THREAT_TURN_DEG: Final = 10.0
"""degrees. Between headings from which shots are tried, at most; neighbouring base midpoints have others between."""

THREAT_LOOKS: Final = 400
"""1. Poses from which a shot at a pixel is looked for in vain before it is left out."""

POSSIBLE_MM: Final = (2.0, 0.3, 0.05, 0.01)
"""mm. Boxes of last positions from which no proof excludes a shot are cut until nothing in one moves by more; those to
which no path leads are left out, and the others cut on to the next of these."""

POSSIBLE_BUDGET: Final = 400_000
"""1. Boxes of last positions looked at for one enemy before the proof that none can hit it is given up."""

POSSIBLE_LEFT: Final = 100
"""1. Such boxes of one size after which it is given up too."""

POSSIBLE_ROOM: Final = 1000
"""1. Boxes that may wait besides those it starts with: a few for each time one is cut."""

SHADE_COARSEST_MM: Final = 32.0
"""mm. Largest squares of a threat of which it is looked whether all of one lies in shade; within a factor of 1.5,"""

SHADE_FINEST_MM: Final = 4.0
"""mm. and the smallest."""

SHADE_BOXES_MM: Final = 2.0
"""mm. For that, boxes of last positions are cut until nothing in one moves by more."""

SHADE_BUDGET: Final = 200_000
"""1. Such boxes looked at for all squares together: some seconds."""

CHORD_CORNERS: Final = 40
"""1. Objects with more corners have no chords but those of their convex parts: looking takes the cube of it."""

TIP_ARC_DEG: Final = 0.25
"""degrees. Between corners of the lines that stand for arcs of tips."""

FREE_CHORD_DEG: Final = 0.5
"""degrees. Between corners of arcs in regions on an empty table: at most 0.002 mm off at 200 mm."""

FREE_LEVEL_MM: Final = 1e-3
"""mm. Borders that come nearer to the point they turn about, or go further, by less than this lie on a circle."""

FREE_ROUNDING_MM: Final = 1e-9
"""mm. Corners whose distances from that point differ by less are as far from it: far above the rounding of doubles."""

TIP_PIXELS: Final = 3
"""1. Pixels of an area of tips to its gap."""

TIP_LOOKS: Final = 100
"""1. Pairs of last steps by which a pixel of such an area is tried before it is left out."""

ON_ARC_MM: Final = 1e-3
"""mm. A point this near an arc of tips counts as on it: the lines are 5e-4 mm off it at giant pieces."""

WITNESS_SHARES: Final = (1.0, 0.999, 0.999999, 1.001, 1.1)
"""1. How far along a clear line, as shares of it, the ends of witnesses are put: at the covered part's border,
just before and just beyond it."""

CLOSED_AIM: Final = 0.75
"""1. Share of the margin's upper bound that the proof of a closed shot aims at while that is easy."""

CLOSED_GOAL: Final = 0.503
"""1. Share that it aims at when it is not."""

CLOSED_PART: Final = 0.93
"""1. Share of the least placement found that meets a part of what a shot asks for up to which the proof about that part
aims; where that is too little for the margin, it aims at `CLOSED_AIM` of it."""

CLOSED_EASY: Final = 4_000
"""1. Boxes up to which it is."""

CLOSED_BOXES: Final = 300_000
"""1. Boxes after which it is given up, and the margin is the least bound of those left."""

CLOSED_CHUNK: Final = 1000
"""1. Boxes that are split together,"""

CLOSED_SHARE: Final = 8
"""1. and where that is more, one in so many of those that are left: sorting them takes as long as splitting as many."""

OPENING_WITNESS_MM: Final = 4.0
"""mm. How far, at first, the search for an opening changes slides and lines."""

OPENING_GAIN: Final = 0.02
"""1. Share by which a placement that the proof comes across must be better to be followed."""

OPENING_LEAD: Final = 0.6
"""1. If one condition of a clear shot has, in the middle of a box, this share of what would exclude the whole box, the
box is split along what matters to that condition; else along its longest side."""

DEPLOY_HAIR_MM: Final = 0.01
"""mm. How far inside what the rules allow generated set-ups lie: more than rounding and the corners of a disc's
polygon come to."""

EMPTY_HAIR_MM: Final = 0.1
"""mm. How far beyond what the rules allow a region is drawn in which nothing fits, before that is said to be so: more than
the corners of polygons that stand for circles come to."""

DEPLOY_SPACING_MM: Final = 6.0
"""mm. Between ships of a generated line or cluster: a finger's width would be 15, an exact touch could not be moved."""

DEPLOY_DEPTH_MM: Final = 75.0
"""mm. How far before its player's edge a generated formation begins: room for a second rank of larges behind it."""

DEPLOY_FIELD_MM: Final = 914.4
"""mm. The square in which set-ups are generated on a surface without edges: that of the standard one."""

DEPLOY_TRIES: Final = 16
"""1. Points at which a generated formation is begun before its fleet is said to find no room."""

DISC_WITHIN_MM: Final = 0.1
"""mm. By so much more than that the disc within a ship must be too large for an area before there is said to be no room: how
finely that disc is known, and rounding."""

POINT_DRAWS: Final = 20_000
"""1. Points of a box drawn by lot without one that lies in an area, after which the area is taken for a sliver without room. Of
an area that fills a thousandth of its box, one in 400 million is missed."""

PLACE_TRIES: Final = 100
"""1. Places by lot tried for one ship before its fleet is begun again."""

CLUSTER_LOOKS: Final = 80
"""1. Places by lot of which a cluster takes the nearest that fits."""

CLUSTER_TURN_DEG: Final = 15.0
"""degrees. How far ships of a generated cluster differ in heading, at most."""

FLAG_TRIES: Final = 100
"""1. Points by lot tried for a flag before the set-up is begun again."""

FLAG_HAIR_MM: Final = 0.01
"""mm. How far from whatever is in their way places for flags are looked for: more than rounding comes to."""

FLAG_PLACES: Final = 24
"""1. Places looked at for one flag: the middles of the widest parts of where it may stand, and corners of these parts."""

FLAG_SEARCH: Final = 400
"""1. Places tried in all for flags that are to stand beside one another, before there is said to be no room for all."""

OPENING_DEPLOYMENTS: Final = 12
"""1. Whole set-ups begun before an agreement is said to leave no room."""

FIRST_SET_DRAWS: Final = 3
"""1. Times the start of a meeting's first set is drawn before the meeting is said to leave no room."""

SET_DRAWS: Final = 100
"""1. Times the start of any set is drawn, up to a second each. Where one in five has room, which the first set of a meeting then finds
half the time, this many fail once in five thousand million sets."""

PLAN_TURNS: Final = 6
"""1. Turns, those of the tree and of the play-out together, that a planned turn is judged by: three of each of two players.
A ship that comes within range is hit, and answered, within that many."""

PLAN_PATHS: Final = 4
"""1. Paths tried for each ship at each decision of a play-out: many quick games tell more than few careful ones."""

PLAN_WIDENING: Final = 2
"""1. Turns known at a node: this many times the square root of its visits."""

PLAN_CURIOSITY: Final = 0.5
"""1. What a turn looked at little is given, as a share of the range of all values met."""

PLAN_REWRITTEN: Final = 0.5
"""1. Share of new turns that begin as the best one known does."""

PLAN_TRIES: Final = (2, 4, 8, 16, 32)
"""1. Paths tried for each ship at each decision of a new turn, one of these by lot."""

PLAN_CAUTIONS: Final = (0, 25, 100, 400, 1600)
"""1. Caution (as `Computer.caution`) of a new turn, one of these by lot: from storming to keeping out of reach."""

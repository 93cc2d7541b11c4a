from .certify import ball_max as ball_max, ball_min as ball_min, bracket as bracket, certified as certified
from .clear_template import clear_slide as clear_slide
from .clearance import at_least as at_least, clearance as clearance, deeper_than as deeper_than, nearest as nearest
from .clip import area as area, clip as clip
from .compiled_kernel import compiled as compiled
from .decompose import convex_parts as convex_parts, crossing as crossing, signed_area as signed_area
from .deepening import (
    Deepened as Deepened,
    Shallow as Shallow,
    least_deepening as least_deepening,
)
from .discs import Support as Support, enclosing as enclosing, farthest_in_discs as farthest_in_discs
from .domains import (
    ConvexDomain as ConvexDomain,
    DiscDomain as DiscDomain,
    Domain as Domain,
    SimpleDomain as SimpleDomain,
    Unbounded as Unbounded,
    local as local,
    polygon_domain as polygon_domain,
)
from .exact import (
    MM_PER_INCH as MM_PER_INCH,
    Heading as Heading,
    Number as Number,
    Surd as Surd,
    Turn as Turn,
    ball as ball,
    exact as exact,
    heading_ball as heading_ball,
    limit_ball as limit_ball,
    limit_degrees as limit_degrees,
    midpoint as midpoint,
    turned_by as turned_by,
)
from .freeing import (
    Every as Every,
    Freed as Freed,
    PolygonSide as PolygonSide,
    Region as Region,
    Trailing as Trailing,
    least_motion as least_motion,
)
from .gap import Gap as Gap, Relation as Relation
from .kernel.cells import ARCS as ARCS, Cells as Cells
from .meeting import meeting_arcs as meeting_arcs, meeting_events as meeting_events
from .near import (
    Circle as Circle,
    boxes_meet as boxes_meet,
    circle_around as circle_around,
    middle as middle,
    near_pairs as near_pairs,
)
from .padding import padded as padded
from .precision import working_at as working_at
from .raised import hull_corners as hull_corners
from .sight import FINEST as FINEST, HalfPlane as HalfPlane, Scene as Scene, half_planes as half_planes, sign as sign
from .sight_boxes import find_line as find_line
from .sliding import Slide as Slide, border_rims as border_rims, rims as rims, slides_onto as slides_onto
from .solids import (
    STILL as STILL,
    Body as Body,
    Displacement as Displacement,
    ExactPoint as ExactPoint,
    Levels as Levels,
    OutlineCorners as OutlineCorners,
    Place as Place,
    Point as Point,
    Polygon as Polygon,
    Raised as Raised,
    Solid as Solid,
)
from .spread import (
    FINEST_OPENING_DEG as FINEST_OPENING_DEG,
    REACH_ARC_DEG as REACH_ARC_DEG,
    REACH_COARSEST_MM as REACH_COARSEST_MM,
    Progress as Progress,
    Raster as Raster,
    Spread as Spread,
    Stage as Stage,
    opened as opened,
    quarters as quarters,
    workspace as workspace,
)
from .template import BallPoint as BallPoint, Template as Template, template_at as template_at
from .tolerance import (
    CONTACT_DIGITS as CONTACT_DIGITS,
    COORDINATE_LIMIT_MM as COORDINATE_LIMIT_MM,
    DEFAULT_TABLE_TOLERANCE_MM as DEFAULT_TABLE_TOLERANCE_MM,
    DISC_CORNERS as DISC_CORNERS,
    DISC_ROUNDING_MM as DISC_ROUNDING_MM,
    FLIP_PAST_MM as FLIP_PAST_MM,
    FLIP_STEP_MM as FLIP_STEP_MM,
    FLOAT_ABSOLUTE_ULPS as FLOAT_ABSOLUTE_ULPS,
    FREEING_CLEAR_MM as FREEING_CLEAR_MM,
    HEADING_CLUSTER_DEG as HEADING_CLUSTER_DEG,
    HEADING_GRID_DEG as HEADING_GRID_DEG,
    HEADING_LIMIT_DEG as HEADING_LIMIT_DEG,
    LIMIT_HAIR_DEG as LIMIT_HAIR_DEG,
    MARGIN_GOAL_MM as MARGIN_GOAL_MM,
    MARGIN_SLACK_MM as MARGIN_SLACK_MM,
    MISFIT_MM as MISFIT_MM,
    ON_BOUNDARY_MM as ON_BOUNDARY_MM,
    POSE_DIGITS as POSE_DIGITS,
    POSE_GRID_MM as POSE_GRID_MM,
    PRECISIONS_BITS as PRECISIONS_BITS,
    PROVED_SHARE as PROVED_SHARE,
    READINGS_MM as READINGS_MM,
    ROUNDING_SHARE as ROUNDING_SHARE,
    TURN_GRID_DEG as TURN_GRID_DEG,
)
from .triangles import turn as turn
from .turning import (
    Arc as Arc,
    Event as Event,
    border_events as border_events,
    outside_arcs as outside_arcs,
    worst_of_turn as worst_of_turn,
)
from .widths import hull_around as hull_around, least_width as least_width

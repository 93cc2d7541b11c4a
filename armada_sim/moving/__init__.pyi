from .bulk import legal_poses as legal_poses
from .declared import MOST_STEPS as MOST_STEPS, Declaration as Declaration, TurnGiven as TurnGiven
from .movement import (
    NO_LEGAL_HEADING as NO_LEGAL_HEADING,
    Hazard as Hazard,
    Mover as Mover,
    blocked_headings as blocked_headings,
    first_blocks as first_blocks,
    first_intervals as first_intervals,
    hazards as hazards,
    is_solid as is_solid,
    legal_headings as legal_headings,
    ship_hazard as ship_hazard,
)
from .moves import (
    move_allowed as move_allowed,
    move_places as move_places,
    move_work as move_work,
    rule_on_move as rule_on_move,
    stuck_blocks as stuck_blocks,
    stuck_reason as stuck_reason,
    sunk_reason as sunk_reason,
)
from .snapping import Snapped as Snapped, snapped as snapped

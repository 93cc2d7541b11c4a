from .evidence.evidence import HeadingInterval as HeadingInterval
from .evidence.ruling import Answer as Answer, Reason as Reason, Ruling as Ruling
from .moving.movement import legal_headings as legal_headings
from .referee.positions import position_problems as position_problems
from .referee.questions import (
    check_contact as check_contact,
    check_move as check_move,
    check_setup as check_setup,
    check_shot as check_shot,
)
from .referee.readings import Reading as Reading, Readings as Readings, other_readings as other_readings
from .referee.remarks import table_notes as table_notes
from .regions.claims import path_to_pose as path_to_pose
from .regions.reach import Reach as Reach, reach_stages as reach_stages, reachable as reachable
from .regions.threats import threat as threat, threat_stages as threat_stages
from .table.clauses import Clause as Clause
from .table.layout import (
    Fleet as Fleet,
    Layout as Layout,
    Obstacle as Obstacle,
    Pose as Pose,
    Ship as Ship,
    Surface as Surface,
)
from .table.pieces import Dimensions as Dimensions, Footprint as Footprint, Profile as Profile, Size as Size
from .table.rules import Rules as Rules
from .tabletop.errors import ArmadaError as ArmadaError, InputError as InputError, NotBuiltError as NotBuiltError

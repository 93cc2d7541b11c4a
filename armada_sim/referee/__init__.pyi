from .faults import fault_bounds as fault_bounds
from .positions import (
    ADVICE as ADVICE,
    AS_WRITTEN as AS_WRITTEN,
    misplaced as misplaced,
    position_problems as position_problems,
    positions_json as positions_json,
)
from .questions import (
    check_contact as check_contact,
    check_declared as check_declared,
    check_move as check_move,
    check_setup as check_setup,
    check_shot as check_shot,
    given as given,
)
from .readings import Reading as Reading, Readings as Readings, other_readings as other_readings
from .remarks import table_notes as table_notes

from .positions import (
    ADVICE as ADVICE,
    AS_WRITTEN as AS_WRITTEN,
    misplaced as misplaced,
    position_problems as position_problems,
    positions_json as positions_json,
)
from .questions import (
    check_contact as check_contact,
    check_move as check_move,
    check_setup as check_setup,
    check_shot as check_shot,
)

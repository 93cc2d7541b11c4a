from ._endings import (
    ENDINGS as ENDINGS,
    counts_at_limit as counts_at_limit,
    given_at_limit as given_at_limit,
    limit_reason as limit_reason,
)
from ._opening import open_fleets as open_fleets, open_offers as open_offers
from .actions import (
    FLEET_PATTERN as FLEET_PATTERN,
    Action as Action,
    Answer as Answer,
    ChooseFirst as ChooseFirst,
    ChooseFleet as ChooseFleet,
    Deploy as Deploy,
    Draw as Draw,
    IllegalActionError as IllegalActionError,
    Move as Move,
    Offer as Offer,
    Pass as Pass,
    PlaceFlag as PlaceFlag,
    Refused as Refused,
    Resign as Resign,
    Shoot as Shoot,
    notation as notation,
    parse_action as parse_action,
    parse_counts as parse_counts,
)
from .arrivals import arrivals as arrivals, place_is_free as place_is_free
from .deployments import (
    DEPLOYMENTS as DEPLOYMENTS,
    NoRoomError as NoRoomError,
    opening_choice as opening_choice,
    prepared as prepared,
)
from .game import Game as Game
from .goals import flagships as flagships, table_for_move as table_for_move
from .openings import Openings as Openings, settled as settled
from .rest import on_grid as on_grid, rounded as rounded, to_grid as to_grid, units_of as units_of
from .rulings import Asked as Asked, check_action as check_action, check_actions as check_actions
from .state import (
    Agreement as Agreement,
    Flag as Flag,
    GoalLine as GoalLine,
    Phase as Phase,
    Reinforcement as Reinforcement,
    Seat as Seat,
    State as State,
    Turn as Turn,
)
from .turns import (
    TurnAction as TurnAction,
    first_headings as first_headings,
    line_of_fire as line_of_fire,
    still_open as still_open,
    stuck_text as stuck_text,
)
from .winning import check_won as check_won

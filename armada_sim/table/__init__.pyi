from .clauses import TEXT as TEXT, Clause as Clause
from .fleets import (
    BASIC_FLEETS as BASIC_FLEETS,
    MOST_OF_A_SIZE as MOST_OF_A_SIZE,
    fleet_problem as fleet_problem,
    fleets_problem as fleets_problem,
    possible_fleets as possible_fleets,
)
from .game_options import BY_KEY as BY_KEY, GAME_OPTIONS as GAME_OPTIONS
from .gone import GONE as GONE
from .layout import (
    SIDES as SIDES,
    Fleet as Fleet,
    Layout as Layout,
    Obstacle as Obstacle,
    Pose as Pose,
    Ship as Ship,
    Surface as Surface,
    checked_coordinate as checked_coordinate,
    checked_heading as checked_heading,
    disc_excess as disc_excess,
    standard_surface as standard_surface,
)
from .numbers import (
    CLASSIC as CLASSIC,
    GUNS as GUNS,
    MEASURES as MEASURES,
    NONE as NONE,
    NUMBERS as NUMBERS,
    OF_A_SIZE as OF_A_SIZE,
    PIPS as PIPS,
    Numbers as Numbers,
)
from .options import (
    LENGTHS as LENGTHS,
    OPTIONS as OPTIONS,
    PRESETS as PRESETS,
    REAL_TABLE_PRESETS as REAL_TABLE_PRESETS,
)
from .parameters import count_of_ships as count_of_ships
from .pieces import (
    LETTERS as LETTERS,
    MOST_PIPS as MOST_PIPS,
    MOST_STEPS as MOST_STEPS,
    PROFILES as PROFILES,
    Counts as Counts,
    Dimensions as Dimensions,
    Footprint as Footprint,
    Outline as Outline,
    Profile as Profile,
    Size as Size,
    asks_no_more as asks_no_more,
    letter_of as letter_of,
    outline as outline,
    whole_within as whole_within,
)
from .placing import Fit as Fit, fitted as fitted, on_grid as on_grid
from .rules import (
    Rules as Rules,
    default_surface as default_surface,
    given_as as given_as,
    parse_rules as parse_rules,
    plain_values as plain_values,
)
from .units import (
    GUN_SIDES as GUN_SIDES,
    LENGTH_PATTERN as LENGTH_PATTERN,
    MM_PER as MM_PER,
    UNITS as UNITS,
    Measure as Measure,
    Unit as Unit,
    UnitName as UnitName,
    comma_hint as comma_hint,
    edge_words as edge_words,
    object_words as object_words,
    rounded as rounded,
    unit_of as unit_of,
)

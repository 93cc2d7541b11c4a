from .answers import (
    RELATED as RELATED,
    Related as Related,
    closest as closest,
    conclude as conclude,
    disclosed as disclosed,
    doubt_reason as doubt_reason,
    finite as finite,
    flip_ships as flip_ships,
    moved_ships as moved_ships,
    relation_text as relation_text,
    search_notes as search_notes,
)
from .conditions import (
    Condition as Condition,
    Deepen as Deepen,
    Escape as Escape,
    Key as Key,
    Movable as Movable,
    Shift as Shift,
    TurnOf as TurnOf,
    displacement as displacement,
    gap_condition as gap_condition,
)
from .evidence import (
    ArrivalEvidence as ArrivalEvidence,
    BlockedHeadings as BlockedHeadings,
    BlockedLine as BlockedLine,
    ClaimedPose as ClaimedPose,
    ClearLine as ClearLine,
    Closest as Closest,
    ContactEvidence as ContactEvidence,
    Flip as Flip,
    HeadingInterval as HeadingInterval,
    Json as Json,
    MoveEvidence as MoveEvidence,
    Placement as Placement,
    SetupEvidence as SetupEvidence,
    ShotEvidence as ShotEvidence,
    Step as Step,
)
from .judging import Verdict as Verdict, judge as judge
from .ruling import Answer as Answer, Reason as Reason, Ruling as Ruling, Subject as Subject

from ._complaints import complaints as complaints
from .building import Builder as Builder, rules_of as rules_of, scaled as scaled, understood as understood
from .chain import Change as Change
from .disputes import (
    ActionQuestion as ActionQuestion,
    Answered as Answered,
    ContactQuestion as ContactQuestion,
    Dispute as Dispute,
    MoveQuestion as MoveQuestion,
    Question as Question,
    ShotQuestion as ShotQuestion,
    WonQuestion as WonQuestion,
)
from .game_model import (
    ACTIONS as ACTIONS,
    CHAINED as CHAINED,
    LARGEST_SEED as LARGEST_SEED,
    ReinforcementTable as ReinforcementTable,
    TurnOfGame as TurnOfGame,
)
from .game_reading import (
    build_game as build_game,
    game_schema as game_schema,
    load_game as load_game,
    parse_game as parse_game,
    to_come as to_come,
)
from .game_records import (
    IllegalAction as IllegalAction,
    Replay as Replay,
    digest as digest,
    program_version as program_version,
    record_of as record_of,
    record_text as record_text,
    replay as replay,
    replayed as replayed,
    replaying as replaying,
    save_record as save_record,
)
from .model import (
    COUNT as COUNT,
    DISPUTE_TABLES as DISPUTE_TABLES,
    MOST_OBJECTS as MOST_OBJECTS,
    MOST_SHIPS as MOST_SHIPS,
    NAME as NAME,
    POINT as POINT,
    QUESTIONS as QUESTIONS,
    REAL as REAL,
    SIZE as SIZE,
    TITLE as TITLE,
    TURN as TURN,
    UNIT as UNIT,
    DiscTable as DiscTable,
    FiredTable as FiredTable,
    Length as Length,
    Name as Name,
    ObjectTable as ObjectTable,
    PiecesTable as PiecesTable,
    Point as Point,
    QuestionTable as QuestionTable,
    Real as Real,
    SurfaceTable as SurfaceTable,
    Turn as Turn,
    bare_table as bare_table,
    checked as checked,
    default_of as default_of,
    length as length,
    list_of as list_of,
    number as number,
    one_line as one_line,
    table_schema as table_schema,
    tables_of as tables_of,
    tuple_of as tuple_of,
    within as within,
    wrong as wrong,
)
from .record import Record as Record, Start as Start
from .records import dispute_schema as dispute_schema, layout_schema as layout_schema, load_dispute as load_dispute
from .schema import plain_schema as plain_schema, schema_of as schema_of

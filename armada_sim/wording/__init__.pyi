from ._table_text import ship_line as ship_line
from .game_words import Teller as Teller, counted as counted
from .naming import Naming as Naming
from .reach_report import (
    FirstStep as FirstStep,
    document as document,
    interval_line as interval_line,
    report as report,
    threat_lines as threat_lines,
)
from .reading_lines import reading_lines as reading_lines
from .replay_report import Played as Played, coming as coming, heading_lines as heading_lines, played as played
from .sitting import Sitting as Sitting
from .telling import (
    answer_words as answer_words,
    position_lines as position_lines,
    preamble as preamble,
    question_words as question_words,
    reason_lines as reason_lines,
)

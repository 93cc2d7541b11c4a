from .console import CommandGroup as CommandGroup, Number as Number, Whole as Whole, ask as ask, say as say
from .keeping import keep as keep
from .kits import Print as Print, print_kit as print_kit, prints as prints
from .looks import PAPER as PAPER, PAPERS as PAPERS, Look as Look, Width as Width, looks as looks
from .progress import Progress as Progress, bar as bar
from .shared import (
    JSON as JSON,
    UNIT as UNIT,
    WIDTH as WIDTH,
    in_json as in_json,
    one_of as one_of,
    picture_path as picture_path,
    several as several,
    shipped_text as shipped_text,
    show_example as show_example,
    wrapped as wrapped,
)
from .sitting import Table as Table, first_human as first_human, play as play, seats_of as seats_of
from .speaking import command as command
from .starting import start as start

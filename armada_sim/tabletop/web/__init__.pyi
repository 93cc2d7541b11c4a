from .answering import (
    MOST_BYTES as MOST_BYTES,
    QUICK as QUICK,
    SLOW as SLOW,
    Ask as Ask,
    Engine as Engine,
    File as File,
    Lane as Lane,
    LeftError as LeftError,
    RefusedError as RefusedError,
    Search as Search,
    refused as refused,
    rendered as rendered,
    still_wanted as still_wanted,
)
from .company import Company as Company
from .keeping import (
    FINISHED_DAYS as FINISHED_DAYS,
    Kept as Kept,
    Written as Written,
    kept_in_memory as kept_in_memory,
)
from .kept import kept_in as kept_in, usual_file as usual_file
from .seats import Form as Form, Games as Games, GoneError as GoneError, Seen as Seen
from .serving import Address as Address, serve as serve, served as served
from .shell import (
    Guard as Guard,
    answered as answered,
    body_of as body_of,
    language_of as language_of,
    table as table,
)
from .turns import run as run
from .watching import watched as watched

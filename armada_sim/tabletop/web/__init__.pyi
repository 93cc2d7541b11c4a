from .company import Company as Company
from .kept import (
    FINISHED_DAYS as FINISHED_DAYS,
    Kept as Kept,
    Written as Written,
    kept_in as kept_in,
    kept_in_memory as kept_in_memory,
    usual_file as usual_file,
)
from .seats import Form as Form, Games as Games, GoneError as GoneError, Seen as Seen, watched as watched
from .serving import Address as Address, serve as serve
from .shell import (
    Ask as Ask,
    Guard as Guard,
    answered as answered,
    body_of as body_of,
    language_of as language_of,
    refused as refused,
    table as table,
)
from .turns import (
    QUICK as QUICK,
    SLOW as SLOW,
    Lane as Lane,
    LeftError as LeftError,
    RefusedError as RefusedError,
    still_wanted as still_wanted,
)

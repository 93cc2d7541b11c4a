from .seats import Games as Games, GoneError as GoneError, Locks as Locks, Seen as Seen, watched as watched
from .serving import Address as Address, serve as serve
from .shell import (
    Ask as Ask,
    Guard as Guard,
    RefusedError as RefusedError,
    answered as answered,
    body_of as body_of,
    language_of as language_of,
    refused as refused,
    table as table,
    turns as turns,
)

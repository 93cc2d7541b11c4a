from .serving import Address as Address, serve as serve
from .shell import (
    Ask as Ask,
    Guard as Guard,
    answered as answered,
    body_of as body_of,
    language_of as language_of,
    refused as refused,
    table as table,
    turns as turns,
)

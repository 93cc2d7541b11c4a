from .functions import Unit as Unit
from .machine import described as described, loaded as loaded, machine_code as machine_code
from .values import (
    BOOL as BOOL,
    ELEMENTS as ELEMENTS,
    FLOAT as FLOAT,
    INT as INT,
    LOTS as LOTS,
    NOTHING as NOTHING,
    NUMBERS as NUMBERS,
    Array as Array,
    Group as Group,
    Record as Record,
    size_of as size_of,
)

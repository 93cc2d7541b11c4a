from .fitting import NEEDS_SCIPY as NEEDS_SCIPY
from .photo import (
    LEAST_MARKS as LEAST_MARKS,
    MOST_MARKS as MOST_MARKS,
    Found as Found,
    FoundShip as FoundShip,
    Mark as Mark,
    MarkedShip as MarkedShip,
    Reference as Reference,
    place as place,
)
from .solids import CORNERS as CORNERS, EDGES as EDGES

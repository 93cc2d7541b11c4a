from .fitting import NEEDS_SCIPY as NEEDS_SCIPY
from .photo import (
    LEAST_MARKS as LEAST_MARKS,
    MOST_MARKS as MOST_MARKS,
    Mark as Mark,
    MarkedShip as MarkedShip,
    PlacedShip as PlacedShip,
    PlacedShips as PlacedShips,
    Reference as Reference,
    place as place,
)
from .solids import CORNERS as CORNERS, EDGES as EDGES

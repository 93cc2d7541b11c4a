from .marking import (
    CORNERS as CORNERS,
    EDGES as EDGES,
    LEAST_MARKS as LEAST_MARKS,
    MOST_MARKS as MOST_MARKS,
    NEEDS_SCIPY as NEEDS_SCIPY,
    Mark as Mark,
    MarkedShip as MarkedShip,
    PlacedShip as PlacedShip,
    PlacedShips as PlacedShips,
    Reference as Reference,
)
from .photo import place as place

from .asking import (
    prepared as prepared,
    read as read,
)
from .marking import (
    CORNERS as CORNERS,
    EDGES as EDGES,
    LEAST_MARKS as LEAST_MARKS,
    MOST_MARKS as MOST_MARKS,
    NEEDS_SCIPY as NEEDS_SCIPY,
    LeftOut as LeftOut,
    Mark as Mark,
    MarkedShip as MarkedShip,
    Pixel as Pixel,
    PlacedShip as PlacedShip,
    PlacedShips as PlacedShips,
    Reference as Reference,
)
from .needs import (
    check_installed as check_installed,
    missing_to_read as missing_to_read,
)
from .opening import opened as opened
from .photo import place as place
from .readings import (
    SIDES_MM as SIDES_MM,
    Paper as Paper,
    Question as Question,
    Reading as Reading,
    ReadShip as ReadShip,
    SaidSheet as SaidSheet,
    SaidShip as SaidShip,
    Topic as Topic,
)
from .saying import (
    accuracy as accuracy,
    accuracy_of as accuracy_of,
    any_corner as any_corner,
    called as called,
    off_by as off_by,
    offered as offered,
    sheet_named as sheet_named,
)

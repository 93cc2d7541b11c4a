from ._arrays import PLAIN as PLAIN
from .plane import moved_by as moved_by
from .search import (
    Margin as Margin,
    shot_margin as shot_margin,
    stays_clear as stays_clear,
    stays_closed as stays_closed,
)
from .work import (
    PLAIN_SHARE_WORK as PLAIN_SHARE_WORK,
    PLAIN_SHARES as PLAIN_SHARES,
    PLAIN_WORK as PLAIN_WORK,
    Work as Work,
    open_provable as open_provable,
    work_of as work_of,
)

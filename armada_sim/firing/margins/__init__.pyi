from .plane import moved_by as moved_by
from .search import Margin as Margin, shot_margin as shot_margin, stays_clear as stays_clear
from .work import SHOT_WORK as SHOT_WORK, TIGHT_WORK as TIGHT_WORK, Work as Work

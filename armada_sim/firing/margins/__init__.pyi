from .plane import moved_by as moved_by
from .search import Margin as Margin, shot_margin as shot_margin, stays_clear as stays_clear
from .work import Work as Work, work_of as work_of

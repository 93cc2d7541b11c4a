from ._export import as_csv as as_csv
from ._prices import Prices as Prices, prices as prices
from ._runner import run as run
from .asking import (
    BASELINE as BASELINE,
    RANDOM_LISTS as RANDOM_LISTS,
    Form as Form,
    Pairing as Pairing,
    Study as Study,
    load_experiment as load_experiment,
    may_change as may_change,
    none_of as none_of,
    paired as paired,
    sets_of_a_meeting as sets_of_a_meeting,
    source as source,
)
from .columns import Columns as Columns, Opened as Opened, columns as columns
from .contest import (
    MOST_SETS as MOST_SETS,
    GameRow as GameRow,
    Meeting as Meeting,
    Plan as Plan,
    few_meetings as few_meetings,
)
from .desk import Pages as Pages, conduct as conduct
from .fair import Fair as Fair, Found as Found, Halving as Halving, Step as Step, combined as combined
from .fairness import FEW as FEW, fairness as fairness
from .intervals import (
    EVEN as EVEN,
    Estimate as Estimate,
    judgement as judgement,
    mean_interval as mean_interval,
    near_even as near_even,
)
from .options import balance_options as balance_options
from .results import MeetingSummary as MeetingSummary, Opening as Opening, SettingSummary as SettingSummary
from .shelves import MOST_BUDGET as MOST_BUDGET, Shelf as Shelf, Ware as Ware
from .store import Store as Store
from .summary import Floats as Floats, Summary as Summary
from .words import Teller as Teller

from .errors import (
    ArmadaError as ArmadaError,
    CostWarning as CostWarning,
    InputError as InputError,
    NotBuiltError as NotBuiltError,
    inside as inside,
)
from .language import (
    LANGUAGES as LANGUAGES,
    N_ as N_,
    Amount as Amount,
    Language as Language,
    Listing as Listing,
    Message as Message,
    Said as Said,
    Worded as Worded,
    cause as cause,
    either as either,
    signed as signed,
)
from .match import Chooser as Chooser, Fault as Fault, positions as positions, replaying as replaying
from .needing import COMPUTER_ONLY as COMPUTER_ONLY, needs as needs
from .notebook import picture_of as picture_of
from .options import (
    NONE_GONE as NONE_GONE,
    Gone as Gone,
    Option as Option,
    gap as gap,
    options_of as options_of,
    read_as as read_as,
    recorded as recorded,
    setting_sentences as setting_sentences,
    settled as settled,
)
from .protocol import Outcome as Outcome, Position as Position
from .reading import (
    UNFIT as UNFIT,
    Mistakes as Mistakes,
    check_text as check_text,
    guess as guess,
    key_text as key_text,
    plain_data as plain_data,
    read_text as read_text,
    shown as shown,
)
from .rules_pages import entry as entry, page as page
from .words import is_plain as is_plain, quoted as quoted
from .writing import check_targets as check_targets, keep_apart as keep_apart, write_files as write_files

from .battles import Battles as Battles, parse_battles as parse_battles
from .columns import Kept as Kept, open as open
from .experiment import (
    Experiment as Experiment,
    experiment_schema as experiment_schema,
    parse_experiment as parse_experiment,
)

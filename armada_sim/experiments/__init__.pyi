from .battles import Battles as Battles
from .experiment import (
    Experiment as Experiment,
    experiment_schema as experiment_schema,
    load_experiment as load_experiment,
    parse_experiment as parse_experiment,
)
from .facts import facts as facts
from .openings import Opening as Opening, openings as openings

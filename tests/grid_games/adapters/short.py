"""Games for the adapters' tests: those of the catalogue with settings that make them short, and the toys."""

from grid_games import catalogue
from tests.grid_games import toys

SHORT = {"strategiksa": {"max_rounds": 1, "canonical_steps": "on"}, "destin-arc": {"map": "hamlet"}}
"""Settings that make a game of the catalogue short."""

KINDS = {name: catalogue.kind(name) for name in catalogue.KINDS} | {kind.name: kind for kind in toys.KINDS}

SEATED = [(name, seats) for name, kind in KINDS.items() for seats in kind.seats]
"""Every game with every number of players."""

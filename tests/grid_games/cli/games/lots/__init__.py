from tests.grid_games.core.toys import ODDS as KIND  # noqa: F401

from tests.grid_games.toys import ODDS as KIND  # noqa: F401

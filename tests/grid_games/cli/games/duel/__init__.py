from tests.grid_games.toys import DUEL as KIND  # noqa: F401

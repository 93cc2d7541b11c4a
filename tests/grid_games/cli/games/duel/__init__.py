from tests.grid_games.core.toys import DUEL as KIND  # noqa: F401

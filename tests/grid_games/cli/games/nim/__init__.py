from tests.grid_games.core.toys import NIM as KIND  # noqa: F401

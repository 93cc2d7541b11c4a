from tests.grid_games.toys import NIM as KIND  # noqa: F401

"""`python -m grid_games.cli` is the command `grid-games`."""

from grid_games.cli import main

main()

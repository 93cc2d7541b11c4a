"""Write the golden games anew from their moves: `python -m tests.grid_games.regenerate`; then read the difference.

A golden game is any file tests/data/*/golden*.txt of a game in the catalogue.
"""

from pathlib import Path

from grid_games import catalogue
from grid_games.testing.golden import rewritten

DATA = Path(__file__).parents[1] / "data"


def main() -> None:
    """Rewrite and say what changed."""
    for path in sorted(DATA.glob("*/golden*.txt")):
        before = path.read_text()
        after = rewritten(before, catalogue.load)
        path.write_text(after)
        print(f"{path.relative_to(DATA)}: {'the same' if after == before else 'changed'}")


if __name__ == "__main__":
    main()

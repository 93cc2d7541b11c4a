"""What people are told at the table of Singidunum: what is to be decided, with strengths."""

import pytest

from grid_games.singidunum.text import asked, in_numbers, read
from tests.grid_games.singidunum.scenes import after, game


@pytest.mark.parametrize(("position", "moves", "told"), [
    ("2 romans 0-0 E9@e4 / C6@e6 A4@h9", ("e4-e5",), "E9 on e5 attacks C6 on e6, +3"),
    ("2 romans 0-0 E9@e4 / C6@e6' A4@h9", ("e4-e5",), "E9 on e5 attacks C6 on e6 (activated: 5), +4"),
    ("2 romans 0-0 E9@e4 / C6@e6 A4@h9", ("e4-e5", "accept"), "E9 on e5 attacks C6 on e6, +3"),
    ("2 romans 0-0 A6@g5 / C6@e6 A4@h9", ("g5", "*e6"), "A6 on g5 shoots at C6 on e6, even"),
    ("2 romans 0-0 E9@e4 / C6@e6 A4@h9", (), ""),
])  # fmt: skip
def test_a_fight_is_told_in_numbers(position: str, moves: tuple[str, ...], told: str) -> None:
    """Strengths as they show: an activated unit one less (clause 4)."""
    state = after(read(game(), position), *moves)
    assert in_numbers(state) == told
    assert asked(state).startswith(f"{told}: " if told else "Romans: move a unit")


def test_who_retreats_is_named() -> None:
    state = after(read(game(), "2 romans 0-0 A6@g5 / C6@e6 A4@h9"), "g5", "*e6", "+1")
    assert asked(state) == "C6 on e6 (activated: 5) retreats 1 hex and announces one of d5, d6, e5, e7, f6"


def test_what_is_left_to_deploy_is_counted() -> None:
    """55 points; of each side 1 elite of 9, of 8, two heavy of 7, of 6, one cavalry of 6, two of 5, one of 4, archers
    alike (clause 2)."""
    told = asked(after(game().new(), "E9@d4", "C6@d6"))
    assert told.startswith("40 of 55 points left for 1 E8, 2 H7, 2 H6, 2 C5, 1 C4, 1 A6, 2 A5, 1 A4: deploy a unit")

"""What an experiment says by the edges that players sit at: goal lines, and ships that come onto the table later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from armada_sim.experiments import _model as model
from armada_sim.files import ReinforcementTable, scaled, to_come
from armada_sim.geometry import exact
from armada_sim.play import GoalLine, Reinforcement, on_grid, to_grid
from armada_sim.table import MOST_OF_A_SIZE, Layout, Pose, Rules, Surface, letter_of
from armada_sim.tabletop import InputError, Message, Mistakes

NAMES = ("red", "blue")
"""The players of the first and of the second fleet."""

FLEETS = ("first", "second")
"""How files name the two fleets of a meeting."""


@dataclass(frozen=True, slots=True)
class LineBehind:
    """A goal line behind one fleet of a meeting."""

    attacker: int
    """0 if the first fleet attacks, 1 if the second."""

    depth: Fraction
    """mm. From the edge of the player who is attacked."""


def line_of(table: model.ExperimentTable, rules: Rules, layout: Layout) -> LineBehind | None:
    """The goal line of a setting. Raises InputError for one that has no place on the surface."""
    if rules.goal != "infiltration" or "goal_line" not in table:
        return None
    depth = Fraction(scaled(table["goal_line"]["depth"], table["unit"]))
    _, bottom, _, top = layout.surface.bounds
    if not 0 < depth < Fraction(top - bottom if layout.surface.kind != "unbounded" else 0):
        raise InputError(Message("the line must lie on the surface, between its edges"), key="depth")
    return LineBehind(FLEETS.index(table["goal_line"]["attacker"]), depth)


def lined(table: model.ExperimentTable, settings: Sequence[Rules]) -> None:
    """Raises InputError for a goal line that no setting is played for."""
    if "goal_line" in table and all(rules.goal != "infiltration" for rules in settings):
        raise InputError(Message("goal = infiltration and goal lines belong together"))


def coming_later(
    table: model.ExperimentTable, rules: Rules, layout: Layout, mistakes: Mistakes
) -> tuple[Reinforcement, ...]:
    """What comes onto the table during a game. Raises InputError where south and north are nowhere."""
    if table["reinforcements"] and layout.surface.kind == "unbounded":
        raise InputError(Message("need a surface with edges, at which the players sit"), key="reinforcements")
    rows, taken = list[ReinforcementTable](), Counter[str]()
    for row in table["reinforcements"]:
        player = NAMES[FLEETS.index(row["fleet"])]
        name = f"{player[0].upper()}{letter_of(row['size'])}"
        taken[name] += 1
        number = max(rules.max_per_size, MOST_OF_A_SIZE) + taken[name]  # beyond those of any fleet
        rows.append({
            "name": f"{name}{number}", "player": player, "size": row["size"], "turn": row["turn"],
            "base": row["base"], "heading": row["heading"], "damage": row["damage"],
        })  # fmt: skip
    return to_come(rows, table["unit"], rules, mistakes)


def lines_between(line: LineBehind | None, surface: Surface, sides: tuple[str, str]) -> tuple[GoalLine, ...]:
    """The goal line behind the fleet that is attacked, at the edge its player sits at."""
    if line is None:
        return ()
    left, bottom, right, top = surface.bounds
    depth, attacker = float(line.depth), line.attacker
    north = sides[1 - attacker] == "north"
    ends = (left, right) if north else (right, left)  # past it is what lies to the left of the way from start to end
    y = on_grid(to_grid(top - depth if north else bottom + depth))
    start, end = ((on_grid(to_grid(x)), y) for x in ends)
    return (GoalLine(NAMES[attacker], start, end),)


def turned(later: Sequence[Reinforcement], surface: Surface, sides: tuple[str, str]) -> tuple[Reinforcement, ...]:
    """What comes onto the table, turned half round about its middle where its player sits in the north."""
    left, bottom, right, top = map(Fraction, surface.bounds) if later else (Fraction(0),) * 4
    made = []
    for one in later:
        pose = one.ship.pose
        if sides[NAMES.index(one.ship.player)] == "north":
            pose = Pose(left + right - exact(pose.x), bottom + top - exact(pose.y), exact(pose.heading) + 180)
        made.append(replace(one, ship=one.ship.at(pose)))
    return tuple(made)

"""Options that change nothing in an experiment, where two computer players meet on exact positions; and why."""

from __future__ import annotations

from armada_sim.table import Rules
from armada_sim.tabletop import Message

_TWO = Message("two players meet, each for himself")
_EXACT = Message("nothing in an experiment is off by anything")
_TOLD = Message("no computer player asks how near something is")
_SURE = Message("computer players claim nothing that is refused")
_APART = Message("random set-ups leave room between ships and to the edge")
_NO_FLAG = Message("there are flags only where goal = flag")
_NO_LINE = Message("there are lines only where goal = infiltration")

_IDLE = {
    "players": _TWO,
    "doubt_rule": _EXACT, "doubt_scope": _EXACT, "premeasure": _TOLD,
    "illegal_claim_cost": _SURE,
    "setup_touch": _APART,
    "first_player": Message("either side moves first, in turn"),
}  # fmt: skip
_FLAGS = ("flag_kind", "flag_size", "flag_place", "flag_ship_contact")
_LIMITS = ("fleet_budget", "max_per_size")


def idle(key: str, rules: Rules, *, surface: bool) -> str | None:
    """Why an option that is not at its default changes no game of an experiment; None if it may change some.

    rules: those agreed on. surface: whether the experiment says what is played on.
    """
    if key in _FLAGS and rules.goal != "flag":
        return _NO_FLAG
    if key == "goal_cross" and rules.goal != "infiltration":
        return _NO_LINE
    if key == "surface" and surface:
        return Message("the surface is given")
    if key == "stuck_lasts" and rules.stuck_lasts != "since_turn_start":
        return _SURE
    if key == "deploy_order" and rules.deploy_order == "mover_last":
        return Message("either side moves first from the same set-up")
    return _IDLE.get(key)


def idle_varied(key: str, rules: Rules, *, surface: bool) -> str | None:
    """The same for an option that is varied; rules: those with it."""
    if key == "surface_least":
        return Message("it only says which surfaces there may be")
    if key in _LIMITS:
        return Message("it only says which fleets there may be")
    return idle(key, rules, surface=surface)

"""Words for what is agreed on at most tables: who may play, where they sit, how fleets are chosen."""

KINDS = ("human", "random", "greedy", "search")
"""Who may play a seat."""

SIDES = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}
"""Where players sit if nothing is said, clockwise; more than four are given no sides."""

SETUPS = {
    "basic": {}, "advanced": {"first_player": "advanced_cut_and_choose"}, "twelve-pips": {},
    "matched": {"fleet_budget": "matched"}, "full": {"fleet_budget": "full_4_4_4"},
}  # fmt: skip
"""How fleets are chosen, with the options that go with it."""


def fleets_of(setup: str, players: int) -> str | list[str]:
    """What a game file says of fleets under a set-up."""
    if setup == "full":
        return ["L4 M4 S4"] * players
    return "basic" if setup in ("basic", "advanced") else "choose"


def usual_setup(players: int) -> str:
    """The set-up if none is named."""
    return "basic" if players == 2 else "twelve-pips"

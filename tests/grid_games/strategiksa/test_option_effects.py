"""Every alternative of every option changes something: the same position under the default and under the
alternative."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.strategiksa.chapters.control import quota
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.options import OPTIONS
from grid_games.strategiksa.state import Phase, State
from tests.grid_games.strategiksa.tables import at, clause, game, legal, on, pairs, play, table

Seen = object
EFFECTS: dict[tuple[str, str], tuple[Callable[..., Seen], Seen, Seen]] = {}
"""By option and value: what is looked at, what it is by default, what it is then."""

FAR = "j1=G:K j10=B:K"


def effect(key: str, value: str, default: Seen, then: Seen) -> Callable[[Callable[..., Seen]], Callable[..., Seen]]:
    """Registers a look at a game, taken once by default and once under the alternative."""

    def register(look: Callable[..., Seen]) -> Callable[..., Seen]:
        assert (key, value) not in EFFECTS
        EFFECTS[key, value] = look, default, then
        return look

    return register


def step(state: State) -> str:
    return type(state.step).__name__


def ending(state: State) -> str | None:
    outcome = state.outcome()
    return None if outcome is None else outcome.reason


@pytest.mark.parametrize(("key", "value"),
    [(option.key, value) for option in OPTIONS for value in list(option.values)[1:]]
    + [("supply", "12"), ("max_rounds", "1")])  # fmt: skip
def test_alternative(key: str, value: str) -> None:
    look, default, then = EFFECTS[key, value]
    assert default != then
    assert look({}) == default
    assert look({key: value}) == then


def test_what_is_not_built_is_refused_by_name() -> None:
    refused = [(option.key, value) for option in OPTIONS for value in option.refused]
    assert refused == [("offers", "conditional")]
    for key, value in refused:
        with pytest.raises(InputError, match="is not built"):
            KIND.load(None, {key: value})


@effect("map", "pinwheel", None, "3")
def _maps(given: dict[str, object]) -> Seen:
    return clause(at(game(**given), f"b4=R:I a1=R:K {FAR}", Phase.MOVE), "I b4-c4")


@effect("map", "citadel", None, "U4")
def _citadel(given: dict[str, object]) -> Seen:
    return clause(game(**given).new(), "zone C3")


@effect("supply", "20", None, "U3")
def _supply(given: dict[str, object]) -> Seen:
    return clause(at(game(**given), f"a1=R:20I b1=R:K {FAR}", Phase.REINFORCE), "+I a1")


@effect("supply", "12", None, "U3")
def _short_supply(given: dict[str, object]) -> Seen:
    return clause(at(game(**given), f"a1=R:12I b1=R:K {FAR}", Phase.REINFORCE), "+I a1")


@effect("spread", "free", "U4", None)
def _spread(given: dict[str, object]) -> Seen:
    return clause(play(game(**given).new(), "zone A1,+K a1,+C a1,+C a1,+C a1,+C a1"), "+C a1")


@effect("vassal_zones", "all_to_lord", (2, 1, 0), (3, 0, 0))
def _vassal_zones(given: dict[str, object]) -> Seen:
    # green's own zone is run by blue, who is red's vassal too and runs his own colour, which has no zone
    of = game(**given)
    position = table(of, "a1=R:K b1=R:I c1=R:I d1=G:I g1=G:I h1=G:I j10=B:I", "G=R B=R", "G=B")
    return tuple(quota(position, colour, of.rules) for colour in range(3))


@effect("wounds", "clear_after_battle", ("B:I*", "G:C*"), ("B:I", "G:C*"))
def _wounds(given: dict[str, object]) -> Seen:
    fought = play(at(game(**given), "a1=R:KI e5=R:C+B:I g7=G:C* j1=G:K j10=B:K", Phase.BATTLES), "I,/C")
    return on(fought, "e5"), on(fought, "g7")


@effect("king_clash", "both_free", "Regicide blue", "Moving green")
def _king_clash(given: dict[str, object]) -> Seen:
    start = at(game(**given), "a1=R:I e5=R:KI+B:KA j1=G:K j10=B:I", Phase.BATTLES)
    state = play(start, "K,/K,I,/A")
    return f"{step(state)} {state.current_player()}"


@effect("attrition", "no_regicide", ("Regicide", "B=B"), ("Moving", "B=B"))
def _attrition(given: dict[str, object]) -> Seen:
    after = play(at(game(**given), "a1=R:K e5=R:I+B:K* j1=G:K j10=B:I", Phase.BATTLES), "K*,/I")
    return step(after), pairs(after.game, after.table.lords).split()[2]


@effect("regicide_timing", "end_of_battle", ["Regicide"], ["Picking", "Picking", "Regicide"])
@effect("regicide_timing", "end_of_turn", ["Regicide"], ["Picking", "Picking", "Picking", "Regicide"])
def _regicide_timing(given: dict[str, object]) -> Seen:
    state = at(game(**given), "a1=R:K c3=R:3I+B:K*A g7=R:I+G:C j1=G:K j10=B:I", Phase.BATTLES)
    state = play(state, "b c3,K*,/I")
    seen = [step(state)]
    for line in ("I,/A", "A*,/I", "C,/I"):
        if step(state) == "Regicide":
            return seen
        if clause(state, line.split(",", maxsplit=1)[0]) is None:
            state = play(state, line)
            seen.append(step(state))
    return seen


def _vassal_kills(given: dict[str, object], led_by: str) -> str:
    squares = "a1=R:K e5=G:I+B:K* d1=B:I j10=Y:K"
    start = at(game("RGBY", **given), squares, Phase.BATTLES, "G", "G=R", f"G={led_by}")
    return step(play(start, "K*,/I"))


@effect("vassal_regicide", "forced_vassal", ("Managing", "Regicide"), ("Managing", "Managing"))
def _vassal_regicide(given: dict[str, object]) -> Seen:
    return _vassal_kills(given, "G"), _vassal_kills(given, "R")


ANYTIME = ({"wait", "pass", "m G=R"}, {"wait", "pass", "m G=R"})


@effect("manage_when", "colour_turn", ANYTIME, ([], {"m G=R", "m G=G"}))
def _manage_when(given: dict[str, object]) -> Seen:
    def asked(turn: str) -> Seen:
        of = KIND.load(None, given)
        start = at(of, "a1=R:K e5=G:I j10=B:K", turn=turn, lords="G=R")
        return legal(start) if step(start) == "Managing" or start.aside >= 0 else []

    return asked("R"), asked("G")


@effect("offers", "any_player", ("52", None), (None, "blue"))
def _offers_to_vassals(given: dict[str, object]) -> Seen:
    of = KIND.load(4, {"manage_when": "colour_turn", **given})
    start = of.position(table(of, "a1=R:K g1=G:I j10=B:K j1=Y:K", "G=B"), 1, 0)
    return clause(start, "offer G"), None if clause(start, "offer G") else play(start, "offer G").current_player()


@effect("corner", "blocked_between_two", (None, None), ("3", None))
@effect("corner", "blocked_beside_one", (None, None), ("3", "3"))
def _corner(given: dict[str, object]) -> Seen:
    between = at(game(map="mountains a2 b1", **given), f"a1=R:I {FAR}", Phase.MOVE)
    beside = at(game(map="mountains a2", **given), f"a1=R:I b1=R:I {FAR}", Phase.MOVE)
    return "3" if "I a1-b2" not in legal(between) else None, clause(beside, "I a1-b2")


@effect("cap_test", "turn_start", (None, "53"), (None, None))
def _cap_test(given: dict[str, object]) -> Seen:
    start = at(game(**given), f"a1=R:15I15A10H b1=R:K c1=R:C d1=R:C e1=R:2C f1=R:I {FAR}", Phase.REINFORCE)
    assert start.step.left == 3  # and 49 points run
    return clause(start, "+C a1"), clause(play(start, "+C a1"), "+I a1")


@effect("max_rounds", "1", None, "limit")
def _last_round(given: dict[str, object]) -> Seen:
    return ending(at(game(**given), "a1=R:K g1=G:K j10=B:K", Phase.END, "B"))


@effect("victory", "supremacy", ["supremacy", "territory"], ["supremacy", None])
@effect("victory", "territory", ["supremacy", "territory"], [None, "territory"])
def _victory(given: dict[str, object]) -> Seen:
    alone = play(at(game(**given), "a1=R:K c1=R:I+B:K* e1=G:I", Phase.BATTLES, lords="G=R"), "K*,/I,v")
    return [ending(alone), ending(_large(given))]


def _large(given: dict[str, object]) -> State:
    zones = " ".join(f"{file}{rank}=R:I" for file in "acegi" for rank in range(1, 9))
    return at(game(**given), f"{zones} b1=R:K j9=G:K j10=B:K", Phase.END)


@effect("massacre", "facing", "", "B:H")
def _massacre(given: dict[str, object]) -> Seen:
    return on(play(at(game(**given), f"a1=R:K e5=R:I+B:IH {FAR}", Phase.BATTLES), "I,/I"), "e5")


@effect("canonical_steps", "on", None, "canonical_steps")
def _canonical(given: dict[str, object]) -> Seen:
    return clause(play(at(game(**given), f"a1=R:I c1=R:I e1=R:I {FAR}", Phase.MOVE), "I c1-c2"), "I a1-a2")

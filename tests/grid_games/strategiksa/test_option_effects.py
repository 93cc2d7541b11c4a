"""Every alternative of every option changes something: the same position under the default and under the
alternative."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.strategiksa.chapters.control import quota
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.options import OPTIONS
from grid_games.strategiksa.state import Memory, Phase, State
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
    + [("peace_rounds", "1"), ("supply", "12"), ("stack_limit", "6"), ("territory", "4"),
     ("max_rounds", "1")])  # fmt: skip
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


@effect("mountains", "edges", ("3", None), (None, "3"))
def _edges(given: dict[str, object]) -> Seen:
    start = at(game(map="mountains b2 lines a1-a2", **given), f"a1=R:I {FAR}", Phase.MOVE)
    return clause(start, "I a1-b2"), clause(start, "I a1-a2")


@effect("min_players", "2", False, True)
def _duel(given: dict[str, object]) -> Seen:
    try:
        return len(KIND.load(2, given).players) == 2
    except InputError:
        return False


@effect("peace_rounds", "1", (None, None), ("U2", None))
def _peace(given: dict[str, object]) -> Seen:
    return tuple(
        clause(at(game(**given), f"a1=R:I b2=B:I {FAR}", Phase.MOVE, round_number=number), "I a1-b2")
        for number in (1, 2)
    )


@effect("supply", "20", None, "U3")
def _supply(given: dict[str, object]) -> Seen:
    return clause(at(game(**given), f"a1=R:20I b1=R:K {FAR}", Phase.REINFORCE), "+I a1")


@effect("supply", "12", None, "U3")
def _short_supply(given: dict[str, object]) -> Seen:
    return clause(at(game(**given), f"a1=R:12I b1=R:K {FAR}", Phase.REINFORCE), "+I a1")


@effect("spread", "free", "U4", None)
def _spread(given: dict[str, object]) -> Seen:
    return clause(play(game(**given).new(), "zone A1,+K a1,+C a1,+C a1,+C a1,+C a1"), "+C a1")


@effect("stack_limit", "6", (None, None, None), ("U22", "U22", None))
def _stack(given: dict[str, object]) -> Seen:
    of = game(**given)
    adding = at(of, f"a1=R:6I b1=R:K {FAR}", Phase.REINFORCE)
    moving = at(of, f"a1=R:6I b1=R:K {FAR}", Phase.MOVE)
    return clause(adding, "+I a1"), clause(moving, "K b1-a1"), clause(moving, "K b1-b2")


@effect("vassal_zones", "all_to_lord", (2, 1, 0), (3, 0, 0))
@effect("vassal_zones", "manager_pool", (2, 1, 0), (2, 0, 1))
def _vassal_zones(given: dict[str, object]) -> Seen:
    # green's own zone is run by blue, who is red's vassal too and runs his own colour, which has no zone
    of = game(**given)
    position = table(of, "a1=R:K b1=R:I c1=R:I d1=G:I g1=G:I h1=G:I j10=B:I", "G=R B=R", "G=B")
    return tuple(quota(position, of.ground, colour, of.settings["vassal_zones"]) for colour in range(3))


@effect("saving", "carry", (None, (), 1), (None, (1, 0, 0), 2))
@effect("saving", "forced", (None, (), 1), ("U6", None, None))
def _saving(given: dict[str, object]) -> Seen:
    start = at(game(**given), f"a1=R:I b1=R:K {FAR}", Phase.REINFORCE)
    if clause(start, "stop"):
        return clause(start, "stop"), None, None
    memory = play(start, "stop").memory
    again = at(game(**given), f"a1=R:I b1=R:K {FAR}", Phase.REINFORCE, memory=memory)
    return None, memory.saved, again.step.left


@effect("convert", "1:2", {"stop", "C*>I a1", "C*>A a1"}, {"stop", "C*>II a1", "C*>IA a1", "C*>AA a1"})
def _convert(given: dict[str, object]) -> Seen:
    return legal(at(game(**given), f"a1=R:C* b1=R:K {FAR}", Phase.CONVERT))


@effect("convert_when", "any_time", "Converting turn", "Moving R:KI")
def _convert_when(given: dict[str, object]) -> Seen:
    start = at(game(**given), f"a1=R:C c1=R:K {FAR}", Phase.CONVERT)
    if clause(start, "C a1-c1"):
        return f"{step(start)} {clause(start, 'C a1-c1')}"
    return f"{step(start)} {on(play(start, 'C a1-c1,C>I c1'), 'c1')}"


@effect("battle_order", "board", ("Choosing", "red"), ("Picking", "blue"))
@effect("battle_order", "defender", ("Choosing", "red"), ("Choosing", "blue"))
def _battle_order(given: dict[str, object]) -> Seen:
    start = at(game(**given), "a1=R:K c3=R:I+B:C e5=R:I+B:C g7=R:I+G:C j1=G:K j10=B:K", Phase.BATTLES)
    return step(start), start.current_player()


@effect("wounds", "clear_after_battle", ("B:I*", "G:C*"), ("B:I", "G:C*"))
@effect("wounds", "clear_at_own_turn", ("B:I*", "G:C*"), ("B:I*", "G:C"))
def _wounds(given: dict[str, object]) -> Seen:
    fought = play(at(game(**given), "a1=R:KI e5=R:C+B:I g7=G:C* j1=G:K j10=B:K", Phase.BATTLES), "I,/C")
    return on(fought, "e5"), on(fought, "g7")


def _clash(given: dict[str, object], rest: str = "I,/A") -> State:
    start = at(game(**given), "a1=R:I e5=R:KI+B:KA j1=G:K j10=B:I", Phase.BATTLES)
    return play(start, f"K,/K,{rest}" if rest else "K,/K")


@effect("king_clash", "both_free", "Regicide blue", "Moving green")
@effect("king_clash", "attacker", "Regicide blue", "Regicide red")
@effect("king_clash", "both_removed", "Regicide blue", "supremacy")
@effect("king_clash", "forbidden", "Regicide blue", "U10")
def _king_clash(given: dict[str, object]) -> Seen:
    start = at(game(**given), "a1=R:I e5=R:KI+B:KA j1=G:K j10=B:I", Phase.BATTLES)
    if clause(play(start, "K"), "/K"):
        return clause(play(start, "K"), "/K")
    first = _clash(given, "")
    state = play(first, "I,/A") if step(first) == "Picking" else first
    return ending(state) or f"{step(state)} {state.current_player()}"


@effect("attrition", "no_regicide", ("Regicide", "B=B"), ("Moving", "B=B"))
def _attrition(given: dict[str, object]) -> Seen:
    after = play(at(game(**given), "a1=R:K e5=R:I+B:K* j1=G:K j10=B:I", Phase.BATTLES), "K*,/I")
    return step(after), pairs(after.game, after.table.lords).split()[2]


@effect("healers_only", "defender_stays", ("", ""), ("B:H", ""))
@effect("healers_only", "standoff", ("", ""), ("B:H", "R:H"))
def _healers_only(given: dict[str, object]) -> Seen:
    after = play(at(game(**given), "a1=R:K e4=R:H e5=B:H j1=G:K j10=B:K", Phase.MOVE), "H e4-e5,stop")
    return on(after, "e5"), on(after, "e4")


@effect("commander", "majority", ["blue", "blue"], ["green", "green"])
@effect("commander", "owner_of_round", ["blue", "blue"], ["green", "blue"])
def _commander(given: dict[str, object]) -> Seen:
    start = at(game(**given), "a1=R:K e5=R:3C+B:A+G:2I j10=B:K", Phase.BATTLES, lords="G=B")
    return [start.current_player(), play(start, "G.I,/C,C").current_player()]


@effect("healing", "heal_own_colour_only", {"G.I*", "B.A", "h G.I*"}, {"G.I*", "B.A"})
def _healing(given: dict[str, object]) -> Seen:
    start = at(game(**given), "a1=R:K e5=R:2C+B:AH+G:I* j10=B:K", Phase.BATTLES, lords="G=B")
    return legal(start)


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


@effect("vassal_regicide", "may_decline", ("Managing", "Regicide"), ("Regicide", "Regicide"))
@effect("vassal_regicide", "forced_vassal", ("Managing", "Regicide"), ("Managing", "Managing"))
def _vassal_regicide(given: dict[str, object]) -> Seen:
    return _vassal_kills(given, "G"), _vassal_kills(given, "R")


@effect("keeps", "own_colour", "R=R G=G B=B Y=G", "R=R G=G B=B Y=B")
def _keeps(given: dict[str, object]) -> Seen:
    start = at(game("RGBY", **given), "a1=R:K e5=B:I+G:K* j10=B:K j1=Y:I g1=G:I", Phase.BATTLES, "B", "Y=G", "Y=G")
    after = play(start, "K*,/I,v")
    return pairs(after.game, after.table.managers)


ANYTIME = ({"wait", "pass", "m G=R"}, {"wait", "pass", "m G=R"})


@effect("manage_when", "colour_turn", ANYTIME, ([], {"m G=R", "m G=G"}))
@effect("manage_when", "lord_turn", ANYTIME, ({"m G=R", "m G=G"}, []))
@effect("manage_when", "never", ANYTIME, ([], []))
def _manage_when(given: dict[str, object]) -> Seen:
    def asked(turn: str) -> Seen:
        of = KIND.load(None, {"offers": "off", **given})
        start = at(of, "a1=R:K e5=G:I j10=B:K", turn=turn, lords="G=R")
        return legal(start) if step(start) == "Managing" or start.aside >= 0 else []

    return asked("R"), asked("G")


@effect("dismissal", "release", ("R=R G=R B=B", "red", "Moving"), ("R=R G=G B=B", "green", "Picking"))
def _dismissal(given: dict[str, object]) -> Seen:
    start = at(game(**given), "a1=R:KI+G:A j10=B:K", turn="G", lords="G=R")
    after = play(start, "m G=R")
    return pairs(after.game, after.table.lords), after.current_player(), step(play(after, "stop"))


@effect(
    "offers",
    "off",
    {"no offer", "offer G", "offer B"},
    {"stop", "K a1-a2", "K a1-b1", "K a1-b2", "K a1-a3", "K a1-b3", "K a1-c1", "K a1-c2", "K a1-c3"},
)
def _offers(given: dict[str, object]) -> Seen:
    of = KIND.load(None, given)
    return legal(of.position(table(of, "a1=R:K g1=G:K j10=B:K"), 1, 0))


@effect("offers", "one_per_target", "Moving", "Offering")
def _offers_again(given: dict[str, object]) -> Seen:
    of = KIND.load(None, given)
    return step(play(of.position(table(of, "a1=R:K g1=G:K j10=B:K"), 1, 0), "offer G,no"))


@effect("offers", "any_player", ("52", None), (None, "blue"))
def _offers_to_vassals(given: dict[str, object]) -> Seen:
    of = KIND.load(4, {"manage_when": "colour_turn", **given})
    start = of.position(table(of, "a1=R:K g1=G:I j10=B:K j1=Y:K", "G=B"), 1, 0)
    return clause(start, "offer G"), None if clause(start, "offer G") else play(start, "offer G").current_player()


@effect("offers", "any_player_each", "turn", None)
def _offers_to_anybody_again(given: dict[str, object]) -> Seen:
    of = KIND.load(4, {"manage_when": "colour_turn", **given})
    start = of.position(table(of, "a1=R:K g1=G:I j10=B:K j1=Y:K", "G=B"), 1, 0)
    return clause(play(start, "offer Y,no"), "offer G")


@effect("corner", "blocked_between_two", (None, None), ("3", None))
@effect("corner", "blocked_beside_one", (None, None), ("3", "3"))
def _corner(given: dict[str, object]) -> Seen:
    between = at(game(map="mountains a2 b1 lines", **given), f"a1=R:I {FAR}", Phase.MOVE)
    beside = at(game(map="mountains a2 lines", **given), f"a1=R:I b1=R:I {FAR}", Phase.MOVE)
    return "3" if "I a1-b2" not in legal(between) else None, clause(beside, "I a1-b2")


@effect("small_zone", "one_square_enough", 0, 1)
def _small_zone(given: dict[str, object]) -> Seen:
    of = game(map="mountains a2 b1 b2 lines", **given)
    return quota(table(of, f"a1=R:K {FAR}"), of.ground, 0, "mixed_to_lord")


@effect("territory", "proportional", (18, False), (18, True))
@effect("territory", "4", (18, False), (4, True))
def _territory(given: dict[str, object]) -> Seen:
    few = " ".join(f"{file}{rank}" for file in "cdefghij" for rank in (1, 2, 3, 4))  # eight zones are no zones any more
    try:
        game(map=f"mountains {few} lines", **given)
    except InputError:
        return game(**given).zones_needed, False
    return game(**given).zones_needed, True


@effect("friendly", "colour", None, "U23")
def _friendly(given: dict[str, object]) -> Seen:
    squares = "a1=R:K b1=R:I e1=G:I f1=G:I e5=B:I f5=B:I j10=Y:K"
    start = at(game("RGBY", **given), squares, Phase.REINFORCE, "G", "G=R B=R", "G=B")
    return clause(start, "+I e5")


@effect("fellow", "yes", "U23", None)
def _fellow(given: dict[str, object]) -> Seen:
    squares = "a1=R:K b1=R:I e1=G:I f1=G:I e5=B:I f5=B:I j10=Y:K"
    return clause(at(game("RGBY", **given), squares, Phase.REINFORCE, "G", "G=R B=R"), "+I e5")


@effect("cap_test", "turn_start", (None, "53"), (None, None))
@effect("cap_test", "never_above", (None, "53"), ("53", None))
def _cap_test(given: dict[str, object]) -> Seen:
    start = at(game(**given), f"a1=R:15I15A10H b1=R:K c1=R:C d1=R:C e1=R:2C f1=R:I {FAR}", Phase.REINFORCE)
    assert start.step.left == 3  # and 49 points run
    refused = clause(start, "+C a1")
    return refused, None if refused else clause(play(start, "+C a1"), "+I a1")


@effect("max_rounds", "1", None, "limit")
def _last_round(given: dict[str, object]) -> Seen:
    return ending(at(game(**given), "a1=R:K g1=G:K j10=B:K", Phase.END, "B"))


@effect("limit", "most_zones", ("limit", Fraction(1, 3)), ("most_zones", Fraction(1)))
def _limit(given: dict[str, object]) -> Seen:
    state = at(game(max_rounds=1, **given), "a1=R:I b1=R:K g1=G:K j10=B:K", Phase.END, "B")
    return ending(state), state.returns()["red"]


@effect("repetition", "3", None, "repetition")
def _repetition(given: dict[str, object]) -> Seen:
    state = at(game(**given), "a1=R:K g1=G:K j10=B:K", memory=Memory())
    for line in ("K a1-a2", "stop", "stop", "K a2-a1", "stop", "stop") * 2:
        state = play(state, line)
    return ending(state)


@effect("victory", "supremacy", ["supremacy", "territory"], ["supremacy", None])
@effect("victory", "territory", ["supremacy", "territory"], [None, "territory"])
def _victory(given: dict[str, object]) -> Seen:
    alone = play(at(game(**given), "a1=R:K c1=R:I+B:K* e1=G:I", Phase.BATTLES, lords="G=R"), "K*,/I,v")
    return [ending(alone), ending(_large(given))]


def _large(given: dict[str, object], phase: Phase = Phase.END) -> State:
    zones = " ".join(f"{file}{rank}=R:I" for file in "acegi" for rank in range(1, 9))
    return at(game(**given), f"{zones} b1=R:K j9=G:K j10=B:K", phase)


@effect("territory_when", "own_turn_start", ("territory", None), (None, "territory"))
def _territory_when(given: dict[str, object]) -> Seen:
    return ending(_large(given)), ending(_large(given, Phase.TURN))


@effect("empty_heal", "allowed", {"A", "I"}, {"A", "I", "h A", "h I"})
def _empty_heal(given: dict[str, object]) -> Seen:
    return legal(at(game(**given), f"a1=R:K e5=R:2C+B:IAH {FAR}", Phase.BATTLES))


@effect("healers_alone", "illegal", (None, None), ("U29", None))
def _healers_alone(given: dict[str, object]) -> Seen:
    start = at(game(**given), f"a1=R:K e4=R:HI e5=B:I {FAR}", Phase.MOVE)
    return clause(start, "H e4-e5"), clause(play(start, "I e4-e5"), "H e4-e5")


@effect("two_step", "straight", None, "U30")
def _two_step(given: dict[str, object]) -> Seen:
    return clause(at(game(**given), f"a1=R:C {FAR}", Phase.MOVE), "C a1-b3")


@effect("massacre", "facing", "", "B:H")
def _massacre(given: dict[str, object]) -> Seen:
    return on(play(at(game(**given), f"a1=R:K e5=R:I+B:IH {FAR}", Phase.BATTLES), "I,/I"), "e5")


@effect("canonical_steps", "on", None, "canonical_steps")
def _canonical(given: dict[str, object]) -> Seen:
    return clause(play(at(game(**given), f"a1=R:I c1=R:I e1=R:I {FAR}", Phase.MOVE), "I c1-c2"), "I a1-a2")

"""The thirty test cases of the reference (section 7), each by its number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grid_games.strategiksa.board import SQUARE, ZONE
from grid_games.strategiksa.chapters.control import NOBODY, controllers, quota, territories
from grid_games.strategiksa.state import Phase, State
from tests.grid_games.strategiksa.tables import at, clause, game, legal, on, pairs, play, table

FAR = "j1=G:K j10=B:K"
"""Kings of green and blue in corners."""


def step(state: State) -> str:
    return type(state.step).__name__


def battle(sides: str, kings: str = "a1=R:K j10=B:K", **rest: str) -> State:
    """A battle on e5, `red v blue`, other kings far away; green has his on j1."""
    red, blue = sides.split(" v ")
    return at(game(), f"e5=R:{red}+B:{blue} j1=G:K {kings}".strip(), Phase.BATTLES, **rest)


def test_1_setup_sums() -> None:
    start = play(game().new(), "zone B2,+K c3")
    after = play(start, "+I c3,+I c3,+I c3,+I c3,+C d3,+C d3,+A d4,+H d4")
    assert (step(after), after.turn) == ("Settling", 1)
    assert step(play(start, "+C d4,+C d4,+C d4,+C d4,+C d4")) == "Settling"
    nine = play(start, "+C d4,+C d4,+C d4,+C d4,+I d4")
    assert (step(nine), clause(nine, "stop"), clause(nine, "+C d4")) == ("Placing", "turn", "11")
    assert clause(start, "+K d4") == "6"
    assert clause(play(game().new(), "zone B2"), "+I c3") == "11"
    assert clause(start, "+I e3") == "12"
    assert clause(after, "zone B2") == "12"


def test_2_first_quota() -> None:
    first = at(game(), f"a1=R:K5I b1=R:3IC {FAR}")
    assert first.step.left == 1
    assert clause(first, "+C a1") == "19"
    assert clause(first, "+A a2") is None
    assert clause(first, "+A c1") == "20"
    assert clause(first, "stop") is None
    assert step(at(game(), f"a1=R:K8IC {FAR}")) == "Converting"


@pytest.mark.parametrize(("squares", "lords", "owner"), [
    ("a1=R:I b2=R:I", "", "R"), ("a1=R:7I", "", None), ("a1=R:I b1=R:I a2=G:I", "", None), ("a1=R:K b2=R:H", "", "R"),
    ("j1=R:I", "", None), ("a1=R:I+G:I", "G=R", None),
])  # fmt: skip
def test_3_control(squares: str, lords: str, owner: str | None) -> None:
    of = game()
    found = controllers(table(of, squares, lords))[ZONE["A1"]]
    assert (None if found == NOBODY else of.letters[found]) == owner


FOUR = "a1=R:I a2=R:I c1=R:I i10=R:I d1=G:I e1=G:I f2=G:I g1=G:I i1=G:I j2=B:I a9=Y:I b9=Y:I i9=Y:I"


def test_4_vassals_and_control() -> None:
    of = game("RGBY")
    position = table(of, FOUR, "G=R B=R")
    found = controllers(position)
    letters = {
        zone: of.letters[found[ZONE[zone]]] if found[ZONE[zone]] != NOBODY else None
        for zone in ("A1", "B1", "C1", "D1", "E1", "A5", "E5")
    }
    assert letters == {"A1": "R", "B1": "R", "C1": "G", "D1": None, "E1": "R", "A5": "Y", "E5": None}
    assert [quota(position, colour, of.rules) for colour in range(4)] == [3, 1, 0, 1]
    assert territories(position) == {0: 4, 3: 1}


@pytest.mark.parametrize(("turn", "manager", "legal_zones"), [
    ("G", "G", "A1 B1 C1 E1"), ("G", "B", "A1 A2 B1 C1 E1"), ("G", "R", "A1 A2 B1 C1 E1"), ("R", "R", "A1 A2 B1 C1 E1"),
])  # fmt: skip
def test_5_where_to_place(turn: str, manager: str, legal_zones: str) -> None:
    start = at(game("RGBY"), f"{FOUR} b3=B:I a4=B:I", Phase.REINFORCE, turn, "G=R B=R", f"{turn}={manager}")
    corners = {"A1": "a1", "A2": "a3", "B1": "c1", "C1": "e1", "D1": "g1", "E1": "i1", "A5": "a9", "E5": "i9"}
    assert [zone for zone in sorted(corners) if clause(start, f"+I {corners[zone]}") is None] == legal_zones.split()


def test_6_side_effect() -> None:
    start = at(game("RGBY"), FOUR, Phase.REINFORCE, "R", "G=R B=R")
    after = play(start, "+I f1")
    found = controllers(after.table)
    assert found[ZONE["C1"]] == 0
    assert quota(after.table, 1, after.game.rules) == 0


def test_7_spending() -> None:
    start = at(game(), f"a1=R:K b1=R:I c1=R:I d1=R:I e1=R:I f1=R:I {FAR}", Phase.REINFORCE)
    assert start.step.left == 3
    one_left = play(start, "+C a1")
    assert clause(one_left, "+C a1") == "19"
    assert step(play(one_left, "+I a1")) == "Converting"
    after = play(one_left, "stop,stop,stop")
    again = at(game(), FAR + " a1=R:KC b1=R:I c1=R:I d1=R:I e1=R:I f1=R:I", memory=after.memory)
    assert again.step.left == 3


def test_8_conversion() -> None:
    start = at(game(), f"a1=R:I b1=R:KC* c1=R:I d1=R:I {FAR}", Phase.REINFORCE)
    converting = play(start, "+C a1")
    assert clause(converting, "C>I a1") is None
    moving = play(converting, "C>I a1,C*>A b1")
    assert on(moving, "b1") == "R:KA*"
    assert on(moving, "a1") == "R:2I"
    assert clause(moving, "I a1-a2") is None
    assert clause(moving, "I a1-a3") == "26"
    with pytest.raises(ValueError, match="C>H"):
        game().parse("C>H a1")
    full = at(game(supply=20), f"a1=R:K20AC {FAR}", Phase.CONVERT)
    assert clause(full, "C>A a1") == "U3"
    assert clause(full, "C>I a1") is None


def test_9_cap() -> None:
    fifty = at(game(), f"a1=R:20I20A b1=R:10HK {FAR}", Phase.REINFORCE)
    assert fifty.step.left == 1
    two = at(game(supply=20), f"a1=R:20I19A b1=R:9HK c1=R:H d1=R:A {FAR}", Phase.REINFORCE)
    assert two.step.left == 2
    assert clause(two, "+I a1") == "U3"
    assert on(play(two, "+C a1"), "a1") == "R:20IC19A"  # 52, and both points are used
    assert step(play(two, "+H a1")) == "Moving"  # 51: the other point is not used
    assert step(at(game(), f"a1=R:20I20A b1=R:11HK {FAR}", Phase.REINFORCE)) == "Moving"
    ours = "a1=R:20I19A b1=R:7HK g1=G:5I h1=G:I j10=B:K"
    own = {"lords": "G=R", "managers": "G=R"}
    for turn in "RG":
        assert step(at(game(), ours, Phase.REINFORCE, turn, **own)) == "Moving"
        assert step(at(game(), ours, Phase.REINFORCE, turn, lords="G=R")) == "Reinforcing"


def test_10_cavalry_and_enemies() -> None:
    blocked = at(game(), f"a1=R:C a2=B:I b1=B:I b2=B:I {FAR}", Phase.MOVE)
    assert legal(blocked) == {"stop", "C a1-a2", "C a1-b1", "C a1-b2"}
    corner = at(game(), f"a1=R:C b2=B:I {FAR}", Phase.MOVE)
    assert legal(corner) == {"stop", *(f"C a1-{to}" for to in ["a2", "b1", "b2", "a3", "b3", "c1", "c2"])}
    assert clause(corner, "C a1-c3") == "28"


def test_11_mountains() -> None:
    of = game(map="mountains a2 b2")
    assert legal(at(of, f"a1=R:C {FAR}", Phase.MOVE)) == {"stop", "C a1-b1", "C a1-c1", "C a1-c2"}
    closed = at(of, f"a1=R:C b1=G:I {FAR}", Phase.MOVE)
    assert legal(closed) == {"stop", "C a1-b1"}
    assert clause(closed, "C a1-a2") == "3"


def test_12_once_each() -> None:
    of = game("RGBY")
    start = at(of, "a1=R:KC b1=G:I c1=B:I j10=Y:K", Phase.MOVE, lords="G=R B=R")
    moved = play(start, "C a1-a2")
    assert clause(moved, "C a2-a3") == "27"
    over = play(start, "C a1-c1")
    assert step(play(over, "stop")) == "Managing"  # no battle: it is green's turn
    assert on(over, "c1") == "R:C+B:I"
    shared = play(at(of, "a1=R:K b1=G:I c1=B:I j10=Y:K", Phase.MOVE, "G", lords="G=R B=R"), "I b1-c1")
    assert (step(shared), shared.turn) == ("Managing", 2)
    fresh = play(at(game(), f"a1=R:K b1=R:I {FAR}", Phase.REINFORCE), "+A a1")
    assert clause(fresh, "A a1-a2") is None


@pytest.mark.parametrize(("sides", "line", "left"), [
    ("I v C", "C,/I", "R:I*"), ("I v I", "I,/I", ""), ("C v I", "I,/C", "B:I*"), ("I* v C", "C,/I*", ""),
    ("K v I", "I,/K", "R:K*"),
])  # fmt: skip
def test_13_single_fights(sides: str, line: str, left: str) -> None:
    assert on(play(battle(sides, "j10=B:K"), line), "e5") == left


def test_14_healer_in_use() -> None:
    first = play(battle("2C v IAH"), "I,/C")
    assert on(first, "e5") == "R:C+B:I*AH"
    assert first.current_player() == "red"
    assert on(play(first, "C,/I*"), "e5") == "B:AH"
    healed = play(first, "C,/A,h I*")
    assert healed.current_player() == "red"
    assert on(play(healed, "C*,/I"), "e5") == "B:I*H"


def test_15_king_saved_by_a_healer() -> None:
    end = play(battle("3I v KIH", "a1=R:K"), "K,/I,I,/I,h K*,I,/K")
    assert on(end, "e5") == "B:K*H"


def test_16_healer_too_late() -> None:
    start = battle("3I v KH", "a1=R:K")
    assert legal(start) == {"K"}
    asked = play(start, "K,/I,I,/K*")
    assert (step(asked), asked.current_player()) == ("Regicide", "red")
    assert on(play(asked, "v"), "e5") == "R:I+B:H"


def test_17_lone_king() -> None:
    asked = play(battle("2I v K", "a1=R:K"), "K,/I,I,/K*")
    assert (step(asked), on(asked, "e5"), legal(asked)) == ("Regicide", "", {"v", "s"})
    assert on(play(battle("I v K", "a1=R:K"), "K,/I"), "e5") == "B:K*"
    assert step(play(battle("I v K*", "a1=R:K"), "K*,/I")) == "Regicide"


@pytest.mark.parametrize(("sides", "line", "left"), [
    ("C v H", "", "R:C"), ("H v C", "", "B:C"), ("H v H", "", ""), ("IH v AH", "A,/I", "B:A*H"),
    ("I v CH", "C,/I", "R:I*"), ("I*H v CH", "C,/I*", ""), ("I v IH", "I,/I", ""),
])  # fmt: skip
def test_18_massacres(sides: str, line: str, left: str) -> None:
    start = battle(sides)
    end = play(start, line) if line else start
    assert (on(end, "e5"), step(end)) == (left, "Moving")


def test_18_kings_and_a_healer() -> None:
    """Healers that are left alone die at once, so that nobody holds the square; where they survive, they do."""
    undecided = play(battle("K v KH", "a1=R:I j10=B:I"), "K,/K")
    assert (on(undecided, "e5"), step(undecided)) == ("", "Moving")
    of = game(massacre="facing")
    asked = play(at(of, "e5=R:K+B:KH j1=G:K a1=R:I j10=B:I", Phase.BATTLES), "K,/K")
    assert (on(asked, "e5"), step(asked), asked.current_player()) == ("B:H", "Regicide", "blue")


def test_19_two_defending_colours() -> None:
    start = at(game(), "a1=R:K e5=R:2C+B:A+G:I j10=B:K", Phase.BATTLES, lords="G=B")
    assert start.current_player() == "blue"
    assert clause(start, "I") == "U13"
    first = play(start, "G.I,/C")
    assert on(first, "e5") == "R:C+G:I*+B:A"
    assert on(play(first, "C,/G.I*"), "e5") == "B:A"
    assert on(play(first, "C,/B.A,G.I*,/C*"), "e5") == ""


def test_20_regicide_stops_a_second_battle() -> None:
    start = at(game(), "a1=R:K c3=R:2I+B:K e5=R:A+B:3I g7=R:I+G:C j1=G:K", Phase.BATTLES)
    after = play(start, "b c3,K,/I,I,/K*,v")
    assert on(after, "e5") == "R:A+B:3I"
    assert step(after) == "Picking"
    end = play(after, "C,/I")
    assert on(end, "g7") == "R:I*"
    assert pairs(end.game, end.table.managers) == "R=R G=G B=B"


def test_21_the_attackers_king_falls() -> None:
    start = at(game(), "c3=R:K*+B:IA g7=R:I+G:C j1=G:K j10=B:K", Phase.BATTLES)
    asked = play(start, "b c3,I,/K*")
    assert asked.current_player() == "blue"
    own, vassal = play(asked, "s"), play(asked, "v")
    assert (pairs(own.game, own.table.lords), pairs(own.game, own.table.managers)) == ("R=B G=G B=B", "R=B G=G B=B")
    assert (pairs(own.game, vassal.table.lords), pairs(own.game, vassal.table.managers)) == (
        "R=B G=G B=B",
        "R=R G=G B=B",
    )
    assert on(own, "c3") == "B:A"
    assert play(own, "C").current_player() == "blue"
    assert play(vassal, "C").current_player() == "red"


def test_22_king_clash() -> None:
    start = battle("KI v KA", "a1=R:I")
    asked = play(start, "K,/K,I,/A")
    assert (step(asked), asked.current_player(), on(asked, "e5")) == ("Regicide", "blue", "B:A*")
    end = play(asked, "v")
    assert pairs(end.game, end.table.lords) == "R=B G=G B=B"
    empty = play(battle("K v K", "a1=R:I j10=B:I"), "K,/K")
    assert pairs(empty.game, empty.table.lords) == "R=R G=G B=B"
    assert on(empty, "e5") == ""
    gone = play(battle("K v K", "j10=B:I"), "K,/K")
    assert 0 not in gone.table.lords_in_play()
    assert gone.current_player() == "green"


@pytest.mark.parametrize(("green_runs_yellow", "said", "managers"), [
    (False, "s", "R=R G=B B=B Y=Y"), (False, "v", "R=R G=G B=B Y=Y"), (True, "s", "R=R G=B B=B Y=B"),
    (True, "v", "R=R G=G B=B Y=G"),
])  # fmt: skip
def test_23_suzerain_falls(green_runs_yellow: bool, said: str, managers: str) -> None:
    squares = "a1=R:K e5=B:2I+G:K j10=B:K j1=Y:I"
    start = at(game("RGBY"), squares, Phase.BATTLES, "B", "Y=G", "Y=G" if green_runs_yellow else "")
    end = play(start, f"K,/I,I,/K*,{said}")
    assert pairs(end.game, end.table.lords) == "R=R G=B B=B Y=B"
    assert pairs(end.game, end.table.managers) == managers


def test_24_vassal_kills_a_king() -> None:
    start = at(game("RGBY"), "a1=R:K e5=G:2I+B:K j10=Y:K d1=B:I", Phase.BATTLES, "G", "G=R")
    after = play(start, "K,/I,I,/K*")
    assert (step(after), after.turn) == ("Managing", 2)
    assert pairs(after.game, after.table.lords) == "R=R G=R B=R Y=Y"
    assert pairs(after.game, after.table.managers) == "R=R G=G B=B Y=Y"
    assert after.current_player() == "red"
    over = play(at(game(), "a1=R:K e5=G:2I+B:K d1=B:I", Phase.BATTLES, "G", "G=R"), "K,/I,I,/K*").outcome()
    assert over is not None
    assert (over.winners, over.reason) == (("red",), "supremacy")


def test_24_a_colour_its_suzerain_runs_kills_a_king() -> None:
    """Green, refused as a vassal and run by red, kills blue's king: red chooses, and blue's half victory depends on
    it."""
    squares = "a1=R:K e5=G:2I+B:K d1=B:I"
    asked = play(at(game(), squares, Phase.BATTLES, "G", "G=R", "G=R"), "K,/I,I,/K*")
    assert (step(asked), asked.current_player()) == ("Regicide", "red")
    taken, refused = play(asked, "v"), play(asked, "s")
    assert taken.returns() == {"red": Fraction(1), "green": Fraction(0), "blue": Fraction(1, 2)}
    assert refused.returns() == {"red": Fraction(1), "green": Fraction(0), "blue": Fraction(0)}


def test_25_offers() -> None:
    of = game()
    start = of.position(table(of, "a1=R:KI b1=R:I g1=G:KI j10=B:KI"), 1, 0)
    assert legal(start) == {"no offer", "offer G", "offer B"}
    refused = play(start, "offer G,no")
    assert step(refused) == "Reinforcing"
    assert clause(refused, "offer B") == "turn"
    yes = play(start, "offer B,yes")
    assert pairs(yes.game, yes.table.lords) == "R=B G=G B=B"
    assert on(yes, "a1") == "R:I"
    assert (step(yes), yes.step.left) == ("Reinforcing", 1)
    alone = play(of.position(table(of, "a1=R:I b1=R:K g1=G:KI j10=B:KI"), 1, 0), "offer B,yes")
    assert step(alone) == "Moving"  # the quota is counted without the king
    green = of.position(yes.table, 1, 1)
    assert legal(green) == {"no offer", "offer B"}
    blue = of.position(yes.table, 1, 2)
    assert legal(blue) == {"no offer", "offer G"}
    assert clause(blue, "offer R") == "52"
    vassal = play(blue, "no offer,stop")
    assert (step(vassal), vassal.turn) == ("Managing", 0)
    assert step(play(vassal, "m R=R")) == "Reinforcing"
    end = play(blue, "offer G,yes")
    assert end.outcome() is not None
    assert (end.outcome().winners, end.outcome().reason) == (("green",), "supremacy")


def test_26_dismissal_and_recall() -> None:
    squares = "a1=R:K e5=G:I g7=Y:I j10=B:K"
    start = at(game("RGBY"), squares, turn="G", lords="G=R Y=R")
    assert start.current_player() == "red"
    dismissed = play(start, "m G=Y")
    assert dismissed.current_player() == "yellow"
    blue = play(dismissed, "stop")
    yellow = play(blue, "stop")
    assert legal(yellow) == {"m Y=R", "m Y=G", "m Y=Y"}
    again = play(yellow, "m Y=Y,stop,stop")
    assert (again.turn, legal(again)) == (1, {"m G=R", "m G=G", "m G=Y"})
    assert clause(again, "m G=B") == "49"
    assert clause(again, "m R=G") == "50"


def test_27_order() -> None:
    start = at(game(), "a1=R:K e5=G:I j10=B:K", lords="G=R", managers="G=R")
    seen = []
    state = start
    for _ in range(9):
        seen.append((state.game.letters[state.turn], state.current_player()))
        state = play(state, "m G=R" if step(state) == "Managing" else "stop")
    turns = [letter for letter, _ in seen]
    assert turns == ["R", "G", "G", "B", "R", "G", "G", "B", "R"]
    assert {player for letter, player in seen if letter == "G"} == {"red"}
    skipped = play(at(game(), "a1=R:K j10=B:K", lords="G=R", managers="G=R"), "stop")
    assert skipped.turn == 2


def zones(letter: str, names: list[str]) -> str:
    return " ".join(
        f"{'acegi'['ABCDE'.index(zone[0])]}{2 * int(zone[1]) - half}={letter}:I" for zone in names for half in (0, 1)
    )


ALL = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]


@pytest.mark.parametrize(("count", "spoiled", "wins"), [(18, "", True), (17, "", False), (18, "a1=B:I", False)])
@pytest.mark.parametrize("turn", ["R", "B"])
def test_28_territory(count: int, spoiled: str, wins: bool, turn: str) -> None:
    squares = f"{zones('R', ALL[:10])} {zones('G', ALL[10:count])} j1=R:K j10=B:K"
    if spoiled:
        squares = squares.replace("a1=R:I", spoiled)
    end = at(game(), squares, Phase.END, turn, "G=R")
    assert (end.outcome() is not None) == wins
    if wins:
        assert (end.outcome().winners, end.outcome().reason) == (("red",), "territory")


def test_29_half_victory() -> None:
    start = at(game("RGBY"), "a1=R:K c1=R:2I+B:K* e5=G:I g7=Y:I", Phase.BATTLES, "R", "G=R Y=R", "G=Y")
    end = play(start, "K*,/I,s")
    assert end.returns() == {"red": Fraction(1), "green": 0, "blue": 0, "yellow": Fraction(1, 2)}
    bare = at(game("RGBY"), "a1=R:K c1=R:2I+B:K*", Phase.BATTLES, "R", "G=R Y=R", "G=Y")
    assert play(bare, "K*,/I,s").returns()["yellow"] == 0


def test_30_limit() -> None:
    start = at(game(max_rounds=1), "a1=R:K g1=G:K j10=B:K", turn="B")
    end = play(start, "stop")
    assert end.outcome() is not None
    assert (end.outcome().winners, end.outcome().reason) == ((), "limit")
    assert set(end.returns().values()) == {Fraction(1, 3)}


def test_squares_are_numbered_by_file_then_rank() -> None:
    assert [SQUARE[name] for name in ("a1", "a2", "b1", "j10")] == [0, 1, 10, 99]

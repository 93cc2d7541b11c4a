"""Movement, zones of control, stacking, terrain, and the options on them (docs/rules/destin-arc.md, 1.4 to 1.6,
1.14)."""

from grid_games.core.sets import mask, members
from grid_games.destin_arc.chapters.ways import Going, reach, spent, way
from tests.grid_games.destin_arc.scenes import at, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2
ZONES = ("", "sniper", "borges", "all")
LAND = game().land


def reached(state: object, piece: str) -> set[str]:
    return set(offers(play(state, f"move {piece}"), "to"))


def far(*labels: str) -> int:
    return mask(LAND.numbers[label] for label in labels)


def test_neighbours_agree_with_the_grid() -> None:
    """Shifts of whole sets against the neighbours of each hex, for every hex."""
    for place in range(len(LAND)):
        assert LAND.beside(1 << place) == LAND.grid.around[place]


def test_reach_agrees_with_dijkstra() -> None:
    from tests.grid_games.paths import cheapest

    stop = far("K24", "L25", "M24", "N21", "J27")
    costs = [3 if LAND.costly >> h & 1 else 1 for h in range(len(LAND))]
    for label in ("K20", "I54", "A64", "D7", "O36"):
        start = LAND.numbers[label]
        layers = reach(LAND, start, 9, Going(LAND.all, LAND.costly, stop))
        ways = cheapest(LAND.grid, start, costs, 9, stop)
        assert {h: c for c, layer in enumerate(layers) for h in members(layer)} == ways
        for goal in list(ways)[1::7]:
            cost, path = spent(layers, goal), way(LAND, layers, goal, Going(LAND.all, LAND.costly, stop), 0)
            assert cost == ways[goal] == sum(costs[h] for h in path)
            assert all(LAND.distance(a, b) == 1 for a, b in zip((start, *path), path, strict=False))


def test_over_full_hex_empties_only() -> None:
    crowd = {f"f1.{k}": "L19" for k in range(1, 6)} | {"f7": "L21", "f1.9": "M18"}
    state = scene(crowd, "movement", F)
    assert not legal(play(state, "move f7"), "to L19")
    assert at(play(state, "move f1.1", "to L17"), "f1.1") == "L17"


def test_aris_goes_anywhere() -> None:
    pieces = {"f6": "N59", "b1.1": "N57", "b1.2": "M58", "b1.3": "O58"}
    state = scene(pieces, "movement", F)
    assert reached(state, "f6") == set(LAND.labels) - {"N59"}
    assert why(play(scene(pieces, "movement", F, shown=["f6"]), "move f6"), "to N57") == "1.5.3"
    assert offers(play(state, "move f6", "to Z1"), "to") == []  # one leg: games end


def test_walls_for_cavalry() -> None:
    pieces = {"b3.1": "B43", "u1.1": "A2"}
    assert "C42" not in reached(scene(pieces, "movement", B), "b3.1")
    assert play(scene(pieces, "movement", B, wall_cavalry="waived"), "move b3.1", "to C42").step.left == 9
    assert not scene({"b3.1": "C42", "u1.1": "A2"}, "movement", U, wall_cavalry="waived").board.zone(U)


def test_riders() -> None:
    """Walls are closed to the units named cavalry; to leaders on horse by option."""
    assert "C42" not in reached(scene({"b7.1": "B43"}, "movement", B), "b7.1")
    for how, open_ in (("units", True), ("named", True), ("riders", False)):
        assert ("C42" in reached(scene({"b4": "B43"}, "movement", B, cavalry=how), "b4")) is open_
    for how, open_ in (("units", True), ("named", False), ("riders", False)):
        assert ("C42" in reached(scene({"u4": "B43"}, "movement", U, cavalry=how), "u4")) is open_


def test_pegasus() -> None:
    pieces = {"u4": "B43", "b1.1": "E42"}
    for level in ("unfavourable", "average", "favourable"):  # he chooses whatever the campaign level
        state = scene(pieces, "movement", U, cavalry="named", level_u=level)
        assert "C42" not in reached(state, "u4")
        assert play(state, "move u4").step.left == 20
        assert play(state, "fly u4", "to C42").step.left == 39
        assert play(state, "fly u4", "to D43").step.left == 0  # zones stop him
    grounded = scene(pieces, "movement", U, pegasus_flight="no", cavalry="named")
    assert "C42" not in offers(play(grounded, "fly u4"), "to")
    assert not scene({"u4": "C42", "b1.1": "A2"}, "movement", B).board.zone(B)


def test_leaders_by_option() -> None:
    pieces = {"u4": "S28", "u1.1": "S30"}
    assert legal(play(scene(pieces, "movement", U), "move u4"), "to S30")
    assert not legal(play(scene(pieces, "movement", U, leaders="without_gonzague"), "move u4"), "to S30")
    pieces = {"b4": "S28", "b1.1": "S30"}
    assert not legal(play(scene(pieces, "movement", B, leaders="without_winandy"), "move b4"), "to S30")


def test_ulf_converts_two() -> None:
    pieces = {"u5": "S28", "f1.1": "S30", "f1.2": "T29", "f1.3": "A2", "b1.1": "Y2"}
    state = play(scene(pieces, "movement", U), "end")
    assert offers(state, "convert") == ["f1.1", "f1.2"]
    state = play(state, "convert f1.1", "convert f1.2")
    assert offers(state, "to") == ["S30", "T29"]
    state = play(state, "to T29")
    assert (at(state, "f1.1"), at(state, "f1.2"), at(state, "u1.11")) == ("turned", "turned", "T29")
    assert not offers(state, "convert")


def test_conversion_limits() -> None:
    pieces = {"u5": "S28", "f1.1": "S30", "f1.2": "T29", "f1.3": "R29", "f1.4": "S26", "b1.1": "Y2"}
    once = play(scene(pieces, "movement", U), "end", "convert f1.1", "convert f1.2", "to S30")
    assert not offers(once, "convert")
    more = play(scene(pieces, "movement", U, convert_limit="all"), "end", "convert f1.1", "convert f1.2", "to S30")
    assert offers(more, "convert") == ["f1.3", "f1.4"]
    early = play(scene(pieces, "movement", B, convert_limit="anytime"), "end")
    assert early.current_player() == "ulf"
    assert offers(early, "convert")


def test_conversion_is_automatic() -> None:
    pieces = {"u5": "S28", "f1.1": "S30", "f1.2": "T29", "b1.1": "Y2"}
    asked = play(scene(pieces, "movement", U), "end")
    assert why(asked, "end") == "3.4"
    left = play(scene(pieces, "movement", U, convert_must="no"), "end", "end")
    assert at(left, "f1.1") == "S30"


def test_conversion_of_two_backs() -> None:
    from tests.grid_games.destin_arc.scenes import flipped

    pieces = {"u5": "S28", "f1.1": "S30", "f1.2": "T29", "b1.1": "Y2"}
    for backs, result in ((["f1.1"], False), (["f1.1", "f1.2"], True)):
        state = play(scene(pieces, "movement", U, flipped=backs), "end", "convert f1.1", "convert f1.2", "to S30")
        assert flipped(state, "u1.11") is result

"""Places, objectives, endings, campaign levels, the order of a turn (docs/rules/destin-arc.md, 1.3, 8, 10, 11)."""

from pathlib import Path

import pytest

from armada_sim.tabletop import InputError
from grid_games.destin_arc.chapters.objectives import clauses, holders, score
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.state import GONE, MEDITATES, TAKEN, State, draft_of
from grid_games.destin_arc.units import SIDES
from tests.grid_games.destin_arc.scenes import game, offers, play, scene

B, U, F = 0, 1, 2
P = game().pieces.numbers
ALL = {"F33": "u1.1", "K32": "u1.2", "F39": "u1.3", "K20": "u1.4", "J53": "u1.5"}
HELD = {piece: label for label, piece in ALL.items()}
REST = {"b1.1": "Y2", "f1.1": "A68"}


def on(state: State) -> State:
    """One move further: decline, or the first result of dice."""
    return state.play(state.legal_moves()[-1])


def until(state: State, turn: int) -> State:
    while state.turn < turn and state.outcome() is None:
        state = on(state)
    return state


def changed(state: State, fates: dict[str, int] | None = None, **where: int) -> State:
    """Pieces gone, by name with _ for the dot; and the side each is credited to."""
    d = draft_of(state)
    for name, place in where.items():
        d.put(P[name.replace("_", ".")], place)
    for name, side in (fates or {}).items():
        d.write("fates", P[name], side)
    return d.state()


def test_holding_is_presence() -> None:
    state = scene(
        {"u1.1": "F33", "b1.1": "F39", "f6": "K20", "u5": "J53", "b9.1": "J53"}, "movement", B, shown=["b9.1"]
    )
    assert holders(state) == (U, -1, B, -1, -1)  # hidden Aris holds nothing, two enemies in one hex neither


def test_last_occupier() -> None:
    for how, holder in (("presence", -1), ("last_occupier", U)):
        state = play(scene({"u1.1": "F33"} | REST, "movement", U, hold=how), "move u1.1", "to G32", "to F33", "to G34")
        assert holders(state)[0] == holder


def test_count_restarts_when_a_place_is_left() -> None:
    state = until(scene(HELD | REST, "movement", U, turn=3), 4)
    state = play(state, "end") if not offers(state, "move") else state
    while state.current_player() != "ulf":
        state = on(state)
    state = play(state, "move u1.1", "to F35")
    after = until(state, 5)
    assert after.outcome() is None
    assert after.firm[0] == -1


@pytest.mark.parametrize("away", [False, True])
def test_count_restarts_at_bonnaires_checkpoint(away: bool) -> None:
    """All five were Ulf's at the end of turn 3; whether one is empty after Bonnaire's half-turn decides, even if it is
    retaken."""
    d = draft_of(scene(HELD | REST | ({"u1.1": "G32"} if away else {}), "movement", B, turn=4))
    d.firm = (U,) * 5
    state = d.state()
    while state.current_player() != "ulf":
        state = on(state)
    state = play(state, "move u1.1", "to F33") if away else state
    state = until(state, 5)
    assert (state.outcome() is None) is away


@pytest.mark.parametrize(("how", "turn"), [("full", 4), ("rolling", 4)])
def test_hold_time(how: str, turn: int) -> None:
    state = until(scene(HELD | REST, "movement", U, turn=3, hold_time=how), 8)
    assert state.outcome().reason == "strategic"
    assert state.turn == turn


def test_rolling_is_from_half_turn_to_half_turn() -> None:
    mine = {f"b1.{k}": label for k, label in enumerate(ALL, 2)}
    for how, half in (("rolling", True), ("full", False)):
        state = scene(mine | {"u1.1": "Y2", "f1.1": "A68"}, "melee", B, turn=3, hold_time=how)
        while state.outcome() is None:
            last, state = state, on(state)
        assert state.outcome().winners == ("bonnaire",)
        assert (state.turn, last.current_player() == "bonnaire") == ((4, True) if half else (4, False))


def test_ulfs_clauses() -> None:
    state = scene({"u1.2": "K32"} | REST, "movement", U, turn=3)
    dead = changed(state, b6=-1, b5_1=-1, b5_2=-1)
    assert clauses(dead, U) == (True, False, False)
    assert clauses(changed(dead, b5_3=-1), U) == (True, True, False)
    won = until(changed(dead, b5_3=-1), 8)
    assert (won.outcome().winners, won.outcome().reason, won.turn) == (("ulf",), "secret", 4)


def test_koulnikov_counted() -> None:
    state = scene({"u1.2": "K32"} | REST, "movement", U, koulnikov_is_priest="counted")
    assert not clauses(changed(state, b5_1=-1, b5_2=-1, b5_3=-1), U)[1]  # 3 of 7
    assert clauses(changed(state, b5_1=-1, b5_2=-1, b5_3=-1, b6=-1), U)[1]


def test_a_place_held_for_a_secret_objective_stays_done() -> None:
    state = until(scene({"u1.2": "K32"} | REST, "movement", U, turn=2), 4)
    assert state.latched[U]
    while state.current_player() != "ulf":
        state = on(state)
    assert until(play(state, "move u1.2", "to K30"), 5).latched[U]


def test_half_of_the_fraternity() -> None:
    state = scene(REST, "movement", B)
    assert not clauses(changed(state, **{"b9_1": -1, "b9_2": -1}), F)[1]
    assert clauses(changed(state, **{"b9_1": -1, "b9_2": -1, "b9_3": -2}), F)[1]


def test_credit() -> None:
    for how, fate, expected in (("anyone", F, True), ("own_only", F, False), ("own_only", B, True)):
        state = changed(scene(REST, "movement", B, elimination_credit=how), {"u5": fate}, u5=-1)
        assert clauses(state, B)[0] is expected


def test_leader_scope() -> None:
    for how, expected in (("named", True), ("all", False)):
        assert clauses(changed(scene(REST | {"u4": "F67"}, "movement", B, leader_scope=how), u5=-1), B)[0] is expected


@pytest.mark.parametrize(("places", "reason", "winners"), [
    ({"b1.1": "F33"}, "points", ("bonnaire",)), ({}, "draw", ()), ({"b1.1": "F33", "u1.1": "K32"}, "draw", ()),
])  # fmt: skip
def test_after_the_last_turn(places: dict[str, str], reason: str, winners: tuple[str, ...]) -> None:
    """Somebody has most points; nobody has any; two are level."""
    state = scene({"b1.1": "A2", "u1.1": "Y2", "f1.1": "A68"} | places, "movement", B, turn=8)
    while state.outcome() is None:
        state = on(state)
    assert (state.outcome().reason, state.outcome().winners) == (reason, winners)
    assert sum(state.returns().values()) == 1


def test_score() -> None:
    state = changed(scene({"u1.1": "F33", "b1.1": "K32", "f1.1": "A2"}, "movement", B), u5=-1)
    assert [score(state, seat) for seat in range(3)] == [3, 2, 0]
    weighed = changed(scene({"u1.1": "F33", "b1.1": "K32"}, "movement", B, place_points=5, clause_points=0), u5=-1)
    assert [score(weighed, seat) for seat in range(3)] == [5, 5, 0]


def test_last_player() -> None:
    state = scene({"b1.1": "K20", "f1.1": "A68"}, "movement", B)
    from grid_games.destin_arc.chapters.losses import eliminate

    d = draft_of(state)
    eliminate(d, P["f1.1"], B)
    state = d.state()
    while state.outcome() is None:
        state = on(state)
    assert (state.outcome().winners, state.outcome().reason) == (("bonnaire",), "last_player")


def test_steps_of_a_turn() -> None:
    """Every step is asked of whom it concerns, in the printed order."""
    pieces = {"b5.1": "K20", "b2.1": "K22", "u2.1": "W10", "f2.1": "A68", "f7": "A66"}
    state = scene(pieces, "meditation", B)
    order: list[tuple[str | None, str]] = []
    while state.turn == 3:
        kind, special = getattr(state.step, "kind", ""), getattr(state.step, "special", False)
        step = f"{type(state.step).__name__}{kind}{'+' if special else ''}"
        if not order or order[-1] != (state.current_player(), step):
            order.append((state.current_player(), step))
        state = on(state)
    mine = [step for who, step in order if who == "bonnaire"]
    assert mine == ["Meditation", "Movement", "Magic", "Combatmissile", "Combatmelee", "Movement+"]
    joint = order[6:]
    steps = [step for _, step in joint if _ != "chance"]
    assert steps == [
        "Movement",
        "Movement",
        "Magic",
        "Combatmissile",
        "Combatmelee",
        "Combatmelee",
        "Movement+",
        "Movement+",
    ]
    movers = [who for who, step in joint if step.startswith("Movement")]
    assert movers[0] == movers[3] != movers[1] == movers[2]


def test_joint_half_turn_by_option() -> None:
    interleaved = scene({"b1.1": "K20", "u1.1": "W10", "f1.1": "A68"}, "movement", F, lead=F)
    assert interleaved.current_player() == "fereira"
    sequential = scene({"b1.1": "K20", "u1.1": "W10", "f1.1": "A68"}, "movement", F, lead=F, simul="sequential")
    order = []
    while sequential.turn == 3:
        order.append(sequential.current_player())
        sequential = on(sequential)
    assert order == sorted(order)  # all of Fereira's, then all of Ulf's


def test_two_players() -> None:
    arc = game(2)
    assert arc.players == ("bonnaire", "alliance")
    state = scene({"u1.1": "K22", "f1.1": "L23", "b1.1": "K24", "u5": "A2"}, "melee", 1, players=2)
    state = play(state, "attack b1.1", "with u1.1", "with f1.1", "end")
    assert len(state.step.battle.attackers) == 2
    friends = scene({"u5": "K22", "f1.1": "K24", "b1.1": "A2"}, "movement", 1, players=2)
    assert "K24" in offers(play(friends, "move u5"), "to")
    aris = scene({"u1.1": "K22", "f6": "K30", "b1.1": "A2"}, "movement", 1, players=2)
    assert aris.board.sees(1, P["f6"])


def test_alliance_wins_by_either_partner() -> None:
    pieces = {"u1.1": "F33", "f1.1": "K32", "u1.3": "F39", "f1.2": "K20", "u1.5": "J53", "b1.1": "Y2"}
    state = until(scene(pieces, "movement", 1, players=2), 8)
    assert (state.outcome().winners, state.outcome().reason) == (("alliance",), "strategic")


@pytest.mark.parametrize(("level", "counts"), [
    ("unfavourable", {"b8": 3, "b9": 5, "u1": 5, "f1": 20, "f2": 2}),
    ("average", {"b8": 6, "b9": 5, "u1": 10, "f1": 20, "f2": 4}),
    ("favourable", {"b8": 12, "b9": 10, "u1": 20, "f1": 40, "f2": 8})])  # fmt: skip
def test_campaign_levels(level: str, counts: dict[str, int]) -> None:
    arc = game(level_b=level, level_u=level, level_f=level)
    assert {unit: len(arc.pieces.of[unit]) for unit in counts} == counts
    totals = {
        "unfavourable": [(43, 698), (18, 350), (31, 425)],
        "average": [(46, 758), (23, 375), (33, 425)],
        "favourable": [(57, 1078), (33, 425), (57, 485)],
    }
    real = [[p for p in own if p not in arc.pieces.spares] for own in arc.pieces.by_team]
    assert [(len(own), sum(arc.pieces.melee[p][0] for p in own)) for own in real] == totals[level]


def test_counts_are_one_table() -> None:
    """Of some units, the others by level; or what is left of tactical units, a third of priests, a fifth of others."""
    few = game(counts="pieces(b1=3, u2=0)", level_u="favourable").pieces
    assert [len(few.of[unit]) for unit in ("b1", "b2", "u1", "u2")] == [3, 6, 20, 0]
    left = game(counts="survivors(u1=11 u2=7)").pieces
    assert [len(left.of[unit]) for unit in ("u1", "u2", "f1")] == [3, 3, 20]


@pytest.mark.parametrize(
    ("bonuses", "numbers"),
    [
        ("bonuses(b=1)", (12, 5, 4)), ("bonuses(b=4-1-3, u=0)", (6, 10, 4)), ("bonuses(b=-2+1 u=+2 f=-10)", (3, 20, 2)),
        ("bonuses(f=99)", (6, 5, 8)),
    ],
)  # fmt: skip
def test_the_bonuses_of_a_campaign_add_up_to_a_level(bonuses: str, numbers: tuple[int, int, int]) -> None:
    """Above 0 it is favourable, below unfavourable; of a side without any it is as agreed."""
    own = game(counts=bonuses, level_u="unfavourable").pieces.of
    assert (len(own["b8"]), len(own["u1"]), len(own["f2"])) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "bonuses()",
        "bonuses(b)",
        "bonuses(x=3)",
        "bonuses(b=3u=2)",
        "bonuses(b=--3)",
        "bonuses(b=100)",
        "b1=3",
        "pieces()",
        "pieces(b1)",
        "pieces(b77=3)",
        "pieces(b1=61)",
        "survivors(b1=301)",
        "few(b1=3)",
    ],
)
def test_counts_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(
        InputError, match=r"expected level, bonuses\(b=4-1 f=-2\), pieces\(b8=12 u1=20\) or survivors"
    ) as caught:
        KIND.load(None, {"counts": text})
    assert caught.value.key == "counts"


def settled_but_for(name: str, side: int) -> State:
    """A map's game as it begins, all that its objective asks for done by a side, which stands on its place."""
    arc = game(map=name)
    state = arc.new()
    while arc.opening(state):
        state = state.play(state.legal_moves()[0])
    d = draft_of(state)
    pieces, place = arc.pieces, arc.sought[side][2] if side != B else ()
    for p in {p for part in arc.sought[side][: 3 if side == B else 2] for p in part}:
        d.put(p, TAKEN if pieces.units[p].id == "b10" else GONE)
    for hex_ in place:
        for p in tuple(d.board.at.get(hex_, ())):
            d.put(p, GONE)
        holder = next(p for p in pieces.by_team[side] if d.where[p] >= 0 and not pieces.units[p].hides)
        d.put(holder, hex_)
    return d.state()


@pytest.mark.parametrize("name", ["arc", "village", "hamlet"])
def test_every_objective_can_be_met_on_shipped_maps(name: str) -> None:
    """Once it is done, and the place held for a full turn, the side wins by it, not before."""
    for side in (B, U, F):
        state = settled_but_for(name, side)
        assert clauses(state, side)
        assert all(clauses(state, side)) is (side == B or len(state.game.goals_given[side]) < 2)
        while state.outcome() is None:
            state = on(state)
        assert state.outcome().winners == (SIDES[side],)
        assert state.outcome().reason in ("secret", "both")  # the hamlet has no place but the temple


def test_clauses_about_nobody_fall_away() -> None:
    village, hamlet = game(map="village"), game(map="hamlet")
    assert [len(clauses(village.new(), side)) for side in range(3)] == [3, 2, 3]  # there is no Koulnikov
    assert [len(clauses(hamlet.new(), side)) for side in range(3)] == [2, 2, 1]
    d = draft_of(hamlet.new())
    d.put(hamlet.pieces.numbers["b10"], GONE)
    assert clauses(draft_of(d).state(), F) == (False,)
    d.write("fates", hamlet.pieces.numbers["b10"], F)
    assert clauses(d.state(), F) == (True,)  # there is no Fra Borges
    none = game(counts="pieces(u2=0 u5=0 f7=0)").goals_given
    assert none == ((), (0, 1, 2), (0, 1, 2))


def test_an_objective_of_which_nothing_is_left_wins_nothing(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('terrain = """\n....\n....\n"""\n[start]\n"b1.1" = "A2"\n"u1.1" = "B7"\n')
    arc = KIND.load(None, {"map": str(path)})
    assert arc.goals_given == ((), (), ())
    assert until(arc.new(), 3).outcome() is None


@pytest.mark.parametrize(("text", "settings", "key"), [
    ('"b5.1" = "A2"\n"u1.1" = "A4"\n[places]\nhall = "C2"', {}, "places.hall"),  # behind the river
    ('"b1.1" = "A2"\n"u1.1" = "A4"\n[places]\nhall = "C2"', {}, ""),
    ('"b1.1" = "A2"\n"u3.1" = "A4"\n[places]\nport = "D1"', {}, "places.port"),  # behind the wall
    ('"b1.1" = "A2"\n"u3.1" = "A4"\n[places]\nport = "D1"', {"wall_cavalry": "waived"}, ""),
])  # fmt: skip
def test_maps_on_which_an_objective_cannot_be_met_are_refused(
    tmp_path: Path, text: str, settings: dict[str, str], key: str
) -> None:
    """A river and a wall cross this one, a column each; a priest of Bhâr crosses no river, cavalry no wall."""
    path = tmp_path / "own.toml"
    path.write_text(f'terrain = """\n..\nrr\n..\nww\n..\n"""\n[start]\n{text}\n'.replace("D1", "E2"))
    if not key:
        assert KIND.load(None, {"map": str(path)} | settings)
        return
    with pytest.raises(InputError) as caught:
        KIND.load(None, {"map": str(path)} | settings)
    assert caught.value.key == key
    assert caught.value.file == str(path)


def test_a_map_of_one_turn_has_no_full_turn(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'turns = 1\nterrain = """\n....\n"""\n[places]\nhall = "A8"\n[start]\n"b1.1" = "A2"\n"u1.1" = "A6"\n'
    )
    with pytest.raises(InputError, match="no piece of Bonnaire can come to A8 early enough"):
        KIND.load(None, {"map": str(path)})


def asked_of(pieces: dict[str, str], kind: str, seat: int, **rest: object) -> tuple[str, str]:
    """The step that is asked and of whom, when a step would begin."""
    state = scene(pieces, kind, seat, questions="needed", **rest)
    return getattr(state.step, "kind", type(state.step).__name__), str(state.current_player())


def test_steps_with_nothing_to_decide_are_passed_over() -> None:
    far = {"b1.1": "K22", "b2.1": "K20", "b5.1": "K18", "u1.1": "A2", "u3.1": "A4"}
    assert asked_of(far, "missile", B) == ("Movement", "ulf")  # nobody shoots, fights, or moves again
    assert asked_of(far | {"u1.1": "K24"}, "missile", B) == ("melee", "bonnaire")
    assert asked_of(far | {"b3.1": "K16"}, "missile", B) == ("Movement", "bonnaire")
    assert asked_of(far, "magic", B, marks={"b5.1": MEDITATES}) == ("Movement", "ulf")
    crowd = {"u5": "K22", "f1.1": "J23", "f1.2": "L23", "b1.1": "A2"}
    state = scene(crowd, "conversion", U, questions="needed")
    assert [str(move) for move in state.legal_moves()] == ["to J23", "to L23"]


def test_steps_are_asked_where_passing_them_over_would_tell_a_secret() -> None:
    far = {"b1.1": "K22", "b5.1": "K18", "b9.1": "K30", "u1.1": "A2"}
    assert asked_of(far, "missile", B) == ("melee", "bonnaire")  # Fraternité Rouge may be beside an enemy, or not
    assert asked_of(far, "melee", B) == ("melee", "bonnaire")
    assert asked_of(far, "magic", B, points={"b5.1": 0}) == ("Magic", "bonnaire")
    assert asked_of(far | {"b9.1": "K24"}, "melee", B, shown=["b9.1"]) == ("Movement", "bonnaire")

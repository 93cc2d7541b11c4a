"""What is told of each move: every change that a player may observe, and nothing that he may not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.core.protocol import CHANCE
from grid_games.destin_arc.chapters.objectives import clauses, holders
from grid_games.destin_arc.chapters.zones import RAIN, ZoneSave
from grid_games.destin_arc.extras import EXTRAS
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.state import BACK, GONE, MEDITATES, TAKEN, TURNED, State, draft_of, settled
from grid_games.destin_arc.text.changes import reading
from grid_games.destin_arc.text.positions import read, write
from grid_games.destin_arc.units import PRINTED
from grid_games.players import player as named_player
from grid_games.testing.golden import CHOICE
from tests.grid_games.destin_arc.scenes import attack, ended, game, play, scene
from tests.grid_games.destin_arc.test_golden import DATA

B, U, F = range(3)
OPTIONS = (
    {"simul": "plotted"}, {"retreat_time": "sub_phase"}, {"simul": "sequential", "enemy_hex": "passed"},
    {"spells_a_step": "one_attack", "aris_visibility": "turn"},
)  # fmt: skip


def recorded(text: str) -> Iterator[tuple[State, Move, State]]:
    """The moves of a golden game, each with the states before and after it."""
    head, _, body = text.partition("\n---\n")
    lines = dict(line.removeprefix("setting ").split(" = ", 1) for line in head.splitlines() if " = " in line)
    seats = re.search(r"^players (\d)", head, re.MULTILINE)
    assert seats is not None
    state = catalogue.load("destin-arc", int(seats[1]), lines).new()
    for found in re.finditer(rf"^{CHOICE.pattern}$", body, re.MULTILINE):
        move = state.game.parse(found[2])
        yield state, move, (state := state.play(move))


def played(seed: int, settings: dict[str, str], name: str = "random") -> Iterator[tuple[State, Move, State]]:
    """A game on the village by players, dice by lot."""
    rng, who = np.random.default_rng(seed), named_player(name)
    state = game(map="village", **settings).new()
    while state.outcome() is None:
        moves = state.legal_moves()
        lot = state.current_player() == CHANCE or name == "random"
        move = moves[int(rng.integers(len(moves)))] if lot else who.choose(state, rng)
        yield state, move, (state := state.after(move))


def games() -> Iterator[tuple[State, Move, State]]:
    for path in sorted(DATA.glob("golden*.txt")):
        yield from recorded(path.read_text())
    for seed in range(2):
        yield from played(seed, {}, "greedy")
    for seed, settings in enumerate(({}, {}, *OPTIONS)):
        yield from played(seed, settings)


def wanted(before: State, move: Move, after: State, seat: int) -> Iterator[tuple[str, str]]:
    """What a player may observe to be different, by the page's words (7.3), each with a pattern of what he must
    read."""
    game, pieces, labels = before.game, before.game.pieces, before.game.land.labels

    def sees(state: State, piece: int) -> bool:
        return pieces.team[piece] == seat or not state.unseen[piece]

    for p, name in enumerate(pieces.names):
        was, now, name = before.where[p], after.where[p], re.escape(name)
        if now in (GONE, TAKEN, TURNED) and was != now:
            word = {GONE: "eliminated", TAKEN: "captured", TURNED: "converted"}[now]
            yield "lost", rf"\b{name} is {word}"
        elif now >= 0 and sees(after, p) and not (sees(before, p) and was == now):
            yield "moved", rf"\b{name}\b.*\b{labels[now]}\b|^to {labels[now]}\b|^place {labels[now]}\b"
        elif now >= 0 and not sees(after, p) and was >= 0 and sees(before, p):
            yield "hid", rf"\b{name} is out of sight, last on {labels[was]}\b"
        if now >= 0 and (before.marks[p] ^ after.marks[p]) & BACK:
            yield "turned", rf"\b{name} is {'half eliminated' if after.marks[p] & BACK else 'whole again'}"
        if now >= 0 and (before.marks[p] ^ after.marks[p]) & MEDITATES:
            yield "meditates", rf"\b{name} meditates|meditate {name}"
        if now >= 0 and before.points[p] != after.points[p] and pieces.team[p] == seat:
            yield "points", rf"\b{name} has {after.points[p]} spell points"
    lay = {effect.serial for effect in before.effects}
    for effect in after.effects:
        if effect.serial not in lay and (effect.bearer < 0 or sees(after, effect.bearer)):
            where = pieces.names[effect.bearer] if effect.bearer >= 0 else labels[effect.hexes.bit_length() - 1]
            yield (
                "lies",
                rf"spell {effect.serial}, {PRINTED.get(effect.spell, effect.spell)} on .*\b{re.escape(where)}\b",
            )
    for serial in lay - {effect.serial for effect in after.effects}:
        yield "over", rf"spell {serial}\b.* is over"
    if holders(before) != holders(after):
        yield "held", r"is held by"
    if before.turn != after.turn:
        yield "turn", rf"turn {after.turn} begins"
    if after.lead >= 0 and before.lead != after.lead and len(game.players) > 2:
        yield "lead", r"leads the joint half-turn"
    for side in (side for side in range(3) if game.teams[side] == seat):
        if clauses(before, side) != clauses(after, side):
            yield "progress", r"clauses of .* are met"


def test_every_change_that_a_player_may_observe_is_told_to_him() -> None:
    met = Counter[str]()
    for before, move, after in games():
        for seat, name in enumerate(before.game.players):
            text = reading(before, move, after, name)
            for kind, pattern in wanted(before, move, after, seat):
                assert re.search(pattern, text), (name, str(move), pattern, text)
                met[kind] += 1
    assert len(met) == 12
    assert min(met.values()) > 5, met


def test_nothing_is_told_that_a_player_may_not_observe() -> None:
    """The same is told of the same move in a game that he cannot tell from the true one, before and after."""
    rng, met, hidden = np.random.default_rng(7), 0, 0
    for number, (before, move, after) in enumerate(games()):
        if number % 3:
            continue
        for name in before.game.players:
            other = before.guess(name, rng)
            if other == before or before.current_player() == name or other.why_not(move) is not None:
                continue
            then = other.after(move)
            if then.observation(name) == after.observation(name):
                assert reading(before, move, after, name) == reading(other, move, then, name), (name, str(move))
                met += 1
                hidden += not reading(before, move, after, name)
    assert met > 500
    assert hidden > 50


def test_where_a_piece_was_going_is_not_told_when_it_is_stopped() -> None:
    """Fraternité Rouge comes beside Ulf, who stands on the wall, and is seen there; whither it went its owner knows."""
    before = play(scene({"u5": "C30", "b9.1": "B21", "f1.1": "A68"}, "movement", B), "move b9.1")
    move = before.game.parse("to B37")
    after = before.after(move)
    assert [reading(before, move, after, name) for name in before.game.players] == [
        "to B37; b9.1 goes from B21 to B29; b9.1 is seen on B29 by u5", "b9.1 is seen on B29", "b9.1 is seen on B29",
    ]  # fmt: skip


def test_battles_are_told_with_names_strengths_dice_and_losses() -> None:
    state = ended(play(scene({"b1.1": "K22", "u1.1": "K24", "f1.1": "A68"}, "melee", B), "attack u1.1", "with b1.1"))
    move = state.game.parse("=D3")
    assert reading(state, move, state.after(move), "fereira") == (
        "b1.1 (10) on u1.1 in melee: 10 against 4 is 2-1, read in column 2-1; the dice give D3; "
        "u1.1 is half eliminated; Bonnaire's special step begins"
    )
    strong = play(scene({"b4": "K22", "u1.1": "K24", "f1.1": "A68"}, "melee", B), "attack u1.1", "with b4")
    end = strong.game.parse("end")
    assert reading(strong, end, strong.after(end), "fereira") == (
        "melee: b4 on u1.1; b4 (40; its own +2) on u1.1 in melee: 40 against 4 is 10-1, shifted +2, "
        "eliminated without a roll; "
        "u1.1 is eliminated"
    )


def test_for_whom_a_place_counts_is_told() -> None:
    state = scene({"b1.1": "K32", "u1.1": "A2"}, "movement", B)
    end = state.game.parse("end")
    after = replace(state.after(end), firm=(-1, B, -1, -1, -1))
    assert "; temple counts for Bonnaire now" in reading(state, end, after, "ulf")
    then = replace(after, firm=(-1,) * 5)
    assert "; temple counts for nobody now" in reading(replace(state, firm=after.firm), end, then, "bonnaire")


def test_spells_are_told_when_all_have_declared() -> None:
    """With who casts and at what; of a hidden piece not who it is."""
    state = scene({"b5.1": "K22", "b9.1": "K24", "b1.1": "L23", "u1.1": "K26"}, "magic", B)
    cast = play(state, "cast b5.1 bless", "on b9.1")
    end = cast.game.parse("end")
    assert reading(cast, end, cast.after(end), "ulf") == (
        "magic: b5.1 cast bless on a piece that you do not see; spell 1 lies on a piece that you do not see; "
        "Bonnaire's melee step begins"
    )
    assert reading(cast, end, cast.after(end), "bonnaire") == (
        "end; magic: b5.1 cast bless on b9.1; spell 1, bless on b9.1, to the end of turn 5; "
        "Bonnaire's melee step begins"
    )
    zone = play(state, "cast b5.1 weather", "at K26", "at K28", "at K30", "at K32")
    text = reading(zone, end, zone.after(end), "fereira")
    zone_hexes = "K26, K28, K30, K32"
    assert (
        f"b5.1 cast weather turn at {zone_hexes}; spell 1, weather turn on {zone_hexes}, to the end of turn 7" in text
    )
    rolled = zone.after(end)
    fail = rolled.game.parse("=fail")
    assert (
        reading(rolled, fail, rolled.after(fail), "bonnaire")
        == "u1.1 does not save against weather turn; u1.1 is half eliminated"
    )
    veil = rolled.after(fail)
    for name in veil.game.players:
        (nothing,) = veil.legal_moves()
        assert reading(veil, nothing, veil.after(nothing), name) == "Bonnaire's melee step begins"


RING = {"u1.1": "K22", "u1.2": "J23", "u1.3": "L23", "u1.4": "J25", "u1.5": "K26"}
FOES = "J23, J25, K22, K26, L23"


@pytest.mark.parametrize(
    ("pieces", "result", "viewer", "told"),
    [
        ({"u1.6": "L25"}, "=D1", U, "1 hex and cannot: J23, J25, K22, K26, L23, L25 (the enemy) [1.13]"),
        ({}, "=D1", B, f"1 hex and cannot: {FOES} (the enemy), L25 (an enemy zone of control) [1.13]"),
        ({"b9.1": "L25", "u1.6": "M28"}, "=D1", B, f"1 hex and cannot: {FOES} (the enemy), L25 (a friend), L27, M24, "
         "M26 (an enemy zone of control) [1.13]"),
        ({"b9.1": "L25", "u1.6": "M28"}, "=D1", U, f"1 hex and cannot: {FOES} (the enemy), L25 (an enemy zone of "
         "control) [1.13]"),
    ],
)  # fmt: skip
def test_a_death_without_a_way_out_names_what_barred_each_hex(
    pieces: dict[str, str], result: str, viewer: int, told: str
) -> None:
    """A friend whom an enemy does not see is no reason for him: he hears what would hold without it."""
    before = attack(scene({"b1.1": "K24", **RING, **pieces}, "melee", U), "b1.1", "u1.1")
    move = before.game.parse(result)
    after = before.play(move)
    heard = reading(before, move, after, after.game.players[viewer])
    assert f"b1.1 must retreat {told}; b1.1 is eliminated" in heard


def test_what_the_enemy_does_not_see_bars_a_retreat_without_a_name() -> None:
    """Aris, whom no zone stops, and Fra Borges in the only gap."""
    around = {**RING, "u2.1": "L27", "u2.2": "M24", "u2.3": "M26"}
    before = attack(
        scene({"f6": "K24", "f5": "L25", **around}, "melee", U, shown=["f6"]),
        "f6",
        "u1.1",
        "u1.2",
        "u1.3",
        "u1.4",
        "u1.5",
    )
    move = before.game.parse("=D1")
    after = before.play(move)
    seen, known = (reading(before, move, after, before.game.players[seat]) for seat in (U, F))
    assert f"cannot: {FOES} (the enemy), L25 (barred by what is not seen) [1.13]; f6 is eliminated" in seen
    assert f"cannot: {FOES}, L27, M24, M26 (the enemy), L25 (a friend) [1.13]; f6 is eliminated" in known


def test_the_owner_is_told_who_has_seen_a_hidden_piece() -> None:
    """By detection, where all detectors are named, by meeting, and by somebody hidden, who is not named; `about` says
    it as long as the piece stays in sight, and a text of the position keeps it."""
    near = scene({"u5": "A2", "u2.1": "K20", "b9.1": "K26"}, "movement", U)
    told = {name: _told(near, name, "move u2.1", "to K24").split("; ") for name in near.game.players}
    assert "b9.1 is seen on K26 by u2.1" in told["bonnaire"]
    assert "b9.1 is seen on K26" in told["ulf"]
    spotted = play(near, "move u2.1", "to K24", "end")
    for state in (spotted, read(spotted.game, write(spotted))):
        assert _about(state, "bonnaire", "b9.1") == "on K26; seen by u2.1"
    assert _about(near, "bonnaire", "b9.1") == "on K26; unseen by others"
    both = scene({"u5": "J21", "u2.1": "K24", "b9.1": "K30"}, "movement", B)
    assert "b9.1 is seen on J23 by u2.1 and u5" in _told(both, "bonnaire", "move b9.1", "to J23")
    met = scene({"u1.1": "K22", "b9.1": "K28"}, "movement", U)
    assert "b9.1 is seen on K28 by u1.1" in _told(met, "bonnaire", "move u1.1", "to K28")
    dark = scene({"f6": "K22", "b9.1": "K28", "u1.1": "A2"}, "movement", F, enemy_hex="passed")
    assert "b9.1 is seen on K28 by a piece that you do not see" in _told(dark, "bonnaire", "move f6", "to K28")
    shown = play(scene({"b9.1": "K28", "u1.1": "A2"}, "movement", B), "show b9.1")
    assert _about(shown, "bonnaire", "b9.1") == "on K28"


def _about(state: State, player: str, piece: str) -> str:
    """The second line of what a player is told about a piece."""
    assert EXTRAS.about is not None
    return str(EXTRAS.about(state, player, piece)[1])


def _told(state: State, player: str, *texts: str) -> str:
    """What a player reads of some moves."""
    lines = []
    for text in texts:
        before, move = state, state.game.parse(text)
        state = before.play(move)
        lines.append(reading(before, move, state, player))
    return "; ".join(lines)


JOINT = {"b2.1": "K24", "b1.1": "A60", "u5": "K22", "f7": "A2", "f1.1": "A64"}


@pytest.mark.parametrize("lead", [U, F])
def test_battles_of_a_joint_half_turn_are_told_whoever_declares_last(lead: int) -> None:
    """Fereira can attack nobody and is not asked (option questions); each battle with whose it is."""
    state = scene(JOINT, "melee", U, lead=lead, questions="needed")
    for name in state.game.players:
        told = _told(state, name, "attack b2.1", "with u5", "end")
        assert (
            "melee, Ulf: u5 on b2.1; u5 (60; its own +1) on b2.1 in melee: 60 against 6 is 10-1, shifted +1, "
            "eliminated without a roll; b2.1 is eliminated"
        ) in told, name


@pytest.mark.parametrize(("pieces", "moves", "told"), [
    # Ulf, who stood on u1.1, has gone when it is fought: it defends alone
    ({"b9.1": "K22", "b4": "J25", "u5": "K24", "u1.1": "K24"},
     ("attack u5", "with b9.1", "attack u1.1", "with b4", "end", "fight 1", "=D1", "=save"),
     "u5 saves against death; b4 (40; its own +2) on u1.1 in melee: 40 against 4 is 10-1, shifted +2, "
     "eliminated without a roll; u1.1 is eliminated; u5 goes from K24 to L25"),
    # b9.1's battle lapses, as Ulf has gone; b4 dies of the one before, for which his retreat was waited
    ({"b9.1": "K22", "b4": "J23", "u5": "K24", "u1.1": "K24"},
     ("attack u5", "with b9.1", "attack u1.1", "with b4", "end", "fight 2", "=B5", "to K26"),
     "u5 goes to K26; b4 suffers the result of the battle; b9.1 on u5 lapses; b4 is eliminated"),
    ({"b9.1": "K22", "u5": "K24"}, ("attack u5", "with b9.1", "end", "=D3", "=save"),
     "u5 saves against death; u5 suffers the result of the battle; u5 is half eliminated"),
])  # fmt: skip
def test_a_battle_is_counted_as_things_stand_when_it_is_fought_and_every_loss_has_its_reason(
    pieces: dict[str, str], moves: tuple[str, ...], told: str
) -> None:
    *before, last = moves
    state = play(scene(pieces | {"f7": "A2"}, "melee", B, questions="needed"), *before)
    assert _told(state, "fereira", last).startswith(told)


def test_who_is_on_its_back_under_a_rain_of_fire_is_lost_with_a_reason() -> None:
    d = draft_of(scene({"u1.1": "K24", "b1.1": "A2", "f1.1": "A68"}, "melee", B, flipped=["u1.1"]))
    d.push(ZoneSave(d.game.pieces.numbers["u1.1"], RAIN, -1))
    told = _told(settled(d), "fereira", "=fail")
    assert told.startswith(
        "u1.1 does not save against the rain of fire; u1.1 is half eliminated a second time; u1.1 is"
    )


def test_a_leader_who_is_lost_with_his_piece_is_told_with_it() -> None:
    pieces = {"b1.1": "K22", "b1.2": "J23", "b1.3": "L23", "u1.1": "K24", "u5": "K24", "f1.1": "A68"}
    state = scene(pieces, "melee", B, leader_of_lost_unit="dies", flipped=["u1.1"])
    told = _told(attack(state, "u1.1", "b1.1", "b1.2", "b1.3"), "fereira", "=D3")
    assert "u5 is eliminated with u1.1, on which it stands" in told
    assert "u5 is eliminated;" not in told


@pytest.mark.parametrize(("state", "result"), [
    (attack(scene({"b1.1": "K22", "u1.1": "K24", "f1.1": "A68"}, "melee", B, flipped=["u1.1"]), "u1.1", "b1.1"), "=D3"),
    (play(scene({"b5.1": "K22", "u1.1": "K26", "f1.1": "A68"}, "magic", B, flipped=["u1.1"]), "cast b5.1 weather",
          "at K26", "at K28", "at K30", "at K32", "end"), "=fail"),
], ids=["battle", "zone"])  # fmt: skip
def test_who_is_on_its_back_is_lost_when_it_is_half_eliminated(state: State, result: str) -> None:
    told = _told(state, "fereira", result)
    assert "; u1.1 is half eliminated a second time; u1.1 is eliminated" in told

"""What people are told and may type at the table of Arc: pieces, hexes, parts of the map, several moves in one word;
nothing hidden."""

import re
from dataclasses import fields, replace

import numpy as np
import pytest
from click.testing import CliRunner

from armada_sim.tabletop.errors import InputError
from grid_games.cli.commands import cli
from grid_games.core.protocol import Outcome
from grid_games.destin_arc.board import PLACES, TERRAINS
from grid_games.destin_arc.chapters.turns import Phase
from grid_games.destin_arc.extras import EXTRAS, window
from grid_games.destin_arc.text.lookup import ABILITIES, PHASES, about
from grid_games.destin_arc.text.positions import read
from grid_games.destin_arc.text.prompts import asked, phrase
from grid_games.destin_arc.units import PRINTED, SIDES, SPELL_NAMES, UNITS, Unit
from tests.grid_games.destin_arc.scenes import game, play
from tests.grid_games.destin_arc.test_rules_page import CLAUSE, SECTION
from tests.rules_pages import entries, page_of
from tests.whole import whole

STEP = "3 movement bonnaire b1.1@Q12 b1.2@Q14' b4@Q12 b9.1@R15? u1.1@Q8 f4@P11?"


def typed(*lines: str) -> str:
    result = CliRunner().invoke(
        cli, ["play", "destin-arc", "--map", "village"], input="\n".join((*lines, "quit")) + "\n"
    )
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_piece_is_described_with_where_it_may_go() -> None:
    state = read(game(), STEP)
    head, where, goes = about(state, "bonnaire", "b1.2")
    assert head == "b1.2, MPA infantry of Bonnaire: move 4, melee 10, defence 10, save 10+"
    assert where == "on Q14; on its back: half its values"
    goals = [str(move).split()[1] for move in play(state, "move b1.2").legal_moves() if move.verb == "to"]
    assert goes == f"may go to ({len(goals)}): {', '.join(goals)}"
    held = about(play(state, "move b1.2", "to Q16"), "bonnaire", "b1.2")
    assert held[1] == "on Q16; on its back: half its values; has had its move in this step"
    assert "Q12" not in held[2]
    assert about(state, "ulf", "b1.2")[1:] == ["on Q14; on its back: half its values"]
    assert about(state, "bonnaire", "f4")[1] == "You do not see f4."
    assert about(state, "fereira", "f4")[1] == "on P11; unseen by others"
    assert about(state, "fereira", "f4")[2] == "F4 Carmelina et la Giostra: move 10, melee 50, defence 15, save 5+ [3]"
    assert about(state, "ulf", "b1.9")[1:] == ["b1.9 is not on the map."]
    assert about(state, "ulf", "x99") == []


def test_a_hex_and_all_pieces_are_described() -> None:
    state = read(game(), STEP)
    assert about(state, "bonnaire", "q12") == ["Q12: hill", "b1.1 Q12 MPA infantry", "b4 Q12 Winandy"]
    assert about(state, "bonnaire", "Q10") == ["Q10: hill", "in an enemy zone of control [1.4.2]"]
    assert about(state, "bonnaire", "K32") == ["K32: temple, Grand Temple de Bhâr; of strategic importance (temple)"]
    assert about(state, "fereira", "P11")[-1] == "f4 P11* Carmelina"
    place = about(state, "bonnaire", "place")
    assert place == ["Place de Briscourt, F39: of strategic importance, held by nobody [8.1.2, 8.2.1, 8.2.3]"]
    lines = about(state, "bonnaire", "")
    assert "  b9 Fraternité Rouge (move 8, melee 40, defence 10, save 8+): b9.1 R15*" in lines
    assert lines[-3:-1] == ["Ulf:", "  u1 Fidèles (move 6, melee 5, defence 4, save 10+): u1.1 Q8"]


def test_part_of_the_map_fits_on_a_small_screen() -> None:
    state = read(game(), STEP)
    lines = window(state, "bonnaire", "Q12").splitlines()
    assert lines[2].split() == list("KLMNOPQRSTUVW")
    assert lines[-3].split()[0] == "27/28"
    assert lines[-2].startswith("places held, of 5: Bonnaire 0")
    assert max(map(len, lines[2:-2])) <= 80
    assert len(lines) <= 24
    assert window(state, "bonnaire", "b4") == window(state, "bonnaire", "q12")
    assert "F4" not in "".join(lines[3:-1])
    with pytest.raises(InputError, match="no piece you see"):
        window(state, "bonnaire", "f4")
    assert len(game().board(state, "bonnaire").splitlines()) <= 40


def test_the_map_shows_zones_spells_and_who_has_moved() -> None:
    """Enemy zones and moved pieces to whom they concern; a spell on a hidden piece to whoever sees that."""
    lies = "; spell 1 weather bhar b K22,K24 until 5; spell 2 bless christian u f4 until 4 +1"
    state = play(read(game(), STEP + lies), "move b1.2", "to Q16", "move b4")

    def row(player: str, name: str) -> str:
        return next(line for line in game().board(state, player).splitlines() if line.startswith(name))

    assert " b1. " in row("bonnaire", "15/16")
    assert ".' " in row("bonnaire", "5/6")  # beside u1.1 on Q8
    assert ".' " not in row("ulf", "5/6")
    assert "c! " in row("bonnaire", "21/22")
    assert "b1. " not in game().board(state, "ulf")
    told = [line for line in game().board(state, "bonnaire").splitlines() if line.startswith("spell")]
    assert told == ["spell 1: weather turn on K22, K24, to the end of turn 5"]
    assert "spell 2: bless on f4, to the end of turn 4" in game().board(state, "fereira")
    assert {"c'", "c!", "B1."} < {sign for sign, _ in EXTRAS.legend}


def test_how_far_each_is_stands_under_the_board_with_the_points_so_far() -> None:
    """2 for a place held, 1 for a clause met; of others' clauses nothing is known (8.2.12)."""
    state = read(game(), "3 melee bonnaire b1.1@K32 u1.1@F39 f1.1@A2")
    assert "; points so far of Ulf: 2\n" in game().board(state, "ulf")
    assert EXTRAS.final(replace(state, result=Outcome((), "draw"))) == "Points: Bonnaire 2, Ulf 2, Fereira 0."
    assert EXTRAS.final(replace(state, result=Outcome(("ulf",), "strategic"))) == EXTRAS.final(state) == ""


def test_the_map_shows_an_invisible_piece_to_its_owner() -> None:
    state = read(game(), STEP)
    assert ["F4*" in game().board(state, player) for player in ("fereira", None, "ulf")] == [True, True, False]


@pytest.mark.parametrize(("players", "plies"), [(3, 60), whole(3, 250), whole(2, 250)])
def test_nothing_told_differs_between_states_a_player_cannot_tell_apart(players: int, plies: int) -> None:
    arc, rng = game(players, map="village"), np.random.default_rng(3)
    state, others = arc.new(), 0
    words = ("", *arc.pieces.names, *arc.land.labels[::7], *SPELL_NAMES, *PLACES, *SIDES, "objective")
    for ply in range(plies):
        moves = state.legal_moves()
        if not moves:
            break
        if ply % 5 == 0:
            for player in arc.players:
                other = state.guess(player, rng)
                others += other != state
                assert arc.board(state, player) == arc.board(other, player)
                for word in words:
                    assert about(state, player, word) == about(other, player, word)
                if state.current_player() == player:
                    assert asked(state) == asked(other)
        state = state.after(moves[int(rng.integers(len(moves)))])
    assert others > 10


@pytest.mark.parametrize(
    ("step", "moves", "told"),
    [
        (STEP, (), "general movement: take a piece in hand, or end"),
        (STEP, ("move b1.1",), "general movement: b1.1 in hand on Q12, 4 points left"),
        (STEP, ("move b1.1", "to Q16", "to Q20"), "general movement: b1.1 in hand on Q20, moved"),
        ("3 special fereira f6@Q12?", ("move f6",), "special movement: f6 in hand on Q12, goes anywhere"),
        ("3 melee bonnaire b4@Q12 u1.1@Q10", (), "melee: declare attacks, or end"),
        ("3 melee bonnaire b4@Q12 u1.1@Q10", ("attack u1.1",), "melee: attack on u1.1, with whom?"),
        ("3 melee bonnaire b1.1@Q12 u1.1@Q10", ("attack u1.1", "with b1.1"),
         "b1.1 (10) on u1.1 in melee: 10 against 4 is 2-1, read in column 2-1"),
        ("3 melee bonnaire b1.1@Q12 b1.2@R9 u1.1@Q10 u1.2@Q8",
         ("attack u1.1", "with b1.1", "attack u1.2", "with b1.2", "end"),
         "melee: which battle is fought next? 1: b1.1 on u1.1; 2: b1.2 on u1.2"),
        ("3 melee bonnaire b1.1@Q12 u1.1@Q10", ("attack u1.1", "with b1.1", "end", "=D2"),
         "u1.1 on Q10 retreats 2 hexes, to one of O8, O10, O12, P7, Q6, R7, S8, S10, S12"),
        ("3 meditation bonnaire b5.1@Q12; points b5.1=50", (), "meditation: priests who will neither move nor cast"),
        ("3 magic bonnaire b5.1@Q12 u1.2@Q16 u1.1@Q18 f1.1@A2", ("cast b5.1 hold",),
         "b5.1: hold pers for 50 of 200 points, on an enemy within 6 hexes; a save cancels it (10+ of u1.1 and u1.2); "
         "undo takes it back"),
        ("3 magic bonnaire b5.1@Q12 b5.2@Q14", ("cast b5.1 weather", "at Q16"),
         "b5.1: weather turn for 75 of 200 points, at hex 2 of 4, within 10 hexes; whoever is in it saves against it "
         "with its own save or more; undo takes it back"),
        ("3 magic bonnaire b5.1@Q12 b5.2@Q14 u1.1@Q16 u3.1@Q18", ("cast b5.1 weather", "at Q16", "at Q18"),
         "b5.1: weather turn for 75 of 200 points, at hex 3 of 4, within 10 hexes; whoever is in it saves against it "
         "with its own save or more (5+ of u3.1, 10+ of u1.1); undo takes it back"),
        ("3 magic bonnaire b5.1@Q12 u1.1@Q16; spell 3 bless christian u u1.1 until 5 +1", ("cast b5.1 dispel",),
         "b5.1: dispel for the cost of the spell that it ends, of 200 points, undo and the number of a spell within 4 "
         "hexes; no save; undo without a number takes it back"),
        ("3 magic bonnaire b5.1@Q12 b5.2@Q14 u1.1@Q16 u1.2@Q18 f1.1@A2",
         ("cast b5.1 hold", "on u1.1", "cast b5.2 hold", "on u1.2", "end"),
         "magic: which spell takes place next? 1: b5.1 cast hold pers on u1.1; 2: b5.2 cast hold pers on u1.2"),
        ("3 magic bonnaire b5.1@Q12 f1.1@A2; meditates b5.1", (), "magic: no priest can cast a spell"),
        ("3 melee bonnaire b4@Q12 u1.1@A2", (), "melee: nobody can be attacked"),
        ("3 special bonnaire b1.1@Q12 b9.1@A60? u1.1@A2; meditates b9.1", (),
         "special movement: show a hidden piece, or end"),
        ("3 special bonnaire b1.1@Q12 u1.1@A2", (), "special movement: no piece can move"),
        ("3 melee ulf f6@K24 f5@K26? u1.1@K22 u1.2@J23 u1.3@L23 u1.4@J25",
         ("attack f6", "with u1.1", "with u1.2", "with u1.3", "with u1.4", "end", "end", "=D1"),
         "f6 on K24 retreats 1 hex, to L25"),
        ("3 melee bonnaire b1.1@K22 b1.2@J23 b1.3@L23 b1.4@J21 u1.1@K24 u1.2@J25 u1.3@L25 u1.4@K20 u1.5@L21 u1.6@M22 "
         "u1.7@J19 u1.8@I22", ("attack u1.1", "with b1.1"),
         "b1.1 (10) on u1.1 in melee: 10 against 4 is 2-1, read in column 2-1; now with b1.2 or attack u1.2 "
         "or end"),
    ],
)  # fmt: skip
def test_what_is_to_be_decided(step: str, moves: tuple[str, ...], told: str) -> None:
    assert asked(play(read(game(), step), *moves)) == told


def test_the_first_piece_to_be_placed_is_named() -> None:
    """15 infantry, 6 archers, 2 cavalry, 5 priests (the sixth is in the temple) and 3 barons have a choice."""
    assert asked(game().new()) == ("place b1.1 (MPA infantry); 30 to come; several go on one line, as in place Q10 Q10")


@pytest.mark.parametrize(
    ("step", "moves", "text", "groups"),
    [
        (STEP, (), "b1.1-Q16-R17", [("move b1.1", "to Q16"), ("to R17",)]),
        (STEP, ("move b1.1",), "b1.1-Q16", [("to Q16",)]),
        ("3 melee bonnaire b1.1@Q12 u1.1@Q10", (), "b1.1+b4xu1.1", [("attack u1.1", "with b1.1", "with b4")]),
        ("3 melee bonnaire b1.1@Q12 u1.1@Q10", ("attack u1.1",), "b1.1xu1.1", [("with b1.1",)]),
        ("3 melee bonnaire b1.1@Q12 u1.1@Q10", ("attack u1.1", "with b1.1", "end", "=D2"), "u1.1-Q8", [("to Q8",)]),
        ("3 magic bonnaire b5.1@Q12 b1.1@Q10", (), "b5.1 light b1.1", [("cast b5.1 light", "on b1.1")]),
        ("3 magic bonnaire b5.1@Q12 b1.1@Q10", (), "b5.1 weather Q16 Q18", [("cast b5.1 weather", "at Q16", "at Q18")]),
        (STEP, (), "b1.1 dance b1.2", []),
        (STEP, (), "move b1.1", []),
        (STEP, (), "to Q16", []),
        (STEP, (), "end", []),
    ],
)  # fmt: skip
def test_short_texts_stand_for_moves(
    step: str, moves: tuple[str, ...], text: str, groups: list[tuple[str, ...]]
) -> None:
    assert phrase(play(read(game(), step), *moves), text) == groups


def test_phrases_are_played_whole_or_not_at_all() -> None:
    told = typed("b1.1-C8-D7", "b2.1-I2", "about b2.1", "b1.2-C6; b2.1-C8", "about b2.1")
    assert (
        "Bonnaire: Bonnaire's movement step begins; move b1.1; to C8; Place de Briscourt is held by Bonnaire; to D7; "
        "Place de Briscourt is held by nobody" in told
    )
    refused, _, then = told.partition("Nothing of b2.1-I2 is played.")
    assert "to I2 is not allowed: b2.1 cannot reach I2 with 4 movement points [1.5.1]" in refused
    assert "on A8\n" in then.split("Bonnaire> ")[1]
    assert "Bonnaire: move b1.2; to C6; move b2.1; to C8" in then
    assert "on C8; has had its move in this step" in then


NAMES = [
    *(name for unit in UNITS for name in (unit.id, unit.id.upper(), unit.name, unit.short)),
    *(ability.name for ability in ABILITIES), *SPELL_NAMES, *PRINTED.values(), *(phase.value for phase in Phase),
    *TERRAINS.values(), *PLACES, *(name for name, _ in game().land.names), *SIDES,
    *(player for _, player in enumerate(game(2).players)),
    "night", "day", "weather", "objective", "objectives", "progress", "general movement", "special movement",
    "missiles",
    *(f"{letter}{digit}" for letter in "ABD" for digit in range(1, 7)),
]  # fmt: skip


@pytest.mark.parametrize("players", [3, 2])
def test_about_answers_for_every_name_with_its_clause(players: int) -> None:
    """Every name of the tables of the game; the clauses are clauses of the page."""
    state, page = read(game(players), "3 movement bonnaire b1.1@Q12 u1.1@Q8"), page_of("destin-arc")
    known = set(entries(page, CLAUSE)) | set(entries(page, SECTION))
    for name in (name for name in NAMES if name not in {*SIDES, "alliance"} - {*game(players).players}):
        told = about(state, "bonnaire", name)
        codes = [code for line in told for found in re.findall(r"\[([^]]+)\]", line) for code in found.split(", ")]
        assert codes, name
        assert set(codes) <= known, name
    assert set(PHASES) == set(Phase)
    assert all(any(ability.holds(unit) for unit in UNITS) for ability in ABILITIES)


def test_every_ability_of_a_unit_is_told_with_it() -> None:
    """Each field of the list that is not a printed value is what some ability rests on."""
    values = {"id", "side", "name", "short", "counts", "move", "melee", "defence", "save", "points", "rider", "reach"}
    values |= {"collides", "like", "start"}
    plain = Unit("x9", 0, "X", "x", (1, 1, 1), 4, 1, 0, 1, 1)
    for field in {field.name for field in fields(Unit)} - values:
        given = next(
            getattr(unit, field) for unit in UNITS if getattr(unit, field) not in (getattr(plain, field), None)
        )
        assert sum(ability.holds(replace(plain, **{field: given})) for ability in ABILITIES) >= 1, field
    lines = about(game().new(), "ulf", "knights")
    assert lines[0] == "U3 Chevaliers de l’aristocratie: move 20, melee 40, defence 30, save 5+ [3]"
    assert "  charge: +1 on the next hex of the line after 4 hexes in one [3.4]" in lines


def test_spells_are_told_with_cost_range_save_duration_and_effect() -> None:
    state = read(game(), "3 movement bonnaire b1.1@Q12 u1.1@Q8; spell 1 weather bhar b Q12,Q14 until 5")
    assert about(state, "ulf", "weather turn") == [
        "weather turn, priests of Bhâr and Koulnikov: costs 75; range 10; a save cancels it; turns 5; 4 connected "
        "hexes; half eliminates every piece in it and each that enters [4, 4.3, 4.4]",
        "  spell 1 lies: weather turn on Q12, Q14, to the end of turn 5",
    ]
    assert [line.partition(":")[0] for line in about(state, "ulf", "light")] == [
        "light +2, priests of Bhâr and Koulnikov",
        "light +1, Christian priests",
    ]
    assert "at the start of the next turn" in about(state, "ulf", "healing")[0]
    for school, book in game().numbers.books.items():
        for spell in book.values():
            (line,) = (
                line for line in about(game().new(), "ulf", spell.name) if ("Bhâr" in line) is (school == "bhar")
            )
            assert f"range {spell.distance};" in line
            assert ("a save cancels it" in line) is spell.saved


def test_ones_own_progress_is_told_and_nobody_elses() -> None:
    state = read(game(), "3 movement bonnaire b1.1@Q12 u1.1@K32 f1.1@F39; gone u5 u2.1; latched u; firm -u---")
    mine = about(state, "bonnaire", "objective")
    assert "  Ulf is eliminated: met [8.1.3, 8.2.4, 8.2.5]" in mine
    assert "  half of the Christian priests are eliminated, 1 of 5: not met [8.1.3, 8.2.4, 8.2.5]" in mine
    assert "  temple, K32: of strategic importance, held by Ulf, counts for Ulf [8.1.2, 8.2.1, 8.2.3]" in mine
    assert mine[-1] == "after the last turn: 1 points as things stand, 2 for a place, 1 for a clause [8.2.12]"
    assert not any("Koulnikov" in line or "Great Temple" in line for line in mine)
    assert "  the Great Temple was held a full turn: met [8.1.3, 8.2.4, 8.2.5]" in about(state, "ulf", "progress")
    assert about(state, "ulf", "night")[0] == "turn 3 is by day; by night: turns 1, 2, 5, 6 [9]"

"""A ruling on a set-up says which game of the texts it is, and what would make it one.

What the games are is written down here once more, from the reference: `docs/rules/armada.md`, game.fleet, game.offer
and fleet_budget.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from armada_sim import Answer, Clause, Fleet, Layout, Pose, Rules, Ship, Size, Surface, check_setup
from armada_sim.evidence import Ruling, SetupEvidence, WouldBe
from armada_sim.tabletop import Language
from tests.whole import whole

Ships = tuple[int, int, int]
"""Larges, mediums, smalls."""

EVERY = [*product(range(5), repeat=3)][1:]
"""The fleets of one stash with a piece of each size kept back for measuring."""

LARGES, REST = (4, 0, 0), (0, 4, 4)
ADVANCED = Rules(first_player="advanced_cut_and_choose")
NAMES = ("red", "blue", "green", "white", "black", "grey", "pink", "teal", "gold", "plum", "lime")


def pips(fleet: Ships) -> int:
    """3 for a large, 2 for a medium, 1 for a small."""
    return 3 * fleet[0] + 2 * fleet[1] + fleet[2]


def basic(fleets: list[Ships]) -> bool:
    """ "Un joueur prenne les quatre grandes pièces et l’autre les quatre petites et les quatre moyennes." """
    return fleets in ([LARGES, REST], [REST, LARGES])


def advanced(fleets: list[Ships]) -> bool:
    """ "Le nombre de pièces (jusqu’à 4) de chaque taille ... (les grands ou les petits et les moyens)." """
    if len(fleets) != 2 or any(n > 4 for fleet in fleets for n in fleet):
        return False
    larges = [fleet for fleet in fleets if fleet[0] and not fleet[1] + fleet[2]]
    rest = [fleet for fleet in fleets if not fleet[0] and fleet[1] + fleet[2]]
    return len(larges) == len(rest) == 1


def twelve(fleets: list[Ships]) -> bool:
    """ "Un total de 12 encoches (sans que puissent n’être utilisés plus de quatre navires d’une même taille)." """
    return len(fleets) > 1 and all(pips(fleet) == 12 and max(fleet) <= 4 for fleet in fleets)


def full(fleets: list[Ships]) -> bool:
    """ "Laissant chaque joueur utiliser les quatre navires de chaque taille de sa pile." """
    return len(fleets) > 1 and set(fleets) == {(4, 4, 4)}


def matched(fleets: list[Ships]) -> bool:
    """Armada 2K: 2 to 10 players with one stash each and equal counts."""
    return 2 <= len(fleets) <= 10 and len(set(fleets)) == 1 and sum(fleets[0]) > 0 and max(fleets[0]) <= 4


GAMES = {"basic": basic, "advanced": advanced, "twelve-pips": twelve, "full": full, "matched": matched}


def declared(fleets: list[Ships], rules: Rules | None = None) -> Ruling:
    """The ruling on fleets that are declared, of which nothing lies on the table yet."""
    rows = [Fleet(name, large=n[0], medium=n[1], small=n[2]) for name, n in zip(NAMES, fleets, strict=False)]
    return check_setup(Layout(fleets=tuple(rows)), rules=rules)


def lying(*fleets: Ships) -> Layout:
    """Fleets that lie 300 mm apart on a table without edges, each ship 40 mm beside the one before."""
    ships = []
    for row, (name, counts) in enumerate(zip(NAMES, fleets, strict=False)):
        sizes = [size for size, n in zip(("large", "medium", "small"), counts, strict=True) for _ in range(n)]
        ships += [Ship(f"{name}{i}", name, Size(size), Pose(40 * i, 300 * row, 90)) for i, size in enumerate(sizes)]
    return Layout(tuple(ships), Surface.unbounded())


def shown(ruling: Ruling) -> SetupEvidence:
    """What a ruling on a set-up shows."""
    assert isinstance(ruling.witness, SetupEvidence)
    return ruling.witness


def changed(one: Ships, other: Ships) -> int:
    """How many ships are added or taken away."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def likely(chooser: random.Random, players: int) -> list[Ships]:
    """Fleets that often make a game, or nearly."""
    one = chooser.choice([LARGES, REST, (4, 4, 4), *chooser.choices(EVERY, k=2), (2, 2, 2), (0, 0, 0), (3, 0, 3)])
    found = [chooser.choice([one, one, LARGES, REST, chooser.choice(EVERY)]) for _ in range(players)]
    if players == 2 and chooser.random() < 0.3:
        found = [(chooser.randrange(5), 0, 0), (0, chooser.randrange(5), chooser.randrange(5))]
        chooser.shuffle(found)
    if chooser.random() < 0.5:
        i, size = chooser.randrange(players), chooser.randrange(3)
        found[i] = tuple(n + (k == size) * chooser.choice([-1, 1]) for k, n in enumerate(found[i]))
        found[i] = tuple(max(n, 0) for n in found[i])
    return found


def of_game(game: str, players: int) -> Iterator[list[Ships]]:
    """All the fleets that make a game for so many players, but for twelve pips and more than three players."""
    twelves = [fleet for fleet in EVERY if pips(fleet) == 12]
    match game:
        case "basic" | "advanced":
            pairs = ([(n, 0, 0), rest] for n in range(1, 5) for rest in EVERY if not rest[0]) if players == 2 else ()
            both = (pair for one in pairs for pair in (one, one[::-1]))
            yield from (pair for pair in both if game == "advanced" or basic(pair))
        case "twelve-pips":
            yield from map(list, product(twelves, repeat=players))
        case _:
            yield from ([fleet] * players for fleet in EVERY if GAMES[game]([fleet] * players))


@pytest.mark.parametrize("count", [1000, whole(5000)])
def test_the_game_named_is_the_one_the_texts_have(count: int) -> None:
    """A thousand random fleets of two to eleven players, against the definitions above."""
    chooser, seen = random.Random(30), dict.fromkeys((*GAMES, "none"), 0)
    for _ in range(count):
        fleets = likely(chooser, chooser.choice([2, 2, 2, 3, 4, 10, 11]))
        ruling = declared(fleets)
        expected = [game for game, holds in GAMES.items() if holds(fleets)]
        assert [*shown(ruling).games] == expected, fleets
        assert (shown(ruling).would_be is None) is bool(expected), fleets
        assert ("none of the games of the texts" in ruling.notes[0]) is not expected or bool(expected)
        total = [sum(fleet[k] for fleet in fleets) for k in range(3)]
        offer = " ".join(f"{letter}{n}" for letter, n in zip("LMS", total, strict=True) if n)
        assert shown(ruling).offer == (offer if advanced(fleets) else None)
        for game in expected or ["none"]:
            seen[game] += 1
    assert min(seen.values()) > 2


def test_what_would_make_it_a_game_is_the_smallest_change() -> None:
    """Against a search through all the fleets of every game."""
    chooser = random.Random(31)
    for _ in range(150):
        fleets = likely(chooser, chooser.choice([2, 2, 3]))
        found = shown(declared(fleets)).would_be
        if found is None:
            continue
        would = [(row["large"], row["medium"], row["small"]) for row in found.fleets.values()]
        assert list(found.fleets) == [*NAMES[: len(fleets)]]
        assert GAMES[found.game](would)
        assert found.ships == sum(map(changed, fleets, would))
        least = {
            game: min((sum(map(changed, fleets, one)) for one in of_game(game, len(fleets))), default=99)
            for game in GAMES
        }
        assert found.ships == min(least.values())
        assert found.game == min(least, key=lambda game: least[game])


SENTENCES = {
    "basic": ([LARGES, REST], None, "this is the basic game, 4 large ships against 4 medium ships and 4 small ships"),
    "the other way round": ([REST, LARGES], None, "the basic game, 4 large ships against 4 medium ships and 4 small"),
    "advanced": (
        [(2, 0, 0), REST], None,
        "this is the advanced set-up, an offer of L2 M4 S4: red has the larges, blue the mediums and smalls, and "
        "whoever has the side that was not named in the offer moves first (game.offer)",
    ),
    "agreed on": ([REST, LARGES], ADVANCED, "this is the advanced set-up, an offer of L4 M4 S4: blue has the larges"),
    "four larges each": (
        [LARGES, LARGES], None, "this is the game of several stashes, in which every fleet has twelve pips and no more"
    ),
    "matched": ([(2, 3, 2)] * 3, None, "matched fleets as in Armada 2K, in which every fleet has 2 large ships, 3"),
    "the longer battle": ([(4, 4, 4)] * 2, None, "long battle of several stashes, in which every fleet has 4 large"),
    "none": (
        [(2, 0, 1), REST], None,
        "the fleets make none of the games of the texts; it would be the advanced set-up if red had 2 large ships",
    ),
    "not the one agreed on": (
        [LARGES, (4, 0, 1)], Rules(fleet_budget="basic"),
        "it would be the basic game if blue had 4 medium ships and 4 small ships",
    ),
    "one alone": (
        [LARGES], None, "it would be the basic game if a second player had 4 medium ships and 4 small ships"
    ),
    "one alone of twelve pips": (
        [(3, 1, 1)], None,
        "the game of twelve pips if a second player had 3 large ships, 1 medium ship and 1 small ship",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SENTENCES)
def test_the_game_is_said_in_a_sentence(case: str) -> None:
    """The first note of the ruling, whatever the answer, in English and in French."""
    fleets, rules, words = SENTENCES[case]
    note = declared(fleets, rules).notes[0]
    assert words in note
    assert Language("fr").tell(note) != note


@pytest.mark.parametrize("fleets", [(LARGES, LARGES), (LARGES, REST), ((2, 0, 0), (0, 1, 0)), ((1, 1, 0), (0, 0, 1))])
def test_ships_that_nobody_declared_make_a_game_as_well(fleets: tuple[Ships, Ships]) -> None:
    """What is said of a game decides nothing: all of these are allowed, as they were."""
    ruling = check_setup(lying(*fleets), rules=Rules(deploy_zone="anywhere"))
    assert ruling.answer is Answer.YES
    assert [*shown(ruling).games] == [game for game, holds in GAMES.items() if holds(list(fleets))]


def test_a_fleet_declared_counts_as_it_was_declared() -> None:
    """Though another ship lies there, which is refused."""
    layout = Layout(lying(LARGES, REST).ships[:-1], Surface.unbounded(), fleets=(Fleet("blue", medium=4, small=4),))
    ruling = check_setup(layout)
    assert ruling.answer is Answer.NO
    assert shown(ruling).games[0] == "basic"


def test_an_empty_table_is_no_game_and_nothing_is_said_of_it() -> None:
    """Without fleets there is nothing to name."""
    ruling = check_setup(Layout())
    assert (shown(ruling).games, shown(ruling).would_be, ruling.notes) == ((), None, ())


def test_the_data_have_the_game_too() -> None:
    """As JSON, with every player's fleet."""
    assert declared([LARGES, REST]).as_json()["witness"]["games"] == ["basic", "advanced", "twelve-pips"]
    shown_as = declared([(2, 0, 1), REST]).as_json()["witness"]
    assert shown_as["games"] == []
    assert shown_as["would_be"] == {
        "game": "advanced",
        "fleets": {
            "red": {"large": 2, "medium": 0, "small": 0}, "blue": {"large": 0, "medium": 4, "small": 4},
        },
        "ships": 1,
    }  # fmt: skip
    assert isinstance(shown(declared([(2, 0, 1), REST])).would_be, WouldBe)


@pytest.mark.parametrize(
    ("fleets", "allowed", "words"),
    [
        ([(2, 0, 0), REST], True, ""),
        ([REST, (1, 0, 0)], True, ""),
        ([(0, 0, 1), (4, 0, 0)], True, ""),
        ([LARGES, REST], True, ""),
        ([LARGES, LARGES], False, "both sides have larges, where first_player = advanced_cut_and_choose sets larges"),
        ([REST, REST], False, "both sides have mediums or smalls, where first_player = advanced_cut_and_choose"),
        ([(2, 1, 0), REST], False, "red's fleet has larges and others, against first_player = advanced_cut_and_choose"),
        ([LARGES, REST, REST], False, "3 fleets, where first_player = advanced_cut_and_choose is for two"),
    ],
)
def test_in_the_advanced_set_up_alone_pips_are_not_counted(fleets: list[Ships], allowed: bool, words: str) -> None:
    """ "Un joueur décide du nombre de pièces (jusqu’à 4) de chaque taille": no sentence asks for twelve pips there."""
    layout = lying(*fleets)
    rows = tuple(Fleet(name, large=n[0], medium=n[1], small=n[2]) for name, n in zip(NAMES, fleets, strict=False))
    ruling = check_setup(Layout(layout.ships, layout.surface, fleets=rows), rules=ADVANCED)
    assert ruling.allowed is allowed
    assert [reason.clause for reason in ruling.reasons if words and words in reason.text] == (
        [] if allowed else [Clause.SETUP_FLEET]
    )


def test_a_budget_agreed_on_stands_beside_the_advanced_set_up() -> None:
    """What the players say of fleets themselves is what counts."""
    rules = ADVANCED.but(fleet_budget="at_most_12")
    assert not [r for r in declared([(2, 0, 0), (0, 1, 1)], rules).reasons if "fleet_budget" in r.text]
    assert [r for r in declared([(4, 0, 1), (0, 1, 1)], rules).reasons if "fleet_budget = at_most_12" in r.text]
    assert [r for r in declared([(2, 0, 0), (0, 1, 1)]).reasons if "fleet_budget = exactly_12" in r.text]

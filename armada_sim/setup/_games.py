"""Which game of the texts the fleets of a set-up make, and what change of them, as small as can be, would make one.

The games and their sources stand in `docs/rules/armada.md` (game.fleet, game.offer, fleet_budget): the basic game and
the advanced set-up for two players; twelve pips a fleet, the long battle and matched fleets for two and more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from armada_sim.evidence import WouldBe
from armada_sim.table import BASIC_FLEETS, CLASSIC, LETTERS, MOST_OF_A_SIZE, PIPS, Counts, Rules, Size
from armada_sim.tabletop import N_, Listing, Message

_Ships = tuple[int, int, int]
"""Of each size, in the order of `LETTERS`: large, medium, small."""

_Fleets = tuple[_Ships, ...]
"""Of each player, in their order."""

_MOST_MATCHED = 10
"""Players of matched fleets at most (2K)."""

_NAMES = {
    "basic": Message("the basic game"),
    "advanced": Message("the advanced set-up"),
    "twelve-pips": Message("the game of twelve pips"),
    "full": Message("the long battle"),
    "matched": Message("the game of matched fleets"),
}
"""The games by their names on the command line, in the order in which they are said."""

_SAID = {
    "basic": N_("this is the basic game, {ships} against {others} (game.fleet)"),
    "advanced": N_(
        "this is the advanced set-up, an offer of {offer}: {player} has the larges, {other} the mediums and smalls, "
        "and whoever has the side that was not named in the offer moves first (game.offer)"
    ),
    "twelve-pips": N_(
        "this is the game of several stashes, in which every fleet has twelve pips and no more than four ships of a "
        "size (game.fleet)"
    ),
    "full": N_("this is the long battle of several stashes, in which every fleet has {ships} (game.fleet)"),
    "matched": N_("these are matched fleets as in Armada 2K, in which every fleet has {ships} (game.fleet)"),
}

_AGREED = {"basic": "basic", "advanced": "advanced", "full_4_4_4": "full", "matched": "matched"}
"""The game that a value of fleet_budget is for; the other values are for several."""


@dataclass(frozen=True, slots=True)
class GamesPlayed:
    """What is to be said of the fleets of a set-up."""

    games: tuple[str, ...]
    """Every game they make, the one agreed on first."""

    offer: Counts | None
    """The ships of the offer, if they make the advanced set-up."""

    would_be: WouldBe | None
    """If they make no game, or not the one agreed on: what would make it."""

    note: Message


def games_played(fleets: Mapping[str, Counts], rules: Rules) -> GamesPlayed | None:
    """Which games of the texts these fleets, by player, make; None if there are no fleets, or sizes of no text.

    Beside a fleet alone, a second one may be whatever it has to be.
    """
    if not fleets or rules.sizes != CLASSIC.sizes:
        return None
    given: _Fleets = tuple((fleet.large, fleet.medium, fleet.small) for fleet in fleets.values())
    players = [*fleets, ""] if len(fleets) == 1 else [*fleets]
    near = {game: _nearest(given, ways(given * 2 if len(given) == 1 else given)) for game, ways in _WAYS.items()}
    agreed = _agreed(rules)
    games = sorted((game for game, found in near.items() if found == given), key=lambda game: game != agreed)
    offer = Counts(*map(sum, zip(*given, strict=True))) if "advanced" in games else None
    note, would_be = _this_is(games, players, given, offer), None
    wanted = [game for game, found in near.items() if found and agreed in (None, game)]
    if wanted and (not games if agreed is None else agreed not in games):
        game = min(wanted, key=lambda one: _change(given, near[one])[0])
        found = near[game]
        made = {player: dict(zip(LETTERS, new, strict=True)) for player, new in zip(players, found, strict=True)}
        would_be = WouldBe(game, made, _change([*given, (0, 0, 0)], found)[0])
        changes = Listing(
            Message("{player} had {ships}", player=player or Message("a second player"), ships=_words(new))
            for player, new, old in zip(players, found, (*given, None), strict=False)
            if new != old
        )
        note = Message("{said}; it would be {game} if {changes}", said=note, game=_NAMES[game], changes=changes)
    return GamesPlayed(tuple(games), offer, would_be, note)


def _agreed(rules: Rules) -> str | None:
    """The game that the options in force name."""
    if rules.first_player == "advanced_cut_and_choose":
        return "advanced"
    return "matched" if rules.matched_fleets else _AGREED.get(rules.fleet_budget)


# ------------------------------------------------------------------------------------------ the nearest fleets


def _basic(fleets: _Fleets) -> Iterator[_Fleets]:
    if len(fleets) == 2:
        one, other = ((fleet.large, fleet.medium, fleet.small) for fleet in BASIC_FLEETS)
        yield from ((one, other), (other, one))


def _advanced(fleets: _Fleets) -> Iterator[_Fleets]:
    """Either way round, the nearest of the 96 settings: none to four of each size, neither side empty."""
    if len(fleets) != 2:
        return
    (large, medium, small), (more, mediums, smalls) = (tuple(min(n, MOST_OF_A_SIZE) for n in one) for one in fleets)
    yield (max(large, 1), 0, 0), (0, mediums, smalls if mediums else max(smalls, 1))
    yield (0, medium, small if medium else max(small, 1)), (max(more, 1), 0, 0)


def _twelve_pips(fleets: _Fleets) -> Iterator[_Fleets]:
    yield tuple(_nearest((fleet,), _NINE)[0] for fleet in fleets)


def _full(fleets: _Fleets) -> Iterator[_Fleets]:
    yield ((MOST_OF_A_SIZE,) * 3,) * len(fleets)


def _matched(fleets: _Fleets) -> Iterator[_Fleets]:
    """The lower medians of each size, from which the fleets differ least; if they are none, one ship of any size."""
    if len(fleets) > _MOST_MATCHED:
        return
    middle = (len(fleets) - 1) // 2
    large, medium, small = (min(sorted(counts)[middle], MOST_OF_A_SIZE) for counts in zip(*fleets, strict=True))
    common = (large, medium, small)
    for fleet in [common] if any(common) else [(1, 0, 0), (0, 1, 0), (0, 0, 1)]:
        yield (fleet,) * len(fleets)


_WAYS: dict[str, Callable[[_Fleets], Iterator[_Fleets]]] = {
    "basic": _basic, "advanced": _advanced, "twelve-pips": _twelve_pips, "full": _full, "matched": _matched,
}  # fmt: skip
"""Fleets of each game, among them those nearest to the ones given; nothing if it is for another number of players."""


_NINE: tuple[_Fleets, ...] = tuple(
    ((fleet.large, fleet.medium, fleet.small),)
    for fleet in (Counts(*ships) for ships in product(range(MOST_OF_A_SIZE + 1), repeat=len(LETTERS)))
    if fleet.pips == PIPS
)
"""The fleets of exactly twelve pips."""


def _nearest(given: Sequence[_Ships], ways: Iterable[_Fleets]) -> _Fleets:
    return min(ways, key=lambda found: _change(given, found), default=())


def _change(given: Sequence[_Ships], found: _Fleets) -> tuple[int, int]:
    """How many ships are added to the fleets given or taken away, and how many of them are added."""
    by = [new - old for olds, news in zip(given, found, strict=False) for old, new in zip(olds, news, strict=True)]
    return sum(map(abs, by)), sum(more for more in by if more > 0)


# ------------------------------------------------------------------------------------------------------- words


def _this_is(games: Sequence[str], players: Sequence[str], fleets: _Fleets, offer: Counts | None) -> Message:
    """The sentence about the first of some games, and the names of the others."""
    if not games:
        return Message("the fleets make none of the games of the texts")
    large, rest = (0, 1) if fleets[0][0] else (1, 0)
    said = Message(
        _SAID[games[0]], ships=_words(fleets[large]), others=_words(fleets[rest]), offer=str(offer),
        player=players[large], other=players[rest],
    )  # fmt: skip
    if len(games) == 1:
        return said
    return Message("{said}; the fleets also suit {games}", said=said, games=Listing(_NAMES[game] for game in games[1:]))


def _words(fleet: _Ships) -> Listing:
    return Listing(Size(size).ships(count) for size, count in zip(LETTERS, fleet, strict=True) if count)

"""The conformance suite passes the toys, and each of its checks fails a game that is broken in just that way."""

import ast
import inspect
import traceback

import pytest

from grid_games.testing import conformance
from grid_games.testing.conformance import ConformanceError, check_game, check_kind
from tests.grid_games import toys
from tests.grid_games.testing import broken
from tests.whole import whole

SEATED = [(kind, seats) for kind in toys.KINDS for seats in kind.seats]


@pytest.mark.parametrize("games", [3, whole(10)])
@pytest.mark.parametrize(("kind", "seats"), SEATED, ids=lambda one: getattr(one, "name", one))
def test_a_toy_keeps_every_promise(kind, seats, games):
    """And the walk meets what its checks are about."""
    met = check_game(kind.load(seats), games=games)

    assert met.games == games
    assert met.refusals > 10 * games
    assert (met.rolls > 0) == (kind.name != "nim")
    assert (met.guesses > 0) == (kind.name == "duel")
    assert set(met.endings) == {"nim": {"last taken"}, "odds": {"points"}, "duel": {"hit", "rounds"}}[kind.name]


@pytest.mark.parametrize("kind", toys.KINDS, ids=lambda kind: kind.name)
def test_a_kind_of_toy_keeps_every_promise(kind):
    check_kind(kind)


@pytest.mark.parametrize(("message", "game"), broken.GAMES.items(), ids=list(broken.GAMES))
def test_a_broken_game_is_refused_for_what_is_broken(message, game):
    with pytest.raises(ConformanceError, match=message):
        check_game(game, games=2)


@pytest.mark.parametrize(("message", "kind"), broken.KINDS.items(), ids=list(broken.KINDS))
def test_a_broken_kind_is_refused_for_what_is_broken(message, kind):
    with pytest.raises(ConformanceError, match=message):
        check_kind(kind)


def test_a_disguise_tells_the_suite_what_ought_to_be_secret():
    """A game that shows a secret and guesses only what agrees with it is not found out without."""
    leaky = broken.broken(
        toys.Duel, {"observation": broken.seeing_far, "guess": broken.guessing_near}, board=toys.Toy.board
    )
    check_game(leaky)

    with pytest.raises(ConformanceError, match="can tell a state that differs only in secrets"):
        check_game(leaky, disguise=lambda state, player, rng: toys.DuelState.guess(state, player, rng))


def test_every_check_is_bitten():
    """No promise stands in the suite that no broken game breaks."""
    source = ast.parse(inspect.getsource(conformance))
    checks = {
        node.lineno for node in ast.walk(source)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("need", "self.need")
    }  # fmt: skip
    bitten = set()
    for check, cases in ((lambda game: check_game(game, games=2), broken.GAMES), (check_kind, broken.KINDS)):
        for case in cases.values():
            with pytest.raises(ConformanceError) as caught:
                check(case)
            frames = [
                frame
                for frame in traceback.extract_tb(caught.value.__traceback__)
                if frame.filename == conformance.__file__
            ]
            bitten |= {frame.lineno for frame in frames[-2:-1]}

    assert len(checks) > 50
    assert checks - bitten == set()

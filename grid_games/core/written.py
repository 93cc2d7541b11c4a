"""Games as people write them down: what the rules play by themselves may be written out or left out.

Whether a step is asked may depend on the settings, and on whether there was a choice. So a move that cannot be played
now may have been played already, or may come after what another setting plays by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from armada_sim.tabletop import InputError
from grid_games.core.extras import Extras, Unasked
from grid_games.core.protocol import IllegalMoveError, State


class Style(Enum):
    """How a move that can be read in two ways is read: an `end` of this step, or of one that was passed over."""

    ASKED = auto()
    """As the answer to what is asked."""

    FULL = auto()
    """As what the rules have played, where everything is written out."""

    TERSE = auto()
    """As what follows on all that another setting plays by itself."""


@dataclass(frozen=True, slots=True)
class Written:
    """A game up to some word of its text."""

    extras: Extras
    state: State[Any]
    last: tuple[Written, Any] | None = None
    """The game before the last move, and that move; None where nothing was played."""

    unasked: tuple[Unasked, ...] = ()
    """What the rules have played by themselves since, and was not written out yet."""

    @property
    def past(self) -> list[Written]:
        """The game before each move, and as it is."""
        found = [self]
        while (last := found[-1].last) is not None:
            found.append(last[0])
        return found[::-1]

    @property
    def moves(self) -> list[Any]:
        """What was played."""
        return [page.last[1] for page in self.past if page.last is not None]

    def holds(self, move: Any) -> bool:
        """Whether a move is not to be played because the rules have played it."""
        return any(one.move == move for one in self.unasked) and self.state.why_not(move) is not None

    def speaker(self, move: Any) -> str | None:
        """Whose move it is: of one that the rules have played the player for whom they did."""
        if self.holds(move):
            return next(one.player for one in self.unasked if one.move == move)
        player: str | None = self.state.current_player()
        return player

    def _without(self, one: Unasked) -> Written:
        at = self.unasked.index(one)
        return replace(self, unasked=self.unasked[:at] + self.unasked[at + 1 :])

    def _played(self, *moves: Any) -> Written:
        page = self
        for move in moves:
            after = page.state.play(move)
            unasked = (*page.unasked, *page.extras.unasked(page.state, move))
            page = replace(page, state=after, last=(page, move), unasked=unasked)
        return page

    def before(self, move: Any, *, across: bool = True) -> Written:
        """Up to where a move is to be judged: after what those say who have nothing to say. Unless `across`, no farther
        than the same player decides."""
        if self.holds(move) or self.state.why_not(move) is None:
            return self
        between = self.extras.leading(self.state, move, across=across)
        if across and not between:
            between = self.extras.silences(self.state, move)
        page = self._played(*between)
        if page.state.why_not(move) is not None:
            past = self.past
            recalled = self.extras.recalled([one.state for one in past], self.moves, move)
            if recalled is not None:
                return past[recalled[0]]._played(*recalled[1])
        return page

    def said(self, move: Any, style: Style = Style.ASKED) -> Written:
        """With one move more. Raises IllegalMoveError."""
        page = self
        if style is Style.TERSE:
            while (implied := self.extras.implied(page.state)) is not None:
                page = page._played(implied)
        done = sorted((one for one in page.unasked if one.move == move), key=lambda one: not one.set)
        if page.holds(move) or (style is Style.FULL and done and done[0].set):
            return page._without(done[0])
        page = page.before(move)
        return replace(page, unasked=())._played(move)

    def read(self, text: str, style: Style = Style.ASKED) -> Written:
        """The game after a text. Raises InputError, or IllegalMoveError."""
        page = self
        for part in map(str.strip, text.split(";")):
            for move in page.understood(part):
                page = page.said(move, style)
        return page

    def understood(self, part: str) -> list[Any]:
        """The moves of a text without semicolons: one, or what it stands for. Raises InputError."""
        phrase = () if self.extras.phrase is None else self.extras.phrase(self.state, part)
        return [self.state.game.parse(text) for group in phrase or ((part,),) for text in group]


def follow(page: Written, texts: Sequence[tuple[str, str]]) -> Written:
    """The game after all texts, each with its key, in the first style in which they can be played. Raises InputError
    with the key where the reading fails that goes farthest."""
    failed: list[tuple[int, str]] = []
    for style in Style:
        now, count = page, 0
        try:
            while count < len(texts):
                now = now.read(texts[count][1], style)
                count += 1
        except (InputError, IllegalMoveError) as error:
            failed.append((count, error.message))
        else:
            return now
    count, message = max(failed, key=lambda one: one[0])
    raise InputError(message, key=texts[count][0])

"""Clocks of a game at the table: so much time for each person, and some more for each turn; nothing ends by itself."""

from __future__ import annotations

from dataclasses import replace

from armada_sim.play import Phase
from armada_sim.tabletop import Message
from armada_sim.tabletop.web import RefusedError
from armada_sim.web.playing import Clock, Playing


def started(playing: Playing, seconds: float, increment: float, now: float) -> Playing:
    """A game with clocks. seconds: of each person. increment: seconds more after each turn. now: seconds."""
    left = {player: seconds for player, kind in playing.who.items() if kind == "human"}
    return replace(playing, clock=Clock(left, increment, now))


def runs(playing: Playing) -> str | None:
    """Whose clock runs: of the person who decides, from the first turn on."""
    game, clock = playing.sitting.game, playing.clock
    if clock is None or playing.claimed or game.state.phase is not Phase.PLAY:
        return None
    player = game.current_player()
    return player if player in clock.left else None


def left(playing: Playing, now: float) -> dict[str, float]:
    """Seconds that each person has, below zero where the time is up; now: seconds."""
    if playing.clock is None:
        return {}
    running = runs(playing)
    spent = max(0.0, now - playing.clock.since)
    return {player: had - (spent if player == running else 0.0) for player, had in playing.clock.left.items()}


def ticked(before: Playing, after: Playing, now: float) -> Playing:
    """The game after a change, with what it took; whoever ended his turn has the increment more."""
    if before.clock is None:
        return after
    have, was = left(before, now), runs(before)
    if was and len(after.events) > len(before.events) and after.sitting.game.current_player() != was:
        have[was] += before.clock.increment
    return replace(after, clock=replace(before.clock, left=have, since=now))


def claimed(playing: Playing, seats: frozenset[str], now: float) -> Playing:
    """The game ended by a person whose opponent has no time left. Raises RefusedError."""
    running = runs(playing)
    claiming = sorted(player for player in seats if player != running and playing.who.get(player) == "human")
    if running is None or left(playing, now)[running] > 0:
        raise RefusedError(Message("nobody's time is up"))
    if not claiming:
        raise RefusedError(Message("only another player may claim the game"))
    return replace(playing, claimed=(running, claiming[0]), asked=None)

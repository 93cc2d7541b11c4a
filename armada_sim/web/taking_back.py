"""Taking back at the table: at once where one device has all the people; where others play too, they are asked."""

from __future__ import annotations

from dataclasses import replace

from armada_sim.tabletop import Message
from armada_sim.tabletop.web import RefusedError
from armada_sim.web.playing import Asked, Playing


def people(playing: Playing) -> frozenset[str]:
    """The players who are people."""
    return frozenset(player for player, kind in playing.who.items() if kind == "human")


def at_once(playing: Playing, seats: frozenset[str]) -> bool:
    """Whether the holder of seats may take back without asking: as in the terminal."""
    return bool(playing.sitting.before) and people(playing) <= seats and not playing.claimed


def askable(playing: Playing, seats: frozenset[str]) -> Asked | None:
    """What the holder of seats may ask the others for: to be before the last action of one of them."""
    mine = people(playing) & seats
    if not mine or mine == people(playing) or playing.asked or playing.claimed:
        return None
    for game, actions in reversed(playing.sitting.before):
        if game.current_player() in mine:
            return Asked(mine, len(actions), mine)
    return None


def taken_back(playing: Playing, seats: frozenset[str], answer: bool | None) -> tuple[Playing, list[str]]:
    """The game before the last action of a person, or with the question to the others or their answer.

    answer: to what is asked; None to take back or to ask. Raises RefusedError.
    """
    if answer is not None:
        return _answered(playing, seats, yes=answer)
    if at_once(playing, seats):
        return _back(playing, len(playing.sitting.before[-1][1])), [Message("Taken back.")]
    asked = askable(playing, seats)
    if asked is None:
        raise RefusedError(Message("There is nothing to take back."))
    return replace(playing, asked=asked, declined=""), []


def _answered(playing: Playing, seats: frozenset[str], *, yes: bool) -> tuple[Playing, list[str]]:
    asked, mine = playing.asked, people(playing) & seats
    if asked is None or mine <= asked.agreed:
        raise RefusedError(Message("Nothing is asked of you."))
    if not yes:
        return replace(playing, asked=None, declined=min(mine)), []
    agreed = asked.agreed | mine
    if people(playing) <= agreed:
        return _back(playing, asked.to), [Message("Taken back.")]
    return replace(playing, asked=replace(asked, agreed=agreed)), []


def _back(playing: Playing, to: int) -> Playing:
    """The game after so many of its actions; a person decided there."""
    before = playing.sitting.before
    number = next(i for i, (_, actions) in enumerate(before) if len(actions) == to)
    game, actions = before[number]
    sitting = replace(playing.sitting, game=game, actions=actions, before=before[:number])
    return replace(playing, sitting=sitting, events=playing.events[:to], asked=None, declined="")

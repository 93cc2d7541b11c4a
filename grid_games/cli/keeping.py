"""Records of a board game at the terminal: what a person may keep of it."""

from __future__ import annotations

from pathlib import Path

from armada_sim.tabletop import InputError, Message, check_targets, write_files
from armada_sim.tabletop.terminal import say
from grid_games.cli.turns import Turns
from grid_games.core.records import Record, View


def _view(turns: Turns, record: Record) -> View:
    """What the player to move has been told of the game, and sees now."""
    states, moves, viewer = turns.match.states, turns.match.moves, turns.front.current_player() or ""
    told = [
        turns.words.say("{player}: {told}", player=turns.called(before.current_player()), told=text)
        for before, move, after in zip(states, moves, states[1:], strict=False)
        if (text := turns.reads(before, move, after, viewer))
    ]
    return View(record.game, record.players, record.settings, record.seats, viewer, told, turns.shown())


def save(turns: Turns, file: str) -> list[str]:
    """Write the record so far to a file; while anything is hidden, what whoever asks may know of it."""
    if len(file.split()) != 1:
        return [Message("Say where: save FILE.json")]
    record, veiled = turns.match.record(list(turns.seats.values())), turns.veiled(turns.state)
    kept = _view(turns, record) if veiled else record
    try:
        check_targets([("save", file, (".json",))])
        write_files([(Path(file), kept.text().encode())])
    except InputError as error:
        return [turns.words.complaint(error)]
    told = Message("The record is in {file}.", file=file)
    if veiled:
        told = Message("What you may know is in {file}; a game goes on from what --record writes.", file=file)
    say(turns.words.tell(told))
    return []

"""What a replay found, in words for people and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from armada_sim.files import CHAINED, Change, IllegalAction, Record, Replay, digest, program_version
from armada_sim.play import Action, Game, Reinforcement, notation
from armada_sim.table import SIDES
from armada_sim.tabletop import N_, Message
from armada_sim.wording.game_words import Teller


@dataclass(frozen=True, slots=True)
class Played:
    """An action of a replay."""

    number: int
    """From 1."""

    action: Action
    before: Game
    after: Game


def played(found: Replay) -> Iterator[Played]:
    """The actions that were played again, in order."""
    steps = zip(found.record.actions, found.games, found.games[1:], strict=False)
    for number, (action, before, after) in enumerate(steps, 1):
        yield Played(number, action, before, after)


_PERSON = N_("human")
"""The note of a seat that `armada play` writes for a person."""


def heading_lines(record: Record, tell: Teller) -> list[str]:
    """Players and rules."""
    agreement, notes = record.agreement, dict(record.notes)
    seats = []
    for seat in agreement.seats:
        side = seat.side and tell.tell(SIDES[seat.side])
        team = seat.team and tell.say("team {team}", team=seat.team)
        note = notes.get(seat.player) and tell.say(notes[seat.player])
        turn = seat.actions and tell.say_many("{n} action a turn", "{n} actions a turn", seat.actions)
        about = [word for word in (side, team, note, turn) if word]
        seats.append(tell.called(seat.player) + (f" ({', '.join(about)})" if about else ""))
    changed = ", ".join(f"{key} = {value}" for key, value in agreement.rules.not_default().items())
    rules = (
        tell.say("Rules: {list}; otherwise the defaults.", list=changed)
        if changed
        else tell.say("Rules: the defaults.")
    )
    later = tell.in_turn([tell.tell(coming(one)) for one in agreement.reinforcements])
    reinforced = [tell.say("Reinforcements: {list}.", list=later)] if later else []
    return [tell.say("Players: {list}.", list=tell.in_turn(seats)), rules, *reinforced]


def coming(one: Reinforcement) -> Message:
    """A ship that is to come onto the table: without a full stop."""
    return Message("{ship} ({player}) from turn {n} on", ship=one.ship.name, player=one.ship.player, n=one.turn)


def account(found: Replay, lang: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The game by turns: a heading, and each action's number with notation, and its words."""
    tell, parts = Teller(lang), list[tuple[str, list[tuple[str, str]]]]()
    for step in played(found):
        heading = tell.heading(step.before)
        if not parts or parts[-1][0] != heading:
            parts.append((heading, []))
        parts[-1][1].append(
            (f"{step.number}. {notation(step.action)}", tell.action(step.before, step.action, step.after))
        )
    return parts


def ending(found: Replay, tell: Teller) -> str:
    """How the game stands at the end of what was played again."""
    *before, last = found.games
    turns = before[-1].state.turns + 1 if before and last.outcome() is not None else last.state.turns
    length = tell.say("Turns: {turns}; actions: {actions}", turns=turns, actions=len(before))
    return f"{tell.standing(last)}. {length}."


def fault_lines(fault: IllegalAction, program: str = "") -> list[str]:
    """The first action that is not allowed, and every reason against it; last, which other version wrote the record."""
    values = {"number": fault.number, "action": notation(fault.action), "player": fault.player}
    by, alone = (
        N_("Action {number} by {player} is not allowed: {action}"), N_("Action {number} is not allowed: {action}")
    )  # fmt: skip
    lines: list[str] = [Message(by if fault.player else alone, **values)]
    lines += [
        Message("{text} [{clause}]", text=reason.text, clause=str(reason.clause)) for reason in fault.error.reasons
    ]
    if _foreign(program):
        lines.append(
            Message(
                "the record was written by version {program}, this is {version}",
                program=program, version=program_version(),
            )
        )  # fmt: skip
    return lines


def _foreign(program: str) -> bool:
    """Whether a record's program is known to be another than this."""
    return program not in ("", program_version())


def notes(record: Record) -> list[Message]:
    """What else is to be said of a record: that it is of the older kind."""
    said = N_(
        "This record is of the older kind (format {n}), without digests of its actions: a change may go unnoticed."
    )
    return [Message(said, n=record.format)] if record.format < CHAINED and record.actions else []


def difference(found: Replay) -> Message:
    """How the record is not as it was written, or its end not the recorded one, and what wrote it, in a sentence."""
    if found.record.change is not None:
        return changed(found.record.change)
    other = N_("This record, written by version {program}, does not replay the same: {difference}.")
    same = N_("This record does not replay the same: {difference}.")
    program = found.record.program
    return Message(other if _foreign(program) else same, program=program, difference=found.differs)


def changed(change: Change) -> Message:
    """What in a record is first not as it was written, in a sentence."""
    return Message("This record is not as it was written: {difference}.", difference=change.text)


def document(found: Replay, lang: str) -> dict[str, Any]:
    """The replay as plain data."""
    tell, record, last = Teller(lang), found.record, found.games[-1]
    result, fault, change = last.outcome(), found.fault, record.change
    return {
        "title": tell.say(record.title) if record.title else "",
        "format": record.format,
        "program": record.program,
        "notes": [tell.tell(note) for note in notes(record)],
        "rules": record.agreement.rules.not_default(),
        "players": list(record.agreement.players),
        "allowed": found.good,
        "actions": [
            {
                "number": step.number,
                "player": step.before.current_player(),
                "turn": step.before.state.turns + 1 if step.before.state.turn else 0,
                "action": notation(step.action),
                "text": tell.action(step.before, step.action, step.after),
            }
            for step in played(found)
        ],
        "fault": None if fault is None else {
            "number": fault.number,
            "player": fault.player,
            "action": notation(fault.action),
            "reasons": [reason.as_json(lang) for reason in fault.error.reasons],
        },
        "changed": None if change is None else {"part": change.part, "number": change.number},
        "differs": tell.tell(found.differs) or None,
        "outcome": None if result is None else {
            "winners": list(result.winners), "reason": result.reason, "text": tell.outcome(result)
        },
        "digest": digest(last.state),
    }  # fmt: skip

"""Records of games: what was agreed on and every action, as a file that replays exactly.

    record = record_of(game, actions, title="…")      save_record(record, "game.json")
    record = load_game("game.json")                   replay(record).fault

A record is JSON (`armada schema game`). Its actions are lines of notation (see `actions`), its lengths mm, and its
numbers decimals, so what is read is what was written. Digests, each over the one before it (see `chain`), tell what in
it was changed first; a digest of the last position tells a later program whether its replay ends in the same position.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from armada_sim.evidence import Reason
from armada_sim.files.chain import chain_of
from armada_sim.files.game_model import FORMAT
from armada_sim.files.record import Record, Start
from armada_sim.files.tables import number_of, object_table, point_of, rules_table, ship_table, surface_table
from armada_sim.play import ENDINGS, Action, Game, IllegalActionError, State, notation, to_grid, units_of
from armada_sim.table import Clause
from armada_sim.tabletop import Fault, InputError, Listing, Message, Outcome, replaying as played_again, write_files

_WIDTH = 110
"""Characters of a line of a record that holds more than one value."""


def record_of(
    game: Game, actions: Sequence[Action], *, start: Start | None = None, title: str = "",
    notes: Mapping[str, str] | None = None,
) -> Record:  # fmt: skip
    """The record of a game that came to `game` by `actions`, from `start` if it was taken out of a battle."""
    agreement = game.state.agreement
    noted = tuple((notes or {}).items())
    return Record(agreement, tuple(actions), start, title, game.outcome(), digest(game.state), program_version(), noted)


def program_version() -> str:
    """The version of this program; "source" if it is run without being installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("armada-sim")
    except PackageNotFoundError:
        return "source"


def digest(state: State) -> str:
    """A digest of a position in whole numbers: the same game gives the same on every platform."""
    return f"sha256:{hashlib.sha256(canonical(state).encode()).hexdigest()}"


def canonical(state: State) -> str:
    """A position as text: ships with poses in millionths of a mm and of a degree, flags, turn and outcome."""
    left = state.turn.left if state.turn else 0
    rows: list[list[object]] = [
        ["phase", str(state.phase), state.decides, left, state.turns, state.rounds, state.quiet],
    ]
    for ship in state.layout.ships:
        rows.append(["ship", ship.name, ship.player, str(ship.size), *units_of(ship.pose), ship.damage])
    rows.append(["out", *state.out])
    for flag in state.flags:
        rows.append(["flag", flag.owner, flag.ship, *(to_grid(value) for value in flag.at or ())])
    if state.result is not None:
        rows.append(["result", *state.result.winners, state.result.reason])
    return "\n".join(json.dumps(row) for row in rows)


# --------------------------------------------------------------------------------------------- replay


IllegalAction = Fault[Action, IllegalActionError]
"""The first action of a record that the rules do not allow."""


@dataclass(frozen=True)
class Replay:
    """A record played again."""

    record: Record
    games: tuple[Game, ...]
    """The game before the first action and after every one that is allowed, up to the fault."""

    fault: IllegalAction | None = None
    differs: str = ""
    """What in the record is first not as it was written, else how the ending differs from the recorded one; empty if
    nothing does."""

    @property
    def good(self) -> bool:
        """Whether every action is allowed, the end is as recorded and the record as it was written."""
        return self.fault is None and not self.differs


def replay(record: Record, progress: Callable[[int], None] = lambda _: None) -> Replay:
    """A record played again, up to its end or its first fault; `progress` is called with every action's number.

    Raises InputError, with the key, for an action that means nothing in this game (a ship that was never there).
    """
    return replayed(record, [*replaying(record, progress)])


def replayed(record: Record, found: Sequence[Game | IllegalAction]) -> Replay:
    """What `replaying` gave, whole."""
    games = tuple(game for game in found if isinstance(game, Game))
    fault = next((fault for fault in found if isinstance(fault, Fault)), None)
    return Replay(record, games, fault, _difference(record, games[-1], ended=fault is None))


def replaying(record: Record, progress: Callable[[int], None] = lambda _: None) -> Iterator[Game | IllegalAction]:
    """As `tabletop.replaying`, of a record. Raises InputError as `replay` does."""
    begins = record.begin()
    try:
        yield from played_again(begins, record.actions, _played, IllegalActionError, "actions[{n}]", progress)
    except InputError as error:
        others = () if record.change is None else (InputError(record.change.text, file=record.file),)
        raise type(error)(error.message, key=error.key, file=record.file, others=others) from None


def _played(game: Game, action: Action) -> Game:
    if game.outcome() is not None:
        raise IllegalActionError((Reason(Clause.GAME_END, Message("the game was over before this action")),))
    return game.play(action)


def _difference(record: Record, game: Game, *, ended: bool) -> str:
    """How a record is not as it was written, or its end not the recorded one, in a clause; empty if neither is so."""
    if record.change is not None:
        return record.change.text
    if not ended:
        return ""
    stated, found = record.result, game.outcome()
    if (stated is not None or record.unfinished) and stated != found:
        return Message("the record says that {stated}; replayed, {found}", stated=_ending(stated), found=_ending(found))
    if record.digest and record.digest != digest(game.state):
        return Message("the position after the last action is not the one that was recorded (its digest differs)")
    return ""


def _ending(result: Outcome | None) -> Message:
    if result is None:
        return Message("the game goes on")
    reason = Message(ENDINGS.get(result.reason, result.reason))
    if not result.winners:
        return Message("the game was drawn ({reason})", reason=reason)
    return Message.counted(
        "{winners} won ({reason})", "{winners} all won ({reason})",
        len(result.winners), winners=Listing(result.winners), reason=reason,
    )  # fmt: skip


# -------------------------------------------------------------------------------------------- writing


def save_record(record: Record, path: str | Path) -> None:
    """Write a record, whole or not at all. Raises InputError for what a record or a file cannot be."""
    write_files([(Path(path), record_text(record).encode())])


def record_text(record: Record) -> str:
    """A record as the text of its file. Raises InputError for what no record can hold, with its key."""
    from armada_sim.files.game_reading import parse_game

    text = _json(_record_table(record)) + "\n"
    parse_game(text)
    return text


def _record_table(record: Record) -> dict[str, Any]:
    """A record as plain data: numbers are int or Decimal. Raises InputError.

    Every option is written, default or not, so that the record keeps its meaning when defaults change.
    """
    agreement = record.agreement
    found: dict[str, Any] = {"format": FORMAT, "program": record.program, "title": record.title}
    found["rules"] = rules_table(agreement.rules)
    found |= surface_table(agreement.surface, agreement.rules)
    found["objects"] = [object_table(thing) for thing in agreement.objects]
    found["tolerance"] = {"position": number_of(agreement.tolerance)}
    found["players"] = [
        {"player": seat.player, **_given(side=seat.side, team=seat.team or None, actions=seat.actions)}
        for seat in agreement.seats
    ]
    fleets = agreement.fleets
    found["fleets"] = fleets if isinstance(fleets, str) else [str(fleet) for fleet in fleets]
    found["lines"] = [
        {"attacker": line.attacker, "start": point_of(line.start), "end": point_of(line.end)}
        for line in agreement.lines
    ]
    found["reinforcements"] = [{**ship_table(one.ship), "turn": one.turn} for one in agreement.reinforcements]
    found["seed"] = agreement.seed
    if record.start is not None:
        found["start"] = _start_table(record.start)
    found["actions"] = [notation(action) for action in record.actions]
    if record.result is None:
        found["unfinished"] = True
    else:
        found["result"] = {"winners": list(record.result.winners), "reason": record.result.reason}
    found |= _given(digest=record.digest or None, notes=dict(record.notes) or None)
    empty = {"title": "", "objects": [], "lines": [], "reinforcements": []}
    found = {key: value for key, value in found.items() if key not in empty or empty[key] != value}
    return {**found, "chain": chain_of(found)}


def _given(**values: object) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _start_table(start: Start) -> dict[str, Any]:
    flags = [
        {"owner": flag.owner, **_given(at=None if flag.at is None else point_of(flag.at), ship=flag.ship)}
        for flag in start.flags
    ]
    return {
        "first": start.first,
        "ships": [ship_table(ship) for ship in start.ships],
        **({"flags": flags} if flags else {}),
    }


def _json(value: object, indent: str = "", *, spread: bool = True) -> str:
    """Plain data as readable JSON, decimals as they are; short lists and tables on a line, unless `spread`."""
    short = _inline(value)
    if not isinstance(value, dict | list) or not value or (not spread and len(indent + short) <= _WIDTH):
        return short
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [
            f"{inner}{_inline(key)}: {_json(item, inner, spread=key == 'actions' and not indent)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    rows = [inner + _json(item, inner, spread=False) for item in value]
    if not spread and all(isinstance(item, str) for item in value):
        rows = _filled(rows)
    return "[\n" + ",\n".join(rows) + f"\n{indent}]"


def _filled(rows: list[str]) -> list[str]:
    """Rows of one item each as rows of as many as there is room for."""
    filled = rows[:1]
    for row in rows[1:]:
        more = f"{filled[-1]}, {row.lstrip()}"
        filled[-1:] = [more] if len(more) < _WIDTH else [filled[-1], row]
    return filled


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_inline(key)}: {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    return f"{value:f}" if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)

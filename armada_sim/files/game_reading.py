"""From the text of a record to a game that can be played again; every mistake in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from armada_sim.files import game_model as model
from armada_sim.files.building import Builder, scaled, understood
from armada_sim.files.model import bare_table
from armada_sim.files.record import Record, Start
from armada_sim.geometry import Number
from armada_sim.play import Agreement, Flag, GoalLine, Seat, parse_action, rounded
from armada_sim.table import PRESETS, Layout, Rules, checked_coordinate
from armada_sim.tabletop import InputError, Message, Mistakes, Outcome, guess, inside, plain_data, read_text, shown


def load_game(path: str | Path) -> Record:
    """The record in a file, or on standard input if `path` is "-". Raises InputError."""
    file = Message("standard input") if str(path) == "-" else str(path)
    with inside(file=file):
        form: Literal["toml", "json"] = "toml" if Path(path).suffix.lower() == ".toml" else "json"
        return parse_game(read_text(path), file, form)


def parse_game(text: str, file: str = "", form: Literal["toml", "json"] = "json") -> Record:
    """The record in a text. Raises InputError: one sentence for all the mistakes found.

    The actions are understood and not yet played (`game_records.replay`).
    """
    with inside(file=file):
        return build_game(plain_data(text, form), file)


def game_schema() -> dict[str, Any]:
    """JSON Schema of a record, as plain data."""
    from armada_sim.files.schema import schema_of

    return schema_of(model.GameTable)


def build_game(raw: Mapping[str, Any], file: str = "") -> Record:
    """The record in plain data. Raises InputError for all the mistakes found."""
    given = raw.get("format")
    if isinstance(given, int) and not isinstance(given, bool) and not model.FIRST_FORMAT <= given <= model.FORMAT:
        written = raw.get("program")
        first, last, version = model.FIRST_FORMAT, model.FORMAT, written if isinstance(written, str) else ""
        said = Message(
            "records of format {given} cannot be read here, only {first} to {last}",
            given=shown(given),
            first=first,
            last=last,
        )
        if version and version.isprintable():
            said = Message("{said} (it was written by version {version})", said=said, version=version[:60])
        raise InputError(said, key="format")
    if given == model.FIRST_FORMAT:
        raw = _as_meant_then(raw)
    table, rules, mistakes = understood(raw, model.validated, model.TABLES)
    if "flags" in table:
        mistakes.attempt("flags", _only_in_format_1)
    agreement, layout = _agreement(table, rules, mistakes)
    start = mistakes.attempt("start", lambda: _start(table, layout))
    actions = [
        mistakes.attempt(f"actions[{i}]", partial(parse_action, line)) for i, line in enumerate(table["actions"], 1)
    ]
    for player in (*table["notes"], *table.get("result", {}).get("winners", ())):
        mistakes.attempt("notes" if player in table["notes"] else "result.winners", partial(agreement.seat, player))
    mistakes.stop_if_any()
    record = Record(
        agreement, tuple(action for action in actions if action), start, table["title"], _result(table),
        table.get("digest", ""), table["program"], tuple(table["notes"].items()), file, table["format"],
    )  # fmt: skip
    with inside(key="start" if start else ""):
        record.begin()
    return record


def _only_in_format_1() -> None:
    raise InputError(Message("is a key of format 1 only; rules.flag_kind says it since"))


def _as_meant_then(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record of format 1 with what it left out, as that was understood when it was written."""
    rules = raw.get("rules", "classic")
    if isinstance(rules, str):
        rules = {"preset": rules}
    if not isinstance(rules, Mapping):
        return raw
    preset = rules.get("preset", "classic")
    named = PRESETS.get(preset, {}) if isinstance(preset, str) else {}
    kind = {"flag_kind": raw["flags"]} if "flags" in raw else {}
    meant = {**model.UNSAID_IN_FORMAT_1, **named, **rules, **kind}
    return {**{key: value for key, value in raw.items() if key != "flags"}, "rules": meant}


def _agreement(table: model.GameTable, rules: Rules, mistakes: Mistakes) -> tuple[Agreement, Layout]:
    """What was agreed on, and the table it begins with. Raises InputError."""
    begins = table.get("start", {}).get("ships", [])
    pieces = bare_table(table["unit"], begins, table["objects"], table.get("surface"))
    if "tolerance" in table:
        pieces["tolerance"] = table["tolerance"]
    layout = Builder(pieces, rules, mistakes, "start.ships").layout()
    players = [row["player"] for row in table["players"]]
    lines = [
        mistakes.attempt(f"lines[{i}]", partial(_line, row, players, table["unit"]))
        for i, row in enumerate(table["lines"], 1)
    ]
    seats = [mistakes.attempt(f"players[{i}]", partial(_seat, row)) for i, row in enumerate(table["players"], 1)]
    mistakes.stop_if_any()
    assert layout is not None
    given = table["fleets"]
    agreement = Agreement(
        tuple(seat for seat in seats if seat), rules, layout.surface, layout.objects,
        tuple(given) if isinstance(given, list) else given, tuple(line for line in lines if line),
        layout.tolerance, table["seed"],
    )  # fmt: skip
    return agreement, layout


def _seat(row: model.SeatTable) -> Seat:
    return Seat(row["player"], row.get("side"), row.get("team", ""))


def _line(row: model.LineTable, players: list[str], unit: str) -> GoalLine:
    name = row["attacker"]
    if name not in players:
        raise InputError(
            Message("no player is called {name}{guess}", name=repr(name), guess=guess(name, players)), key="attacker"
        )
    return GoalLine(name, _on_table(row["start"], "start", unit), _on_table(row["end"], "end", unit))


def _on_table(point: list[Any], key: str, unit: str) -> tuple[Number, Number]:
    """A point in mm."""
    x, y = (scaled(value, unit) for value in point)
    for value, what in ((x, "x"), (y, "y")):
        with inside(key=key):
            checked_coordinate(value, what)
    return x, y


def _start(table: model.GameTable, layout: Layout) -> Start | None:
    given = table.get("start")
    if given is None:
        return None
    ships = tuple(replace(ship, pose=rounded(ship.pose), misfit=0.0, measured=()) for ship in layout.ships)
    return Start(ships, given["first"], tuple(_flag(row, i, table["unit"]) for i, row in enumerate(given["flags"], 1)))


def _flag(row: model.FlagTable, number: int, unit: str) -> Flag:
    at = row.get("at")
    return Flag(row["owner"], None if at is None else _on_table(at, f"flags[{number}].at", unit), row.get("ship"))


def _result(table: model.GameTable) -> Outcome | None:
    given = table.get("result")
    return None if given is None else Outcome(tuple(given["winners"]), given["reason"])

"""From the text of a record to a game that can be played again; every mistake in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from armada_sim.files import game_model as model
from armada_sim.files.building import Builder, scaled, understood
from armada_sim.files.chain import Change, first_change
from armada_sim.files.goals import flag_of, line_of
from armada_sim.files.model import bare_table
from armada_sim.files.record import Record, Start
from armada_sim.geometry import Number
from armada_sim.play import Agreement, Reinforcement, Seat, parse_action, rounded
from armada_sim.table import GONE, PRESETS, Layout, Rules, UnitName, checked_coordinate
from armada_sim.tabletop import (
    N_,
    InputError,
    Message,
    Mistakes,
    Outcome,
    inside,
    plain_data,
    read_text,
    recorded,
    shown,
)


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

    return schema_of(model.GameTable, GONE)


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
    change = first_change(raw) if "chain" in raw else None
    try:
        return _built(raw, file, change)
    except InputError as error:
        if "chain" in raw:  # was it changed, or is it of another version's time?
            said = Message("{problem} ({digests})", problem=error.message, digests=_whole(raw, change))
            raise type(error)(said, key=error.key, others=error.others) from None
        raise


def _whole(raw: Mapping[str, Any], change: Change | None) -> Message:
    """What the chain of a record says of it where it cannot be understood."""
    if change is not None:
        return change.text
    return Message("all of it is as version {program} wrote it", program=shown(raw.get("program", "")))


def _built(raw: Mapping[str, Any], file: str, change: Change | None) -> Record:
    if raw.get("format") == model.FIRST_FORMAT:
        raw = _as_meant_then(raw)
    if isinstance(rules := raw.get("rules"), Mapping):
        with inside(key="rules"):
            raw = {**raw, "rules": recorded((), GONE, rules)}
    table, rules, mistakes = understood(raw, model.validated, model.TABLES)
    mistakes.attempt("", partial(_of_its_format, table))
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
        table["unfinished"], change,
    )  # fmt: skip
    with inside(key="start" if start else ""):
        record.begin()
    return record


def _of_its_format(table: model.GameTable) -> None:
    """Raises InputError for a key that its format does not have, and without the chain that it needs."""
    if "flags" in table:
        raise InputError(Message("is a key of format 1 only; rules.flag_kind says it since"), key="flags")
    if table["format"] < model.CHAINED:
        for key in ("chain", "unfinished"):
            if table.get(key):
                raise InputError(Message("is a key of format {n} and later ones", n=model.CHAINED), key=key)
    elif "chain" not in table and (table["actions"] or "result" in table):
        said = N_("is missing; a game that is written down by hand, without digests, is of format {n}")
        raise InputError(Message(said, n=model.CHAINED - 1), key="chain")


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
    layout = Builder(pieces, rules, mistakes, "start.{}[{}]".format).layout()
    players = [row["player"] for row in table["players"]]
    lines = [
        mistakes.attempt(f"lines[{i}]", partial(line_of, row, players, partial(_on_table, table["unit"])))
        for i, row in enumerate(table["lines"], 1)
    ]
    later = to_come(table["reinforcements"], table["unit"], rules, mistakes)
    seats = [mistakes.attempt(f"players[{i}]", partial(_seat, row)) for i, row in enumerate(table["players"], 1)]
    mistakes.stop_if_any()
    assert layout is not None
    given = table["fleets"]
    agreement = Agreement(
        tuple(seat for seat in seats if seat), rules, layout.surface, layout.objects,
        tuple(given) if isinstance(given, list) else given, tuple(line for line in lines if line),
        layout.tolerance, table["seed"], later,
    )  # fmt: skip
    return agreement, layout


def to_come(
    rows: Sequence[model.ReinforcementTable], unit: UnitName, rules: Rules, mistakes: Mistakes
) -> tuple[Reinforcement, ...]:
    """The ships that come onto the table during a game, those of them that can be."""
    layout = Builder(bare_table(unit, [*rows], [], None), rules, mistakes, lambda _, i: f"reinforcements[{i}]").layout()
    made = [
        mistakes.attempt(f"reinforcements[{i}]", partial(Reinforcement, ship, row["turn"]))
        for i, (ship, row) in enumerate(zip(layout.ships if layout else (), rows, strict=False), 1)
    ]
    return tuple(one for one in made if one)


def _seat(row: model.SeatTable) -> Seat:
    return Seat(row["player"], row.get("side"), row.get("team", ""), row.get("actions"))


def _on_table(unit: str, point: Sequence[Any], key: str) -> tuple[Number, Number]:
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
    ships = tuple(ship.at(rounded(ship.pose)) for ship in layout.ships)
    flags = []
    for i, row in enumerate(given["flags"], 1):
        with inside(key=f"flags[{i}]"):
            flags.append(flag_of(row, partial(_on_table, table["unit"])))
    return Start(ships, given["first"], tuple(flags))


def _result(table: model.GameTable) -> Outcome | None:
    given = table.get("result")
    return None if given is None else Outcome(tuple(given["winners"]), given["reason"])

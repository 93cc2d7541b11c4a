"""What is agreed on before `armada play` begins: from options on the command line, or from a game file.

Options become the same table that a game file is, so both are checked by the same code; a mistake is reported with the
option it was typed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from armada_sim.files.setups import SETUPS, SIDES, fleets_of, usual_setup
from armada_sim.tabletop import N_, InputError, Message

if TYPE_CHECKING:
    from armada_sim.files.agreed import Agreed

_TYPED = {
    "players": "--players", "sides": "--side", "teams": "--team", "fleets": "--fleet", "setup": "--setup",
    "preset": "--rules", "options": "--set", "surface": "--surface", "objects": "--object", "lines": "--line",
    "seed": "--seed",
}  # fmt: skip
"""The option in which each wish was typed; most are called as the key of a game file that says the same."""


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What was typed, as it was typed; None or empty where an option was not given."""

    players: str | None = None
    sides: Sequence[str] = ()
    teams: Sequence[str] = ()
    fleets: Sequence[str] = ()
    setup: str | None = None
    preset: str | None = None
    options: Sequence[str] = ()
    surface: str | None = None
    objects: Sequence[str] = ()
    lines: Sequence[str] = ()
    seed: int | None = None

    def given(self) -> list[str]:
        """The options that were given, except the seed."""
        return [option for name, option in _TYPED.items() if name != "seed" and getattr(self, name)]


def from_file(path: str, wishes: Wishes, text: str | None = None) -> Agreed:
    """The game in a file without actions (TOML whose text is given, if any), with the seed that was typed if any.

    Raises InputError.
    """
    from armada_sim.files import load_game, parse_game
    from armada_sim.files.agreed import Agreed
    from armada_sim.wording.replay_report import changed

    for option in wishes.given():
        raise InputError(Message("is said in the game file"), key=option)
    record = load_game(path) if text is None else parse_game(text, path, "toml")
    if record.actions:
        said = N_("holds {n} of a game that was played; a game file to play has none (armada replay plays it again)")
        raise InputError(Message(said, n=len(record.actions)), file=path, key="actions")
    if wishes.seed is not None:
        record = replace(record, agreement=replace(record.agreement, seed=wishes.seed))
    return Agreed(record, () if record.change is None else (changed(record.change),))


def from_options(wishes: Wishes) -> Agreed:
    """The game that options describe. Raises InputError with the option."""
    from armada_sim.files import build_game
    from armada_sim.files.agreed import Agreed, with_line

    try:
        raw, notes = with_line(_table(wishes))
        return Agreed(build_game(raw), (*notes, Message("--line sets another goal line.")) if notes else ())
    except InputError as error:
        others = [type(one)(one.message, key=_option_of(one.key, wishes)) for one in error.others]
        raise type(error)(error.message, key=_option_of(error.key, wishes), others=others) from None


# from options to the table of a game file


def _table(wishes: Wishes) -> dict[str, Any]:
    names = [name.strip() for name in (wishes.players or "red, blue").split(",")]
    sides = _pairs(wishes.sides, "--side", "red=south", names)
    teams = _pairs(wishes.teams, "--team", "red=west", names)
    usual = dict(zip(names, SIDES.get(len(names), ()), strict=False))
    seats = []
    for name in names:
        row = {"player": name, "side": sides.get(name, usual.get(name)), "team": teams.get(name)}
        seats.append({key: value for key, value in row.items() if value is not None})
    fleets, more = _fleets(wishes, names)
    raw: dict[str, Any] = {
        "format": 2, "rules": {"preset": wishes.preset or "classic", **more, **_options(wishes.options)},
        "players": seats,
        "fleets": fleets, "objects": [_object(text) for text in wishes.objects],
        "lines": [_line(text) for text in wishes.lines],
    }  # fmt: skip
    extra = {"surface": _surface(wishes.surface), "seed": wishes.seed}
    return raw | {key: value for key, value in extra.items() if value is not None}


def _fleets(wishes: Wishes, names: Sequence[str]) -> tuple[Any, Mapping[str, str]]:
    """The fleets of a game file, and the options that go with them."""
    given = _pairs(wishes.fleets, "--fleet", "red=L2 M2 S2", names)
    if given and wishes.setup is not None:
        raise InputError(Message("says nothing beside --fleet"), key="--setup")
    for name in names if given else ():
        if name not in given:
            raise InputError(Message("{name} has none: give every player a fleet, or nobody", name=name), key="--fleet")
    if given:
        return [given[name] for name in names], {}
    setup = wishes.setup or usual_setup(len(names))
    return fleets_of(setup, len(names)), SETUPS[setup]


def _pairs(given: Sequence[str], option: str, example: str, names: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE of players. Raises InputError."""
    from armada_sim.tabletop import guess

    found: dict[str, str] = {}
    for text in given:
        name, _, value = (part.strip() for part in text.partition("="))
        if not (name and value):
            raise InputError(
                Message("expected NAME=..., such as {example}, not {given}", example=repr(example), given=repr(text)),
                key=option,
            )
        if name not in names:
            raise InputError(
                Message("no player is called {name}{guess}", name=repr(name), guess=guess(name, names)), key=option
            )
        if name in found:
            raise InputError(Message("is given twice for {name}", name=name), key=option)
        found[name] = value
    return found


def _options(given: Sequence[str]) -> dict[str, Any]:
    """KEY=VALUE of the rules; whole numbers are numbers."""
    from armada_sim.table import GONE

    found: dict[str, Any] = {}
    for text in given:
        key, _, value = (part.strip() for part in text.partition("="))
        if not (key and value):
            raise InputError(
                Message("expected KEY=VALUE, such as game_limit=turns(40), not {given}", given=repr(text)), key="--set"
            )
        if key in GONE:
            raise InputError(GONE[key].message, key=f"--set {key}")
        if key in found:
            raise InputError(Message("is given twice"), key=f"--set {key}")
        found[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return found


def _surface(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    if text.strip().startswith("disc"):
        radius = _length(text.strip().removeprefix("disc").strip(), "--surface")
        return {"disc": {"center": [radius, radius], "radius": radius}}
    points = _points(text, "--surface")
    if len(points) == 1:
        return {"rectangle": points[0]}
    return {"polygon": points}


def _object(text: str) -> dict[str, Any]:
    name, _, corners = (part.strip() for part in text.partition("="))
    if not (name and corners):
        raise InputError(
            Message("expected NAME=CORNERS, such as 'reef=400,400; 500,400; 450,480', not {given}", given=repr(text)),
            key="--object",
        )
    return {"name": name, "polygon": _points(corners, "--object")}


def _line(text: str) -> dict[str, Any]:
    attacker, _, ends = (part.strip() for part in text.partition("="))
    points = _points(ends, "--line") if ends else []
    if not attacker or len(points) != 2:
        raise InputError(
            Message("expected ATTACKER=START; END, such as 'red=0,864; 914,864', not {given}", given=repr(text)),
            key="--line",
        )
    return {"attacker": attacker, "start": points[0], "end": points[1]}


def _points(text: str, option: str) -> list[list[Decimal | str]]:
    """Points such as `400,400; 500,400`, or with units `10 in, 12 in`."""
    found = []
    for part in text.split(";"):
        values = [_length(value, option) for value in part.split(",")]
        if len(values) != 2:
            raise InputError(
                Message("expected points such as '400,400; 500,400', not {given}", given=repr(part.strip())), key=option
            )
        found.append(values)
    return found


def _length(text: str, option: str) -> Decimal | str:
    """A number (mm), or a length with its unit, which the reader of files checks."""
    text = text.strip()
    if not text:
        raise InputError(Message("expected a number (mm) or a length such as '10 in'"), key=option)
    try:
        return Decimal(text) if len(text) < 60 else text
    except InvalidOperation:
        return text


def _option_of(key: str, wishes: Wishes) -> str:
    """The option in which what stands at a key of a game file was typed."""
    if key.startswith("--"):
        return key
    first, _, rest = key.partition(".")
    first = first.partition("[")[0]
    if first == "rules":
        typed = [text.partition("=")[0].strip() for text in wishes.options]
        option = rest.partition(".")[0]
        return f"--set {option}" if option in typed else "--rules" if option == "preset" else f"--setup: {key}"
    if first == "fleets":
        return "--fleet" if wishes.fleets else "--setup"
    if first == "players" and rest in ("side", "team"):
        return f"--{rest}"
    return _TYPED.get(first, key)

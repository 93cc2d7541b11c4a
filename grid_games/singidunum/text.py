"""A position as a line of text: `3 romans 2-1 E9@e4 C6@d5' / H7@f5 A4@j9!' burnt j6 entered romans passed barbarians`.

The turn, whose go it is, the points of Romans and barbarians, their units left and right of the slash (an apostrophe: activated;
"!": it came to its hex in the enemy base by a retreat); then, where there is any, what is burnt, who has entered the enemy
base, who has passed. This is the moment before somebody chooses a unit; at any other a semicolon follows, what is to be decided (a word of
`draft`), and what is known of the action that is not over yet:

    3 romans 0-0 E9@e5 / C6@e6; answer lead=e5 lead-from=e4 target=e6 contact=e6 challenged=e6 attacks=1

Hexes of several with commas between them; `joint`, `fired`, `stay` and `vetoed` stand alone; what is not said is as at the
action's beginning. `over romans domination` tells who won, and why.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grid_games.core.protocol import NotationError
from grid_games.core.sets import members
from grid_games.singidunum import documents
from grid_games.singidunum.chapters.action import BETWEEN, State
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import GO, OVER
from grid_games.singidunum.units import NAMES

if TYPE_CHECKING:
    from grid_games.singidunum.game import Singidunum

EXAMPLE = "1 romans 0-0 E9@e4 C6@d5' / H7@f5 A4@i9"
START = r"\d+ (?:romans|barbarians) \d+-\d+ "

_LINE = re.compile(r"(\d) (romans|barbarians) (\d{1,3})-(\d{1,3}) ([^/]*)/(.*)")
_UNIT = re.compile(r"([A-Z]\d)@([a-z]\d{1,2})(!?)('?)")
_UNITS = ("lead", "helper", "target")
_PLACES = ("lead", "lead-from", "helper", "helper-from", "target", "left", "announced", "vacated")
_SETS = ("contact", "challenged", "choices")
_OTHERS = ("gone", "attacks", "advantage", "dice", "then", "manner", "who", "steps")
_FLAGS = {"joint": "joint", "fired": "fired", "stay": "may_stay", "vetoed": "vetoed"}
"""Words of an action, with the fields of the document that differ in name."""

ACTION = "answer lead=e5 lead-from=e4 target=e6 contact=e6 challenged=e6 attacks=1"

_MORE = ("burnt", "entered", "passed")


def read(game: Singidunum, text: str) -> State:
    """The state of a text. Raises NotationError that quotes what it cannot read."""
    line, semicolon, rest = text.strip().partition(";")
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise NotationError(f"{text!r} is no position; expected one such as {EXAMPLE}")
    turn, mover, one, other, romans, after = found.groups()
    barbarians, more = _sorted(after.split())
    phase, action, result = _now(rest) if semicolon else (GO, None, None)
    passed = more["passed"]
    if len(passed) > 1:
        raise NotationError(f"{' '.join(passed)!r}: one player passes first")
    document: dict[str, Any] = {
        "phase": phase, "turn": int(turn), "mover": mover, "passed": passed[0] if passed else None,
        "units": [_unit(word, player) for player, words in zip(PLAYERS, (romans.split(), barbarians), strict=True) for word in words],
        "burnt": more["burnt"], "points": [int(one), int(other)], "entered": more["entered"], "action": action, "result": result,
    }  # fmt: skip
    return documents.read(game, document)


def _now(text: str) -> tuple[str, dict[str, Any] | None, dict[str, Any] | None]:
    """What is to be decided, the action and the result of a text."""
    phase, *words = text.split() or [""]
    if phase == OVER:
        names = [word for word in words if word in PLAYERS]
        if words == names:
            raise NotationError(f"{text.strip()!r} does not tell why the game is over")
        return phase, None, {"winners": names, "reason": " ".join(words[len(names) :])}
    if phase in BETWEEN:
        if words:
            raise NotationError(f"{' '.join(words)!r}: nothing is under way in the phase {phase}")
        return phase, None, None
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in (_FLAGS if not equals else (*_PLACES, *_SETS, *_OTHERS)) or key in given:
            raise NotationError(
                f"{word!r} tells nothing of an action; expected {', '.join((*_PLACES, *_SETS, *_OTHERS))} with =, or {', '.join(_FLAGS)}, each once"
            )
        given[key] = value
    try:
        return phase, _action(given), None
    except ValueError:
        raise NotationError(f"{text.strip()!r} is no action; expected one such as {ACTION}") from None


def _action(given: Mapping[str, str]) -> dict[str, Any]:
    """An action as a document."""
    places = {key: given.get(key) for key in _PLACES}
    sets = {key: given[key].split(",") if key in given else [] for key in _SETS}
    one, other = (int(face) for face in given.get("dice", "0,0").split(","))
    tasks = [
        (what, _UNITS.index(unit), int(steps))
        for what, unit, steps in (task.split(".") for task in given.get("then", "").split(",") if task)
    ]
    return {
        "at": [places["lead"], places["helper"], places["target"]], "came": [places["lead-from"], places["helper-from"]],
        "left": places["left"], "announced": places["announced"], "vacated": places["vacated"], **sets,
        "gone": sum(1 << _UNITS.index(unit) for unit in given.get("gone", "").split(",") if unit), "dice": [one, other], "tasks": tasks,
        "attacks": int(given.get("attacks", 0)), "advantage": int(given.get("advantage", 0)), "steps": int(given.get("steps", 0)),
        "manner": given.get("manner", ""), "who": _UNITS.index(given.get("who", "lead")),
        **{field: key in given for key, field in _FLAGS.items()},
    }  # fmt: skip


def _sorted(words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Units, and the words after each of `_MORE`."""
    lists: dict[str, list[str]] = {key: [] for key in ("", *_MORE)}
    key = ""
    for word in words:
        if word in _MORE:
            key = word
        else:
            lists[key].append(word)
    return lists.pop(""), lists


def _unit(word: str, player: str) -> dict[str, Any]:
    found = _UNIT.fullmatch(word)
    if found is None:
        raise NotationError(f"{word!r} is no unit on a hex; expected one such as E9@e4, activated E9@e4'")
    unit, name, fled, worn = found.groups()
    return {"unit": unit, "hex": name, "player": player, "available": not worn, "fled": bool(fled)}


def write(state: State) -> str:
    """The text of a state."""
    names = state.game.table.board.names
    sides = [
        " ".join(
            f"{NAMES[state.kinds[h]]}@{names[h]}{'!' if state.fled >> h & 1 else ''}{'' if state.ready >> h & 1 else chr(39)}"
            for h in members(men)
        )
        for men in state.men
    ]
    words = [f"{state.turn} {PLAYERS[state.mover]} {state.points[0]}-{state.points[1]}", sides[0], "/", sides[1]]
    if state.burnt:
        words += ["burnt", *(names[h] for h in members(state.burnt))]
    if state.entered:
        words += ["entered", *(player for side, player in enumerate(PLAYERS) if state.entered >> side & 1)]
    if state.passer >= 0:
        words += ["passed", PLAYERS[state.passer]]
    line = " ".join(word for word in words if word)
    if state.phase == GO:
        return line
    if state.result is not None:
        return " ".join((f"{line}; {state.phase}", *state.result.winners, state.result.reason))
    return " ".join(
        (f"{line}; {state.phase}", *(_told(documents.written(state)["action"]) if state.act is not None else ()))
    )


def _told(action: Mapping[str, Any]) -> list[str]:
    """What is known of an action."""
    at, came = action["at"], action["came"]
    places = dict(zip(("lead", "helper", "target"), at, strict=True)) | {"lead-from": came[0], "helper-from": came[1]}
    places |= {key: action[key] for key in ("left", "announced", "vacated")}
    words = [f"{key}={places[key]}" for key in _PLACES if places[key] is not None]
    words += [f"{key}={','.join(action[key])}" for key in _SETS if action[key]]
    values: dict[str, Any] = {
        "gone": ",".join(unit for number, unit in enumerate(_UNITS[:2]) if action["gone"] >> number & 1),
        "dice": ",".join(map(str, action["dice"])) if any(action["dice"]) else "",
        "then": ",".join(f"{what}.{_UNITS[unit]}.{steps}" for what, unit, steps in action["tasks"]),
        "who": _UNITS[action["who"]] if action["who"] else "",
        **{key: action[key] for key in ("attacks", "advantage", "steps", "manner")},
    }
    words += [f"{key}={values[key]}" for key in _OTHERS if values[key]]
    return [*words, *(key for key, field in _FLAGS.items() if action[field])]

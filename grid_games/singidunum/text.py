"""Positions for people: the board in characters, a line that can be read back, what is said at the table.

The line of a position is as in `3 romans 2-1 E9@e4 C6@d5' / H7@f5 A4@b6!' burnt j6 entered romans passed barbarians`:
the turn, whose go it is, the points of Romans and barbarians, their units left and right of the slash (an apostrophe:
activated; "!": it came to its hex in the enemy base by a retreat); then, where there is any, what is burnt, who has
entered the enemy base (whose units stand there, or have burnt a hex, need not be named), who has passed. Units may be
written as the board prints them, such as `c6'@d5`. This is the moment before somebody chooses a unit; at any other a
semicolon follows, what is to be decided (a `Phase`), and what is known of the action that is not over yet:

    3 romans 0-0 E9@e5 / C6@e6; answer lead=e5 lead-from=e4 target=e6 contact=e6 challenged=e6 attacks=1

Hexes of several with commas between them; `joint`, `fired`, `stay` and `vetoed` stand alone; what is not said is as at
the action's beginning. `over romans domination` tells who won, and why.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from armada_sim.tabletop import Listing, Message, Outcome, signed
from grid_games.core.extras import in_percent, in_turn
from grid_games.core.protocol import NotationError
from grid_games.core.sets import members
from grid_games.singidunum import documents, odds
from grid_games.singidunum.chapters.action import STEPS
from grid_games.singidunum.chapters.deployment import army, unspent
from grid_games.singidunum.chapters.retreat import refusals
from grid_games.singidunum.chapters.turns import ENDINGS
from grid_games.singidunum.moves import CALLED, MOST, PLAYERS, SPOKEN
from grid_games.singidunum.state import BETWEEN, HELPER, LEAD, TARGET, Phase, State, Terms

SIGNS = {"P": ".", "S": ",", "M": "%", "B": "#", "F": "^"}
"""How the board shows each terrain."""


def board_text(state: State, player: str | None) -> str:
    """The board in characters: units by name, as `read` takes them, Romans in capitals; an apostrophe: activated."""
    seen = state if player is None else state.observation(player)
    draft, board = seen, seen.table.board
    lines = ["    " + "".join(f"{column + 1:<4}" for column in range(max(map(len, board.rows)))).rstrip()]
    for r in range(len(board.rows)):
        cells = "".join(f"{_cell(draft, place):<4}" for place, row in enumerate(board.row) if row == r)
        lines.append(f"{chr(ord('a') + r)}   {'  ' * (r % 2)}{cells.rstrip()}")
    return Message("{board}\n{status}", board="\n".join(lines), status=_status(seen))


def _cell(draft: State, place: int) -> str:
    code = draft.kinds[place]
    if not code:
        return "*" if draft.burnt >> place & 1 else SIGNS[draft.table.board.terrain[place]]
    name = draft.table.numbers.names[code] + ("" if draft.ready >> place & 1 else "'")
    return name if draft.men[0] >> place & 1 else name.lower()


def _status(state: State) -> Message:
    mover = CALLED[state.mover]
    if state.phase == Phase.DEPLOY:
        return Message("The {player} deploy", player=mover)
    if state.turn == 0:
        return STEPS[state.phase].expects(state)
    now: dict[str, object] = {"where": where(state)}
    if state.result is not None:
        return _over(state.result, now)
    if state.passer < 0:
        return Message("{where}; to move: {player}", player=mover, **now)
    passer = CALLED[state.passer]
    return Message("{where}; the {passer} have passed; to move: {player}", passer=passer, player=mover, **now)


def where(state: State) -> Message:
    """The turn and the points, with how many there are and how many win."""
    told = {"turns": state.table.numbers.turns, "score": score_of(state.points), "total": state.table.victory}
    if not state.turn:
        return Message("Before turn 1 of {turns}; {score}; {total} points win", **told)
    return Message("Turn {n} of {turns}; {score}; {total} points win", n=state.turn, **told)


def aim(state: State, player: str) -> Sequence[str]:
    """What both play for and how far they are (sections 3, 13)."""
    aims: list[str] = [
        Message("A point for each enemy eliminated, two for each enemy base hex burnt at the end of a turn [13]."),
        Message(
            "Whoever has {total} points or more at the end of a turn, and more than the other, has won; after turn "
            "{turns} whoever has more, and of equals the one whose unit has entered the enemy base [3, 13].",
            total=state.table.victory, turns=state.table.numbers.turns,
        ),
    ]  # fmt: skip
    return aims


def decides(state: State) -> str:
    """Who decides, where it is not the side whose go it is."""
    seat = state.decision.decider(state)
    return Message("the {player} decide now", player=CALLED[seat]) if seat == 1 - state.mover else ""


def now(state: State, player: str) -> str:
    """How far both are."""
    return Message("{where}.", where=where(state))


def chances(state: State) -> Sequence[str]:
    """What the dice may give of the fight or shot that is answered or rolled for (sections 9, 11)."""
    told = in_numbers(state)
    match state.phase:
        case Phase.ANSWER | Phase.MELEE:
            return [Message("{fight}: {chances}", fight=told, chances=_of_melee(state))]
        case Phase.SUPPORT | Phase.SHOT:
            shares = odds.shot(state.rules, state.advantage)
        case Phase.DICE:
            shares = odds.supported(state.rules, state.advantage)
        case Phase.REROLL:
            return [_keep_or_reroll(state)]
        case Phase.REROLLED:
            shares = odds.rerolled(state.rules, state.advantage - state.dice[1])
        case _:
            return ()
    return [Message("{fight}: {chances}", fight=told, chances=_of_shot(state, shares))]


def _of_shot(state: State, shares: Mapping[int, Fraction]) -> str:
    """What may come of a shot."""
    listed = in_turn(in_percent(Message(odds.SHOTS[column]), share) for column, share in shares.items() if share)
    if shares[MOST] and state.heavy(state.at[TARGET]):
        return Message("{chances}; half of the first are saved", chances=listed)
    return listed


def _keep_or_reroll(state: State) -> str:
    """What comes of the dice that are seen, and what may come of another roll (U11)."""
    own, other = state.dice
    kept = odds.shot_column(state.advantage + own - other)
    return Message(
        "{fight}: keep ({result}) or reroll ({chances})",
        fight=in_numbers(state), result=Message(odds.SHOTS[kept]),
        chances=_of_shot(state, odds.rerolled(state.rules, state.advantage - other)),
    )  # fmt: skip


def _of_melee(state: State) -> str:
    """What may come of a melee if it is accepted."""
    lead, helper, target = (_fighter(state, place) for place in state.at)
    attackers = [one for one in (lead, helper if state.joint else None) if one is not None]
    assert target is not None
    found = odds.melee_of(state.rules, attackers, target)
    return in_turn(in_percent(told, share) for told, share in found.items() if share)


def _fighter(state: State, place: int) -> odds.Fighter | None:
    code = state.kinds[place] if place >= 0 else 0
    return odds.Fighter(state.table.numbers.names[code], available=bool(state.ready >> place & 1)) if code else None


def _over(result: Outcome, now: dict[str, object]) -> Message:
    why = Message(ENDINGS.get(result.reason, result.reason))
    if result.drawn:
        return Message("{where}; nobody won: {reason}", reason=why, **now)
    winners = Listing(CALLED[PLAYERS.index(winner)] for winner in result.winners)
    return Message("{where}; the {winners} won: {reason}", winners=winners, reason=why, **now)


def score_of(points: Sequence[int]) -> Message:
    """The points of both sides."""
    return Message("Romans {romans}, barbarians {barbarians}", romans=points[0], barbarians=points[1])


EXAMPLE = "1 romans 0-0 E9@e4 C6@d5' / H7@f5 A4@i9"
START = r"\d+ (?:romans|barbarians) \d+-\d+ "

_LINE = re.compile(r"(\d) (romans|barbarians) (\d{1,3})-(\d{1,3}) ([^/]*)/(.*)")
_UNIT = re.compile(r"([A-Za-z]\d)('?)@([a-z]\d{1,2})(!?)('?)")
_UNITS = ("lead", "helper", "target")
_PLACES = ("lead", "lead-from", "helper", "helper-from", "target", "left", "announced", "vacated")
_SETS = ("contact", "challenged", "choices")
_OTHERS = ("gone", "attacks", "advantage", "dice", "then", "manner", "who", "steps")
_FLAGS = {"joint": "joint", "fired": "fired", "stay": "may_stay", "vetoed": "vetoed"}
"""Words of an action, with the fields of the document that differ in name."""

ACTION = "answer lead=e5 lead-from=e4 target=e6 contact=e6 challenged=e6 attacks=1"

_MORE = ("burnt", "entered", "passed")


def read(game: Terms, text: str) -> State:
    """The state of a line. Raises NotationError that quotes what it cannot read."""
    line, semicolon, rest = text.strip().partition(";")
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise NotationError("{text} is no position; expected one such as {example}", text=repr(text), example=EXAMPLE)
    turn, mover, one, other, romans, after = found.groups()
    barbarians, more = _sorted(after.split())
    phase, action, result = _now(rest) if semicolon else ("go", None, None)
    passed = more["passed"]
    if len(passed) > 1:
        raise NotationError("{text}: one player passes first", text=repr(" ".join(passed)))
    document: dict[str, Any] = {
        "phase": phase, "turn": int(turn), "mover": mover, "passed": passed[0] if passed else None,
        "units": [_unit(word, player) for player,
        words in zip(PLAYERS, (romans.split(), barbarians), strict=True) for word in words],
        "burnt": more["burnt"], "points": [int(one), int(other)], "entered": more["entered"], "action": action,
        "result": result,
    }  # fmt: skip
    return documents.read(game, document)


def _now(text: str) -> tuple[str, dict[str, Any] | None, dict[str, Any] | None]:
    """What is to be decided, the action and the result of a text."""
    phase, *words = text.split() or [""]
    if phase == Phase.OVER:
        names = [word for word in words if word in PLAYERS]
        if words == names:
            raise NotationError("{text} does not say why the game is over", text=repr(text.strip()))
        return phase, None, {"winners": names, "reason": " ".join(words[len(names) :])}
    if phase in BETWEEN:
        if words:
            told = Message("{text}: nothing is under way in the phase {phase}", text=repr(" ".join(words)), phase=phase)
            raise NotationError(told)
        return phase, None, None
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in (_FLAGS if not equals else (*_PLACES, *_SETS, *_OTHERS)) or key in given:
            told = Message(
                "{word} says nothing of an action; expected {keys} with =, or {flags}, each once",
                word=repr(word), keys=", ".join((*_PLACES, *_SETS, *_OTHERS)), flags=", ".join(_FLAGS),
            )  # fmt: skip
            raise NotationError(told)
        given[key] = value
    try:
        return phase, _action(given), None
    except ValueError:
        told = Message("{text} is no action; expected one such as {example}", text=repr(text.strip()), example=ACTION)
        raise NotationError(told) from None


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
        "at": [places["lead"], places["helper"], places["target"]],
        "came": [places["lead-from"], places["helper-from"]],
        "left": places["left"], "announced": places["announced"], "vacated": places["vacated"], **sets,
        "gone": sum(1 << _UNITS.index(unit) for unit in given.get("gone", "").split(",") if unit), "dice": [one, other],
        "tasks": tasks,
        "attacks": int(given.get("attacks", 0)), "advantage": int(given.get("advantage", 0)),
        "steps": int(given.get("steps", 0)),
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
        raise NotationError("{word} is no unit on a hex; expected one such as E9@e4, activated E9@e4'", word=repr(word))
    unit, worn, name, fled, after = found.groups()
    if unit.islower() and player != PLAYERS[1]:
        raise NotationError("{word}: small letters are the barbarians', who stand right of the slash", word=repr(word))
    return {"unit": unit.upper(), "hex": name, "player": player, "available": not (worn or after), "fled": bool(fled)}


def write(state: State) -> str:
    """The text of a state."""
    names, units = state.table.board.names, state.table.numbers.names
    sides = [
        " ".join(
            f"{units[state.kinds[h]]}@{names[h]}{'!' * (state.fled >> h & 1)}{chr(39) * (not state.ready >> h & 1)}"
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
    if state.phase == Phase.GO:
        return line
    if state.result is not None:
        return " ".join((f"{line}; {state.phase}", *state.result.winners, state.result.reason))
    known = () if state.phase in BETWEEN else _known(documents.written(state)["action"])
    return " ".join((f"{line}; {state.phase}", *known))


def _known(action: Mapping[str, Any]) -> list[str]:
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


def asked(state: State) -> str:
    """What is to be decided in a state, in one line."""
    expected, seat = state.decision.expects(state, SPOKEN), state.decision.decider(state)
    if state.phase == Phase.DEPLOY:
        units = Message("{told}: {expected}", told=_left(state), expected=expected)
        return units if any(army(state, state.mover)) else Message("{told}. {zone}", told=units, zone=_zone(state))
    told = in_numbers(state)
    if state.phase == Phase.WHERE:
        return _retreating(state)
    if state.phase == Phase.VETO:
        return _announced(state)
    if state.phase == Phase.REROLL:
        return _keep_or_reroll(state)
    if state.phase == Phase.ANSWER:
        hexes = ", ".join(state.game.table.board.names[place] for place in members(refusals(state)))
        return Message(
            "{told}: refuse (the unit retreats 1 hex, to {hexes}) or accept ({chances})",
            told=told, chances=_of_melee(state), hexes=hexes,
        )  # fmt: skip
    chosen = unit(state, state.at[LEAD]) if state.phase not in BETWEEN and state.at[LEAD] >= 0 else ""
    who = told or chosen or (CALLED[seat] if seat >= 0 else "")
    return Message("{told}: {expected}", told=who, expected=expected) if who else expected


def in_numbers(state: State) -> str:
    """The fight or shot that is answered or rolled for in a state, with its strengths; empty if there is none."""
    draft = state
    match state.phase:
        case Phase.ANSWER | Phase.MELEE:
            fighters = draft.at[: HELPER + draft.joint]
            advantage = sum(map(draft.face, fighters)) - draft.face(draft.at[TARGET])
            return Message.counted(
                "{units} attacks {target}, {advantage}", "{units} attack {target}, {advantage}", len(fighters),
                units=Listing(unit(draft, place) for place in fighters), target=unit(draft, draft.at[TARGET]),
                advantage=_ahead(advantage),
            )  # fmt: skip
        case Phase.SHOT | Phase.SUPPORT | Phase.DICE | Phase.REROLL | Phase.REROLLED:
            archer, target = unit(draft, draft.at[LEAD]), unit(draft, draft.at[TARGET])
            fight = {"unit": archer, "target": target, "advantage": _ahead(draft.advantage)}
            if state.phase != Phase.REROLL:
                return Message("{unit} shoots at {target}, {advantage}", **fight)
            dice = f"{draft.dice[0]}:{draft.dice[1]}"
            return Message("{unit} shoots at {target}, {advantage}, dice {dice}", dice=dice, **fight)
        case Phase.DOUBLE:
            lead, target = unit(draft, draft.at[LEAD]), unit(draft, draft.at[TARGET])
            return Message("double attack on {target}, led by {unit}", target=target, unit=lead)
    return ""


def _ahead(advantage: int) -> str:
    """By how much a side is stronger."""
    return signed(advantage) if advantage else Message("even")


def unit(draft: State, place: int) -> Message:
    """A unit with its hex, such as E9 on e5; with the strength that it shows if it is activated."""
    table = draft.table
    name = Message("{unit} on {hex}", unit=table.numbers.names[draft.kinds[place]], hex=table.board.names[place])
    if draft.ready >> place & 1:
        return name
    return Message("{unit} (activated: {strength})", unit=name, strength=draft.face(place))


def phrase(state: State, text: str) -> Sequence[tuple[str, ...]]:
    """`E9@b5 H7@b6`: several units are deployed."""
    words = text.split()
    return [(word,) for word in words] if len(words) > 1 and all("@" in word for word in words) else []


def _retreating(state: State) -> str:
    """Who retreats how far, and where it may go."""
    goals = ", ".join(state.game.table.board.names[place] for place in members(state.choices))
    told = {"unit": unit(state, state.at[state.who]), "hexes": goals}
    if state.manner == "second":
        return Message("{unit} retreats a second hex, to one of {hexes}", **told)
    if state.manner == "announce":
        return Message.counted(
            "{unit} retreats {n} hex and announces one of {hexes}",
            "{unit} retreats {n} hexes and announces the first, one of {hexes}", state.steps, **told,
        )  # fmt: skip
    return Message.counted(
        "{unit} retreats {n} hex, to one of {hexes}", "{unit} retreats {n} hexes, the first to one of {hexes}",
        state.steps, **told,
    )  # fmt: skip


def _announced(state: State) -> str:
    """Which retreat may be vetoed."""
    told = {"unit": unit(state, state.at[state.who]), "hex": state.table.board.names[state.announced]}
    if state.manner == "second":
        return Message("{unit} would retreat a second hex, to {hex}: allow it, or veto it", **told)
    return Message.counted(
        "{unit} would retreat {n} hex, to {hex}: allow it, or veto it",
        "{unit} would retreat {n} hexes, the first to {hex}: allow it, or veto it", state.steps, **told,
    )  # fmt: skip


def _zone(state: State) -> str:
    """Where whoever deploys may do so (U2)."""
    board, side = state.table.board, state.mover
    rows = sorted({board.row[place] for place in members(state.table.zones[side])})
    base = ", ".join(board.names[place] for place in members(board.bases[side]))
    told = {"first": chr(ord("a") + rows[0]), "last": chr(ord("a") + rows[-1]), "base": base}
    if state.table.numbers.priced:
        return Message(
            "E elite, H heavy infantry, C cavalry, A archers: the number is the strength, the cost is in brackets. You "
            "deploy on rows {first} to {last}, not on ^; your base is {base}",
            **told,
        )
    return Message(
        "E elite, H heavy infantry, C cavalry, A archers: the number is strength and cost. You deploy on rows {first} "
        "to {last}, not on ^; your base is {base}",
        **told,
    )


def _left(draft: State) -> str:
    """The points and the units that whoever deploys has left."""
    side, points, numbers = draft.mover, draft.rules.scenario, draft.table.numbers
    counts = enumerate(army(draft, side))
    costs = [f" ({price})" if numbers.priced else "" for price in numbers.price]
    left = ", ".join(
        f"{numbers.pool[code] - count} {numbers.names[code]}{costs[code]}"
        for code, count in counts if numbers.pool[code] > count
    )  # fmt: skip
    return Message("{n} of {points} points left for {units}", n=unspent(draft, side), points=points, units=left)

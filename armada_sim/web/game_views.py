"""What a device at a running game is shown: the table as its seats see it, what may be done, what was done."""

from __future__ import annotations

from collections.abc import Iterator

from armada_sim.files import IllegalAction, Record, replayed, replaying
from armada_sim.firing import reaches
from armada_sim.play import (
    Action,
    Answer,
    ChooseFirst,
    ChooseFleet,
    Deploy,
    Game,
    Move,
    Phase,
    Refused,
    Shoot,
    flagships,
    notation,
    open_fleets,
    open_offers,
    still_open,
    table_for_move,
)
from armada_sim.table import Ship, Unit
from armada_sim.tabletop import Fault, Language
from armada_sim.tabletop.web import Seen
from armada_sim.web import clocks, taking_back
from armada_sim.web.answers import Look, QuestionRow
from armada_sim.web.bodies import ShipAsked
from armada_sim.web.changes import changes, coming, marked, table_of
from armada_sim.web.documents import declared_document, ship_row
from armada_sim.web.game_answers import (
    AskedBack,
    Begins,
    Choice,
    Ends,
    EventRow,
    GameView,
    GoalLine,
    MayDo,
    Moment,
    Proposal,
)
from armada_sim.web.looking import look
from armada_sim.web.playing import Event, Playing
from armada_sim.wording import Played, Teller, replay_report, sitting as table

Running = Seen[Playing]


def view(seen: Running, words: Language, now: float, since: int = 0) -> GameView:
    """The game for the holder of a key, at a time in seconds; of events those after `since`."""
    playing, tell = seen.value, Teller(words.lang)
    game, seats = playing.sitting.game, seen.seats
    decides, turn = None if playing.over else game.current_player(), game.state.turn
    events = [_event(event, words.lang) for event in playing.events]
    since = since if since <= len(events) else 0
    found: GameView = {
        "table": seen.table,
        "version": seen.version,
        "you": sorted(seats),
        "who": {**playing.who},
        "phase": str(game.state.phase),
        "decides": decides,
        "mine": decides in seats,
        "thinks": playing.computer is not None,
        "left": turn.left if turn else 0,
        "heading": tell.heading(game),
        "due": words.tell(table.due(game)) if decides else "",
        "over": playing.over,
        "standing": _standing(playing, tell),
        "doc": table_of(game, playing.begins.title),
        "lines": _lines(playing.begins),
        "flagships": [*flagships(game.state)],
        "coming": coming(game),
        "ships": _may(game, seats) if decides in seats else {},
        "choices": _choices(game, tell) if decides in seats else [],
        "undo": taking_back.at_once(playing, seats),
        "may_ask": taking_back.askable(playing, seats) is not None,
        "asked": _asked(playing, seats, words.lang),
        "declined": playing.declined,
        "clock": {"left": clocks.left(playing, now), "runs": clocks.runs(playing)} if playing.clock else None,
        "count": len(events),
        "since": since,
        "events": events[since:],
    }
    if not since:
        notes = playing.notes.get(words.lang, ())
        found["record"] = playing.text
        found["begins"] = table_of(playing.begins.begin(), playing.begins.title)
        found["agreed"] = [*replay_report.heading_lines(playing.begins, tell), *notes]
    return found


def _standing(playing: Playing, tell: Teller) -> str:
    if playing.claimed is None:
        return tell.standing(playing.sitting.game)
    out, by = playing.claimed
    return tell.say("The time of {player} is up; {other} claims the game", player=out, other=by)


def _asked(playing: Playing, seats: frozenset[str], lang: str) -> AskedBack | None:
    asked = playing.asked
    if asked is None:
        return None
    yours = bool(seats & taking_back.people(playing) - asked.agreed)
    return {"by": sorted(asked.by), "text": playing.events[asked.to].told[lang][1], "yours": yours}


def _lines(record: Record) -> list[GoalLine]:
    """Goal lines, in mm."""
    return [
        {
            "attacker": line.attacker,
            "start": (float(line.start[0]), float(line.start[1])),
            "end": (float(line.end[0]), float(line.end[1])),
        }
        for line in record.agreement.lines
    ]


def _event(event: Event, lang: str) -> EventRow:
    heading, text = event.told[lang]
    notes = [Language(lang).tell(note) for note in event.notes]
    return {
        **event.changed,
        "player": event.player,
        "heading": heading,
        "action": notation(event.action),
        "by": event.by,
        "text": text,
        "notes": notes,
    }


def _may(game: Game, seats: frozenset[str]) -> dict[str, MayDo]:
    """What each ship may still do in this turn."""
    found = dict[str, MayDo]()
    for ship in game.state.layout.ships:
        moves, fires = still_open(game.state, ship)
        if ship.player in seats and (moves or fires):
            turn = game.state.turn
            found[ship.name] = {"moves": moves, "fires": fires, "taken": turn.steps_of(ship.name) if turn else 0}
    return found


def _choices(game: Game, tell: Teller) -> list[Choice]:
    """Decisions before the first turn that are few enough to list."""
    state = game.state
    actions: list[Action] = []
    match state.phase:
        case Phase.OFFER:
            actions = [*open_offers(state)]
        case Phase.FLEET:
            actions = [ChooseFleet(fleet) for fleet in open_fleets(state)]
        case Phase.ANSWER:
            actions = [Answer(False), Answer(True)]
        case Phase.FIRST:
            actions = [ChooseFirst(player) for player in state.agreement.players]
    allowed = [action for action in actions if game.allows(action)]
    return [{"action": notation(one), "text": tell.action(game, one, game.forced(one))} for one in allowed]


def look_at(seen: Running, asked: ShipAsked, unit: Unit, words: Language) -> Look:
    """What the engine says of one ship of the game, as on the table, and what it may hit. Raises InputError."""
    game = seen.value.sitting.game
    rules, ship = game.state.rules, game.state.layout.ship(asked["name"])
    layout = table_for_move(game.state, ship) if game.state.turn else game.layout
    found = look(layout, rules, asked, unit, words)
    fires = still_open(game.state, ship)[1]
    targets = [other.name for other in game.layout.ships if fires and not other.sunk and _enemies(game, ship, other)]
    clear = rules.premeasure == "allowed"
    found["targets"] = [
        {"name": name, "clear": game.allows(Shoot(ship.name, name)) if clear else None} for name in targets
    ]
    if asked["turns"] and clear and found["ship"]:
        found["ship"]["guns"] = [[*corners] for corners in reaches(layout, ship, rules)]
    return found


def _enemies(game: Game, one: Ship, other: Ship) -> bool:
    return not game.state.allied(one.player, other.player)


def proposed(action: Action, game: Game, tell: Teller) -> Proposal:
    """An action that is only proposed: in notation, in words, and the ships it would set up."""
    after = game.forced(action)
    ships = [ship for ship in after.layout.ships if isinstance(action, Deploy)]
    names = {name for name, _ in action.ships} if isinstance(action, Deploy) else set()
    return {
        **marked(game, action),
        "action": notation(action),
        "text": tell.action(game, action, after),
        "ships": [ship_row(ship) for ship in ships if ship.name in names],
    }


def frames(record: Record, words: Language) -> Iterator[Begins | Moment | Ends]:
    """A record played again, a row for the table before all actions, for each action, and for how it ends.

    A row holds the ships that changed since the one before, and the names of those that lie there no more. Raises
    InputError for what cannot be played at all.
    """
    tell, done, games = Teller(words.lang), list[Game | IllegalAction](), list[Game]()
    title = words.say(record.title) if record.title else ""
    for found in replaying(record):
        done.append(found)
        if isinstance(found, Fault):
            break
        games.append(found)
        if len(games) == 1:
            yield {
                "title": title,
                "agreed": [
                    *replay_report.heading_lines(record, tell),
                    *map(words.tell, replay_report.notes(record)),
                ],
                "total": len(record.actions),
                "players": [*record.agreement.players],
                "doc": table_of(found, title),
                "lines": _lines(record),
                "flagships": [*flagships(found.state)],
                "coming": coming(found),
                "heading": tell.heading(found),
                "text": words.say("The table before the first action"),
            }
        else:
            yield _moment(Played(len(games) - 1, record.actions[len(games) - 2], games[-2], found), tell)
    end = replayed(record, done)
    lines: list[str] = [replay_report.difference(end)] if end.differs else []
    lines += replay_report.fault_lines(end.fault, record.program) if end.fault else []
    yield {"end": replay_report.ending(end, tell), "wrong": [*map(words.tell, lines)]}


def _moment(step: Played, tell: Teller) -> Moment:
    before, action, after = step.before, step.action, step.after
    refused = isinstance(action, Refused)
    claim = action.claim if isinstance(action, Refused) else action
    ruling = before.why_not(claim) if refused else ()
    return {
        **changes(before, action, after),
        "player": before.current_player(),
        "heading": tell.heading(before),
        "action": notation(action),
        "text": tell.action(before, action, after),
        "allowed": not refused,
        "ruling": [tell.tell(line) for line in table.refusals(ruling)],
        "question": _question(claim),
    }


def _question(action: object) -> QuestionRow | None:
    """What to ask the referee to have this ruled on at the table."""
    match action:
        case Move(ship, declared):
            return {"move": ship, **declared_document(declared)}
        case Shoot(ship, target, side) if not target.endswith("'s flag"):
            return {"shot": {"from": ship, "at": target, "side": side}}
    return None

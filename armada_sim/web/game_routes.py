"""The routes of games at the table: begin, look, act, think, take back, hint, record and replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from armada_sim.files import Record, build_game, parse_game, record_text
from armada_sim.files.agreed import Agreed, with_computers, with_line
from armada_sim.files.building import build_dispute
from armada_sim.files.game_model import FORMAT
from armada_sim.files.setups import SETUPS, SIDES, fleets_of, usual_setup
from armada_sim.files.tables import object_table, rules_table, ship_table, surface_table
from armada_sim.play import parse_action
from armada_sim.table import Unit
from armada_sim.tabletop import LANGUAGES, InputError, Language, Message, inside
from armada_sim.tabletop.web import File, Games, Lane, Seen
from armada_sim.web import clocks, game_views as views, playing, taking_back
from armada_sim.web.answers import Look
from armada_sim.web.endpoints import Endpoint
from armada_sim.web.game_answers import Begins, Broken, Ends, GameView, Joined, Listed, Moment, Opened, Proposal
from armada_sim.web.game_bodies import (
    Acting,
    Changing,
    Joining,
    KeyBody,
    Looking,
    NewGame,
    Nothing,
    Replayed,
    TakingBack,
)
from armada_sim.web.lobby import Lobby
from armada_sim.web.playing import Playing
from armada_sim.wording import Teller
from armada_sim.wording.replay_report import changed

Store = Games[Playing]
Now = Callable[[], float]

_THINKING = Lane("thinking", 2)
"""What computer players do."""


def game_endpoints(games: Store, now: Now) -> tuple[Endpoint[Any], ...]:
    """Questions about the games of one server. now: the time of day, seconds."""
    lobby = Lobby(games)
    return (
        Endpoint("/api/game/new", NewGame, partial(_new, games, lobby, now), Opened),
        Endpoint("/api/game/list", Nothing, lambda _, words: lobby.listed(Teller(words.lang)), Listed),
        Endpoint("/api/game/join", Joining, lambda given, _: lobby.joined(given), Joined),
        Endpoint("/api/game/view", KeyBody, partial(_view, games, now), GameView),
        Endpoint("/api/game/act", Acting, partial(_act, games, now), GameView),
        Endpoint("/api/game/think", Changing, partial(_think, games, now), GameView, lane=_THINKING),
        Endpoint("/api/game/undo", TakingBack, partial(_undo, games, now), GameView),
        Endpoint("/api/game/claim", Changing, partial(_claim, games, now), GameView),
        Endpoint("/api/game/hint", KeyBody, partial(_hint, games), Proposal, lane=_THINKING),
        Endpoint("/api/game/look", Looking, partial(_look, games), Look),
        Endpoint("/api/game/record", KeyBody, partial(_record, games), None, "application/octet-stream"),
        Endpoint("/api/game/replay", Replayed, _replay, Begins | Moment | Ends | Broken, "application/x-ndjson"),
    )


# beginning


def _new(games: Store, lobby: Lobby, now: Now, given: NewGame, words: Language) -> Opened:
    """A new game: its view, the key of this device, and keys for the others by seat."""
    agreed = _agreed(given)
    record, players = agreed.record, agreed.record.agreement.players
    who = {player: given["who"].get(player, "here") for player in players}
    for name in given["who"]:
        with inside(key="who"):
            record.agreement.seat(name)
    kinds = {player: "human" if kind in _PEOPLE else kind for player, kind in who.items()}
    if not record.actions and "record" not in given:
        agreed = with_computers(agreed, kinds)
        record = agreed.record
    notes = {lang: [*map(Language(lang).tell, agreed.notes)] for lang in LANGUAGES}
    made = playing.begun(record, kinds, given["budget"], notes, given.get("by", ()))
    if "clock" in given:
        made = clocks.started(made, 60 * given["clock"]["minutes"], given["clock"]["increment"], now())
    here, away = ([player for player, kind in who.items() if kind in kinds] for kinds in (("here",), ("link", "open")))
    key, watching, *others = games.open(made, [here, [], *([player] for player in away)])
    keys = dict(zip(away, others, strict=True))
    lobby.offer(
        {player: keys[player] for player in away if who[player] == "open"}, watching if given.get("watched") else ""
    )
    links = {player: one for player, one in keys.items() if who[player] == "link"}
    return {**views.view(games.at(key), words, now()), "key": key, "links": links}


_PEOPLE = ("here", "link", "open")


def _agreed(given: NewGame) -> Agreed:
    """What is agreed on, with the actions played so far. Raises InputError."""
    if "record" in given:
        record = _recorded(given)
        return Agreed(record, () if record.change is None else (changed(record.change),))
    if "dispute" in given:
        return Agreed(_from_table(given["dispute"], given.get("first")))
    return _of_form(given.get("game", {}), given.get("setup"))


def _of_form(game: dict[str, Any], setup: str | None) -> Agreed:
    """A game file's table, with sides, fleets and a goal line put in where it says nothing. Raises InputError."""
    raw = {"format": FORMAT, "rules": "classic", "players": [], "lines": [], **game}
    rules, players = raw["rules"], raw["players"]
    if raw.get("actions"):
        raise InputError(Message("a game that begins has no actions"), key="actions")
    rules = {"preset": rules} if isinstance(rules, str) else rules
    if (
        not isinstance(rules, dict)
        or not isinstance(players, list)
        or not all(isinstance(one, dict) for one in players)
    ):
        return Agreed(build_game(raw))  # which says what is wrong
    raw["rules"] = {"preset": "classic", **rules}
    sides = [{"side": side} for side in SIDES.get(len(players), ())] or [{} for _ in players]
    raw["players"] = [{**side, **one} for side, one in zip(sides, players, strict=True)]
    if "fleets" not in raw:
        setup = setup or usual_setup(len(players))
        raw["fleets"] = fleets_of(setup, len(players))
        raw["rules"] |= SETUPS[setup]
    raw, notes = with_line(raw)
    return Agreed(build_game(raw), notes)


def _recorded(given: Mapping[str, Any]) -> Record:
    """A record with its own actions, or others. Raises InputError."""
    record = parse_game(given["record"], form="json" if given["record"].lstrip()[:1] == "{" else "toml")
    if "actions" in given:
        actions = tuple(parse_action(line) for line in given["actions"])
        record = replace(record, actions=actions, **_OPEN)
    if "upto" in given:
        record = replace(record, actions=record.actions[: given["upto"]], **_OPEN)
    return record


_OPEN: dict[str, Any] = {"result": None, "digest": "", "unfinished": False}
"""Of a record that says nothing of its end."""


def _from_table(dispute: dict[str, Any], first: str | None) -> Record:
    """A battle that begins with the ships where they lie on the page's table. Raises InputError."""
    found = build_dispute(dispute)
    layout, rules = found.layout, found.rules
    declared = {fleet.player: fleet for fleet in layout.fleets}
    players = [*dict.fromkeys((*declared, *(ship.player for ship in layout.ships)))]
    seats = []
    for player in players:
        side, team = (declared[player].side, declared[player].team) if player in declared else (None, "")
        seats.append({"player": player, **({"side": side} if side else {}), **({"team": team} if team else {})})
    raw = {
        "format": FORMAT, "title": found.title, "rules": rules_table(rules), **surface_table(layout.surface, rules),
        "objects": [object_table(thing) for thing in layout.objects], "players": seats, "fleets": "choose",
        "start": {"first": first or next(iter(players), ""), "ships": [ship_table(ship) for ship in layout.ships]},
    }  # fmt: skip
    return build_game(raw)


# playing


def _view(games: Store, now: Now, given: KeyBody, words: Language) -> GameView:
    return views.view(games.at(given["key"]), words, now(), given["since"])


def _act(games: Store, now: Now, given: Acting, words: Language) -> GameView:
    """What a person does; of a claim that is refused, why."""
    seen = games.at(given["key"], given["version"])
    made, said = playing.acted(seen.value, seen.seats, given["action"])
    if made is not seen.value:
        seen = _put(games, now, given, seen, made)
    return {**views.view(seen, words, now(), given["since"]), "said": [*map(words.tell, said)]}


def _put(games: Store, now: Now, given: Changing, seen: Seen[Playing], made: Playing) -> Seen[Playing]:
    """The game changed, with the time that it took."""
    return games.put(given["key"], given["version"], clocks.ticked(seen.value, made, now()))


def _think(games: Store, now: Now, given: Changing, words: Language) -> GameView:
    """One action of the computer player who decides; of devices that ask at once, the first has it thought of."""
    with games.working(given["key"], given["version"]) as wanted:
        seen = games.at(given["key"])
        if wanted and seen.version == given["version"]:
            seen = _put(games, now, given, seen, playing.thought(seen.value, wanted))
    return views.view(seen, words, now(), given["since"])


def _undo(games: Store, now: Now, given: TakingBack, words: Language) -> GameView:
    seen = games.at(given["key"], given["version"])
    made, said = taking_back.taken_back(seen.value, seen.seats, given.get("answer"))
    seen = _put(games, now, given, seen, made)
    return {**views.view(seen, words, now()), "said": [*map(words.tell, said)]}


def _claim(games: Store, now: Now, given: Changing, words: Language) -> GameView:
    """The game of somebody who has no time left."""
    seen = games.at(given["key"], given["version"])
    seen = games.put(given["key"], given["version"], clocks.claimed(seen.value, seen.seats, now()))
    return views.view(seen, words, now(), given["since"])


def _hint(games: Store, given: KeyBody, words: Language) -> Proposal:
    """What a computer player would do; before the first turn, a set-up in a line."""
    seen = games.at(given["key"])
    action = playing.hinted(seen.value, seen.seats)
    return views.proposed(action, seen.value.sitting.game, Teller(words.lang))


def _look(games: Store, given: Looking, words: Language) -> Look:
    return views.look_at(games.at(given["key"]), given["ship"], Unit(given["show_in"]), words)


def _record(games: Store, given: KeyBody, _: Language) -> File:
    """The record so far, as `armada play --record` writes it."""
    record = games.at(given["key"]).value.record
    return File(record_text(record).encode(), "application/json")


def _replay(given: Replayed, words: Language) -> Iterator[Begins | Moment | Ends]:
    """A record played again: each action as it is played."""
    return views.frames(_recorded(given), words)

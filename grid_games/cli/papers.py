"""Files of discrete games: disputes, recorded games, games written down as people do. Every mistake in one sentence.

A dispute is TOML, or JSON with the same keys; a recorded game is the JSON of `core.records`; a text that is neither is
read by the game whose notation it begins like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from armada_sim.tabletop import InputError, Message, Mistakes, check_text, guess, inside, plain_data, read_text, shown
from grid_games import catalogue
from grid_games.core.match import Match, replayed
from grid_games.core.protocol import CHANCE, Game, IllegalMoveError, NotationError, State
from grid_games.core.records import Record, read_record
from grid_games.core.written import Written, follow

KEYS = ("title", "game", "players", "settings", "position", "transcript", "moves", "questions")
QUESTION_KEYS = ("move", "odds", "after", "by")

LONGEST_TITLE = 300

MOST_MOVES = 200_000
"""Moves in a file; a game that long is none."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a move is allowed, or what dice may give."""

    move: str | None
    """None: what they may give, and how likely."""

    after: tuple[str, ...] = ()
    """Played first."""

    by: str | None = None
    """Who wants to play it; whoever is to move if None."""

    about: tuple[str, str] | None = None
    """A question of the game's own (`Extras.questions`): its key, and what is named."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A position of a game, and questions about it."""

    title: str
    game: Game[Any, Any]
    start: State[Any]
    written: Written
    """What was played from `start`, up to the position the questions are about."""

    questions: tuple[Question, ...]
    file: str


@dataclass(frozen=True, slots=True)
class Account:
    """A recorded game, its moves not judged yet."""

    title: str
    game: Game[Any, Any]
    record: Record
    file: str


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A game written down as people do, one of whose moves is not allowed."""

    title: str
    game: Game[Any, Any]
    line: str
    error: IllegalMoveError
    file: str


Paper = Dispute | Account | Unplayable


def load_paper(path: str) -> Dispute | Account:
    """What a file holds; "-" is standard input. Raises InputError with file and key."""
    found = judged_paper(path)
    if isinstance(found, Unplayable):
        raise InputError(found.error.message, key=found.line, file=found.file)
    return found


def judged_paper(path: str) -> Paper:
    """The same, but a game written down with a move that is not allowed is distinguished from one that cannot be
    read."""
    file = Message("standard input") if path == "-" else path
    with inside(file=file):
        return _paper(read_text(path), Path(path).suffix.lower(), file)


def _paper(text: str, suffix: str, file: str) -> Paper:
    if suffix != ".toml" and suffix != ".json":
        for number, line in enumerate(text.split("\n"), 1):
            check_text(line, Message("line {n}", n=number))
        bare = re.sub(r"\A(\s*#.*\n)*\s*", "", text)  # without remarks above it
        for name in catalogue.KINDS:
            transcripts = catalogue.extras(name).transcripts
            if transcripts is not None and re.match(transcripts.start, bare):
                try:
                    return _recorded(transcripts.read(text), file)
                except NotationError as error:
                    if not isinstance(error.__cause__, IllegalMoveError):
                        raise
                    game = _recorded(transcripts.read(bare.partition("\n")[0]), file).game
                    return Unplayable("", game, error.key, error.__cause__, file)
    json = suffix == ".json" or (suffix != ".toml" and text.lstrip().startswith("{"))
    raw = plain_data(text, "json" if json else "toml")
    if "view" in raw:
        told = Message("a player's view of a game is no record of it: a game goes on from what --record writes")
        raise InputError(told, key="view")
    if "questions" in raw or not json:
        return _dispute(raw, file)
    return _recorded(read_record(text), file)


def _recorded(record: Record, file: str) -> Account:
    for key, texts in (("seats", record.seats), ("moves", record.moves), ("winners", record.winners or ())):
        for number, text in enumerate(texts, 1):
            check_text(text, f"{key}[{number}]")
    check_text(record.reason or "", "reason")
    try:
        game = catalogue.recorded(record)
    except InputError as error:
        raise error.within(key="settings" if error.key not in ("", "players") else "") from None
    if (record.winners is None) != (record.reason is None):
        told = Message("winners and reason are given together or not at all")
        raise InputError(told, key="winners" if record.reason is None else "reason")
    if record.seats and len(record.seats) != len(game.players):
        told = Message(
            "expected who played {players}, not {n} of them", players=", ".join(game.players), n=len(record.seats)
        )
        raise InputError(told, key="seats")
    return Account("", game, record, file)


def _dispute(raw: Mapping[str, Any], file: str) -> Dispute:
    """The dispute in plain data. Raises InputError for all the mistakes found."""
    mistakes = Mistakes()
    for key in raw:
        mistakes.attempt("", partial(_known, key, KEYS))
    title = mistakes.attempt("title", lambda: _title(raw.get("title", "")))
    questions = mistakes.attempt("questions", lambda: _tables(raw.get("questions", [])))
    asked = [
        mistakes.attempt(f"questions[{number}]", partial(_question, table, raw.get("game")))
        for number, table in enumerate(questions or (), 1)
    ]
    game = mistakes.attempt("", lambda: _game(raw))
    mistakes.stop_if_any()
    assert game is not None
    begun = mistakes.attempt("", lambda: _begun(raw, game))
    mistakes.stop_if_any()
    assert begun is not None
    start, written = begun
    given = tuple(question for question in asked if question is not None)
    for number, question in enumerate(given, 1):
        mistakes.attempt(f"questions[{number}]", partial(_understood, written, question))
    mistakes.stop_if_any()
    return Dispute(title or "", game, start, written, given, file)


def _game(raw: Mapping[str, Any]) -> Game[Any, Any]:
    if "game" not in raw:
        raise InputError(
            Message("is missing: the name of a game ({known})", known=", ".join(catalogue.KINDS)), key="game"
        )
    name, players, settings = raw["game"], raw.get("players"), raw.get("settings", {})
    if not isinstance(name, str):
        raise InputError(Message("expected the name of a game, not {given}", given=shown(name)), key="game")
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise InputError(Message("expected a whole number, not {given}", given=shown(players)), key="players")
    if not isinstance(settings, dict):
        raise InputError(Message("expected a table of options, not {given}", given=shown(settings)), key="settings")
    with inside(key="game"):
        catalogue.kind(name)
    try:
        return catalogue.load(name, players, settings)
    except InputError as error:
        raise error.within(key="" if error.key in ("", "players") else "settings") from None


def _begun(raw: Mapping[str, Any], game: Game[Any, Any]) -> tuple[State[Any], Written]:
    """Where a dispute begins, and what was played from there."""
    if "position" in raw and "transcript" in raw:
        told = Message("says where the game stands, and so does position: give one of the two")
        raise InputError(told, key="transcript")
    state: State[Any] = game.new()
    if "position" in raw:
        state = _position(game, raw["position"])
    texts: list[tuple[str, str]] = []
    if "transcript" in raw:
        texts += [("transcript", text) for text in _transcript(game, raw["transcript"])]
    moves = raw.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise InputError(Message("expected a list of moves, not {given}", given=shown(moves)), key="moves")
    texts += [(f"moves[{number}]", _text(text, f"moves[{number}]")) for number, text in enumerate(moves, 1)]
    return state, follow(Written(catalogue.extras(game.name), state), texts)


def _position(game: Game[Any, Any], given: object) -> State[Any]:
    positions = catalogue.extras(game.name).positions
    with inside(key="position"):
        if isinstance(given, str) and positions is None:
            raise InputError(
                Message("{game} has no positions as text; give a table, as its JSON has it", game=game.name)
            )
        found: State[Any] = (
            positions.read(game, given)
            if positions and isinstance(given, str)
            else game.state_from_json(_as_json(given))
        )
    return found


def _as_json(value: object) -> object:
    """A value as a JSON reader gives it, fractions as float. Raises InputError for what JSON has not."""
    if isinstance(value, dict):
        return {key: _as_json(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_json(inner) for inner in value]
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (str, int)):
        return value
    raise InputError(Message("expected what JSON can hold, not {given}", given=shown(value)))


def _transcript(game: Game[Any, Any], given: object) -> tuple[str, ...]:
    transcripts = catalogue.extras(game.name).transcripts
    if transcripts is None:
        raise InputError(Message("{game} has no games as text; give moves", game=game.name), key="transcript")
    with inside(key="transcript"):
        record = transcripts.read(_text(given))
    told = catalogue.recorded(record)
    if told != game:
        other = Message("is of another game, other players or other settings than this file")
        raise InputError(other, key="transcript")
    return record.moves


def _question(table: Mapping[str, Any], game: object) -> Question:
    own = catalogue.extras(game).questions if isinstance(game, str) and game in catalogue.KINDS else {}
    for key in table:
        _known(key, (*QUESTION_KEYS, *own))
    about = [key for key in table if key in own]
    if about:
        for key in table:
            if key not in (about[0], "after"):
                raise InputError(Message("asks something else than {key}: one question a table", key=about[0]), key=key)
    elif "odds" in table:
        if table["odds"] is not True:
            raise InputError(Message("expected true, not {given}", given=shown(table["odds"])), key="odds")
        if "move" in table or "by" in table:
            told = Message("asks what dice may give: move and by are for questions about moves")
            raise InputError(told, key="odds")
    elif "move" not in table:
        raise InputError(Message("is missing"), key="move")
    after = table.get("after", [])
    if not isinstance(after, list):
        raise InputError(Message("expected a list of moves, not {given}", given=shown(after)), key="after")
    by = _text(table["by"], "by") if "by" in table else None
    move = _text(table["move"], "move") if "move" in table else None
    named = (about[0], _text(table[about[0]], about[0])) if about else None
    return Question(move, tuple(_text(one, f"after[{n}]") for n, one in enumerate(after, 1)), by, named)


def _understood(written: Written, question: Question) -> None:
    """Raises InputError for a question that cannot be put."""
    game = written.state.game
    if question.by is not None and question.by not in game.players:
        near = guess(question.by, game.players)
        raise InputError(Message("nobody is called {name}{guess}", name=repr(question.by), guess=near), key="by")
    asked_of(written, question)


def asked_of(written: Written, question: Question) -> tuple[Written, list[Any]]:
    """Where a question is put, and its moves; none for what dice may give. Raises InputError."""
    written = follow(written, [(f"after[{number}]", text) for number, text in enumerate(question.after, 1)])
    state = written.state
    if question.about is not None:
        key, named = question.about
        try:
            written.extras.questions[key][1](state, named)
        except InputError as error:
            raise InputError(error.message, key=key) from None
        return written, []
    if question.move is None:
        if state.current_player() != CHANCE:
            raise InputError(_nothing_rolled(state.current_player()), key="odds")
        return written, []
    try:
        return written, [move for part in question.move.split(";") for move in written.understood(part.strip())]
    except InputError as error:
        raise InputError(error.message, key="move") from None


def _nothing_rolled(player: str | None) -> Message:
    if player is None:
        return Message("nothing is rolled here: nobody is to move")
    return Message("nothing is rolled here: {player} is to move", player=Message(player))


def _known(key: str, known: Sequence[str]) -> None:
    if key not in known:
        raise InputError(Message("there is no such key here{guess}", guess=guess(key, known)), key=key)


def _text(value: object, key: str = "") -> str:
    if not isinstance(value, str):
        raise InputError(Message("expected text, not {given}", given=shown(value)), key=key)
    return value


def _title(value: object) -> str:
    title = _text(value)
    if len(title) > LONGEST_TITLE or len(title.splitlines()) > 1:
        raise InputError(
            Message("expected at most {n} characters on one line, not {given}", n=LONGEST_TITLE, given=shown(title))
        )
    return title


def _tables(value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise InputError(Message("expected tables, [[questions]], not {given}", given=shown(value)))
    return value


def replayed_states(paper: Dispute | Account) -> tuple[State[Any], ...]:
    """Every position of a file in order, the last one now. Raises InputError for a move that is not allowed."""
    if isinstance(paper, Dispute):
        states = [paper.start]
        for move in paper.written.moves:
            states.append(states[-1].after(move))
        return tuple(states)
    return played_again(paper).states


def played_again(paper: Account) -> Match:
    """The game of a record, as far as it went; how it ended is seen again. Raises InputError."""
    with inside(file=paper.file):
        return replayed(paper.game, paper.record)

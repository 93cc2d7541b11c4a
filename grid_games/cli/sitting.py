"""People and computers at one table: what may be typed, what each reads, how the game goes on.

Nothing here reads or prints: `answer` takes a line and returns the lines to show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import lcm
from typing import Any

import numpy as np

from armada_sim.tabletop import ArmadaError, Chooser, InputError, rules_pages
from grid_games import catalogue
from grid_games.cli.shared import kind_of, outcome_words
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE, State

HUMAN = "human"
"""What a seat is called that a person sits in."""

HELP = (
    ("?", "the legal moves by kind; ? TEXT those that begin so, or as about TEXT"),
    ("MOVE; MOVE", "several moves on one line"),
    ("why MOVE", "the rules against a move, without playing it"),
    ("rules WHAT", "what the rules say under a clause, a chapter or an option; rules alone, the chapters"),
    ("hint", "what a greedy computer player would do"),
    ("auto", "let it play for you until somebody else decides"),
    ("undo", "take back what you played last, and what followed"),
    ("board", "show all of the board; board PLACE the part around it, where the board is large"),
    ("legend", "what the signs on the board mean"),
    ("about WHAT", "what is known of a piece or a place; about alone, of all pieces"),
    ("save FILE", "write the game so far to a record (.json)"),
    ("quit", "leave the game"),
)
"""What may be typed beside moves."""

MOST_SHOWN = 24
"""Moves of a kind that `?` shows."""

MOST_LISTED = 50_000
"""Legal moves that `?` looks at."""


@dataclass
class Sitting:
    """A game being played."""

    match: Match
    seats: Mapping[str, str]
    """Who plays: HUMAN, or a computer player as `grid_games.players` names it."""

    hands: Mapping[str, Chooser]
    """Who chooses for each seat that is not a person's, and, as HUMAN, hints."""

    seed: int
    done: bool = False
    news: dict[str, list[str]] = field(default_factory=dict)
    """Moves that people have not been told of yet."""

    seen: dict[str, list[str]] = field(default_factory=dict)
    """The board as each person saw it last."""

    @property
    def state(self) -> State[Any]:
        """The state now."""
        return self.match.state

    @property
    def people(self) -> list[str]:
        """Players that are persons."""
        return [name for name, who in self.seats.items() if who == HUMAN]

    @property
    def secret(self) -> bool:
        """Whether people may see only what their player may know."""
        return self.match.game.hides and bool(self.people)

    def veiled(self, state: State[Any]) -> bool:
        """Whether anything is hidden from anybody in a state, or nothing has been yet, so that what is played next may
        be."""
        if not self.secret:
            return False
        return self._hides(state) or not any(self._hides(before) for before in self.match.states)

    def _hides(self, state: State[Any]) -> bool:
        rng = np.random.default_rng(self.seed)
        return any(state.guess(player, rng) is not state for player in self.match.game.players)

    def played(self, move: Any) -> None:
        """Play a move; people have news of it. Raises as `Match.push`."""
        before, player = self.state, self.state.current_player()
        self.match.push(move)
        done = self.match.peek()
        told = catalogue.extras(self.match.game.name).told
        mover = next((name for name in self.seats if name == player), next(iter(self.seats)))  # anybody, of dice
        for viewer in self.people if self.secret else [""]:
            if told is not None:
                text = told(before, done, self.state, viewer or mover)
            else:
                text = str(done) if player == viewer else ""
            if text or not self.secret:
                self.news.setdefault(viewer, []).append(f"{player}: {text or done}")

    def heard(self, viewer: str) -> list[str]:
        """What a person has not been told yet, moves of one player on one line; he has been now."""
        lines: list[str] = []
        for text in self.news.pop(viewer if self.secret else "", []):
            player, _, move = text.partition(": ")
            if lines and lines[-1].startswith(f"{player}: "):
                lines[-1] += f"; {move}"
            else:
                lines.append(text)
        return lines

    def chosen(self, name: str) -> Any:
        """What a computer player, chance or (as HUMAN) a hint chooses now. It depends on the seed and the number of
        moves played alone."""
        rng = np.random.default_rng([self.seed, len(self.match.moves)])
        return rolled(self.state, rng) if name == CHANCE else self.hands[name].choose(self.state, rng)

    def asked(self) -> str:
        """What the player to move decides, in one line; empty where the game has no words for it, or its board shows
        it."""
        asked = catalogue.extras(self.match.game.name).asked
        return asked(self.state) if asked is not None and self.state.outcome() is None else ""

    def shown(self) -> list[str]:
        """The board as the player to move may see it; all of it where nobody is a person."""
        player = self.state.current_player()
        seen = player if self.secret and player in self.people else None
        return self.match.game.board(self.state, seen).splitlines()

    def changed(self, lines: list[str]) -> list[str]:
        """The lines of his board that are new to whoever is to move; all, if he has seen none or many are new."""
        player = self.state.current_player() or ""
        before, self.seen[player] = self.seen.get(player, []), lines
        signs = [[line.replace("-", "").split() for line in each] for each in (lines, before)]  # columns may widen
        new = [line for line, now, old in zip(lines, *signs, strict=False) if now != old]
        return new if len(before) == len(lines) and 2 * len(new) < len(lines) else lines


def rolled(state: State[Any], rng: np.random.Generator) -> Any:
    """A result of the dice, drawn with its exact probability."""
    outcomes = state.chance_outcomes()
    parts = lcm(*(share.denominator for _, share in outcomes))
    left = int(rng.integers(parts))
    for move, share in outcomes:
        left -= int(share * parts)
        if left < 0:
            return move
    raise AssertionError("probabilities sum to 1")


def answer(sitting: Sitting, line: str) -> list[str]:
    """The lines shown to a person who has typed a line; the sitting changes with it."""
    words = line.split()
    match words:
        case []:
            return []
        case ["quit" | "exit"]:
            sitting.done = True
            return ["The game is left."]
        case ["help"]:
            return _help(sitting)
        case ["?", *rest]:
            return _legal(sitting, " ".join(rest))
        case ["board", *rest]:
            return _part(sitting, " ".join(rest)) if rest else sitting.shown()
        case ["legend"]:
            return _table(catalogue.extras(sitting.match.game.name).legend) or ["The board has no signs."]
        case ["about", *rest]:
            return _about(sitting, " ".join(rest))
        case ["rules", *rest]:
            return _rules(sitting, " ".join(rest))
        case ["hint"]:
            return [f"A computer would play: {sitting.chosen(HUMAN)}"]
        case ["auto"]:
            return _auto(sitting)
        case ["undo"]:
            return _undone(sitting)
        case ["why", *rest]:
            return _why(sitting, " ".join(rest[1:] if rest[:1] == ["not"] else rest))
        case _:
            return _tried(sitting, line)


def _help(sitting: Sitting) -> list[str]:
    extras = catalogue.extras(sitting.match.game.name)
    return _table((*extras.notation, *extras.phrases, *HELP))


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Words and what they mean, in two columns."""
    width = max((len(one) for one, _ in rows), default=0)
    return [f"  {one:{width}}  {meaning}" for one, meaning in rows]


def _part(sitting: Sitting, place: str) -> list[str]:
    """The part of the board around a place."""
    window, player = catalogue.extras(sitting.match.game.name).window, sitting.state.current_player()
    if window is None:
        return sitting.shown()
    try:
        return window(sitting.state, player if sitting.secret else None, place).splitlines()
    except InputError as error:
        return [f"{error}."]


def _about(sitting: Sitting, what: str) -> list[str]:
    """What the player to move knows of a piece or a place."""
    about, player = catalogue.extras(sitting.match.game.name).about, sitting.state.current_player()
    if about is None or player is None:
        return [f"{sitting.match.game.name} says nothing of pieces and places beyond its board."]
    return list(about(sitting.state, player, what)) or [f"There is no {what!r} in this game."]


def _rules(sitting: Sitting, code: str) -> list[str]:
    """What the rules say under a clause, a chapter or an option; without one, the chapters there are."""
    name = sitting.match.game.name
    try:
        if not code:
            return [f"Type rules and a clause, or one of: {'; '.join(rules_pages.chapters(rules_pages.page(name)))}."]
        return rules_pages.look_up(name, code).splitlines()
    except InputError as error:
        return [f"{error}" if str(error).endswith("?") else f"{error}."]


def _legal(sitting: Sitting, start: str) -> list[str]:
    """The legal moves by kind."""
    legal = sitting.state.legal_moves()
    kind, found = kind_of(sitting.match.game.name), dict[str, list[str]]()
    for move in islice(legal, MOST_LISTED):
        text = str(move)
        if text.casefold().startswith(start.casefold()):
            found.setdefault(kind(move), []).append(text)
    if not found:
        about = catalogue.extras(sitting.match.game.name).about
        known = about(sitting.state, sitting.state.current_player() or "", start) if about is not None and start else ()
        return list(known) or [f"No legal move begins with {start!r}."]
    lines = []
    for name, moves in found.items():
        rest = len(moves) - MOST_SHOWN
        more = f", and {rest} more (? and how they begin shows fewer)" if rest > 0 else ""
        lines.append(f"{name} ({len(moves)}): {', '.join(moves[:MOST_SHOWN])}{more}")
    if len(legal) > MOST_LISTED:
        lines.append(f"(only the first {MOST_LISTED} of {len(legal)} legal moves were looked at)")
    return lines


def _auto(sitting: Sitting) -> list[str]:
    player = sitting.state.current_player()
    while player is not None and sitting.state.current_player() == player:
        sitting.played(sitting.chosen(HUMAN))
    return []


def _undone(sitting: Sitting) -> list[str]:
    """Take back to before the last move of a person; where things are hidden, of nobody but the one who asks."""
    moves, asking = sitting.match.moves, sitting.state.current_player()
    undone = Match(sitting.match.game, moves)
    while undone.moves:
        undone.pop()
        mover = undone.state.current_player()
        if mover in sitting.people:
            break
    else:
        return ["There is nothing to take back."]
    if mover != asking and any(map(sitting.veiled, sitting.match.states[len(undone.moves) :])):
        return [f"{mover} has moved since, and you may not see how."]
    while len(sitting.match.moves) > len(undone.moves):
        sitting.match.pop()
    sitting.news.clear()
    return ["Taken back."]


def _why(sitting: Sitting, text: str) -> list[str]:
    phrase = catalogue.extras(sitting.match.game.name).phrase
    group = next(iter(phrase(sitting.state, text)), ()) if phrase is not None else ()
    if len(group) > 1:
        return _untried(sitting.state, group) or ["It is allowed."]
    try:
        move = sitting.match.game.parse(text)
    except InputError as error:
        return [f"{error}. Type help."]
    reason = sitting.state.why_not(move)
    return ["It is allowed."] if reason is None else [f"Not allowed: {reason.text} [{reason.clause}]"]


def _tried(sitting: Sitting, line: str) -> list[str]:
    """Play what was typed: moves with semicolons between them, until one is not allowed."""
    player = sitting.state.current_player()
    for text in (part.strip() for part in line.split(";")):
        if not text:
            continue
        phrase = catalogue.extras(sitting.match.game.name).phrase
        for group in (phrase(sitting.state, text) if phrase is not None else ()) or [(text,)]:
            if sitting.state.current_player() != player:
                told = outcome_words(sitting.state.outcome()) if sitting.state.outcome() else "somebody else is to move"
                return [f"{'; '.join(group)} is not played: {told}."]
            reasons = _untried(sitting.state, group)
            if reasons:
                return [*reasons, f"Nothing of {text} is played."]
            for move in group:
                reasons = _refused(sitting, move)
                if reasons:
                    return reasons
    return []


def _untried(state: State[Any], group: Sequence[str]) -> list[str]:
    """Why a group of several moves cannot be played whole, as far as the player to move decides it."""
    player = state.current_player()
    for text in group if len(group) > 1 else ():
        if state.current_player() != player:
            break
        try:
            move = state.game.parse(text)
        except InputError as error:
            return [f"{error}. Type help, or ? for the legal moves."]
        reason = state.why_not(move)
        if reason is not None:
            return [f"{text} is not allowed: {reason.text} [{reason.clause}]"]
        state = state.after(move)
    return []


def _refused(sitting: Sitting, text: str) -> list[str]:
    try:
        move = sitting.match.game.parse(text)
    except InputError as error:
        return [f"{error}. Type help, or ? for the legal moves."]
    reason = sitting.state.why_not(move)
    if reason is not None:
        return [f"Not allowed: {reason.text} [{reason.clause}]"]
    try:
        sitting.played(move)
    except ArmadaError as error:
        return [str(error)]
    return []


def seats_line(sitting: Sitting) -> str:
    """Who plays."""
    return ", ".join(f"{name} ({who})" for name, who in sitting.seats.items())


def final_words(sitting: Sitting) -> Sequence[str]:
    """How it ended, and what each got."""
    outcome = sitting.state.outcome()
    if outcome is None:
        return ["The game is not over."]
    words = outcome_words(outcome)
    got = ", ".join(f"{player} {share}" for player, share in sitting.state.returns().items())
    return [f"{words[:1].upper()}{words[1:]}. What each got: {got}."]

"""Turns of a board game at the terminal: who decides, what is played, taken back and read of it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any
from unicodedata import combining, normalize

import numpy as np

from armada_sim.tabletop import ArmadaError, Chooser, InputError, Language, Message
from armada_sim.tabletop.terminal import say
from grid_games import catalogue, players
from grid_games.cli import fitting, shared
from grid_games.core.dice import Chances
from grid_games.core.extras import Aside, Extras, Unasked
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE, Game, State, Violation
from grid_games.core.written import Written

HUMAN = "human"
"""What a seat is called that a person sits in."""

PLAYED = Message("That has been played already, as nothing else was allowed.")


def hand(who: str) -> Chooser:
    """Who chooses for a seat; for a person, who hints. Raises InputError for who is no player."""
    return players.player("greedy" if who == HUMAN else who)


@dataclass
class Turns:
    """A board game being played by people and computers."""

    match: Match
    seats: Mapping[str, str]
    """Who plays: HUMAN, or a computer player as `grid_games.players` names it."""

    seed: int
    words: Language = field(default_factory=Language)
    hands: Mapping[str, Chooser] = field(init=False)
    """Who chooses for each seat; for a person, who hints."""

    news: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Moves that people have not been told of yet, each with who played it."""

    occasions: set[Hashable] = field(default_factory=set)
    """For what people have been asked aloud (`Aside.occasion`)."""

    doubted: tuple[int, str] = 0, ""
    """The number of moves played, and the move that was not played because of a doubt."""

    def __post_init__(self) -> None:
        self.hands = {name: hand(who) for name, who in self.seats.items()}

    @property
    def game(self) -> Game[Any, Any]:
        """What is played."""
        return self.match.game

    @property
    def extras(self) -> Extras:
        """What the game offers beyond the protocol."""
        return catalogue.extras(self.game.name)

    def called(self, player: str | None) -> str:
        """What a player, or chance, is called."""
        return self.words.tell(shared.called(self.game.name, player))

    @property
    def state(self) -> State[Any]:
        """The state now."""
        return self.match.state

    def ahead(self) -> tuple[list[tuple[State[Any], Aside]], State[Any]]:
        """The states in which people may speak without being asked aloud, and the state after them if nobody does."""
        state, passed = self.state, list[tuple[State[Any], Aside]]()
        while state.current_player() in self.people and (asked := self._aside(state)) is not None:
            if asked.occasion is not None and asked.occasion not in self.occasions:
                break
            passed.append((state, asked))
            state = state.after(asked.silence)
        return passed, state

    def _aside(self, state: State[Any]) -> Aside | None:
        return None if self.extras.aside is None else self.extras.aside(state)

    @property
    def front(self) -> State[Any]:
        """The state in which somebody is really asked."""
        return self.ahead()[1]

    def only(self) -> Any | None:
        """The move of a person who has no other and need not be asked: nobody may speak before, and nobody learns
        anything from the silence."""
        passed, front = self.ahead()
        if passed or front.current_player() not in self.people or len(moves := front.legal_moves()) != 1:
            return None
        return None if self.betrays(self.match.states) else moves[0]

    def betrays(self, states: Sequence[State[Any]]) -> bool:
        """Whether people at the same screen learn what is hidden if the last of these states asks nobody: the screen
        would not be handed over."""
        if len(self.people) < 2 or not self.veiled(states[-1]):
            return False
        decided = (player for state in states[-2::-1] if (player := state.current_player()) in self.people)
        return next(decided, None) != states[-1].current_player()

    def passed_over(self) -> None:
        """Whoever may speak before that has said nothing."""
        for _, aside in self.ahead()[0]:
            self.played(aside.silence)

    def why_not(self, move: object) -> Violation | None:
        """What forbids a move that is typed, as a word before the decision or as the decision."""
        passed, front = self.ahead()
        found = [state.why_not(move) for state in (front, *(state for state, _ in passed))]
        return None if None in found else next((one for one in found[:0:-1] if one and one.clause != "turn"), found[0])

    def barred(self, move: object, reason: Violation) -> Message:
        """That a move is not allowed, and why: where whoever decides may say nothing in the steps before the one that
        the move is about, what forbids it there."""
        state, found = self.front, reason
        player = state.current_player()
        while found.clause == "turn" and (silence := self.extras.default(state)) is not None:
            state = state.after(silence)
            if state.current_player() != player or (later := state.why_not(move)) is None:
                break
            found = later
        return forbidden(reason if found.clause == "turn" else found)

    @property
    def people(self) -> list[str]:
        """Players that are persons."""
        return [name for name, who in self.seats.items() if who == HUMAN]

    @property
    def secret(self) -> bool:
        """Whether people may see only what their player may know."""
        return self.game.hides and bool(self.people)

    def veiled(self, state: State[Any]) -> bool:
        """Whether anything is hidden from anybody in a state, or nothing has been yet, so that what is played next may
        be."""
        if not self.secret:
            return False
        return self._hides(state) or not any(self._hides(before) for before in self.match.states)

    def _hides(self, state: State[Any]) -> bool:
        rng = np.random.default_rng(self.seed)
        return any(state.guess(player, rng) is not state for player in self.game.players)

    def played(self, move: object, *, alone: bool = False) -> None:
        """Play a move; people have news of it, and that there was no other. Raises as `Match.push`."""
        before, player = self.state, self.state.current_player()
        self.match.push(move)
        done = self.match.peek()
        if (asked := self._aside(before)) is not None:
            self.occasions.add(asked.occasion)
        mover = next((name for name in self.seats if name == player), next(iter(self.seats)))  # anybody, of dice
        for viewer in self.people if self.secret else [""]:
            if told_so := self.reads(before, done, self.state, viewer or mover):
                if alone and viewer in ("", player):
                    told_so = self.words.say("forced: {move}", move=told_so)
                self.news.setdefault(viewer, []).append((player or "", told_so))

    def reads(self, before: State[Any], move: object, after: State[Any], viewer: str) -> str:
        """What a person reads of a move; empty for nothing."""
        reading = self.extras.reading
        if reading is not None:
            return self.words.tell(reading(before, move, after, viewer))
        return str(move) if before.current_player() == viewer or not self.secret else ""

    def heard(self, viewer: str) -> list[str]:
        """What a person has not been told yet, moves of one player on one line; they have been now."""
        words, lines, last = self.words, list[str](), ""
        for player, text in self.news.pop(viewer if self.secret else "", []):
            if lines and player == last:
                lines[-1] = words.in_turn((lines[-1], text))
            else:
                lines.append(words.say("{player}: {told}", player=self.called(player), told=text))
            last = player
        return [line for text in lines for line in fitting.news(text)]

    def chosen(self) -> Any:
        """What a computer player, chance, or a hint to a person chooses now. It depends on the seed and the number of
        moves played alone; for a person on that of the own, since how many others have played may be a secret."""
        front = self.front
        name, played = front.current_player(), len(self.match.moves)
        if name in self.people:
            played = sum(state.current_player() == name for state in self.match.states[:-1])
        rng = np.random.default_rng([self.seed, played])
        if name == CHANCE:
            return Chances(front.chance_outcomes()).draw(rng)
        return self.hands[name or ""].choose(front, rng)

    def shown(self) -> list[str]:
        """The board as the player to move may see it; all of it where nobody is a person."""
        state = self.front
        player = state.current_player()
        seen = player if self.secret and player in self.people else None
        below = self.words.tell(self.extras.below(state))
        return [*self.words.tell(self.game.board(state, seen)).splitlines(), *([below] if below else [])]

    def is_move(self, text: str) -> bool:
        """Whether a text reads as a move, allowed or not."""
        return not self.read(text)[1]

    def written(self, move: object) -> str:
        """A move as it may be typed in the language of the game."""
        return self.words.tell(self.extras.spoken.get(str(move), str(move)))

    def phrase(self, text: str) -> Sequence[tuple[str, ...]]:
        """The groups of moves that a short text stands for."""
        return () if self.extras.phrase is None else self.extras.phrase(self.front, text)

    def read(self, text: str) -> tuple[Any, list[str]]:
        """A move, and why there is none in a text."""
        typed, spoken = plain(text), self.extras.spoken.items()
        written = next((move for move, said in spoken if plain(self.words.tell(said)) == typed), text)
        try:
            return self.game.parse(written), []
        except InputError as error:
            return None, [Message("{mistake}. Type help, or ? for the legal moves.", mistake=error.message)]

    def untried(self, group: Sequence[str]) -> list[str]:
        """Why a group of several moves cannot be played whole, as far as the player to move decides it."""
        state = self.front
        player = state.current_player()
        for text in group if len(group) > 1 else ():
            if state.current_player() != player:
                break
            move, unread = self.read(text)
            if unread:
                return unread
            reason = state.why_not(move)
            if reason is not None:
                why = {"move": text, "reason": reason.text, "clause": reason.clause}
                return [Message("{move} is not allowed: {reason} [{clause}]", **why)]
            state = state.after(move)
        return []

    def refused(self, text: str) -> list[str]:
        """Play a move; why not, where it is not."""
        move, unread = self.read(text)
        if unread:
            return unread
        reason = self.why_not(move)
        if reason is not None:
            page = self.page(self.front.current_player())
            if page.holds(move):
                say(self.words.tell(PLAYED))
                return []
            page = page.before(move, across=False)
            if page.state.why_not(move) is not None:
                return [self.barred(move, reason)]
            self._turned_to(page)
        try:
            for state, aside in self.ahead()[0]:
                if state.why_not(move) is None and not (move == aside.silence and self.front.why_not(move) is None):
                    break  # it is said before the decision
                self.played(aside.silence)
            self.played(move)
        except ArmadaError as error:
            return [getattr(error, "message", str(error))]
        return []

    def page(self, asking: str | None) -> Written:
        """The game up to where somebody is really asked, as `Written` plays it: with what the rules have played by
        themselves since `asking` decided last, for them, or, where nothing is hidden, for anybody."""
        passed, front = self.ahead()
        states = (*self.match.states[:-1], *(state for state, _ in passed), front)
        moves = (*self.match.moves, *(aside.silence for _, aside in passed))
        page, unasked = Written(self.extras, states[0]), list[Unasked]()
        since = max((n for n, state in enumerate(states[:-1]) if state.current_player() == asking), default=0)
        for n, (before, move, after) in enumerate(zip(states, moves, states[1:], strict=False)):
            page = replace(page, state=after, last=(page, move))
            if n >= since and (played := self.extras.unasked(before, move)):
                known = not self.veiled(after)
                unasked += [one for one in played if known or one.player == asking]
        return replace(page, unasked=tuple(unasked))

    def holds(self, move: object, asking: str | None) -> bool:
        """Whether a move that cannot be played now is one that the rules have played by themselves."""
        return self.why_not(move) is not None and self.page(asking).holds(move)

    def _turned_to(self, page: Written) -> None:
        """Play on to a page of the game; where it parts from what was played, play that again, which is no news."""
        states, moves = [one.state for one in page.past], page.moves
        pairs = zip(states, self.match.states, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        goes_on = kept == len(self.match.states)
        while len(self.match.states) > kept:
            self.match.pop()
        for move in moves[kept - 1 :]:
            if goes_on:
                self.played(move)
            else:
                self.match.push(move)

    def auto(self) -> list[str]:
        """A computer plays for whoever is to move until somebody else decides."""
        player = self.front.current_player()
        while player is not None and self.front.current_player() == player:
            move = self.chosen()
            self.passed_over()
            self.played(move)
        return []

    def undo(self) -> list[str]:
        """Take back to before the last move of a person, if that may be taken back (`Match.kept`)."""
        states, moves = self.match.states, self.match.moves

        def silent(number: int) -> bool:
            """Whether the move of a number, from 1, says nothing."""
            asked = self._aside(states[number - 1]) if number else None
            return asked is not None and moves[number - 1] == asked.silence

        left = len(moves)
        while left:
            before = states[left - 1]
            spoke = not silent(left) and (len(before.legal_moves()) > 1 or self.betrays(states[:left]))
            left -= 1
            if before.current_player() in self.people and spoke:
                break
        else:
            return [Message("There is nothing to take back.")]
        while silent(left):
            left -= 1
        if (why := self.match.kept(left, self.front.current_player(), self.called)) is not None:
            return [why]
        while len(self.match.moves) > left:
            self.match.pop()
        self.news.clear()
        return [Message("Taken back.")]


def plain(text: str) -> str:
    """What is typed in small letters, without accents, with a straight apostrophe."""
    signs = normalize("NFD", " ".join(text.casefold().replace("’", "'").split()))
    return "".join(sign for sign in signs if not combining(sign))


def forbidden(reason: Violation) -> Message:
    """What forbids a move, with its clause."""
    return Message("Not allowed: {reason} [{clause}]", reason=reason.text, clause=reason.clause)

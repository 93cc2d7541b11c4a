"""A board game at the terminal: what may be typed, what each person reads, how the game goes on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import numpy as np

from armada_sim.tabletop import (
    N_,
    ArmadaError,
    Chooser,
    InputError,
    Language,
    Message,
    check_targets,
    rules_pages,
    write_files,
)
from armada_sim.tabletop.terminal import Table, say
from grid_games import catalogue, players
from grid_games.cli import fitting
from grid_games.cli.shared import kind_of, outcome_words
from grid_games.core.dice import Chances
from grid_games.core.extras import Aside, Extras
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE, Game, State, Violation
from grid_games.core.records import View

HUMAN = "human"
"""What a seat is called that a person sits in."""

VERBS = (
    Message.meaning("typed", "help"), Message.meaning("typed", "why"), Message.meaning("typed", "rules"),
    Message.meaning("typed", "aim"), Message.meaning("typed", "odds"), Message.meaning("typed", "hint"),
    Message.meaning("typed", "auto"), Message.meaning("typed", "undo"), Message.meaning("typed", "board"),
    Message.meaning("typed", "legend"), Message.meaning("typed", "about"), Message.meaning("typed", "save"),
    Message.meaning("typed", "quit"),
)  # fmt: skip
"""The words that may be typed beside moves, in English or in the language of the game."""

AIM = (
    Message.meaning("typed", "aim"), Message.meaning("typed", "objective"), Message.meaning("typed", "win"),
    Message.meaning("typed", "victory"), Message.meaning("typed", "score"), Message.meaning("typed", "progress"),
    Message.meaning("typed", "turn"), Message.meaning("typed", "round"),
)  # fmt: skip
"""Other words for what is played for, and how far everybody is from it."""

SHORT = ("score", "progress", "turn", "round")
"""Those of them that ask for how far it is alone."""

HELP = (
    ("?", N_("the legal moves by kind; ? TEXT those that begin so, or as about TEXT")),
    (N_("MOVE; MOVE"), N_("several moves on one line")),
    (Message.meaning("typed", "why MOVE"), N_("the rules against a move, without playing it")),
    (Message.meaning("typed", "rules WHAT"), N_("what the rules say of a clause, chapter, option, win, turn, zoc")),
    (Message.meaning("typed", "aim"), N_("what you play for, and how far each side is from it")),
    (Message.meaning("typed", "odds MOVE"), N_("what the dice may give after a move; odds alone, now")),
    (Message.meaning("typed", "hint"), N_("what a greedy computer player would do")),
    (Message.meaning("typed", "auto"), N_("let it play for you until somebody else decides")),
    (Message.meaning("typed", "undo"), N_("take back what you played last, and what followed")),
    (Message.meaning("typed", "board"), N_("show all of the board; board PLACE the part around it, where the board is "
                                           "large")),
    (Message.meaning("typed", "legend"), N_("what the signs on the board mean")),
    (Message.meaning("typed", "about WHAT"), N_("what is known of a piece or a place; about alone, of all pieces")),
    (Message.meaning("typed", "save FILE"), N_("write the game so far, as you may know it (.json)")),
    (Message.meaning("typed", "quit"), N_("leave the game")),
)  # fmt: skip
"""What may be typed beside moves."""

FEW = 8
"""Legal moves that are listed with the question; more are shown by `?`."""

MOST_SHOWN = 24
"""Moves of a kind that `?` shows."""

MOST_LISTED = 50_000
"""Legal moves that `?` looks at."""


def hand(who: str) -> Chooser:
    """Who chooses for a seat; for a person, who hints. Raises InputError for who is no player."""
    return players.player("greedy" if who == HUMAN else who)


@dataclass
class Sitting(Table):
    """A board game being played."""

    match: Match
    seats: Mapping[str, str]
    """Who plays: HUMAN, or a computer player as `grid_games.players` names it."""

    seed: int
    words: Language = field(default_factory=Language)
    hands: Mapping[str, Chooser] = field(init=False)
    """Who chooses for each seat; for a person, who hints."""

    news: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Moves that people have not been told of yet, each with who played it."""

    seen: dict[str, list[str]] = field(default_factory=dict)
    """The board as each person saw it last."""

    occasions: set[Hashable] = field(default_factory=set)
    """For what people have been asked aloud (`Aside.occasion`)."""

    faced: str | None = None
    """The person who sees the board as it is."""

    decision: str = ""
    """What that person has been told that they decide, in lines."""

    welcomed: set[str] = field(default_factory=set)
    """Who has been told what they play for."""

    doubted: tuple[int, str] = 0, ""
    """The number of moves played, and the move that was not played because of a doubt."""

    asides: list[str] = field(default_factory=list)
    """What they have been told that others may say before."""

    def __post_init__(self) -> None:
        self.hands = {name: hand(who) for name, who in self.seats.items()}
        self.verbs = {
            "help": lambda _: self._help(), "?": self._legal, "board": self._part, "legend": lambda _: self._legend(),
            "about": self._about, "rules": self._rules, "hint": lambda _: self._hint(), "auto": lambda _: self._auto(),
            "undo": lambda _: self._undo(), "save": self._save, "aim": lambda _: self._aim(), "odds": self._odds,
        }  # fmt: skip
        self.naming = ("?", "board", "about", "rules", "save", "odds")

    @property
    def game(self) -> Game[Any, Any]:
        """What is played."""
        return self.match.game

    @property
    def extras(self) -> Extras:
        """What the game offers beyond the protocol."""
        return catalogue.extras(self.game.name)

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
            if told_so := self._reads(before, done, self.state, viewer or mover):
                if alone and viewer in ("", player):
                    told_so = self.words.say("{move} (nothing else is allowed)", move=told_so)
                self.news.setdefault(viewer, []).append((player or "", told_so))

    def _reads(self, before: State[Any], move: object, after: State[Any], viewer: str) -> str:
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
                lines.append(words.say("{player}: {told}", player=words.say(player), told=text))
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

    # what people read

    def greeting(self) -> str:
        """Who plays."""
        seats = ", ".join(
            self.words.say("{player} ({who})", player=self.words.say(name), who=who) for name, who in self.seats.items()
        )
        return self.words.say("{seats}. Type help for what may be typed.", seats=seats)

    def _aim(self, *, short: bool = False) -> list[str]:
        """What the player to move plays for, and how far everybody is from it; `short`: the last of this alone."""
        lines = [self.words.tell(line) for line in self.extras.aim(self.front, self.front.current_player() or "")]
        return lines[-1:] if short else lines or [self.words.say("Type rules for what the rules say.")]

    def decides(self) -> str | None:
        return self.front.current_player()

    def asks(self, player: str) -> bool:
        return player in self.people and self.only() is None

    def goes_on(self, player: str) -> list[str]:
        """All that a computer player, or the dice, do until somebody else decides; or the only move of a person."""
        self.faced = None
        if player in self.people:
            self.played(self.only(), alone=True)
            return []
        self.passed_over()
        while self.state.current_player() == player:
            self.played(self.chosen())
        if not self.secret:
            return self.heard("")
        return self.heard(self.people[0]) if len(self.people) == 1 else []  # else each hears it in their turn

    def hides(self) -> bool:
        return len(self.people) > 1 and self.veiled(self.state)

    def faces(self, player: str) -> list[str]:
        lines = list[str]()
        if self.faced != player:
            lines += self.heard(player)
            if player not in self.welcomed:
                lines += [line for text in self.extras.aim(self.front, player) for line in self._told(text)]
            lines += self._board()
            self.faced, self.decision, self.asides = player, "", []
            self.welcomed.add(player)
        before, self.decision = (self.decision, self.asides), self._decision()
        self.asides = [self.words.tell(aside.words) for _, aside in self.ahead()[0]]
        new = self.decision.splitlines() if self.decision != before[0] else []
        new += self.asides if self.asides != before[1] else []
        return lines + [line for text in new for line in fitting.told(text)]

    def _told(self, text: str) -> list[str]:
        return fitting.told(self.words.tell(text))

    def _board(self) -> list[str]:
        """What of the board is new; of a board that has parts and is too wide to be shown whole, how to see those."""
        lines, before = self.shown(), self.seen.get(self.front.current_player() or "", [])
        new, columns = self.changed(lines), fitting.columns()
        rows = fitting.rows_of(lines, self.extras.heads)
        widest = max(map(len, rows), default=0)
        if self.extras.window is None or widest <= columns or fitting.few(lines, before):
            return new
        narrow = self.words.say(
            "The board is {wide} characters wide, this terminal {columns}: board PLACE shows the part around a hex or "
            "a piece, board all of it in strips.",
            wide=widest, columns=columns,
        )  # fmt: skip
        return [part for line in (*(line for line in lines if line not in rows), narrow) for part in fitting.told(line)]

    def _decision(self) -> str:
        """What the player to move decides, and the moves where there are few; empty where the game has no words for it,
        or its board shows it."""
        asked, front = self.extras.asked, self.front
        if asked is None or self.state.outcome() is not None:
            return ""
        told, legal = self.words.tell(asked(front)), front.legal_moves()
        lines = [f"{told[:1].upper() if told[1:2].isalpha() else told[:1]}{told[1:]}."] if told else []
        if len(legal) <= FEW:
            lines.append(self.words.say("Allowed: {moves}.", moves=", ".join(map(str, legal))))
        return "\n".join(lines)

    def shown(self) -> list[str]:
        """The board as the player to move may see it; all of it where nobody is a person."""
        state = self.front
        player = state.current_player()
        seen = player if self.secret and player in self.people else None
        return self.words.tell(self.game.board(state, seen)).splitlines()

    def changed(self, lines: list[str]) -> list[str]:
        """The lines of the board that are new to whoever is to move; all, if they have seen none or many are new."""
        player = self.front.current_player() or ""
        before, self.seen[player] = self.seen.get(player, []), lines
        return fitting.board(lines, before, self.extras.heads)

    def prompt(self, player: str) -> str:
        return self.words.say(player)

    def answer(self, player: str, line: str) -> list[str]:
        said, following = self.say(line), self.decides()
        leaves = following != player and following in self.people and self.veiled(self.state)
        lines = [] if leaves else self.heard(player)  # else they read it when it is their turn again
        return [*lines, *(part for text in said for part in fitting.told(text))]

    def ending(self) -> list[str]:
        if self.done:
            return []
        lines = [line for viewer in self.people or [""] for line in self.heard(viewer)]
        board = self.words.tell(self.game.board(self.state)).splitlines()
        return [*lines, *fitting.board(board, [], self.extras.heads), self.outcome()]

    def outcome(self) -> str:
        """How it ended, and what each got."""
        outcome = self.state.outcome()
        if outcome is None:
            return self.words.say("The game is not over.")
        ended = self.words.tell(outcome_words(self.game, outcome))
        got = ", ".join(f"{self.words.say(player)} {share}" for player, share in self.state.returns().items())
        ended = f"{ended[:1].upper()}{ended[1:]}"
        return self.words.say("{outcome}. What each got: {shares}.", outcome=ended, shares=got)

    def record(self) -> str:
        return self.match.record(list(self.seats.values())).text()

    # what may be typed

    def say(self, line: str) -> list[str]:
        """As any table, words of the language of the game understood too; a word that is no move and has a meaning is
        explained."""
        first, space, rest = line.strip().partition(" ")
        verb = self._named(VERBS, first) or first
        if not space and verb not in self.verbs and not self._is_move(first) and (word := self._named(AIM, first)):
            return self._aim(short=word in SHORT)
        said = f"{verb}{space}{rest}"
        return super().say(said)

    def _named(self, names: Sequence[Message], word: str) -> str:
        """The English one of some words, which may be typed in the language of the game, without accents too."""
        typed = _bare(word)
        return next((str(name) for name in names if typed in (name, _bare(self.words.tell(name)))), "")

    def _is_move(self, text: str) -> bool:
        return not self._read(text)[1]

    def example(self) -> str:
        return str(next(iter(self.front.legal_moves())))

    def why(self, text: str) -> Sequence[str]:
        group = next(iter(self._phrase(text)), (text,))
        if len(group) > 1:
            return self._untried(group) or [Message("It is allowed.")]
        move, unread = self._read(group[0])
        if not unread and self._unasked(move, self.front.current_player()):
            return [_PLAYED]
        reason = None if unread or self._recall(move) else self.why_not(move)
        if reason is not None and reason.clause == "turn" and self.extras.leading(self.front, move, across=False):
            reason = None
        return unread or [Message("It is allowed.") if reason is None else _forbidden(reason)]

    def _phrase(self, text: str) -> Sequence[tuple[str, ...]]:
        return () if self.extras.phrase is None else self.extras.phrase(self.front, text)

    def _read(self, text: str) -> tuple[Any, list[str]]:
        """A move, and why there is none in a text."""
        try:
            return self.game.parse(text), []
        except InputError as error:
            return None, [Message("{mistake}. Type help, or ? for the legal moves.", mistake=error.message)]

    def attempt(self, line: str) -> Sequence[str]:
        """Play what was typed: moves with semicolons between them, until one is not allowed."""
        player = self.front.current_player()
        for text in filter(None, map(str.strip, line.split(";"))):
            groups = self._phrase(text)
            if not groups and not self._is_move(text) and (known := self._known(text)):
                return known
            for group in groups or [(text,)]:
                if self.front.current_player() != player:
                    move, unread = self._read(group[0])
                    if len(group) == 1 and not unread and self._unasked(move, player):
                        continue
                    outcome, moves = self.state.outcome(), "; ".join(group)
                    if outcome is None:
                        return [Message("{moves} is not played: somebody else is to move.", moves=moves)]
                    ended = outcome_words(self.game, outcome)
                    return [Message("{moves} is not played: {outcome}.", moves=moves, outcome=ended)]
                if reasons := self._untried(group):
                    return [*reasons, Message("Nothing of {moves} is played.", moves=text)]
                for move in group:
                    if reasons := self._doubts(move) or self._refused(move):
                        return reasons
        return []

    def _doubts(self, text: str) -> list[str]:
        """What somebody may have overlooked who types a move for the first time, which is not played then."""
        move, unread = self._read(text)
        if unread or self.front.why_not(move) is not None or not (doubt := self.extras.doubt(self.front, move)):
            return []
        before, self.doubted = self.doubted, (len(self.match.moves), text)
        return [] if before == self.doubted else [Message("{doubt}: {move} again does it.", doubt=doubt, move=text)]

    def _untried(self, group: Sequence[str]) -> list[str]:
        """Why a group of several moves cannot be played whole, as far as the player to move decides it."""
        state = self.front
        player = state.current_player()
        for text in group if len(group) > 1 else ():
            if state.current_player() != player:
                break
            move, unread = self._read(text)
            if unread:
                return unread
            reason = state.why_not(move)
            if reason is not None:
                why = {"move": text, "reason": reason.text, "clause": reason.clause}
                return [Message("{move} is not allowed: {reason} [{clause}]", **why)]
            state = state.after(move)
        return []

    def _refused(self, text: str) -> list[str]:
        """Play a move; why not, where it is not."""
        move, unread = self._read(text)
        if unread:
            return unread
        reason = self.why_not(move)
        if reason is not None:
            if self._unasked(move, self.front.current_player()):
                say(self.words.tell(_PLAYED))
                return []
            leading = self.extras.leading(self.front, move, across=False)
            if not leading and self._recalled(move):
                return self._refused(text)
            if not leading:
                return [_forbidden(reason)]
            self.passed_over()
            for implied in leading:
                self.played(implied)
        try:
            while self.state.why_not(move) is not None:
                self.played(self.ahead()[0][0][1].silence)
            self.played(move)
        except ArmadaError as error:
            return [getattr(error, "message", str(error))]
        return []

    def _unasked(self, move: object, asking: str | None) -> bool:
        """Whether a move that cannot be played now is one that the rules have played by themselves since whoever types
        it decided last: for them, or, where nothing is hidden, for anybody."""
        if self.why_not(move) is None:
            return False
        states = self.match.states
        for before, played, after in zip(states[-2::-1], self.match.moves[::-1], states[:0:-1], strict=False):
            known = not self.veiled(after)
            if any(one.move == move and (known or one.player == asking) for one in self.extras.unasked(before, played)):
                return True
            if before.current_player() == asking:
                break
        return False

    def _recall(self, move: object) -> tuple[int, Sequence[Any]] | None:
        return self.extras.recalled(self.match.states, self.match.moves, move)

    def _recalled(self, move: object) -> bool:
        """Take back that a person had nothing more to say, so that the move can be played. Whether that was so."""
        found = self._recall(move)
        if found is None:
            return False
        while len(self.match.moves) > found[0]:
            self.match.pop()
        for again in found[1]:
            self.match.push(again)
        return self.why_not(move) is None

    def _help(self) -> list[str]:
        own = ((self.words.tell(one) if isinstance(one, Message) else self.words.say(one), text) for one, text in HELP)
        return self._rows((*self.extras.notation, *self.extras.phrases, *own))

    def _legend(self) -> list[str]:
        return self._rows(self.extras.legend) or [Message("The board has no signs.")]

    def _rows(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        """What is written and what it means."""
        return fitting.rows([(one, self.words.say(meaning)) for one, meaning in rows])

    def _hint(self) -> list[str]:
        return [Message("A computer would play: {move}", move=str(self.chosen()))]

    def _part(self, place: str) -> list[str]:
        """The board, or the part around a place."""
        window, player = self.extras.window, self.front.current_player()
        if window is None or not place:
            return fitting.board(self.shown(), [], self.extras.heads)
        try:
            return self.words.tell(window(self.front, player if self.secret else None, place)).splitlines()
        except InputError as error:
            return [f"{self.words.tell(error.message)}."]

    def _about(self, what: str) -> list[str]:
        """What the player to move knows of a piece or a place."""
        if self.extras.about is None or self.front.current_player() is None:
            return [Message("{game} says nothing of pieces and places beyond its board.", game=self.game.name)]
        return self._known(what) or [Message("There is no {word} in this game.", word=repr(what))]

    def _known(self, what: str) -> list[str]:
        """What the player to move knows of whatever has a name, which may be typed in the language of the words."""
        extras, words, front = self.extras, self.words, self.front
        if extras.about is None:
            return []
        names = [topic for topic in extras.topics if words.tell(topic).casefold() == what.casefold()] or [what]
        lines = [words.tell(line) for name in names for line in extras.about(front, front.current_player() or "", name)]
        if not lines and (word := self._named(AIM, what)):
            lines = self._aim(short=word in SHORT)
        if not lines and self._codes(what):
            lines = self._rules(what)
        return list(dict.fromkeys(lines))

    def _codes(self, word: str) -> str:
        """The clauses of what people ask about in a word; empty for none."""
        typed = _bare(word)
        return next((codes for one, codes in self.extras.clauses if typed in (one, _bare(self.words.say(one)))), "")

    def _odds(self, text: str) -> list[str]:
        """What the dice may give of what is being fought, or after a move."""
        state = self.front
        if text:
            move, unread = self._read(next(iter(self._phrase(text)), (text,))[-1])
            if unread:
                return unread
            if (reason := state.why_not(move)) is not None:
                return [_forbidden(reason)]
            after, hidden = state.after(move), self.veiled(state)  # what others have declared unseen is not told
            state = state if hidden and after.current_player() != state.current_player() else after
        lines = [self.words.tell(line) for line in self.extras.chances(state)]
        return lines or [Message("No dice are rolled for that.")]

    def _rules(self, code: str) -> list[str]:
        """What the rules say under a clause, a chapter or an option; without one, the chapters there are."""
        name, lang = self.game.name, self.words.lang
        try:
            if code:
                codes = (self._codes(code) or (self._named(AIM, code) and self._codes("win"))).split() or [code]
                pages = (rules_pages.look_up(name, one, lang) for one in codes)
                return fitting.paragraphs("\n\n".join(dict.fromkeys(pages)))
            chapters = self.words.in_turn(rules_pages.chapters(rules_pages.page(name, lang)))
        except InputError as error:
            why = self.words.tell(error.message)
            return [why if why.endswith("?") else f"{why}."]
        return [Message("Type rules and a clause, or one of: {chapters}.", chapters=chapters)]

    def _legal(self, start: str) -> list[str]:
        """The legal moves by kind."""
        words, (passed, front) = self.words, self.ahead()
        legal = front.legal_moves()
        kind, found = kind_of(self.game.name), dict[str, list[str]]()
        lines = []
        for state, aside in passed:
            spoken = [str(move) for move in state.legal_moves() if move != aside.silence and _begins(str(move), start)]
            if spoken:
                player, told = words.say(state.current_player() or ""), ", ".join(spoken)
                lines.append(
                    words.say("before this, {player} ({n}): {moves}", player=player, n=len(spoken), moves=told)
                )
        for move in islice(legal, MOST_LISTED):
            if _begins(text := str(move), start):
                found.setdefault(kind(move), []).append(text)
        if not found and not lines:
            known = self._known(start) if start else []
            return known or [words.say("No legal move begins with {start}.", start=repr(start))]
        for name, moves in found.items():
            shown, rest = ", ".join(moves[:MOST_SHOWN]), len(moves) - MOST_SHOWN
            if rest > 0:
                shown = words.say("{moves}, and {n} more (? and how they begin shows fewer)", moves=shown, n=rest)
            lines.append(words.say("{kind} ({n}): {moves}", kind=words.say(name), n=len(moves), moves=shown))
        if len(legal) > MOST_LISTED:
            lines.append(
                words.say("(only the first {n} of {total} legal moves were looked at)", n=MOST_LISTED, total=len(legal))
            )
        return lines

    def _auto(self) -> list[str]:
        player = self.front.current_player()
        while player is not None and self.front.current_player() == player:
            move = self.chosen()
            self.passed_over()
            self.played(move)
        return []

    def _undo(self) -> list[str]:
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
        if (why := self.match.kept(left, self.front.current_player())) is not None:
            return [why]
        while len(self.match.moves) > left:
            self.match.pop()
        self.news.clear()
        return [Message("Taken back.")]

    def _view(self) -> str:
        """What the player to move has been told of the game, and sees now."""
        states, moves, viewer = self.match.states, self.match.moves, self.front.current_player() or ""
        told = [
            self.words.say("{player}: {told}", player=self.words.say(before.current_player() or ""), told=text)
            for before, move, after in zip(states, moves, states[1:], strict=False)
            if (text := self._reads(before, move, after, viewer))
        ]
        record = self.match.record(list(self.seats.values()))
        return View(record.game, record.players, record.settings, record.seats, viewer, told, self.shown()).text()

    def _save(self, file: str) -> list[str]:
        """Write the record so far to a file; in a game that hides, what whoever asks may know of it."""
        if len(file.split()) != 1:
            return [Message("Say where: save FILE.json")]
        try:
            check_targets([("save", file, (".json",))])
            write_files([(Path(file), (self._view() if self.secret else self.record()).encode())])
        except InputError as error:
            return [self.words.complaint(error)]
        told = Message("The record is in {file}.", file=file)
        if self.secret:
            told = Message("What you may know is in {file}; a game goes on from what --record writes.", file=file)
        say(self.words.tell(told))
        return []


_PLAYED = Message("That has been played already, as nothing else was allowed.")


def _bare(word: str) -> str:
    """A word in small letters, without accents."""
    return "".join(sign for sign in normalize("NFD", word.casefold()) if not combining(sign))


def _begins(text: str, start: str) -> bool:
    return text.casefold().startswith(start.casefold())


def _forbidden(reason: Violation) -> Message:
    return Message("Not allowed: {reason} [{clause}]", reason=reason.text, clause=reason.clause)

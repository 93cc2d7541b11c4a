"""A board game at the terminal: what each person reads, and how the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from armada_sim.tabletop import Message
from armada_sim.tabletop.terminal import Table
from grid_games.cli import fitting, lookups
from grid_games.cli.keeping import save
from grid_games.cli.shared import outcome_words
from grid_games.cli.turns import HUMAN, PLAYED, Turns
from grid_games.core.extras import FEW


@dataclass
class Sitting(Turns, Table):
    """A board game being played at a terminal."""

    seen: dict[str, list[str]] = field(default_factory=dict)
    """The board as each person saw it last."""

    faced: str | None = None
    """The person who sees the board as it is."""

    decision: str = ""
    """What that person has been told that they decide, in lines."""

    welcomed: set[str] = field(default_factory=set)
    """Who has been told what they play for."""

    asides: list[str] = field(default_factory=list)
    """What they have been told that others may say before."""

    def __post_init__(self) -> None:
        super().__post_init__()
        alone = {
            "help": lookups.help_, "legend": lookups.legend, "hint": lookups.hint, "auto": Turns.auto,
            "undo": Sitting.undo, "aim": lookups.aim,
        }  # fmt: skip
        naming = {
            "?": lookups.legal, "board": lookups.part, "about": lookups.about, "rules": lookups.rules,
            "odds": lookups.odds, "save": save,
        }  # fmt: skip
        self.verbs = {word: partial(_without, does, self) for word, does in alone.items()}
        self.verbs |= {word: partial(does, self) for word, does in naming.items()}
        self.naming = tuple(naming)

    def greeting(self) -> str:
        """Who plays."""
        person = self.words.say("you") if len(self.people) == 1 else self.words.say("a person")
        seats = ", ".join(
            self.words.say("{player} ({who})", player=self.called(name), who=person if who == HUMAN else who)
            for name, who in self.seats.items()
        )
        return self.words.say("{seats}. Type help for what may be typed.", seats=seats)

    def decides(self) -> str | None:
        return self.front.current_player()

    def asks(self, player: str) -> bool:
        return player in self.people and self.only() is None

    def goes_on(self, player: str) -> list[str]:
        """All that a computer player, or the dice, do until somebody else decides, with what computers say before; or
        the only move of a person."""
        self.faced = None
        if player in self.people:
            self.played(self.only(), alone=True)
            return []
        while self._goes_on(player):
            self.passed_over()
            self.played(self.chosen())
        if not self.secret:
            return self.heard("")
        return self.heard(self.people[0]) if len(self.people) == 1 else []  # else each hears it in their turn

    def _goes_on(self, player: str) -> bool:
        """Whether a player decides still, or a computer that may say something before."""
        who = self.front.current_player()
        return who == player or (who not in (None, *self.people) and self._aside(self.front) is not None)

    def hides(self) -> bool:
        return len(self.people) > 1 and self.veiled(self.state)

    def faces(self, player: str) -> list[str]:
        lines = list[str]()
        if self.faced != player:
            lines += self.heard(player)
            if player not in self.welcomed:
                lines += [line for text in lookups.goals(self) for line in fitting.told(text)]
            lines += self._board()
            self.faced, self.decision, self.asides = player, "", []
            self.welcomed.add(player)
        before, self.decision = (self.decision, self.asides), self._decision()
        self.asides = [self.words.tell(aside.words) for _, aside in self.ahead()[0]]
        new = self.decision.splitlines() if self.decision != before[0] else []
        new += self.asides if self.asides != before[1] else []
        return lines + [line for text in new for line in fitting.told(text)]

    def undo(self) -> list[str]:
        """As any table; whoever takes back sees the board as it is again."""
        played, said = len(self.match.moves), super().undo()
        if len(self.match.moves) < played:
            self.faced = None
        return said

    def _board(self) -> list[str]:
        """What of the board is new; of a board that has parts and is too wide to be shown whole, how to see those."""
        lines, before = self.shown(), self.seen.get(self.front.current_player() or "", [])
        new, columns = self.changed(lines), fitting.columns()
        rows = fitting.rows_of(lines, self.extras.heads)
        widest = max(map(len, rows), default=0)
        if self.extras.window is None or widest <= columns or fitting.few(lines, before):
            return new
        around = [part for line in lines if line not in rows for part in fitting.told(line)]
        if self.front.current_player() in self.welcomed:
            return [
                *around,
                *fitting.told(self.words.say("The board has changed: board shows it, board PLACE a part.")),
            ]
        narrow = self.words.say(
            "The board is {wide} characters wide, this terminal {columns}: board PLACE shows the part around a hex or "
            "a piece, board all of it in strips.",
            wide=widest, columns=columns,
        )  # fmt: skip
        return [*around, *fitting.told(narrow)]

    def _decision(self) -> str:
        """What the player to move decides, and the moves where there are few; empty where the game has no words for it,
        or its board shows it."""
        asked, front = self.extras.asked, self.front
        if asked is None or self.state.outcome() is not None:
            return ""
        told, legal = self.words.tell(asked(front)), front.legal_moves()
        end = "" if told.endswith("?") else "."
        lines = [f"{told[:1].upper() if told[1:2].isalpha() else told[:1]}{told[1:]}{end}"] if told else []
        if len(legal) <= FEW:
            lines.append(self.words.say("Allowed: {moves}.", moves=", ".join(map(self.written, legal))))
        return "\n".join(lines)

    def changed(self, lines: list[str]) -> list[str]:
        """The lines of the board that are new to whoever is to move; all, if they have seen none or many are new."""
        player = self.front.current_player() or ""
        before, self.seen[player] = self.seen.get(player, []), lines
        return fitting.board(lines, before, self.extras.heads)

    def prompt(self, player: str) -> str:
        return self.called(player)

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
        final = self.words.tell(self.extras.final(self.state))
        told = [line for text in (final, self.outcome()) if text for line in fitting.news(text)]
        return [*lines, *fitting.board(board, [], self.extras.heads), *told]

    def outcome(self) -> str:
        """How it ended, and what each got."""
        outcome = self.state.outcome()
        if outcome is None:
            return self.words.say("The game is not over.")
        ended = self.words.tell(outcome_words(self.game, outcome))
        got = ", ".join(f"{self.called(player)} {share}" for player, share in self.state.returns().items())
        ended = f"{ended[:1].upper()}{ended[1:]}"
        return self.words.say("{outcome}. Result (1 is the whole victory): {shares}.", outcome=ended, shares=got)

    def record(self) -> str:
        return self.match.record(list(self.seats.values())).text()

    def say(self, line: str) -> list[str]:
        """As any table, words of the language of the game understood too; a word that is no move and has a meaning is
        explained."""
        first, space, rest = line.strip().partition(" ")
        verb = lookups.verb(self.words, first) or first
        if not space and verb not in self.verbs and not self.is_move(first) and (
            word := lookups.named(self.words, lookups.AIM, first)
        ):  # fmt: skip
            return lookups.aim(self, short=word in lookups.SHORT)
        if verb == "why" and not self.is_move(rest):
            word, _, move = rest.partition(" ")
            rest = f"not {move}" if lookups.named(self.words, (lookups.NOT,), word) else rest
        takes = not rest.strip() or verb == "why" or verb in self.naming
        return super().say(f"{verb}{space}{rest}" if takes else line)

    def example(self) -> str:
        move = self.written(next(iter(self.front.legal_moves())))
        return self.words.say_as("typed", "why {move}", move=move)

    def why(self, text: str) -> Sequence[str]:
        group = next(iter(self.phrase(text)), (text,))
        if len(group) > 1:
            return self.untried(group) or [Message("It is allowed.")]
        move, unread = self.read(group[0])
        if unread or (reason := self.why_not(move)) is None:
            return unread or [Message("It is allowed.")]
        page = self.page(self.front.current_player())
        if page.holds(move):
            return [PLAYED]
        allowed = page.before(move, across=False).state.why_not(move) is None
        return [Message("It is allowed.") if allowed else self.barred(move, reason)]

    def attempt(self, line: str) -> Sequence[str]:
        """Play what was typed: moves with semicolons between them, until one is not allowed."""
        player = self.front.current_player()
        for text in filter(None, map(str.strip, line.split(";"))):
            groups = self.phrase(text)
            if not groups and not self.is_move(text) and (known := lookups.known(self, text)):
                return known
            for group in groups or [(text,)]:
                if self.front.current_player() != player:
                    move, unread = self.read(group[0])
                    if len(group) == 1 and not unread and self.holds(move, player):
                        continue
                    outcome, moves = self.state.outcome(), "; ".join(group)
                    if outcome is None:
                        return [Message("{moves} is not played: somebody else is to move.", moves=moves)]
                    ended = outcome_words(self.game, outcome)
                    return [Message("{moves} is not played: {outcome}.", moves=moves, outcome=ended)]
                if reasons := self.untried(group):
                    return [*reasons, Message("Nothing of {moves} is played.", moves=text)]
                for move in group:
                    if reasons := self._doubts(move) or self.refused(move):
                        return reasons
        return []

    def _doubts(self, text: str) -> list[str]:
        """What somebody may have overlooked who types a move for the first time, which is not played then."""
        move, unread = self.read(text)
        if unread or self.front.why_not(move) is not None or not (doubt := self.extras.doubt(self.front, move)):
            return []
        before, self.doubted = self.doubted, (len(self.match.moves), text)
        return [] if before == self.doubted else [Message("{doubt}: {move} again does it.", doubt=doubt, move=text)]


def _without(does: Callable[[Sitting], list[str]], sitting: Sitting, _: str) -> list[str]:
    return does(sitting)

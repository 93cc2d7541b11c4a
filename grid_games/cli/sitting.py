"""People and computers at one table: what may be typed, what each reads, how the game goes on.

Nothing here reads or prints: `answer` takes a line and returns the lines to show.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from armada_sim.tabletop import N_, ArmadaError, Chooser, InputError, Language, Message, rules_pages
from grid_games import catalogue, players
from grid_games.cli.shared import kind_of, outcome_words
from grid_games.core.dice import Chances
from grid_games.core.extras import Aside
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE, State, Violation

HUMAN = "human"
"""What a seat is called that a person sits in."""

HELP = (
    ("?", N_("the legal moves by kind; ? TEXT those that begin so, or as about TEXT")),
    (N_("MOVE; MOVE"), N_("several moves on one line")),
    (N_("why MOVE"), N_("the rules against a move, without playing it")),
    (N_("rules WHAT"), N_("what the rules say under a clause, a chapter or an option; rules alone, the chapters")),
    ("hint", N_("what a greedy computer player would do")),
    ("auto", N_("let it play for you until somebody else decides")),
    ("undo", N_("take back what you played last, and what followed")),
    ("board", N_("show all of the board; board PLACE the part around it, where the board is large")),
    ("legend", N_("what the signs on the board mean")),
    (N_("about WHAT"), N_("what is known of a piece or a place; about alone, of all pieces")),
    (N_("save FILE"), N_("write the game so far to a record (.json)")),
    ("quit", N_("leave the game")),
)
"""What may be typed beside moves."""

MOST_SHOWN = 24
"""Moves of a kind that `?` shows."""

MOST_LISTED = 50_000
"""Legal moves that `?` looks at."""


def hand(who: str) -> Chooser:
    """Who chooses for a seat; for a person, who hints. Raises InputError for who is no player."""
    return players.player("greedy" if who == HUMAN else who)


@dataclass
class Sitting:
    """A game being played."""

    match: Match
    seats: Mapping[str, str]
    """Who plays: HUMAN, or a computer player as `grid_games.players` names it."""

    hands: Mapping[str, Chooser]
    """Who chooses for each seat; for a person, who hints."""

    seed: int
    words: Language = field(default_factory=Language)
    """What people at it speak."""

    done: bool = False
    news: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Moves that people have not been told of yet, each with who played it."""

    seen: dict[str, list[str]] = field(default_factory=dict)
    """The board as each person saw it last."""

    occasions: set[Hashable] = field(default_factory=set)
    """For what people have been asked aloud (`Aside.occasion`)."""

    @property
    def state(self) -> State[Any]:
        """The state now."""
        return self.match.state

    def ahead(self) -> tuple[list[tuple[State[Any], Aside]], State[Any]]:
        """The states in which people may speak without being asked aloud, and the state after them if nobody does."""
        aside, state = catalogue.extras(self.match.game.name).aside, self.state
        passed = list[tuple[State[Any], Aside]]()
        while aside is not None and state.current_player() in self.people and (asked := aside(state)) is not None:
            if asked.occasion is not None and asked.occasion not in self.occasions:
                break
            passed.append((state, asked))
            state = state.after(asked.silence)
        return passed, state

    @property
    def front(self) -> State[Any]:
        """The state in which somebody is really asked."""
        return self.ahead()[1]

    def only(self) -> Any | None:
        """The move of a person who has no other, where he need not be asked: nobody may speak before, and nobody learns
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

    def why_not(self, move: Any) -> Violation | None:
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

    def played(self, move: Any, *, alone: bool = False) -> None:
        """Play a move; people have news of it, and that there was no other. Raises as `Match.push`."""
        before, player = self.state, self.state.current_player()
        self.match.push(move)
        done = self.match.peek()
        told, aside = catalogue.extras(self.match.game.name).told, catalogue.extras(self.match.game.name).aside
        if aside is not None and (asked := aside(before)) is not None:
            self.occasions.add(asked.occasion)
        mover = next((name for name in self.seats if name == player), next(iter(self.seats)))  # anybody, of dice
        for viewer in self.people if self.secret else [""]:
            if told is not None:
                text = told(before, done, self.state, viewer or mover)
            else:
                text = str(done) if player == viewer or not self.secret else ""
            if text:
                told_so = self.words.tell(text)
                if alone and viewer in ("", player):
                    told_so = self.words.say("{move} (nothing else is allowed)", move=told_so)
                self.news.setdefault(viewer, []).append((player or "", told_so))

    def heard(self, viewer: str) -> list[str]:
        """What a person has not been told yet, moves of one player on one line; he has been now."""
        words, lines, last = self.words, list[str](), ""
        for player, text in self.news.pop(viewer if self.secret else "", []):
            if lines and player == last:
                lines[-1] = words.in_turn((lines[-1], text))
            else:
                lines.append(words.say("{player}: {told}", player=words.say(player), told=text))
            last = player
        return lines

    def chosen(self) -> Any:
        """What a computer player, chance, or a hint to a person chooses now. It depends on the seed and the number of
        moves played alone."""
        rng, front = np.random.default_rng([self.seed, len(self.match.moves)]), self.front
        if (name := front.current_player()) == CHANCE:
            return Chances(front.chance_outcomes()).draw(rng)
        return self.hands[name or ""].choose(front, rng)

    def asked(self) -> str:
        """What the player to move decides, in one line; empty where the game has no words for it, or its board shows
        it."""
        asked = catalogue.extras(self.match.game.name).asked
        return self.words.tell(asked(self.front)) if asked is not None and self.state.outcome() is None else ""

    def unasked(self) -> list[str]:
        """What people may say before that, in a sentence for each."""
        return [self.words.tell(aside.words) for _, aside in self.ahead()[0]]

    def shown(self) -> list[str]:
        """The board as the player to move may see it; all of it where nobody is a person."""
        state = self.front
        player = state.current_player()
        seen = player if self.secret and player in self.people else None
        return self.words.tell(self.match.game.board(state, seen)).splitlines()

    def changed(self, lines: list[str]) -> list[str]:
        """The lines of his board that are new to whoever is to move; all, if he has seen none or many are new."""
        player = self.front.current_player() or ""
        before, self.seen[player] = self.seen.get(player, []), lines
        signs = [[line.replace("-", "").split() for line in each] for each in (lines, before)]  # columns may widen
        new = [line for line, now, old in zip(lines, *signs, strict=False) if now != old]
        return new if len(before) == len(lines) and 2 * len(new) < len(lines) else lines


def answer(sitting: Sitting, line: str) -> list[str]:
    """The lines shown to a person who has typed a line; the sitting changes with it."""
    match line.split():
        case []:
            return []
        case ["quit" | "exit"]:
            sitting.done = True
            return [sitting.words.say("The game is left.")]
        case ["help"]:
            return _help(sitting)
        case ["?", *rest]:
            return _legal(sitting, " ".join(rest))
        case ["board", *rest]:
            return _part(sitting, " ".join(rest)) if rest else sitting.shown()
        case ["legend"]:
            signs = catalogue.extras(sitting.match.game.name).legend
            return _table(signs, sitting.words) or [sitting.words.say("The board has no signs.")]
        case ["about", *rest]:
            return _about(sitting, " ".join(rest))
        case ["rules", *rest]:
            return _rules(sitting, " ".join(rest))
        case ["hint"]:
            return [sitting.words.say("A computer would play: {move}", move=str(sitting.chosen()))]
        case ["auto"]:
            return _auto(sitting)
        case ["undo"]:
            return _undone(sitting)
        case ["why"] | ["why", "not"]:
            example = str(next(iter(sitting.front.legal_moves())))
            return [sitting.words.say("Say which move, as in why {move}", move=example)]
        case ["why", *rest]:
            found = _why(sitting, " ".join(rest[1:] if rest[:1] == ["not"] else rest))
        case _:
            found = _tried(sitting, line)
    return [sitting.words.tell(text) for text in found]


def _help(sitting: Sitting) -> list[str]:
    extras = catalogue.extras(sitting.match.game.name)
    own = [(sitting.words.say(one), meaning) for one, meaning in HELP]
    return _table((*extras.notation, *extras.phrases, *own), sitting.words)


def _table(rows: Sequence[tuple[str, str]], words: Language) -> list[str]:
    """What is written and what it means, in two columns."""
    width = max((len(one) for one, _ in rows), default=0)
    return [f"  {one:{width}}  {words.say(meaning)}" for one, meaning in rows]


def _part(sitting: Sitting, place: str) -> list[str]:
    """The part of the board around a place."""
    window, player = catalogue.extras(sitting.match.game.name).window, sitting.front.current_player()
    if window is None:
        return sitting.shown()
    try:
        return sitting.words.tell(window(sitting.front, player if sitting.secret else None, place)).splitlines()
    except InputError as error:
        return [f"{sitting.words.tell(error.message)}."]


def _about(sitting: Sitting, what: str) -> list[str]:
    """What the player to move knows of a piece or a place."""
    name = sitting.match.game.name
    if catalogue.extras(name).about is None or sitting.front.current_player() is None:
        return [sitting.words.say("{game} says nothing of pieces and places beyond its board.", game=name)]
    return _known(sitting, what) or [sitting.words.say("There is no {word} in this game.", word=repr(what))]


def _known(sitting: Sitting, what: str) -> list[str]:
    """What the player to move knows of whatever has a name, which may be typed in the language of the words."""
    extras, words, front = catalogue.extras(sitting.match.game.name), sitting.words, sitting.front
    if extras.about is None:
        return []
    names = [topic for topic in extras.topics if words.tell(topic).casefold() == what.casefold()] or [what]
    told = (words.tell(line) for name in names for line in extras.about(front, front.current_player() or "", name))
    return list(dict.fromkeys(told))


def _rules(sitting: Sitting, code: str) -> list[str]:
    """What the rules say under a clause, a chapter or an option; without one, the chapters there are."""
    name = sitting.match.game.name
    try:
        if not code:
            chapters = sitting.words.in_turn(rules_pages.chapters(rules_pages.page(name, sitting.words.lang)))
            return [sitting.words.say("Type rules and a clause, or one of: {chapters}.", chapters=chapters)]
        return rules_pages.look_up(name, code, sitting.words.lang).splitlines()
    except InputError as error:
        told = sitting.words.tell(error.message)
        return [told if told.endswith("?") else f"{told}."]


def _legal(sitting: Sitting, start: str) -> list[str]:
    """The legal moves by kind."""
    words, (passed, front) = sitting.words, sitting.ahead()
    legal = front.legal_moves()
    kind, found = kind_of(sitting.match.game.name), dict[str, list[str]]()
    lines = []
    for state, aside in passed:
        spoken = [str(move) for move in state.legal_moves() if move != aside.silence and _begins(str(move), start)]
        if spoken:
            player, told = words.say(state.current_player() or ""), ", ".join(spoken)
            lines.append(words.say("before this, {player} ({n}): {moves}", player=player, n=len(spoken), moves=told))
    for move in islice(legal, MOST_LISTED):
        if _begins(text := str(move), start):
            found.setdefault(kind(move), []).append(text)
    if not found and not lines:
        known = _known(sitting, start) if start else []
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


def _begins(text: str, start: str) -> bool:
    return text.casefold().startswith(start.casefold())


def _auto(sitting: Sitting) -> list[str]:
    player = sitting.front.current_player()
    while player is not None and sitting.front.current_player() == player:
        move = sitting.chosen()
        sitting.passed_over()
        sitting.played(move)
    return []


def _undone(sitting: Sitting) -> list[str]:
    """Take back to before the last move of a person; where things are hidden, of nobody but the one who asks."""
    moves, asking = sitting.match.moves, sitting.front.current_player()
    undone, aside = Match(sitting.match.game, moves), catalogue.extras(sitting.match.game.name).aside

    def silent() -> bool:
        """Whether what was said last says nothing."""
        asked = aside(undone.states[-2]) if aside is not None and len(undone.states) > 1 else None
        return asked is not None and undone.peek() == asked.silence

    while undone.moves:
        before = undone.states[-2]
        said = not silent() and (len(before.legal_moves()) > 1 or sitting.betrays(undone.states[:-1]))
        undone.pop()
        mover = undone.state.current_player()
        if mover in sitting.people and said:
            break
    else:
        return [sitting.words.say("There is nothing to take back.")]
    while silent():
        undone.pop()
    if mover != asking and any(map(sitting.veiled, sitting.match.states[len(undone.moves) :])):
        mover = sitting.words.say(mover or "")
        return [sitting.words.say("{player} has moved since, and you may not see how.", player=mover)]
    while len(sitting.match.moves) > len(undone.moves):
        sitting.match.pop()
    sitting.news.clear()
    return [sitting.words.say("Taken back.")]


def _why(sitting: Sitting, text: str) -> list[str]:
    phrase = catalogue.extras(sitting.match.game.name).phrase
    group = next(iter(phrase(sitting.front, text)), ()) if phrase is not None else ()
    if len(group) > 1:
        return _untried(sitting.front, group) or [Message("It is allowed.")]
    try:
        move = sitting.match.game.parse(*group or (text,))
    except InputError as error:
        return [Message("{mistake}. Type help.", mistake=error.message)]
    reason = sitting.why_not(move)
    return [Message("It is allowed.")] if reason is None else [_forbidden(reason)]


def _forbidden(reason: Violation) -> Message:
    return Message("Not allowed: {reason} [{clause}]", reason=reason.text, clause=reason.clause)


def _tried(sitting: Sitting, line: str) -> list[str]:
    """Play what was typed: moves with semicolons between them, until one is not allowed."""
    player = sitting.front.current_player()
    for text in (part.strip() for part in line.split(";")):
        if not text:
            continue
        phrase = catalogue.extras(sitting.match.game.name).phrase
        for group in (phrase(sitting.front, text) if phrase is not None else ()) or [(text,)]:
            if sitting.front.current_player() != player:
                outcome, moves = sitting.state.outcome(), "; ".join(group)
                if outcome is None:
                    return [Message("{moves} is not played: somebody else is to move.", moves=moves)]
                ended = outcome_words(sitting.match.game, outcome)
                return [Message("{moves} is not played: {outcome}.", moves=moves, outcome=ended)]
            reasons = _untried(sitting.front, group)
            if reasons:
                return [*reasons, Message("Nothing of {moves} is played.", moves=text)]
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
            return [Message("{mistake}. Type help, or ? for the legal moves.", mistake=error.message)]
        reason = state.why_not(move)
        if reason is not None:
            told = {"move": text, "reason": reason.text, "clause": reason.clause}
            return [Message("{move} is not allowed: {reason} [{clause}]", **told)]
        state = state.after(move)
    return []


def _refused(sitting: Sitting, text: str) -> list[str]:
    try:
        move = sitting.match.game.parse(text)
    except InputError as error:
        return [Message("{mistake}. Type help, or ? for the legal moves.", mistake=error.message)]
    reason = sitting.why_not(move)
    if reason is not None:
        return [_forbidden(reason)]
    try:
        while sitting.state.why_not(move) is not None:
            sitting.played(sitting.ahead()[0][0][1].silence)
        sitting.played(move)
    except ArmadaError as error:
        return [getattr(error, "message", str(error))]
    return []


def seats_line(sitting: Sitting) -> str:
    """Who plays."""
    words = sitting.words
    return ", ".join(
        words.say("{player} ({who})", player=words.say(name), who=who) for name, who in sitting.seats.items()
    )


def final_words(sitting: Sitting) -> Sequence[str]:
    """How it ended, and what each got."""
    outcome = sitting.state.outcome()
    if outcome is None:
        return [sitting.words.say("The game is not over.")]
    ended = sitting.words.tell(outcome_words(sitting.match.game, outcome))
    got = ", ".join(f"{sitting.words.say(player)} {share}" for player, share in sitting.state.returns().items())
    return [
        sitting.words.say("{outcome}. What each got: {shares}.", outcome=f"{ended[:1].upper()}{ended[1:]}", shares=got)
    ]

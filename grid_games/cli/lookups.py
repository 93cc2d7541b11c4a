"""Words typed at the terminal beside moves: which there are, and what is answered to those that look something up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np

from armada_sim.tabletop import N_, InputError, Language, Message, rules_pages
from grid_games.cli import fitting
from grid_games.cli.shared import kind_of
from grid_games.cli.turns import Turns, forbidden, plain

AIM = (
    Message.meaning("typed", "aim"), Message.meaning("typed", "objective"), Message.meaning("typed", "win"),
    Message.meaning("typed", "victory"), Message.meaning("typed", "score"), Message.meaning("typed", "progress"),
    Message.meaning("typed", "turn"), Message.meaning("typed", "round"),
)  # fmt: skip
"""Other words for what is played for, and how far everybody is from it."""

SHORT = ("score", "progress", "turn", "round")
"""Those of them that ask for how far it is alone."""

NOT = Message.meaning("typed", "not")
"""What may be typed between why and a move."""

OF_TURNS = {"round": "turn"}
"""Those of `AIM` that ask the rules for the order of play, not for how to win."""

HELP = (
    ("?", N_("the legal moves by kind; ? TEXT those that begin so, or as about TEXT")),
    (N_("MOVE; MOVE"), N_("several moves on one line")),
    (Message.meaning("typed", "help"), N_("what may be typed: this list")),
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
"""What may be typed beside moves, and what it does; the words in English or in the language of the game."""

MOST_SHOWN = 24
"""Moves of a kind that `?` shows."""

MOST_LISTED = 50_000
"""Legal moves that `?` looks at."""


def verb(words: Language, word: str) -> str:
    """The English word of `HELP` that is typed; empty for none."""
    verbs = [(str(one).split()[0], words.tell(one).split()[0]) for one, _ in HELP if isinstance(one, Message)]
    typed = plain(word)
    return next((english for english, said in verbs if typed in (english, plain(said))), "")


def named(words: Language, names: Sequence[Message], word: str) -> str:
    """The English one of some words, which may be typed in the language of the game, without accents too."""
    typed = plain(word)
    return next((str(name) for name in names if typed in (name, plain(words.tell(name)))), "")


def aim(turns: Turns, *, short: bool = False) -> list[str]:
    """What the player to move plays for, and how far everybody is from it; `short`: the last of this alone."""
    lines = goals(turns)
    return (lines[-1:] if short else lines) or [turns.words.say("Type rules for what the rules say.")]


def goals(turns: Turns) -> list[str]:
    """What the player to move plays for, last how far everybody is from it; nothing where the game has no words for
    it."""
    extras, player = turns.extras, turns.front.current_player() or ""
    lines = (*extras.aim(turns.front, player), extras.now(turns.front, player))
    return [turns.words.tell(line) for line in lines if line]


def help_(turns: Turns) -> list[str]:
    """What may be typed, and what it does."""
    own = ((turns.words.tell(one) if isinstance(one, Message) else turns.words.say(one), text) for one, text in HELP)
    moves = ((turns.written(one), text) for one, text in turns.extras.notation)
    return _rows(turns, (*moves, *turns.extras.phrases, *own))


def legend(turns: Turns) -> list[str]:
    """The signs of the board."""
    return _rows(turns, turns.extras.legend) or [Message("The board has no signs.")]


def _rows(turns: Turns, rows: Sequence[tuple[str, str]]) -> list[str]:
    """What is written and what it means."""
    return fitting.rows([(one, turns.words.say(meaning)) for one, meaning in rows])


def hint(turns: Turns) -> list[str]:
    """What a computer player would do."""
    return [Message("A computer would play: {move}", move=turns.written(turns.chosen()))]


def part(turns: Turns, place: str) -> list[str]:
    """The board, or the part around a place."""
    window, player = turns.extras.window, turns.front.current_player()
    if window is None or not place:
        return fitting.board(turns.shown(), [], turns.extras.heads)
    try:
        shown = turns.words.tell(window(turns.front, player if turns.secret else None, place)).splitlines()
        return fitting.board(shown, [], turns.extras.heads)
    except InputError as error:
        return [f"{turns.words.tell(error.message)}."]


def about(turns: Turns, what: str) -> list[str]:
    """What the player to move knows of a piece or a place."""
    if turns.extras.about is None or turns.front.current_player() is None:
        return [Message("{game} says nothing of pieces and places beyond its board.", game=turns.game.name)]
    return known(turns, what) or [Message("There is no {word} in this game.", word=repr(what))]


def known(turns: Turns, what: str) -> list[str]:
    """What the player to move knows of whatever has a name, which may be typed in the language of the words."""
    extras, words, front = turns.extras, turns.words, turns.front
    if extras.about is None:
        return []
    names = [topic for topic in extras.topics if words.tell(topic).casefold() == what.casefold()] or [what]
    lines = [words.tell(line) for name in names for line in extras.about(front, front.current_player() or "", name)]
    if not lines and (word := named(turns.words, AIM, what)):
        lines = aim(turns, short=word in SHORT)
    if not lines and _codes(turns, what):
        lines = rules(turns, what)
    return list(dict.fromkeys(lines))


def _codes(turns: Turns, word: str) -> str:
    """The clauses of what people ask about in a word; empty for none."""
    typed = plain(word)
    return next((codes for one, codes in turns.extras.clauses if typed in (one, plain(turns.words.say(one)))), "")


def odds(turns: Turns, text: str) -> list[str]:
    """What the dice may give of what is being fought, or after a move."""
    front, player = turns.front, turns.front.current_player()
    if turns.secret and player is not None:  # what is hidden is not told: neither pieces nor what others declare unseen
        front = front.guess(player, np.random.default_rng(turns.seed))
    state = front
    for part in next(iter(turns.phrase(text)), (text,)) if text else ():
        move, unread = turns.read(part)
        if unread:
            return unread
        if (reason := state.why_not(move)) is not None:
            return [forbidden(reason)]
        state = state.after(move)
    told = turns.extras.chances(state)
    if not told and state.current_player() != player and turns.veiled(front):
        told = turns.extras.chances(front)  # others may still declare
    return [*map(turns.words.tell, told)] or [Message("No dice are rolled for that.")]


def rules(turns: Turns, code: str) -> list[str]:
    """What the rules say under a clause, a chapter or an option; without one, the chapters there are."""
    name, lang = turns.game.name, turns.words.lang
    try:
        if code:
            word = named(turns.words, AIM, code)
            codes = (_codes(turns, code) or (word and _codes(turns, OF_TURNS.get(word, "win")))).split() or [code]
            pages = (rules_pages.look_up(name, one, lang) for one in codes)
            return fitting.paragraphs("\n\n".join(dict.fromkeys(pages)))
        chapters = turns.words.in_turn(rules_pages.chapters(rules_pages.page(name, lang)))
    except InputError as error:
        why = turns.words.tell(error.message)
        return [why if why.endswith("?") else f"{why}."]
    return [Message("Type rules and a clause, or one of: {chapters}.", chapters=chapters)]


def legal(turns: Turns, start: str) -> list[str]:
    """The legal moves by kind."""
    words, (passed, front) = turns.words, turns.ahead()
    moves = front.legal_moves()
    kind, found = kind_of(turns.game.name), dict[str, list[str]]()
    lines = []
    for state, aside in passed:
        others = [move for move in state.legal_moves() if move != aside.silence]
        spoken = [turns.written(move) for move in others if _begins(turns, move, start)]
        if spoken:
            player, told = turns.called(state.current_player()), ", ".join(spoken)
            lines.append(words.say("before this, {player} ({n}): {moves}", player=player, n=len(spoken), moves=told))
    for move in islice(moves, MOST_LISTED):
        if _begins(turns, move, start):
            found.setdefault(kind(move), []).append(turns.written(move))
    if not found and not lines:
        return (known(turns, start) if start else []) or [
            words.say("No legal move begins with {start}.", start=repr(start))
        ]
    for name, texts in found.items():
        shown, rest = ", ".join(texts[:MOST_SHOWN]), len(texts) - MOST_SHOWN
        if rest > 0:
            more = {"n": rest, "start": texts[MOST_SHOWN][:-1]}
            shown = words.say("{moves}, and {n} more (type ? and a beginning, such as ? {start})", moves=shown, **more)
        lines.append(words.say("{kind} ({n}): {moves}", kind=words.say(name), n=len(texts), moves=shown))
    if len(moves) > MOST_LISTED:
        lines.append(
            words.say("(only the first {n} of {total} legal moves were looked at)", n=MOST_LISTED, total=len(moves))
        )
    return lines


def _begins(turns: Turns, move: object, start: str) -> bool:
    return any(text.casefold().startswith(start.casefold()) for text in (str(move), turns.written(move)))

"""Letters that say whether two devices have the same ruling: of the table, the rules, the question and the answer."""

from __future__ import annotations

import json
from base64 import b32encode
from hashlib import sha256

from armada_sim.evidence import Ruling
from armada_sim.files import ActionQuestion, Dispute, Question, WonQuestion
from armada_sim.web.documents import document, question_document

_LETTERS = 8
"""Of 32 kinds: of a million rulings no two that are not the same are likely to share them."""

_MARGIN_MM = 1e-6
"""mm. Margins are told apart by so much: what is searched for may differ in the last digits between processors."""

_SEARCHED = "shot"
"""Questions whose margin is searched for: how far depends on what is there, so that it is no part of the letters."""

_NO_PART = ("title", "questions")
"""Of a table: what it is called, and what else is asked."""


def letters_of(dispute: Dispute, question: Question, ruling: Ruling) -> str:
    """Two groups of letters: the same in every language and unit, and for whoever opens the table from a link."""
    table = {key: value for key, value in document(dispute).items() if key not in _NO_PART}
    answer = {
        "answer": str(ruling.answer),
        "allowed": ruling.allowed,
        "margin": None if ruling.margin is None or ruling.question == _SEARCHED else round(ruling.margin / _MARGIN_MM),
        "clauses": [str(reason.clause) for reason in ruling.reasons],
    }
    whole = json.dumps([_whole(table), _moment(dispute), _whole(_asked(question)), answer], sort_keys=True)
    letters = b32encode(sha256(whole.encode()).digest()).decode()[:_LETTERS]
    return f"{letters[: _LETTERS // 2]} {letters[_LETTERS // 2 :]}"


def _moment(dispute: Dispute) -> str:
    """Of the game, if the file says something of one."""
    if dispute.game is None:
        return ""
    from armada_sim.files import digest

    return digest(dispute.game.state)


def _asked(question: Question) -> object:
    match question:
        case ActionQuestion():
            from armada_sim.play import notation

            return [notation(action) for action in question.actions]
        case WonQuestion():
            return "won"
    return question_document(question)


def _whole(value: object) -> object:
    """The same with every number that is whole as an integer, however it was written."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole(item) for key, item in value.items()}
        case list() | tuple():
            return [_whole(item) for item in value]
    return value

"""Rulings for the page: in words, with what is to be drawn."""

from __future__ import annotations

from typing import cast

from armada_sim.files import Dispute
from armada_sim.referee import other_readings
from armada_sim.table import UnitName
from armada_sim.tabletop import Language
from armada_sim.web.answers import OtherReadings, Ruled, RulingShown
from armada_sim.web.digests import letters_of
from armada_sim.web.looking import verdict
from armada_sim.wording import answer_words, preamble, question_words, reading_lines, reason_lines, telling


def rule(dispute: Dispute, number: int, unit_name: UnitName, words: Language) -> Ruled:
    """The ruling on question `number`, from 1. Raises InputError."""
    asked = dispute.answers(number, unit_name)[-1]  # of a chain of actions: how it ends
    ruling, unit = asked.ruling, dispute.measure(unit_name)
    return {
        "question": words.tell(question_words(asked.question, dispute.layout, unit)),
        "answer": words.tell(answer_words(ruling)),
        "digest": letters_of(dispute, dispute.questions[number - 1], ruling),
        "state": verdict(ruling),
        "reasons": [words.tell(line) for line in reason_lines(ruling.reasons)],
        "margin": words.tell(telling.margin_words(ruling, unit) or ""),
        "evidence": [words.tell(line) for _, line in telling.evidence(ruling, unit)],
        "notes": [words.tell(note) for note in ruling.notes],
        "clauses": [
            {"clause": str(clause), "text": words.tell(text), "source": words.tell(source)}
            for clause, text, source in telling.clause_lines(ruling)
        ],
        "preamble": [words.tell(line) for line in preamble(dispute, unit)],
        "ruling": cast(RulingShown, ruling.as_json(words.lang)),
    }


def readings(dispute: Dispute, number: int, unit: UnitName, words: Language) -> OtherReadings:
    """What other readings of the rules make of the answer to question `number`, from 1. Raises InputError."""
    ruling = dispute.ask(number, unit)
    found = other_readings(ruling)
    heading, *lines = (words.tell(line) for line in reading_lines(ruling, found))
    return cast(OtherReadings, {"heading": heading, "lines": lines, **found.as_json(words.lang)})

"""Other readings of the rules in words: what would change an answer, and what was not decided."""

from __future__ import annotations

from armada_sim.evidence import Answer, ArrivalEvidence, Ruling
from armada_sim.referee import Reading, Readings
from armada_sim.tabletop import N_, Message

_CHANGED = {
    "action": {
        Answer.YES: N_("not allowed; allowed if {reading} ({source})"),
        Answer.NO: N_("allowed; not allowed if {reading} ({source})"),
    },
    "contact": {
        Answer.YES: N_("they do not touch; they touch if {reading} ({source})"),
        Answer.NO: N_("they touch; they do not touch if {reading} ({source})"),
    },
    "claim": {
        Answer.YES: N_("it cannot have got there; it can if {reading} ({source})"),
        Answer.NO: N_("it can have got there; it cannot if {reading} ({source})"),
    },
}
"""What the rules in force say of pieces that lie as stated, and what is so then, by that answer."""


def reading_lines(ruling: Ruling, readings: Readings) -> list[Message]:
    """What there is to say of other readings: a heading, or that there are none, and a line for each."""
    if readings.stated is Answer.IN_DOUBT:
        return [Message("What holds as stated was not decided, so no other reading of the rules was compared with it.")]
    if not readings.found:
        return [Message("No other reading of the rules changes this, each option alone.")]
    exactly = N_("Other readings of the rules, each alone:")
    as_stated = N_("Other readings of the rules, each alone, for pieces that lie as stated:")
    heading = Message(as_stated if ruling.answer is Answer.IN_DOUBT else exactly)
    return [heading, *(_line(ruling, reading) for reading in readings.found)]


def _line(ruling: Ruling, reading: Reading) -> Message:
    named = f"{reading.option} = {reading.value}"
    if reading.answer is None:
        return Message("not decided if {reading}: {why}", reading=named, why=reading.note)
    claim = isinstance(ruling.witness, ArrivalEvidence)
    kind = "claim" if claim else "contact" if ruling.question == "contact" else "action"
    source = Message("no text says this") if reading.source is None else reading.source
    changed = Message(_CHANGED[kind][reading.answer], reading=named, source=source)
    if reading.note is None:
        return changed
    return Message("{changed}; {note}", changed=changed, note=reading.note)

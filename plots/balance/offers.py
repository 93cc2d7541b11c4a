"""What to offer and what to answer, where fleets are cut and chosen: one page to print.

One player offers one of some fleets against one of others and names a side. The other takes the side that was not named
and moves first, or the one that was and moves second. Either way the side that was not named moves first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from armada_sim.pictures import Words
from armada_sim.tabletop import N_
from armada_sim.tabletop.laboratory import Estimate, SettingSummary, Summary, Teller, fairness, judgement
from plots.balance.report import Block, Heading, Prose, Report, Table

_PART = 10
"""One offer of so many is named as one to make."""

_SPACE = "\N{NO-BREAK SPACE}"
"""Between words of a cell, which is one line high."""

_ANSWERS = {"above": N_("swap"), "below": N_("take")}
"""By what is known of the share of the side that is named."""

_RULE = N_(
    "One player offers two fleets and names one of them. The other takes the fleet that was not named and moves first, "
    "or swaps: takes the one that was named and moves second. So the fleet that was not named moves first. Shares are "
    "those of the fleet that was named, in percent, between the players below; each is known to {width} points or "
    "better. Between others they may be quite different."
)
_OFFER = N_(
    "Who offers is left the smaller share, so offer what is nearest to even, in each the named fleet first: {rows}."
)
_ANSWER = N_(
    "Take or swap, whichever is surely better; where neither is, the sign is =. The left half is for offers that name "
    "the fleet at the head of the column, the right half for those that name the fleet of the row."
)


def offers(found: Summary, facts: Sequence[tuple[str, str]], words: Words) -> Report:
    """The page, for each setting; facts: of how its games came about, of which it says who played."""
    several = len(found.settings) > 1
    played = words.say("players")
    by = [words.named(name, value) for name, value in facts if name == played]
    blocks = (
        *(block for setting in found.settings for block in _part(setting, words, several=several)),
        Prose(tuple(by)),
    )
    return Report(words.named(found.title, words.say("what to offer, what to answer")), words.lang, blocks, sheet=True)


def _part(setting: SettingSummary, words: Words, *, several: bool) -> Iterator[Block]:
    tell = Teller(words.lang)
    shares = {
        (named, other): share
        for row in setting.meetings
        for one, two in [row.meeting.entrants]
        for named, other, share in ((one, two, row.by_first[1]), (two, one, _turned(row.by_first[0])))
        if share is not None
    }
    widest = max(share.half_width for share in shares.values())
    if several:
        yield Heading(tell.setting(setting.name))
    yield Prose((words.say(_RULE, width=words.decimal(f"{100 * widest:.1f}")),))
    yield Heading(words.say("What to offer"))
    nearest = [
        (row.meeting.entrants[1 - first], row.meeting.entrants[first])
        for row, first, _ in fairness(setting)[: max(1, len(shares) // _PART)]
    ]
    rows = [
        words.say("{one} against {other}, {share}", one=named, other=other, share=_percent(shares[named, other]))
        for named, other in nearest
    ]
    yield Prose((words.say(_OFFER, rows=tell.in_turn(rows)),))
    yield Heading(words.say("What to answer"))
    firsts, seconds = (list(dict.fromkeys(row.meeting.entrants[place] for row in setting.meetings)) for place in (0, 1))
    head = ["", *(words.say("{name} named", name=name) for name in firsts)]
    head += [words.say("named against {name}", name=name) for name in firsts]
    lines = tuple(
        (row.replace(" ", _SPACE), *(_cell(shares.get((first, row)), words) for first in firsts),
         *(_cell(shares.get((row, first)), words) for first in firsts))
        for row in seconds
    )  # fmt: skip
    yield Table(words.say(_ANSWER), tuple(head), lines)


def _turned(share: Estimate | None) -> Estimate | None:
    """The same of the other side."""
    if share is None:
        return None
    low, high = 1 - share.high, 1 - share.low
    return Estimate(1 - share.mean, low, high, share.level, share.sets, share.games, share.draws)


def _cell(share: Estimate | None, words: Words) -> str:
    if share is None:
        return ""
    answer = _ANSWERS.get(judgement(share))
    return f"{words.say(answer) if answer else '='}{_SPACE}{_percent(share)}"


def _percent(share: Estimate) -> str:
    return f"{100 * share.mean:.0f}"

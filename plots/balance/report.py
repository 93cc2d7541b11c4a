"""What the report of an experiment says, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from armada_sim.pictures import Style, Words
from armada_sim.tabletop import N_
from armada_sim.tabletop.laboratory import (
    EVEN,
    FEW,
    Estimate,
    MeetingSummary,
    Opening,
    SettingSummary,
    Summary,
    Teller,
    fairness,
    judgement,
    near_even,
)
from plots.balance.canvas import Chart
from plots.balance.curves import Curve, convergence, meeting_name, most_curves, openings
from plots.balance.matrix import grid, matrix, parts
from plots.balance.rows import Lengths, Row, Scale, bars, forest, lengths, number

_MOST_MATRICES = 12
"""Charts of everybody against everybody, for one setting; with more entrants the table of meetings has to do."""

_MOST_FAIR = 40
"""Rows of the table of what is nearest to even."""

_VERDICTS = {"above": N_("above"), "below": N_("below"), "open": N_("open")}
_NEAR_EVEN = {"yes": N_("yes"), "no": N_("no"), "open": N_("open")}
"""Judgements, as tables have them."""

_FEW_MEETINGS = 3
"""Settings with no more meetings each share their charts and tables."""


_HOW_COUNTED = N_(
    "A share is a part of the points: a game won is one, drawn a half. Sets are mirrored: the games "
    "of a set begin from the same set-up, and each side moves first in as many. Intervals hold the "
    "true value in {level} % of cases; their unit is the set. One is said to beat the other only "
    "where all of the interval says so."
)
_MATRIX = N_(
    "Each cell is the share of its row's entrant against its column's, in percent, with half the width of its interval."
)
LENGTHS = N_(
    "Boxes hold the middle half of the games, the heavy line is the median, thin lines go to the "
    "shortest and the longest."
)
_RATINGS = N_(
    "By the model of Bradley and Terry, with mean 0. A rating sums up all meetings; who beats whom stands above."
)
_MIXTURE = N_("Who chooses at random with these weights loses to nothing, by the shares found; lines are intervals.")
_OPENINGS = N_(
    "By how many points the fleet did better than its average when one of its ships began in the "
    "cell. The table is seen from the fleet's own edge. Hatched: the interval includes the average. "
    "Of cells that mean nothing, one in twenty is not hatched, by chance. Grey: too few sets."
)
_FAIR = N_(
    "The nearest to even: the share of the one named first when the one in the second column moves "
    "first, in percent; near means within {even} of 50."
)
CHANGES = N_("The share of the one named first, compared with {against} set by set. Full dots: the change is certain.")
_FOREST = N_("Dots are full where the interval leaves out 50, else hollow.")
"""How to read tables and charts."""


@dataclass(frozen=True)
class Heading:
    """Of a part of the report."""

    text: str


@dataclass(frozen=True)
class Prose:
    """Sentences, one for each line."""

    lines: tuple[str, ...]
    listed: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of texts. All columns but the first are short."""

    caption: str
    head: tuple[str, ...]
    """Empty for a table of names and values."""

    rows: tuple[tuple[str, ...], ...]


Block = Heading | Prose | Table | Chart


@dataclass(frozen=True)
class Report:
    """A report."""

    title: str
    lang: str
    blocks: tuple[Block, ...]
    sheet: bool = False
    """Whether it is printed small, for one page."""


def contents(
    found: Summary, facts: Sequence[tuple[str, str]], opened: Sequence[Opening], style: Style, words: Words
) -> Report:  # fmt: skip
    """What there is to say of an experiment. `opened`: set-ups of its first meetings, if they are known."""
    renamed = _renamed(found, Teller(words.lang).setting)
    return Report(
        style.heading_words or found.title,
        words.lang,
        tuple(_Writer(renamed, tuple(opened), style, words).blocks(facts)),
    )


def _renamed(found: Summary, name: Callable[[str], str]) -> Summary:
    """The same with other names of settings."""

    def row(one: MeetingSummary) -> MeetingSummary:
        return replace(one, meeting=replace(one.meeting, setting=name(one.meeting.setting)))

    settings = tuple(
        replace(one, name=name(one.name), meetings=tuple(map(row, one.meetings))) for one in found.settings
    )
    changes = tuple(replace(one, setting=name(one.setting), against=name(one.against)) for one in found.changes)
    fair = found.fair and replace(
        found.fair, kept=tuple(replace(one, setting=name(one.setting)) for one in found.fair.kept)
    )
    return replace(found, settings=settings, changes=changes, fair=fair)


@dataclass(frozen=True)
class _Writer:
    found: Summary
    opened: tuple[Opening, ...]
    style: Style
    words: Words

    def blocks(self, facts: Sequence[tuple[str, str]]) -> Iterator[Block]:
        words, found = self.words, self.found
        yield Heading(words.say("In short"))
        renamed = Teller(words.lang).sentences(found.settings, found.changes, found.games, found.distinct, found.fair)
        yield Prose(tuple(renamed), listed=True)
        yield from self.searched()
        yield Heading(words.say("How it was played"))
        yield Table("", (), tuple(facts))
        yield Prose((words.say(_HOW_COUNTED, level=f"{100 * found.level:g}"),))
        several = len(found.settings) > 1
        if several and max(len(setting.meetings) for setting in found.settings) <= _FEW_MEETINGS:
            yield from self.part(words.say("All settings"), found.settings)
        else:
            for setting in found.settings:
                yield from self.part(
                    words.say("Setting: {name}", name=setting.name) if several else words.say("Results"), (setting,)
                )
        yield from self.changes()

    def searched(self) -> Iterator[Block]:
        """What would make it fair."""
        words, fair = self.words, self.found.fair
        if fair is None:
            return
        tell = Teller(words.lang)
        rows = tuple(
            (one.setting, str(one.changes), tell.in_turn(tell.part(part, fair.target) for part in one.parts),
             str(one.parts[0].share.sets), words.say(_NEAR_EVEN[one.verdict]))
            for one in fair.kept
        )  # fmt: skip
        head = (N_("setting"), N_("changes"), N_("share"), N_("sets"), N_("as asked for"))
        caption = words.say("What the search left, what it names first: {asked}?", asked=tell.asked(fair))
        yield Table(caption, tuple(map(words.say, head)), rows)

    def part(self, title: str, settings: Sequence[SettingSummary]) -> Iterator[Block]:
        """Charts and tables of one setting, or of several small ones together."""
        words, style, several = self.words, self.style, len(settings) > 1
        found = [row for setting in settings for row in setting.meetings]
        alone = several and len({row.meeting.entrants for row in found}) == 1
        rows = [(row.meeting.setting if alone else meeting_name(row, setting=several), row) for row in found]
        yield Heading(words.named(title, meeting_name(found[0], setting=False)) if alone else title)
        for setting in settings:
            yield from self.matrices(setting, several=several)
        for setting in settings:
            yield from self.prices(setting, several=several)
        yield self.table(rows)
        if several:
            shares = [Row(name, row.share) for name, row in rows if _different(row)]
            scale = Scale(words.say("share of the one named first, percent"))
            yield from forest(words.say("Shares under each setting"), words.say(_FOREST), shares, scale, style, words)
        for setting in settings:
            yield from self.ratings(setting, several=several)
        curves = [Curve(name, row.scores) for name, row in rows if _different(row)]
        if curves:
            caption = words.say("The share of the one named first after so many sets, with its interval.")
            if len(curves) > (most := most_curves(style)):
                caption += " " + words.say("Shown are the first {count} of {all}.", count=most, all=len(curves))
            yield convergence(words.say("How the shares settled"), caption, curves, style, words)
        boxes = [Lengths(name, row.turns) for name, row in rows]
        yield from lengths(words.say("Length of the games"), words.say(LENGTHS), boxes, style, words)
        firsts = [Row(name, row.first) for name, row in rows]
        if len(firsts) > 1:
            firsts += [
                Row(self.pooled(setting, several=several), setting.first)
                for setting in settings
                if len(setting.meetings) > 1
            ]
        scale = Scale(words.say("share of whoever moves first, percent"))
        yield from forest(words.say("What it is worth to move first"), words.say(_FOREST), firsts, scale, style, words)
        yield from self.openings(rows)
        for setting in settings:
            yield from self.fair(setting)

    def pooled(self, setting: SettingSummary, *, several: bool) -> str:
        return self.titled(N_("all meetings"), setting, several=several)

    def titled(self, message: str, setting: SettingSummary, *, several: bool) -> str:
        title = self.words.say(message)
        return self.words.named(title, setting.name) if several else title

    def matrices(self, setting: SettingSummary, *, several: bool) -> Iterator[Block]:
        if sum(map(_different, setting.meetings)) < 2:
            return
        shown = parts(grid(setting.meetings), self.style)
        if len(shown) > _MOST_MATRICES:
            many = self.words.say("There are too many entrants for a picture of all meetings; the table has them.")
            yield Prose((many,))
            return
        title = self.titled(N_("Who beats whom"), setting, several=several)
        for i, piece in enumerate(shown, 1):
            name = self.words.part(title, i, len(shown))
            yield matrix(name, self.words.say(_MATRIX), piece, self.style, self.words)

    def table(self, rows: Sequence[tuple[str, MeetingSummary]]) -> Table:
        words, lines = self.words, []
        head = (
            N_("meeting"), N_("share"), N_("interval"), N_("sets"), N_("games"), N_("different"), N_("drawn"),
            N_("median turns"), N_("first mover's share"), N_("verdict"),
        )  # fmt: skip
        for name, row in rows:
            share, different = row.share, _different(row)
            lines.append((
                name, self.percent(share.mean) if different else "–", self.interval(share) if different else "–",
                str(share.sets), str(share.games), str(row.distinct), str(share.draws), str(row.turns[2]),
                Scale("").said(row.first, words), words.say(_VERDICTS[judgement(share)]) if different else "–",
            ))  # fmt: skip
        caption = words.say("All meetings. Shares are those of the one named first, in percent.")
        return Table(caption, tuple(map(words.say, head)), tuple(lines))

    def percent(self, value: float) -> str:
        return number(100 * value, self.words)

    def interval(self, estimate: Estimate) -> str:
        return self.words.say("{low} to {high}", low=self.percent(estimate.low), high=self.percent(estimate.high))

    def ratings(self, setting: SettingSummary, *, several: bool) -> Iterator[Block]:
        words, style = self.words, self.style
        if setting.ratings:
            best = sorted(setting.ratings.items(), key=lambda item: -item[1].mean)
            scale = Scale(words.say("rating, Elo points"), factor=1.0, even=0.0, limits=None, places=0, sign=True)
            rows = [Row(name, rating) for name, rating in best]
            title = self.titled(N_("Ratings"), setting, several=several)
            yield from forest(title, words.say(_RATINGS), rows, scale, style, words)
        mixed = setting.mixture
        if mixed is not None:
            scale = Scale(words.say("weight, percent"), even=None)
            shares = [row.share for row in setting.meetings if _different(row)]
            behind = (
                sum(share.sets for share in shares),
                sum(share.games for share in shares),
                sum(share.draws for share in shares),
            )
            rows = [
                Row(part.entrant, Estimate(part.weight, part.low, part.high, mixed.level, *behind))
                for part in mixed.parts
            ]
            title = self.titled(N_("The mixture that nothing beats"), setting, several=several)
            yield from bars(title, words.say(_MIXTURE), rows, scale, style, words)

    def prices(self, setting: SettingSummary, *, several: bool) -> Iterator[Block]:
        words, found = self.words, setting.prices
        if found is None:
            return
        tell = Teller(words.lang)
        head = (N_("unit"), N_("price"), N_("worth"))
        rows = tuple(
            (price.unit, str(price.book), "–" if price.worth is None else tell.worth(price.worth))
            for price in found.prices
        )
        yield Table(
            self.titled(N_("What units are worth"), setting, several=several), tuple(map(words.say, head)), rows
        )
        if found.tenths:
            columns = (N_("expected"), N_("share"), N_("interval"), N_("sets"))
            groups = tuple(
                (self.percent(row.expected), self.percent(row.observed.mean), self.interval(row.observed),
                 str(row.observed.sets))
                for row in found.tenths
            )  # fmt: skip
            caption = words.say("How the model fits: sets by what it expects of the first list, in percent.")
            yield Table(caption, tuple(map(words.say, columns)), groups)

    def openings(self, rows: Sequence[tuple[str, MeetingSummary]]) -> Iterator[Block]:
        words = self.words
        for opening in self.opened:
            for name, row in rows:
                if row.number != opening.meeting:
                    continue
                one, other = row.meeting.entrants
                names = (
                    (one, other)
                    if one != other
                    else (words.say("{name}, named first", name=one), words.say("{name}, named second", name=other))
                )
                title = words.named(words.say("Openings that win"), name)
                chart = openings(title, words.say(_OPENINGS), opening, names, self.style, words)
                yield (Prose((words.named(title, words.say("too few games to say.")),)) if chart is None else chart)

    def fair(self, setting: SettingSummary) -> Iterator[Block]:
        words, rows = self.words, fairness(setting)
        if len(rows) <= FEW:
            return
        caption = words.say(_FAIR, even=f"{100 * EVEN:g}")
        if len(rows) > _MOST_FAIR:
            caption += " " + words.say("Shown are the first {count} of {all}.", count=_MOST_FAIR, all=len(rows))
        lines = tuple(
            (" - ".join(row.meeting.entrants), row.meeting.entrants[who], self.percent(share.mean),
                self.interval(share),
             words.say(_NEAR_EVEN[near_even(share)]))
            for row, who, share in rows[:_MOST_FAIR]
        )  # fmt: skip
        head = (N_("meeting"), N_("moves first"), N_("share"), N_("interval"), N_("near even"))
        yield Table(caption, tuple(map(words.say, head)), lines)

    def changes(self) -> Iterator[Block]:
        words = self.words
        if not self.found.changes:
            return
        yield Heading(words.say("What the settings change"))
        alone = len({change.entrants for change in self.found.changes}) == 1
        rows = [
            Row(change.setting if alone else f"{change.setting}; {' - '.join(change.entrants)}", change.difference)
            for change in self.found.changes
        ]
        first = self.found.changes[0]
        caption = words.say(CHANGES, against=repr(first.against))
        if alone:
            caption = words.named(" - ".join(first.entrants), caption)
        scale = Scale(words.say("change of the share, points of 100"), even=0.0, limits=None, sign=True)
        yield from forest(words.say("Differences, set by set"), caption, rows, scale, self.style, words)


def _different(row: MeetingSummary) -> bool:
    return len(set(row.meeting.entrants)) > 1

"""What the report of an experiment says, in order: blocks that a page of HTML and a PDF show alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from armada_sim.experiments.openings import Opening
from armada_sim.tabletop.laboratory.fairness import EVEN, FEW, fairness
from armada_sim.tabletop.laboratory.intervals import Estimate, judgement, near_even
from armada_sim.tabletop.laboratory.results import MeetingSummary, SettingSummary
from armada_sim.tabletop.laboratory.summary import Summary
from armada_sim.tabletop.laboratory.words import Teller
from plots.balance.canvas import Chart
from plots.balance.curves import MOST_CURVES, Curve, convergence, meeting_name, openings
from plots.balance.matrix import grid, matrix, parts
from plots.balance.rows import Lengths, Row, Scale, bars, forest, lengths, number
from plots.messages import MESSAGES, Words
from plots.style import Style

MOST_MATRICES = 12
"""Charts of everybody against everybody, for one setting; with more entrants the table of meetings has to do."""

MOST_FAIR = 40
"""Rows of the table of what is nearest to even."""

_FEW_MEETINGS = 3
"""Settings with no more meetings each share their charts and tables."""


@dataclass(frozen=True)
class Heading:
    """Of a part of the report."""

    text: str
    depth: int = 2


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


def contents(
    found: Summary, facts: Sequence[tuple[str, str]], opened: Sequence[Opening], style: Style, words: Words
) -> Report:  # fmt: skip
    """What there is to say of an experiment. `opened`: set-ups of its first meetings, if they are known."""
    renamed = _renamed(found, Teller(words.lang).setting)
    return Report(found.title, words.lang, tuple(_Writer(renamed, tuple(opened), style, words).blocks(facts)))


def _renamed(found: Summary, name: Callable[[str], str]) -> Summary:
    """The same with other names of settings."""

    def row(one: MeetingSummary) -> MeetingSummary:
        return replace(one, meeting=replace(one.meeting, setting=name(one.meeting.setting)))

    settings = tuple(
        replace(one, name=name(one.name), meetings=tuple(map(row, one.meetings))) for one in found.settings
    )
    changes = tuple(replace(one, setting=name(one.setting), against=name(one.against)) for one in found.changes)
    return replace(found, settings=settings, changes=changes)


def share_told(estimate: Estimate, words: Words) -> str:
    """62.1 (58.0 to 66.0), in percent."""
    return Scale("").said(estimate, words)


@dataclass(frozen=True)
class _Writer:
    found: Summary
    opened: tuple[Opening, ...]
    style: Style
    words: Words

    def blocks(self, facts: Sequence[tuple[str, str]]) -> Iterator[Block]:
        words, found = self.words, self.found
        yield Heading(words("in short"))
        renamed = Teller(words.lang).sentences(found.settings, found.changes, found.games, found.distinct)
        yield Prose(tuple(renamed), listed=True)
        yield Heading(words("how played"))
        yield Table("", (), tuple((self.fact(name), value) for name, value in facts))
        yield Prose((words("how counted", level=f"{100 * found.level:g}"),))
        several = len(found.settings) > 1
        if several and max(len(setting.meetings) for setting in found.settings) <= _FEW_MEETINGS:
            yield from self.part(words("all settings"), found.settings)
        else:
            for setting in found.settings:
                yield from self.part(words("setting", name=setting.name) if several else words("results"), (setting,))
        yield from self.changes()

    def fact(self, name: str) -> str:
        key = f"fact {name}"
        return self.words(key) if key in MESSAGES else name

    def part(self, title: str, settings: Sequence[SettingSummary]) -> Iterator[Block]:
        """Charts and tables of one setting, or of several small ones together."""
        words, style, several = self.words, self.style, len(settings) > 1
        found = [row for setting in settings for row in setting.meetings]
        alone = several and len({row.meeting.entrants for row in found}) == 1
        rows = [(row.meeting.setting if alone else meeting_name(row, setting=several), row) for row in found]
        yield Heading(words("named", name=title, text=meeting_name(found[0], setting=False)) if alone else title)
        for setting in settings:
            yield from self.matrices(setting, several=several)
        yield self.table(rows)
        if several:
            shares = [Row(name, row.share) for name, row in rows if _different(row)]
            scale = Scale(words("first named share"))
            yield from forest(words("shares"), words("forest caption"), shares, scale, style, words)
        for setting in settings:
            yield from self.ratings(setting, several=several)
        curves = [Curve(name, row.scores) for name, row in rows if _different(row)]
        if curves:
            caption = words("convergence caption")
            if len(curves) > MOST_CURVES:
                caption += " " + words("first of", count=MOST_CURVES, all=len(curves))
            yield convergence(words("convergence"), caption, curves, words)
        boxes = [Lengths(name, row.turns) for name, row in rows]
        yield from lengths(words("lengths"), words("lengths caption"), boxes, style, words)
        firsts = [Row(name, row.first) for name, row in rows]
        if len(firsts) > 1:
            firsts += [
                Row(self.pooled(setting, several=several), setting.first)
                for setting in settings
                if len(setting.meetings) > 1
            ]
        scale = Scale(words("first share"))
        yield from forest(words("first movers"), words("forest caption"), firsts, scale, style, words)
        yield from self.openings(rows)
        for setting in settings:
            yield from self.fair(setting)

    def pooled(self, setting: SettingSummary, *, several: bool) -> str:
        return (
            self.words("named", name=self.words("all meetings"), text=setting.name)
            if several
            else self.words("all meetings")
        )

    def titled(self, key: str, setting: SettingSummary, *, several: bool) -> str:
        title = self.words(key)
        return self.words("named", name=title, text=setting.name) if several else title

    def matrices(self, setting: SettingSummary, *, several: bool) -> Iterator[Block]:
        if sum(map(_different, setting.meetings)) < 2:
            return
        shown = parts(grid(setting.meetings), self.style)
        if len(shown) > MOST_MATRICES:
            yield Prose((self.words("no matrix"),))
            return
        title = self.titled("matrix", setting, several=several)
        for i, piece in enumerate(shown, 1):
            name = title if len(shown) == 1 else self.words("part of", title=title, number=i, count=len(shown))
            yield matrix(name, self.words("matrix caption"), piece, self.style, self.words)

    def table(self, rows: Sequence[tuple[str, MeetingSummary]]) -> Table:
        words = self.words
        keys = (
            "meeting",
            "share",
            "interval",
            "sets",
            "games",
            "different",
            "drawn",
            "turns",
            "first share short",
            "verdict",
        )
        lines = []
        for name, row in rows:
            share, different = row.share, _different(row)
            lines.append((
                name, self.percent(share.mean) if different else "–", self.interval(share) if different else "–",
                str(share.sets), str(share.games), str(row.distinct), str(share.draws), str(row.turns[2]),
                share_told(row.first, words), words(f"is {judgement(share)}") if different else "–",
            ))  # fmt: skip
        return Table(words("table caption"), tuple(words(f"head {key}") for key in keys), tuple(lines))

    def percent(self, value: float) -> str:
        return number(100 * value, self.words)

    def interval(self, estimate: Estimate) -> str:
        return self.words("from to", low=self.percent(estimate.low), high=self.percent(estimate.high))

    def ratings(self, setting: SettingSummary, *, several: bool) -> Iterator[Block]:
        words, style = self.words, self.style
        if setting.ratings:
            best = sorted(setting.ratings.items(), key=lambda item: -item[1].mean)
            scale = Scale(words("elo"), factor=1.0, even=0.0, limits=None, places=0, sign=True)
            rows = [Row(name, rating) for name, rating in best]
            yield from forest(
                self.titled("ratings", setting, several=several), words("ratings caption"), rows, scale, style, words
            )
        mixed = setting.mixture
        if mixed is not None:
            scale = Scale(words("weight"), even=None)
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
            yield from bars(
                self.titled("mixture", setting, several=several), words("mixture caption"), rows, scale, style, words
            )

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
                    else (words("first of two", name=one), words("second of two", name=other))
                )
                title = words("named", name=words("openings"), text=name)
                chart = openings(title, words("openings caption"), opening, names, words)
                yield Prose((words("named", name=title, text=words("too few")),)) if chart is None else chart

    def fair(self, setting: SettingSummary) -> Iterator[Block]:
        words, rows = self.words, fairness(setting)
        if len(rows) <= FEW:
            return
        caption = words("fair caption", even=f"{100 * EVEN:g}")
        if len(rows) > MOST_FAIR:
            caption += " " + words("first of", count=MOST_FAIR, all=len(rows))
        lines = tuple(
            (" - ".join(row.meeting.entrants), row.meeting.entrants[who], self.percent(share.mean),
                self.interval(share),
             words(f"even {near_even(share, EVEN)}"))
            for row, who, share in rows[:MOST_FAIR]
        )  # fmt: skip
        keys = ("meeting", "moves first", "share", "interval", "near even")
        yield Table(caption, tuple(words(f"head {key}") for key in keys), lines)

    def changes(self) -> Iterator[Block]:
        words = self.words
        if not self.found.changes:
            return
        yield Heading(words("changes"))
        alone = len({change.entrants for change in self.found.changes}) == 1
        rows = [
            Row(change.setting if alone else f"{change.setting}; {' - '.join(change.entrants)}", change.difference)
            for change in self.found.changes
        ]
        first = self.found.changes[0]
        caption = words("changes caption", against=first.against)
        if alone:
            caption = words("named", name=" - ".join(first.entrants), text=caption)
        scale = Scale(words("points changed"), even=0.0, limits=None, sign=True)
        yield from forest(words("set by set"), caption, rows, scale, self.style, words)


def _different(row: MeetingSummary) -> bool:
    return len(set(row.meeting.entrants)) > 1

"""What an experiment came to, in plain words.

A sentence says that one thing beats another, or changes it, only where the interval says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from armada_sim.tabletop.laboratory.fairness import FEW, NEAREST, fairness
from armada_sim.tabletop.laboratory.intervals import EVEN, Estimate, judgement, near_even
from armada_sim.tabletop.language import N_, Language

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory._mixture import Mixture
    from armada_sim.tabletop.laboratory._prices import Prices
    from armada_sim.tabletop.laboratory.fair import Found, Part
    from armada_sim.tabletop.laboratory.results import Change, MeetingSummary, SettingSummary

_MEETING = {
    "above": N_("{one} beats {other}: {share} of {sets}"),
    "below": N_("{other} beats {one}, which gets {share} of {sets}"),
    "open": N_("{one} against {other} is too close to call: {one} gets {share} of {sets}"),
}
FIRST = {
    "above": N_("whoever moves first gets {share}: to move first is an advantage"),
    "below": N_("whoever moves first gets {share}: to move first is a drawback"),
    "open": N_("whoever moves first gets {share}: no effect of moving first is certain"),
}
_FIRST_GROUP = {"above": N_("{name} beats {names}"), "below": N_("{name} is beaten by {names}")}
_NEXT_GROUP = N_("{clause}; is beaten by {names}")
"""By what a judgement says. A clause that begins with a small letter gets a capital where nothing stands before it."""


_PRICE = {
    "above": N_("{unit} is worth {worth}, more than the {cost} it costs"),
    "below": N_("{unit} is worth {worth} of the {cost} it costs"),
    "open": N_("{unit} is worth {worth}, and may well be worth the {cost} it costs"),
}
_TOGETHER = N_(
    "{one} is worth {change} more with each {other} more beside it, and the other way round (likelihood test: {chance})"
)
_FURTHER = N_("each further one changes what {one} is worth by {change} (likelihood test: {chance})")


_ASKED = {
    "even": N_("every share is within {within} of even"),
    "not_last": N_("{who} is not last"),
    "first_move": N_("the first move gives or takes no more than {within}"),
}
"""What is asked for, as a clause."""

_KEPT = {
    "yes": N_("That is so under {setting}: {shares}."),
    "no": N_("That is not so under {setting}: {shares}."),
    "open": N_("That may be so under {setting}, which more sets would tell: {shares}."),
}
"""By whether it is."""


def _open(row: MeetingSummary) -> bool:
    """Whether a meeting of two is neither decided nor known to be even."""
    one, other = row.meeting.entrants
    return one != other and judgement(row.share) == "open" and near_even(row.share) != "yes"


class Teller(Language):
    """Tells results in one language."""

    def sentences(
        self, settings: Sequence[SettingSummary], changes: Sequence[Change], games: int, distinct: int,
        fair: Found | None = None,
    ) -> Iterator[str]:  # fmt: skip
        """All there is to say."""
        if fair is not None:
            yield from self._searched(fair)
        yield self.say(
            "{games} games were played, {distinct} of them different from each other.", games=games, distinct=distinct
        )
        said = settings if fair is None else settings[:1]
        few = [setting for setting in said if setting.prices is None and len(setting.meetings) <= FEW]
        unsure = [row for setting in few for row in setting.meetings if _open(row)]
        equal = [setting for setting in said if judgement(setting.first) == "open"]
        for setting in said:
            where = self.setting(setting.name) if len(settings) > 1 else ""
            if setting.prices is not None:
                yield from self._prices(setting.prices, where)
            elif setting in few:
                for row in setting.meetings:
                    if len(unsure) < 2 or row not in unsure:
                        yield self._meeting(row, where)
            else:
                yield from self._many(setting, where)
            if setting.ratings:
                yield self._ratings(setting, where)
            yield from self._fair(setting, where)
            if len(equal) < 2 or setting not in equal:
                yield self._sentence(where, FIRST[judgement(setting.first)], share=self.share(setting.first))
            if setting.mixture is not None:
                yield self._mixture(setting.mixture, where)
        if len(unsure) > 1:
            yield self._unsure(unsure, named=len(settings) > 1)
        if len(equal) > 1:
            yield self._no_first(equal)
        if any(setting.complete and setting.mixture is None for setting in settings):
            yield self.say(
                "The mixture that nothing beats was not worked out: it needs SciPy (pip install 'armada-sim[stats]')."
            )
        yield from self._changes(changes)

    def setting(self, name: str) -> str:
        """The name of a setting: "as agreed" where nothing is varied, else names of options and players."""
        first, *rest = name.split("; ")
        return self.in_turn([self.say("as agreed") if first == "as agreed" else first, *rest])

    def named(self, entrant: str) -> str:
        """What is compared: those of shipped experiments by a word of the language."""
        return self.say_as("entrant", entrant)

    def percent(self, share: float) -> str:
        """A share as people read it."""
        return self.amount(f"{100 * share:.1f}", "%")

    def share(self, estimate: Estimate) -> str:
        """A share with its interval."""
        return self._interval(*map(self.percent, (estimate.mean, estimate.low, estimate.high)))

    def _interval(self, mean: str, low: str, high: str) -> str:
        return self.say("{mean} ({low} to {high})", mean=mean, low=low, high=high)

    def _sentence(self, where: str, message: str = "", *, clause: str = "", **values: object) -> str:
        """A clause as a sentence on a setting, if one is named: the message, or what was made of it, or of several."""
        clause = clause or self.say(message, **values)
        if where:
            return self.say("Under {setting}, {clause}.", setting=where, clause=clause)
        small = not message or self.say(message)[0].islower()
        return f"{clause[0].upper() if small else clause[0]}{clause[1:]}."

    def _meeting(self, row: MeetingSummary, where: str) -> str:
        (one, other), share = row.meeting.entrants, row.share
        message, found = _MEETING[judgement(share)], share
        if one == other:
            message = N_("{one} against itself: whoever moves first gets {share} of {sets}")
            found = row.first
        sets = self.say_many("{n} mirrored set", "{n} mirrored sets", share.sets)
        names = {"one": self.named(one), "other": self.named(other)}
        clause = self.say(message, **names, share=self.share(found), sets=sets)
        if one != other and near_even(share) == "yes" and judgement(share) == "open":
            clause = self.say("{clause}, which is even", clause=clause)
        if share.draws:
            clause = self.say_many(
                "{clause}; {n} of {games} games was drawn", "{clause}; {n} of {games} games were drawn",
                share.draws, clause=clause, games=share.games,
            )  # fmt: skip
        return self._sentence(where, message, clause=clause)

    def _unsure(self, rows: Sequence[MeetingSummary], *, named: bool) -> str:
        """All that is too close to call, in one sentence; named: with its settings."""
        message = N_("{one} against {other} ({setting}), {share}") if named else N_("{one} against {other}, {share}")
        met = [
            self.say(message, one=one, other=other, setting=setting, share=self.share(row.share))
            for row in rows for one, other in [map(self.named, row.meeting.entrants)]
            for setting in [self.setting(row.meeting.setting)]
        ]  # fmt: skip
        return self.say("Too close to call: {rows}.", rows=self.in_turn(met))

    def _no_first(self, settings: Sequence[SettingSummary]) -> str:
        """Where to move first may be worth nothing, in one sentence."""
        rows = [
            self.say("under {setting} {share}", setting=self.setting(setting.name), share=self.share(setting.first))
            for setting in settings
        ]
        return self.say(
            "No effect of moving first is certain; whoever moves first gets {rows}.", rows=self.in_turn(rows)
        )

    def _prices(self, found: Prices, where: str) -> Iterator[str]:
        """What units are worth, which pairs are worth more or less, and how well that fits the games."""
        for price in found.prices:
            if price.worth is not None:
                clause = self.say(
                    _PRICE[judgement(price.worth, price.book)],
                    unit=self.tell(price.said), worth=self.worth(price.worth), cost=self.tell(price.cost),
                )  # fmt: skip
                yield self._sentence(where, clause=clause)
        if found.problem:
            yield self._sentence(where, clause=self.tell(found.problem))
        said = {price.unit: self.tell(price.said) for price in found.prices}
        for pair in found.pairs:
            one, other = pair.units
            message = _FURTHER if one == other else _TOGETHER
            clause = self.say(
                message, one=said[one], other=said[other], change=self.worth(pair.change, sign="+"),
                chance=self.decimal(f"{pair.chance:.1g}"),
            )  # fmt: skip
            yield self._sentence(where, clause=clause)
        if found.tested and not found.pairs:
            alone = N_("no two units are surely worth more or less together, by a likelihood test of each of {n} pairs")
            yield self._sentence(where, alone, n=found.tested)
        if found.explained is not None:
            fits = N_(
                "the model explains {share} of the deviance of sets from even; of {n} groups of sets that it expects "
                "alike, {within} got what it expects within their intervals"
            )
            within = sum(row.observed.low <= row.expected <= row.observed.high for row in found.tenths)
            share = self.percent(found.explained)
            yield self._sentence(where, fits, share=share, n=len(found.tenths), within=within)

    def _searched(self, fair: Found) -> Iterator[str]:
        """What would make the game fair, by the sets played after the search."""
        rounds = self.say_many("{n} round", "{n} rounds", fair.rounds)
        yield self.say(
            "Wanted: {asked}. {n} settings were searched through in {rounds} and {sets} mirrored sets; all "
            "shares here are from sets played afterwards.",
            asked=self.asked(fair), n=fair.settings, rounds=rounds, sets=fair.sets,
        )  # fmt: skip
        named = fair.kept[0]
        changes = self.say_many("{n} change", "{n} changes", named.changes)
        if not named.changes:
            yield self.say("The search names what is agreed on: nothing has to change.")
        else:
            yield self.say(
                "The search names {setting}: {changes}.", setting=self.setting(named.setting), changes=changes
            )
        for kept in fair.kept:
            shares = self.in_turn(self.part(part, fair.target) for part in kept.parts)
            yield self.say(_KEPT[kept.verdict], setting=self.setting(kept.setting), shares=shares)
        if all(kept.verdict == "no" for kept in fair.kept):
            yield self.say("So no setting is known to be as wanted: the search left none that is.")

    def asked(self, fair: Found) -> str:
        """What is asked for, as a clause."""
        return self.say(_ASKED[fair.target], who=self.in_turn(fair.who), within=self.percent(fair.within))

    def part(self, part: Part, target: str) -> str:
        """What a meeting says of what is asked for."""
        message = N_("{one} against {other}, {share}")
        if target == "first_move":
            message = N_("whoever moves first, {one} against {other}, {share}")
        return self.say(message, one=self.named(part.one), other=self.named(part.other), share=self.share(part.share))

    def worth(self, estimate: Estimate, sign: str = "") -> str:
        """A price with its interval."""
        return self._interval(
            *(self.decimal(f"{value:{sign}.1f}") for value in (estimate.mean, estimate.low, estimate.high))
        )

    def _many(self, setting: SettingSummary, where: str) -> Iterator[str]:
        """Who surely beats whom, an entrant at a time; where one group meets another, each of the first."""
        met: dict[str, dict[str, list[str]]] = {}
        rows = [row for row in setting.meetings if row.meeting.entrants[0] != row.meeting.entrants[1]]
        for row in rows:
            (one, other), verdict = row.meeting.entrants, judgement(row.share)
            turned = {"above": "below", "below": "above"}.get(verdict, verdict)
            met.setdefault(one, {}).setdefault(verdict, []).append(other)
            met.setdefault(other, {}).setdefault(turned, []).append(one)
        sure = sum(judgement(row.share) != "open" for row in rows)
        split = N_("of {count} meetings {sure} have a side that is better, {open} are too close to call")
        yield self._sentence(where, split, count=len(rows), sure=sure, open=len(rows) - sure)
        firsts = dict.fromkeys(row.meeting.entrants[0] for row in rows)
        seconds = {row.meeting.entrants[1] for row in rows}
        for name in setting.entrants if seconds & firsts.keys() else firsts:
            clause = ""
            for side, first in _FIRST_GROUP.items():
                if names := ", ".join(met.get(name, {}).get(side, ())):
                    message = _NEXT_GROUP if clause else first
                    clause = self.say(message, clause=clause, name=name, names=names)
            if clause:
                yield self._sentence(where, _FIRST_GROUP["above"], clause=clause)

    def _fair(self, setting: SettingSummary, where: str) -> Iterator[str]:
        """Which meetings are even for a given first mover, where there are many."""
        rows = fairness(setting)
        if len(rows) <= FEW:
            return
        yes, no, unsure = (sum(near_even(e) == v for *_, e in rows) for v in ("yes", "no", "open"))
        counted = N_(
            "of {count} meetings with a given first mover {yes} are within {even} of even, {no} are not, "
            "and {open} are open"
        )
        yield self._sentence(where, counted, count=len(rows), even=self.percent(EVEN), yes=yes, no=no, open=unsure)
        nearest = [
            self.say(
                "{one} against {other}, {first} first: {share}",
                one=one, other=other, first=(one, other)[who], share=self.share(estimate),
            )
            for (one, other), who, estimate in ((row.meeting.entrants, who, e) for row, who, e in rows[:NEAREST])
        ]  # fmt: skip
        yield self._sentence(where, N_("the nearest to even: {rows}"), rows=self.in_turn(nearest))

    def _ratings(self, setting: SettingSummary, where: str) -> str:
        best = sorted(setting.ratings.items(), key=lambda item: -item[1].mean)
        rows = [
            f"{name} {self._interval(*(f'{round(value):+d}' for value in (rating.mean, rating.low, rating.high)))}"
            for name, rating in best
        ]
        return self._sentence(where, N_("ratings in Elo points: {rows}"), rows=", ".join(rows))

    def _mixture(self, mixed: Mixture[str], where: str) -> str:
        parts = [
            f"{part.entrant} {self._interval(*map(self.percent, (part.weight, part.low, part.high)))}"
            for part in mixed.parts if part.weight > 0
        ]  # fmt: skip
        nothing_beats = N_("the mixture that nothing beats, by the shares found: {parts}")
        return self._sentence(where, nothing_beats, parts=", ".join(parts))

    def _changes(self, changes: Sequence[Change]) -> Iterator[str]:
        """What settings change: meeting by meeting, or where there are many how many and which most; in one sentence,
        what is not certain."""
        unsure: list[str] = []
        for name in dict.fromkeys(change.setting for change in changes):
            found, setting = [change for change in changes if change.setting == name], self.setting(name)
            if len(found) > FEW:
                yield self._most(found, setting)
                continue
            for change in found:
                said = {"setting": setting, **self._change(change)}
                if judgement(change.difference, 0.0) != "open":
                    yield self.say("{setting} changes the share of {one} against {other} by {size}.", **said)
                else:
                    unsure.append(self.say("under {setting} that of {one} against {other} by {size}", **said))
        if unsure:
            yield self.say("No certain change of shares: {rows}.", rows=self.in_turn(unsure))

    def _most(self, changes: Sequence[Change], setting: str) -> str:
        """What one setting changes in many meetings."""
        sure = [change for change in changes if judgement(change.difference, 0.0) != "open"]
        found = {"setting": setting, "sure": len(sure), "count": len(changes)}
        if not sure:
            return self.say("{setting} changes for certain {sure} of {count} shares.", **found)
        most = self._change(max(sure, key=lambda change: abs(change.difference.mean)))
        return self.say(
            "{setting} changes for certain {sure} of {count} shares, most that of {one} against {other}, by {size}.",
            **found, **most,
        )  # fmt: skip

    def _change(self, change: Change) -> dict[str, str]:
        one, other = map(self.named, change.entrants)
        return {"one": one, "other": other, "size": self.points(change.difference)}

    def points(self, found: Estimate) -> str:
        """A difference of shares with its interval."""
        mean, low, high = (self.decimal(f"{100 * value:+.1f}") for value in (found.mean, found.low, found.high))
        return self.say("{mean} points ({low} to {high})", mean=mean, low=low, high=high)

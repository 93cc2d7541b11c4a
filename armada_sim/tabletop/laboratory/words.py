"""What an experiment came to, in plain words, English and French.

A sentence says that one thing beats another, or changes it, only where the interval says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from armada_sim.tabletop.laboratory.fairness import EVEN, FEW, NEAREST, fairness
from armada_sim.tabletop.laboratory.intervals import Estimate, judgement, near_even
from armada_sim.tabletop.language import Language, Pair

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory.mixture import Mixture
    from armada_sim.tabletop.laboratory.results import Change, MeetingSummary, SettingSummary

WORDS: dict[str, Pair] = {
    "games": (
        "{games} games were played, {distinct} of them different from each other.",
        "{games} parties ont été jouées, dont {distinct} différentes les unes des autres."),
    "under": ("Under {setting}, ", "Sous « {setting} », "),
    "as agreed": ("as agreed", "comme convenu"),
    "ratings": ("ratings in Elo points: {rows}.", "classement en points Elo : {rows}."),
    "rating": ("{name} {mean} ({low} to {high})", "{name} {mean} ({low} à {high})"),
    "percent": ("{number} %", "{number} %"),
    "interval": ("{mean} ({low} to {high})", "{mean} ({low} à {high})"),
    "drawn": ("; {draws} of {games} games were drawn", " ; {draws} parties sur {games} ont été nulles"),
    "itself": (
        "{one} against itself: whoever moves first gets {share} of {sets} mirrored sets{drawn}.",
        "{one} contre soi-même : qui commence obtient {share} de {sets} séries en miroir{drawn}."),
    "above": (
        "{one} beats {other}: {share} of {sets} mirrored sets{drawn}.",
        "{one} bat {other} : {share} de {sets} séries en miroir{drawn}."),
    "below": (
        "{other} beats {one}, which gets {share} of {sets} mirrored sets{drawn}.",
        "{other} bat {one}, qui obtient {share} de {sets} séries en miroir{drawn}."),
    "open": (
        "{one} against {other} is too close to call: {one} gets {share} of {sets} mirrored sets{near}{drawn}.",
        "qui de {one} et de {other} vaut mieux reste ouvert : {one} obtient {share} de {sets} séries en "
        "miroir{near}{drawn}."),
    "near": (", which is even", ", ce qui est l'égalité"),
    "sure": (
        "of {count} meetings {sure} have a side that is better, {open} are too close to call.",
        "sur {count} rencontres, {sure} ont un côté qui vaut mieux, {open} restent ouvertes."),
    "all above": ("beats {names}", "bat {names}"),
    "all below": ("is beaten by {names}", "est battu par {names}"),
    "all open": ("is not surely better or worse than {names}", "n'est sûrement ni meilleur ni pire que {names}"),
    "one of many": ("{name} {said}.", "{name} {said}."),
    "fair": (
        "of {count} meetings with a given first mover {yes} are within {even} of even, {no} are not, and {open} are "
        "open.",
        "sur {count} rencontres où l'on sait qui commence, {yes} sont à {even} au plus de l'égalité, {no} ne le sont "
        "pas, {open} restent ouvertes."),
    "nearest": ("the nearest to even: {rows}.", "le plus près de l'égalité : {rows}."),
    "fair row": ("{one} against {other}, {first} first: {share}", "{one} contre {other}, {first} commence : {share}"),
    "first above": (
        "whoever moves first gets {share}: to move first is an advantage.",
        "qui commence obtient {share} : commencer est un avantage."),
    "first below": (
        "whoever moves first gets {share}: to move first is a drawback.",
        "qui commence obtient {share} : commencer est un désavantage."),
    "first open": (
        "whoever moves first gets {share}: no effect of moving first is certain.",
        "qui commence obtient {share} : aucun effet n'est certain."),
    "mixture": (
        "the mixture that nothing beats, by the shares found: {parts}.",
        "le mélange que rien ne bat, d'après les parts trouvées : {parts}."),
    "no mixture": (
        "The mixture that nothing beats was not worked out: it needs SciPy (pip install 'armada-sim[stats]').",
        "Le mélange que rien ne bat n'a pas été calculé : il y faut SciPy (pip install 'armada-sim[stats]')."),
    "by points": ("{mean} points ({low} to {high})", "{mean} points ({low} à {high})"),
    "changed": (
        "{setting} changes the share of {one} against {other} by {size}.",
        "{setting} change la part de {one} contre {other} de {size}."),
    "unchanged": (
        "{setting} changes nothing that is certain in the share of {one} against {other} by {size}.",
        "{setting} ne change rien de certain à la part de {one} contre {other} : {size}."),
    "changed many": (
        "{setting} changes for certain {sure} of {count} shares{most}.",
        "{setting} change sûrement {sure} parts sur {count}{most}."),
    "most changed": (", most that of {one} against {other}, by {size}",
        ", le plus celle de {one} contre {other}, de {size}"),
}  # fmt: skip
"""Key: (English, French). A sentence that begins with a small letter may follow "under"."""


class Teller(Language):
    """Tells results in one language."""

    words = WORDS

    def sentences(
        self, settings: Sequence[SettingSummary], changes: Sequence[Change], games: int, distinct: int
    ) -> Iterator[str]:  # fmt: skip
        """All there is to say."""
        yield self("games", games=games, distinct=distinct)
        for setting in settings:
            where = self("under", setting=self.setting(setting.name)) if len(settings) > 1 else ""
            if len(setting.meetings) <= FEW:
                for row in setting.meetings:
                    yield self._meeting(row, where)
            else:
                yield from self._many(setting, where)
            if setting.ratings:
                yield self._ratings(setting, where)
            yield from self._fair(setting, where)
            yield self._begun(where, f"first {judgement(setting.first)}", share=self.share(setting.first))
            if setting.mixture is not None:
                yield self._mixture(setting.mixture, where)
        if any(setting.complete and setting.mixture is None for setting in settings):
            yield self("no mixture")
        for name in dict.fromkeys(change.setting for change in changes):
            yield from self._changes([change for change in changes if change.setting == name])

    def setting(self, name: str) -> str:
        """The name of a setting: "as agreed" where nothing is varied, else names of options and players."""
        first, *rest = name.split("; ")
        return "; ".join([self(first) if first == "as agreed" else first, *rest])

    def percent(self, share: float) -> str:
        """A share as people read it."""
        return self("percent", number=self.decimal(f"{100 * share:.1f}"))

    def share(self, estimate: Estimate) -> str:
        """A share with its interval."""
        mean, low, high = (self.percent(value) for value in (estimate.mean, estimate.low, estimate.high))
        return self("interval", mean=mean, low=low, high=high)

    def _begun(self, where: str, key: str, **values: object) -> str:
        """A sentence of a setting."""
        text = self(key, **values)
        if not where and self.of(WORDS[key])[0].islower():
            text = text[0].upper() + text[1:]
        return where + text

    def _meeting(self, row: MeetingSummary, where: str) -> str:
        (one, other), share = row.meeting.entrants, row.share
        drawn = self("drawn", draws=share.draws, games=share.games) if share.draws else ""
        if one == other:
            return self._begun(where, "itself", one=one, share=self.share(row.first), sets=share.sets, drawn=drawn)
        near = self("near") if near_even(share, EVEN) == "yes" else ""
        said = {"share": self.share(share), "sets": share.sets, "near": near, "drawn": drawn}
        return self._begun(where, judgement(share), one=one, other=other, **said)

    def _many(self, setting: SettingSummary, where: str) -> Iterator[str]:
        """Who beats whom, an entrant at a time; where one group meets another, each of the first."""
        met: dict[str, dict[str, list[str]]] = {}
        rows = [row for row in setting.meetings if row.meeting.entrants[0] != row.meeting.entrants[1]]
        for row in rows:
            (one, other), verdict = row.meeting.entrants, judgement(row.share)
            turned = {"above": "below", "below": "above"}.get(verdict, verdict)
            met.setdefault(one, {}).setdefault(verdict, []).append(other)
            met.setdefault(other, {}).setdefault(turned, []).append(one)
        sure = sum(judgement(row.share) != "open" for row in rows)
        yield self._begun(where, "sure", count=len(rows), sure=sure, open=len(rows) - sure)
        firsts = dict.fromkeys(row.meeting.entrants[0] for row in rows)
        seconds = {row.meeting.entrants[1] for row in rows}
        for name in setting.entrants if seconds & firsts.keys() else firsts:
            said = [
                self(f"all {verdict}", names=", ".join(met[name][verdict]))
                for verdict in ("above", "below", "open") if verdict in met.get(name, {})
            ]  # fmt: skip
            if said:
                yield self._begun(where, "one of many", name=name, said="; ".join(said))

    def _fair(self, setting: SettingSummary, where: str) -> Iterator[str]:
        """Which meetings are even for a given first mover, where there are many."""
        rows = fairness(setting)
        if len(rows) <= FEW:
            return
        sure = {verdict: sum(near_even(e, EVEN) == verdict for *_, e in rows) for verdict in ("yes", "no", "open")}
        yield self._begun(where, "fair", count=len(rows), even=self.percent(EVEN), **sure)
        said = [
            self("fair row", one=one, other=other, first=(one, other)[who], share=self.share(estimate))
            for (one, other), who, estimate in ((row.meeting.entrants, who, e) for row, who, e in rows[:NEAREST])
        ]
        yield self._begun(where, "nearest", rows="; ".join(said))

    def _ratings(self, setting: SettingSummary, where: str) -> str:
        best = sorted(setting.ratings.items(), key=lambda item: -item[1].mean)
        rows = [
            self("rating", name=name, mean=mean, low=low, high=high)
            for name, rating in best
            for mean, low, high in [[f"{round(value):+d}" for value in (rating.mean, rating.low, rating.high)]]
        ]
        return self._begun(where, "ratings", rows=", ".join(rows))

    def _mixture(self, mixed: Mixture[str], where: str) -> str:
        parts = [
            f"{part.entrant} {self('interval', mean=mean, low=low, high=high)}"
            for part in mixed.parts if part.weight > 0
            for mean, low, high in [[self.percent(value) for value in (part.weight, part.low, part.high)]]
        ]  # fmt: skip
        return self._begun(where, "mixture", parts=", ".join(parts))

    def _changes(self, changes: Sequence[Change]) -> Iterator[str]:
        """What one setting changes: meeting by meeting, or where there are many how many and which most."""
        setting = self.setting(changes[0].setting)
        sure = [change for change in changes if judgement(change.difference, 0.0) != "open"]
        if len(changes) <= FEW:
            for change in changes:
                yield self("changed" if change in sure else "unchanged", setting=setting, **self._change(change))
            return
        most = max(sure, key=lambda change: abs(change.difference.mean), default=None)
        said = "" if most is None else self("most changed", **self._change(most))
        yield self("changed many", setting=setting, sure=len(sure), count=len(changes), most=said)

    def _change(self, change: Change) -> dict[str, str]:
        found = change.difference
        mean, low, high = (self.decimal(f"{100 * value:+.1f}") for value in (found.mean, found.low, found.high))
        one, other = change.entrants
        return {"one": one, "other": other, "size": self("by points", mean=mean, low=low, high=high)}

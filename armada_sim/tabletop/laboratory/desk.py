"""What `armada balance` and `grid-games balance` do with an experiment: progress, what is printed and written."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from armada_sim.tabletop.laboratory._runner import Standing
    from armada_sim.tabletop.laboratory.asking import Form, Study
    from armada_sim.tabletop.laboratory.contest import Contest, Plan
    from armada_sim.tabletop.laboratory.store import Store
    from armada_sim.tabletop.laboratory.summary import Summary
    from armada_sim.tabletop.language import Language
    from armada_sim.tabletop.terminal import Look

REPORTS = (".html",)
TABLES = (".csv",)
RECORDS = (".json",)

_DIGITS = 8
"""Of the digest in the name of a store."""

_SAMPLED = 6
"""Meetings whose pace is looked at before anything is played, at most."""

_WORTH_SAYING_S = 10
"""Seconds. Of what is over sooner, no time is said."""

_REFRESH_S = 0.5
"""Seconds between two looks at the estimate that the progress bar shows, at least."""

_LOOKS_SHARE = 20
"""1. How many times as long as a look takes that time is, at least."""


@dataclass(frozen=True)
class Wishes:
    """What is to be done with an experiment."""

    store: str | None
    sets: int | None
    workers: int | None
    cluster: str
    report: tuple[str, ...]
    export: tuple[str, ...]
    game: tuple[tuple[str, str], ...]
    against: str | None
    fresh: bool
    listed: bool
    watch: bool
    as_json: bool
    look: Look
    """Of the reports."""

    offers: tuple[str, ...] = ()
    """Pages of what to offer and what to answer."""

    def kept_in(self, experiment: str, contest: Contest) -> Path:
        """The store of an experiment that was typed so: by default each has its own, by the digest of all that its
        games depend on."""
        return _own_store(experiment, contest) if self.store is None else Path(self.store)

    def check(self, experiment: str, store: Path) -> None:
        """Raises InputError for files that cannot be written and wishes at odds, before hours are spent."""
        from armada_sim.tabletop.writing import check_targets

        wanted = [("--report", name, REPORTS) for name in self.report]
        wanted += [("--offers", name, REPORTS) for name in self.offers]
        wanted += [("--export", name, TABLES) for name in self.export]
        wanted += [("--game", name, RECORDS) for _, name in self.game]
        check_targets(wanted, [experiment, store])
        pages = (*self.report, *self.offers)
        self.look.suits(pages[0] if pages else None)
        if self.cluster and self.workers is not None:
            raise InputError(
                Message("a cluster has workers of its own; leave this out beside --cluster"), key="--workers"
            )
        if self.store == "":
            raise InputError(Message("the name of the file is empty"), key="--store")
        for numbers, _ in self.game:
            _game_numbers(numbers)


def _own_store(experiment: str, contest: Contest) -> Path:
    from hashlib import sha256

    from armada_sim.tabletop.laboratory.store import ENDING

    stem = "experiment" if experiment == "-" else Path(experiment).stem
    return Path(f"{stem}-{sha256(contest.identity.encode()).hexdigest()[:_DIGITS]}{ENDING}")


Report = Callable[["Study[Any]", "Plan", "Summary", "Store", Sequence[int]], bytes]
"""The report as the bytes of a page, from what was found in the first sets of each meeting in a store."""


@dataclass(frozen=True)
class Pages:
    """What is drawn of an experiment."""

    report: Report
    offers: Callable[[Study[Any], Plan, Summary], bytes]
    """What to offer and what to answer, where `offered`."""


def conduct(
    experiment: str | None, there: Mapping[str, Traversable], parse: Callable[[str, Form], Study[Any]],
    reporter: Callable[[Look, str], Pages], words: Language, **wished: Any,
) -> None:  # fmt: skip
    """Play what is missing of an experiment typed so, print what it shows, write what was wished for.

    there: the shipped ones, by name. parse: what the game makes of the text of one. reporter: what draws reports of a
    look in a language; its mistakes are said before hours are spent. wished: the options of `balance_options`.
    """
    from armada_sim.tabletop.laboratory.asking import load_experiment
    from armada_sim.tabletop.laboratory.fairness import offered
    from armada_sim.tabletop.terminal import shipped_text

    def studied(typed: str) -> Study[Any]:
        text = shipped_text(typed, there, words)
        return load_experiment(typed, parse) if text is None else parse(text, "toml")

    wishes = Wishes(**wished)
    if wishes.listed:
        _list(wishes, words)
        return
    if experiment is None:
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    study = studied(experiment)
    store = wishes.kept_in(experiment, study)
    wishes.check(experiment, store)
    if wishes.against is not None and study.search is not None:
        raise InputError(Message("searches for what is fair are not compared"), key="--against")
    other = None if wishes.against is None else _other(wishes.against, studied, store)
    if wishes.offers and not offered(study.meetings):
        told = Message("nothing is offered where fleets do not meet others, as with the key against")
        raise InputError(told, key="--offers")
    pages = reporter(wishes.look, words.lang) if wishes.report or wishes.offers or wishes.watch else None
    plan = study.experiment.plan if wishes.sets is None else replace(study.experiment.plan, sets=wishes.sets)
    _conduct(study, plan, experiment, (store, other), wishes, pages, words)


def _is_store(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(15) == b"SQLite format 3"
    except (OSError, ValueError):
        return False


Other = tuple[Path, "Study[Any] | None"]
"""A store that is compared with, and what it is of as far as that is known."""


def _other(typed: str, studied: Callable[[str], Study[Any]], own: Path) -> Other:
    """The store that is compared with: the file itself, or that of an experiment. Raises InputError."""
    study = None if _is_store(Path(typed)) else studied(typed)
    other = Path(typed) if study is None else _own_store(typed, study)
    if not other.is_file():
        raise InputError(Message("no games of {experiment} are here: there is no {file}", experiment=typed, file=other),
                         key="--against")  # fmt: skip
    if own.is_file() and other.samefile(own):
        raise InputError(Message("{file} is the store that is played for", file=other), key="--against")
    return other, study


def _list(wishes: Wishes, words: Language) -> None:
    """What was run in this folder."""
    from armada_sim.tabletop.laboratory.store import stores
    from armada_sim.tabletop.laboratory.summary import as_data

    found = stores(Path())
    if wishes.as_json:
        click.echo(json.dumps(as_data(found), indent=1))
        return
    for one in found:
        played = words.say_many("{n} game", "{n} games", one.games)
        if one.in_use:
            played = words.say("in use by another run")
        elif one.wanted > one.sets:
            played = words.say(
                "{games}, {sets} of {wanted} sets; to go on: {command}", games=played, sets=one.sets, wanted=one.wanted,
                command=f"{click.get_current_context().command_path} {one.experiment}",
            )  # fmt: skip
        elif one.wanted:
            played = words.say("{games}, done", games=played)
        click.echo(f"{one.file}  {one.last}  {played}")
    if not found:
        click.echo(words.say("Nothing was run in this folder."))


def _conduct(
    contest: Study[Any], plan: Plan, experiment: str, stores: tuple[Path, Other | None], wishes: Wishes,
    pages: Pages | None, words: Language,
) -> None:  # fmt: skip
    from armada_sim.tabletop.laboratory._against import compared
    from armada_sim.tabletop.laboratory._export import as_csv
    from armada_sim.tabletop.laboratory._runner import cores, run, sets_left
    from armada_sim.tabletop.laboratory.store import EXPERIMENT, WANTED, found as found_store, opened
    from armada_sim.tabletop.laboratory.summary import as_data, summary
    from armada_sim.tabletop.writing import write_files

    for which, _ in wishes.game:
        _known_meeting(contest, _game_numbers(which)[0])
    with opened(stores[0], contest.identity, contest.meetings, fresh=wishes.fresh) as store:
        store.note(**{EXPERIMENT: experiment})
        workers = wishes.workers or cores()
        left, search = sets_left(contest, plan, store), contest.search
        searched = 0 if search is None else search.sets
        if left:
            all_sets = plan.sets * len(contest.meetings) if search is None else searched + search.most_fresh(plan)
            store.note(**{WANTED: str(all_sets)})
        if left and not wishes.cluster:
            _say_time(contest, left, workers, words)
        drawn = pages.report if pages is not None and wishes.watch else None
        with _watched(contest, plan, store, drawn, words) as (watching, ended):
            with _bar(contest, store, words, watching) as progress:
                try:
                    counts = run(contest, plan, store, workers=workers, cluster=wishes.cluster, progress=progress)
                except KeyboardInterrupt:
                    goes_on = words.say("What was played is kept in {file}; the same command goes on.", file=stores[0])
                    click.echo(goes_on, err=True)
                    raise
            ended(counts)
        store.note(**{WANTED: str(searched + sum(counts))})
        found = summary(contest, store, counts, words.lang)
        files = [(Path(file), as_csv(contest, store)) for file in wishes.export]
        files += [(Path(file), _record(contest, store, *_game_numbers(which))) for which, file in wishes.game]
        if pages is not None:
            files += [(Path(file), pages.report(contest, plan, found, store, counts)) for file in wishes.report]
            files += [(Path(file), pages.offers(contest, plan, found)) for file in wishes.offers]
        against = None
        if stores[1] is not None:
            path, study = stores[1]
            with found_store(path) as other:
                against = compared(contest, found, store, counts, words.lang, other=other, study=study)
    write_files(files)
    if wishes.as_json:
        click.echo(json.dumps(as_data(found) | ({"against": as_data(against)} if against else {}), indent=1))
    else:
        click.echo("\n".join((*found.words, *(against.words if against else ()))))


def _say_time(contest: Study[Any], left: int, workers: int, words: Language) -> None:
    """On standard error, how long the sets that are left take, judged by the pace of some meetings."""
    from armada_sim.tabletop.terminal import Progress

    number, paces = len(contest.meetings), list[float]()
    asked = range(0, number, -(-number // _SAMPLED))
    judging = [
        words.say("judging how long this takes: meeting {one} of {n}", one=one, n=len(asked))
        for one in range(1, len(asked) + 1)
    ]
    with Progress(judging[0]) as progress:
        for said, meeting in zip(judging, asked, strict=True):
            progress.tell(said)
            paces.append(contest.pace(meeting))
    seconds = left * sum(paces) / len(paces) / min(workers, left)
    if seconds < _WORTH_SAYING_S:
        return
    told = Message.counted(
        "{n} set is to be played: about {time}", "{n} sets are to be played: about {time}", left, time=_lasting(seconds)
    )
    click.echo(words.tell(told), err=True)


def _lasting(seconds: float) -> Message:
    """A time in words."""
    if seconds < 120:
        return Message.counted("{n} second", "{n} seconds", round(seconds))
    if seconds < 7200:
        return Message.counted("{n} minute", "{n} minutes", round(seconds / 60))
    return Message.counted("{n} hour", "{n} hours", round(seconds / 3600))


def _game_numbers(text: str) -> tuple[int, int, int]:
    """Meeting, set and game, from 1, out of "M:S:G". Raises InputError."""
    match = re.fullmatch(r"([1-9]\d{0,8}):([1-9]\d{0,8}):([1-9]\d{0,8})", text)
    if match is None:
        raise InputError(
            Message("expected numbers of meeting, set and game such as 1:5:2, not {given}", given=repr(text)),
            key="--game",
        )
    return int(match[1]), int(match[2]), int(match[3])


def _known_meeting(contest: Contest, meeting: int) -> None:
    there = len(contest.meetings)
    if meeting > there:
        text = Message.counted(
            "there is 1 meeting, no meeting {meeting}", "there are {n} meetings, no meeting {meeting}", there,
            meeting=meeting,
        )  # fmt: skip
        raise InputError(text, key="--game")


def _record(contest: Contest, store: Store, meeting: int, number: int, game: int) -> bytes:
    place = (meeting - 1, number - 1, game - 1)
    return contest.record(*place, store.game(*place).log).encode()


@contextmanager
def _watched(
    contest: Study[Any], plan: Plan, store: Store, report: Report | None, words: Language
) -> Iterator[tuple[Callable[[Standing], None], Callable[[Sequence[int]], None]]]:
    """What a page that is served meanwhile is told of a run, and of its end; nothing without a report to show."""
    if report is None:
        yield lambda _: None, lambda _: None
        return
    from armada_sim.tabletop.laboratory._runner import sets_so_far
    from armada_sim.tabletop.laboratory._watching import watched
    from armada_sim.tabletop.laboratory.summary import summary

    def drawn(counts: Sequence[int]) -> bytes:
        return report(contest, plan, summary(contest, store, counts, words.lang), store, counts)

    def tell(standing: Standing) -> None:
        counts = sets_so_far(contest, plan, store) if watch.due() else None
        watch.tell(_said(standing, words), None if counts is None else lambda: drawn(counts))

    with watched(contest.title or words.say("Experiment"), words) as (watch, link):
        click.echo(words.say("The running report is at {link}", link=link), err=True)
        yield tell, lambda counts: watch.end(lambda: drawn(counts))


def _said(standing: Standing, words: Language) -> str:
    """How far a run has got."""
    return words.say(
        "{sets} of {wanted} sets are played; {rate} games/s; about {time} left",
        sets=standing.sets, wanted=standing.wanted, rate=_rate(standing, words),
        time=words.tell(_lasting(standing.left)),
    )  # fmt: skip


def _rate(standing: Standing, words: Language) -> str:
    """Games a second."""
    return words.decimal(f"{standing.games / standing.seconds:.1f}")


@contextmanager
def _bar(
    contest: Contest, store: Store, words: Language, also: Callable[[Standing], None]
) -> Iterator[Callable[[Standing], None]]:
    """What a person at a terminal sees meanwhile, nothing elsewhere; and what else is told of it."""
    from armada_sim.tabletop.terminal import bar

    again, said = 0.0, words.say("compiling the players")
    with bar(words.say_as("counted", "sets"), said) as shown:

        def progress(standing: Standing) -> None:
            nonlocal again, said
            began = time.monotonic()
            if began > again:
                said = words.say("{rate} games/s", rate=_rate(standing, words))
                said += _estimate(contest, store, standing.latest, words)
                took = time.monotonic() - began  # longer, the more games are kept
                again = began + max(_REFRESH_S, _LOOKS_SHARE * took)
            shown(standing.sets, standing.wanted, said)
            also(standing)

        yield progress


def _estimate(contest: Contest, store: Store, number: int, words: Language) -> str:
    """What is known so far of a meeting, to follow the rate; nothing where something meets itself, or in a search."""
    from armada_sim.tabletop.laboratory.asking import search_of
    from armada_sim.tabletop.laboratory.intervals import mean_interval

    meeting, scores = contest.meetings[number], store.scores(number)
    one, *others = meeting.entrants
    if not len(scores) or one in others or search_of(contest) is not None:
        return ""
    share = mean_interval(scores)
    low, high = f"{100 * share.low:.0f}", f"{100 * share.high:.0f}"
    against = ", ".join(others)
    return words.say("; {one} {low} to {high} % against {other}", one=one, low=low, high=high, other=against)

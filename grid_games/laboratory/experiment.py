"""An experiment with a discrete game as a value, and from the text of its file: every mistake in one sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from armada_sim.tabletop import (
    N_,
    InputError,
    Language,
    Message,
    inside,
    is_plain,
    plain_data,
    setting_sentences,
    shown,
)
from armada_sim.tabletop.laboratory import (
    BASELINE,
    Fair,
    Form,
    Plan,
    Shelf,
    combined,
    few_meetings,
    may_change,
    none_of,
    sets_of_a_meeting,
    source,
)
from grid_games import catalogue
from grid_games.core.documents import Closed, shaped
from grid_games.core.numbers import KEY, NUMBERS, TEXT
from grid_games.core.protocol import Game
from grid_games.players import Search, player

LONGEST_NAME, LONGEST_TITLE = 60, 300
"""Characters."""

MOST_NAMED = 200
"""Levels, armies, variants, and values of all options that are varied."""

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Experiment(Closed):
    """What is to be found out: the keys of a file."""

    game: str
    """Its name, as `grid-games list` shows it."""

    sets: int
    """Mirrored sets of games of each meeting, at most."""

    levels: dict[str, str]
    """Computer players by name, such as deep = "search:400"."""

    title: str = ""
    players: int | None = None
    """How many sit at the table; None for the game's default."""

    seed: int = 0
    """What everything by lot is drawn from."""

    half_width: float | None = None
    """A meeting ends once its interval is no wider to either side, such as 0.05."""

    batch: int = 10
    """Sets after which the width is looked at."""

    compare: Literal["levels", "seats", "armies", "prices"] = "levels"
    """Who meets: levels, each against each other in every seat; each two seats (or factions), for each level;
    armies, each against each other in either seat, for each level; or, to learn what units are worth, two armies drawn
    at random for each set."""

    armies: dict[str, str] = field(default_factory=dict)
    """Armies by name; empty for all the game has names for."""

    budget: int | None = None
    """What an army may cost where prices are asked; None for what the game allows."""

    opening: Literal["lots", "players"] = "lots"
    """What players set up: drawn by lot, the same for all games of a set; or chosen by the players themselves."""

    settings: dict[str, Value] = field(default_factory=dict)
    """Options of the game that are not at their default."""

    vary: dict[str, list[Value]] = field(default_factory=dict)
    """Options to change, one at a time, with the values tried; `players` varies how many there are."""

    variants: dict[str, dict[str, Value]] = field(default_factory=dict)
    """Options to change together, by the name of the change."""

    fair: Fair | None = None
    """What would have to be so for the game to be fair, and which options may be changed for it."""

    @property
    def plan(self) -> Plan:
        """How much is played. Raises InputError."""
        return Plan(self.sets, self.half_width, self.batch)

    @property
    def source(self) -> str:
        """All that the file says of what is played, as canonical JSON: everything but the title and the plan."""
        given = asdict(self).items()
        return source({key: value for key, value in given if value is not None or key not in ("budget", "fair")})

    @property
    def chosen(self) -> dict[str, str]:
        """The armies that meet, by name."""
        armies = catalogue.extras(self.game).armies
        return self.armies or dict(armies.named if armies else {})

    def shelf(self, game: Game[Any, Any]) -> Shelf | None:
        """What random armies of a game are made of; None if it has none."""
        armies = catalogue.extras(self.game).armies
        if armies is None:
            return None
        found = armies.shelf(game)
        return found if self.budget is None else replace(found, budget=self.budget)

    def games(self) -> list[tuple[str, Game[Any, Any]]]:
        """The game agreed on, then one for each thing varied, with the names of these settings. Raises InputError."""
        found = [(BASELINE, _loaded(self, self.players, self.settings, "settings"))]
        for name, where, players, settings in self._changes():
            game = _loaded(self, players, settings, where)
            if any(game == other for _, other in found):
                raise InputError(Message("{name} changes nothing, or is there already", name=name), key=where)
            found.append((name, game))
        return found

    def _changes(self) -> Iterator[tuple[str, str, int | None, dict[str, Value]]]:
        """Of each thing varied: its name, its place in the file, how many play, and the options. Raises InputError."""
        for key, values in self.vary.items():
            for value in values:
                name = f"{key} = {str(value).lower() if isinstance(value, bool) else value}"
                if key != "players":
                    yield name, "vary", self.players, {**self.settings, key: value}
                elif isinstance(value, bool) or not isinstance(value, int):
                    raise InputError(
                        Message("expected a whole number, not {given}", given=shown(value)), key="vary.players"
                    )
                else:
                    yield name, "vary", value, self.settings
        for name, changes in self.variants.items():
            yield name, f"variants.{name}", self.players, {**self.settings, **changes}
        for way in combined(self.fair)[1:] if self.fair else ():
            name, where = "; ".join(step.name for step in way), way[0].where if len(way) == 1 else "fair.change"
            yield name, where, self.players, {**self.settings, **{step.key: step.value for step in way}}

    def facts(self, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
        """What a report prints of how its games came about: a name and a value each."""
        tell, base = Language(lang), self.games()[0][1]
        seated = ", ".join(tell.say(name) for name in base.players)
        about = tell.say("{game}, {n} players: {names}", game=self.game, n=len(base.players), names=seated)

        options = (*catalogue.kind(self.game).options, NUMBERS)

        def told(changes: Mapping[str, Value]) -> str:
            return tell.in_turn(map(tell.tell, setting_sentences(options, changes)))

        changed = {name: told(changes) for name, changes in self.variants.items()}
        played_by = {name: player(text) for name, text in self.levels.items()}
        variants, levels = (
            [tell.say("{name}: {text}", name=name, text=text) for name, text in pairs.items()]
            for pairs in (changed, played_by)
        )
        varied = (
            tell.say("varied"),
            tell.in_turn(
                [
                    tell.say("players: {n}", n=value) if key == "players" else told({key: value})
                    for key, values in self.vary.items()
                    for value in values
                ]
                + variants
            )
            or tell.say("nothing"),
        )
        return (
            (tell.say("game"), about),
            (tell.say("compared"), tell.say(_COMPARED[self.compare])),
            (tell.say("players"), tell.in_turn(levels)),
            (tell.say("rules"), told(self.settings) or tell.say("all defaults")),
            (tell.say("set up"), tell.say("at random") if self.opening == "lots" else tell.say("by the players")),
            may_change(self.fair, tell) if self.fair else varied,
            (tell.say("seed"), str(self.seed)), sets_of_a_meeting(plan, tell),
        )  # fmt: skip


_COMPARED = {"levels": N_("levels"), "seats": N_("seats"), "armies": N_("armies"), "prices": N_("prices")}


def _loaded(asked: Experiment, players: int | None, settings: Mapping[str, Value], where: str) -> Game[Any, Any]:
    try:
        return catalogue.finite(asked.game, players, settings)
    except InputError as error:
        raise error.within(key=where if (error.key and error.key != "players") or where != "settings" else "") from None


def parse_experiment(text: str, form: Form = "toml") -> Experiment:
    """The experiment in a text. Raises InputError: one sentence for all the mistakes of its form."""
    raw = json.dumps(
        plain_data(text, form), default=lambda value: float(value) if isinstance(value, Decimal) else str(value)
    )
    asked = _numbered(shaped(Experiment, raw))
    _sensible(asked)
    return asked


def _numbered(asked: Experiment) -> Experiment:
    """The experiment with the numbers of files as they say them: what is kept of it does not change with a file, and
    whoever plays its games needs none. Raises InputError."""

    def said(settings: dict[str, Value], where: str) -> dict[str, Value]:
        if KEY not in settings:
            return settings
        with inside(key=where):
            found: Value = catalogue.load(asked.game, None, {KEY: settings[KEY]}).settings.get(KEY, TEXT)
        return {**settings, KEY: found}

    vary = {key: values for key, values in asked.vary.items() if key != KEY}
    changes: dict[str, dict[str, Value]] = {}
    for value in asked.vary.get(KEY, ()):
        name = f"{KEY} = {Path(str(value)).name}"
        if name in changes:
            raise InputError(Message("{name} changes nothing, or is there already", name=name), key="vary")
        changes[name] = said({KEY: value}, "vary")
    changes |= {name: said(changes, f"variants.{name}") for name, changes in asked.variants.items()}
    return replace(asked, settings=said(asked.settings, "settings"), vary=vary, variants=changes)


def _sensible(asked: Experiment) -> None:
    """Raises InputError unless somebody meets somebody at a table that can be played at."""
    asked.plan  # noqa: B018  # judged by being made
    if asked.seed < 0:
        raise InputError(Message("expected 0 or more"), key="seed")
    _named(asked)
    for name, text in asked.levels.items():
        with inside(key=f"levels.{name}"):
            found = player(text)
        if isinstance(found, Search) and found.seconds is not None:
            told = Message("seconds are not spent alike twice; say how many looks ahead, such as search:400")
            raise InputError(told, key=f"levels.{name}")
    if asked.compare == "levels" and len(asked.levels) < 2:
        raise InputError(Message("two levels at least are compared"), key="levels")
    if not asked.levels:
        raise InputError(Message("somebody has to play"), key="levels")
    if asked.armies and asked.compare not in ("armies", "prices"):
        raise InputError(Message("says nothing unless armies are compared"), key="armies")
    if asked.fair is not None:
        _fair(asked, asked.fair)
    games = asked.games()
    if asked.compare == "prices":
        _priced(asked, games)
    elif asked.budget is not None:
        raise InputError(Message("says nothing unless prices are asked"), key="budget")
    if asked.compare == "armies":
        if asked.opening == "players":
            raise InputError(Message("armies that are compared are set up at random"), key="opening")
        for setting, game in games:
            _armed(asked, setting, game)


def _priced(asked: Experiment, games: Sequence[tuple[str, Game[Any, Any]]]) -> None:
    """Raises InputError unless random armies can meet in the games of an experiment."""
    none_of(key for key, given in (("armies", asked.armies), ("half_width", asked.half_width)) if given)
    if asked.opening == "players":
        raise InputError(Message("armies that are compared are set up at random"), key="opening")
    for _, game in games:
        shelf = asked.shelf(game)
        if shelf is None:
            told = Message("this game has no units of which lists of different costs may be made")
            raise InputError(told, key="compare")
        shelf.check()
        most = replace(asked, budget=None).shelf(game)
        if most is not None and most.budget < shelf.budget:
            told = Message("must be at most {most}, not {given}", most=most.budget, given=shelf.budget)
            raise InputError(told, key="budget")


def _fair(asked: Experiment, fair: Fair) -> None:
    """Raises InputError unless what is fair can be searched for so."""
    if asked.compare not in ("seats", "armies"):
        raise InputError(Message("what is fair is searched for between seats or armies"), key="compare")
    for key, given in (("vary", asked.vary), ("variants", asked.variants)):
        if given:
            raise InputError(Message("says nothing beside fair, where changes are tried together"), key=key)
    seats = _loaded(asked, asked.players, asked.settings, "settings").players
    with inside(key="fair"):
        fair.check([*asked.chosen] if asked.compare == "armies" else seats, len(asked.levels))


def _named(asked: Experiment) -> None:
    """Raises InputError unless title and names are short and plain, and there are not too many."""
    title = asked.title
    if len(title) > LONGEST_TITLE or not is_plain(title):
        told = Message(
            "expected plain text on one line, of at most {n} characters, not {given}",
            n=LONGEST_TITLE,
            given=shown(title),
        )
        raise InputError(told, key="title")
    values = [value for values in asked.vary.values() for value in values]
    for key, names in (
        ("levels", asked.levels),
        ("armies", asked.armies),
        ("variants", asked.variants),
        ("vary", values),
    ):
        if len(names) > MOST_NAMED:
            raise InputError(Message("has {n} entries; there may be {most}", n=len(names), most=MOST_NAMED), key=key)
    for key, table in (("levels", asked.levels), ("armies", asked.armies), ("variants", asked.variants)):
        for name in table:
            if not name.strip() or len(name) > LONGEST_NAME:
                told = Message("expected names of 1 to {n} characters, not {given}", n=LONGEST_NAME, given=shown(name))
                raise InputError(told, key=key)
    if BASELINE in asked.variants:
        told = Message("{name} is the name of the setting in which nothing is varied", name=repr(BASELINE))
        raise InputError(told, key="variants")
    few_meetings(
        math.comb(len(asked.levels), 2)
        if asked.compare == "levels"
        else len(asked.levels) * (1 if asked.compare == "prices" else math.comb(len(asked.chosen), 2)),
        1 + len(values) + len(asked.variants),
    )


def _armed(asked: Experiment, setting: str, game: Game[Any, Any]) -> None:
    """Raises InputError unless the armies of an experiment can meet in a game."""
    armies = catalogue.extras(asked.game).armies
    if armies is None:
        raise InputError(Message("there are no armies to choose in this game"), key="compare")
    chosen = asked.chosen
    if len(chosen) < 2:
        raise InputError(Message("two armies at least are compared"), key="armies")
    for name, text in chosen.items():
        try:
            armies.check(game, text)
        except InputError as error:
            told = error.message
            if setting != BASELINE:
                told = Message("{mistake} ({setting})", mistake=told, setting=setting)
            raise InputError(told, key=f"armies.{name}") from None

"""An experiment as a value, and from the text of its file: every mistake in one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from armada_sim.experiments import _model as model
from armada_sim.experiments._idle import idle, idle_varied
from armada_sim.files import Builder, SurfaceTable, bare_table, program_version, rules_of, scaled, understood
from armada_sim.players import NO_END, Computer, Level, asked_for
from armada_sim.table import BY_KEY, NUMBERS, PIPS, Counts, Layout, Obstacle, Rules, Surface, fleet_problem
from armada_sim.tabletop import (
    N_,
    InputError,
    Language,
    Message,
    Mistakes,
    guess,
    key_text,
    plain_data,
    setting_sentences,
    shown,
)
from armada_sim.tabletop.laboratory import BASELINE, Form, Plan, few_meetings, none_of, sets_of_a_meeting, source

DEPLOYMENTS = {"random_legal": N_("random legal"), "line": N_("line"), "cluster": N_("cluster")}
"""How the fleets are set up, as it is said."""

COMPARED = (
    Message.meaning("compared", "fleets"),
    Message.meaning("compared", "players"),
    Message.meaning("compared", "prices"),
)
"""What is compared, as it is said."""

SHIPPED_FLEETS = (Message.meaning("entrant", "larges"), Message.meaning("entrant", "others"))
"""What fleets of shipped experiments are called."""


@dataclass(frozen=True, slots=True)
class LineBehind:
    """A goal line behind one fleet of a meeting."""

    attacker: int
    """0 if the first fleet attacks, 1 if the second."""

    depth: Fraction
    """mm. From the edge of the player who is attacked."""


@dataclass(frozen=True)
class Table:
    """What is played under and on."""

    name: str
    rules: Rules
    surface: Surface
    objects: tuple[Obstacle, ...] = ()
    line: LineBehind | None = None
    """Where goal = infiltration."""


@dataclass(frozen=True)
class Experiment:
    """What is to be found out."""

    title: str
    seed: int
    plan: Plan
    compare: str
    """fleets, players or prices."""

    deployment: str
    fleets: tuple[tuple[str, Counts], ...]
    against: tuple[tuple[str, Counts], ...]
    """What `fleets` meet; empty if one another."""

    meet: str
    """Whom a fleet meets otherwise: others, themselves or all."""

    players: tuple[tuple[str, Computer], ...]
    tables: tuple[Table, ...]
    """The one agreed on, then one for each thing varied."""

    budget: int
    """What a random fleet may cost in pips, where prices are asked."""

    source: str
    """All that the file says of what is played, as canonical JSON: everything but the title and the plan."""

    def fleet_pairs(self) -> Iterator[tuple[tuple[str, Counts], tuple[str, Counts]]]:
        """The fleets that meet."""
        if self.against:
            return product(self.fleets, self.against)
        if self.meet == "themselves":
            return iter([(fleet, fleet) for fleet in self.fleets])
        return (combinations if self.meet == "others" else combinations_with_replacement)(self.fleets, 2)

    def facts(self, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
        """What a report prints of how the games of a plan came about: a name and a value each."""
        tell = Language(lang)
        rules = _rules_words(self.tables[0].rules.not_default(), tell)
        named = [
            name if name == str(fleet) else tell.say("{name}: {text}", name=name, text=fleet)
            for name, fleet in (*self.fleets, *self.against)
        ]
        if self.compare == "prices":
            named = [tell.say("drawn at random for each set, of at most {n} pips", n=self.budget)]
        players = [_player(name, player, tell) for name, player in self.players]
        return (
            (tell.say("compared"), tell.say_as("compared", self.compare)),
            (tell.say("fleets"), tell.in_turn(named)), (tell.say("players"), tell.in_turn(players)),
            (tell.say("rules"), rules or tell.say("all defaults (classic)")),
            (tell.say("set up"), tell.say(DEPLOYMENTS[self.deployment])),
            (tell.say("varied"), _variations(self, tell) or tell.say("nothing")),
            (tell.say("seed"), str(self.seed)), sets_of_a_meeting(plan, tell),
            (tell.say("program"), f"armada-sim {program_version()}"),
        )  # fmt: skip


def parse_experiment(text: str, form: Form = "toml") -> Experiment:
    """The experiment in a text. Raises InputError: one sentence for all the mistakes found."""
    raw = plain_data(text, form)
    table, rules, mistakes = understood(raw, model.validated, model.TABLES)
    mistakes.attempt("", partial(_priced if table["compare"] == "prices" else _opposed, raw, table))
    return _experiment(table, rules if _ends_by(table["rules"]) else asked_for(rules), mistakes, source(raw))


def experiment_schema() -> dict[str, Any]:
    """JSON Schema of an experiment, as plain data."""
    from armada_sim.files import schema_of

    return schema_of(model.ExperimentTable)


def _ends_by(rules: object) -> bool:
    """Whether the rules of a file say when games are drawn; where they do not, computer players do."""
    return isinstance(rules, dict) and "draw" in rules


def _experiment(table: model.ExperimentTable, rules: Rules, mistakes: Mistakes, source: str) -> Experiment:
    given = table.get("half_width")
    plan = mistakes.attempt("", partial(Plan, table["sets"], None if given is None else float(given), table["batch"]))
    base = _table(table, rules, mistakes, table.get("surface"), BASELINE, "surface")
    surfaces = {row["name"]: (row, f"surfaces[{i}]") for i, row in enumerate(table["surfaces"], 1)}
    fleets, against = tuple(table.get("fleets", {}).items()), tuple(table.get("against", {}).items())
    tables = [base]
    for key, values in table["vary"].items():
        settings: list[Table | None] = []
        for i, value in enumerate(values, 1):
            where, name = f"vary.{key}[{i}]", f"{key} = {value}"
            if key == "surface":
                found = mistakes.attempt(where, partial(_named, surfaces, value))
                settings.append(_table(table, rules, mistakes, found[0], name, found[1]) if found else None)
            else:
                varied = mistakes.attempt(where, partial(_varied, table, key, value))
                settings.append(
                    _table(table, varied, mistakes, table.get("surface"), name, "surface") if varied else None
                )
            mistakes.attempt(where, partial(_differs, base, settings, value))
        tables += settings
    for key, group in (("fleets", fleets), ("against", against)):
        for name, fleet in group:
            mistakes.attempt(f"{key}.{name}", partial(_checked, fleet, rules))
    mistakes.attempt("goal_line", partial(_lined, table, tables))
    mistakes.attempt("players", partial(_meet, table))
    for key in table["rules"] if isinstance(table["rules"], dict) else ():
        mistakes.attempt(f"rules.{key}", partial(_busy, table, key, rules))
    mistakes.stop_if_any()
    assert plan is not None
    asked = Experiment(
        table["title"], table["seed"], plan, table["compare"], table["deployment"], fleets, against, table["meet"],
        tuple((row["name"], _computer(row)) for row in table["players"]), tuple(t for t in tables if t),
        table.get("budget", PIPS), source,
    )  # fmt: skip
    hands = len(asked.players) if asked.compare != "players" else math.comb(len(asked.players), 2)
    few_meetings(sum(1 for _ in asked.fleet_pairs()), hands, len(asked.tables))
    return asked


def _varied(table: model.ExperimentTable, key: str, value: object) -> Rules:
    """The rules with one option changed. Raises InputError for one that changes no game."""
    given = table["rules"]
    rules = rules_of({**({"preset": given} if isinstance(given, str) else given), key: value}, table["unit"])
    if key != "draw" and not _ends_by(given):
        rules = asked_for(rules)
    if rules.quiet_turns is None:
        raise InputError(NO_END)
    _refuse(idle_varied(key, rules, surface="surface" in table))
    return rules


def _busy(table: model.ExperimentTable, key: str, rules: Rules) -> None:
    """Raises InputError if an option that the file sets changes no game."""
    if key == "draw" and rules.quiet_turns is None:
        raise InputError(NO_END)
    if key in rules.not_default():
        _refuse(idle(key, rules, surface="surface" in table))


def _refuse(why: str | None) -> None:
    if why is not None:
        raise InputError(Message("changes nothing in an experiment: {why}", why=why))


def _named(surfaces: Mapping[str, tuple[model.NamedSurfaceTable, str]], name: Any) -> tuple[SurfaceTable, str]:
    if name not in surfaces:
        raise InputError(
            Message(
                "there is no surface {name} among [[surfaces]]{guess}",
                name=repr(name),
                guess=guess(str(name), list(surfaces)),
            )
        )
    row, where = surfaces[name]
    return {key: value for key, value in row.items() if key != "name"}, where  # type: ignore[return-value]


def _table(
    table: model.ExperimentTable, rules: Rules, mistakes: Mistakes, surface: SurfaceTable | None, name: str, where: str
) -> Table | None:  # fmt: skip
    """The table that games of a setting are played on."""
    pieces = bare_table(table["unit"], [], table["objects"], surface)
    layout = Builder(pieces, rules, mistakes).layout()
    line = mistakes.attempt("goal_line", partial(_line, table, rules, layout)) if layout is not None else None
    return None if layout is None else Table(name, rules, layout.surface, layout.objects, line)


def _lined(table: model.ExperimentTable, tables: Sequence[Table | None]) -> None:
    """Raises InputError for a goal line that no setting is played for."""
    if "goal_line" in table and all(setting is None or setting.rules.goal != "infiltration" for setting in tables):
        raise InputError(Message("goal = infiltration and goal lines belong together"))


def _line(table: model.ExperimentTable, rules: Rules, layout: Layout) -> LineBehind | None:
    """The goal line of a setting. Raises InputError for one that has no place on the surface."""
    if rules.goal != "infiltration" or "goal_line" not in table:
        return None
    depth = Fraction(scaled(table["goal_line"]["depth"], table["unit"]))
    _, bottom, _, top = layout.surface.bounds
    if not 0 < depth < Fraction(top - bottom if layout.surface.kind != "unbounded" else 0):
        raise InputError(Message("the line must lie on the surface, between its edges"), key="depth")
    return LineBehind(("first", "second").index(table["goal_line"]["attacker"]), depth)


def _differs(base: Table | None, settings: Sequence[Table | None], value: object) -> None:
    """Raises InputError if the last of some settings is played like the one agreed on, or like an earlier one."""
    *earlier, last = settings
    if last is None:
        return
    if base is not None and _played_by(last) == _played_by(base):
        raise InputError(Message("changes nothing: {given} is agreed on", given=shown(value)))
    for i, other in enumerate(earlier, 1):
        if other is not None and _played_by(last) == _played_by(other):
            raise InputError(Message("is the same as value {n}", n=i))


def _played_by(table: Table) -> tuple[Rules, Surface, tuple[Obstacle, ...]]:
    """What games on a table depend on, the gap as a number."""
    return table.rules.but(min_gap=table.rules.min_gap_mm), table.surface, table.objects


def _checked(fleet: Counts, rules: Rules) -> None:
    problem = fleet_problem(Message("the fleet {fleet}", fleet=str(fleet)), fleet, rules)
    if problem is not None:
        raise InputError(problem)


def _meet(table: model.ExperimentTable) -> None:
    """Raises InputError unless somebody meets somebody, each under a name of their own."""
    for key in ("players", "surfaces"):
        names = [row["name"] for row in table[key]]
        for name in names:
            if names.count(name) > 1:
                raise InputError(
                    Message("two of them are named {name}", name=repr(name)), key="" if key == "players" else key
                )
    if table["compare"] == "players" and len(table["players"]) < 2:
        raise InputError(Message("compare = players needs two players at least"))


def _opposed(raw: Mapping[str, Any], table: model.ExperimentTable) -> None:
    """Raises InputError unless some fleets meet, each pair once."""
    against, fleets = table.get("against", {}), table.get("fleets")
    if fleets is None:
        raise InputError(Message("is missing"), key="fleets")
    if "budget" in table:
        raise InputError(Message("says nothing unless prices are asked"), key="budget")
    for name in against:
        if name in fleets:
            text = Message("stands among the fleets too; fleets that meet one another need no against")
            raise InputError(text, key=f"against.{key_text(name)}")
    if against and "meet" in raw:
        raise InputError(Message("says nothing beside against"), key="meet")
    if not against and table["meet"] == "others" and len(fleets) < 2:
        raise InputError(
            Message("nobody meets anybody: one fleet meets only itself, by meet = themselves"), key="fleets"
        )


def _priced(raw: Mapping[str, Any], table: model.ExperimentTable) -> None:
    """Raises InputError unless prices can be asked so."""
    none_of(key for key in ("fleets", "against", "meet", "half_width", "batch") if key in raw)


def _computer(row: model.PlayerTable) -> Computer:
    thought = {key: row[key] for key in ("tries", "caution", "budget") if key in row}
    return Computer(Level(row["level"]), **thought)


def _rules_words(changed: Mapping[str, object], tell: Language) -> str:
    return tell.in_turn(map(tell.tell, setting_sentences((*BY_KEY.values(), *NUMBERS.values()), changed)))


def _variations(asked: Experiment, tell: Language) -> str:
    """What each setting changes in the rules; the name of one that changes something else, such as the surface."""
    first = asked.tables[0].rules.not_default().items()
    changes = [(table.name, dict(table.rules.not_default().items() - first)) for table in asked.tables[1:]]
    return tell.in_turn(_rules_words(changed, tell) or name for name, changed in changes)


def _player(name: str, player: Computer, tell: Language) -> str:
    """A player with what it is given."""
    match Level(player.level):
        case Level.RANDOM:
            return tell.say("{name}: random", name=name)
        case Level.GREEDY:
            return tell.say_many(
                "{name}: greedy, {n} try, caution {caution}", "{name}: greedy, {n} tries, caution {caution}",
                player.tries, name=name, caution=player.caution,
            )  # fmt: skip
        case Level.SEARCH:
            return tell.say_many(
                "{name}: search, {n} try, caution {caution}, budget {budget}",
                "{name}: search, {n} tries, caution {caution}, budget {budget}",
                player.tries, name=name, caution=player.caution, budget=player.budget,
            )  # fmt: skip

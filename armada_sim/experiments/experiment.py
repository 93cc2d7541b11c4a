"""An experiment as a value, and from the text of its file: every mistake in one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from armada_sim.experiments import _model as model
from armada_sim.experiments._edges import FLEETS, LineBehind, coming_later, line_of, lined
from armada_sim.experiments._idle import idle, idle_varied
from armada_sim.files import (
    Builder,
    SurfaceTable,
    bare_table,
    program_version,
    rules_of,
    understood,
)
from armada_sim.play import Reinforcement, parse_counts
from armada_sim.players import NO_END, Computer, Level, asked_for
from armada_sim.table import (
    BY_KEY,
    MOST_PIPS,
    NUMBERS,
    PIPS,
    Counts,
    Obstacle,
    Rules,
    Surface,
    fleet_problem,
    whole_within,
)
from armada_sim.tabletop import (
    N_,
    InputError,
    Language,
    Message,
    Mistakes,
    guess,
    inside,
    key_text,
    plain_data,
    setting_sentences,
    shown,
)
from armada_sim.tabletop.laboratory import (
    BASELINE,
    Fair,
    Form,
    Plan,
    Step,
    combined,
    few_meetings,
    may_change,
    none_of,
    sets_of_a_meeting,
    source,
)
from armada_sim.wording import coming

DEPLOYMENTS = {"random_legal": N_("random legal"), "line": N_("line"), "cluster": N_("cluster")}
"""How the fleets are set up, as it is said."""

COMPARED = (
    Message.meaning("compared", "fleets"),
    Message.meaning("compared", "players"),
    Message.meaning("compared", "prices"),
)
"""What is compared, as it is said."""

_Surfaces = Mapping[str, tuple[model.NamedSurfaceTable, str]]
"""Surfaces by name, each with its place in the file."""

SHIPPED_FLEETS = (Message.meaning("entrant", "larges"), Message.meaning("entrant", "others"))
"""What fleets of shipped experiments are called."""


@dataclass(frozen=True)
class Table:
    """What is played under and on."""

    name: str
    rules: Rules
    surface: Surface
    objects: tuple[Obstacle, ...] = ()
    line: LineBehind | None = None
    """Where goal = infiltration."""

    later: tuple[Reinforcement, ...] = ()
    """What comes onto it during a game, as it lies there if its player sits in the south."""

    fleets: tuple[tuple[str, Counts], ...] = ()
    """Those that are others than agreed on, by name."""

    handicap: tuple[int | None, int | None] = (None, None)
    """Actions of a turn of the player of either fleet, where the rules do not say them."""


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

    pairs: tuple[tuple[str, str], ...]
    """Fleets that meet alone, of all that would; empty if all do."""

    players: tuple[tuple[str, Computer], ...]
    tables: tuple[Table, ...]
    """The one agreed on, then one for each thing varied."""

    budget: int
    """What a random fleet may cost in pips, where prices are asked."""

    source: str
    """All that the file says of what is played, as canonical JSON: everything but the title and the plan."""

    fair: Fair | None = None
    """What would have to be so, where what makes the game fair is searched for: then `tables` are as `combined`."""

    def fleet_pairs(self, table: Table) -> Iterator[tuple[tuple[str, Counts], tuple[str, Counts]]]:
        """The fleets that meet on a table."""
        found = self._met(table)
        return ((a, b) for a, b in found if (a[0], b[0]) in self.pairs) if self.pairs else found

    def _met(self, table: Table) -> Iterator[tuple[tuple[str, Counts], tuple[str, Counts]]]:
        fleets, against = (
            [(name, dict(table.fleets).get(name, fleet)) for name, fleet in group]
            for group in (self.fleets, self.against)
        )
        if against:
            return product(fleets, against)
        if self.meet == "themselves":
            return iter([(fleet, fleet) for fleet in fleets])
        return (combinations if self.meet == "others" else combinations_with_replacement)(fleets, 2)

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
        later = [coming(one) for one in self.tables[0].later]
        hands = [
            tell.say_many("{fleet}: {n} action a turn", "{fleet}: {n} actions a turn", n, fleet=tell.say(fleet))
            for fleet, n in zip((N_("first fleet"), N_("second fleet")), self.tables[0].handicap, strict=True) if n
        ]  # fmt: skip
        return (
            (tell.say("compared"), tell.say_as("compared", self.compare)),
            (tell.say("fleets"), tell.in_turn(named)), (tell.say("players"), tell.in_turn(players)),
            (tell.say("rules"), rules or tell.say("all defaults (classic)")),
            (tell.say("set up"), tell.say(DEPLOYMENTS[self.deployment])),
            may_change(self.fair, tell) if self.fair else
            (tell.say("varied"), _variations(self, tell) or tell.say("nothing")),
            *([(tell.say("reinforcements"), tell.in_turn(map(tell.tell, later)))] if later else []),
            *([(tell.say("handicap"), tell.in_turn(hands))] if hands else []),
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
    """Whether the rules of a file say when games end; where they do not, computer players do."""
    return isinstance(rules, dict) and "game_limit" in rules


def _experiment(table: model.ExperimentTable, rules: Rules, mistakes: Mistakes, source: str) -> Experiment:
    given = table.get("half_width")
    plan = mistakes.attempt("", partial(
        Plan, table["sets"], None if given is None else float(given), table["batch"],
        table["half_width_of"] == "first_moves",
    ))  # fmt: skip
    base = _table(table, rules, mistakes, table.get("surface"), BASELINE, "surface")
    surfaces = {row["name"]: (row, f"surfaces[{i}]") for i, row in enumerate(table["surfaces"], 1)}
    fleets, against = tuple(table.get("fleets", {}).items()), tuple(table.get("against", {}).items())
    tables = [base]
    for key, values in table["vary"].items():
        settings: list[Table | None] = []
        for i, value in enumerate(values, 1):
            settings.append(_setting(table, (Step(key, value, i, "vary"),), surfaces, mistakes))
            mistakes.attempt(f"vary.{key}[{i}]", partial(_differs, base, settings, value))
        tables += settings
    fair = mistakes.attempt("", partial(_fair, table)) if "fair" in table else None
    if fair is not None:
        tables += _searched(table, fair, base, surfaces, mistakes)
    for key, group in (("fleets", fleets), ("against", against)):
        for name, fleet in group:
            mistakes.attempt(f"{key}.{name}", partial(_checked, fleet, rules))
    mistakes.attempt("goal_line", partial(lined, table, [made.rules for made in tables if made]))
    mistakes.attempt("players", partial(_meet, table))
    for key in table["rules"] if isinstance(table["rules"], dict) else ():
        mistakes.attempt(f"rules.{key}", partial(_busy, table, key, rules))
    mistakes.stop_if_any()
    assert plan is not None
    asked = Experiment(
        table["title"], table["seed"], plan, table["compare"], table["deployment"], fleets, against, table["meet"],
        tuple((one, other) for one, other in table["pairs"]),
        tuple((row["name"], _computer(row)) for row in table["players"]), tuple(t for t in tables if t),
        table.get("budget", PIPS), source, fair,
    )  # fmt: skip
    met = [(one[0], other[0]) for one, other in replace(asked, pairs=()).fleet_pairs(asked.tables[0])]
    for i, pair in enumerate(asked.pairs, 1):
        if pair not in met:
            raise InputError(Message("these do not meet, in this order"), key=f"pairs[{i}]")
    hands = len(asked.players) if asked.compare != "players" else math.comb(len(asked.players), 2)
    few_meetings(sum(1 for _ in asked.fleet_pairs(asked.tables[0])), hands, len(asked.tables))
    return asked


def _setting(
    table: model.ExperimentTable, steps: Sequence[Step], surfaces: _Surfaces, mistakes: Mistakes
) -> Table | None:  # fmt: skip
    """The table with some things changed, if they can be so: mistakes are put where the last of them stands."""
    surface, where, rules, fleets = table.get("surface"), "surface", dict[str, Any](), list[tuple[str, Counts]]()
    said, handicap = "", dict[str, Any](table.get("handicap", {}))
    for step in steps:
        said = step.where if len(steps) == 1 else "fair.change"
        group, _, name = step.key.partition(".")
        if step.key == "surface":
            found = mistakes.attempt(said, partial(_named, surfaces, step.value))
            if found is None:
                return None
            surface, where = found
        elif group == "fleets" and name:
            fleet = mistakes.attempt(said, partial(_fleet, table, name, step.value))
            fleets += [] if fleet is None else [(name, fleet)]
        elif group == "handicap":
            mistakes.attempt(said, partial(_handicapped, name, step.value))
            handicap[name] = step.value
        else:
            rules[step.key] = step.value
    varied = mistakes.attempt(said, partial(_varied, table, rules, alone=len(steps) == 1))
    if varied is None:
        return None
    changed = _bought(table, varied, dict(fleets))
    for fleet in changed.values():
        mistakes.attempt(said, partial(_checked, fleet, varied))
    if len(steps) == 1 and steps[0].key.endswith(".price") and not changed:
        mistakes.attempt(said, partial(_refuse, Message("no fleet of such ships alone is larger or smaller for it")))
    made = _table(table, varied, mistakes, surface, "; ".join(step.name for step in steps), where)
    return None if made is None else replace(made, fleets=tuple(changed.items()), handicap=_hands(handicap))


def _handicapped(name: str, value: object) -> None:
    """Raises InputError for what is no number of actions of a fleet's player."""
    if name not in FLEETS:
        raise InputError(Message("expected handicap.first or handicap.second"))
    whole_within(value, 1, MOST_PIPS, "")


def _hands(given: Mapping[str, Any]) -> tuple[int | None, int | None]:
    return given.get("first"), given.get("second")


def _bought(table: model.ExperimentTable, rules: Rules, changed: Mapping[str, Counts]) -> dict[str, Counts]:
    """The fleets that are others than agreed on: those that are `changed`, and those of ships of one size alone whose
    price is another, which have as many as buys what they cost as agreed."""
    agreed, found = rules_of(table["rules"], table["unit"]).numbers, dict(changed)
    before, now = ({size.name: size.price for size in numbers.sizes} for numbers in (agreed, rules.numbers))
    other = {size: price for size, price in now.items() if before.get(size, price) != price}
    for name, fleet in {**table.get("fleets", {}), **table.get("against", {})}.items():
        sizes = [size for size, count in changed.get(name, fleet).by_name.items() if count]
        if len(sizes) == 1 and sizes[0] in other:
            count = int(agreed.price(changed.get(name, fleet)) / other[sizes[0]])
            if count != fleet.by_name[sizes[0]]:
                found[name] = Counts(**{sizes[0]: count})
    return found


def _varied(table: model.ExperimentTable, changes: Mapping[str, object], *, alone: bool) -> Rules:
    """The rules with some options and numbers changed. Raises InputError for one that `alone` changes no game."""
    given = table["rules"]
    rules: Any = {"preset": given} if isinstance(given, str) else given
    for key, value in changes.items():
        rules = _with(rules, key.split("."), value)
    found = rules_of(rules, table["unit"])
    if "game_limit" not in changes and not _ends_by(given):
        found = asked_for(found)
    if not found.limited:
        raise InputError(NO_END)
    for key in changes if alone else ():
        _refuse(idle_varied(key, found, surface="surface" in table))
    return found


def _with(options: object, way: Sequence[str], value: object) -> dict[str, Any]:
    """A table with one more value, in tables within it as far as its way goes."""
    first, *rest = way
    there = dict(options) if isinstance(options, Mapping) else {}
    return {**there, first: _with(there.get(first), rest, value) if rest else value}


def _fleet(table: model.ExperimentTable, name: str, text: object) -> Counts:
    """A fleet that is another than agreed on."""
    if name not in table.get("fleets", {}) and name not in table.get("against", {}):
        raise InputError(Message("there is no fleet {name}", name=repr(name)))
    if not isinstance(text, str):
        raise InputError(Message('expected ships such as "L2 M2 S2", not {given}', given=shown(text)))
    return parse_counts(text)


def _fair(table: model.ExperimentTable) -> Fair:
    """What a file asks for that would be fair. Raises InputError unless it can be."""
    said = table["fair"]
    if table["compare"] != "fleets":
        raise InputError(Message("what is fair is searched for between fleets"), key="compare")
    if table["vary"]:
        raise InputError(Message("says nothing beside fair, where changes are tried together"), key="vary")
    given: dict[str, Any] = {**said}
    if "within" in said:
        given["within"] = float(said["within"])
    fair = Fair(**given)
    with inside(key="fair"):
        fair.check([*table.get("fleets", {}), *table.get("against", {})], len(table["players"]))
    return fair


def _searched(
    table: model.ExperimentTable, fair: Fair, base: Table | None, surfaces: _Surfaces, mistakes: Mistakes
) -> list[Table | None]:  # fmt: skip
    """The tables of all changes together; where some make no sense alone, none."""
    ways = mistakes.attempt("", partial(combined, fair)) or ()
    alone = [way for way in ways if len(way) == 1]  # they come first
    tried = [_setting(table, way, surfaces, mistakes) for way in alone]
    for i, (step,) in enumerate(alone):
        same = [made for made, (other,) in zip(tried[: i + 1], alone, strict=False) if other.key == step.key]
        mistakes.attempt(step.where, partial(_differs, base, same, step.value))
    if mistakes.found:
        return []
    return [*tried, *(_setting(table, way, surfaces, mistakes) for way in ways[1 + len(alone) :])]


def _busy(table: model.ExperimentTable, key: str, rules: Rules) -> None:
    """Raises InputError if an option that the file sets changes no game."""
    if key == "game_limit" and not rules.limited:
        raise InputError(NO_END)
    if key in rules.not_default():
        _refuse(idle(key, rules, surface="surface" in table))


def _refuse(why: str | None) -> None:
    if why is not None:
        raise InputError(Message("changes nothing in an experiment: {why}", why=why))


def _named(surfaces: _Surfaces, name: Any) -> tuple[SurfaceTable, str]:
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
    if layout is None:
        return None
    line = mistakes.attempt("goal_line", partial(line_of, table, rules, layout))
    later = mistakes.attempt("", partial(coming_later, table, rules, layout, mistakes))
    hands = _hands(table.get("handicap", {}))
    return Table(name, rules, layout.surface, layout.objects, line, later or (), handicap=hands)


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


def _played_by(table: Table) -> tuple[object, ...]:
    """What games on a table depend on, the gap as a number."""
    return table.rules.but(min_gap=table.rules.min_gap_mm), table.surface, table.objects, table.fleets, table.handicap


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
    none_of(key for key in ("fleets", "against", "meet", "pairs", "half_width", "half_width_of", "batch") if key in raw)


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

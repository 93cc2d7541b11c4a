"""How the games of an experiment came about, as a report prints it."""

from __future__ import annotations

from collections.abc import Mapping

from armada_sim.experiments.experiment import Experiment
from armada_sim.files import program_version
from armada_sim.players import Computer, Level
from armada_sim.table import BY_KEY
from armada_sim.tabletop import N_, Language, settings_told
from armada_sim.tabletop.laboratory import Plan, sets_told

DEPLOYMENTS = {"random_legal": N_("random legal"), "line": N_("line"), "cluster": N_("cluster")}
"""How the fleets are set up, as it is said."""


def facts(asked: Experiment, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
    """A name and a value each."""
    tell = Language(lang)
    rules = _rules(asked.tables[0].rules.not_default(), tell)
    named = [
        name if name == str(fleet) else tell.say("{name}: {text}", name=name, text=fleet)
        for name, fleet in (*asked.fleets, *asked.against)
    ]
    players = [_player(name, player, tell) for name, player in asked.players]
    fleets = asked.compare == "fleets"
    return (
        (tell.say("compared"), tell.say_as("compared", "fleets") if fleets else tell.say_as("compared", "players")),
        (tell.say("fleets"), tell.in_turn(named)), (tell.say("players"), tell.in_turn(players)),
        (tell.say("rules"), rules or tell.say("all defaults (classic)")),
        (tell.say("set up"), tell.say(DEPLOYMENTS[asked.deployment])),
        (tell.say("varied"), _varied(asked, tell) or tell.say("nothing")),
        (tell.say("seed"), str(asked.seed)), sets_told(plan, tell),
        (tell.say("program"), f"armada-sim {program_version()}"),
    )  # fmt: skip


def _rules(changed: Mapping[str, object], tell: Language) -> str:
    return tell.in_turn(map(tell.tell, settings_told(BY_KEY.values(), changed)))


def _varied(asked: Experiment, tell: Language) -> str:
    """What each setting changes in the rules; the name of one that changes something else, such as the surface."""
    first = asked.tables[0].rules.not_default().items()
    changes = [(table.name, dict(table.rules.not_default().items() - first)) for table in asked.tables[1:]]
    return tell.in_turn(_rules(changed, tell) or name for name, changed in changes)


def _player(name: str, player: Computer, tell: Language) -> str:
    """A player with what he is given."""
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

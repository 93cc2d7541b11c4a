"""How the games of an experiment came about, as a report prints it."""

from __future__ import annotations

from armada_sim.experiments.experiment import Experiment
from armada_sim.files import program_version
from armada_sim.players import Computer, Level
from armada_sim.tabletop import N_, Language
from armada_sim.tabletop.laboratory import Plan

DEPLOYMENTS = {"random_legal": N_("random legal"), "line": N_("line"), "cluster": N_("cluster")}
"""How the fleets are set up, as it is said."""


def facts(asked: Experiment, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
    """A name and a value each."""
    tell = Language(lang)
    rules = ", ".join(f"{key} = {value}" for key, value in asked.tables[0].rules.not_default().items())
    sets = str(plan.sets)
    if plan.half_width is not None:
        percent = tell.decimal(f"{100 * plan.half_width:g}")
        sets = tell.say("{sets}, or until the interval is within ±{percent} %", sets=plan.sets, percent=percent)
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
        (tell.say("varied"), tell.in_turn([table.name for table in asked.tables[1:]]) or tell.say("nothing")),
        (tell.say("seed"), str(asked.seed)), (tell.say("sets of a meeting"), sets),
        (tell.say("program"), f"armada-sim {program_version()}"),
    )  # fmt: skip


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

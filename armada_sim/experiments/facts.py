"""How the games of an experiment came about, as a report prints it, in English and in French."""

from __future__ import annotations

from armada_sim.experiments.experiment import Experiment
from armada_sim.files.game_records import program_version
from armada_sim.players.computer import Computer, Level
from armada_sim.tabletop.laboratory.contest import Plan
from armada_sim.tabletop.language import Language, Pair

WORDS: dict[str, Pair] = {
    "fleets": ("fleets", "les flottes"),
    "players": ("players", "les joueurs"),
    "defaults": ("all defaults (classic)", "toutes par défaut (classic)"),
    "nothing": ("nothing", "rien"),
    "random_legal": ("random legal", "au hasard, permise"),
    "line": ("line", "en ligne"),
    "cluster": ("cluster", "en groupe serré"),
    "width": (", or until the interval is within ±{percent} %", ", ou jusqu'à un intervalle de ±{percent} %"),
    "random": ("{name}: random", "{name} : au hasard"),
    "greedy": ("{name}: greedy, {tries} tries, caution {caution}",
        "{name} : glouton, {tries} essais, prudence {caution}"),
    "search": (
        "{name}: search, {tries} tries, caution {caution}, budget {budget}",
        "{name} : recherche, {tries} essais, prudence {caution}, budget {budget}"),
}  # fmt: skip
"""Key: (English, French)."""


class _Teller(Language):
    words = WORDS


def facts(asked: Experiment, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
    """A name and a value each; names are keys of the report's words."""
    rules = ", ".join(f"{key} = {value}" for key, value in asked.tables[0].rules.not_default().items())
    tell = _Teller(lang)
    width = "" if plan.half_width is None else tell("width", percent=tell.decimal(f"{100 * plan.half_width:g}"))
    named = [name if name == str(fleet) else f"{name}: {fleet}" for name, fleet in (*asked.fleets, *asked.against)]
    players = [_player(name, player, tell) for name, player in asked.players]
    return (
        ("compared", tell(asked.compare)), ("fleets", "; ".join(named)), ("players", "; ".join(players)),
        ("rules", rules or tell("defaults")), ("set up", tell(asked.deployment)),
        ("varied", "; ".join(table.name for table in asked.tables[1:]) or tell("nothing")),
        ("seed", str(asked.seed)), ("sets of a meeting", f"{plan.sets}{width}"),
        ("program", f"armada-sim {program_version()}"),
    )  # fmt: skip


def _player(name: str, player: Computer, tell: Language) -> str:
    """A player with what he is given."""
    given = {"tries": player.tries, "caution": player.caution, "budget": player.budget}
    return tell(Level(player.level).value, name=name, **given)

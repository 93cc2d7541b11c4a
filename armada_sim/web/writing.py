"""A game at the table as text, and again as it was: agreement, actions, who did each, and what computers draw from."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

from armada_sim.files import parse_game
from armada_sim.play import notation, parse_action
from armada_sim.tabletop.lots import generator_at, state_of
from armada_sim.tabletop.web import Form, Written
from armada_sim.web.game_answers import By
from armada_sim.web.playing import Asked, Clock, Playing, begun


def _written(playing: Playing) -> Written:
    begins = {
        "record": playing.text, "who": {**playing.who}, "budget": playing.budget,
        "notes": {lang: [*notes] for lang, notes in playing.notes.items()},
    }  # fmt: skip
    lines = tuple(f"{event.by} {notation(event.action)}" for event in playing.events)
    asked, clock = playing.asked, playing.clock
    state = {
        "rng": state_of(playing.rng), "declined": playing.declined, "claimed": playing.claimed,
        "asked": asked and {"by": sorted(asked.by), "to": asked.to, "agreed": sorted(asked.agreed)},
        "clock": clock and {"left": {**clock.left}, "increment": clock.increment, "since": clock.since},
    }  # fmt: skip
    return Written(json.dumps(begins), lines, json.dumps(state), playing.over)


def _read(written: Written) -> Playing:
    """Raises InputError if an action is not allowed any more."""
    begins = json.loads(written.begins)
    origins, actions = zip(*(line.split(" ", 1) for line in written.lines), strict=True) if written.lines else ((), ())
    record = replace(parse_game(begins["record"], form="json"), actions=tuple(map(parse_action, actions)))
    made = begun(record, begins["who"], begins["budget"], begins["notes"], cast("tuple[By, ...]", origins))
    state = json.loads(written.state)
    asked, clock, claimed = state["asked"], state["clock"], state["claimed"]
    return replace(
        made, rng=generator_at(state["rng"]), declined=state["declined"], claimed=claimed and (claimed[0], claimed[1]),
        asked=asked and Asked(frozenset(asked["by"]), asked["to"], frozenset(asked["agreed"])),
        clock=clock and Clock(clock["left"], clock["increment"], clock["since"]),
    )  # fmt: skip


WRITING = Form(_written, _read)
"""How games of Armada are kept."""

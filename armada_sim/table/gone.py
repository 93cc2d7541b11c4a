"""The options that Armada had once, each with the value that is played and what that is.

Whoever names one in a dispute, an experiment or a command is told so; a record that says what is played is read.
"""

from __future__ import annotations

from armada_sim.tabletop import Gone

GONE = {
    "mutual_loss": Gone("cannot_occur", "somebody is always left: a shot has one victim, and who sinks the last ship "
        "of their own side loses"),
}  # fmt: skip

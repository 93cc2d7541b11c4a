"""`python -m armada_sim.cli` is the command `armada`."""

from armada_sim.cli import main

main()

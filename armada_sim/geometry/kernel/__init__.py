"""The floating-point kernel, in plain scalar Python: a filter in front of the exact decision.

One source, two uses. `armada check` runs these functions as they are; bulk callers run `geometry.compiled()`,
which is these same files compiled (`armada_sim.compiled`). Nothing here is a verdict: a result is used only where it is
further from zero than the bound returned with it; the rest is decided in ball arithmetic by `clearance`.
"""

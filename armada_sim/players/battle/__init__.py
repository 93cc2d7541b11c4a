"""A battle as arrays: the filter the players think with, in plain scalar Python.

`boards.compiled` compiles these same files. Nothing here is a verdict: a pose counts as free, a shot as
clear, only where every distance that decides is at least `HAIR` from zero, which is far more than doubles are off on a
table of `LARGEST` mm (see `HAIR`); the rest is unsure, and asked of the referee or left alone.

Rules covered: flat triangular outlines, every step tested, contact blocks, convex surfaces, the large piece laid
anywhere on a long side, everything blocks, and the readings of a shot in `Battle.reading`. Others are played by asking
the referee (`boards.COVERED`).
"""

"""Singidunum, by Pascal Donjon: two armies, hexes, two dice. Its rules clause by clause: `docs/rules/singidunum.md`.

Every board game here has `board`, `units`, `options`, `moves`, `state`, `chapters`, `standing`, `text`, `documents`,
`game` and `extras`. Three modules have no place in these: `odds`, the exact chances of dice, which the game rolls and
people ask for; `table`, what a board comes to under its options, worked out once so that chapters look it up;
`armies`, lists people know.
"""

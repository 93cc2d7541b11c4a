"""Le Jeu du destin d'Arc: three sides, a city on hexes, magic, hidden pieces. Its rules clause by clause:
`docs/rules/destin-arc.md`.

Beside the modules that every board game here has: `maps` reads files of maps, which rules do not; `roster` says which
of the listed units take part, where they start, and what each is under the options; `table` is what follows from map,
options and pieces, and who stands where; `bounds` proves how long a game can be; `odds` are the chances that people
ask for. A turn is a list of phases (`chapters.turns.Phase`); within one, what is going on is a stack of steps.
"""

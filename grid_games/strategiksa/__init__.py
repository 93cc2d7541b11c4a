"""Strategiksa: a medieval war on a square grid, with kings, suzerains and vassals, for three players or more.

Its rules stand in `docs/rules/strategiksa.md`, clause by clause. Modules take from one another in this order only:
`board` and `units`; `options` and `moves`; `state`; `chapters`, the rules; `standing` and `text.positions`;
`documents`; `game`; `transcripts`; `extras`.
"""

"""The rules, a module for each chapter of the text; clauses are numbered as in `docs/rules/strategiksa.md`.

In the order of the text: `setup` (10 to 12), `control` (14 to 18, 20, 53 and 54), `reinforcement` (19 to 23),
`conversion` (24 and 25), `movement` (26 to 31), `battles` (32 to 42), `vassalage` (43 to 52), `victory` (55 to 58);
`turns` (13 and 51) puts them in order. Each has the steps of its chapter and the phases between them; what it needs of
a game is the `Terms` that a state carries.
"""

"""The rules, a module for each chapter of the text; clauses as `docs/rules/singidunum.md` numbers them.

`deployment` (3, U2, U3), `turns` (6, 13, U15), `movement` (7, 8, U4), `retreat` (10, 13, U8, U9, U14), `melee` (9, U5
to U7, U13), `doubles` (12, U12), `shooting` (11, U10, U11); `action` (6) puts them in order. Each gives the steps of
its phases and works on a draft, whose table is all it needs of a game.
"""

"""The rules, a module for each chapter of the text; each names its clauses. What they need of a game is the `Terms`
that a state carries."""

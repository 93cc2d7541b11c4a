"""The rules, a module for each chapter of the text; each names its clauses as `docs/rules/strategiksa.md` numbers them."""

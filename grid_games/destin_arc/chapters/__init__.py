"""The rules, a module for each chapter of the text; each names the clauses it carries out (`docs/rules/destin-arc.md`)."""

"""Computer players of graded strength, and the arrays they think with."""

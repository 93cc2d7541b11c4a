"""What lies on a table of Armada, and the rules agreed on: pieces, poses, surfaces, units, clauses, options."""

"""What the discrete games share: the protocol, matches and records, squares and hexes, dice, players, the conformance suite."""

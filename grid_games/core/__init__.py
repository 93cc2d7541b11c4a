"""What the rules of the board games need: the protocol, matches and records, squares and hexes, sets of places,
dice."""

"""The rules of moves: steps, turns, contacts, ways; many poses at once."""

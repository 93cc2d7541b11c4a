"""Positions as people read them: the map in characters, a position in a line, what a player may know in words."""

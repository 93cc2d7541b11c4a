"""Strategiksa: a medieval war on a square grid, with kings, suzerains and vassals, for three players or more."""

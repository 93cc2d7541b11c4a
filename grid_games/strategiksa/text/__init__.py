"""Positions, boards and whole games as text."""

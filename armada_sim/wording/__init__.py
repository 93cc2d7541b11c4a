"""Rulings, games and reports in words."""

"""Toys as the catalogue finds games: a folder each."""

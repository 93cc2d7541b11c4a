"""Experiments in bulk with any game: contests, the store of their games, the runner, statistics, ratings, export."""

"""A whole game of Armada: actions, states, turns, endings, set-ups."""

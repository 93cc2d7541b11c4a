"""Matches of any game here: what all games share, and who plays them."""

"""What people read and write: positions and boards, which the game shows, and whole games, read by playing them.

A package, because `transcripts` needs the game, and the game needs `positions`.
"""

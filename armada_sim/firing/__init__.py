"""The rules of shots: gun sides, what they reach, what is in the way."""

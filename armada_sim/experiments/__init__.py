"""Armada in the laboratory: experiments with fleets and players."""

"""Armada in the laboratory: experiments with fleets and players, as files and as contests of `arena`."""

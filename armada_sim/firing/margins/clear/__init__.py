"""Margins of clear shots: witnesses against an adversary who moves every piece a little."""

"""Margins of clear lines: the quick proofs."""

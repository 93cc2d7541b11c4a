"""Maps as files."""

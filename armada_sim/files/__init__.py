"""Disputes, layouts and games as files: read, checked, written; their schemas."""

"""A question in, a ruling out. The table is looked at first."""

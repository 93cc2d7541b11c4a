"""Margins of closed shots: what it takes to open one."""

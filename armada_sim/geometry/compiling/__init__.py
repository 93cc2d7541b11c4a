"""Plain scalar Python compiled, without more of a compiler than that takes."""

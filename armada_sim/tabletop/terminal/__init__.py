"""How commands behave at a terminal: mistakes, starting and ending, progress, the options they share."""

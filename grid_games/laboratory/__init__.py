"""The board games in the laboratory: experiments as files, and how their games are played and counted."""

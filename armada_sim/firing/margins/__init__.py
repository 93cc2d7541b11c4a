"""How far pieces may be off before a shot's answer changes; what the three searches share."""

"""An experiment of a few seconds."""

SMALL = """
title = "One large against two smalls"
sets = 3
seed = 3
rules = { fleet_budget = "free" }
[fleets]
large = "L1"
smalls = "S2"
[[players]]
name = "chance"
level = "random"
"""

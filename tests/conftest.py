"""How Hypothesis runs: no deadlines (machines differ), and the same examples every time on CI."""

import os

from hypothesis import settings

settings.register_profile("plain", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "plain")

"""A table as static files: its page, its engine, and Python in WebAssembly to run it. No game by name."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

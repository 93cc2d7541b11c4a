from .search import open_low as open_low

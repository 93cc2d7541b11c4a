from .search import open_low as open_low, open_provable as open_provable
